// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <coal/BVH/BVH_model.h>
#include <coal/collision.h>
#include <coal/distance.h>

#include "bench/meshes.hpp"

namespace sunder::bench {
namespace {

template <class Volume>
std::shared_ptr<coal::BVHModel<Volume>> make_model(const Triangles& mesh) {
  std::vector<coal::Vec3s> points;
  for (const Vector3& p : mesh.points) points.emplace_back(p[0], p[1], p[2]);
  std::vector<coal::Triangle> triangles;
  for (const auto& c : mesh.corners) {
    triangles.emplace_back(static_cast<std::size_t>(c[0]), static_cast<std::size_t>(c[1]),
                           static_cast<std::size_t>(c[2]));
  }
  auto model = std::make_shared<coal::BVHModel<Volume>>();
  model->beginModel();
  model->addSubModel(points, triangles);
  model->endModel();
  return model;
}

coal::Transform3s transform_of(const Pose3& pose) {
  coal::Matrix3s rotation;
  coal::Vec3s translation;
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) rotation(row, k) = pose.linear(row, k);
    translation[row] = pose.offset(row);
  }
  return {rotation, translation};
}

class CoalMeshes final : public MeshPeer {
 public:
  explicit CoalMeshes(const MeshSet& set) {
    const bool measured = std::ranges::any_of(set.cells, &MeshSet::Cell::measured);
    for (const Triangles& mesh : set.meshes) {
      boxes_.push_back(make_model<coal::OBB>(mesh));
      if (measured) swept_.push_back(make_model<coal::OBBRSS>(mesh));
    }
    for (const MeshSet::Pair& pair : set.pairs)
      pairs_.push_back({pair.a, pair.b, transform_of(pair.pose_a), transform_of(pair.pose_b)});
    verdict_.distance_upper_bound = 0;
    distance_.enable_signed_distance = false;
  }

  bool meets(std::size_t pair) const override {
    const Placed& p = pairs_[pair];
    coal::CollisionResult result;
    return coal::collide(boxes_[p.a].get(), p.pose_a, boxes_[p.b].get(), p.pose_b, verdict_,
                         result) > 0;
  }
  double distance(std::size_t pair) const override {
    const Placed& p = pairs_[pair];
    coal::DistanceResult result;
    return coal::distance(swept_[p.a].get(), p.pose_a, swept_[p.b].get(), p.pose_b, distance_,
                          result);
  }

 private:
  struct Placed {
    std::size_t a, b;
    coal::Transform3s pose_a, pose_b;
  };
  std::vector<std::shared_ptr<coal::BVHModel<coal::OBB>>> boxes_;
  std::vector<std::shared_ptr<coal::BVHModel<coal::OBBRSS>>> swept_;
  std::vector<Placed> pairs_;
  coal::CollisionRequest verdict_;
  coal::DistanceRequest distance_;
};

}  // namespace

std::unique_ptr<MeshPeer> make_coal_meshes(const MeshSet& set) {
  return std::make_unique<CoalMeshes>(set);
}

}  // namespace sunder::bench

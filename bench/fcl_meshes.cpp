// SPDX-License-Identifier: Apache-2.0
#include <fcl/fcl.h>

#include "bench/meshes.hpp"

namespace sunder::bench {
namespace {

using Model = fcl::BVHModel<fcl::OBBRSSd>;

std::unique_ptr<Model> make_model(const Triangles& mesh) {
  std::vector<fcl::Vector3d> points;
  for (const Vector3& p : mesh.points) points.emplace_back(p[0], p[1], p[2]);
  std::vector<fcl::Triangle> triangles;
  for (const auto& c : mesh.corners) {
    triangles.emplace_back(static_cast<std::size_t>(c[0]), static_cast<std::size_t>(c[1]),
                           static_cast<std::size_t>(c[2]));
  }
  auto model = std::make_unique<Model>();
  model->beginModel();
  model->addSubModel(points, triangles);
  model->endModel();
  return model;
}

fcl::Transform3d transform_of(const Pose3& pose) {
  fcl::Transform3d transform = fcl::Transform3d::Identity();
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) transform.matrix()(row, k) = pose.linear(row, k);
    transform.matrix()(row, 3) = pose.offset(row);
  }
  return transform;
}

class FclMeshes final : public MeshPeer {
 public:
  explicit FclMeshes(const MeshSet& set) {
    for (const Triangles& mesh : set.meshes) models_.push_back(make_model(mesh));
    for (const MeshSet::Pair& pair : set.pairs)
      pairs_.push_back({pair.a, pair.b, transform_of(pair.pose_a), transform_of(pair.pose_b)});
  }

  bool meets(std::size_t pair) const override {
    const Placed& p = pairs_[pair];
    const fcl::CollisionRequestd request;
    fcl::CollisionResultd result;
    return fcl::collide(models_[p.a].get(), p.pose_a, models_[p.b].get(), p.pose_b, request,
                        result) > 0;
  }
  double distance(std::size_t pair) const override {
    const Placed& p = pairs_[pair];
    const fcl::DistanceRequestd request;
    fcl::DistanceResultd result;
    return fcl::distance(models_[p.a].get(), p.pose_a, models_[p.b].get(), p.pose_b, request,
                         result);
  }

 private:
  struct Placed {
    std::size_t a, b;
    fcl::Transform3d pose_a, pose_b;
  };
  std::vector<std::unique_ptr<Model>> models_;
  std::vector<Placed, Eigen::aligned_allocator<Placed>> pairs_;
};

}  // namespace

std::unique_ptr<MeshPeer> make_fcl_meshes(const MeshSet& set) {
  return std::make_unique<FclMeshes>(set);
}

}  // namespace sunder::bench

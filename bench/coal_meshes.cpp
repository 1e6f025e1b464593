// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <coal/BVH/BVH_model.h>
#include <coal/collision.h>
#include <coal/distance.h>

#include "bench/coal_shapes.hpp"
#include "bench/meshes.hpp"

namespace sunder::bench {
namespace {

class CoalMeshes final : public MeshPeer {
 public:
  explicit CoalMeshes(const MeshSet& set) {
    const bool measured = std::ranges::any_of(set.cells, &MeshSet::Cell::measured);
    for (const Triangles& mesh : set.meshes) {
      boxes_.push_back(make_coal_mesh<coal::OBB>(mesh.points, mesh.corners));
      if (measured) swept_.push_back(make_coal_mesh<coal::OBBRSS>(mesh.points, mesh.corners));
    }
    for (const MeshSet::Pair& pair : set.pairs)
      pairs_.push_back(
          {pair.a, pair.b, make_coal_transform(pair.pose_a), make_coal_transform(pair.pose_b)});
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

// SPDX-License-Identifier: Apache-2.0
#include "bench/casts.hpp"
#include "bench/fcl_shapes.hpp"

namespace sunder::bench {
namespace {

fcl::Transform3d make_transform(const Pose3& pose, const Vector3& moved) {
  fcl::Transform3d transform = fcl::Transform3d::Identity();
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) transform.matrix()(row, k) = pose.linear(row, k);
    transform.matrix()(row, 3) = pose.offset(row) + moved[static_cast<std::size_t>(row)];
  }
  return transform;
}

class FclCasts final : public CastPeer {
 public:
  explicit FclCasts(const CastSet& set)
      : request_(100, 1e-6, fcl::CCDM_TRANS, fcl::GST_LIBCCD, fcl::CCDC_CONSERVATIVE_ADVANCEMENT) {
    for (const Polytope3& body : set.bodies) {
      convex_.push_back(make_convex(body));
      convex_.back()->computeLocalAABB();
    }
    for (const CastItem& item : set.items) {
      items_.push_back({convex_[item.moving].get(), convex_[item.resting].get(),
                        make_transform(item.pose_moving, {}),
                        make_transform(item.pose_moving, item.motion),
                        make_transform(item.pose_resting, {})});
    }
  }

  double time(std::size_t i) const override {
    const Placed& item = items_[i];
    fcl::ContinuousCollisionResultd result;
    const double time = fcl::continuousCollide(item.moving, item.from, item.to, item.resting,
                                               item.at, item.at, request_, result);
    return result.is_collide ? time : -1;
  }

 private:
  struct Placed {
    const fcl::Convexd* moving;
    const fcl::Convexd* resting;
    fcl::Transform3d from, to, at;
  };

  fcl::ContinuousCollisionRequestd request_;
  std::vector<std::shared_ptr<fcl::Convexd>> convex_;
  std::vector<Placed> items_;
};

}  // namespace

std::unique_ptr<CastPeer> make_fcl_caster(const CastSet& set) {
  return std::make_unique<FclCasts>(set);
}

}  // namespace sunder::bench

// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "batch/kernels.hpp"
#include "batch/trial.hpp"
#include "geometry/hull_block.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "batch/trial_hulls.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "batch/hull_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE Floats rounded_everywhere(double x) { return hn::Set(Lanes(), static_cast<float>(x)); }
HWY_INLINE Matrix rounded_everywhere(const std::array<double, 9>& r) {
  const auto column = [&](std::size_t k) HWY_ATTR {
    return Vec3<Floats>{rounded_everywhere(r[k]), rounded_everywhere(r[3 + k]),
                        rounded_everywhere(r[6 + k])};
  };
  return {{column(0), column(1), column(2)}};
}

HWY_INLINE FloatPoint first_lane(const Vec3<Floats>& p) {
  return {hn::GetLane(p.x), hn::GetLane(p.y), hn::GetLane(p.z)};
}

/// The steps of HullSearch.
void measure_posed_hulls(const LaneHull& a, const LaneHull& b, const HullPoses& poses,
                         const FloatPoint& along, HullMeasures& found) {
  std::array<double, 3> offset{};
  for (std::size_t l = 0; l < 3; ++l) offset[l] = poses.offset_b[l] - poses.offset_a[l];
  const PlacedMatrices at{rounded_everywhere(poses.a),
                          rounded_everywhere(poses.b),
                          {rounded_everywhere(offset[0]), rounded_everywhere(offset[1]),
                           rounded_everywhere(offset[2])}};
  const PosedHulls hulls(a, b, at);
  const HullBounds bounds = bounds_of(hulls);
  const Vec3<Floats> u = broadcast(Lanes(), along.data());
  const Reached reached = hulls.support(u);
  const Ring ring = ring_about(u, 0.7F);
  const Portals portal{hulls.support(ring.u0).point, hulls.support(ring.u1).point,
                       hulls.support(ring.u2).point};
  const Sides sides(portal, hulls.inside);
  found.holds = hn::AllTrue(Lanes(), bounds.holds);
  found.height = hn::GetLane(reached.height);
  found.of_height = hn::GetLane(height_error(bounds, u));
  found.unit = hn::GetLane(bounds.of_height);
  found.inside = first_lane(hulls.inside);
  found.points = {first_lane(reached.point), first_lane(portal.first), first_lane(portal.second),
                  first_lane(portal.third)};
  found.minors = {-hn::GetLane(sides.o12), -hn::GetLane(sides.o23), -hn::GetLane(sides.o31)};
  found.least_minor = hn::GetLane(least_minor(portal, sides));
  found.of_minor = hn::GetLane(bounds.of_minor);
}

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::batch {

HWY_EXPORT(measure_posed_hulls);

HullMeasures measure_hulls(const Polytope3& a, const Polytope3& b, const HullPoses& poses,
                           const FloatPoint& u, bool by_table) {
  HullMeasures found;
  LaneHull of_a(BlockAccess::block(a));
  LaneHull of_b(BlockAccess::block(b));
  std::optional<SupportTable> table_a, table_b;
  if (by_table) {
    of_a.table = &table_a.emplace(BlockAccess::block(a));
    of_b.table = &table_b.emplace(BlockAccess::block(b));
  }
  HWY_DYNAMIC_DISPATCH(measure_posed_hulls)(of_a, of_b, poses, u, found);
  return found;
}

}  // namespace sunder::detail::batch
#endif

// SPDX-License-Identifier: Apache-2.0
//
// Idea: A box is the least and the greatest height of the vertices along each axis, rounded outward.
// Bound: Let k be a world axis, a a vertex, and u = 2^-52, a unit roundoff that holds in every
// rounding mode. The sum
//
//     fl(R_k0 a_0 + R_k1 a_1 + R_k2 a_2 + t_k)
//
// has at most four roundings on each term. It is off by at most 4u(1 + 5u) S_k, where S_k = sum_j
// |R_kj| M_j + |t_k| and M_j = max |a_j|. A quaternion's rounded entries add at most 2^-50 (M_0 +
// M_1 + M_2). With |R| and |a| <= 2^150 nothing overflows while |t| <= 2^1000. The loss by flushing
// subnormals, before or after a product, stays below 2^-868. The margin
//
//     8u S_k + 2 linear_error (M_0 + M_1 + M_2) + 2^-800
//
// covers all this, its own roundings, and that of the last addition.
// Cost: A pass over the vertices, in lanes. The order of each sum is the one above, so that boxes
// are equal on every instruction set.
// Gives up: Beyond these sizes the box is all of space.
#include <cmath>
#include <cstdint>
#include <limits>

#include "geometry/body.hpp"
#include "sunder/scene.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scene/world_box.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "lanes/space-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::scene::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Computes the least and the greatest coordinates of the vertices of a body that is not empty.
void find_extent(const Body<3>& body, Bounds<3>& box) {
  // Rows are padded with the first vertex to a multiple of these lanes.
  const hn::CappedTag<double, 8> lanes;
  const HullBlock& hull = *body.hull;
  const double* const r = linear_data(*body.pose);
  const double* const t = offset_data(*body.pose);
  auto lower = sunder::detail::HWY_NAMESPACE::broadcast(lanes, box.lower.data());
  auto upper = sunder::detail::HWY_NAMESPACE::broadcast(lanes, box.upper.data());
  for (std::int32_t i = 0; i < hull.count; i += static_cast<std::int32_t>(hn::Lanes(lanes))) {
    const auto x = hn::Load(lanes, hull.row(0) + i);
    const auto y = hn::Load(lanes, hull.row(1) + i);
    const auto z = hn::Load(lanes, hull.row(2) + i);
    const auto height = [&](std::size_t k) HWY_ATTR {
      const double* const row = r + 3 * k;
      const auto of_two =
          hn::Add(hn::Mul(hn::Set(lanes, row[0]), x), hn::Mul(hn::Set(lanes, row[1]), y));
      return hn::Add(hn::Add(of_two, hn::Mul(hn::Set(lanes, row[2]), z)), hn::Set(lanes, t[k]));
    };
    const sunder::detail::HWY_NAMESPACE::Vec3<decltype(height(0))> heights{height(0), height(1),
                                                                           height(2)};
    lower = Min(lower, heights);
    upper = Max(upper, heights);
  }
  box.lower = {hn::GetLane(hn::MinOfLanes(lanes, lower.x)),
               hn::GetLane(hn::MinOfLanes(lanes, lower.y)),
               hn::GetLane(hn::MinOfLanes(lanes, lower.z))};
  box.upper = {hn::GetLane(hn::MaxOfLanes(lanes, upper.x)),
               hn::GetLane(hn::MaxOfLanes(lanes, upper.y)),
               hn::GetLane(hn::MaxOfLanes(lanes, upper.z))};
}

}  // namespace sunder::detail::scene::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::scene {
namespace {

constexpr double kEverywhere = std::numeric_limits<double>::infinity();
constexpr double kLargestOffset = 0x1p1000;

HWY_EXPORT(find_extent);

/// Returns the margin along a world axis.
double margin_of(const Body<3>& body, int axis) noexcept {
  const double* m = body.hull->max_abs;
  double size = 0;
  for (int k = 0; k < 3; ++k) size += std::abs(body.pose->linear(axis, k)) * m[k];
  size += std::abs(body.pose->offset(axis));
  return 0x1p-49 * size + 2 * linear_error(*body.pose) * (m[0] + m[1] + m[2]) + 0x1p-800;
}

Bounds<3> box_of(const Body<3>& body) noexcept {
  Bounds<3> box;
  box.lower.fill(kEverywhere);
  box.upper.fill(-kEverywhere);
  if (body.hull->count == 0) return box;
  if (body.in_filter_range()) HWY_DYNAMIC_DISPATCH(find_extent)(body, box);
  for (int axis = 0; axis < 3; ++axis) {
    const auto k = static_cast<std::size_t>(axis);
    if (!body.in_filter_range() || std::abs(body.pose->offset(axis)) > kLargestOffset) {
      box.lower[k] = -kEverywhere;
      box.upper[k] = kEverywhere;
      continue;
    }
    const double margin = margin_of(body, axis);
    box.lower[k] -= margin;
    box.upper[k] += margin;
  }
  return box;
}

}  // namespace
}  // namespace sunder::detail::scene

namespace sunder::inline SUNDER_ABI {

Bounds<3> world_box(const Posed3& posed) noexcept {
  return detail::scene::box_of(detail::make_body(posed));
}

}  // namespace sunder::inline SUNDER_ABI
#endif

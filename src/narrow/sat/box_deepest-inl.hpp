// SPDX-License-Identifier: Apache-2.0
//
// Finds the extreme vertices of two boxes along one axis, the edges of a box in the lanes of a
// vector. It is for files that are compiled once for each instruction set.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_SAT_BOX_DEEPEST_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SAT_BOX_DEEPEST_INL_HPP
#undef SUNDER_NARROW_SAT_BOX_DEEPEST_INL_HPP
#else
#define SUNDER_NARROW_SAT_BOX_DEEPEST_INL_HPP
#endif

#include <hwy/highway.h>

#include "narrow/sat/box_lanes-inl.hpp"
#include "narrow/sat/box_witness.hpp"

#ifndef SUNDER_NARROW_SAT_HELD_EDGES
#define SUNDER_NARROW_SAT_HELD_EDGES
namespace sunder::detail::sat {

/// For each axis: 1 for each edge of a, and of b, that is not the axis' own, as lanes.
struct HeldEdges {
  alignas(32) std::array<std::array<std::array<double, 4>, 2>, kBoxAxes> of{};
};
constexpr HeldEdges held_edges() noexcept {
  HeldEdges held;
  for (std::size_t i = 0; i < kBoxAxes; ++i) {
    held.of[i] = {{{1, 1, 1, 0}, {1, 1, 1, 0}}};
    for (const std::size_t own : kBoxAxisEdges[i]) held.of[i][own / 3][own % 3] = 0;
  }
  return held;
}
inline constexpr HeldEdges kHeldEdges = held_edges();

}  // namespace sunder::detail::sat
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

#if HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE

/// A box along a direction.
struct Reached {
  LanesOf width;  ///< half extents times the rises of its edges
  bool usual;     ///< only the axis' own edges are perpendicular to the direction
};

/// Writes the vertex farthest along kSign u to `at`; own edges contribute their middle.
template <int kSign>
HWY_INLINE Reached reach_along(const Body<3>& body, const Vector3& u, double length, LanesOf half,
                               LanesOf held, Vector3& at) {
  const Lanes lanes;
  const Mat3<LanesOf> r = load_rows(linear_data(*body.pose));
  const Vec3<LanesOf> along = broadcast(lanes, u.data());
  const auto rise = combined(r, along);
  const auto size = hn::Abs(rise);
  const auto to_end = hn::CopySign(hn::Mul(half, held), rise);
  const auto middle = extents_of(*body.hull).middle;
  const auto x = kSign > 0 ? hn::Add(middle, to_end) : hn::Sub(middle, to_end);
  const auto turned = unfused_dots(r, x);
  alignas(32) double point[4];
  hn::Store(hn::Add(turned, load_packed(offset_data(*body.pose))), lanes, point);
  at = {point[0], point[1], point[2]};
  const auto flat = hn::Set(lanes, 0x1p-48 * length * greatest_singular_value(*body.pose));
  return {hn::Mul(half, size),
          hn::AllTrue(lanes, hn::Or(hn::Gt(size, flat), hn::Eq(held, hn::Zero(lanes))))};
}

/// Measures axis i, except the rises, and sets the start points of close_by_own_edges(). Returns
/// false if there are other free edges.
HWY_INLINE bool measure_deepest(const Pair<3>& pair, const BoxDifference& c, std::size_t i,
                                BoxAxis& axis, Vector3& at_a, Vector3& at_b) {
  const Lanes lanes;
  const double along = set_direction(pair, c, i, axis);
  const Reached a =
      reach_along<1>(pair.a, axis.direction, axis.length, hn::Load(lanes, c.half_a.data()),
                     hn::Load(lanes, kHeldEdges.of[i][0].data()), at_a);
  const Reached b =
      reach_along<-1>(pair.b, axis.direction, axis.length, hn::Load(lanes, c.half_b.data()),
                      hn::Load(lanes, kHeldEdges.of[i][1].data()), at_b);
  axis.gap = along - hn::GetLane(hn::SumOfLanes(lanes, hn::Add(a.width, b.width)));
  return a.usual && b.usual;
}

#else

HWY_INLINE bool measure_deepest(const Pair<3>& pair, const BoxDifference& c, std::size_t i,
                                BoxAxis& axis, Vector3& at_a, Vector3& at_b) {
  measure_axis(pair, c, i, axis);
  const unsigned free = free_edges(pair, i, axis);
  set_vertex(pair.a, axis.rise.data(), 1, free, at_a);
  set_vertex(pair.b, axis.rise.data() + 3, -1, free >> 3, at_b);
  return free == (1U << kBoxAxisEdges[i][0] | 1U << kBoxAxisEdges[i][1]);
}

#endif

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

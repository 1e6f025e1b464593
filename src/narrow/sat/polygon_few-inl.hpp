// SPDX-License-Identifier: Apache-2.0
//
// Two polygons of up to eight vertices: every edge of both at once. The frames are made in lanes
// from the poses themselves, for a number that is made alone has a long way into a vector.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_SAT_POLYGON_FEW_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SAT_POLYGON_FEW_INL_HPP
#undef SUNDER_NARROW_SAT_POLYGON_FEW_INL_HPP
#else
#define SUNDER_NARROW_SAT_POLYGON_FEW_INL_HPP
#endif

#include <array>
#include <hwy/highway.h>

#include "narrow/sat/polygon_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

/// A pose in every lane.
template <class V>
struct PoseInLanes {
  V xx, xy, yx, yy, x, y;
};
template <class Tag>
HWY_INLINE PoseInLanes<hn::Vec<Tag>> in_lanes(Tag lanes, const Pose<2>& pose) {
  const double* const r = pose.linear_data();
  const double* const t = pose.offset_data();
  return {hn::Set(lanes, r[0]), hn::Set(lanes, r[1]), hn::Set(lanes, r[2]),
          hn::Set(lanes, r[3]), hn::Set(lanes, t[0]), hn::Set(lanes, t[1])};
}

/// p q - r s.
template <class V>
HWY_INLINE V product_difference(V p, V q, V r, V s) {
  return hn::NegMulAdd(r, s, hn::Mul(p, q));
}

/// place_polygons() in lanes: how each body's edges see the other's vertices.
template <class V>
struct FramesInLanes {
  FrameInLanes<V> a, b;
};
template <class Tag>
HWY_INLINE FramesInLanes<hn::Vec<Tag>> frames_of(Tag lanes, const Pair<2>& pair) {
  const auto p = in_lanes(lanes, *pair.a.pose);
  const auto q = in_lanes(lanes, *pair.b.pose);
  const auto x = hn::Sub(q.x, p.x);
  const auto y = hn::Sub(q.y, p.y);
  FramesInLanes<hn::Vec<Tag>> of;
  of.a.xx = product_difference(p.yy, q.xx, p.xy, q.yx);
  of.a.xy = product_difference(p.yy, q.xy, p.xy, q.yy);
  of.a.yx = product_difference(p.xx, q.yx, p.yx, q.xx);
  of.a.yy = product_difference(p.xx, q.yy, p.yx, q.xy);
  of.a.x = product_difference(p.yy, x, p.xy, y);
  of.a.y = product_difference(p.xx, y, p.yx, x);
  of.a.determinant = product_difference(p.xx, p.yy, p.xy, p.yx);
  of.b.xx = of.a.yy;
  of.b.xy = hn::Neg(of.a.xy);
  of.b.yx = hn::Neg(of.a.yx);
  of.b.yy = of.a.xx;
  of.b.x = product_difference(q.xy, y, q.yy, x);
  of.b.y = product_difference(q.yx, x, q.xx, y);
  of.b.determinant = product_difference(q.xx, q.yy, q.xy, q.yx);
  return of;
}

/// The verdict of two polygons of up to kCount vertices, 4 or 8.
template <std::size_t kCount>
HWY_INLINE Verdict verdict_of_few(const Pair<2>& pair, double error) {
  const hn::CappedTag<double, kCount> lanes;
  const Polygon& a = *pair.a.hull->polygon;
  const Polygon& b = *pair.b.hull->polygon;
  const auto frames = frames_of(lanes, pair);
  const PolygonRows rows_a = few_rows(a, 0);
  const PolygonRows rows_b = few_rows(b, 0);
  auto greatest = hn::Max(edge_gaps(lanes, frames.a, rows_a, rows_b, kCount),
                          edge_gaps(lanes, frames.b, rows_b, rows_a, kCount));
  for (std::size_t i = hn::Lanes(lanes); i < kCount; i += hn::Lanes(lanes)) {
    const auto of_a = edge_gaps(lanes, frames.a, few_rows(a, i), rows_b, kCount);
    const auto of_b = edge_gaps(lanes, frames.b, few_rows(b, i), rows_a, kCount);
    greatest = hn::Max(greatest, hn::Max(of_a, of_b));
  }
  return verdict_of(lanes, greatest, error);
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

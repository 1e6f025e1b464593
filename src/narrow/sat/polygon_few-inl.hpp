// SPDX-License-Identifier: Apache-2.0
//
// Measures two polygons of up to eight vertices: every edge of both at once. Normals are mapped
// into the world and from there into the other body's frame. Lanes are broadcast from the poses in
// memory, because moving a scalar result into a vector register costs latency.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_SAT_POLYGON_FEW_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SAT_POLYGON_FEW_INL_HPP
#undef SUNDER_NARROW_SAT_POLYGON_FEW_INL_HPP
#else
#define SUNDER_NARROW_SAT_POLYGON_FEW_INL_HPP
#endif

#include <cstddef>
#include <hwy/highway.h>

#include "narrow/sat/polygon_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

/// Returns the outward normals of a vector of edges in the world: cof(P) n.
template <class Tag>
HWY_INLINE Vec2<hn::Vec<Tag>> world_edges(Tag lanes, const double* linear,
                                          const PolygonRows& edges) {
  const Vec2<hn::Vec<Tag>> normal{hn::LoadU(lanes, edges.normal_x),
                                  hn::LoadU(lanes, edges.normal_y)};
  return {cross(normal, broadcast(lanes, linear[2], linear[3])),
          cross(broadcast(lanes, linear[0], linear[1]), normal)};
}
/// Returns P^T u: the directions in a body's own frame.
template <class Tag>
HWY_INLINE Vec2<hn::Vec<Tag>> pulled_back(Tag lanes, const double* linear,
                                          const Vec2<hn::Vec<Tag>>& u) {
  return {dot(u, broadcast(lanes, linear[0], linear[2])),
          dot(u, broadcast(lanes, linear[1], linear[3]))};
}
/// Returns u . d.
template <class Tag>
HWY_INLINE hn::Vec<Tag> edges_moved(Tag lanes, const Vec2<hn::Vec<Tag>>& u,
                                    const PosedPolygons& pair) {
  const double x = pair.b.pose->offset(0) - pair.a.pose->offset(0);
  const double y = pair.b.pose->offset(1) - pair.a.pose->offset(1);
  return dot(u, broadcast(lanes, x, y));
}

/// Computes edges_seen() of one body from the poses themselves.
template <std::size_t kOf, class Tag>
HWY_INLINE EdgesSeen<hn::Vec<Tag>> edges_seen(Tag lanes, const PosedPolygons& pair,
                                              const PolygonRows& edges) {
  const double* const own = linear_data(*(kOf == 0 ? pair.a : pair.b).pose);
  const double* const other = linear_data(*(kOf == 0 ? pair.b : pair.a).pose);
  const auto normals = world_edges(lanes, own, edges);
  const auto seen = pulled_back(lanes, other, normals);
  const auto along = edges_moved(lanes, normals, pair);
  const auto here = hn::Mul(hn::Set(lanes, determinant(own)), hn::LoadU(lanes, edges.height));
  return {seen, kOf == 0 ? hn::Sub(along, here) : hn::Neg(hn::Add(along, here))};
}

/// Returns the verdict of two polygons of up to kCount vertices, 4 or 8.
template <std::size_t kCount>
HWY_INLINE Verdict verdict_of_few(const PosedPolygons& pair, double error) {
  const hn::CappedTag<double, kCount> lanes;
  const Polygon& a = *pair.a.polygon;
  const Polygon& b = *pair.b.polygon;
  const PolygonRows rows_a = few_rows(a, 0);
  const PolygonRows rows_b = few_rows(b, 0);
  auto greatest = hn::Max(edge_gaps(edges_seen<0>(lanes, pair, rows_a), rows_b, kCount),
                          edge_gaps(edges_seen<1>(lanes, pair, rows_b), rows_a, kCount));
  for (std::size_t i = hn::Lanes(lanes); i < kCount; i += hn::Lanes(lanes)) {
    const auto of_a = edge_gaps(edges_seen<0>(lanes, pair, few_rows(a, i)), rows_b, kCount);
    const auto of_b = edge_gaps(edges_seen<1>(lanes, pair, few_rows(b, i)), rows_a, kCount);
    greatest = hn::Max(greatest, hn::Max(of_a, of_b));
  }
  return verdict_of(lanes, greatest, error);
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

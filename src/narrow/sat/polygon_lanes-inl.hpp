// SPDX-License-Identifier: Apache-2.0
//
// Loads edges and vertices of polygons into lanes. It is for files that are compiled once for each
// instruction set.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_SAT_POLYGON_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SAT_POLYGON_LANES_INL_HPP
#undef SUNDER_NARROW_SAT_POLYGON_LANES_INL_HPP
#else
#define SUNDER_NARROW_SAT_POLYGON_LANES_INL_HPP
#endif

#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>
#include <limits>

#include "lanes/space-inl.hpp"
#include "narrow/sat/polygon_pair.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using sunder::detail::HWY_NAMESPACE::broadcast;
using sunder::detail::HWY_NAMESPACE::Vec2;

/// The rows of a polygon from some entry on.
struct PolygonRows {
  const double* x;
  const double* y;
  const double* normal_x;
  const double* normal_y;
  const double* height;
};
HWY_INLINE PolygonRows rows_from(const double* rows, std::ptrdiff_t stride, std::ptrdiff_t first) {
  const double* const x = rows + first;
  return {x, x + stride, x + 2 * stride, x + 3 * stride, x + 4 * stride};
}
/// Returns the rows of at most Polygon::kLanes vertices: every row starts at a constant offset.
HWY_INLINE PolygonRows few_rows(const Polygon& polygon, std::size_t first) {
  return rows_from(polygon.rows(), Polygon::kLanes, static_cast<std::ptrdiff_t>(first));
}
HWY_INLINE PolygonRows many_rows(const Polygon& polygon, std::ptrdiff_t first) {
  return rows_from(polygon.rows(), polygon.stride, first);
}

HWY_INLINE PolygonRows rows_after(const PolygonRows& rows, std::size_t i) {
  return {rows.x + i, rows.y + i, rows.normal_x + i, rows.normal_y + i, rows.height + i};
}

/// Returns u . v of one vertex in every lane.
template <class V>
HWY_INLINE V height_of(const Vec2<V>& u, const PolygonRows& vertices, std::size_t j) {
  return dot(u, broadcast(hn::DFromV<V>(), vertices.x[j], vertices.y[j]));
}
/// Returns the least of four.
template <class V>
HWY_INLINE V least_height(const Vec2<V>& u, const PolygonRows& vertices, std::size_t j) {
  return hn::Min(hn::Min(height_of(u, vertices, j), height_of(u, vertices, j + 1)),
                 hn::Min(height_of(u, vertices, j + 2), height_of(u, vertices, j + 3)));
}

/// A PolygonFrame in every lane.
template <class V>
struct FrameInLanes {
  Vec2<V> column_x, column_y, at;
  V determinant;
};
template <class Tag>
HWY_INLINE FrameInLanes<hn::Vec<Tag>> in_lanes(Tag lanes, const PolygonFrame& frame) {
  return {broadcast(lanes, frame.xx, frame.yx), broadcast(lanes, frame.xy, frame.yy),
          broadcast(lanes, frame.x, frame.y), hn::Set(lanes, frame.determinant)};
}

/// A vector of edges in the other body's frame: normals, and the part of their gaps that does not
/// depend on its vertices.
template <class V>
struct EdgesSeen {
  Vec2<V> normal;
  V here;
};
template <class Tag>
HWY_INLINE EdgesSeen<hn::Vec<Tag>> edges_seen(Tag lanes, const FrameInLanes<hn::Vec<Tag>>& frame,
                                              const PolygonRows& edges) {
  const Vec2<hn::Vec<Tag>> normal{hn::LoadU(lanes, edges.normal_x),
                                  hn::LoadU(lanes, edges.normal_y)};
  const auto moved = dot(normal, frame.at);
  return {{dot(normal, frame.column_x), dot(normal, frame.column_y)},
          hn::NegMulAdd(frame.determinant, hn::LoadU(lanes, edges.height), moved)};
}

/// Returns the gaps along the normals of a vector of edges, against a multiple of four vertices.
template <class V>
HWY_INLINE V edge_gaps(const EdgesSeen<V>& seen, const PolygonRows& vertices, std::size_t count) {
  auto least = least_height(seen.normal, vertices, 0);
  for (std::size_t j = 4; j < count; j += 4) {
    least = hn::Min(least, least_height(seen.normal, vertices, j));
  }
  return hn::Add(least, seen.here);
}
template <class Tag>
HWY_INLINE hn::Vec<Tag> edge_gaps(Tag lanes, const PolygonFrame& frame, const PolygonRows& edges,
                                  const PolygonRows& vertices, std::size_t count) {
  return edge_gaps(edges_seen(lanes, in_lanes(lanes, frame), edges), vertices, count);
}

template <class Tag>
HWY_INLINE Verdict verdict_of(Tag lanes, hn::Vec<Tag> greatest, double error) {
  if (!hn::AllFalse(lanes, hn::Gt(greatest, hn::Set(lanes, error)))) return Verdict::separated;
  if (hn::AllTrue(lanes, hn::Lt(greatest, hn::Set(lanes, -error)))) return Verdict::overlapping;
  return Verdict::undecided;
}

/// Returns the number of vertices up to where a row repeats, and a few more.
HWY_INLINE std::size_t whole_row(const Polygon& polygon) {
  return static_cast<std::size_t>(
      polygon.count <= Polygon::kLanes ? Polygon::kLanes : polygon.stride - Polygon::kLanes);
}

/// Returns the verdict by all edges of both, of any number.
HWY_INLINE Verdict verdict_of_all(const PolygonPair& pair) {
  const hn::CappedTag<double, 8> lanes;
  auto greatest = hn::Set(lanes, -std::numeric_limits<double>::infinity());
  for (std::size_t of = 0; of < 2; ++of) {
    const PolygonSide& side = pair.side[of];
    const Polygon& other = *pair.side[1 - of].polygon;
    const PolygonRows vertices = many_rows(other, 0);
    for (std::size_t i = 0; i < whole_row(*side.polygon); i += hn::Lanes(lanes)) {
      const PolygonRows edges = many_rows(*side.polygon, static_cast<std::ptrdiff_t>(i));
      greatest = hn::Max(greatest, edge_gaps(lanes, side.frame, edges, vertices, whole_row(other)));
    }
  }
  return verdict_of(lanes, greatest, pair.error);
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

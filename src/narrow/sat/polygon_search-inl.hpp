// SPDX-License-Identifier: Apache-2.0
//
// Declares the parts of the search for the nearest features of two polygons, in lanes. All results
// may be wrong in their last digits, or consider too few vertices: proofs follow
// (polygon_proof.hpp).

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_SAT_POLYGON_SEARCH_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SAT_POLYGON_SEARCH_INL_HPP
#undef SUNDER_NARROW_SAT_POLYGON_SEARCH_INL_HPP
#else
#define SUNDER_NARROW_SAT_POLYGON_SEARCH_INL_HPP
#endif

#include <algorithm>
#include <hwy/highway.h>

#include "narrow/sat/polygon_lanes-inl.hpp"
#include "narrow/sat/polygon_proof.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

inline constexpr int kMostRounds = 8;  ///< of a search from window to window

struct Greatest {
  double value;
  std::int32_t at;
};

/// The greatest of many numbers and its index; numbers come a vector at a time.
template <class Tag, std::size_t kCount>
class GreatestLane {
 public:
  HWY_INLINE explicit GreatestLane(hn::Vec<Tag> first)
      : greatest_(first), begin_(hn::Zero(Tag())) {}

  HWY_INLINE void take(hn::Vec<Tag> next, std::size_t begin) {
    const Tag lanes;
    begin_ =
        hn::IfThenElse(hn::Gt(next, greatest_), hn::Set(lanes, static_cast<double>(begin)), begin_);
    greatest_ = hn::Max(greatest_, next);
  }
  HWY_INLINE Greatest finish() const {
    const Tag lanes;
    const auto greatest = hn::MaxOfLanes(lanes, greatest_);
    const auto lane = std::max<std::intptr_t>(
        0, static_cast<std::intptr_t>(hn::FindFirstTrue(lanes, hn::Eq(greatest_, greatest))));
    const auto at = static_cast<std::int32_t>(lane);
    if (kCount <= hn::Lanes(lanes)) return {hn::GetLane(greatest), at};
    HWY_ALIGN double begin[HWY_MAX_BYTES / sizeof(double)];
    hn::Store(begin_, lanes, begin);
    return {hn::GetLane(greatest), static_cast<std::int32_t>(begin[lane]) + at};
  }

 private:
  hn::Vec<Tag> greatest_, begin_;
};

/// Returns u . v of a vector of vertices.
template <class V>
HWY_INLINE V heights_at(V x, V y, const PolygonRows& rows, std::size_t i) {
  const hn::DFromV<V> lanes;
  return hn::MulAdd(x, hn::LoadU(lanes, rows.x + i), hn::Mul(y, hn::LoadU(lanes, rows.y + i)));
}

/// Returns the greatest of u . v over the first `count` entries, which fill whole vectors. kCount
/// is that count if it is constant, else any larger number.
template <std::size_t kCount, class Tag>
HWY_INLINE Greatest farthest(Tag lanes, const PolygonRows& rows, std::size_t count,
                             const Vector2& u) {
  const auto x = hn::Set(lanes, u[0]);
  const auto y = hn::Set(lanes, u[1]);
  GreatestLane<Tag, kCount> greatest(heights_at(x, y, rows, 0));
  for (std::size_t i = hn::Lanes(lanes); i < count; i += hn::Lanes(lanes)) {
    greatest.take(heights_at(x, y, rows, i), i);
  }
  return greatest.finish();
}

/// Rows of both bodies from some entry on.
using PolygonWindows = std::array<PolygonRows, 2>;

/// The extreme vertices along a direction, and the gap between them.
struct Scan {
  double gap;
  std::array<std::int32_t, 2> vertex;
};

template <std::size_t kCount, class Tag>
HWY_INLINE Scan scan(Tag lanes, const PolygonPair& pair, const PolygonWindows& rows,
                     const std::array<std::size_t, 2>& counts, const Vector2& u) {
  const Vector2 p = turned_back(pair.side[0].linear, u);
  const Vector2 q = turned_back(pair.side[1].linear, {-u[0], -u[1]});
  const Greatest a = farthest<kCount>(lanes, rows[0], counts[0], p);
  const Greatest b = farthest<kCount>(lanes, rows[1], counts[1], q);
  const double along = u[0] * pair.offset[0] + u[1] * pair.offset[1];
  return {(-b.value - a.value) + along, {a.at, b.at}};
}
HWY_INLINE Scan scan_many(const PolygonPair& pair, const Vector2& u) {
  const Polygon& a = *pair.side[0].polygon;
  const Polygon& b = *pair.side[1].polygon;
  return scan<2 * Polygon::kMostVertices>(hn::CappedTag<double, 8>(), pair,
                                          {many_rows(a, 0), many_rows(b, 0)},
                                          {whole_row(a), whole_row(b)}, u);
}

/// Returns eight edges and vertices about a vertex; all, if the polygon has at most eight.
HWY_INLINE PolygonRows window_about(const Polygon& polygon, std::int32_t vertex) {
  if (polygon.count <= Polygon::kLanes) return few_rows(polygon, 0);
  const std::int32_t first = vertex - Polygon::kLanes / 2;
  return many_rows(polygon, first >= 0 ? first : first + polygon.count);
}
HWY_INLINE PolygonWindows windows_about(const PolygonPair& pair, const Scan& scan) {
  return {window_about(*pair.side[0].polygon, scan.vertex[0]),
          window_about(*pair.side[1].polygon, scan.vertex[1])};
}

/// Returns the edge of one body with the greatest gap, of kCount, against kCount vertices of the
/// other.
template <std::size_t kCount>
HWY_INLINE Greatest best_edge_of(const PolygonFrame& frame, const PolygonRows& edges,
                                 const PolygonRows& vertices) {
  const hn::CappedTag<double, kCount> lanes;
  GreatestLane<decltype(lanes), kCount> greatest(edge_gaps(lanes, frame, edges, vertices, kCount));
  for (std::size_t i = hn::Lanes(lanes); i < kCount; i += hn::Lanes(lanes)) {
    greatest.take(edge_gaps(lanes, frame, rows_after(edges, i), vertices, kCount), i);
  }
  return greatest.finish();
}

/// The better of both bodies' best edges, and the other one's.
struct BestEdge {
  double gap;
  std::size_t of;
  std::int32_t edge;
  std::int32_t other_edge;
};
template <std::size_t kCount>
HWY_INLINE BestEdge best_edge(const PolygonPair& pair, const PolygonWindows& rows) {
  const Greatest a = best_edge_of<kCount>(pair.side[0].frame, rows[0], rows[1]);
  const Greatest b = best_edge_of<kCount>(pair.side[1].frame, rows[1], rows[0]);
  // The lengths of normals depend on the poses.
  const double ratio = std::sqrt(pair.side[0].frame.determinant / pair.side[1].frame.determinant);
  if (b.value * ratio > a.value) return {b.value, 1, b.at, a.at};
  return {a.value, 0, a.at, b.at};
}

/// One body's frame about one of its vertices, for the vertices of the other.
struct SeenFromVertex {
  double xx, xy, yx, yy, x, y;
};
HWY_INLINE SeenFromVertex seen_from(const PolygonFrame& frame, const Vector2& vertex) {
  const double scale = 1 / frame.determinant;
  return {frame.xx * scale,
          frame.xy * scale,
          frame.yx * scale,
          frame.yy * scale,
          frame.x * scale - vertex[0],
          frame.y * scale - vertex[1]};
}

/// An edge from the origin, along a direction of length 1.
struct EdgeAlong {
  double x, y, length;
};

/// Returns the negated squares of a vector of vertices' distances from an edge; `along` receives
/// the positions on it.
template <class Tag>
HWY_INLINE hn::Vec<Tag> nearness(Tag lanes, const SeenFromVertex& from, const EdgeAlong& edge,
                                 const PolygonRows& vertices, std::size_t i, double* along) {
  using Point = Vec2<hn::Vec<Tag>>;
  const Point vertex{hn::LoadU(lanes, vertices.x + i), hn::LoadU(lanes, vertices.y + i)};
  const Point at{add_dot(broadcast(lanes, from.xx, from.xy), vertex, hn::Set(lanes, from.x)),
                 add_dot(broadcast(lanes, from.yx, from.yy), vertex, hn::Set(lanes, from.y))};
  const Point along_edge = broadcast(lanes, edge.x, edge.y);
  const auto foot = dot(at, along_edge);
  const auto t = hn::Min(hn::Max(foot, hn::Zero(lanes)), hn::Set(lanes, edge.length));
  hn::Store(t, lanes, along + i);
  const Point off = NegMulAdd(t, along_edge, at);
  return hn::Neg(dot(off, off));
}

/// Returns the nearest of kCount vertices to an edge of the other body, and its position along the
/// edge, from 0 to 1. If the pose shears the body, the true one may be another.
template <std::size_t kCount>
HWY_INLINE Foot nearest_vertex(const SeenFromVertex& from, const EdgeAlong& edge,
                               const PolygonRows& vertices) {
  const hn::CappedTag<double, kCount> lanes;
  HWY_ALIGN double along[kCount];
  const double inverse = 1 / edge.length;
  GreatestLane<decltype(lanes), kCount> nearest(nearness(lanes, from, edge, vertices, 0, along));
  for (std::size_t i = hn::Lanes(lanes); i < kCount; i += hn::Lanes(lanes)) {
    nearest.take(nearness(lanes, from, edge, vertices, i, along), i);
  }
  const std::int32_t at = nearest.finish().at;
  // An end is exactly 1, which a product might miss.
  return {at, along[at] < edge.length ? std::min(along[at] * inverse, 1.0) : 1.0};
}

/// Guesses that an edge of one window and the nearest vertex of the other are the nearest features.
/// `next` is the edge's other end.
template <std::size_t kCount>
HWY_INLINE NearestFeatures features_of(const PolygonPair& pair, const PolygonWindows& windows,
                                       std::size_t of, std::int32_t edge) {
  const Polygon& polygon = *pair.side[of].polygon;
  const bool last = polygon.count <= Polygon::kLanes && edge + 1 >= polygon.count;
  const std::int32_t next = last ? 0 : edge + 1;
  const PolygonRows& edges = windows[of];
  const PolygonRows& vertices = windows[1 - of];
  NearestFeatures f;
  f.edge_of = of;
  f.from = {edges.x[edge], edges.y[edge]};
  f.to = {edges.x[next], edges.y[next]};
  f.normal = {edges.normal_x[edge], edges.normal_y[edge]};
  const double length = (f.to[1] - f.from[1]) * f.normal[0] - (f.to[0] - f.from[0]) * f.normal[1];
  const Foot foot = nearest_vertex<kCount>(seen_from(pair.side[of].frame, f.from),
                                           {-f.normal[1], f.normal[0], length}, vertices);
  f.vertex = {vertices.x[foot.vertex], vertices.y[foot.vertex]};
  f.share = foot.share;
  return f;
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// SPDX-License-Identifier: Apache-2.0
//
// What the search for the nearest features of two polygons is made of, in lanes. Everything here
// may be wrong in its last digits, or look at too few vertices: proofs follow (polygon_proof.hpp).

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

struct Greatest {
  double value;
  std::int32_t at;
};

/// The greatest of many numbers and where it is; numbers come a vector at a time.
template <class Tag>
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
    HWY_ALIGN double begin[HWY_MAX_BYTES / sizeof(double)];
    hn::Store(begin_, lanes, begin);
    const auto greatest = hn::MaxOfLanes(lanes, greatest_);
    const auto lane = std::max<std::intptr_t>(
        0, static_cast<std::intptr_t>(hn::FindFirstTrue(lanes, hn::Eq(greatest_, greatest))));
    return {hn::GetLane(greatest),
            static_cast<std::int32_t>(begin[lane]) + static_cast<std::int32_t>(lane)};
  }

 private:
  hn::Vec<Tag> greatest_, begin_;
};

/// u . v of a vector of vertices.
template <class V>
HWY_INLINE V heights_at(V x, V y, const PolygonRows& rows, std::size_t i) {
  const hn::DFromV<V> lanes;
  return hn::MulAdd(x, hn::LoadU(lanes, rows.x + i), hn::Mul(y, hn::LoadU(lanes, rows.y + i)));
}

/// The greatest of u . v over the first `count` entries, which fill whole vectors.
template <class Tag>
HWY_INLINE Greatest farthest(Tag lanes, const PolygonRows& rows, std::size_t count, double x,
                             double y) {
  const auto along_x = hn::Set(lanes, x);
  const auto along_y = hn::Set(lanes, y);
  GreatestLane<Tag> greatest(heights_at(along_x, along_y, rows, 0));
  for (std::size_t i = hn::Lanes(lanes); i < count; i += hn::Lanes(lanes)) {
    greatest.take(heights_at(along_x, along_y, rows, i), i);
  }
  return greatest.finish();
}

/// The edge of the greatest gap, of kCount, against kCount vertices.
template <std::size_t kCount>
HWY_INLINE Greatest best_edge(const PolygonFrame& frame, const PolygonRows& edges,
                              const PolygonRows& vertices) {
  const hn::CappedTag<double, kCount> lanes;
  GreatestLane<decltype(lanes)> greatest(edge_gaps(lanes, frame, edges, vertices, kCount));
  for (std::size_t i = hn::Lanes(lanes); i < kCount; i += hn::Lanes(lanes)) {
    const PolygonRows next{edges.x + i, edges.y + i, edges.normal_x + i, edges.normal_y + i,
                           edges.height + i};
    greatest.take(edge_gaps(lanes, frame, next, vertices, kCount), i);
  }
  return greatest.finish();
}

/// The extreme vertices along a direction, and the gap that they leave.
struct Scan {
  double gap;
  std::int32_t a, b;
};

/// Some rows of both bodies.
struct PolygonWindows {
  PolygonRows a, b;
};

template <std::size_t kCount>
HWY_INLINE Scan scan_few(const PolygonPair& pair, const Vector2& u) {
  const hn::CappedTag<double, kCount> lanes;
  const Vector2 p = turned_back(pair.linear_a, u);
  const Vector2 q = turned_back(pair.linear_b, u);
  const Greatest a = farthest(lanes, few_rows(*pair.a), kCount, p[0], p[1]);
  const Greatest b = farthest(lanes, few_rows(*pair.b), kCount, -q[0], -q[1]);
  return {(-b.value - a.value) + (u[0] * pair.offset[0] + u[1] * pair.offset[1]), a.at, b.at};
}

HWY_INLINE Scan scan_many(const PolygonPair& pair, const Vector2& u) {
  const hn::CappedTag<double, 8> lanes;
  const Vector2 p = turned_back(pair.linear_a, u);
  const Vector2 q = turned_back(pair.linear_b, u);
  const Greatest a = farthest(lanes, many_rows(*pair.a, 0), whole_row(*pair.a), p[0], p[1]);
  const Greatest b = farthest(lanes, many_rows(*pair.b, 0), whole_row(*pair.b), -q[0], -q[1]);
  return {(-b.value - a.value) + (u[0] * pair.offset[0] + u[1] * pair.offset[1]), a.at, b.at};
}

/// Eight edges and vertices about a vertex; of a polygon that has no more, all.
HWY_INLINE PolygonRows window_about(const Polygon& polygon, std::int32_t vertex) {
  if (polygon.count <= Polygon::kLanes) return few_rows(polygon);
  const std::int32_t first = vertex - Polygon::kLanes / 2;
  return many_rows(polygon, first >= 0 ? first : first + polygon.count);
}

/// An edge of one body, from which the other's vertices are seen in a frame about its first end.
struct SeenFromEdge {
  double xx, xy, yx, yy, x, y;
  double edge_x, edge_y;
  double share;  ///< 1 / |edge|^2
};
HWY_INLINE SeenFromEdge seen_from_edge(const PolygonFrame& frame, const Vector2& from,
                                       const Vector2& to) {
  const double x = to[0] - from[0];
  const double y = to[1] - from[1];
  const double scale = 1 / frame.determinant;
  return {frame.xx * scale,
          frame.xy * scale,
          frame.yx * scale,
          frame.yy * scale,
          frame.x * scale - from[0],
          frame.y * scale - from[1],
          x,
          y,
          1 / (x * x + y * y)};
}

/// Minus the squares of the distances of a vector of vertices; `shares` receives where on the edge.
template <class Tag>
HWY_INLINE hn::Vec<Tag> nearness(Tag lanes, const SeenFromEdge& edge, const PolygonRows& vertices,
                                 std::size_t i, double* shares) {
  const auto x = hn::LoadU(lanes, vertices.x + i);
  const auto y = hn::LoadU(lanes, vertices.y + i);
  const auto z_x = hn::MulAdd(hn::Set(lanes, edge.xx), x,
                              hn::MulAdd(hn::Set(lanes, edge.xy), y, hn::Set(lanes, edge.x)));
  const auto z_y = hn::MulAdd(hn::Set(lanes, edge.yx), x,
                              hn::MulAdd(hn::Set(lanes, edge.yy), y, hn::Set(lanes, edge.y)));
  const auto e_x = hn::Set(lanes, edge.edge_x);
  const auto e_y = hn::Set(lanes, edge.edge_y);
  const auto along = hn::Mul(hn::MulAdd(z_x, e_x, hn::Mul(z_y, e_y)), hn::Set(lanes, edge.share));
  const auto t = hn::Min(hn::Max(along, hn::Zero(lanes)), hn::Set(lanes, 1.0));
  hn::Store(t, lanes, shares + i);
  const auto off_x = hn::NegMulAdd(t, e_x, z_x);
  const auto off_y = hn::NegMulAdd(t, e_y, z_y);
  return hn::Neg(hn::MulAdd(off_x, off_x, hn::Mul(off_y, off_y)));
}

/// Which of kCount vertices is nearest to an edge of the other body, and how far along the edge,
/// from 0 to 1. Of a body that its pose shears it may be another.
template <std::size_t kCount>
HWY_INLINE Foot nearest_vertex(const SeenFromEdge& edge, const PolygonRows& vertices) {
  const hn::CappedTag<double, kCount> lanes;
  HWY_ALIGN double shares[kCount];
  GreatestLane<decltype(lanes)> nearest(nearness(lanes, edge, vertices, 0, shares));
  for (std::size_t i = hn::Lanes(lanes); i < kCount; i += hn::Lanes(lanes)) {
    nearest.take(nearness(lanes, edge, vertices, i, shares), i);
  }
  const std::int32_t at = nearest.finish().at;
  return {at, shares[at]};
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

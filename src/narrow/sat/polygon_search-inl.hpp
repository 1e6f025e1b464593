// SPDX-License-Identifier: Apache-2.0
//
// Searches two polygons in lanes for the vertices that are extreme along a direction, and for the
// edges with the greatest gap. All results may be wrong in their last digits, or consider too few
// vertices: proofs follow.

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

/// The better of both bodies' best edges.
struct BestEdge {
  double gap;
  std::size_t of;
  std::int32_t edge;
};
template <std::size_t kCount>
HWY_INLINE BestEdge best_edge(const PolygonPair& pair, const PolygonWindows& rows) {
  const Greatest a = best_edge_of<kCount>(pair.side[0].frame, rows[0], rows[1]);
  const Greatest b = best_edge_of<kCount>(pair.side[1].frame, rows[1], rows[0]);
  // The lengths of normals depend on the poses.
  const double ratio = std::sqrt(pair.side[0].frame.determinant / pair.side[1].frame.determinant);
  if (b.value * ratio > a.value) return {b.value, 1, b.at};
  return {a.value, 0, a.at};
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

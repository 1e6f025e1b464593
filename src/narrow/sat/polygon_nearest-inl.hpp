// SPDX-License-Identifier: Apache-2.0
//
// Finds the nearest features of two separated polygons, among up to eight neighbouring vertices of
// each. All edges are measured side by side, and one reduction selects the best. The index of a
// number is in its last bits, which the selection does not need and the proof does not read. Either
// that edge faces the vertex that is lowest above it, or two vertices are nearest to each other.
//
// Rounding. A placed vertex of a loses two units a monomial. One of b loses four, since the offset
// loses one itself. The height along a direction loses two more. A direction that is pulled back
// into a body's frame loses two, a height along that two more. With the offset's share, which loses
// three, it loses one more. A gap, which is the difference of two heights, therefore loses seven at
// most, as in gap_error().

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_SAT_POLYGON_NEAREST_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SAT_POLYGON_NEAREST_INL_HPP
#undef SUNDER_NARROW_SAT_POLYGON_NEAREST_INL_HPP
#else
#define SUNDER_NARROW_SAT_POLYGON_NEAREST_INL_HPP
#endif

#include <array>
#include <bit>
#include <cstdint>
#include <hwy/highway.h>

#include "narrow/sat/polygon_few-inl.hpp"
#include "narrow/sat/polygon_search-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

/// The last bits, which hold an index: of an edge of either body, or of two vertices.
inline constexpr std::uint64_t kIndexBits = 63;

/// Vertices of a window in the world, relative to the origin of a.
template <std::size_t kCount>
struct PlacedVertices {
  HWY_ALIGN double x[kCount];
  HWY_ALIGN double y[kCount];
};
template <std::size_t kCount>
HWY_INLINE void place(const double* linear, const Vector2& offset, const PolygonRows& rows,
                      PlacedVertices<kCount>& placed) {
  const hn::CappedTag<double, kCount> lanes;
  for (std::size_t i = 0; i < kCount; i += hn::Lanes(lanes)) {
    const Vec2<hn::Vec<decltype(lanes)>> at{hn::LoadU(lanes, rows.x + i),
                                            hn::LoadU(lanes, rows.y + i)};
    const auto at_x = dot(broadcast(lanes, linear[0], linear[1]), at);
    const auto at_y = dot(broadcast(lanes, linear[2], linear[3]), at);
    hn::Store(hn::Add(at_x, hn::Set(lanes, offset[0])), lanes, placed.x + i);
    hn::Store(hn::Add(at_y, hn::Set(lanes, offset[1])), lanes, placed.y + i);
  }
}

/// Returns numbers with an index in place of their last bits.
template <class Tag>
HWY_INLINE hn::Vec<Tag> with_index(Tag lanes, hn::Vec<Tag> values, hn::Vec<Tag> index) {
  const hn::RebindToUnsigned<Tag> bits;
  const auto kept = hn::BitCast(lanes, hn::Set(bits, ~kIndexBits));
  return hn::OrAnd(index, values, kept);
}
/// Returns `first` and, in the lanes after it, the numbers that follow, as bits.
template <class Tag>
HWY_INLINE hn::Vec<Tag> indices_from(Tag lanes, std::size_t first) {
  const hn::RebindToUnsigned<Tag> bits;
  return hn::BitCast(lanes, hn::Iota(bits, static_cast<std::uint64_t>(first)));
}
/// Returns one number in each lane.
template <class Tag>
HWY_INLINE hn::Vec<Tag> index_of(Tag lanes, std::size_t index) {
  return hn::Set(lanes, std::bit_cast<double>(static_cast<std::uint64_t>(index)));
}
HWY_INLINE std::int32_t index_in(double value) {
  return static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(value) & kIndexBits);
}

/// The measurements of the edges of two windows, those of a and those of b: heights along each
/// edge's normal, from the origin of a.
template <std::size_t kCount>
struct EdgeMeasures {
  HWY_ALIGN double x[2][kCount];  ///< the outward normal, as rounded
  HWY_ALIGN double y[2][kCount];
  HWY_ALIGN double inverse[2][kCount];  ///< of its length
  HWY_ALIGN double bottom[2][kCount];   ///< of the other's lowest vertex
  HWY_ALIGN double lowest[2][kCount];   ///< its index is in the last bits
};

/// The lowest of all vertices, and the same height with the vertex's index in the last bits.
template <class V>
struct MarkedHeight {
  V least, marked;
};
template <std::size_t kCount, class V>
HWY_INLINE MarkedHeight<V> marked_height(const Vec2<V>& u, const PolygonRows& vertices) {
  const hn::DFromV<V> lanes;
  const auto first = height_of(u, vertices, 0);
  const auto second = height_of(u, vertices, 1);
  auto even = first;
  auto odd = second;
  auto even_marked = with_index(lanes, first, index_of(lanes, 0));
  auto odd_marked = with_index(lanes, second, index_of(lanes, 1));
  for (std::size_t j = 2; j < kCount; j += 2) {
    const auto height = height_of(u, vertices, j);
    const auto next = height_of(u, vertices, j + 1);
    even = hn::Min(even, height);
    odd = hn::Min(odd, next);
    even_marked = hn::Min(even_marked, with_index(lanes, height, index_of(lanes, j)));
    odd_marked = hn::Min(odd_marked, with_index(lanes, next, index_of(lanes, j + 1)));
  }
  return {hn::Min(even, odd), hn::Min(even_marked, odd_marked)};
}

/// Measures a vector of edges of one body. Returns their gaps, with the error E.
template <std::size_t kOf, std::size_t kCount, class Tag>
HWY_INLINE hn::Vec<Tag> measure_edges(Tag lanes, const PosedPolygons& bodies,
                                      const PolygonWindows& rows, std::size_t i,
                                      EdgeMeasures<kCount>& measures) {
  const double* const own = linear_data(*(kOf == 0 ? bodies.a : bodies.b).pose);
  const double* const other = linear_data(*(kOf == 0 ? bodies.b : bodies.a).pose);
  const PolygonRows edges = rows_after(rows[kOf], i);
  const auto normals = world_edges(lanes, own, edges);
  const auto along = edges_moved(lanes, normals, bodies);
  const auto seen = pulled_back(lanes, other, normals);
  const auto lowest = marked_height<kCount>(seen, rows[1 - kOf]);
  const auto here = hn::Mul(hn::Set(lanes, determinant(own)), hn::LoadU(lanes, edges.height));
  const auto squared = dot(normals, normals);
  const auto bottom = kOf == 0 ? hn::Add(lowest.least, along) : lowest.least;
  hn::Store(normals.x, lanes, measures.x[kOf] + i);
  hn::Store(normals.y, lanes, measures.y[kOf] + i);
  hn::Store(hn::Div(hn::Set(lanes, 1.0), hn::Sqrt(squared)), lanes, measures.inverse[kOf] + i);
  hn::Store(bottom, lanes, measures.bottom[kOf] + i);
  hn::Store(lowest.marked, lanes, measures.lowest[kOf] + i);
  return hn::Sub(bottom, kOf == 0 ? here : hn::Add(here, along));
}

/// The edge with the greatest gap, its body, and the other body's vertex that is lowest above it.
struct BestGap {
  double gap;  ///< up to last bits
  std::size_t of;
  std::int32_t edge, vertex;
  /// Every gap is below -2 E: E for its rounding; six bits are less than 2^-45 of it.
  bool all_below;
};
template <std::size_t kCount>
HWY_INLINE BestGap best_gap(const PosedPolygons& bodies, const PolygonWindows& rows, double error,
                            EdgeMeasures<kCount>& measures) {
  const hn::CappedTag<double, kCount> lanes;
  auto greatest = hn::Set(lanes, -std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < kCount; i += hn::Lanes(lanes)) {
    const auto of_a = measure_edges<0, kCount>(lanes, bodies, rows, i, measures);
    const auto of_b = measure_edges<1, kCount>(lanes, bodies, rows, i, measures);
    greatest = hn::Max(greatest, hn::Max(with_index(lanes, of_a, indices_from(lanes, i)),
                                         with_index(lanes, of_b, indices_from(lanes, i + 8))));
  }
  BestGap best;
  best.gap = hn::GetLane(hn::MaxOfLanes(lanes, greatest));
  const std::int32_t index = index_in(best.gap);
  best.of = static_cast<std::size_t>(index >> 3);
  best.edge = index & 7;
  best.vertex = index_in(measures.lowest[best.of][best.edge]) & 7;
  best.all_below = best.gap < -2 * error;
  return best;
}

/// Returns the two vertices that are nearest to each other, up to the last bits of the square.
template <std::size_t kCount>
HWY_INLINE std::array<std::int32_t, 2> nearest_vertices(const PlacedVertices<kCount>& a,
                                                        const PlacedVertices<kCount>& b) {
  const hn::CappedTag<double, kCount> lanes;
  auto least = hn::Set(lanes, std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < kCount; i += hn::Lanes(lanes)) {
    const Vec2<hn::Vec<decltype(lanes)>> on_a{hn::Load(lanes, a.x + i), hn::Load(lanes, a.y + i)};
    auto of_a = hn::Set(lanes, std::numeric_limits<double>::infinity());
    for (std::size_t j = 0; j < kCount; ++j) {
      const auto apart = Sub(on_a, broadcast(lanes, b.x[j], b.y[j]));
      const auto squared = dot(apart, apart);
      of_a = hn::Min(of_a, with_index(lanes, squared, index_of(lanes, 8 * j)));
    }
    least = hn::Min(least, hn::Or(of_a, indices_from(lanes, i)));
  }
  const std::int32_t both = index_in(hn::GetLane(hn::MinOfLanes(lanes, least)));
  return {both & 7, both >> 3};
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// SPDX-License-Identifier: Apache-2.0
//
// The nearest features of two polygons that are apart, among up to eight neighbouring vertices of
// each. All edges are measured side by side, and the best is chosen by one reduction: the index of
// a number stands in its last bits, which a choice can spare and the proof does not read. Either
// that edge faces the vertex that is lowest above it, or two vertices are nearest to each other.
//
// Rounding. A placed vertex of a loses two units a monomial, one of b four, for the offset loses one
// itself; the height along a direction two more, and a gap, which is the difference of two, one:
// seven in all, as gap_error() has it.
//
// Where a window is not the whole polygon the extreme vertex of it is that of the polygon if both
// ends of the window are lower by more than their errors: heights along a convex polygon's corners
// rise once and fall once, so what is higher than both ends lies between them, or the highest
// vertex outside would make a second rise.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_SAT_POLYGON_NEAREST_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SAT_POLYGON_NEAREST_INL_HPP
#undef SUNDER_NARROW_SAT_POLYGON_NEAREST_INL_HPP
#else
#define SUNDER_NARROW_SAT_POLYGON_NEAREST_INL_HPP
#endif

#include <algorithm>
#include <bit>
#include <cstdint>
#include <hwy/highway.h>

#include "narrow/sat/polygon_few-inl.hpp"
#include "narrow/sat/polygon_search-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

/// Last bits that hold an index: of an edge of either body, or of two vertices.
inline constexpr std::uint64_t kIndexBits = 63;

/// Vertices of a window in the world, seen from the origin of a.
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
    const auto x = hn::LoadU(lanes, rows.x + i);
    const auto y = hn::LoadU(lanes, rows.y + i);
    const auto at_x =
        hn::MulAdd(hn::Set(lanes, linear[0]), x, hn::Mul(hn::Set(lanes, linear[1]), y));
    const auto at_y =
        hn::MulAdd(hn::Set(lanes, linear[2]), x, hn::Mul(hn::Set(lanes, linear[3]), y));
    hn::Store(hn::Add(at_x, hn::Set(lanes, offset[0])), lanes, placed.x + i);
    hn::Store(hn::Add(at_y, hn::Set(lanes, offset[1])), lanes, placed.y + i);
  }
}

/// Numbers with an index in place of their last bits.
template <class Tag>
HWY_INLINE hn::Vec<Tag> with_index(Tag lanes, hn::Vec<Tag> values, hn::Vec<Tag> index) {
  const hn::RebindToUnsigned<Tag> bits;
  const auto kept = hn::BitCast(lanes, hn::Set(bits, ~kIndexBits));
  return hn::Or(hn::And(values, kept), index);
}
/// `first` and, in the lanes after it, the numbers that follow, as bits.
template <class Tag>
HWY_INLINE hn::Vec<Tag> indices_from(Tag lanes, std::size_t first) {
  const hn::RebindToUnsigned<Tag> bits;
  return hn::BitCast(lanes, hn::Iota(bits, static_cast<std::uint64_t>(first)));
}
/// The same number in each lane.
template <class Tag>
HWY_INLINE hn::Vec<Tag> index_of(Tag lanes, std::size_t index) {
  return hn::Set(lanes, std::bit_cast<double>(static_cast<std::uint64_t>(index)));
}
HWY_INLINE std::int32_t index_in(double value) {
  return static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(value) & kIndexBits);
}

/// The gaps of edge_gaps() but for last bits; those of `least`, which are the heights of the lowest
/// vertices, tell which they are.
template <class Tag>
HWY_INLINE hn::Vec<Tag> marked_gaps(Tag lanes, const FrameInLanes<hn::Vec<Tag>>& frame,
                                    const PolygonRows& edges, const PolygonRows& vertices,
                                    std::size_t count, hn::Vec<Tag>& least) {
  const auto seen = edges_seen(lanes, frame, edges);
  least = with_index(lanes, height_of(seen.x, seen.y, vertices, 0), index_of(lanes, 0));
  for (std::size_t j = 1; j < count; ++j) {
    const auto height = height_of(seen.x, seen.y, vertices, j);
    least = hn::Min(least, with_index(lanes, height, index_of(lanes, j)));
  }
  return hn::Add(least, seen.here);
}

/// The edge with the greatest gap, whose it is, and the other body's vertex that is lowest above it.
struct BestGap {
  double gap;  ///< but for last bits
  std::size_t of;
  std::int32_t edge, vertex;
  /// Every gap is below -8 E: E for its rounding, and for the six bits of a height, which is at
  /// most 2 sigma T (polygon_pair.hpp), 128 u sigma T or 6.4 E.
  bool all_below;
};
template <std::size_t kCount>
HWY_INLINE BestGap best_gap(const Pair<2>& bodies, const PolygonWindows& rows, double error) {
  const hn::CappedTag<double, kCount> lanes;
  HWY_ALIGN double lowest[2][kCount];
  const auto frames = frames_of(lanes, bodies);
  auto greatest = hn::Set(lanes, -std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < kCount; i += hn::Lanes(lanes)) {
    auto least_b = greatest;
    auto least_a = greatest;
    const auto of_a =
        marked_gaps(lanes, frames.a, rows_after(rows[0], i), rows[1], kCount, least_b);
    const auto of_b =
        marked_gaps(lanes, frames.b, rows_after(rows[1], i), rows[0], kCount, least_a);
    hn::Store(least_b, lanes, lowest[0] + i);
    hn::Store(least_a, lanes, lowest[1] + i);
    greatest = hn::Max(greatest, hn::Max(with_index(lanes, of_a, indices_from(lanes, i)),
                                         with_index(lanes, of_b, indices_from(lanes, i + 8))));
  }
  BestGap best;
  best.gap = hn::GetLane(hn::MaxOfLanes(lanes, greatest));
  const std::int32_t index = index_in(best.gap);
  best.of = static_cast<std::size_t>(index >> 3);
  best.edge = index & 7;
  best.vertex = index_in(lowest[best.of][best.edge]) & 7;
  best.all_below = best.gap < -8 * error;
  return best;
}

/// The two vertices that are nearest to each other, but for the last bits of the square.
template <std::size_t kCount>
HWY_INLINE std::array<std::int32_t, 2> nearest_vertices(const PlacedVertices<kCount>& a,
                                                        const PlacedVertices<kCount>& b) {
  const hn::CappedTag<double, kCount> lanes;
  auto least = hn::Set(lanes, std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < kCount; i += hn::Lanes(lanes)) {
    const auto a_x = hn::Load(lanes, a.x + i);
    const auto a_y = hn::Load(lanes, a.y + i);
    auto of_a = hn::Set(lanes, std::numeric_limits<double>::infinity());
    for (std::size_t j = 0; j < kCount; ++j) {
      const auto x = hn::Sub(a_x, hn::Set(lanes, b.x[j]));
      const auto y = hn::Sub(a_y, hn::Set(lanes, b.y[j]));
      const auto squared = hn::MulAdd(x, x, hn::Mul(y, y));
      of_a = hn::Min(of_a, with_index(lanes, squared, index_of(lanes, 8 * j)));
    }
    least = hn::Min(least, hn::Or(of_a, indices_from(lanes, i)));
  }
  const std::int32_t both = index_in(hn::GetLane(hn::MinOfLanes(lanes, least)));
  return {both & 7, both >> 3};
}

/// The highest of a and the lowest of b along a direction.
struct WindowGap {
  double top, bottom;
};
template <std::size_t kCount>
HWY_INLINE WindowGap gap_along(const Vector2& u, const PlacedVertices<kCount>& a,
                               const PlacedVertices<kCount>& b) {
  const hn::CappedTag<double, kCount> lanes;
  const auto x = hn::Set(lanes, u[0]);
  const auto y = hn::Set(lanes, u[1]);
  auto highest = hn::Set(lanes, -std::numeric_limits<double>::infinity());
  auto lowest = hn::Neg(highest);
  for (std::size_t i = 0; i < kCount; i += hn::Lanes(lanes)) {
    const auto a_y = hn::Mul(y, hn::Load(lanes, a.y + i));
    const auto b_y = hn::Mul(y, hn::Load(lanes, b.y + i));
    highest = hn::Max(highest, hn::MulAdd(x, hn::Load(lanes, a.x + i), a_y));
    lowest = hn::Min(lowest, hn::MulAdd(x, hn::Load(lanes, b.x + i), b_y));
  }
  return {hn::GetLane(hn::MaxOfLanes(lanes, highest)), hn::GetLane(hn::MinOfLanes(lanes, lowest))};
}

/// Whether these are the extreme heights of the whole polygons: see above.
template <std::size_t kCount>
HWY_INLINE bool holds_beyond(const WindowGap& gap, const Vector2& u,
                             const PlacedVertices<kCount>& a, const PlacedVertices<kCount>& b,
                             const std::array<bool, 2>& whole, double error) {
  constexpr std::size_t kEnd = kCount - 1;
  const auto height = [&u](const PlacedVertices<kCount>& of, std::size_t i) {
    return u[0] * of.x[i] + u[1] * of.y[i];
  };
  return (whole[0] || std::max(height(a, 0), height(a, kEnd)) < gap.top - 2 * error) &&
         (whole[1] || std::min(height(b, 0), height(b, kEnd)) > gap.bottom + 2 * error);
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

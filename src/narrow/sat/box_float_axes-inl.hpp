// SPDX-License-Identifier: Apache-2.0
//
// Measures all fifteen axes of two boxes in floats, eight a vector, with one error bound for all.
// They suffice to select the relevant axis, which is then measured in doubles. For the others a
// coarse bound suffices.
//
// Error. f = 2^-23 is a rounding of floats in any mode. Let sigma in [1/2, 2] be at least the
// length of any column of R. An entry of the axis n = p x q in floats is n^ = n + d with |d_l| <= 5
// f sigma^2: each factor, each product and the difference have one rounding. Along n^ a term of the
// gap (box_difference.hpp) has at most twelve roundings, the difference of the two sums one more.
// With S = sum_l reach_l and |n^_l| <= sigma^2 (1 + 8 f) that is
//
//   |g - g(n)| <= (13 + 5) f sigma^2 S.
//
// Doubles and poses add less than 2^-40 of that, and flushed entries of bodies up to 2^60 add 2^-66
// at most. Hence E = 20 f sigma^2 S holds for S above 2^-30. Squares of lengths have an error of 2
// |d| sigma^2 and four roundings: |n|^2 <= |n^|^2 + 32 f sigma^4.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_SAT_BOX_FLOAT_AXES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SAT_BOX_FLOAT_AXES_INL_HPP
#undef SUNDER_NARROW_SAT_BOX_FLOAT_AXES_INL_HPP
#else
#define SUNDER_NARROW_SAT_BOX_FLOAT_AXES_INL_HPP
#endif

#include <hwy/highway.h>

#include "narrow/sat/bounds.hpp"
#include "narrow/sat/box_lanes-inl.hpp"

#ifndef SUNDER_NARROW_SAT_BOX_FLOAT_AXES
#define SUNDER_NARROW_SAT_BOX_FLOAT_AXES
namespace sunder::detail::sat {

/// The positions of the edges of each axis in a row of eight floats: a's from 0, b's from 4.
struct FloatEdges {
  alignas(32) std::array<std::array<std::int32_t, 16>, 2> at{};
};
constexpr FloatEdges float_edges() noexcept {
  FloatEdges edges;
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t j = 0; j < 2; ++j) {
      const auto k = static_cast<std::int32_t>(kBoxAxisEdges[i < kBoxAxes ? i : 12][j]);
      edges.at[j][i] = k < 3 ? k : k + 1;
    }
  }
  return edges;
}
inline constexpr FloatEdges kFloatEdges = float_edges();

/// Returns the lanes of an axis: the sixteenth repeats axis 12.
constexpr unsigned lanes_of_axis(std::size_t i) noexcept {
  return i == 12 ? 1U << 12 | 1U << 15 : 1U << i;
}

}  // namespace sunder::detail::sat
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

#if HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE
#undef SUNDER_BOXES_IN_FLOATS
#define SUNDER_BOXES_IN_FLOATS 1

using Floats = hn::FixedTag<float, 8>;
using FloatsOf = hn::Vec<Floats>;
using Words = hn::RebindToSigned<Floats>;
using WordsOf = hn::Vec<Words>;

/// Returns a's lanes, then b's.
HWY_INLINE FloatsOf to_floats(LanesOf a, LanesOf b) {
  const hn::Rebind<float, Lanes> half;
  return hn::Combine(Floats(), hn::DemoteTo(half, b), hn::DemoteTo(half, a));
}

/// Two boxes as floats, to broadcast from.
struct FloatBoxes {
  alignas(32) float half_edge[3][8];  ///< the rows of both R, each column times its half extent
  alignas(16) float centre[4];
};

HWY_INLINE Vec3<FloatsOf> centre_of(const FloatBoxes& boxes) {
  return broadcast(Floats(), boxes.centre);
}
/// Returns half of edge k, a's from 0 and b's from 4.
HWY_INLINE Vec3<FloatsOf> half_edge(const FloatBoxes& boxes, std::size_t k) {
  return broadcast(Floats(), boxes.half_edge[0][k], boxes.half_edge[1][k], boxes.half_edge[2][k]);
}

/// Returns the values of the first, or the second, edge of axes 8 kBlock and up.
template <std::size_t kBlock, std::size_t kWhich>
HWY_INLINE FloatsOf of_edges(FloatsOf v) {
  return hn::TableLookupLanes(v,
                              hn::SetTableIndices(Floats(), &kFloatEdges.at[kWhich][8 * kBlock]));
}

/// Eight axes.
struct FloatAxes {
  Vec3<FloatsOf> first, second;  ///< edges
  Vec3<FloatsOf> direction;
  FloatsOf along;    ///< u . c
  FloatsOf rise[8];  ///< u . half an edge; 3 and 7 are unused
};

/// Returns half the width of C along the axes: the sum over the halves of all edges.
HWY_INLINE FloatsOf width_of(const FloatAxes& axes) {
  const auto three = [&](std::size_t k) HWY_ATTR {
    return hn::Add(hn::Add(hn::Abs(axes.rise[k]), hn::Abs(axes.rise[k + 1])),
                   hn::Abs(axes.rise[k + 2]));
  };
  return hn::Add(three(0), three(4));
}

/// Measures axes 8 kBlock and up, from the rows of both R. It writes in place: a copy would reload
/// vectors in other pieces than they were stored in, which stalls store forwarding.
template <std::size_t kBlock>
HWY_INLINE void measure_floats(const FloatBoxes& boxes, const FloatsOf (&row)[3], FloatAxes& axes) {
  axes.first = {of_edges<kBlock, 0>(row[0]), of_edges<kBlock, 0>(row[1]),
                of_edges<kBlock, 0>(row[2])};
  axes.second = {of_edges<kBlock, 1>(row[0]), of_edges<kBlock, 1>(row[1]),
                 of_edges<kBlock, 1>(row[2])};
  axes.direction = cross(axes.first, axes.second);
  axes.along = dot(axes.direction, centre_of(boxes));
  for (const std::size_t k : {0U, 1U, 2U, 4U, 5U, 6U}) {
    axes.rise[k] = dot(axes.direction, half_edge(boxes, k));
  }
}

#else
#undef SUNDER_BOXES_IN_FLOATS
#define SUNDER_BOXES_IN_FLOATS 0
#endif

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// SPDX-License-Identifier: Apache-2.0
//
// Answers the questions about two boxes whose matrices are rotations up to rounding. Verdict,
// distance, depth and proof follow from their fifteen gaps in a's frame. Balls about the bodies'
// origins come first. They need only the offsets, no rotations, and decide boxes that are far apart
// and most deep overlaps.
//
// The line of centres is t_B - t_A, rounded once a component. The square of its length has a
// relative error of 8 units, plus underflow of less than 2^-1000. A radius times its singular value
// has three roundings, and 2^-40 if its ball is off the origin. For the outer balls, kBoundRounding
// covers these and the former. For inner balls 2^-40 is subtracted, since R may shrink them more
// than it moves their centres. The 2^-480 keep the square of the reach above the underflow.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "narrow/algorithm.hpp"
#include "narrow/boxes/bounds.hpp"
#include "sunder/penetration.hpp"
#include "sunder/query.hpp"

namespace sunder::detail::boxes {

/// Returns true if both balls of a body are about its origin, to kMostAside of the smaller one. The
/// mean of a box's vertices is seldom exact to the last bit.
inline bool is_about_origin(const HullBlock& hull) noexcept {
  const double* c = hull.centre;
  return std::fabs(c[0]) + std::fabs(c[1]) + std::fabs(c[2]) <= kMostAside * hull.inscribed;
}

/// Returns undecided if the balls have other centres or do not decide.
inline Verdict verdict_by_centred_balls(const Pair<3>& pair) noexcept {
  const HullBlock& a = *pair.a.hull;
  const HullBlock& b = *pair.b.hull;
  if (!(is_about_origin(a) && is_about_origin(b))) return Verdict::undecided;
  const double* p = offset_data(*pair.a.pose);
  const double* q = offset_data(*pair.b.pose);
  const double x = q[0] - p[0];
  const double y = q[1] - p[1];
  const double z = q[2] - p[2];
  const double squared = x * x + y * y + z * z;
  const bool in_range =
      pair.a.in_filter_range() && pair.b.in_filter_range() && squared < kMostBallSquare;
  if (!in_range) return Verdict::undecided;
  const double reach = (a.circumscribed * greatest_singular_value(*pair.a.pose) +
                        b.circumscribed * greatest_singular_value(*pair.b.pose)) +
                       kBallUnderflow;
  if (squared > reach * reach * kBoundRounding) return Verdict::separated;
  const auto core_of = [](const Body<3>& body) {
    return body.hull->inscribed * (least_singular_value(*body.pose) -
                                   2 * kMostAside * greatest_singular_value(*body.pose));
  };
  const double core = core_of(pair.a) + core_of(pair.b);
  // The square of a smaller core may lose digits to underflow.
  if (core > kLeastCore && squared * kBoundRounding < core * core) return Verdict::overlapping;
  return Verdict::undecided;
}

/// Proven by `stage`: bounds if balls decide, filter if the axes do. Undecided where the decision
/// is close, and where a matrix is no rotation.
struct BoxVerdict {
  Verdict verdict = Verdict::undecided;
  Stage stage = Stage::none;
};

/// Decides by the axes.
Verdict verdict_by_axes(const Pair<3>& pair);

/// Runs ball tests first, inline: boxes that they decide cost no call.
inline BoxVerdict verdict_of_boxes(const Pair<3>& pair) {
  const Verdict balls = verdict_by_centred_balls(pair);
  if (balls != Verdict::undecided) return {balls, Stage::bounds};
  const Verdict verdict = verdict_by_axes(pair);
  return {verdict, verdict == Verdict::undecided ? Stage::none : Stage::filter};
}

/// Overlapping and separated are proven. For separated boxes `answer` holds an interval, the normal
/// and the closest points; the caller judges the interval's width. Otherwise it returns undecided,
/// with `answer` unspecified; also where the points found are not the closest, which the interval
/// reveals. `apart`: the boxes are proven separated.
Verdict set_distance_by_axes(const Pair<3>& pair, bool apart, Distance3& answer);

inline BoxVerdict set_distance(const Pair<3>& pair, Distance3& answer) {
  const Verdict balls = verdict_by_centred_balls(pair);
  if (balls == Verdict::overlapping) return {balls, Stage::bounds};
  return {set_distance_by_axes(pair, balls == Verdict::separated, answer), Stage::filter};
}

/// Overlapping and separated are proven. For an overlap `answer` holds the interval, the normal and
/// a deepest pair of points. Undecided, with `answer` unspecified, where rounding hides the result.
Verdict set_depth(const Pair<3>& pair, Penetration3& answer);

/// Writes the verdict and its proof to the record and returns true, or returns false and leaves the
/// record unchanged. The proof of a separation is a direction of any length. That of an overlap is
/// four pairs, or none if the balls about both middles prove it. Returns false where the decision
/// is close, and where no such pairs are found for an overlap.
bool prove_boxes(const Pair<3>& pair, Hint3& record);
/// Proves the verdict by the axes alone.
bool prove_by_axes(const Pair<3>& pair, Hint3& record);

// Boxes of one orientation, exactly. Both are posed by signed permutations of the axes, or rotated by
// the same doubles. Most boxes that touch exactly have one orientation: shelves, walls, stacks, grids.

/// Tests whether R is exactly a signed permutation of the axes.
bool is_signed_permutation(const Pose<3>& pose) noexcept;

/// The gap along one axis of the common frame.
struct AlignedGap {
  int sign = -1;
  bool b_ahead = false;  ///< true if b's middle is in front of a's
};

/// The part of the common frame that a proof needs.
struct AlignedFrame {
  std::array<AlignedGap, 3> gaps{};
  Vector3 direction{};                   ///< from a to b, along the greatest gap; zero if rounded
  std::uint32_t least = 0;               ///< the corner of C that is least along all three axes
  std::array<std::uint32_t, 3> along{};  ///< the ends that a step along each axis changes

  std::size_t greatest() const noexcept {
    std::size_t axis = 0;
    for (std::size_t k = 1; k < 3; ++k) axis = gaps[k].sign > gaps[axis].sign ? k : axis;
    return axis;
  }
};

/// The order of the ends of two boxes along each axis of the common frame, lower and upper end. Equal ends
/// have one rank.
struct AlignedRanks {
  std::array<std::array<int, 2>, 3> a{}, b{};
};
/// Sets the ranks along axis k of a's ends and b's ends.
template <class T>
void rank(const std::array<T, 4>& ends, AlignedRanks& ranks, std::size_t k) noexcept {
  for (std::size_t i = 0; i < 4; ++i) {
    int below = 0;
    for (std::size_t j = 0; j < 4; ++j) below += ends[j] < ends[i] ? 1 : 0;
    (i < 2 ? ranks.a : ranks.b)[k][i % 2] = below;
  }
}
/// Sorts the ends of boxes that touch. Returns false where they do not, and like verdict_of_aligned().
bool rank_aligned(const Pair<3>& pair, AlignedRanks& ranks) noexcept;

/// Compares the bits of both R, or of both quaternions.
bool have_equal_linear_parts(const Pose<3>& a, const Pose<3>& b) noexcept;

/// Computes the verdict in integers alone. Returns undecided if the orientations differ, if the
/// common matrix is singular, or if the exponents are too far apart. Callers that need the verdict
/// alone pass no frame.
Verdict verdict_of_aligned(const Pair<3>& pair, AlignedFrame* frame = nullptr) noexcept;

/// Computes the verdict of two solid boxes, and writes it with its proof to the record. The proof
/// is the axis along which they are separated or touch, four pairs for a facet, or all eight
/// corners for an overlap. Returns false, with the record unchanged, also where doubles do not hold
/// that axis exactly.
bool prove_aligned(const Pair<3>& pair, Hint3& record) noexcept;

}  // namespace sunder::detail::boxes

// SPDX-License-Identifier: Apache-2.0
//
// Idea: Floats select the axis of the minimum translation among the fifteen and bound all others
// from below; only that axis is measured in doubles. The code is bound by latency. One integer
// minimum yields the least axis and its sign. No branch depends on which axis it is, and all checks
// are combined at the end.
// Bound: Along the chosen axis n = n^ + d, with box_translation.hpp's errors,
//
//   upper = (-g^ + error) / |n^|
//   lower = (-g^ - error - eta sum_l reach_l - unit size) / |n^| (1 - s / |n^|),
//   |n| <= |n^| + s,  s = unit |n^|_1 + 3 eta.
//
// Both have at most ten roundings, covered by the factors 1 + 2^-48 and 1 - 2^-48. For any other
// axis the floats' low / |n| is at least `upper`; the comparison is of squares.
// Only the axis' own two edges are perpendicular to it, so the facet of C is their parallelogram.
// Take a's and b's vertices at the middles of own edges p and q. The vector from the first to the
// second is x p + y q plus a multiple of the normal. From it |p x q|^2 x = left . (q x n).
// Cost: The fifteen axes in two vectors of eight floats, and one axis in doubles.
// Gives up: Where edges are parallel, two translations are nearly equally short, sizes are beyond
// 2^30, or the points do not match the depth up to rounding.
#include "narrow/sat/box_quick_depth.hpp"

#include "narrow/sat/bounds.hpp"
#include "narrow/sat/box_witness.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/sat/box_quick_depth.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/sat/box_quick_pair-inl.hpp"

#ifndef SUNDER_NARROW_SAT_BOX_QUICK_DEPTH
#define SUNDER_NARROW_SAT_BOX_QUICK_DEPTH
namespace sunder::detail::sat {

/// The square of a smaller depth may be outside the floats' range.
inline constexpr double kLeastDepth = 0x1p-40;

}  // namespace sunder::detail::sat
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

#if SUNDER_BOXES_IN_FLOATS

class QuickDepth {
 public:
  HWY_INLINE explicit QuickDepth(const Pair<3>& pair) : c_(pair) {}

  /// Returns the axis of the minimum translation: its lane, and in the lowest bit whether n points
  /// from b to a. The result is negative if an axis has no bound.
  HWY_INLINE std::int32_t least_axis() {
    FloatBoxes boxes;
    FloatsOf row[3];
    FloatsOf half;
    c_.to_floats(row, half, boxes);
    error_ = c_.float_error();
    const auto more = c_.float_square_error();
    FloatAxes axes[2];
    measure_floats<0>(boxes, row, axes[0]);
    measure_floats<1>(boxes, row, axes[1]);
    return least_of(key_of<0>(axes[0], more), key_of<1>(axes[1], more));
  }

  /// Returns true if the boxes are proven apart along one axis: the gap exceeds E and the roundings
  /// of `low_`.
  HWY_INLINE bool are_apart() const {
    const auto most = hn::Mul(error_, hn::Set(Floats(), -2.25F));
    const auto least = hn::Min(low_[0], low_[1]);
    return c_.in_range() && !hn::AllFalse(Floats(), hn::Lt(least, most));
  }

  HWY_INLINE bool set(std::int32_t key, Penetration3& answer) const {
    const Lanes lanes;
    const OwnEdges& own = kOwnEdges[static_cast<std::size_t>(key >> 1 & 15)];
    const auto sign = hn::Set(lanes, (key & 1) != 0 ? -0.0 : 0.0);
    const auto p = hn::Load(lanes, c_.columns[own.at[0]]);
    const auto q = hn::Xor(hn::Load(lanes, c_.columns[own.at[1]]), sign);
    const auto n = unfused_cross(p, q);
    const QuickDirection axis = c_.measure(n);
    const auto squared = repeated<1>(axis.sums);
    const auto inverse_squared = hn::Div(hn::Set(lanes, 1.0), squared);
    const auto length = hn::Sqrt(squared);
    const auto inverse = hn::Mul(length, inverse_squared);
    const bool proven = set_interval(axis, hn::GetLane(inverse), answer);

    const auto held_a = hn::Load(lanes, own.held[0].data());
    const auto held_b = hn::Load(lanes, own.held[1].data());
    const auto flat = hn::Or(is_flat(c_.a, axis.rise_a, held_a, length),
                             is_flat(c_.b, axis.rise_b, held_b, length));
    const auto end_a = hn::Add(c_.a.extents.middle, c_.a.to_vertex(axis.rise_a, held_a));
    const auto end_b = hn::Sub(c_.b.extents.middle, c_.b.to_vertex(axis.rise_b, held_b));
    auto at_a = hn::Add(unfused_dots(c_.a.r, end_a), c_.a.offset);
    auto at_b = hn::Add(unfused_dots(c_.b.r, end_b), c_.b.offset);
    const auto left = hn::Sub(at_b, at_a);
    const auto to_x = hn::Mul(unfused_cross(q, n), inverse_squared);
    const auto to_y = hn::Mul(unfused_cross(n, p), inverse_squared);
    const auto shares = sums_of_rows({{hn::Mul(left, to_x), hn::Mul(left, to_y), hn::Zero(lanes)}});
    const auto x = repeated<0>(shares);
    const auto y = repeated<1>(shares);
    const auto p_of_a = hn::Mul(p, hn::Set(lanes, own.of_a[0]));
    const auto q_of_a = hn::Mul(q, hn::Set(lanes, own.of_a[1]));
    at_a = hn::MulAdd(y, q_of_a, hn::MulAdd(x, p_of_a, at_a));
    at_b = hn::NegMulAdd(y, hn::Sub(q, q_of_a), hn::NegMulAdd(x, hn::Sub(p, p_of_a), at_b));
    const auto normal = hn::MulAdd(n, inverse, hn::Zero(lanes));
    store_three(normal, answer.witness->normal);
    store_three(at_a, answer.witness->point_a);
    store_three(at_b, answer.witness->point_b);
    return proven && c_.in_range() && hn::AllFalse(lanes, flat) &&
           others_are_longer(answer.depth.upper, own.lanes) &&
           std::fabs(hn::GetLane(x)) <= kMostShare * c_.half_of(own.at[0]) &&
           std::fabs(hn::GetLane(y)) <= kMostShare * c_.half_of(own.at[1]) &&
           points_fit(at_a, at_b, normal, answer);
  }

 private:
  template <int kBlock>
  HWY_INLINE WordsOf key_of(const FloatAxes& axes, FloatsOf more) {
    const Words words;
    low_[kBlock] = hn::Sub(width_of(axes), hn::Add(hn::Abs(axes.along), error_));
    squared_[kBlock] = hn::Add(dot(axes.direction, axes.direction), more);
    const auto way = hn::Mul(low_[kBlock], hn::ApproximateReciprocalSqrt(squared_[kBlock]));
    const auto backward =
        hn::ShiftRight<31>(hn::BitCast(hn::RebindToUnsigned<Words>(), axes.along));
    const auto bits = hn::AndNot(hn::Set(words, 31), hn::BitCast(words, way));
    alignas(32) static constexpr std::int32_t kLanes[2][8] = {{0, 2, 4, 6, 8, 10, 12, 14},
                                                              {16, 18, 20, 22, 24, 26, 28, 30}};
    return hn::Or(bits, hn::Or(hn::BitCast(words, backward), hn::Load(words, kLanes[kBlock])));
  }

  HWY_INLINE bool set_interval(const QuickDirection& axis, double inverse,
                               Penetration3& answer) const {
    const double along = hn::ExtractLane(axis.sums, 0);
    const double size = hn::ExtractLane(axis.sums, 2);
    const double norm = hn::ExtractLane(axis.sums, 3);
    const double eta = kEntryUnits * kUnit * kBoundRounding * (c_.longest * c_.longest) +
                       (cross_error_of_poses(c_.pair, c_.longest) + kLeastMinorError);
    const double error = c_.units() * size + (norm * c_.drift + kLeastError);
    const double depth = hn::GetLane(hn::SumOfLanes(Lanes(), axis.width)) - along;
    const double low =
        depth - (error + kEntryUnits * kUnit * kBoundRounding * size + eta * c_.reaches);
    const double relative_error =
        (kEntryUnits * kUnit * kBoundRounding * norm + kLengthEntries * eta) * inverse;
    answer.depth.upper = (depth + error) * inverse * (1 + kLastShare);
    answer.depth.lower = low * inverse * (1 - relative_error) * (1 - kLastShare);
    return along >= 0 && answer.depth.lower > 0 && relative_error < kMostLengthError;
  }

  /// Tests all axes except that of the lanes `own`.
  HWY_INLINE bool others_are_longer(double upper, std::uint32_t own) const {
    const Floats floats;
    const auto least = hn::Set(floats, static_cast<float>(upper * upper * (1 + kToFloatShare)));
    const auto longer = [&](int block) HWY_ATTR {
      return hn::And(hn::Gt(low_[block], hn::Zero(floats)),
                     hn::Ge(hn::Mul(low_[block], low_[block]), hn::Mul(least, squared_[block])));
    };
    std::uint8_t bits[16] = {};
    hn::StoreMaskBits(floats, longer(0), bits);
    hn::StoreMaskBits(floats, longer(1), bits + 1);
    return upper > kLeastDepth && ((bits[0] | std::uint32_t{bits[1]} << 8) | own) == 0xffff;
  }

  /// Returns the edges, other than the axis' own, that are perpendicular to it.
  HWY_INLINE static hn::Mask<Lanes> is_flat(const QuickBody& body, LanesOf rise, LanesOf held,
                                            LanesOf length) {
    const auto least = hn::Mul(length, hn::Set(Lanes(), 0x1p-48 * body.stretch));
    return hn::And(hn::Le(hn::Abs(rise), least), hn::Gt(held, hn::Zero(Lanes())));
  }

  /// Tests the condition of penetration(): point_a - point_b is the depth times the normal.
  HWY_INLINE static bool points_fit(LanesOf at_a, LanesOf at_b, LanesOf normal,
                                    const Penetration3& answer) {
    const Lanes lanes;
    const auto off =
        hn::Abs(hn::NegMulAdd(hn::Set(lanes, answer.depth.upper), normal, hn::Sub(at_a, at_b)));
    const auto size = hn::MaxOfLanes(lanes, hn::Max(hn::Abs(at_a), hn::Abs(at_b)));
    const auto most = hn::MulAdd(size, hn::Set(lanes, 0x1p-44),
                                 hn::Set(lanes, answer.depth.upper - answer.depth.lower));
    return hn::AllTrue(lanes, hn::Le(off, most));
  }

  QuickPair c_;
  FloatsOf error_;
  FloatsOf low_[2];      ///< of minus the gap, a lower bound
  FloatsOf squared_[2];  ///< of the length, an upper bound
};

void measure_quick_depth(const Pair<3>& pair, Penetration3& answer, Verdict& verdict) {
  QuickDepth depth(pair);
  const std::int32_t key = depth.least_axis();
  verdict = Verdict::undecided;
  if (key < 0) {
    if (depth.are_apart()) verdict = Verdict::separated;
  } else if (depth.set(key, answer)) {
    verdict = Verdict::overlapping;
  }
}

#else

void measure_quick_depth(const Pair<3>&, Penetration3&, Verdict& verdict) {
  verdict = Verdict::undecided;
}

#endif

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::sat {

HWY_EXPORT(measure_quick_depth);

Verdict set_quick_depth(const Pair<3>& pair, Penetration3& answer) {
  Verdict verdict = Verdict::undecided;
  HWY_DYNAMIC_DISPATCH(measure_quick_depth)(pair, answer, verdict);
  return verdict;
}

}  // namespace sunder::detail::sat
#endif

// SPDX-License-Identifier: Apache-2.0
//
// Measures the distances of pairs of boxes, a pair a lane. The text is that of a single query
// (nearest-inl.hpp), so each bound is identical to the last bit. Only the signs of zeros may differ,
// where nothing reads them. Pairs that remain open are left to the path of a single query.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_BOXES_MANY_PAIRS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_BOXES_MANY_PAIRS_INL_HPP
#undef SUNDER_NARROW_BOXES_MANY_PAIRS_INL_HPP
#else
#define SUNDER_NARROW_BOXES_MANY_PAIRS_INL_HPP
#endif

#include <hwy/highway.h>

#include "narrow/boxes/nearest-inl.hpp"
#include "narrow/default_width.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::boxes::HWY_NAMESPACE {

using BoxesOfPairs = PosedBox<DoublePairs>;
using PairMask = hn::Mask<Pairs>;

/// The result of each pair.
struct DistancesOfPairs {
  PairMask apart;
  PairMask inside;       ///< overlapping, by balls
  PairMask overlapping;  ///< by axes
  PairMask waiting;      ///< separated, left to measure_by_axis()
  PairsOf lower, upper;  ///< of separated pairs
};

class PairDistances {
 public:
  HWY_INLINE PairDistances(const BoxesOfPairs& a, const BoxesOfPairs& b)
      : a_(a), b_(b), pairs_(a, b) {
    compare_balls();
    pairs_.set_frame(frame_);
    set_turned(a.r, b.r, frame_.c);
    found_.lower = found_.upper = found_.largest = hn::Zero(Pairs());
    found_.pairs = DoublePairs::none();
  }

  /// Measures by balls, from the middles, and by the greatest gap.
  HWY_INLINE DistancesOfPairs measure(double width) {
    const Reach<DoublePairs> reach(pairs_);
    const PairMask from_middles = hn::And(apart_, pairs_.in_range);
    if (DoublePairs::any(from_middles))
      Nearest<DoublePairs>(reach, frame_).from_middles(from_middles, found_);
    DistancesOfPairs answer;
    answer.inside = hn::And(inside_, pairs_.rigid);
    answer.overlapping = answer.waiting = DoublePairs::none();
    const PairMask left = hn::AndNot(hn::Or(answer.inside, found_.pairs), pairs_.in_range);
    if (DoublePairs::any(left)) set_by_gaps(left, answer);
    set_answer(width, answer);
    return answer;
  }

  /// Measures the pairs that are `waiting`.
  HWY_INLINE DistancesOfPairs measure_by_axis(double width) {
    const Reach<DoublePairs> reach(pairs_);
    GreatestAxis<DoublePairs, GapSize::by_length> greatest(frame_);
    measure_gaps(frame_, greatest);
    const AxisOfPairs axis(greatest, a_.r, b_.r);
    Nearest<DoublePairs>(reach, frame_).from_axis(axis, axis.direction(), pairs_.in_range, found_);
    DistancesOfPairs answer;
    answer.inside = answer.overlapping = answer.waiting = DoublePairs::none();
    set_answer(width, answer);
    return answer;
  }

 private:
  /// Repeats verdict_by_centred_balls(), without the range test: a rigid matrix is in range.
  HWY_INLINE void compare_balls() {
    const auto number = DoublePairs::number;
    const auto squared = unfused_dot(pairs_.offset, pairs_.offset);
    const auto in_range = hn::Lt(squared, number(kMostBallSquare));
    const auto reach = hn::Add(
        hn::Add(hn::Mul(a_.circumscribed, a_.greatest), hn::Mul(b_.circumscribed, b_.greatest)),
        number(kBallUnderflow));
    const auto rounding = number(kBoundRounding);
    apart_ = hn::And(in_range, hn::Gt(squared, hn::Mul(hn::Mul(reach, reach), rounding)));
    const auto core = hn::Add(core_of(a_), core_of(b_));
    const auto deep = hn::Lt(hn::Mul(squared, rounding), hn::Mul(core, core));
    inside_ = hn::And(hn::And(in_range, hn::Gt(core, number(kLeastCore))), deep);
    inside_ = hn::AndNot(apart_, inside_);
  }
  HWY_INLINE static PairsOf core_of(const BoxesOfPairs& box) {
    const auto aside = hn::Mul(DoublePairs::number(2 * kMostAside), box.greatest);
    return hn::Mul(box.inscribed, hn::Sub(box.least, aside));
  }

  HWY_INLINE void set_by_gaps(PairMask left, DistancesOfPairs& answer) const {
    const MeasuredGaps<DoublePairs> gaps{frame_};
    const Verdicts<DoublePairs> found = verdicts_of<DoublePairs>(gaps, pairs_.error);
    answer.overlapping = hn::And(left, found.overlapping);
    answer.waiting = hn::And(left, found.apart);
    const PairMask open = hn::AndNot(hn::Or(answer.overlapping, answer.waiting), left);
    if (!DoublePairs::any(open)) return;
    const PairMask beside = overlap_beside_parallel<DoublePairs>(gaps, pairs_.error);
    answer.overlapping = hn::Or(answer.overlapping, hn::And(open, beside));
  }

  /// The bounds of the pairs found.
  struct Found {
    HWY_INLINE void take(PairMask where, const Vec3<PairsOf>&, PairsOf, PairsOf from, PairsOf to,
                         const Points<DoublePairs>& points) {
      lower = hn::IfThenElse(where, from, lower);
      upper = hn::IfThenElse(where, to, upper);
      const Vec3<PairsOf> p = Abs(Add(points.at_a, a->offset));
      const Vec3<PairsOf> q = Abs(Add(points.at_b, b->offset));
      largest = hn::IfThenElse(where, greatest_of(Max(p, q)), largest);
      pairs = hn::Or(pairs, where);
    }
    const BoxesOfPairs *a, *b;
    PairMask pairs;
    PairsOf lower, upper;
    PairsOf largest;  ///< the largest coordinate of the points
  };
  HWY_INLINE static PairsOf greatest_of(const Vec3<PairsOf>& v) {
    return hn::Max(hn::Max(v.x, v.y), v.z);
  }

  /// Repeats is_narrow_between_points(). It uses a lower bound of the bodies' sizes. For boxes
  /// about their origins this equals both bounds of the size that are compared there, up to a few
  /// roundings, which are below 2^-40.
  HWY_INLINE PairMask is_narrow(double width) const {
    const auto number = DoublePairs::number;
    const auto spread = hn::Sub(found_.upper, found_.lower);
    const auto known = hn::And(found_.pairs, hn::Ge(spread, number(0)));
    if (width > 0) return hn::And(known, hn::Le(spread, hn::Mul(number(width), found_.lower)));
    const auto most = hn::Max(hn::Mul(number(kRoundedSizeWidth), found_.largest),
                              hn::Mul(number(kRelativeWidth), found_.lower));
    const auto narrow = hn::And(known, hn::Le(spread, most));
    const auto left = hn::And(hn::AndNot(narrow, known), pairs_.centred);
    if (!DoublePairs::any(left)) return narrow;
    const auto size = greatest_of(Max(world_sizes(a_), world_sizes(b_)));
    const auto fits = hn::Le(spread, hn::Mul(number(kSizeWidth * (1 - kSizeShare)), size));
    return hn::Or(narrow, hn::And(left, fits));
  }

  HWY_INLINE void set_answer(double width, DistancesOfPairs& answer) const {
    answer.apart = is_narrow(width);
    answer.lower = found_.lower;
    answer.upper = found_.upper;
  }

  const BoxesOfPairs& a_;
  const BoxesOfPairs& b_;
  BoxPair<DoublePairs> pairs_;
  Frame<DoublePairs> frame_;
  PairMask apart_, inside_;  ///< by balls
  Found found_{&a_, &b_, {}, {}, {}, {}};
};

}  // namespace sunder::detail::boxes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_BOXES_MANY_PAIRS_INL_HPP

// SPDX-License-Identifier: Apache-2.0
//
// Computes the distances of pairs of boxes, a pair a lane. It repeats set_quick_distance() for
// balls and the rigid frame, operation by operation, so that each bound is identical to the last
// bit. The proofs are in box_balls.hpp, box_quick_pair-inl.hpp, box_rigid-inl.hpp,
// box_rigid_distance.cpp and box_distance_bounds-inl.hpp. A change of one of them requires a change
// here; tests/batch/distance_lanes_test.cpp compares. Only the signs of zeros may differ, where
// nothing reads them. All other pairs are left to the path of a single query.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_SAT_BOX_DISTANCE_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SAT_BOX_DISTANCE_LANES_INL_HPP
#undef SUNDER_NARROW_SAT_BOX_DISTANCE_LANES_INL_HPP
#else
#define SUNDER_NARROW_SAT_BOX_DISTANCE_LANES_INL_HPP
#endif

#include <hwy/highway.h>

#include "narrow/sat/bounds.hpp"
#include "narrow/sat/box_balls.hpp"
#include "narrow/sat/box_distance_bounds-inl.hpp"
#include "narrow/sat/box_pair_axes-inl.hpp"
#include "narrow/sat/box_rigid_distance.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

#if SUNDER_BOXES_IN_FLOATS

/// One box of each pair, with the fields of a record and a Pose.
struct BoxesOfPairs {
  PairMatrix r;
  Vec3<PairsOf> offset;
  Vec3<PairsOf> half, most, middle;
  PairsOf circumscribed, inscribed;  ///< NaN if the balls are not about the origin
  PairsOf least, greatest;           ///< singular values
  PairsOf linear_error;
};

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
  HWY_INLINE PairDistances(const BoxesOfPairs& a, const BoxesOfPairs& b) : a_(a), b_(b) {
    offset_ = Sub(b.offset, a.offset);
    found_ = none_of_pairs();
    lower_ = upper_ = largest_ = hn::Zero(Pairs());
    compare_balls();
    set_frame();
  }

  /// Measures by balls, from the middles, and by the greatest gap.
  HWY_INLINE DistancesOfPairs measure(double width) {
    set_reach();
    const PairMask from_middles = hn::And(apart_, in_range_);
    if (!hn::AllFalse(Pairs(), from_middles)) set_from_middles(from_middles);
    DistancesOfPairs answer;
    answer.inside = hn::And(inside_, is_rigid_);
    answer.overlapping = answer.waiting = none_of_pairs();
    const PairMask left = hn::AndNot(hn::Or(answer.inside, found_), in_range_);
    if (!hn::AllFalse(Pairs(), left)) {
      GreatestGap greatest;
      measure_gaps(greatest);
      answer.overlapping = hn::And(left, hn::Lt(greatest.gap, hn::Neg(error_)));
      answer.waiting = hn::And(left, hn::Gt(greatest.gap, error_));
    }
    set_answer(width, answer);
    return answer;
  }

  /// Measures the pairs that are `waiting`.
  HWY_INLINE DistancesOfPairs measure_by_axis(double width) {
    set_reach();
    GreatestByLength greatest;
    measure_gaps(greatest);
    set_from_axis(greatest, in_range_);
    DistancesOfPairs answer;
    answer.inside = answer.overlapping = answer.waiting = none_of_pairs();
    set_answer(width, answer);
    return answer;
  }

 private:
  /// Repeats verdict_by_centred_balls(), without the range test: a rigid matrix is in range.
  HWY_INLINE void compare_balls() {
    const auto squared = unfused_dot(offset_, offset_);
    const auto in_range = hn::Lt(squared, for_all(kMostBallSquare));
    const auto reach = hn::Add(
        hn::Add(hn::Mul(a_.circumscribed, a_.greatest), hn::Mul(b_.circumscribed, b_.greatest)),
        for_all(kBallUnderflow));
    const auto rounding = for_all(kBoundRounding);
    apart_ = hn::And(in_range, hn::Gt(squared, hn::Mul(hn::Mul(reach, reach), rounding)));
    const auto core = hn::Add(core_of(a_), core_of(b_));
    const auto deep = hn::Lt(hn::Mul(squared, rounding), hn::Mul(core, core));
    inside_ = hn::And(hn::And(in_range, hn::Gt(core, for_all(kLeastCore))), deep);
    inside_ = hn::AndNot(apart_, inside_);
  }
  HWY_INLINE static PairsOf core_of(const BoxesOfPairs& box) {
    return hn::Mul(box.inscribed,
                   hn::Sub(box.least, hn::Mul(for_all(2 * kMostAside), box.greatest)));
  }

  /// Repeats phi_of() for each pair.
  HWY_INLINE static PairsOf phi_of(const BoxesOfPairs& box) {
    const auto over = hn::Sub(box.greatest, for_all(1));
    const auto under = hn::Sub(for_all(1), box.least);
    return hn::Add(hn::IfThenElse(hn::Gt(over, under), over, under),
                   hn::Mul(for_all(kPhiEntries), box.linear_error));
  }

  /// Repeats RigidBoxes.
  HWY_INLINE void set_frame() {
    c_[0] = combined(b_.r, {a_.r[0].x, a_.r[1].x, a_.r[2].x});
    c_[1] = combined(b_.r, {a_.r[0].y, a_.r[1].y, a_.r[2].y});
    c_[2] = combined(b_.r, {a_.r[0].z, a_.r[1].z, a_.r[2].z});
    in_a_ = combined(a_.r, offset_);
    in_b_ = combined(b_.r, offset_);
    centre_ = offset_;
    Vec3<PairsOf> sizes = Add(Abs(offset_), Add(a_.half, b_.half));
    centred_ = all_of(Eq(Or(a_.middle, b_.middle), in_each(0)));
    if (!hn::AllTrue(Pairs(), centred_)) move_frame(sizes);
    size_ = sum_by_halves(sizes);
    const auto phi_a = phi_of(a_);
    const auto phi_b = phi_of(b_);
    const auto most = for_all(kMostPhi);
    is_rigid_ = hn::And(hn::Le(phi_a, most), hn::Le(phi_b, most));
    const auto phi = hn::IfThenElse(hn::Gt(phi_a, phi_b), phi_a, phi_b);
    const auto factor = hn::Add(hn::Mul(for_all(kRigidPhis), phi), for_all(kRigidUnits * kUnit));
    error_ = hn::Add(hn::Mul(factor, size_), for_all(kLeastError));
    in_range_ = hn::And(is_rigid_, hn::And(hn::Lt(size_, for_all(kMostRigidSize)),
                                           hn::Gt(size_, for_all(kLeastSize))));
  }
  HWY_INLINE void move_frame(Vec3<PairsOf>& sizes) {
    const Vec3<PairsOf> by_b = Sub(dots(c_, b_.middle), a_.middle);
    const Vec3<PairsOf> by_a = Sub(b_.middle, combined(c_, a_.middle));
    const Vec3<PairsOf> aside = Add(Abs(a_.middle), Abs(b_.middle));
    in_a_ = IfThenElse(centred_, in_a_, Add(in_a_, by_b));
    in_b_ = IfThenElse(centred_, in_b_, Add(in_b_, by_a));
    sizes = IfThenElse(centred_, sizes, Add(sizes, aside));
    const auto middle = [&](std::size_t l) HWY_ATTR {
      return sum(MulSub(b_.r[l], b_.middle, Mul(a_.r[l], a_.middle)));
    };
    const Vec3<PairsOf> middles{middle(0), middle(1), middle(2)};
    centre_ = IfThenElse(centred_, centre_, Add(middles, offset_));
  }

  /// Repeats the values that QuickPair adds.
  HWY_INLINE void set_reach() {
    drift_ = hn::Mul(hn::Add(drift_of(a_), drift_of(b_)), for_all(kBoundRounding));
    const auto reach = [&](std::size_t l, PairsOf offset) HWY_ATTR {
      const auto size = sum(MulAdd(Abs(b_.r[l]), b_.most, Mul(Abs(a_.r[l]), a_.most)));
      return hn::Add(hn::Add(size, hn::Abs(offset)), drift_);
    };
    reach_ = {reach(0, offset_.x), reach(1, offset_.y), reach(2, offset_.z)};
  }
  HWY_INLINE static PairsOf drift_of(const BoxesOfPairs& box) {
    return hn::Mul(box.linear_error, sum(box.most));
  }

  /// Repeats RigidDistance::set_from_middles().
  HWY_INLINE void set_from_middles(PairMask where) {
    const Vec3<PairsOf> x = clamped(in_a_, a_.half);
    walk(clamped(combined(c_, Sub(x, in_a_)), b_.half), where);
  }

  HWY_INLINE Vec3<PairsOf> reached(const Vec3<PairsOf>& y) const { return Add(in_a_, dots(c_, y)); }
  HWY_INLINE static Vec3<PairsOf> inverse_share(const PairMatrix& squares,
                                                const Vec3<PairsOf>& held) {
    return Div(in_each(1), Max(combined(squares, held), in_each(kLeastShare)));
  }
  HWY_INLINE PairMatrix squares() const {
    return {{Mul(c_[0], c_[0]), Mul(c_[1], c_[1]), Mul(c_[2], c_[2])}};
  }

  /// Repeats RigidDistance::walk() for the pairs `where`. A pair that has ended does not move, so
  /// its last step is repeated until all have ended.
  HWY_INLINE void walk(Vec3<PairsOf> y, PairMask where) {
    const Pairs lanes;
    const auto least = hn::Mul(size_, for_all(kLeastStep));
    const PairMatrix squared = squares();
    Vec3<PairsOf> x, w, held, step, next;
    PairMask ended;
    for (int i = 1;; ++i) {
      const Vec3<PairsOf> z = reached(y);
      x = clamped(z, a_.half);
      w = Sub(z, x);
      held = IfThenElseZero(Ge(Abs(z), a_.half), in_each(1));
      const Vec3<PairsOf> share = inverse_share(squared, held);
      const Vec3<PairsOf> pull = combined(c_, w);
      step = Mul(pull, share);
      next = clamped(Sub(y, step), b_.half);
      ended = hn::And(where, all_of(Le(Abs(Sub(next, y)), Vec3<PairsOf>{least, least, least})));
      if (i == kMostSteps || hn::AllTrue(lanes, hn::Or(ended, hn::Not(where)))) break;
      y = IfThenElse(ended, y, next);
    }
    step = IfThenElseZero(Lt(Abs(next), b_.half), step);
    const Vec3<PairsOf> along = dots(c_, step);
    const Vec3<PairsOf> u = IfThenElseZero(Gt(held, in_each(0)), Sub(w, along));
    finish<false>(unfused_dots(a_.r, u), points_at(x, y), ended);
    const PairMask left = hn::AndNot(found_, ended);
    if (!hn::AllFalse(lanes, left)) settle(x, y, left);
  }

  /// Repeats RigidDistance::take_last_step().
  HWY_INLINE void settle(const Vec3<PairsOf>& x, const Vec3<PairsOf>& y, PairMask where) {
    const FreeEdges free = free_at(x, y);
    const Step step = step_of(points_at(x, y).w, free);
    const Vec3<PairsOf> to_x = clamped(Add(x, step.x), a_.half);
    const Vec3<PairsOf> to_y = clamped(Sub(y, step.y), b_.half);
    const PointsOfPairs points = points_at(to_x, to_y);
    const Step left = step_of(points.w, free);
    const Vec3<PairsOf> along = Add(unfused_dots(b_.r, left.y), unfused_dots(a_.r, left.x));
    finish<false>(Sub(points.w, along), points, where);
  }
  struct FreeEdges {
    Vec3<PairMask> of_a, of_b;
    Vec3<PairsOf> share;
  };
  HWY_INLINE FreeEdges free_at(const Vec3<PairsOf>& x, const Vec3<PairsOf>& y) const {
    const Vec3<PairMask> of_a = Lt(Abs(x), a_.half);
    const Vec3<PairsOf> held = IfThenZeroElse(of_a, in_each(1));
    return {of_a, Lt(Abs(y), b_.half), inverse_share(squares(), held)};
  }
  struct Step {
    Vec3<PairsOf> x, y;
  };
  HWY_INLINE Step step_of(const Vec3<PairsOf>& w, const FreeEdges& free) const {
    const Vec3<PairsOf> of_a = IfThenElseZero(free.of_a, combined(a_.r, w));
    const Vec3<PairsOf> pull = Sub(combined(b_.r, w), combined(c_, of_a));
    const Vec3<PairsOf> y = IfThenElseZero(free.of_b, Mul(pull, free.share));
    return {IfThenElseZero(free.of_a, Sub(of_a, dots(c_, y))), y};
  }

  /// PointsOfBoxes.
  struct PointsOfPairs {
    Vec3<PairsOf> at_a, at_b;
    Vec3<PairsOf> w;
  };
  HWY_INLINE PointsOfPairs points_at(const Vec3<PairsOf>& x, const Vec3<PairsOf>& y) const {
    PointsOfPairs points;
    points.at_a = unfused_dots(a_.r, Add(a_.middle, x));
    points.at_b = unfused_dots(b_.r, Add(b_.middle, y));
    points.w = Add(Sub(points.at_b, points.at_a), offset_);
    return points;
  }

  /// Repeats RigidDistance::finish() and set_bounds(). `kTurned` takes whichever of u and -u points
  /// to b.
  template <bool kTurned>
  HWY_INLINE void finish(const Vec3<PairsOf>& u, const PointsOfPairs& points, PairMask where) {
    const Pairs lanes;
    const Vec3<PairsOf> sizes = Abs(u);
    const auto ahead = unfused_dot(u, centre_);
    const auto along = kTurned ? hn::Abs(ahead) : ahead;
    const auto squared = unfused_dot(u, u);
    const auto size = unfused_dot(sizes, reach_);
    const auto norm = sum(sizes);
    const Vec3<PairsOf> rise_a = combined(a_.r, u);
    const Vec3<PairsOf> rise_b = combined(b_.r, u);
    const Vec3<PairsOf> width = MulAdd(a_.half, Abs(rise_a), Mul(b_.half, Abs(rise_b)));
    const auto inverse = hn::Mul(hn::Sqrt(squared), hn::Div(for_all(1), squared));
    const auto gap = hn::Sub(along, sum_by_halves(width));
    const auto units = hn::IfThenElse(centred_, for_all(kUnitsOfCentred), for_all(kUnitsOfAny));
    const auto error =
        hn::Add(hn::Mul(units, size), hn::Add(hn::Mul(norm, drift_), for_all(kLeastError)));
    const auto length = length_of(points.w);
    constexpr double kAside = kUnitsOfPoints * kUnit * kBoundRounding;
    constexpr double kMoreAside = (kUnitsOfPoints + kUnitsOfCoordinates) * kUnit * kBoundRounding;
    const auto share = hn::IfThenElse(centred_, for_all(kAside), for_all(kMoreAside));
    const auto aside =
        hn::Add(hn::Mul(share, length_of(reach_)), hn::Mul(for_all(kPointDrifts), drift_));
    const auto lower = hn::Mul(hn::Mul(hn::Sub(gap, error), inverse), for_all(1 - kLastShare));
    const auto upper = hn::Mul(hn::Add(length, aside), for_all(1 + kLastShare));
    const auto narrow = hn::Le(hn::Sub(upper, lower), hn::Mul(size_, for_all(kMostSpread)));
    const auto proven =
        hn::And(hn::Gt(lower, hn::Zero(lanes)), hn::Ge(squared, for_all(kLeastSquare)));
    where = hn::And(where, hn::And(proven, narrow));
    lower_ = hn::IfThenElse(where, lower, lower_);
    upper_ = hn::IfThenElse(where, upper, upper_);
    largest_ = hn::IfThenElse(where, largest_of(points), largest_);
    found_ = hn::Or(found_, where);
  }
  HWY_INLINE static PairsOf largest(const Vec3<PairsOf>& v) {
    return hn::Max(hn::Max(v.x, v.y), v.z);
  }
  HWY_INLINE static PairsOf length_of(const Vec3<PairsOf>& v) {
    return hn::Sqrt(sum_by_halves(Mul(v, v)));
  }
  /// Returns the largest coordinate of both points.
  HWY_INLINE PairsOf largest_of(const PointsOfPairs& points) const {
    const Vec3<PairsOf> p = Abs(Add(points.at_a, a_.offset));
    const Vec3<PairsOf> q = Abs(Add(points.at_b, b_.offset));
    return largest(Max(p, q));
  }

  /// Repeats is_narrow_between_points(). It uses a lower bound of the bodies' sizes. For boxes
  /// about their origins this equals both bounds of the size that are compared there, up to a few
  /// roundings, which are below 2^-40.
  HWY_INLINE PairMask is_narrow(double width) const {
    const Pairs lanes;
    const auto spread = hn::Sub(upper_, lower_);
    const auto known = hn::And(found_, hn::Ge(spread, hn::Zero(lanes)));
    if (width > 0) return hn::And(known, hn::Le(spread, hn::Mul(for_all(width), lower_)));
    const auto most =
        hn::Max(hn::Mul(for_all(0x1.fp-47), largest_), hn::Mul(for_all(1e-12), lower_));
    const auto narrow = hn::And(known, hn::Le(spread, most));
    const auto left = hn::And(hn::AndNot(narrow, known), centred_);
    if (hn::AllFalse(lanes, left)) return narrow;
    const auto size = hn::Max(world_size(a_), world_size(b_));
    const auto fits = hn::Le(spread, hn::Mul(for_all(0x1p-46 * (1 - kSumShare)), size));
    return hn::Or(narrow, hn::And(left, fits));
  }
  /// Returns the largest world coordinate of a box about its origin.
  HWY_INLINE static PairsOf world_size(const BoxesOfPairs& box) {
    const Vec3<PairsOf> sizes = Add(Abs(box.offset), dots(Abs(box.r), box.half));
    return largest(sizes);
  }

  HWY_INLINE void set_answer(double width, DistancesOfPairs& answer) const {
    answer.apart = is_narrow(width);
    answer.lower = lower_;
    answer.upper = upper_;
  }

  /// Repeats RigidBoxes::gaps(). Each is passed to `to` with the distance of the middles along its
  /// axis, the cosine of the axis' edges, and its number.
  template <class To>
  HWY_INLINE void measure_gaps(To& to) const {
    const Vec3<PairsOf>& half_a = a_.half;
    const Vec3<PairsOf>& half_b = b_.half;
    const PairMatrix sizes = Abs(c_);
    const PairsOf by_half_a[3] = {half_a.x, half_a.y, half_a.z};
    const PairsOf by_way[3] = {in_a_.x, in_a_.y, in_a_.z};
    const Vec3<PairsOf> next_b = turned(half_b);
    const Vec3<PairsOf> last_b = turned_back(half_b);
    const Vec3<PairsOf> width_a = Add(dots(sizes, half_b), half_a);
    const Vec3<PairsOf> width_b = Add(combined(sizes, half_a), half_b);
    to.take_faces(Sub(Abs(in_a_), width_a), in_a_, 0);
    to.take_faces(Sub(Abs(in_b_), width_b), in_b_, 4);
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3;
      const std::size_t k = (i + 2) % 3;
      const Vec3<PairsOf> way = MulSub(by_way[k], c_[j], Mul(by_way[j], c_[k]));
      const Vec3<PairsOf> of_edges = MulAdd(by_half_a[j], sizes[k], Mul(by_half_a[k], sizes[j]));
      const Vec3<PairsOf> of_others =
          MulAdd(next_b, turned_back(sizes[i]), Mul(last_b, turned(sizes[i])));
      const Vec3<PairsOf> gap = Sub(Abs(way), Add(of_edges, of_others));
      to.take_crossed(gap, way, c_[i], 8 + 4 * i);
    }
  }

  /// Repeats RigidDistance::set_from_axis().
  HWY_INLINE void set_from_axis(const GreatestByLength& greatest, PairMask where) {
    const Pairs lanes;
    const AxisOfPairs axis(greatest, c_, a_.r, b_.r);
    const Vec3<PairsOf> held_a = axis.held(0);
    const Vec3<PairsOf> held_b = axis.held(3);
    const Vec3<PairsOf> x = axis.end(0, Mul(a_.half, held_a));
    const Vec3<PairsOf> end = axis.end(3, Mul(b_.half, held_b));
    const Vec3<PairsOf> pull = combined(c_, Mul(Sub(reached(end), x), held_a));
    const Vec3<PairsOf> step = Mul(pull, inverse_share(squares(), held_a));
    const Vec3<PairsOf> own_b = Sub(in_each(1), held_b);
    const Vec3<PairsOf> y = clamped(NegMulAdd(own_b, step, end), b_.half);
    const Vec3<PairsOf> z = reached(y);
    const Vec3<PairsOf> none = in_each(0);
    const Vec3<PairMask> free_a = Or(Lt(Abs(z), a_.half), Gt(held_a, none));
    const Vec3<PairMask> free_b = Or(Lt(Abs(y), b_.half), Gt(held_b, none));
    const PairMask free = hn::And(where, hn::And(all_of(free_a), all_of(free_b)));
    finish<true>(axis.direction(), points_at(clamped(z, a_.half), y), free);
    const PairMask left = hn::AndNot(found_, where);
    if (!hn::AllFalse(lanes, left)) walk(y, left);
  }

  const BoxesOfPairs& a_;
  const BoxesOfPairs& b_;
  Vec3<PairsOf> offset_, centre_, reach_;
  PairsOf drift_;
  PairMask centred_;
  PairMask apart_, inside_;  ///< by balls
  PairMask is_rigid_, in_range_;
  PairMatrix c_;
  Vec3<PairsOf> in_a_, in_b_;
  PairsOf size_, error_;
  PairMask found_;
  PairsOf lower_, upper_;
  PairsOf largest_;  ///< the largest coordinate of the points
};

#endif

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

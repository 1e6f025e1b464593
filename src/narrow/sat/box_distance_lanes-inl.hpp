// SPDX-License-Identifier: Apache-2.0
//
// The distances of pairs of boxes, a pair a lane: what set_quick_distance() does of a pair by balls
// and in its rigid frame, operation by operation, so that each bound is the same to the last bit.
// box_balls.hpp, box_quick_pair-inl.hpp, box_rigid-inl.hpp, box_rigid_distance.cpp and
// box_distance_bounds-inl.hpp say why it is right; whoever changes one of them changes this, and
// tests/batch/distance_lanes_test.cpp compares. Only the signs of zeros may differ, where nothing
// reads them. What else a pair needs is left to the path of a single query.

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
#include "narrow/sat/box_pair_vectors-inl.hpp"
#include "narrow/sat/box_rigid_distance.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

#if SUNDER_BOXES_IN_FLOATS

/// One box of each pair, as a record and a Pose have it.
struct BoxesOfPairs {
  PairMatrices r;
  PairVectors offset;
  PairVectors half, most, middle;
  PairsOf circumscribed, inscribed;  ///< NaN where the balls are not about the origin
  PairsOf least, greatest;           ///< stretches
  PairsOf linear_error;
};

/// What is known of each pair.
struct DistancesOfPairs {
  PairMask apart;
  PairMask inside;       ///< overlapping, by balls
  PairMask overlapping;  ///< by axes
  PairMask waiting;      ///< apart, to be measured by the axis of the greatest gap
  PairsOf lower, upper;  ///< of those that are apart
};

class PairDistances {
 public:
  HWY_INLINE PairDistances(const BoxesOfPairs& a, const BoxesOfPairs& b) : a_(a), b_(b) {
    offset_ = difference_of(b.offset, a.offset);
    found_ = none_of_pairs();
    lower_ = upper_ = largest_ = hn::Zero(Pairs());
    compare_balls();
    set_frame();
  }

  /// By balls, from the middles, and by the greatest gap.
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

  /// Of pairs that were left waiting.
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
  /// verdict_by_centred_balls(), but for the range: a matrix that is rigid is in it.
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

  /// phi_of().
  HWY_INLINE static PairsOf phi_of(const BoxesOfPairs& box) {
    const auto over = hn::Sub(box.greatest, for_all(1));
    const auto under = hn::Sub(for_all(1), box.least);
    return hn::Add(hn::IfThenElse(hn::Gt(over, under), over, under),
                   hn::Mul(for_all(kPhiEntries), box.linear_error));
  }

  /// RigidBoxes.
  HWY_INLINE void set_frame() {
    for (int i = 0; i < 3; ++i) {
      const PairVectors column{{a_.r.row[0].of[i], a_.r.row[1].of[i], a_.r.row[2].of[i]}};
      c_.row[i] = rows_by(b_.r, column);
    }
    in_a_ = rows_by(a_.r, offset_);
    in_b_ = rows_by(b_.r, offset_);
    centre_ = offset_;
    PairVectors sizes = sum_of(magnitude_of(offset_), sum_of(a_.half, b_.half));
    centred_ = hn::Eq(hn::Zero(Pairs()), hn::Zero(Pairs()));
    for (int k = 0; k < 3; ++k) {
      const auto aside = hn::Or(a_.middle.of[k], b_.middle.of[k]);
      centred_ = hn::And(centred_, hn::Eq(aside, hn::Zero(Pairs())));
    }
    if (!hn::AllTrue(Pairs(), centred_)) move_frame(sizes);
    size_ = sum_of_all(sizes);
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
  HWY_INLINE void move_frame(PairVectors& sizes) {
    const PairVectors by_b = difference_of(columns_by(c_, b_.middle), a_.middle);
    const PairVectors by_a = difference_of(b_.middle, rows_by(c_, a_.middle));
    const PairVectors aside = sum_of(magnitude_of(a_.middle), magnitude_of(b_.middle));
    in_a_ = chosen(centred_, in_a_, sum_of(in_a_, by_b));
    in_b_ = chosen(centred_, in_b_, sum_of(in_b_, by_a));
    sizes = chosen(centred_, sizes, sum_of(sizes, aside));
    PairVectors middles;
    for (int l = 0; l < 3; ++l) {
      PairVectors row;
      for (int k = 0; k < 3; ++k) {
        row.of[k] = hn::MulSub(b_.r.row[l].of[k], b_.middle.of[k],
                               hn::Mul(a_.r.row[l].of[k], a_.middle.of[k]));
      }
      middles.of[l] = sum_of_row(row);
    }
    centre_ = chosen(centred_, centre_, sum_of(middles, offset_));
  }

  /// What QuickPair adds to it.
  HWY_INLINE void set_reach() {
    drift_ = hn::Mul(hn::Add(drift_of(a_), drift_of(b_)), for_all(kBoundRounding));
    for (int l = 0; l < 3; ++l) {
      PairVectors row;
      for (int k = 0; k < 3; ++k) {
        row.of[k] = hn::MulAdd(hn::Abs(b_.r.row[l].of[k]), b_.most.of[k],
                               hn::Mul(hn::Abs(a_.r.row[l].of[k]), a_.most.of[k]));
      }
      reach_.of[l] = hn::Add(hn::Add(sum_of_row(row), hn::Abs(offset_.of[l])), drift_);
    }
  }
  HWY_INLINE static PairsOf drift_of(const BoxesOfPairs& box) {
    return hn::Mul(box.linear_error, sum_of_row(box.most));
  }

  /// RigidDistance::set_from_middles().
  HWY_INLINE void set_from_middles(PairMask where) {
    const PairVectors x = clamped(in_a_, a_.half);
    walk(clamped(rows_by(c_, difference_of(x, in_a_)), b_.half), where);
  }

  HWY_INLINE PairVectors reached(const PairVectors& y) const {
    return sum_of(in_a_, columns_by(c_, y));
  }
  HWY_INLINE static PairVectors inverse_share(const PairMatrices& squares,
                                              const PairVectors& held) {
    PairVectors v = rows_by(squares, held);
    for (int k = 0; k < 3; ++k)
      v.of[k] = hn::Div(for_all(1), hn::Max(v.of[k], for_all(kLeastShare)));
    return v;
  }
  HWY_INLINE PairMatrices squares() const {
    PairMatrices m;
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) m.row[i].of[k] = hn::Mul(c_.row[i].of[k], c_.row[i].of[k]);
    }
    return m;
  }

  /// RigidDistance::walk() of the pairs `where`. One that has ended stands where it is, so that its
  /// last step is done again until all have.
  HWY_INLINE void walk(PairVectors y, PairMask where) {
    const Pairs lanes;
    const auto least = hn::Mul(size_, for_all(kLeastStep));
    const PairMatrices squared = squares();
    PairVectors x, w, held, step, next;
    PairMask ended;
    for (int i = 1;; ++i) {
      const PairVectors z = reached(y);
      x = clamped(z, a_.half);
      w = difference_of(z, x);
      for (int k = 0; k < 3; ++k) {
        held.of[k] = hn::IfThenElseZero(hn::Ge(hn::Abs(z.of[k]), a_.half.of[k]), for_all(1));
      }
      const PairVectors share = inverse_share(squared, held);
      const PairVectors pull = rows_by(c_, w);
      ended = where;
      for (int k = 0; k < 3; ++k) {
        step.of[k] = hn::Mul(pull.of[k], share.of[k]);
        next.of[k] = hn::Sub(y.of[k], step.of[k]);
      }
      next = clamped(next, b_.half);
      for (int k = 0; k < 3; ++k) {
        ended = hn::And(ended, hn::Le(hn::Abs(hn::Sub(next.of[k], y.of[k])), least));
      }
      if (i == kMostSteps || hn::AllTrue(lanes, hn::Or(ended, hn::Not(where)))) break;
      y = chosen(ended, y, next);
    }
    for (int k = 0; k < 3; ++k) {
      const auto free = hn::Lt(hn::Abs(next.of[k]), b_.half.of[k]);
      step.of[k] = hn::IfThenElseZero(free, step.of[k]);
    }
    const PairVectors along = columns_by(c_, step);
    PairVectors u;
    for (int k = 0; k < 3; ++k) {
      u.of[k] =
          hn::IfThenElseZero(hn::Gt(held.of[k], hn::Zero(lanes)), hn::Sub(w.of[k], along.of[k]));
    }
    finish<false>(times_rows(a_.r, u), points_at(x, y), ended);
    const PairMask left = hn::AndNot(found_, ended);
    if (!hn::AllFalse(lanes, left)) settle(x, y, left);
  }

  /// RigidDistance::settle().
  HWY_INLINE void settle(const PairVectors& x, const PairVectors& y, PairMask where) {
    const FreeEdges free = free_at(x, y);
    const Step step = step_of(points_at(x, y).w, free);
    const PairVectors to_x = clamped(sum_of(x, step.x), a_.half);
    const PairVectors to_y = clamped(difference_of(y, step.y), b_.half);
    const PointsOfPairs points = points_at(to_x, to_y);
    const Step left = step_of(points.w, free);
    const PairVectors along = sum_of(times_rows(b_.r, left.y), times_rows(a_.r, left.x));
    finish<false>(difference_of(points.w, along), points, where);
  }
  struct FreeEdges {
    PairMask of_a[3], of_b[3];
    PairVectors share;
  };
  HWY_INLINE FreeEdges free_at(const PairVectors& x, const PairVectors& y) const {
    FreeEdges free;
    PairVectors held;
    for (int k = 0; k < 3; ++k) {
      free.of_a[k] = hn::Lt(hn::Abs(x.of[k]), a_.half.of[k]);
      free.of_b[k] = hn::Lt(hn::Abs(y.of[k]), b_.half.of[k]);
      held.of[k] = hn::IfThenZeroElse(free.of_a[k], for_all(1));
    }
    free.share = inverse_share(squares(), held);
    return free;
  }
  struct Step {
    PairVectors x, y;
  };
  HWY_INLINE Step step_of(const PairVectors& w, const FreeEdges& free) const {
    PairVectors of_a = rows_by(a_.r, w);
    for (int k = 0; k < 3; ++k) of_a.of[k] = hn::IfThenElseZero(free.of_a[k], of_a.of[k]);
    const PairVectors pull = difference_of(rows_by(b_.r, w), rows_by(c_, of_a));
    Step step;
    for (int k = 0; k < 3; ++k) {
      step.y.of[k] = hn::IfThenElseZero(free.of_b[k], hn::Mul(pull.of[k], free.share.of[k]));
    }
    step.x = difference_of(of_a, columns_by(c_, step.y));
    for (int k = 0; k < 3; ++k) step.x.of[k] = hn::IfThenElseZero(free.of_a[k], step.x.of[k]);
    return step;
  }

  /// PointsOfBoxes.
  struct PointsOfPairs {
    PairVectors at_a, at_b;
    PairVectors w;
  };
  HWY_INLINE PointsOfPairs points_at(const PairVectors& x, const PairVectors& y) const {
    PointsOfPairs points;
    points.at_a = times_rows(a_.r, sum_of(a_.middle, x));
    points.at_b = times_rows(b_.r, sum_of(b_.middle, y));
    points.w = sum_of(difference_of(points.at_b, points.at_a), offset_);
    return points;
  }

  /// RigidDistance::finish() and set_bounds(). `kTurned`: for u or -u, whichever is ahead.
  template <bool kTurned>
  HWY_INLINE void finish(const PairVectors& u, const PointsOfPairs& points, PairMask where) {
    const Pairs lanes;
    const PairVectors sizes = magnitude_of(u);
    const auto ahead = unfused_dot(u, centre_);
    const auto along = kTurned ? hn::Abs(ahead) : ahead;
    const auto squared = unfused_dot(u, u);
    const auto size = unfused_dot(sizes, reach_);
    const auto norm = sum_of_row(sizes);
    const PairVectors rise_a = rows_by(a_.r, u);
    const PairVectors rise_b = rows_by(b_.r, u);
    PairVectors width;
    for (int k = 0; k < 3; ++k) {
      width.of[k] = hn::MulAdd(a_.half.of[k], hn::Abs(rise_a.of[k]),
                               hn::Mul(b_.half.of[k], hn::Abs(rise_b.of[k])));
    }
    const auto inverse = hn::Mul(hn::Sqrt(squared), hn::Div(for_all(1), squared));
    const auto gap = hn::Sub(along, sum_of_all(width));
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
  HWY_INLINE static PairsOf length_of(const PairVectors& v) {
    return hn::Sqrt(sum_of_all(
        {{hn::Mul(v.of[0], v.of[0]), hn::Mul(v.of[1], v.of[1]), hn::Mul(v.of[2], v.of[2])}}));
  }
  /// The largest coordinate of both points.
  HWY_INLINE PairsOf largest_of(const PointsOfPairs& points) const {
    const PairVectors p = magnitude_of(sum_of(points.at_a, a_.offset));
    const PairVectors q = magnitude_of(sum_of(points.at_b, b_.offset));
    auto largest = hn::Max(p.of[0], q.of[0]);
    for (int k = 1; k < 3; ++k) largest = hn::Max(largest, hn::Max(p.of[k], q.of[k]));
    return largest;
  }

  /// is_narrow_between_points(). Of what asks for the bodies' sizes no more than is certain: where
  /// boxes are about their origins both bounds of the size that are compared there are this one,
  /// but for a few roundings, of which 2^-40 is more.
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
  /// The largest world coordinate of a box about its origin.
  HWY_INLINE static PairsOf world_size(const BoxesOfPairs& box) {
    const PairVectors sizes =
        sum_of(magnitude_of(box.offset), columns_by(magnitude_of(box.r), box.half));
    return hn::Max(hn::Max(sizes.of[0], sizes.of[1]), sizes.of[2]);
  }

  HWY_INLINE void set_answer(double width, DistancesOfPairs& answer) const {
    answer.apart = is_narrow(width);
    answer.lower = lower_;
    answer.upper = upper_;
  }

  /// RigidBoxes::gaps(), each handed to `to` with the way between the middles along its axis, what
  /// the edges of the axis have in common, and its number.
  template <class To>
  HWY_INLINE void measure_gaps(To& to) const {
    const PairVectors& half_a = a_.half;
    const PairVectors& half_b = b_.half;
    const PairMatrices sizes = magnitude_of(c_);
    const PairVectors width_a = sum_of(columns_by(sizes, half_b), half_a);
    const PairVectors width_b = sum_of(rows_by(sizes, half_a), half_b);
    for (int k = 0; k < 3; ++k) {
      const auto number = static_cast<std::uint64_t>(k);
      to.take_face(hn::Sub(hn::Abs(in_a_.of[k]), width_a.of[k]), in_a_.of[k], number);
      to.take_face(hn::Sub(hn::Abs(in_b_.of[k]), width_b.of[k]), in_b_.of[k], 4 + number);
    }
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      const int k = (i + 2) % 3;
      for (int m = 0; m < 3; ++m) {
        const int next = (m + 1) % 3;
        const int last = (m + 2) % 3;
        const auto way = hn::MulSub(in_a_.of[k], c_.row[j].of[m],  //
                                    hn::Mul(in_a_.of[j], c_.row[k].of[m]));
        const auto of_edges =
            hn::MulAdd(half_a.of[j], sizes.row[k].of[m], hn::Mul(half_a.of[k], sizes.row[j].of[m]));
        const auto of_others = hn::MulAdd(half_b.of[next], sizes.row[i].of[last],
                                          hn::Mul(half_b.of[last], sizes.row[i].of[next]));
        const auto gap = hn::Sub(hn::Abs(way), hn::Add(of_edges, of_others));
        to.take_crossed(gap, way, c_.row[i].of[m], static_cast<std::uint64_t>(8 + 4 * i + m));
      }
    }
  }

  /// RigidDistance::set_from_axis().
  HWY_INLINE void set_from_axis(const GreatestByLength& greatest, PairMask where) {
    const Pairs lanes;
    const AxisOfPairs axis(greatest, c_, a_.r, b_.r);
    const PairVectors held_a = axis.held(0);
    const PairVectors held_b = axis.held(3);
    PairVectors x, end;
    for (int k = 0; k < 3; ++k) {
      x.of[k] = axis.end(k, hn::Mul(a_.half.of[k], held_a.of[k]));
      end.of[k] = axis.end(3 + k, hn::Mul(b_.half.of[k], held_b.of[k]));
    }
    PairVectors way = difference_of(reached(end), x);
    for (int k = 0; k < 3; ++k) way.of[k] = hn::Mul(way.of[k], held_a.of[k]);
    const PairVectors pull = rows_by(c_, way);
    const PairVectors share = inverse_share(squares(), held_a);
    PairVectors y;
    for (int k = 0; k < 3; ++k) {
      const auto own = hn::Sub(for_all(1), held_b.of[k]);
      y.of[k] = hn::NegMulAdd(own, hn::Mul(pull.of[k], share.of[k]), end.of[k]);
    }
    y = clamped(y, b_.half);
    const PairVectors z = reached(y);
    PairMask free = where;
    for (int k = 0; k < 3; ++k) {
      const auto zero = hn::Zero(lanes);
      free = hn::And(free,
                     hn::Or(hn::Lt(hn::Abs(z.of[k]), a_.half.of[k]), hn::Gt(held_a.of[k], zero)));
      free = hn::And(free,
                     hn::Or(hn::Lt(hn::Abs(y.of[k]), b_.half.of[k]), hn::Gt(held_b.of[k], zero)));
    }
    finish<true>(axis.direction(), points_at(clamped(z, a_.half), y), free);
    const PairMask left = hn::AndNot(found_, where);
    if (!hn::AllFalse(lanes, left)) walk(y, left);
  }

  const BoxesOfPairs& a_;
  const BoxesOfPairs& b_;
  PairVectors offset_, centre_, reach_;
  PairsOf drift_;
  PairMask centred_;
  PairMask apart_, inside_;  ///< by balls
  PairMask is_rigid_, in_range_;
  PairMatrices c_;
  PairVectors in_a_, in_b_;
  PairsOf size_, error_;
  PairMask found_;
  PairsOf lower_, upper_;
  PairsOf largest_;  ///< coordinate of the points
};

#endif

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

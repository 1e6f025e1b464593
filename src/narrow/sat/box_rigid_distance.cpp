// SPDX-License-Identifier: Apache-2.0
//
// Idea: Let x be a point of a and y a point of b, each in its own frame about its middle. There a
// box is an interval in each coordinate, so clamping finds its point closest to another. From y
//
//   x = clamp(T + C y),  w = T + C y - x,
//
// and y moves by the step that reduces w most, edge by edge, while a's free coordinates follow. The
// step is -C^T w / sum of C_ij^2 over the i at an end of a. If at most one edge of b is free, or
// none of a, that is Newton's step. The walk then ends once it has found the free edges.
// Boxes that balls separate mostly have corners and edges as closest features, and a few steps from
// their middles suffice. For others all fifteen gaps are computed. The axis of the greatest,
// measured by its length, mostly names the two free edges and is then the direction of the least
// distance.
// All that assumes R^T R = I. If that holds only up to the roundings of floats, w is not
// perpendicular to the free edges to the last bits. Each free edge then costs the gap its length
// times that error. In that case the walk ends with one more step, by w in the world's frame.
// Bound: Nothing of the walk is trusted. The points belong to the boxes, and any direction bounds
// the distance from below (box_distance_bounds-inl.hpp). If the bounds do not agree, another search
// must find the points.
// Cost: At most 4 steps, each two products of a matrix and a vector in lanes.
// Gives up: Where R is no rotation, and where the bounds do not agree.
// The kernel for many pairs, box_distance_lanes-inl.hpp, must compute identical bits.
#include "narrow/sat/box_rigid_distance.hpp"

#include <atomic>

#include "narrow/sat/box_axis_starts.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/sat/box_rigid_distance.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/sat/box_distance_bounds-inl.hpp"
#include "narrow/sat/box_rigid-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

#if SUNDER_BOXES_IN_FLOATS

class RigidDistance {
 public:
  HWY_INLINE explicit RigidDistance(const Pair<3>& pair) : c_(pair), boxes_(pair, c_.a, c_.b) {
    for (std::size_t i = 0; i < 3; ++i) squares_[i] = hn::Mul(boxes_.row[i], boxes_.row[i]);
  }

  HWY_INLINE bool in_range() const {
    return boxes_.size > kLeastSize && boxes_.error < std::numeric_limits<double>::infinity();
  }
  HWY_INLINE const RigidBoxes& boxes() const { return boxes_; }

  /// Walks from the middles.
  HWY_INLINE bool set_from_middles(Distance3& answer) {
    const auto x = clamped(boxes_.in_a, boxes_.half_a);
    return walk(clamped(pull_of(hn::Sub(x, boxes_.in_a)), boxes_.half_b), held_of(boxes_.in_a),
                answer);
  }

  /// Walks from the axis of the greatest gap.
  HWY_INLINE bool set_from_axis(const RigidGaps& gaps, Distance3& answer) {
    const Lanes lanes;
    const RigidAxes axes(boxes_, gaps);
    const std::size_t number = number_of_greatest<GapSize::by_length>(boxes_, gaps);
    const AxisStart& start = kAxisStarts[number];
    const auto& edges = kAxisEdges[number].edges;
    const auto p = hn::Load(lanes, c_.columns[edges[0]]);
    const auto q = hn::Load(lanes, c_.columns[edges[1]]);
    const QuickDirection axis = c_.measure(unfused_cross(p, q));
    const auto held_a = hn::Load(lanes, start.a.held.data());
    const auto held_b = hn::Load(lanes, start.b.held.data());
    const auto x = axes.end_of_a(number, hn::Mul(boxes_.half_a, held_a));
    const auto end = axes.end_of_b(number, hn::Mul(boxes_.half_b, held_b));
    const auto pull = pull_of(hn::Mul(hn::Sub(reached(end), x), held_a));
    const auto step = hn::Mul(pull, inverse_share(held_a));
    const auto own_b = hn::Sub(hn::Set(lanes, 1.0), held_b);
    const auto y = clamped(hn::NegMulAdd(own_b, step, end), boxes_.half_b);
    const auto z = reached(y);
    const auto zero = hn::Zero(lanes);
    const auto free_a = hn::Or(hn::Lt(hn::Abs(z), boxes_.half_a), hn::Gt(held_a, zero));
    const auto free_b = hn::Or(hn::Lt(hn::Abs(y), boxes_.half_b), hn::Gt(held_b, zero));
    if (!hn::AllTrue(lanes, hn::And(free_a, free_b))) return walk(y, held_a, answer);
    const PointsOfBoxes points = points_at(clamped(z, boxes_.half_a), y);
    return finish(oriented(axis), points, answer) || walk(y, held_a, answer);
  }

 private:
  /// Returns C^T v.
  HWY_INLINE LanesOf pull_of(LanesOf v) const { return combined(boxes_.row, spread(v)); }
  /// Returns T + C y: a point of b relative to a's middle.
  HWY_INLINE LanesOf reached(LanesOf y) const {
    return hn::Add(boxes_.in_a, combined(boxes_.column, spread(y)));
  }
  /// Returns for each edge of b: the inverse of the part of its square that is perpendicular to the
  /// edges of a that are not `held`.
  HWY_INLINE LanesOf inverse_share(LanesOf held) const {
    const Lanes lanes;
    const auto share = combined(squares_, spread(held));
    return hn::Div(hn::Set(lanes, 1.0), hn::Max(share, hn::Set(lanes, kLeastShare)));
  }

  /// Returns 1 for each edge of a that has the point closest to z at its end.
  HWY_INLINE LanesOf held_of(LanesOf z) const {
    const Lanes lanes;
    return hn::IfThenElseZero(hn::Ge(hn::Abs(z), boxes_.half_a), hn::Set(lanes, 1.0));
  }

  /// `held` is a prediction for the first step. It is mostly right, and then no step waits for a
  /// division.
  HWY_INLINE bool walk(LanesOf y, LanesOf held, Distance3& answer) const {
    const Lanes lanes;
    auto share = inverse_share(held);
    const auto least = hn::Set(lanes, boxes_.size * kLeastStep);
    for (int i = 0; i < kMostSteps; ++i) {
      const auto z = reached(y);
      const auto x = clamped(z, boxes_.half_a);
      const auto w = hn::Sub(z, x);
      const auto now_held = held_of(z);
      if (!hn::AllTrue(lanes, hn::Eq(now_held, held))) {
        held = now_held;
        share = inverse_share(held);
      }
      const auto step = hn::Mul(pull_of(w), share);
      const auto next = clamped(hn::Sub(y, step), boxes_.half_b);
      if (hn::AllTrue(lanes, hn::Le(hn::Abs(hn::Sub(next, y)), least))) {
        // The part of w along free edges is rounding error, but it costs the gap that error times
        // their length.
        const auto free = hn::Lt(hn::Abs(next), boxes_.half_b);
        const auto along = combined(boxes_.column, spread(hn::IfThenElseZero(free, step)));
        const auto u = hn::Mul(held, hn::Sub(w, along));
        return finish(c_.measure(unfused_dots(c_.a.r, u)), points_at(x, y), answer) ||
               take_last_step(y, answer);
      }
      y = next;
    }
    return false;
  }

  /// Orients the axis from a to b.
  HWY_INLINE static QuickDirection oriented(QuickDirection axis) {
    const Lanes lanes;
    const auto way = hn::And(repeated<0>(axis.sums), hn::SignBit(lanes));
    axis.u = hn::Xor(axis.u, way);
    axis.sums = hn::IfThenElse(hn::FirstN(lanes, 1), hn::Abs(axis.sums), axis.sums);
    return axis;
  }

  /// Makes one more step by w in the world's frame; the part of the direction along free edges is
  /// removed. It is seldom needed; the fence stops the compiler from computing parts of it in
  /// advance.
  HWY_INLINE bool take_last_step(LanesOf y, Distance3& answer) const {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    auto x = clamped(reached(y), boxes_.half_a);
    const FreeEdges free = free_at(x, y);
    const Step step = step_of(points_at(x, y).w, free);
    x = clamped(hn::Add(x, step.x), boxes_.half_a);
    y = clamped(hn::Sub(y, step.y), boxes_.half_b);
    const PointsOfBoxes points = points_at(x, y);
    const Step left = step_of(points.w, free);
    const auto along = hn::Add(unfused_dots(c_.b.r, left.y), unfused_dots(c_.a.r, left.x));
    return finish(c_.measure(hn::Sub(points.w, along)), points, answer);
  }
  /// The edges along which the points are not at an end, and b's inverse_share() for them.
  struct FreeEdges {
    hn::Mask<Lanes> of_a, of_b;
    LanesOf share;
  };
  HWY_INLINE FreeEdges free_at(LanesOf x, LanesOf y) const {
    const auto of_a = hn::Lt(hn::Abs(x), boxes_.half_a);
    return {of_a, hn::Lt(hn::Abs(y), boxes_.half_b), inverse_share(held_of(x))};
  }
  /// The moves of the points that make w perpendicular to the free edges: x along w, y against it.
  struct Step {
    LanesOf x, y;
  };
  HWY_INLINE Step step_of(LanesOf w, const FreeEdges& free) const {
    const Vec3<LanesOf> along = spread(w);
    const auto of_a = hn::IfThenElseZero(free.of_a, combined(c_.a.r, along));
    const auto pull = hn::Sub(combined(c_.b.r, along), pull_of(of_a));
    const auto y = hn::IfThenElseZero(free.of_b, hn::Mul(pull, free.share));
    const auto follows = combined(boxes_.column, spread(y));
    return {hn::IfThenElseZero(free.of_a, hn::Sub(of_a, follows)), y};
  }

  HWY_INLINE PointsOfBoxes points_at(LanesOf x, LanesOf y) const {
    PointsOfBoxes points;
    points.at_a = unfused_dots(c_.a.r, hn::Add(c_.a.extents.middle, x));
    points.at_b = unfused_dots(c_.b.r, hn::Add(c_.b.extents.middle, y));
    points.w = hn::Add(hn::Sub(points.at_b, points.at_a), c_.offset);
    return points;
  }
  HWY_INLINE bool finish(const QuickDirection& axis, const PointsOfBoxes& points,
                         Distance3& answer) const {
    const bool apart = set_bounds(c_, axis, points, kUnitsOfPoints, answer);
    return apart && hn::ExtractLane(axis.sums, 1) >= kLeastSquare &&
           answer.distance.upper - answer.distance.lower <= boxes_.size * kMostSpread;
  }

  QuickPair c_;
  RigidBoxes boxes_;
  Mat3<LanesOf> squares_;  ///< of C's entries
};

Verdict measure_rigid_distance(const Pair<3>& pair, bool apart, Distance3& answer) {
  RigidDistance search(pair);
  if (!search.in_range()) return Verdict::undecided;
  if (apart && search.set_from_middles(answer)) return Verdict::separated;
  const RigidGaps gaps = search.boxes().gaps();
  const Verdict verdict = verdict_of(search.boxes(), gaps);
  if (verdict != Verdict::separated) return verdict;
  return search.set_from_axis(gaps, answer) ? verdict : Verdict::undecided;
}

#else

Verdict measure_rigid_distance(const Pair<3>&, bool, Distance3&) { return Verdict::undecided; }

#endif

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::sat {

HWY_EXPORT(measure_rigid_distance);

Verdict set_rigid_distance(const Pair<3>& pair, bool apart, Distance3& answer) {
  return HWY_DYNAMIC_DISPATCH(measure_rigid_distance)(pair, apart, answer);
}

}  // namespace sunder::detail::sat
#endif

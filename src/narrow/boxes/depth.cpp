// SPDX-License-Identifier: Apache-2.0
//
// Idea: The least of the fifteen gaps, by the lengths of their axes, names the axis of the minimum
// translation. That axis is measured in the world's frame; all others are bounded from below.
// Bound: Let n^ be the chosen axis in doubles, n = n^ + d the true one, and p and q its edges. An
// entry has a rounding in each of two products and one in their difference. With pi = 4 rho (|p| +
// rho) from the errors of the poses' entries
//
//   |d_l| <= unit |n^_l| + eta,  eta = unit |p| |q| + pi + 2^-860,  |n| <= |n^| + s,
//   s = unit |n^|_1 + 3 eta,     upper = (-g^ + error) / |n^|
//   lower = (-g^ - error - eta sum_l reach_l - unit size) / |n^| (1 - s / |n^|).
//
// Both have at most ten roundings, which the shares cover. Every other axis must be as long. Its gap
// and E prove that, or Lemma D for parallel edges, or Lemma E by the faces (docs/bounds/boxes.md).
// If both R keep an axis of the world, the faces alone are enough (Lemma F): most boxes about z.
// Axes that are as short are measured too.
// Cost: The fifteen gaps, one axis in the world's frame, and one more for each that is as short.
// Gives up: Where R is no rotation, where the bounds leave the verdict open, and where the points
// found are no deepest ones.
#include "narrow/boxes/boxes.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/boxes/depth.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "geometry/kept_axes.hpp"
#include "narrow/boxes/one_pair-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::boxes::HWY_NAMESPACE {

/// The bounds of the depth along one axis, measured in the world's frame.
struct AxisDepth {
  HWY_INLINE AxisDepth(const Reach<OnePair>& reach, Quad u) : axis(reach.measure(u)) {
    constexpr double unit = kEntryUnits * kUnit * kBoundRounding;
    const double rho = Max(reach.pair.a.linear_error, reach.pair.b.linear_error);
    // kMostColumn also covers 2^-860.
    const double eta =
        unit * kMostColumn * kMostColumn + rho * (kCrossEntries * kBoundRounding * kMostColumn);
    const double error = reach.error_along(axis);
    const double gap = total(axis.width) - Abs(axis.along);
    const double low = gap - (error + unit * axis.size + eta * total(reach.reach));
    inverse = Sqrt(axis.squared) * (1 / axis.squared);
    const double relative = (unit * axis.norm + kLengthEntries * eta) * inverse;
    lower = low * inverse * (1 - relative) * (1 - kBoxIntervalShare);
    upper = (gap + error) * inverse * (1 + kBoxIntervalShare);
    known = lower > kLeastDepth && relative < kMostLengthError;
  }

  Direction<OnePair> axis;
  double inverse;  ///< of the axis' length
  double lower, upper;
  bool known;
};

/// Reads which axes are not proven to be at least as long as `upper`, a bit each.
struct ShorterAxes {
  /// The bits of the faces of a and of b.
  static constexpr std::uint32_t kFaces = 0x77;
  HWY_INLINE ShorterAxes(const PosedPair& boxes, double upper)
      : frame(boxes.frame),
        loss(in_all(-boxes.error)),
        squared(in_all(upper * upper)),
        more(in_all(kSquaredPhis * boxes.phi + kSquaredUnits * kUnit)) {}
  HWY_INLINE void take_faces(Quad gap, Quad, std::size_t number) { take(gap, in_all(1), number); }
  HWY_INLINE void take_edges(std::size_t i, Quad gap, Quad, const Mat3<Quad>&) {
    take(gap, squared_sines<OnePair>(frame.c.row[i]), 8 + 4 * i);
  }
  HWY_INLINE void take(Quad gap, Quad square, std::size_t number) {
    const Quad low = Sub(loss, gap);
    const Quad least = Mul(squared, Add(square, more));
    found |= (~lanes_of(Ge(Mul(low, Abs(low)), least)) & 7U) << number;
  }

  const Frame<OnePair>& frame;
  Quad loss, squared, more;
  std::uint32_t found = 0;
};

/// Reads which axes Lemma D leaves out if the depth is at least `lower`: parallel edges, a bit each.
struct ParallelAxes {
  HWY_INLINE ParallelAxes(const PosedPair& boxes, double lower)
      : half_b(boxes.frame.half_b),
        slip(in_all(kSinePhis * boxes.phi + kSineUnits * kUnit)),
        most(in_all(kMostSlip * lower)) {}
  HWY_INLINE void take_faces(Quad, Quad, std::size_t) {}
  HWY_INLINE void take_edges(std::size_t i, Quad, Quad, const Mat3<Quad>& sizes) {
    const Quad sine = Add(sizes[(i + 1) % 3], sizes[(i + 2) % 3]);
    const Quad moved = Mul(half_b, MulAdd(sine, in_all(1.02), slip));
    found |= (lanes_of(Le(moved, most)) & 7U) << (8 + 4 * i);
  }

  Quad half_b, slip, most;
  std::uint32_t found = 0;
};

/// What Lemma E costs the depth along each pair of edges, from the faces of a, or of b.
struct FaceLosses {
  HWY_INLINE explicit FaceLosses(const PosedPair& boxes) {
    const Mat3<Quad> sizes = Abs(boxes.frame.c.row);
    const Quad slip = in_all(kEntryPhis * boxes.phi + kEntryErrors * kUnit);
    const Vec3<Quad> half_a = spread(boxes.frame.half_a);
    const Quad half[3] = {half_a.x, half_a.y, half_a.z};
    Quad by_b = in_all(0);
    for (std::size_t i = 0; i < 3; ++i) {
      const Quad of_b = MulAdd(Min(sizes[(i + 1) % 3], sizes[(i + 2) % 3]), in_all(1.02), slip);
      row[i] = 2 * total(Mul(boxes.frame.half_b, of_b));
      const Quad of_a = Min(turned(sizes[i]), turned_back(sizes[i]));
      by_b = MulAdd(half[i], MulAdd(of_a, in_all(1.02), slip), by_b);
    }
    Store(Add(by_b, by_b), QuadTag(), column);
  }
  /// The axis has a number from 8 on.
  HWY_INLINE double of(std::size_t number) const {
    return Min(row[number / 4 - 2], column[number % 4]);
  }
  alignas(32) double column[4];
  double row[3];
};

/// Returns a lower bound on the depth along all axes, of which those in `open` may be as short as
/// the chosen one. Returns 0 if there is none.
double lower_of_all(const PosedPair& boxes, const Reach<OnePair>& reach, const KeptGaps& gaps,
                    std::uint32_t open, double lower) {
  ParallelAxes parallel(boxes, lower);
  gaps.visit(parallel);
  open &= ~parallel.found;
  const FaceLosses losses(boxes);
  double of_faces = lower;
  for (; open != 0; open &= open - 1) {
    const auto number = static_cast<std::size_t>(std::countr_zero(open));
    double least = 0;
    if (number >= 8) least = of_faces - losses.of(number);
    if (!(least >= of_faces * (1 - kMostFaceLoss))) {
      const AxisDepth other(reach, axis_of(boxes.pair, number));
      if (other.known) least = Max(least, other.lower);
    }
    lower = Min(lower, least);
    if (number < 8) of_faces = lower;
  }
  return lower;
}

/// Steps of the walk to points of deepest overlap.
inline constexpr int kMostDeepSteps = 16;

/// The points of deepest overlap. Both boxes have the ends that face each other along the axis. The
/// edges that are perpendicular to it are free.
class DeepestPoints {
 public:
  HWY_INLINE DeepestPoints(const Reach<OnePair>& reach, const Frame<OnePair>& frame,
                           const AxisOfOne& axis)
      : reach_(reach),
        frame_(frame),
        axis_(axis),
        end_a_(axis.end_of_a(Mul(frame.half_a, axis.held_a()))),
        end_b_(axis.end_of_b(Mul(frame.half_b, axis.held_b()))) {}

  /// `share` times the axis is the minimum translation. Edges that are perpendicular to it, besides
  /// its own, make another axis as short, so that it is not `unique`.
  HWY_INLINE Points<OnePair> find(bool unique, double share) const {
    const Nearest<OnePair> nearest(reach_, frame_);
    const Quad y = nearest.start_of(axis_);
    const Quad z = nearest.reached(y);
    if (!(unique && nearest.are_free(axis_, z, y))) [[unlikely]]
      return from_both_middles(share);
    return nearest.points_at(IfThenElse(Gt(axis_.held_a(), in_all(0)), end_a_, z), y);
  }

 private:
  /// The ends of both boxes along the edges that are not free.
  struct FacingEnds {
    HWY_INLINE Quad of_a(Quad x) const { return IfThenElse(free_a, x, end_a); }
    HWY_INLINE Quad of_b(Quad y) const { return IfThenElse(free_b, y, end_b); }
    HWY_INLINE Quad held(Quad v) const { return IfThenElse(free_a, v, in_all(1)); }
    QuadMask free_a, free_b;
    Quad end_a, end_b;
  };

  /// Where more edges are free, the points are not unique. b is moved along the minimum translation,
  /// and then meets a there. The search walks from the middle of each box's free edges; the mean of
  /// both points is another.
  HWY_INLINE Points<OnePair> from_both_middles(double share) const {
    OnePair::fence();
    Frame<OnePair> moved = frame_;
    moved.in_a = MulAdd(in_all(share), without_last(axis_.from_a()), frame_.in_a);
    const Nearest<OnePair> nearest(reach_, moved);
    const Quad none = in_all(0);
    const FacingEnds ends{Or(axis_.flat_a(), Le(axis_.held_a(), none)),
                          Or(axis_.flat_b(), Le(axis_.held_b(), none)), end_a_, end_b_};
    const Quad y = ends.of_b(none);
    const Quad beside = pulled(moved.c, Sub(ends.of_a(none), moved.in_a));
    Walked<OnePair> from_b, from_a;
    nearest.walk_from(y, ends.held(nearest.held_of(nearest.reached(y))), true, kMostDeepSteps, ends,
                      from_b);
    nearest.walk_from(ends.of_b(clamped(beside, moved.half_b)), from_b.held, true, kMostDeepSteps,
                      ends, from_a);
    const Quad half = in_all(0.5);
    return nearest.points_at(Mul(half, Add(from_b.x, from_a.x)),
                             Mul(half, Add(from_b.y, from_a.y)));
  }

  const Reach<OnePair>& reach_;
  const Frame<OnePair>& frame_;
  const AxisOfOne& axis_;
  Quad end_a_, end_b_;
};

/// Tests the condition of penetration(): point_a - point_b is the depth times the normal.
HWY_INLINE bool points_fit(Quad at_a, Quad at_b, Quad normal, const Interval& depth) {
  const Quad off = Abs(NegMulAdd(in_all(depth.upper), normal, Sub(at_a, at_b)));
  const Quad size = Max(Abs(at_a), Abs(at_b));
  const double most = greatest_of(size) * 0x1p-44 + (depth.upper - depth.lower);
  return (lanes_of(Gt(off, in_all(most))) & 7) == 0;
}

bool set_depth_of(const PosedPair& boxes, const KeptGaps& gaps, Penetration3& answer) {
  std::uint32_t kept = kept_axes(*boxes.pair.a.pose);
  if (kept != 0) kept &= kept_axes(*boxes.pair.b.pose);
  GreatestAxis<OnePair, GapSize::by_length_of_edges> least(boxes.frame);
  if (kept == 0) {
    gaps.visit(least);
  } else {
    least.take_faces(gaps.of_a, boxes.frame.in_a, 0);
    least.take_faces(gaps.of_b, boxes.frame.in_b, 4);
  }
  const std::size_t number = least.number();
  const Reach<OnePair> reach(boxes);
  const AxisDepth chosen(reach, axis_of(boxes.pair, number));
  if (!chosen.known) return false;
  ShorterAxes shorter(boxes, chosen.upper);
  gaps.visit(shorter);
  std::uint32_t open = shorter.found & ~(1U << number);
  double lower = chosen.lower;
  if (open != 0) [[unlikely]] {
    // Both faces across a kept axis have one direction.
    if (kept != 0) open &= ShorterAxes::kFaces & ~(kept << 4);
    if (number >= 4) open &= ~(kept & 1U << (number - 4));
    if (open != 0) lower = lower_of_all(boxes, reach, gaps, open, lower);
  }
  answer.depth = {lower * (1 - kBoxIntervalShare), chosen.upper};
  const AxisOfOne axis(boxes.frame, least.ways, number);
  const DeepestPoints deepest(reach, boxes.frame, axis);
  const Points<OnePair> points =
      deepest.find(kept == 0 && open == 0, chosen.upper * chosen.inverse);
  const Quad at_a = Add(points.at_a, boxes.a.offset);
  const Quad at_b = Add(points.at_b, boxes.b.offset);
  const Quad normal =
      MulAdd(OnePair::toward(chosen.axis.u, chosen.axis.along), in_all(chosen.inverse), in_all(0));
  store_three(normal, answer.witness->normal);
  store_three(at_a, answer.witness->point_a);
  store_three(at_b, answer.witness->point_b);
  // Lemma D compares with the chosen axis.
  return lower >= chosen.lower * (1 - kMostLengthError) &&
         points_fit(at_a, at_b, normal, answer.depth);
}

Verdict measure_depth(const Pair<3>& pair, Penetration3& answer) {
  const OneBox a(pair.a);
  const OneBox b(pair.b);
  const PosedPair boxes(pair, a, b);
  if (!boxes.in_range) return Verdict::undecided;
  const KeptGaps gaps(boxes.frame);
  const Verdict verdict = verdict_of(gaps, boxes.error);
  if (verdict != Verdict::overlapping) return verdict;
  return set_depth_of(boxes, gaps, answer) ? verdict : Verdict::undecided;
}

}  // namespace sunder::detail::boxes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::boxes {

HWY_EXPORT(measure_depth);

Verdict set_depth(const Pair<3>& pair, Penetration3& answer) {
  return HWY_DYNAMIC_DISPATCH(measure_depth)(pair, answer);
}

}  // namespace sunder::detail::boxes
#endif

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
// Axes that are as short are measured too. Where these bounds are too wide, the deepest points give
// narrower ones (Lemma G).
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
#include "narrow/default_width.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::boxes::HWY_NAMESPACE {

/// The bounds of the depth along one axis, measured in the world's frame.
struct AxisDepth {
  HWY_INLINE AxisDepth(const Reach<OnePair>& reach, Quad u) : axis(reach.measure(u)) {
    constexpr double unit = kEntryUnits * kUnit * kBoundRounding;
    rho = Max(reach.pair.a.linear_error, reach.pair.b.linear_error);
    // kMostColumn also covers 2^-860.
    const double eta =
        unit * kMostColumn * kMostColumn + rho * (kCrossEntries * kBoundRounding * kMostColumn);
    const double error = reach.error_along(axis);
    const double gap = total(axis.width) - Abs(axis.along);
    loss = error + unit * axis.size + eta * total(reach.reach);
    inverse = Sqrt(axis.squared) * (1 / axis.squared);
    relative = (unit * axis.norm + kLengthEntries * eta) * inverse;
    lower = (gap - loss) * inverse * (1 - relative) * (1 - kBoxIntervalShare);
    upper = (gap + error) * inverse * (1 + kBoxIntervalShare);
    known = lower > kLeastDepth && relative < kMostLengthError;
  }

  Direction<OnePair> axis;
  double rho;       ///< the error of an entry of R
  double loss;      ///< the error of the gap along the true axis
  double inverse;   ///< of the axis' length
  double relative;  ///< the error of the axis, as a share of its length
  double lower, upper;
  bool known;
};

/// Returns a number > 0 where the axis points from a to b, or against w if the middles do not show that. `w`
/// is from a's deepest point to b's.
HWY_INLINE double way_to_b(const AxisDepth& depth, const Quad& w) {
  const Direction<OnePair>& axis = depth.axis;
  return Abs(axis.along) > depth.loss ? axis.along : -total(Mul(axis.u, w));
}

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

/// A point of C = K_A - K_B near the boundary, which bounds the depth from below along every axis
/// (Lemma G). Only its three coordinates have errors, and they are small beside the bodies.
class DeepPoint {
 public:
  /// The points are of the boxes, each in its own frame about its middle.
  HWY_INLINE DeepPoint(const Reach<OnePair>& reach, const Pair<3>& pair, Quad x, Quad y)
      : reach_(reach), a_(*pair.a.hull, reach.pair.a, x), b_(*pair.b.hull, reach.pair.b, y) {
    w_ = reach.pair.offset;
    Quad sizes = Abs(w_);
    const Vec3<Quad> of_a = spread(Neg(a_.at));
    const Vec3<Quad> of_b = spread(b_.at);
    const Quad factors[6] = {of_a.x, of_a.y, of_a.z, of_b.x, of_b.y, of_b.z};
    for (std::size_t k = 0; k < 6; ++k) {
      const Quad term = Mul(factors[k], edge_of(pair, k));
      w_ = Add(w_, term);
      sizes = Add(sizes, Add(Abs(term), Abs(w_)));
    }
    error_ =
        MulAdd(sizes, in_all(kUnit * kBoundRounding), OnePair::three(reach.drift + kBoxUnderflow));
    aside_ = total(MulAdd(Abs(w_), in_all(kAsideUnits * kUnit), error_));
  }

  HWY_INLINE double lower_along(const AxisDepth& depth) const {
    const double relative = depth.relative;
    if (!(relative < kMostLengthError)) return 0;
    const Along along = measure(depth);
    const double share = along.depth * depth.inverse * depth.inverse;
    const double aside = total(Abs(MulAdd(along.u, in_all(share), w_))) + aside_;
    const double least = along.depth - along.error - other_end(depth);
    return (least * depth.inverse - kAsideFactor * relative * aside) * (1 - relative * relative) *
           (1 - kBoxIntervalShare);
  }
  HWY_INLINE double upper_along(const AxisDepth& depth) const {
    const Along along = measure(depth);
    const double length = depth.axis.squared * depth.inverse;
    const Quad error =
        in_all((kRiseUnits * kUnit * length + depth.rho * depth.axis.norm) * (1 + kSizeShare));
    const Vec3<Quad> u = spread(along.u);
    const Quad slack = Add(a_.slack(combined(reach_.pair.a.r, u), error),
                           b_.slack(Neg(combined(reach_.pair.b.r, u)), error));
    return (along.depth + along.error + total(slack) * kBoundRounding) * depth.inverse *
           (1 + kBoxIntervalShare);
  }

 private:
  /// A point of a box, in the body's coordinates.
  struct BoxPoint {
    HWY_INLINE BoxPoint(const HullBlock& hull, const PosedBox<OnePair>& box, Quad from_middle)
        : low(load_three(hull.lower)), high(load_three(hull.upper)) {
      at = Min(Max(Add(box.middle, from_middle), low), high);
    }
    /// Bounds for each edge how far the box reaches beyond the point, along a direction in which
    /// the edge rises so much.
    HWY_INLINE Quad slack(Quad rise, Quad error) const {
      const Quad behind = Sub(at, low), ahead = Sub(high, at);
      const Quad size = Abs(rise);
      const Quad side = IfThenElse(Gt(rise, in_all(0)), ahead, behind);
      const Quad most = IfThenElse(Gt(size, error), side, Max(ahead, behind));
      return Mul(most, Add(size, error));
    }
    Quad low, high, at;
  };
  /// Bounds how much less the depth may be than along the axis from a to b, if that way is not
  /// known. It is twice the product with the line of middles.
  HWY_INLINE double other_end(const AxisDepth& depth) const {
    const double along = Abs(depth.axis.along);
    if (along > depth.loss) return 0;
    if (!reach_.pair.centred) return 2 * (along + depth.loss);
    // The middles are the bodies' offsets, whose difference has one rounding.
    const Quad sizes = Abs(reach_.pair.centre);
    const double error = total(Mul(Abs(depth.axis.u), sizes)) * (kProductUnits * kUnit) +
                         total(sizes) * depth.relative * depth.axis.squared * depth.inverse;
    return 2 * (along + error) * kBoundRounding;
  }
  struct Along {
    Quad u;  ///< from a to b
    double depth, error;
  };
  HWY_INLINE Along measure(const AxisDepth& depth) const {
    const Direction<OnePair>& axis = depth.axis;
    const Quad u = OnePair::toward(axis.u, way_to_b(depth, w_));
    const Quad sizes = Abs(u);
    const double from_a = -total(Mul(u, w_));
    const double error = total(Mul(sizes, error_)) * kBoundRounding +
                         total(Mul(sizes, Abs(w_))) * (kProductUnits * kUnit * kBoundRounding);
    return {u, from_a, error + kBoxUnderflow};
  }

  const Reach<OnePair>& reach_;
  BoxPoint a_, b_;
  Quad w_;        ///< from a's point to b's
  Quad error_;    ///< of each coordinate
  double aside_;  ///< the error of the part of w across an axis, in the sum of its coordinates
};

/// Bounds the depth along all axes. `found.lower` bounds it along all but those in `open`, and is 0
/// in the end if nothing is proven. `found.upper` bounds it along one.
void take_open_axes(const PosedPair& boxes, const Reach<OnePair>& reach, const KeptGaps& gaps,
                    double least_depth, std::uint32_t open, const DeepPoint* deep,
                    Interval& found) {
  ParallelAxes parallel(boxes, least_depth);
  gaps.visit(parallel);
  open &= ~parallel.found;
  const FaceLosses losses(boxes);
  double of_faces = found.lower;
  for (; open != 0; open &= open - 1) {
    const auto number = static_cast<std::size_t>(std::countr_zero(open));
    double least = 0;
    if (number >= 8) least = of_faces - losses.of(number);
    if (!(least >= of_faces * (1 - kMostFaceLoss))) {
      const AxisDepth other(reach, axis_of(boxes.pair, number));
      if (other.known) least = Max(least, other.lower);
      if (deep != nullptr) least = Max(least, deep->lower_along(other));
      found.upper = Min(found.upper, deep != nullptr ? deep->upper_along(other) : other.upper);
    }
    found.lower = Min(found.lower, least);
    if (number < 8) of_faces = found.lower;
  }
}

/// Steps of the walk to points of deepest overlap.
inline constexpr int kMostDeepSteps = 16;

/// Two points, each in its box' frame about the middle, and where these are in the world.
struct Deepest {
  Quad x, y;
  Points<OnePair> points;
};

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
  HWY_INLINE Deepest find(bool unique, double share) const {
    const Nearest<OnePair> nearest(reach_, frame_);
    const Quad y = nearest.start_of(axis_);
    const Quad z = nearest.reached(y);
    if (!(unique && nearest.are_free(axis_, z, y))) [[unlikely]]
      return from_both_middles(share);
    const Quad x = IfThenElse(Gt(axis_.held_a(), in_all(0)), end_a_, z);
    return {x, y, nearest.points_at(x, y)};
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
  HWY_INLINE Deepest from_both_middles(double share) const {
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
    // A walk that turns in circles has no point.
    const Walked<OnePair>& one = from_b.ended ? from_b : from_a;
    const Walked<OnePair>& other = from_a.ended ? from_a : from_b;
    const Quad half = in_all(0.5);
    const Quad x = Mul(half, Add(one.x, other.x));
    const Quad mean = Mul(half, Add(one.y, other.y));
    return {x, mean, nearest.points_at(x, mean)};
  }

  const Reach<OnePair>& reach_;
  const Frame<OnePair>& frame_;
  const AxisOfOne& axis_;
  Quad end_a_, end_b_;
};

/// Tests the condition of penetration(): point_a - point_b is the depth times the normal. `size` is
/// the largest coordinate of the points.
HWY_INLINE bool points_fit(Quad at_a, Quad at_b, double size, Quad normal, const Interval& depth) {
  const Quad off = Abs(NegMulAdd(in_all(depth.upper), normal, Sub(at_a, at_b)));
  const double most = size * 0x1p-44 + (depth.upper - depth.lower);
  return (lanes_of(Gt(off, in_all(most))) & 7) == 0;
}

/// Tests whether the interval is wider than the default. The points' size mostly shows that it is
/// not.
HWY_INLINE bool is_wide(const PosedPair& boxes, const Interval& depth, double size) {
  const double spread = depth.upper - depth.lower;
  if (spread <= kRelativeWidth * depth.upper) return false;
  if (spread <= kRoundedSizeWidth * size) return false;
  const Quad sizes = Max(world_sizes(boxes.a), world_sizes(boxes.b));
  return !(spread <= kSizeWidth * (1 - kSizeShare) * greatest_of(sizes));
}

/// Returns narrower bounds from the deepest points.
[[gnu::noinline]] Interval narrower(const PosedPair& boxes, const Reach<OnePair>& reach,
                                    const KeptGaps& gaps, const AxisDepth& chosen,
                                    std::size_t number, std::uint32_t open, const Deepest& points) {
  const DeepPoint deep(reach, boxes.pair, points.x, points.y);
  Interval found{Max(chosen.lower, deep.lower_along(chosen)),
                 Min(chosen.upper, deep.upper_along(chosen))};
  if (number >= 8) {
    // The faces beside edges that are nearly parallel may bound the depth better than their axis.
    open |= 1U << number;
    found.lower = chosen.upper;
  }
  if (open != 0) take_open_axes(boxes, reach, gaps, chosen.lower, open, &deep, found);
  return found;
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
  Interval found{chosen.lower, chosen.upper};
  if (open != 0) [[unlikely]] {
    // Both faces across a kept axis have one direction.
    if (kept != 0) open &= ShorterAxes::kFaces & ~(kept << 4);
    if (number >= 4) open &= ~(kept & (1U << (number - 4)));
    if (open != 0) take_open_axes(boxes, reach, gaps, chosen.lower, open, nullptr, found);
  }
  const AxisOfOne axis(boxes.frame, least.ways, number);
  const DeepestPoints points(reach, boxes.frame, axis);
  const Deepest deepest = points.find(kept == 0 && open == 0, chosen.upper * chosen.inverse);
  const Quad at_a = Add(deepest.points.at_a, boxes.a.offset);
  const Quad at_b = Add(deepest.points.at_b, boxes.b.offset);
  const double size = greatest_of(Max(Abs(at_a), Abs(at_b)));
  // Lemma F spends nothing.
  if (kept == 0 && is_wide(boxes, found, size)) [[unlikely]]
    found = narrower(boxes, reach, gaps, chosen, number, open, deepest);
  answer.depth = {found.lower * (1 - kBoxIntervalShare), found.upper};
  const Quad ahead = OnePair::toward(chosen.axis.u, way_to_b(chosen, deepest.points.w));
  const Quad normal = MulAdd(ahead, in_all(chosen.inverse), in_all(0));
  store_three(normal, answer.witness->normal);
  store_three(at_a, answer.witness->point_a);
  store_three(at_b, answer.witness->point_b);
  // Lemma D compares with the chosen axis.
  return found.lower >= chosen.lower * (1 - kMostLengthError) &&
         points_fit(at_a, at_b, size, normal, answer.depth);
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

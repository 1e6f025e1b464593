// SPDX-License-Identifier: Apache-2.0
//
// Searches the closest points of two boxes, and computes the interval that a direction and two
// points prove.
//
// The search. Let x be a point of a and y a point of b, each in its own frame about its middle. There
// a box is an interval in each coordinate, so clamping finds its point closest to another. From y
//
//   x = clamp(T + C y),  w = T + C y - x,
//
// and y moves by the step that reduces w most, edge by edge, while a's free coordinates follow. The
// step is -C^T w / sum of C_ij^2 over the i at an end of a. If at most one edge of b is free, or none
// of a, that is Newton's step. The walk then ends once it has found the free edges. Boxes that balls
// separate mostly have corners and edges as closest features, and a few steps from their middles
// suffice. For others the axis of the greatest gap, measured by its length, mostly names the two free
// edges. It is then the direction of the least distance. All that assumes R^T R = I. If that holds
// only up to the roundings of floats, w is not perpendicular to the free edges to the last bits. Each
// free edge then costs the gap its length times that error. In that case the walk ends with one more
// step, by w in the world's frame. Nothing of the walk is trusted: the points belong to the boxes, and
// any direction bounds the distance from below.
//
// Bound. C = K_A - K_B is a zonotope. Its gap along u needs no vertices, only its centre c and the
// halves of its six edges:
//
//   g(u) = |u . c| - sum_k h_k |u . r_k|,   r_k the columns of both R, h_k half the box' extents,
//
// for whichever of u and -u points to b. Let u_l be doubles and unit = 2^-52, the error of one
// operation in any rounding mode. In doubles a term of the sum has one rounding in h_k and three in
// u . r_k. The products and sums with h_k add at most four, and the last difference one. A term of
// |u . c| has one in the middle m of a box's bounds. It has at most five in R m, the difference and
// the offset. The product u . c adds three and the last difference one: ten at most, fused or not. For
// boxes about their origins m is 0 and h_k exact: eight at most. An extent's |m| + h is its largest
// |coordinate|, so all terms together are at most sum_l |u_l| reach_l. With the error rho of R
//
//   |g - g(u)| <= units sum_l |u_l| reach_l + |u|_1 drift + 2^-400,
//   drift = rho_A |M_A|_1 + rho_B |M_B|_1,
//
// within the range of Lemma 1 (filter/filtered_pair.hpp), for entries of u up to 2^302. The excess of
// `units` over eight or ten covers the roundings of the right-hand side and the products of errors.
// The distance is at least (g - error) / |u|. The points belong to the bodies up to three roundings of
// a coordinate, or none for boxes about their origins. Their rotation and difference have six more.
// With w^ the vector from a's point to b's in doubles
//
//   | |w^| - |w| | <= units |reach|_2 + 2 drift,     Euclidean lengths.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_BOXES_NEAREST_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_BOXES_NEAREST_INL_HPP
#undef SUNDER_NARROW_BOXES_NEAREST_INL_HPP
#else
#define SUNDER_NARROW_BOXES_NEAREST_INL_HPP
#endif

#include <hwy/highway.h>

#include "narrow/boxes/axes-inl.hpp"

#ifndef SUNDER_NARROW_BOXES_NEAREST
#define SUNDER_NARROW_BOXES_NEAREST
namespace sunder::detail::boxes {

/// Steps of the walk.
inline constexpr int kMostSteps = 4;
/// Relative to the size: a step of at most this counts as zero.
inline constexpr double kLeastStep = 0x1p-44;
/// Relative to the size: the largest accepted width of the interval about the closest points.
inline constexpr double kMostSpread = 0x1p-46;
/// Limits the step of nearly parallel edges, which would consist of rounding errors.
inline constexpr double kLeastShare = 0x1p-6;
/// The range of numbers that are squared.
inline constexpr double kLeastSize = 0x1p-300;
inline constexpr double kLeastSquare = 0x1p-900;

}  // namespace sunder::detail::boxes
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::boxes::HWY_NAMESPACE {

/// A box with its pose. One pair leaves the radii unset.
template <class L>
struct PosedBox {
  Mat3<typename L::Vector> r;  ///< rows
  typename L::Vector offset;
  typename L::Vector half, most, middle;
  typename L::Number circumscribed, inscribed;  ///< NaN if the balls are not about the origin
  typename L::Number least, greatest;           ///< singular values
  typename L::Number linear_error;
  typename L::Number drift;  ///< rho |M|_1
};

/// Returns the largest absolute world coordinates of a box, rounded.
template <class L>
HWY_INLINE typename L::Vector world_sizes(const PosedBox<L>& box) {
  const auto middle = Add(box.offset, unfused_dots(box.r, box.middle));
  return Add(Abs(middle), unfused_dots(Abs(box.r), box.half));
}

/// Returns phi of one pose, which is infinite if its singular values are not known.
template <class L>
HWY_INLINE typename L::Number phi_of(const PosedBox<L>& box) {
  const auto over = Sub(box.greatest, L::number(1));
  const auto under = Sub(L::number(1), box.least);
  return Add(IfThenElse(Gt(over, under), over, under),
             Mul(L::number(kPhiEntries), box.linear_error));
}

/// Both boxes in the world and in their frames, with E.
template <class L>
struct BoxPair {
  using Vector = typename L::Vector;
  using Number = typename L::Number;
  using Mask = typename L::Mask;

  HWY_INLINE BoxPair(const PosedBox<L>& of_a, const PosedBox<L>& of_b) : a(of_a), b(of_b) {
    offset = Sub(b.offset, a.offset);
    centre = offset;
    Vector sizes = Add(Abs(offset), Add(a.half, b.half));
    centred = L::all_of(Eq(Or(a.middle, b.middle), each<L>(0)));
    if (!L::all(centred)) {
      centre = IfThenElse(centred, centre, Add(middles(), offset));
      const Vector aside = Add(Abs(a.middle), Abs(b.middle));
      sizes = IfThenElse(centred, sizes, Add(sizes, aside));
    }
    size = total(sizes);
    const Number phi_a = phi_of(a);
    const Number phi_b = phi_of(b);
    phi = IfThenElse(Gt(phi_a, phi_b), phi_a, phi_b);
    const Number most = L::number(kMostPhi);
    rigid = And(Le(phi_a, most), Le(phi_b, most));
    in_range =
        And(rigid, And(Lt(size, L::number(kMostRigidSize)), Gt(size, L::number(kLeastSize))));
    const Number factor = Add(Mul(L::number(kRigidPhis), phi), L::number(kRigidUnits * kUnit));
    error = Add(Mul(factor, size), L::number(kBoxUnderflow));
  }

  HWY_INLINE void set_frame(Frame<L>& frame) const {
    frame.in_a = combined(a.r, spread(centre));
    frame.in_b = combined(b.r, spread(centre));
    frame.half_a = a.half;
    frame.half_b = b.half;
  }
  /// Returns the vector from a's middle to b's, without the offsets.
  HWY_INLINE Vector middles() const {
    Mat3<Vector> middle;
    for (std::size_t l = 0; l < 3; ++l) middle[l] = MulSub(b.r[l], b.middle, Mul(a.r[l], a.middle));
    return sums_of_rows(middle);
  }

  const PosedBox<L>& a;
  const PosedBox<L>& b;
  Vector offset;  ///< b's minus a's
  Vector centre;
  Mask centred;  ///< both boxes are about their origins
  Number size;   ///< S
  Number phi;
  Number error;   ///< E
  Mask rigid;     ///< both R are within kMostPhi of rotations
  Mask in_range;  ///< E holds, and numbers can be squared
};

/// A direction u with the inputs of its bounds.
template <class L>
struct Direction {
  typename L::Vector u;
  typename L::Vector width;                       ///< half extents times the rises of the edges
  typename L::Number along, squared, size, norm;  ///< u . c, u . u, |u| . reach and |u|_1
};

HWY_INLINE void set_sums(Quad a, Quad b, Quad c, Quad d, Direction<OnePair>& to) {
  const Quad sums = sums_of_four(a, b, c, d);
  to.along = lane_of<0>(sums);
  to.squared = lane_of<1>(sums);
  to.size = lane_of<2>(sums);
  to.norm = lane_of<3>(sums);
}
template <class L>
HWY_INLINE void set_sums(const typename L::Vector& a, const typename L::Vector& b,
                         const typename L::Vector& c, const typename L::Vector& d,
                         Direction<L>& to) {
  to.along = sum(a);
  to.squared = sum(b);
  to.size = sum(c);
  to.norm = sum(d);
}

/// What bounds of gaps along any direction need.
template <class L>
struct Reach {
  using Vector = typename L::Vector;
  using Number = typename L::Number;

  HWY_INLINE explicit Reach(const BoxPair<L>& of) : pair(of) {
    drift = Mul(Add(pair.a.drift, pair.b.drift), L::number(kBoundRounding));
    Mat3<Vector> sizes;
    for (std::size_t l = 0; l < 3; ++l)
      sizes[l] = MulAdd(Abs(pair.b.r[l]), pair.b.most, Mul(Abs(pair.a.r[l]), pair.a.most));
    reach = Add(Add(sums_of_rows(sizes), Abs(pair.offset)), L::three(drift));
  }

  HWY_INLINE Direction<L> measure(const Vector& u) const {
    Direction<L> found;
    const Vector sizes = Abs(u);
    found.u = u;
    set_sums(Mul(u, pair.centre), Mul(u, u), Mul(sizes, reach), sizes, found);
    const Vector rise_a = combined(pair.a.r, spread(u));
    const Vector rise_b = combined(pair.b.r, spread(u));
    found.width = MulAdd(pair.a.half, Abs(rise_a), Mul(pair.b.half, Abs(rise_b)));
    return found;
  }
  HWY_INLINE Number error_along(const Direction<L>& axis) const {
    const Number units =
        IfThenElse(pair.centred, L::number(kUnitsOfCentred), L::number(kUnitsOfAny));
    return Add(Mul(units, axis.size), Add(Mul(axis.norm, drift), L::number(kBoxUnderflow)));
  }

  const BoxPair<L>& pair;
  Vector reach;
  Number drift;
};
/// Two points, without the bodies' offsets, and the vector from a's to b's, with them.
template <class L>
struct Points {
  typename L::Vector at_a, at_b, w;
};

/// Where the walk has ended: points in the frames, w and its last step.
template <class L>
struct Walked {
  typename L::Vector x, y, w, held, step, next;
  typename L::Mask ended;
};

/// The search. `sink.take(found, u, squared, lower, upper, points)` receives what it proves.
template <class L>
class Nearest {
 public:
  using Vector = typename L::Vector;
  using Number = typename L::Number;
  using Mask = typename L::Mask;

  HWY_INLINE Nearest(const Reach<L>& reach, const Frame<L>& frame)
      : reach_(reach), pair_(reach.pair), frame_(frame) {
    for (std::size_t i = 0; i < 3; ++i) squares_[i] = Mul(frame.c.row[i], frame.c.row[i]);
  }

  /// Walks from the middles.
  template <class Sink>
  HWY_INLINE Mask from_middles(Mask where, Sink& sink) const {
    const Vector x = clamped(frame_.in_a, frame_.half_a);
    const Vector y = clamped(pulled(frame_.c, Sub(x, frame_.in_a)), frame_.half_b);
    return walk(y, held_of(frame_.in_a), where, sink);
  }

  /// Walks from an axis with its ends. `direction` is along the axis in the world.
  template <class Axis, class Sink>
  HWY_INLINE Mask from_axis(const Axis& axis, const Vector& direction, Mask where,
                            Sink& sink) const {
    const Vector y = clamped(start_of(axis), frame_.half_b);
    const Vector z = reached(y);
    const Mask free = And(where, are_free(axis, z, y));
    Mask found = L::none();
    if (L::any(free)) {
      found = finish<true>(direction, points_at(clamped(z, frame_.half_a), y), free, sink);
    }
    const Mask left = AndNot(found, where);
    if (L::any(left)) found = Or(found, walk(y, axis.held_a(), left, sink));
    return found;
  }

  /// Returns the point of b on the lines of an axis' own edges that is closest to a's, with the
  /// other coordinates at their ends.
  template <class Axis>
  HWY_INLINE Vector start_of(const Axis& axis) const {
    const Vector held_a = axis.held_a();
    const Vector held_b = axis.held_b();
    const Vector x = axis.end_of_a(Mul(frame_.half_a, held_a));
    const Vector end = axis.end_of_b(Mul(frame_.half_b, held_b));
    const Vector pull = pulled(frame_.c, Mul(Sub(reached(end), x), held_a));
    const Vector step = Mul(pull, inverse_share(held_a));
    const Vector own_b = Sub(each<L>(1), held_b);
    return NegMulAdd(own_b, step, end);
  }
  /// Returns whether the points are within the axis' own edges. z is b's point from a's middle.
  template <class Axis>
  HWY_INLINE Mask are_free(const Axis& axis, const Vector& z, const Vector& y) const {
    const Vector none = each<L>(0);
    const auto free_a = Or(Lt(Abs(z), frame_.half_a), Gt(axis.held_a(), none));
    const auto free_b = Or(Lt(Abs(y), frame_.half_b), Gt(axis.held_b(), none));
    return L::all_of(And(free_a, free_b));
  }

  /// `held` is a prediction for the first step. It is mostly right, and then no step waits for a
  /// division. A pair that has ended does not move, so its last step is repeated until all have
  /// ended. `ends` has the coordinates that stay.
  template <class Ends>
  HWY_INLINE void walk_from(Vector y, Vector held, Mask where, int most_steps, const Ends& ends,
                            Walked<L>& to) const {
    Vector share = inverse_share(held);
    const Vector least = L::each(Mul(pair_.size, L::number(kLeastStep)));
    for (int i = 1;; ++i) {
      const Vector z = reached(y);
      to.x = ends.of_a(clamped(z, frame_.half_a));
      to.w = Sub(z, to.x);
      const Vector now_held = ends.held(held_of(z));
      if (!L::all(L::all_of(Eq(now_held, held)))) {
        held = now_held;
        share = inverse_share(held);
      }
      to.step = Mul(pulled(frame_.c, to.w), share);
      to.next = ends.of_b(clamped(Sub(y, to.step), frame_.half_b));
      to.ended = And(where, L::all_of(Le(Abs(Sub(to.next, y)), least)));
      if (i == most_steps || L::all(Or(to.ended, Not(where)))) break;
      y = IfThenElse(to.ended, y, to.next);
    }
    to.y = y;
    to.held = held;
  }
  /// All coordinates move.
  struct NoEnds {
    HWY_INLINE const Vector& of_a(const Vector& x) const { return x; }
    HWY_INLINE const Vector& of_b(const Vector& y) const { return y; }
    HWY_INLINE const Vector& held(const Vector& v) const { return v; }
  };

  /// Returns T + C y: a point of b from a's middle.
  HWY_INLINE Vector reached(const Vector& y) const {
    return Add(frame_.in_a, product(frame_.c, y));
  }
  /// Returns 1 for each edge of a that has the point closest to z at its end.
  HWY_INLINE Vector held_of(const Vector& z) const {
    return IfThenElseZero(Ge(Abs(z), frame_.half_a), each<L>(1));
  }
  HWY_INLINE Points<L> points_at(const Vector& x, const Vector& y) const {
    Points<L> points;
    points.at_a = unfused_dots(pair_.a.r, Add(pair_.a.middle, x));
    points.at_b = unfused_dots(pair_.b.r, Add(pair_.b.middle, y));
    points.w = Add(Sub(points.at_b, points.at_a), pair_.offset);
    return points;
  }

 private:
  /// Returns for each edge of b: the inverse of the part of its square that is perpendicular to the
  /// edges of a that are not `held`.
  HWY_INLINE Vector inverse_share(const Vector& held) const {
    return Div(each<L>(1), Max(combined(squares_, spread(held)), each<L>(kLeastShare)));
  }

  template <class Sink>
  HWY_INLINE Mask walk(const Vector& from, const Vector& held, Mask where, Sink& sink) const {
    Walked<L> at;
    walk_from(from, held, where, kMostSteps, NoEnds{}, at);
    if (!L::any(at.ended)) return at.ended;
    // The part of w along free edges is rounding error, but it costs the gap that error times their
    // length.
    const Vector step = IfThenElseZero(Lt(Abs(at.next), frame_.half_b), at.step);
    const Vector u = Mul(at.held, Sub(at.w, product(frame_.c, step)));
    const Mask found =
        finish<false>(unfused_dots(pair_.a.r, u), points_at(at.x, at.y), at.ended, sink);
    const Mask left = AndNot(found, at.ended);
    if (!L::any(left)) return found;
    return Or(found, take_last_step(at.y, left, sink));
  }

  /// Makes one more step by w in the world's frame; the part of the direction along free edges is
  /// removed. It is seldom needed.
  template <class Sink>
  HWY_INLINE Mask take_last_step(Vector y, Mask where, Sink& sink) const {
    L::fence();
    Vector x = clamped(reached(y), frame_.half_a);
    const auto free_a = Lt(Abs(x), frame_.half_a);
    const auto free_b = Lt(Abs(y), frame_.half_b);
    const Vector share = inverse_share(held_of(x));
    const Step step = step_of(points_at(x, y).w, free_a, free_b, share);
    x = clamped(Add(x, step.x), frame_.half_a);
    y = clamped(Sub(y, step.y), frame_.half_b);
    const Points<L> points = points_at(x, y);
    const Step left = step_of(points.w, free_a, free_b, share);
    const Vector along = Add(unfused_dots(pair_.b.r, left.y), unfused_dots(pair_.a.r, left.x));
    return finish<false>(Sub(points.w, along), points, where, sink);
  }
  /// The moves of the points that make w perpendicular to the free edges: x along w, y against it.
  struct Step {
    Vector x, y;
  };
  template <class Free>
  HWY_INLINE Step step_of(const Vector& w, const Free& free_a, const Free& free_b,
                          const Vector& share) const {
    const Vector of_a = IfThenElseZero(free_a, combined(pair_.a.r, spread(w)));
    const Vector pull = Sub(combined(pair_.b.r, spread(w)), pulled(frame_.c, of_a));
    const Vector y = IfThenElseZero(free_b, Mul(pull, share));
    return {IfThenElseZero(free_a, Sub(of_a, product(frame_.c, y))), y};
  }

  /// Computes the interval. `kOriented` takes whichever of u and -u points to b.
  template <bool kOriented, class Sink>
  HWY_INLINE Mask finish(const Vector& u, const Points<L>& points, Mask where, Sink& sink) const {
    const Direction<L> axis = reach_.measure(u);
    const Number along = kOriented ? Abs(axis.along) : axis.along;
    const Number inverse = Mul(Sqrt(axis.squared), Div(L::number(1), axis.squared));
    const Number gap = Sub(along, total(axis.width));
    const Number length = Sqrt(total(Mul(points.w, points.w)));
    constexpr double kAside = kUnitsOfPoints * kUnit * kBoundRounding;
    constexpr double kMoreAside = (kUnitsOfPoints + kUnitsOfCoordinates) * kUnit * kBoundRounding;
    const Number share = IfThenElse(pair_.centred, L::number(kAside), L::number(kMoreAside));
    const Number aside = Add(Mul(share, Sqrt(total(Mul(reach_.reach, reach_.reach)))),
                             Mul(L::number(kPointDrifts), reach_.drift));
    const Number lower =
        Mul(Mul(Sub(gap, reach_.error_along(axis)), inverse), L::number(1 - kBoxIntervalShare));
    const Number upper = Mul(Add(length, aside), L::number(1 + kBoxIntervalShare));
    const Mask narrow = Le(Sub(upper, lower), Mul(pair_.size, L::number(kMostSpread)));
    const Mask proven = And(Gt(lower, L::number(0)), Ge(axis.squared, L::number(kLeastSquare)));
    const Mask found = And(where, And(proven, narrow));
    sink.take(found, kOriented ? L::toward(u, axis.along) : u, axis.squared, lower, upper, points);
    return found;
  }

  const Reach<L>& reach_;
  const BoxPair<L>& pair_;
  const Frame<L>& frame_;
  Mat3<Vector> squares_;  ///< of C's entries
};

}  // namespace sunder::detail::boxes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_BOXES_NEAREST_INL_HPP

// SPDX-License-Identifier: Apache-2.0
//
// Reads one pair of boxes from their bodies into lanes, for its answers. CornerWeights give the proof
// of an overlap.
//
// Let C = K_A - K_B be of two boxes that overlap. The ray from the middle of C through 0 leaves through a facet of C. Let n be the axis of that
// facet, oriented from a to b, with half edges p and q. That facet and the opposite one are
// parallelograms of p and q. The eight vertices of both are those of a parallelepiped about the
// middle of C that holds 0. Its third half edge e goes from the middle to the middle of the facet.
// With T from the middle of C to 0, 0 is at T = (x e + y p + z q) / D for
//
//   x = T . (p x q),  y = T . (q x e),  z = T . (e x p),  D = e . (p x q).
//
// Four corners v of a cube have an even number of minus signs. They span a simplex, in which 0 has
// the weights D + v . (x, y, z). If one of these is below zero, 0 is beyond the facet opposite to
// v. It is then in the simplex of the other three and of the corner -v. Hence 0 is inside one of
// five simplices if these four numbers, and D - |x|, D - |y| and D - |z|, differ from zero by more
// than their errors. That also proves the overlap of boxes of one orientation, or with a common
// middle.
//
// The error. Rotated back by Q_a, the exact vectors have equal products up to one sign. The entries
// of e^, p^ and q^ have errors of delta = 4 phi + 16 unit times their edges' lengths, those of T^
// delta S. The four lengths add up to S at most. A product of three of them is at most S^3 / 27 and
// that of two S^2 / 4. Hence the error of each of x, y, z and D is
//
//   sqrt(3) delta (1 / 4 + 2 / 27) S^3 + 2 unit S^3
//
// and that of the sum of all four is (9.2 phi + 46 unit) S^3, which is below E S^2.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_BOXES_ONE_PAIR_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_BOXES_ONE_PAIR_INL_HPP
#undef SUNDER_NARROW_BOXES_ONE_PAIR_INL_HPP
#else
#define SUNDER_NARROW_BOXES_ONE_PAIR_INL_HPP
#endif

#include <hwy/highway.h>

#include "geometry/body.hpp"
#include "narrow/boxes/nearest-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::boxes::HWY_NAMESPACE {

/// One box of one pair.
struct OneBox : PosedBox<OnePair> {
  HWY_INLINE explicit OneBox(const Body<3>& body) {
    const HullBlock& hull = *body.hull;
    const Pose<3>& pose = *body.pose;
    r = load_three_rows(linear_data(pose));
    offset = load_three(offset_data(pose));
    const Quad low = Mul(load_three(hull.lower), in_all(0.5));
    const Quad high = Mul(load_three(hull.upper), in_all(0.5));
    half = Sub(high, low);
    middle = Add(high, low);
    most = load_three(hull.max_abs);
    least = least_singular_value(pose);
    greatest = greatest_singular_value(pose);
    linear_error = detail::linear_error(pose);
    drift = linear_error * ((hull.max_abs[0] + hull.max_abs[1]) + hull.max_abs[2]);
  }
};

/// Both boxes in their frames. E is infinite where Lemma B does not hold.
struct PosedPair : BoxPair<OnePair> {
  HWY_INLINE PosedPair(const Pair<3>& posed, const OneBox& a, const OneBox& b)
      : BoxPair<OnePair>(a, b), pair(posed) {
    set_frame(frame);
    set_turned(linear_data(*pair.a.pose), linear_data(*pair.b.pose), a.r, b.r, frame.c);
    in_range = in_range && pair.a.hull->in_filter_range && pair.b.hull->in_filter_range;
    if (!in_range) error = std::numeric_limits<double>::infinity();
  }
  const Pair<3>& pair;
  Frame<OnePair> frame;
};

/// Returns column k of both R: an edge of C.
HWY_INLINE Quad edge_of(const Pair<3>& pair, std::size_t k) {
  const double* r = k < 3 ? linear_data(*pair.a.pose) + k : linear_data(*pair.b.pose) + (k - 3);
  return without_last(joined(r[0], r[3], r[6], r[6]));
}
/// Returns the axis with that number in the world, or its negative.
HWY_INLINE Quad axis_of(const Pair<3>& pair, std::size_t number) {
  const auto& edges = kAxisEdges[number].edges;
  return unfused_cross(edge_of(pair, edges[0]), edge_of(pair, edges[1]));
}

HWY_INLINE Verdict verdict_of(const KeptGaps& gaps, double error) {
  const Verdicts<OnePair> found = verdicts_of<OnePair>(gaps, error);
  if (found.overlapping) return Verdict::overlapping;
  if (found.apart) return Verdict::separated;
  return overlap_beside_parallel<OnePair>(gaps, error) ? Verdict::overlapping : Verdict::undecided;
}

/// The halves of the six edges of C in a's frame.
struct HalvesOfEdges {
  HWY_INLINE explicit HalvesOfEdges(const Frame<OnePair>& frame) {
    const Vec3<Quad> of_b = spread(Neg(frame.half_b));
    alignas(32) static constexpr double kOnly[3][4] = {
        {kKeep, 0, 0, 0}, {0, kKeep, 0, 0}, {0, 0, kKeep, 0}};
    for (std::size_t k = 0; k < 3; ++k)
      Store(And(frame.half_a, Load(QuadTag(), kOnly[k])), QuadTag(), at[k]);
    Store(Mul(of_b.x, frame.c.column[0]), QuadTag(), at[3]);
    Store(Mul(of_b.y, frame.c.column[1]), QuadTag(), at[4]);
    Store(Mul(of_b.z, frame.c.column[2]), QuadTag(), at[5]);
  }
  alignas(32) double at[6][4];
};

/// The weights for the axis with that number.
struct CornerWeights {
  HWY_INLINE CornerWeights(const PosedPair& boxes, const double* ways, std::size_t number) {
    const Frame<OnePair>& frame = boxes.frame;
    const AxisOfOne axis(frame, ways, number);
    const HalvesOfEdges halves(frame);
    const auto& edges = kAxisEdges[number].edges;
    // All but e is known early.
    const Quad p = Load(QuadTag(), halves.at[edges[0]]);
    const Quad q = Load(QuadTag(), halves.at[edges[1]]);
    const Quad& t = frame.in_a;
    const Quad across = unfused_cross(p, q);
    const Quad for_y = unfused_cross(t, q);
    const Quad for_z = unfused_cross(p, t);
    end_a = axis.end_of_a(Mul(frame.half_a, axis.held_a()));
    end_b = axis.end_of_b(Mul(frame.half_b, axis.held_b()));
    const Vec3<Quad> y = spread(end_b);
    const auto& column = frame.c.column;
    const Quad e =
        Sub(NegMulAdd(y.x, column[0], end_a), MulAdd(y.z, column[2], Mul(y.y, column[1])));
    products = sums_of_four(Mul(t, across), Mul(e, for_y), Mul(e, for_z), Mul(e, across));
    // x + y, y - x, D + z, D - z, and the four weights.
    alignas(32) static constexpr double kSecondAgainst[4] = {1, -1, 1, -1};
    alignas(32) static constexpr double kLastAgainst[4] = {1, 1, -1, -1};
    const Quad twos =
        MulAdd(in_order<1, 0, 3, 2>(products), Load(QuadTag(), kSecondAgainst), products);
    weights = MulAdd(in_order<2, 3, 0, 1>(twos), Load(QuadTag(), kLastAgainst), twos);
    error = boxes.error * boxes.size * boxes.size;
  }

  Quad products;      ///< x y z D
  Quad weights;       ///< D + v . (x, y, z)
  Quad end_a, end_b;  ///< the ends that face the other box, 0 for the axis' own edges
  double error;       ///< of each
};

}  // namespace sunder::detail::boxes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_BOXES_ONE_PAIR_INL_HPP

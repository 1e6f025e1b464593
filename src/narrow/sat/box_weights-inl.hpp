// SPDX-License-Identifier: Apache-2.0
//
// Computes the position of 0 among the corners of C = K_A - K_B of two boxes that overlap.
//
// The ray from the middle of C through 0 leaves through a facet of C. Let n be the axis of that
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
#if defined(SUNDER_NARROW_SAT_BOX_WEIGHTS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SAT_BOX_WEIGHTS_INL_HPP
#undef SUNDER_NARROW_SAT_BOX_WEIGHTS_INL_HPP
#else
#define SUNDER_NARROW_SAT_BOX_WEIGHTS_INL_HPP
#endif

#include <hwy/highway.h>

#include "narrow/sat/box_axis_starts.hpp"
#include "narrow/sat/box_rigid-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

#if SUNDER_BOXES_IN_FLOATS

/// The halves of the six edges of C in a's frame.
struct HalvesOfEdges {
  HWY_INLINE explicit HalvesOfEdges(const RigidBoxes& boxes) {
    const Lanes lanes;
    const auto back = hn::Neg(boxes.half_b);
    const LanesOf of_b[3] = {repeated<0>(back), repeated<1>(back), repeated<2>(back)};
    alignas(32) static constexpr std::uint64_t kOnly[3][4] = {
        {kAllBits, 0, 0, 0}, {0, kAllBits, 0, 0}, {0, 0, kAllBits, 0}};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto only = hn::BitCast(lanes, hn::Load(hn::RebindToUnsigned<Lanes>(), kOnly[k]));
      hn::Store(hn::And(boxes.half_a, only), lanes, at[k]);
      hn::Store(hn::Mul(of_b[k], boxes.column[k]), lanes, at[k + 3]);
    }
  }
  alignas(32) double at[6][4];
};

/// The weights for the axis with that number.
struct CornerWeights {
  HWY_INLINE CornerWeights(const RigidBoxes& boxes, const RigidGaps& gaps, std::size_t number) {
    const Lanes lanes;
    const RigidAxes axes(boxes, gaps);
    const HalvesOfEdges halves(boxes);
    const AxisStart& start = kAxisStarts[number];
    const auto& edges = kAxisEdges[number].edges;
    // All but e is known early.
    const auto p = hn::Load(lanes, halves.at[edges[0]]);
    const auto q = hn::Load(lanes, halves.at[edges[1]]);
    const auto& t = boxes.in_a;
    const auto across = unfused_cross(p, q);
    const auto for_y = unfused_cross(t, q);
    const auto for_z = unfused_cross(p, t);
    const auto held_a = hn::Load(lanes, start.a.held.data());
    const auto held_b = hn::Load(lanes, start.b.held.data());
    end_a = axes.end_of_a(number, hn::Mul(boxes.half_a, held_a));
    end_b = axes.end_of_b(number, hn::Mul(boxes.half_b, held_b));
    const Vec3<LanesOf> y = spread(end_b);
    const auto e = hn::Sub(hn::NegMulAdd(y.x, boxes.column[0], end_a),
                           hn::MulAdd(y.z, boxes.column[2], hn::Mul(y.y, boxes.column[1])));
    products =
        sums_of_four(hn::Mul(t, across), hn::Mul(e, for_y), hn::Mul(e, for_z), hn::Mul(e, across));
    // x + y, y - x, D + z, D - z, and the four weights.
    alignas(32) static constexpr double kSecondAgainst[4] = {1, -1, 1, -1};
    alignas(32) static constexpr double kLastAgainst[4] = {1, 1, -1, -1};
    const auto twos =
        hn::MulAdd(hn::Shuffle01(products), hn::Load(lanes, kSecondAgainst), products);
    weights =
        hn::MulAdd(hn::ConcatLowerUpper(lanes, twos, twos), hn::Load(lanes, kLastAgainst), twos);
    error = boxes.error * boxes.size * boxes.size;
  }

  LanesOf products;      ///< x y z D
  LanesOf weights;       ///< D + v . (x, y, z)
  LanesOf end_a, end_b;  ///< the ends that face the other box, 0 for the axis' own edges
  double error;          ///< of each
};

#endif

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

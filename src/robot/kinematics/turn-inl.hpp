// SPDX-License-Identifier: Apache-2.0
//
// Computes sine and cosine in lanes, without the host's mathematical library and without fused operations: the same
// doubles on every machine.
//
// Idea: n is the integer nearest to x 2/pi, and r = x - n pi/2 lies within pi/4 of 0. pi/2 is P1 + P2 + P3, of 33, 33 and
// 53 bits, so that n P1 and n P2 are exact for n < 2^20. The Taylor series of r give both functions, which n mod 4 swaps
// and negates.
// Source: Cody and Waite, Software Manual for the Elementary Functions (1980), for the reduction.
// Bound: Let u = 2^-53 and |x| <= 2^20. x 2/pi is off by 2^-32, and so |r| <= (pi/4)(1 + 2^-31).
//   Reduction: x - n P1 is exact, since it is a multiple of 2^-53 below 1 (n = 0: x itself). The other two differences
//   are below 1, and each is off by u/2; what P3 and its product lack is below 2^-98. r is off by u.
//   Sine: r + (r z) p, z = r^2, p = -1/6 + ...; p is off by 2.2 u of its size, (r z) p by 5.3 u of at most 0.081, and the
//   sum by u/2. The series ends below (pi/4)^19 / 19! < 2^-63. With the reduction: u + 0.93 u + 2^-63 < 2 u.
//   Cosine: 1 - (z/2 - z^2 p). z/2 is off by 0.31 u, z^2 p by 0.07 u, the differences by u/4 and u/2. The series ends
//   below (pi/4)^18 / 18! < 0.02 u. With the reduction, times the sine of at most 0.71: 1.15 u + 0.71 u < 2 u.
// Cost: some 45 vector operations.

// Highway's include guard: open once for each target.
#if defined(SUNDER_ROBOT_TURN_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_ROBOT_TURN_INL_HPP
#undef SUNDER_ROBOT_TURN_INL_HPP
#else
#define SUNDER_ROBOT_TURN_INL_HPP
#endif

#include <cstdint>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::robot::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class V>
struct Turned {
  V cosine;
  V sine;
};

template <class D, class V = hn::Vec<D>>
HWY_INLINE Turned<V> turn_of(D d, V x) {
  const auto constant = [d](double c) HWY_ATTR { return hn::Set(d, c); };
  // The sum's last bits are those of n.
  const V magic = constant(0x1.8p52);
  const V shifted = hn::Add(hn::Mul(x, constant(0x1.45f306dc9c883p-1)), magic);
  const V n = hn::Sub(shifted, magic);
  V r = hn::Sub(x, hn::Mul(n, constant(0x1.921fb544p+0)));
  r = hn::Sub(r, hn::Mul(n, constant(0x1.0b4611a6p-34)));
  r = hn::Sub(r, hn::Mul(n, constant(0x1.3198a2e037073p-69)));

  const V z = hn::Mul(r, r);
  V p = constant(1.0 / 355687428096000.0);
  for (const double divisor :
       {-1307674368000.0, 6227020800.0, -39916800.0, 362880.0, -5040.0, 120.0, -6.0}) {
    p = hn::Add(hn::Mul(p, z), constant(1.0 / divisor));
  }
  const V sine = hn::Add(r, hn::Mul(hn::Mul(r, z), p));
  V q = constant(1.0 / 20922789888000.0);
  for (const double divisor : {-87178291200.0, 479001600.0, -3628800.0, 40320.0, -720.0, 24.0}) {
    q = hn::Add(hn::Mul(q, z), constant(1.0 / divisor));
  }
  const V one = constant(1);
  const V cosine = hn::Sub(one, hn::Sub(hn::Mul(z, constant(0.5)), hn::Mul(hn::Mul(z, z), q)));

  const hn::RebindToUnsigned<D> du;
  const auto bits = hn::BitCast(du, shifted);
  const auto swapped = hn::RebindMask(d, hn::TestBit(bits, hn::Set(du, 1)));
  const auto sign = hn::Set(du, std::uint64_t{1} << 63);
  const auto second = hn::ShiftLeft<62>(bits);
  const auto sine_sign = hn::And(second, sign);
  const auto cosine_sign = hn::And(hn::Xor(second, hn::ShiftLeft<63>(bits)), sign);
  return {hn::Xor(hn::IfThenElse(swapped, sine, cosine), hn::BitCast(d, cosine_sign)),
          hn::Xor(hn::IfThenElse(swapped, cosine, sine), hn::BitCast(d, sine_sign))};
}

}  // namespace sunder::detail::robot::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_ROBOT_TURN_INL_HPP

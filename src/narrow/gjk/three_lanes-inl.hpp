// SPDX-License-Identifier: Apache-2.0
//
// Three numbers side by side, and three vectors of space: lanes of one SIMD vector where four
// doubles fit in one, else an array. For files that are compiled once for each instruction set.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_GJK_THREE_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_GJK_THREE_LANES_INL_HPP
#undef SUNDER_NARROW_GJK_THREE_LANES_INL_HPP
#else
#define SUNDER_NARROW_GJK_THREE_LANES_INL_HPP
#endif

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

#include "lanes/shuffle-inl.hpp"
#include "sunder/polytope.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::gjk::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE

using sunder::detail::HWY_NAMESPACE::in_order;

using Lanes = hn::CappedTag<double, 4>;
using Three = hn::Vec<Lanes>;  ///< the last lane holds anything
using ThreeBits = hn::Mask<Lanes>;

HWY_INLINE Three set_all(double x) { return hn::Set(Lanes(), x); }
HWY_INLINE Three load_three(const double* from) {
  return hn::MaskedLoad(hn::FirstN(Lanes(), 3), Lanes(), from);
}
HWY_INLINE Three plus(Three x, Three y) { return hn::Add(x, y); }
HWY_INLINE Three minus(Three x, Three y) { return hn::Sub(x, y); }
HWY_INLINE Three size(Three x) { return hn::Abs(x); }
HWY_INLINE Three times(Three x, Three y) { return hn::Mul(x, y); }
HWY_INLINE Three plus_product(Three x, Three y, Three sum) { return hn::MulAdd(x, y, sum); }
HWY_INLINE Three minus_product(Three x, Three y, Three sum) { return hn::NegMulAdd(x, y, sum); }
HWY_INLINE Three negated(Three x) { return hn::Neg(x); }
/// x with its sign changed where s is negative.
HWY_INLINE Three with_sign(Three x, Three s) {
  return hn::Xor(x, hn::And(hn::SignBit(Lanes()), s));
}
HWY_INLINE ThreeBits positive(Three x) { return hn::Gt(x, hn::Zero(Lanes())); }
HWY_INLINE ThreeBits both(ThreeBits x, ThreeBits y) { return hn::And(x, y); }
HWY_INLINE ThreeBits but_not(ThreeBits x, ThreeBits y) { return hn::AndNot(y, x); }
HWY_INLINE Three only(ThreeBits where, Three x) { return hn::IfThenElseZero(where, x); }
HWY_INLINE Three choose(ThreeBits where, Three yes, Three no) {
  return hn::IfThenElse(where, yes, no);
}
HWY_INLINE unsigned bits_of(ThreeBits mask) {
  std::uint8_t bits[8];
  hn::StoreMaskBits(Lanes(), mask, bits);
  return bits[0] & 7U;
}
HWY_INLINE ThreeBits lanes_of(unsigned bits) {
  alignas(32) static constexpr double kLanes[8][4] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0},
                                                      {1, 1, 0, 0}, {0, 0, 1, 0}, {1, 0, 1, 0},
                                                      {0, 1, 1, 0}, {1, 1, 1, 0}};
  return positive(hn::Load(Lanes(), kLanes[bits]));
}
/// Lane i from lane i + 1, counted round.
HWY_INLINE Three next(Three x) { return in_order<1, 2, 0, 3>(x); }
HWY_INLINE Three previous(Three x) { return in_order<2, 0, 1, 3>(x); }
HWY_INLINE void store(Three x, double* out) { hn::Store(x, Lanes(), out); }
HWY_INLINE double first(Three x) { return hn::GetLane(x); }
/// Each lane in all lanes.
HWY_INLINE void spread(Three x, Three (&out)[3]) {
  out[0] = in_order<0, 0, 0, 0>(x);
  out[1] = in_order<1, 1, 1, 1>(x);
  out[2] = in_order<2, 2, 2, 2>(x);
}
/// The columns of a row-major matrix.
HWY_INLINE void load_columns(const double* rows, Three (&out)[3]) {
  const Three x = hn::LoadU(Lanes(), rows);
  const Three y = hn::LoadU(Lanes(), rows + 3);
  const Three z = load_three(rows + 6);
  const Three even = hn::InterleaveLower(Lanes(), x, y);
  const Three odd = hn::InterleaveUpper(Lanes(), x, y);
  out[0] = hn::ConcatLowerLower(Lanes(), z, even);
  out[1] = hn::ConcatLowerLower(Lanes(), hn::InterleaveUpper(Lanes(), z, z), odd);
  out[2] = hn::ConcatUpperUpper(Lanes(), z, even);
}

#else

struct Three {
  double x[3];
};
using ThreeBits = unsigned;

template <class Make>
HWY_INLINE Three make_three(const Make& make) {
  return {{make(0), make(1), make(2)}};
}
HWY_INLINE Three set_all(double x) { return {{x, x, x}}; }
HWY_INLINE Three load_three(const double* from) { return {{from[0], from[1], from[2]}}; }
HWY_INLINE Three plus(Three x, Three y) {
  return make_three([&](int i) HWY_ATTR { return x.x[i] + y.x[i]; });
}
HWY_INLINE Three size(Three x) {
  return make_three([&](int i) HWY_ATTR { return std::fabs(x.x[i]); });
}
HWY_INLINE Three minus(Three x, Three y) {
  return make_three([&](int i) HWY_ATTR { return x.x[i] - y.x[i]; });
}
HWY_INLINE Three times(Three x, Three y) {
  return make_three([&](int i) HWY_ATTR { return x.x[i] * y.x[i]; });
}
HWY_INLINE Three plus_product(Three x, Three y, Three sum) {
  return make_three([&](int i) HWY_ATTR { return x.x[i] * y.x[i] + sum.x[i]; });
}
HWY_INLINE Three minus_product(Three x, Three y, Three sum) {
  return make_three([&](int i) HWY_ATTR { return sum.x[i] - x.x[i] * y.x[i]; });
}
HWY_INLINE Three negated(Three x) { return {{-x.x[0], -x.x[1], -x.x[2]}}; }
HWY_INLINE Three with_sign(Three x, Three s) {
  return make_three([&](int i) HWY_ATTR { return std::signbit(s.x[i]) ? -x.x[i] : x.x[i]; });
}
HWY_INLINE ThreeBits positive(Three x) {
  return unsigned{x.x[0] > 0} | unsigned{x.x[1] > 0} << 1 | unsigned{x.x[2] > 0} << 2;
}
HWY_INLINE ThreeBits both(ThreeBits x, ThreeBits y) { return x & y; }
HWY_INLINE ThreeBits but_not(ThreeBits x, ThreeBits y) { return x & ~y; }
HWY_INLINE Three choose(ThreeBits where, Three yes, Three no) {
  return make_three([&](int i) HWY_ATTR { return (where >> i & 1) != 0 ? yes.x[i] : no.x[i]; });
}
HWY_INLINE Three only(ThreeBits where, Three x) { return choose(where, x, set_all(0.0)); }
HWY_INLINE unsigned bits_of(ThreeBits mask) { return mask; }
HWY_INLINE ThreeBits lanes_of(unsigned bits) { return bits; }
HWY_INLINE Three next(Three x) { return {{x.x[1], x.x[2], x.x[0]}}; }
HWY_INLINE Three previous(Three x) { return {{x.x[2], x.x[0], x.x[1]}}; }
HWY_INLINE void store(Three x, double* out) {
  for (int i = 0; i < 3; ++i) out[i] = x.x[i];
}
HWY_INLINE double first(Three x) { return x.x[0]; }
HWY_INLINE void spread(Three x, Three (&out)[3]) {
  for (int i = 0; i < 3; ++i) out[i] = set_all(x.x[i]);
}
HWY_INLINE void load_columns(const double* rows, Three (&out)[3]) {
  for (int k = 0; k < 3; ++k) out[k] = {{rows[k], rows[3 + k], rows[6 + k]}};
}

#endif

/// Three vectors, a lane each.
struct Triple {
  Three x, y, z;
};
HWY_INLINE Triple set_all(const Vector3& v) {
  return {set_all(v[0]), set_all(v[1]), set_all(v[2])};
}
/// One vector, in each lane.
HWY_INLINE Triple in_each_lane(Three v) {
  Three entries[3];
  spread(v, entries);
  return {entries[0], entries[1], entries[2]};
}
HWY_INLINE Vector3 first(const Triple& p) { return {first(p.x), first(p.y), first(p.z)}; }
HWY_INLINE Triple negated(const Triple& p) { return {negated(p.x), negated(p.y), negated(p.z)}; }
HWY_INLINE Triple zero_triple() { return {set_all(0.0), set_all(0.0), set_all(0.0)}; }
HWY_INLINE Triple minus(const Triple& p, const Triple& q) {
  return {minus(p.x, q.x), minus(p.y, q.y), minus(p.z, q.z)};
}
HWY_INLINE Triple only(ThreeBits where, const Triple& p) {
  return {only(where, p.x), only(where, p.y), only(where, p.z)};
}
HWY_INLINE Triple choose(ThreeBits where, const Triple& yes, const Triple& no) {
  return {choose(where, yes.x, no.x), choose(where, yes.y, no.y), choose(where, yes.z, no.z)};
}
HWY_INLINE Triple next(const Triple& p) { return {next(p.x), next(p.y), next(p.z)}; }
/// Each vector turned round where its sign is negative.
HWY_INLINE Triple toward(const Triple& p, Three sign) {
  return {with_sign(p.x, sign), with_sign(p.y, sign), with_sign(p.z, sign)};
}
HWY_INLINE Three dots(const Triple& p, const Triple& q) {
  return plus_product(p.z, q.z, plus_product(p.y, q.y, times(p.x, q.x)));
}
/// Unfused, so that it vanishes where p and q are equal or opposite.
HWY_INLINE Triple crosses(const Triple& p, const Triple& q) {
  return {minus(times(p.y, q.z), times(p.z, q.y)), minus(times(p.z, q.x), times(p.x, q.z)),
          minus(times(p.x, q.y), times(p.y, q.x))};
}
HWY_INLINE void store(const Triple& p, double (&out)[3][4]) {
  store(p.x, out[0]);
  store(p.y, out[1]);
  store(p.z, out[2]);
}

}  // namespace sunder::detail::gjk::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_GJK_THREE_LANES_INL_HPP

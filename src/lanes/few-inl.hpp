// SPDX-License-Identifier: Apache-2.0
//
// Holds a few numbers side by side, for instruction sets whose vectors are too short for them. It
// is an array with Highway's operations under their own names. No product is contracted here.

// Highway's include guard: open once for each target.
#if defined(SUNDER_LANES_FEW_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_LANES_FEW_INL_HPP
#undef SUNDER_LANES_FEW_INL_HPP
#else
#define SUNDER_LANES_FEW_INL_HPP
#endif

#include <cmath>
#include <cstddef>
#include <hwy/highway.h>

#include "machine/strict_arithmetic.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {

template <class T, std::size_t kCount>
struct Few {
  T lane[kCount];
};
template <class T, std::size_t kCount>
struct FewTag {};
/// A mask with one bit for each lane.
struct FewMask {
  unsigned bits;
};

template <class T, std::size_t kCount, class Make>
HWY_INLINE Few<T, kCount> make_few(const Make& make) {
  if constexpr (kCount == 2) {
    return {{make(0), make(1)}};
  } else if constexpr (kCount == 3) {
    return {{make(0), make(1), make(2)}};
  } else {
    static_assert(kCount == 4);
    return {{make(0), make(1), make(2), make(3)}};
  }
}

template <class T, std::size_t kCount>
HWY_INLINE Few<T, kCount> Set(FewTag<T, kCount> /*tag*/, T x) {
  return make_few<T, kCount>([x](int) HWY_ATTR { return x; });
}
template <class T, std::size_t kCount>
HWY_INLINE Few<T, kCount> Zero(FewTag<T, kCount> tag) {
  return Set(tag, T{0});
}
template <class T, std::size_t kCount>
HWY_INLINE Few<T, kCount> LoadU(FewTag<T, kCount> /*tag*/, const T* from) {
  return make_few<T, kCount>([from](int i) HWY_ATTR { return from[i]; });
}
template <class T, std::size_t kCount>
HWY_INLINE void StoreU(const Few<T, kCount>& p, FewTag<T, kCount> /*tag*/, T* to) {
  for (std::size_t i = 0; i < kCount; ++i) to[i] = p.lane[i];
}
template <class T, std::size_t kCount>
HWY_INLINE T GetLane(const Few<T, kCount>& p) {
  return p.lane[0];
}

// clang-format off
#define SUNDER_LANES_FEW(Op, expression, ...)                                                      \
  template <class T, std::size_t kCount>                                                           \
  HWY_INLINE Few<T, kCount> Op(__VA_ARGS__) {                                                      \
    return make_few<T, kCount>([&](int i) HWY_ATTR { return expression; });                        \
  }
#define SUNDER_LANES_ONE Few<T, kCount> p
#define SUNDER_LANES_TWO Few<T, kCount> p, Few<T, kCount> q
SUNDER_LANES_FEW(Neg, -p.lane[i], SUNDER_LANES_ONE)
SUNDER_LANES_FEW(Abs, std::fabs(p.lane[i]), SUNDER_LANES_ONE)
SUNDER_LANES_FEW(Add, p.lane[i] + q.lane[i], SUNDER_LANES_TWO)
SUNDER_LANES_FEW(Sub, p.lane[i] - q.lane[i], SUNDER_LANES_TWO)
SUNDER_LANES_FEW(Max, p.lane[i] > q.lane[i] ? p.lane[i] : q.lane[i], SUNDER_LANES_TWO)
SUNDER_LANES_FEW(Mul, p.lane[i] * q.lane[i], SUNDER_LANES_TWO)
#undef SUNDER_LANES_TWO
#undef SUNDER_LANES_ONE
#undef SUNDER_LANES_FEW
// clang-format on
template <class T, std::size_t kCount>
HWY_INLINE Few<T, kCount> MulAdd(Few<T, kCount> p, Few<T, kCount> q, Few<T, kCount> r) {
  return Add(Mul(p, q), r);
}
template <class T, std::size_t kCount>
HWY_INLINE Few<T, kCount> MulSub(Few<T, kCount> p, Few<T, kCount> q, Few<T, kCount> r) {
  return Sub(Mul(p, q), r);
}
template <class T, std::size_t kCount>
HWY_INLINE Few<T, kCount> NegMulAdd(Few<T, kCount> p, Few<T, kCount> q, Few<T, kCount> r) {
  return Sub(r, Mul(p, q));
}

template <class T, std::size_t kCount>
HWY_INLINE FewMask Gt(Few<T, kCount> p, Few<T, kCount> q) {
  unsigned bits = 0;
  for (std::size_t i = 0; i < kCount; ++i) bits |= unsigned{p.lane[i] > q.lane[i]} << i;
  return {bits};
}
HWY_INLINE FewMask And(FewMask p, FewMask q) { return {p.bits & q.bits}; }
HWY_INLINE FewMask AndNot(FewMask without, FewMask p) { return {p.bits & ~without.bits}; }
template <class T, std::size_t kCount>
HWY_INLINE Few<T, kCount> IfThenElse(FewMask where, Few<T, kCount> yes, Few<T, kCount> no) {
  return make_few<T, kCount>(
      [&](int i) HWY_ATTR { return (where.bits >> i & 1) != 0 ? yes.lane[i] : no.lane[i]; });
}
template <class T, std::size_t kCount>
HWY_INLINE Few<T, kCount> IfThenElseZero(FewMask where, Few<T, kCount> yes) {
  return IfThenElse(where, yes, Zero(FewTag<T, kCount>()));
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_LANES_FEW_INL_HPP

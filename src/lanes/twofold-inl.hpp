// SPDX-License-Identifier: Apache-2.0
//
// Computes with sums of two doubles in lanes (twofold or double-double arithmetic). Additions and
// products of doubles are error-free; the rests are added up in doubles.
//
// Source: Ogita, Rump and Oishi, Accurate Sum and Dot Product (2005), Dot2. Let u = 2^-53. A sum of
// n products, each of whose factors may be twofold, is off by at most (2 n + 4)^2 u^2 times the sum
// of the absolute values of the products. All this holds in round-to-nearest if no product is above
// 2^990. What underflows is below 2^-1022 for each operation.

// Highway's include guard: open once for each target.
#if defined(SUNDER_LANES_TWOFOLD_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_LANES_TWOFOLD_INL_HPP
#undef SUNDER_LANES_TWOFOLD_INL_HPP
#else
#define SUNDER_LANES_TWOFOLD_INL_HPP
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The number value + rest.
template <class V>
struct Twofold {
  V value;
  V rest;
};

/// Knuth's sum, without error.
template <class V>
HWY_INLINE Twofold<V> two_sum(V a, V b) {
  const V sum = hn::Add(a, b);
  const V virtual_b = hn::Sub(sum, a);
  return {sum, hn::Add(hn::Sub(a, hn::Sub(sum, virtual_b)), hn::Sub(b, virtual_b))};
}

/// A product without error. Without fused operations it is Dekker's.
template <class V>
HWY_INLINE Twofold<V> two_product(V a, V b) {
  const V product = hn::Mul(a, b);
#if HWY_NATIVE_FMA
  return {product, hn::MulSub(a, b, product)};
#else
  const auto high = [](V x) HWY_ATTR {
    const V shifted = hn::Mul(x, hn::Set(hn::DFromV<V>(), 0x1p27 + 1));
    return hn::Sub(shifted, hn::Sub(shifted, x));
  };
  const V a1 = high(a);
  const V b1 = high(b);
  const V a2 = hn::Sub(a, a1);
  const V b2 = hn::Sub(b, b1);
  const V most = hn::Sub(hn::Sub(product, hn::Mul(a1, b1)), hn::Mul(a2, b1));
  return {product, hn::Sub(hn::Mul(a2, b2), hn::Sub(most, hn::Mul(a1, b2)))};
#endif
}

/// Moves as much as possible into the value.
template <class V>
HWY_INLINE Twofold<V> renormalised(const Twofold<V>& x) {
  return two_sum(x.value, x.rest);
}

template <class V>
HWY_INLINE void add_to(Twofold<V>& sum, const Twofold<V>& x) {
  const Twofold<V> next = two_sum(sum.value, x.value);
  sum = {next.value, hn::Add(sum.rest, hn::Add(next.rest, x.rest))};
}
template <class V>
HWY_INLINE void add_product(Twofold<V>& sum, V a, V b) {
  add_to(sum, two_product(a, b));
}
template <class V>
HWY_INLINE void add_product(Twofold<V>& sum, V a, const Twofold<V>& b) {
  add_product(sum, a, b.value);
  sum.rest = hn::Add(sum.rest, hn::Mul(a, b.rest));
}
template <class V>
HWY_INLINE void add_product(Twofold<V>& sum, const Twofold<V>& a, const Twofold<V>& b) {
  add_product(sum, a.value, b);
  sum.rest = hn::Add(sum.rest, hn::Mul(a.rest, b.value));
}

template <class V>
HWY_INLINE Twofold<V> opposite_of(const Twofold<V>& x) {
  return {hn::Neg(x.value), hn::Neg(x.rest)};
}
template <class V>
HWY_INLINE Twofold<V> difference_of(const Twofold<V>& a, const Twofold<V>& b) {
  Twofold<V> difference = a;
  add_to(difference, opposite_of(b));
  return renormalised(difference);
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_LANES_TWOFOLD_INL_HPP

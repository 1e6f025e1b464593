// SPDX-License-Identifier: Apache-2.0
//
// Permutes four doubles, for every file that is compiled once for each instruction set. A
// permutation known at compile time is one short instruction. With Highway's table lookup, g++ 12
// builds the table first, and emits a far longer sequence.

// Highway's include guard: open once for each target.
#if defined(SUNDER_LANES_SHUFFLE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_LANES_SHUFFLE_INL_HPP
#undef SUNDER_LANES_SHUFFLE_INL_HPP
#else
#define SUNDER_LANES_SHUFFLE_INL_HPP
#endif

#include <cstdint>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE

using FourDoubles = hn::Vec<hn::CappedTag<double, 4>>;

/// Lane i is lane k_i of v.
template <int k0, int k1, int k2, int k3>
HWY_INLINE FourDoubles in_order(FourDoubles v) {
#if HWY_ARCH_X86
  FourDoubles result;
  result.raw = __builtin_shufflevector(v.raw, v.raw, k0, k1, k2, k3);
  return result;
#else
  const hn::CappedTag<double, 4> lanes;
  alignas(32) static constexpr std::int64_t kOrder[4] = {k0, k1, k2, k3};
  return hn::TableLookupLanes(v, hn::SetTableIndices(lanes, kOrder));
#endif
}

#endif

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_LANES_SHUFFLE_INL_HPP

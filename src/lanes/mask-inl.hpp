// SPDX-License-Identifier: Apache-2.0
//
// Reads the bits of a mask, for every file that is compiled once for each instruction set.

// Highway's include guard: open once for each target.
#if defined(SUNDER_LANES_MASK_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_LANES_MASK_INL_HPP
#undef SUNDER_LANES_MASK_INL_HPP
#else
#define SUNDER_LANES_MASK_INL_HPP
#endif

#include <cstdint>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Returns a bit for each lane of a mask of at most eight.
template <class Tag>
HWY_INLINE unsigned bits_of_mask(Tag tag, hn::Mask<Tag> mask) {
#if HWY_TARGET == HWY_WASM
  // Highway 1.2 stores the mask, and joins what it loads again.
  static_assert(tag.MaxBytes() == 16 &&
                (sizeof(hn::TFromD<Tag>) == 8 || sizeof(hn::TFromD<Tag>) == 4));
  if constexpr (sizeof(hn::TFromD<Tag>) == 8) return wasm_i64x2_bitmask(mask.raw);
  return wasm_i32x4_bitmask(mask.raw);
#else
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(tag, mask, bits);
  return bits[0];
#endif
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_LANES_MASK_INL_HPP

// SPDX-License-Identifier: Apache-2.0
//
// Names the compilers' 128-bit integers so that -Wpedantic accepts them. They are an order of
// magnitude faster than wider integers, and suffice for small grids.
#pragma once

#include <cstdint>

namespace sunder::detail {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

/// Returns p q by products of halves.
constexpr UInt128 product_of_halves(std::uint64_t p, std::uint64_t q) noexcept {
  constexpr std::uint64_t kLow = 0xffffffff;
  const std::uint64_t first = (p & kLow) * (q & kLow);
  const std::uint64_t second = (p >> 32) * (q & kLow) + (first >> 32);
  const std::uint64_t third = (p & kLow) * (q >> 32) + (second & kLow);
  const std::uint64_t high = (p >> 32) * (q >> 32) + (second >> 32) + (third >> 32);
  return static_cast<UInt128>(high) << 64 | (p * q);
}
/// Returns p q. WebAssembly has no such product. Its compilers call a function of 128 by 128 bits,
/// whose result is in memory.
constexpr UInt128 wide_product(std::uint64_t p, std::uint64_t q) noexcept {
#if defined(__wasm__)
  return product_of_halves(p, q);
#else
  return static_cast<UInt128>(p) * q;
#endif
}
constexpr Int128 wide_product(std::int64_t p, std::int64_t q) noexcept {
#if defined(__wasm__)
  // A negative factor counts as 2^64 more, which adds the other one to the high half.
  const auto more = static_cast<std::uint64_t>((q & (p >> 63)) + (p & (q >> 63)));
  const UInt128 product =
      product_of_halves(static_cast<std::uint64_t>(p), static_cast<std::uint64_t>(q));
  return static_cast<Int128>(product - (static_cast<UInt128>(more) << 64));
#else
  return static_cast<Int128>(p) * q;
#endif
}

}  // namespace sunder::detail

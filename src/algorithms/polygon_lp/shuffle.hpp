// SPDX-License-Identifier: Apache-2.0
//
// Computes a pseudo-random order of 0 to count - 1 that is identical on every machine and needs no
// memory.
#pragma once

#include <bit>
#include <cstdint>

namespace sunder::detail::polygon_lp {

/// A bijection mixes the numbers below the next power of two. A result of at least `count` is mixed
/// again until it is below it. That ends, since each cycle of a bijection that starts below `count`
/// returns there. It takes less than two rounds on average.
class Shuffle {
 public:
  explicit Shuffle(std::uint32_t count) noexcept
      : count_(count),
        bits_(static_cast<int>(std::bit_width(count > 1 ? count - 1 : 1u))),
        mask_((std::uint64_t{1} << bits_) - 1) {}

  std::uint32_t operator()(std::uint32_t i) const noexcept {
    std::uint64_t x = i;
    do {
      x = mix(x);
    } while (x >= count_);
    return static_cast<std::uint32_t>(x);
  }

 private:
  /// Odd factors, sums and shifts to the right are one to one on these many bits.
  std::uint64_t mix(std::uint64_t x) const noexcept {
    x = (x * 0x9e3779b97f4a7c15u + 0x632be5abu) & mask_;
    x ^= x >> ((bits_ + 1) / 2);
    x = (x * 0xbf58476d1ce4e5b9u + 0x94d049bbu) & mask_;
    x ^= x >> ((bits_ + 1) / 2);
    return x;
  }

  std::uint32_t count_;
  int bits_;
  std::uint64_t mask_;
};

}  // namespace sunder::detail::polygon_lp

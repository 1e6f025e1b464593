// SPDX-License-Identifier: Apache-2.0
//
// Makes the choices of a generated question, from bytes that a fuzzer mutates or from a seed. One
// generator then serves the fuzz targets and the soak.
#pragma once

#include <cstdint>
#include <span>

#include "suite/random.hpp"

namespace sunder::fuzz {

class Choices {
 public:
  /// Returns the bytes in order, then zeros, so that every input is a question. Small ranges
  /// consume one byte each. A changed byte then changes one choice and none of the later ones.
  explicit Choices(std::span<const std::uint8_t> bytes) noexcept : bytes_(bytes) {}
  explicit Choices(std::uint64_t seed) noexcept : random_(seed), endless_(true) {}

  /// True if no byte is left: all later choices are zeros. Always false for a seed.
  bool spent() const noexcept { return !endless_ && bytes_.empty(); }
  std::size_t left() const noexcept { return bytes_.size(); }

  /// Returns an integer in [low, high].
  std::int64_t in(std::int64_t low, std::int64_t high) noexcept {
    const auto span = static_cast<std::uint64_t>(high - low) + 1;
    const int width = span <= 0x100 ? 1 : (span <= 0x10000 ? 2 : 8);
    const std::uint64_t drawn = bits(width);
    return low + static_cast<std::int64_t>(span == 0 ? drawn : drawn % span);
  }
  int in(int low, int high) noexcept {
    return static_cast<int>(in(std::int64_t{low}, std::int64_t{high}));
  }
  /// True `times` in `of` times; false once the bytes are spent.
  bool chance(int times, int of) noexcept { return in(1, of) > of - times; }

  /// Returns a multiple of 2^-24 in [0, 1), or with a seed a multiple of 2^-53.
  double unit() noexcept {
    if (endless_) return random_.unit();
    return static_cast<double>(bits(3)) * 0x1p-24;
  }
  double real(double low, double high) noexcept { return low + (high - low) * unit(); }

  /// Combines `count` bytes into an integer, the first byte lowest.
  std::uint64_t bits(int count) noexcept {
    if (endless_) return count == 8 ? random_.bits() : random_.bits() >> (64 - 8 * count);
    std::uint64_t value = 0;
    for (int i = 0; i < count && !bytes_.empty(); ++i) {
      value |= std::uint64_t{bytes_.front()} << (8 * i);
      bytes_ = bytes_.subspan(1);
    }
    return value;
  }

 private:
  std::span<const std::uint8_t> bytes_;
  suite::Random random_{0};
  bool endless_ = false;
};

}  // namespace sunder::fuzz

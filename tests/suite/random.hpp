// SPDX-License-Identifier: Apache-2.0
//
// Draws random numbers that are equal on every platform: xoshiro256** seeded by splitmix64. It uses
// nothing of <random>, whose distributions differ between standard libraries.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace sunder::suite {

class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept {
    for (auto& word : state_) {
      seed += 0x9e3779b97f4a7c15u;
      std::uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
      word = z ^ (z >> 31);
    }
  }

  std::uint64_t bits() noexcept {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// An integer in [low, high]; the bias of the modulus is below 2^-40 for the ranges used here.
  std::int64_t in(std::int64_t low, std::int64_t high) noexcept {
    const auto span = static_cast<std::uint64_t>(high - low) + 1;
    return low + static_cast<std::int64_t>(bits() % span);
  }
  int in(int low, int high) noexcept {
    return static_cast<int>(in(std::int64_t{low}, std::int64_t{high}));
  }

  /// Returns an integer in [-magnitude, magnitude] but not 0.
  int nonzero(int magnitude) noexcept {
    const int value = in(1, magnitude);
    return chance(1, 2) ? value : -value;
  }

  /// True with probability `times` in `of`.
  bool chance(int times, int of) noexcept { return in(1, of) <= times; }

  /// Returns a double in [0, 1), a multiple of 2^-53.
  double unit() noexcept { return static_cast<double>(bits() >> 11) * 0x1p-53; }

  template <class T>
  const T& pick(const std::vector<T>& items) noexcept {
    return items[static_cast<std::size_t>(bits() % items.size())];
  }

  template <class T>
  void shuffle(std::vector<T>& items) noexcept {
    for (std::size_t i = items.size(); i > 1; --i) {
      const auto j = static_cast<std::size_t>(bits() % i);
      std::swap(items[i - 1], items[j]);
    }
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace sunder::suite

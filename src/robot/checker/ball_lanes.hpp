// SPDX-License-Identifier: Apache-2.0
//
// Tests balls about the parts of a robot, a configuration a lane. A part's ball holds the part at the
// exact matrix of its frame: its radius covers the roundings of its centre.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "geometry/box_tree.hpp"

namespace sunder::detail::robot {

/// The configurations that go through the lanes together.
inline constexpr std::int32_t kCheckBlock = 256;
inline constexpr std::size_t kMaskWords = kCheckBlock / 64;

/// A bit for each configuration of a block.
struct BlockMask {
  std::array<std::uint64_t, kMaskWords> words{};

  static BlockMask first(std::int32_t count) noexcept {
    BlockMask mask;
    for (std::int32_t i = 0; i < count; ++i) mask.set(i);
    return mask;
  }
  void set(std::int32_t i) noexcept { words[static_cast<std::size_t>(i) / 64] |= bit(i); }
  void clear(std::int32_t i) noexcept { words[static_cast<std::size_t>(i) / 64] &= ~bit(i); }
  bool has(std::int32_t i) const noexcept {
    return (words[static_cast<std::size_t>(i) / 64] & bit(i)) != 0;
  }
  /// Clears the bits that another mask does not have.
  void keep(const BlockMask& other) noexcept {
    for (std::size_t w = 0; w < kMaskWords; ++w) words[w] &= other.words[w];
  }
  /// Sets the bits of `from` that `without` does not have.
  void add_without(const BlockMask& from, const BlockMask& without) noexcept {
    for (std::size_t w = 0; w < kMaskWords; ++w) words[w] |= from.words[w] & ~without.words[w];
  }
  bool empty() const noexcept {
    std::uint64_t any = 0;
    for (const std::uint64_t word : words) any |= word;
    return any == 0;
  }
  std::int32_t count() const noexcept {
    std::int32_t bits = 0;
    for (const std::uint64_t word : words) bits += std::popcount(word);
    return bits;
  }
  /// Calls use(i) for each bit, from the lowest on.
  template <class Use>
  void each(const Use& use) const {
    for (std::size_t w = 0; w < kMaskWords; ++w) {
      for (std::uint64_t left = words[w]; left != 0; left &= left - 1) {
        use(static_cast<std::int32_t>(64 * w) + std::countr_zero(left));
      }
    }
  }

 private:
  static std::uint64_t bit(std::int32_t i) noexcept {
    return std::uint64_t{1} << (static_cast<unsigned>(i) % 64);
  }
};

/// A ball in the frame of its part, rounded to floats. The radius is rounded up, and holds the image of
/// the part under every matrix that the frame can have.
struct FrameBall {
  std::array<float, 3> centre{};
  float size = 0;    ///< sum of |centre|, rounded up
  float radius = 0;  ///< infinite: never apart
};

/// The balls of a part in a block of configurations.
struct BlockBalls {
  alignas(64) std::array<float, kCheckBlock> x, y, z, radius;
};

/// Places a ball. The matrix of configuration i is at `poses` + i * `stride`. `count` is not 0.
void place_balls(const FrameBall& ball, const double* poses, std::size_t stride, std::int32_t count,
                 BlockBalls& balls) noexcept;

/// Removes from `mask` the configurations in which the balls are proven farther apart than `margin`.
void keep_near(const BlockBalls& a, const BlockBalls& b, float margin, BlockMask& mask) noexcept;
/// Removes those in which the balls are farther than `margin` from a box, whose numbers are floats.
void keep_near(const BlockBalls& a, const ReachBox& box, float margin, BlockMask& mask) noexcept;

}  // namespace sunder::detail::robot

// SPDX-License-Identifier: Apache-2.0
//
// Hashes of points, equal on every platform, since they use integers only. Equal points have equal
// hashes; +0 and -0 are equal.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "exact/dyadic.hpp"

namespace sunder::detail {

inline constexpr std::uint64_t kHashOffset = 0xcbf29ce484222325;  // FNV-1a's, over words, not bytes

/// Above three dimensions, a body's content hash is computed from its points' hashes. One pass over
/// the coordinates then serves both the hash and the search for duplicates.
inline constexpr int kLargestHashedByWord = 3;

inline std::uint64_t hash_word(double value) noexcept {
  return is_zero_bits(value) ? 0 : std::bit_cast<std::uint64_t>(value);
}

/// Multiplies and folds; one to one in the word, and in the hash.
inline std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) noexcept {
  constexpr std::uint64_t kPrime = 0x100000001b3;
  hash = (hash ^ word) * kPrime;
  return hash ^ (hash >> 29);
}

inline std::uint64_t finished(std::uint64_t hash) noexcept {
  hash ^= hash >> 33;
  hash *= 0xff51afd7ed558ccd;
  return hash ^ (hash >> 33);
}

/// Hashes a point in two independent chains, over the even and the odd coordinates, which hides the
/// latency of the products.
inline std::uint64_t hash_point(const double* point, int dimension) noexcept {
  std::uint64_t even = kHashOffset;
  std::uint64_t odd = ~kHashOffset;
  int k = 0;
  for (; k + 2 <= dimension; k += 2) {
    even = mixed(even, hash_word(point[k]));
    odd = mixed(odd, hash_word(point[k + 1]));
  }
  if (k < dimension) even = mixed(even, hash_word(point[k]));
  return finished(mixed(even, finished(odd)));
}

/// Returns the hash of `count` points of `dimension` coordinates each. `hashes` holds each
/// hash_point(), or is null.
inline std::uint64_t hash_points(const double* coordinates, std::int32_t count, int dimension,
                                 const std::uint64_t* hashes) noexcept {
  std::uint64_t hash = mixed(kHashOffset, static_cast<std::uint64_t>(dimension));
  hash = mixed(hash, static_cast<std::uint64_t>(count));
  const auto d = static_cast<std::size_t>(dimension);
  const auto n = static_cast<std::size_t>(count);
  if (dimension <= kLargestHashedByWord) {
    for (std::size_t i = 0; i < n * d; ++i) hash = mixed(hash, hash_word(coordinates[i]));
    return finished(hash);
  }
  for (std::size_t i = 0; i < n; ++i) {
    hash = mixed(hash, hashes != nullptr ? hashes[i] : hash_point(coordinates + i * d, dimension));
  }
  return finished(hash);
}

}  // namespace sunder::detail

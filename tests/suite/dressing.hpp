// SPDX-License-Identifier: Apache-2.0
//
// Draws exact maps of both bodies that preserve the verdict. They turn a pair of small integers
// into doubles as in a caller's input.
#pragma once

#include <cstdint>

#include "suite/base_pair.hpp"

namespace sunder::suite {

enum class Dressing : std::uint8_t {
  plain,        ///< signed permutation
  similarity,   ///< integer rotation or reflection, in the vertices
  matrix,       ///< a similarity in the poses
  sheared,      ///< another unimodular pose for each body, undone in its vertices
  quaternions,  ///< another exact rotation for each body (3-D; else like matrix)
  far,          ///< 10^9 from the origin
  huge,         ///< up to the largest exponents, and beyond them through a matrix
  tiny,         ///< down to units of 2^-1074, and beyond them through a matrix
  slender,      ///< some axes times 10^6, then a similarity
  needle,       ///< some axes times 2^996 or so (10^300)
  crowded,      ///< duplicates and midpoints of vertices added
};
inline constexpr int kDressingCount = 11;

const char* to_string(Dressing dressing);

Case dress(Random& random, const BasePair& pair, Dressing dressing);

}  // namespace sunder::suite

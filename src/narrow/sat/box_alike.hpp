// SPDX-License-Identifier: Apache-2.0
//
// The exact verdict of two boxes of the same orientation: both posed by signed permutations of the
// axes, or both rotated by the same doubles. Boxes that touch exactly mostly are: shelves, walls,
// stacks, grids.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "geometry/body.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail::sat {

/// The gap along one axis of the common frame.
struct AlikeGap {
  int sign = -1;
  bool b_ahead = false;  ///< true if b's middle is in front of a's
};

/// The part of the common frame that a proof needs.
struct AlikeFrame {
  std::array<AlikeGap, 3> gaps{};
  Vector3 direction{};                   ///< from a to b, along the greatest gap; zero if rounded
  std::uint32_t least = 0;               ///< the corner of C that is least along all three axes
  std::array<std::uint32_t, 3> along{};  ///< the ends that a step along each axis changes

  std::size_t greatest() const noexcept {
    std::size_t axis = 0;
    for (std::size_t k = 1; k < 3; ++k) axis = gaps[k].sign > gaps[axis].sign ? k : axis;
    return axis;
  }
};

/// Computes the verdict in integers alone. Undecided if the orientations differ, if the common
/// matrix is singular, or if the exponents are too far apart. Callers that need the verdict alone
/// pass no frame.
Verdict verdict_of_alike(const Pair<3>& pair, AlikeFrame* frame = nullptr) noexcept;

/// The verdict of two solid boxes with its proof, written to the record. The proof is the axis
/// along which they are separated or touch, four pairs for a facet, or all eight corners for an
/// overlap. Returns false, with the record unchanged, also where doubles do not hold that axis
/// exactly.
bool prove_alike(const Pair<3>& pair, Hint3& record) noexcept;

}  // namespace sunder::detail::sat

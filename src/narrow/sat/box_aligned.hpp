// SPDX-License-Identifier: Apache-2.0
//
// verdict_of_aligned() decides two boxes of one orientation exactly. Both are posed by signed
// permutations of the axes, or rotated by the same doubles. Most boxes that touch exactly have one
// orientation: shelves, walls, stacks, grids.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "geometry/body.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail::sat {

/// The gap along one axis of the common frame.
struct AlignedGap {
  int sign = -1;
  bool b_ahead = false;  ///< true if b's middle is in front of a's
};

/// The part of the common frame that a proof needs.
struct AlignedFrame {
  std::array<AlignedGap, 3> gaps{};
  Vector3 direction{};                   ///< from a to b, along the greatest gap; zero if rounded
  std::uint32_t least = 0;               ///< the corner of C that is least along all three axes
  std::array<std::uint32_t, 3> along{};  ///< the ends that a step along each axis changes

  std::size_t greatest() const noexcept {
    std::size_t axis = 0;
    for (std::size_t k = 1; k < 3; ++k) axis = gaps[k].sign > gaps[axis].sign ? k : axis;
    return axis;
  }
};

/// Computes the verdict in integers alone. Returns undecided if the orientations differ, if the
/// common matrix is singular, or if the exponents are too far apart. Callers that need the verdict
/// alone pass no frame.
Verdict verdict_of_aligned(const Pair<3>& pair, AlignedFrame* frame = nullptr) noexcept;

/// Computes the verdict of two solid boxes, and writes it with its proof to the record. The proof
/// is the axis along which they are separated or touch, four pairs for a facet, or all eight
/// corners for an overlap. Returns false, with the record unchanged, also where doubles do not hold
/// that axis exactly.
bool prove_aligned(const Pair<3>& pair, Hint3& record) noexcept;

}  // namespace sunder::detail::sat

// SPDX-License-Identifier: Apache-2.0
//
// The exact verdict of two boxes that stand alike: both by signed permutations of the axes, or both
// turned by the same doubles. Boxes that touch exactly mostly do: shelves, walls, stacks, grids.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "geometry/body.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail::sat {

/// Along an axis of the common frame.
struct AlikeGap {
  int sign = -1;
  bool b_ahead = false;  ///< on which side of a's middle b's is
};

/// What a proof takes of the common frame.
struct AlikeFrame {
  std::array<AlikeGap, 3> gaps{};
  Vector3 direction{};                   ///< the axis of the greatest, from a to b; zero if rounded
  std::uint32_t least = 0;               ///< the corner of C that is least along all three axes
  std::array<std::uint32_t, 3> along{};  ///< the ends that a step along one of them changes

  std::size_t greatest() const noexcept {
    std::size_t axis = 0;
    for (std::size_t k = 1; k < 3; ++k) axis = gaps[k].sign > gaps[axis].sign ? k : axis;
    return axis;
  }
};

/// In whole numbers alone. Undecided where the boxes do not stand alike, where the common matrix is
/// singular, and where the exponents are too far apart. Who asks for the verdict alone hands over
/// no frame.
Verdict verdict_of_alike(const Pair<3>& pair, AlikeFrame* frame = nullptr) noexcept;

/// The same of two boxes that are solid, with its proof, which goes into the record: the axis along
/// which they are apart or touch, four pairs for a facet, all eight corners for an overlap. False,
/// with the record as it is, also where doubles do not hold that axis exactly.
bool prove_alike(const Pair<3>& pair, Hint3& record) noexcept;

}  // namespace sunder::detail::sat

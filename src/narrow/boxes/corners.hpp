// SPDX-License-Identifier: Apache-2.0
//
// Names the corners of C = K_A - K_B of two boxes by six bits. Bit k is 1 at the upper end of extent k of a, bit
// 3 + k at the upper end of extent k of b.
#pragma once

#include <cstdint>

#include "narrow/algorithm.hpp"

namespace sunder::detail::boxes {

/// All six bits.
inline constexpr std::uint32_t kAllEnds = 63;

/// Returns the caller's index of a box' vertex at these ends, of three bits. All of its vertices differ.
inline std::int32_t caller_at(const HullBlock& hull, std::uint32_t ends) noexcept {
  if (hull.in_box_order) [[likely]]
    return static_cast<std::int32_t>(ends);
  const auto is_there = [&](std::int32_t vertex) {
    bool there = true;
    for (int k = 0; k < 3; ++k) {
      const double end = (ends >> k & 1) != 0 ? hull.upper[k] : hull.lower[k];
      there = there && hull.coordinate(vertex, k) == end;
    }
    return there;
  };
  std::int32_t vertex = 0;
  while (vertex + 1 < hull.count && !is_there(vertex)) ++vertex;
  return hull.caller[vertex];
}
/// Returns a corner of C in the caller's indices.
inline IndexPair corner_at(const Pair<3>& pair, std::uint32_t ends) noexcept {
  return {caller_at(*pair.a.hull, ends & 7), caller_at(*pair.b.hull, ends >> 3)};
}

}  // namespace sunder::detail::boxes

// SPDX-License-Identifier: Apache-2.0
//
// Six bits name the corners of C = K_A - K_B of two boxes. Bit k is 1 at the upper end of extent k
// of a, bit 3 + k at the upper end of extent k of b.
#pragma once

#include <array>
#include <cstdint>

#include "geometry/body.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail::sat {

/// All six bits.
inline constexpr std::uint32_t kAllEnds = 63;

/// Returns the caller's index of the vertex at these ends of a box, all of whose vertices differ.
inline std::int32_t search_caller_at(const HullBlock& hull, std::uint32_t ends) noexcept {
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

/// The corners of boxes whose vertices are in order.
inline constexpr std::array<IndexPair, 64> kCorners = [] {
  std::array<IndexPair, 64> corners;
  for (std::int32_t ends = 0; ends < 64; ++ends)
    corners[static_cast<std::size_t>(ends)] = {ends & 7, ends >> 3};
  return corners;
}();

inline bool are_in_order(const Pair<3>& pair) noexcept {
  return pair.a.hull->in_box_order && pair.b.hull->in_box_order;
}

/// Returns the corner in the caller's indices.
inline IndexPair corner_at(const Pair<3>& pair, std::uint32_t ends) noexcept {
  if (are_in_order(pair)) return kCorners[ends];
  return {search_caller_at(*pair.a.hull, ends & 7), search_caller_at(*pair.b.hull, ends >> 3)};
}

}  // namespace sunder::detail::sat

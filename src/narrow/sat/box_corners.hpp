// SPDX-License-Identifier: Apache-2.0
//
// The corners of C = K_A - K_B of two boxes, named by six bits: bit k is 1 at the upper end of
// extent k of a, bit 3 + k at the upper end of extent k of b.
#pragma once

#include <cstdint>

#include "geometry/body.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail::sat {

/// All six.
inline constexpr std::uint32_t kAllEnds = 63;

/// The caller's index of the vertex at these ends of a box, of which no two are at the same.
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

/// In the caller's indices.
inline IndexPair corner_at(const Pair<3>& pair, std::uint32_t ends) noexcept {
  const std::uint32_t of_a = ends & 7;
  const std::uint32_t of_b = ends >> 3 & 7;
  const HullBlock& a = *pair.a.hull;
  const HullBlock& b = *pair.b.hull;
  return {a.in_box_order ? static_cast<std::int32_t>(of_a) : search_caller_at(a, of_a),
          b.in_box_order ? static_cast<std::int32_t>(of_b) : search_caller_at(b, of_b)};
}

}  // namespace sunder::detail::sat

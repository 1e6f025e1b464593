// SPDX-License-Identifier: Apache-2.0
//
// From triangles to few convex parts.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sunder/polytope.hpp"

namespace sunder::detail::polygon {

/// An edge between two parts: its ends, and the part on its left, then on its right.
struct Cut {
  std::array<std::int32_t, 2> ends{};
  std::array<std::int32_t, 2> parts{};
};

struct ConvexParts {
  std::vector<std::int32_t> corners;  ///< of all parts, counter-clockwise, one part after the other
  std::vector<std::int32_t> begin;    ///< of each part's corners; one more at the end
  std::vector<Cut> cuts;

  std::size_t size() const noexcept { return begin.size() - 1; }
  std::span<const std::int32_t> corners_of(std::size_t part) const noexcept {
    return std::span(corners).subspan(static_cast<std::size_t>(begin[part]),
                                      static_cast<std::size_t>(begin[part + 1] - begin[part]));
  }
};

/// The triangles are counter-clockwise, their interiors disjoint, and at each corner they leave some angle free. Throws
/// std::bad_alloc.
ConvexParts merge_triangles(std::span<const Vector2> points,
                            std::span<const std::array<std::int32_t, 3>> triangles);

}  // namespace sunder::detail::polygon

// SPDX-License-Identifier: Apache-2.0
//
// Points with equal coordinates become one point.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sunder/polytope.hpp"

namespace sunder::detail::mesh {

/// The distinct points, each the first of the caller's that it equals.
struct Welded {
  std::vector<Vector3> points;
  std::vector<std::int32_t> caller;  ///< of each welded point
  std::vector<std::int32_t> of;      ///< the welded point of each of the caller's
};

/// Cost: O(n) expected. Throws std::bad_alloc.
Welded weld(std::span<const Vector3> points);

}  // namespace sunder::detail::mesh

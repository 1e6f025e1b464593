// SPDX-License-Identifier: Apache-2.0
//
// Computes the normal of a face as SmallHull stores it, before it is rounded to floats.
#pragma once

#include <array>
#include <cstdint>

#include "geometry/topology.hpp"

namespace sunder::detail {

struct SmallNormal {
  std::array<double, 3> entry;          ///< outward, of length 1
  double error;                         ///< of each entry, valid if below 2^-12
  std::array<std::int32_t, 3> corners;  ///< the normal is the cross product of their edges
};

/// The body's coordinates are between 2^-100 and 2^100 in size.
SmallNormal small_normal(const HullBlock& hull, const IndexList& face) noexcept;

}  // namespace sunder::detail

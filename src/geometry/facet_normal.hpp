// SPDX-License-Identifier: Apache-2.0
//
// Computes rounded normals of triangles, however thin or small the triangle.
#pragma once

#include <array>
#include <cstdint>

#include "geometry/space_points.hpp"

namespace sunder::detail {

/// Returns three corners of a face that are far apart on its rim, in its order; never collinear.
template <class Rim>
std::array<std::int32_t, 3> spread_triangle(const Rim& rim) noexcept {
  const std::size_t corners = rim.size();
  return {rim[0], rim[corners / 3], rim[2 * corners / 3]};
}

/// Returns the normal, of length about 1; each entry is right to about 2^-34. The triangle is not
/// flat.
std::array<double, 3> facet_normal(const SpacePoints& points,
                                   const std::array<std::int32_t, 3>& triangle);

}  // namespace sunder::detail

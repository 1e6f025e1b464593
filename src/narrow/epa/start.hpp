// SPDX-License-Identifier: Apache-2.0
//
// These functions compute the search direction for the next corner of the first simplex. It is
// perpendicular to the corners found so far, and points toward 0.
#pragma once

#include "narrow/epa/expanding.hpp"

namespace sunder::detail::epa {

/// Returns some unit vector perpendicular to v.
inline Vector3 aside(const Vector3& v) noexcept {
  std::size_t least = 0;
  for (std::size_t l = 1; l < 3; ++l) {
    if (std::fabs(v[l]) < std::fabs(v[least])) least = l;
  }
  Vector3 axis{};
  axis[least] = 1;
  Vector3 u = cross(axis, v);
  to_unit<3>(u);
  return u;
}

inline Vector2 normal_to_edge(const Vector2& edge, const Vector2& corner) noexcept {
  const Vector2 normal{edge[1], -edge[0]};
  return dot<2>(normal, corner) > 0 ? negated<2>(normal) : normal;
}

/// Returns the direction from the line through `corner` toward 0; some normal of the line if it
/// holds 0 up to `flat`.
inline Vector3 normal_to_edge(Vector3 edge, const Vector3& corner, double flat) noexcept {
  to_unit<3>(edge);
  const Vector3 toward = cross(edge, cross(edge, corner));
  return dot<3>(toward, toward) > flat * flat ? toward : aside(edge);
}

inline Vector3 normal_to_triangle(const Vector3& edge, const Vector3& other,
                                  const Vector3& corner) noexcept {
  const Vector3 normal = cross(edge, other);
  return dot<3>(normal, corner) > 0 ? negated<3>(normal) : normal;
}

}  // namespace sunder::detail::epa

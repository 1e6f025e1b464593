// SPDX-License-Identifier: Apache-2.0
//
// Draws bodies whose coordinates are integers up to 2^41 times a power of two. The promises of a
// table of candidates can then be checked in 128-bit integers.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include "sunder/polytope.hpp"

namespace sunder::test {

struct CandidateBody {
  std::string name;
  Polytope3 polytope;
};

/// `count` points of a golden spiral on the ellipsoid, rounded to integers, translated, then scaled.
inline Polytope3 integer_ellipsoid(int count, const Vector3& half_axes, const Vector3& centre = {},
                                   double scale = 1) {
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i) {
    const double z = 1 - (2 * i + 1) / static_cast<double>(count);
    const double r = std::sqrt(1 - z * z);
    const double angle = i * std::numbers::pi * (3 - std::sqrt(5.0));
    const Vector3 unit{r * std::cos(angle), r * std::sin(angle), z};
    Vector3 point{};
    for (std::size_t k = 0; k < 3; ++k) {
      point[k] = (std::round(half_axes[k] * unit[k]) + centre[k]) * scale;
    }
    points.push_back(point);
  }
  return Polytope3::from_points(points).value();
}

/// Returns the extreme grid points of an eighth of a ball: coplanar vertices, symmetric ties.
inline Polytope3 eighth_of_ball(int radius) {
  std::vector<Vector3> points;
  for (int x = 0; x <= radius; ++x) {
    for (int y = 0; y <= radius; ++y) {
      for (int z = 0; z <= radius; ++z) {
        if (x * x + y * y + z * z <= radius * radius) {
          points.push_back(
              {static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)});
        }
      }
    }
  }
  return Polytope3::from_points(points).value();
}

/// A prism over a polygon of many corners: half of them are extreme along the axis.
inline Polytope3 integer_prism(int sides) {
  std::vector<Vector3> points;
  for (const double z : {-3e5, 3e5}) {
    for (int i = 0; i < sides; ++i) {
      const double angle = 2 * std::numbers::pi * i / sides;
      points.push_back({std::round(1e6 * std::cos(angle)), std::round(1e6 * std::sin(angle)), z});
    }
  }
  return Polytope3::from_points(points).value();
}

inline std::vector<CandidateBody> candidate_bodies() {
  constexpr double kSize = 1 << 20;
  std::vector<CandidateBody> bodies;
  bodies.push_back({"round", integer_ellipsoid(300, {kSize, kSize, kSize})});
  bodies.push_back({"few", integer_ellipsoid(100, {kSize, 0.8 * kSize, 0.9 * kSize})});
  bodies.push_back({"rod", integer_ellipsoid(200, {0x1p40, kSize, kSize})});
  bodies.push_back({"plate", integer_ellipsoid(200, {0x1p40, 0x1p40, kSize})});
  bodies.push_back({"blade", integer_ellipsoid(200, {0x1p10, 0x1p40, 0x1p25})});
  bodies.push_back(
      {"far", integer_ellipsoid(200, {kSize, kSize, kSize}, {0x1p40, -0x1p40, 0x1p39})});
  bodies.push_back({"tiny", integer_ellipsoid(200, {kSize, kSize, 0.5 * kSize}, {}, 0x1p-1070)});
  bodies.push_back({"huge", integer_ellipsoid(200, {kSize, kSize, 0.5 * kSize}, {}, 0x1p120)});
  bodies.push_back({"grid", eighth_of_ball(30)});
  bodies.push_back({"prism", integer_prism(80)});
  return bodies;
}

}  // namespace sunder::test

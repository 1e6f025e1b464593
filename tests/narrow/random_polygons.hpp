// SPDX-License-Identifier: Apache-2.0
//
// Draws pairs of polygons that are hard for error bounds: thin, tiny, far from their origins,
// sheared, nearly flattened, and placed so that measurements cancel.
#pragma once

#include "filter/random_specs.hpp"

namespace sunder::test {

inline BodySpec random_polygon(RandomSpecs& random) {
  BodySpec spec;
  const double size = random.chance(3) ? std::ldexp(1.0, random.in(-90, 90)) : 1;
  const double thin = random.chance(4) ? std::ldexp(1.0, -random.in(1, 30)) : 1;
  const double aside = random.chance(3) ? std::ldexp(1.0, random.in(2, 20)) : 0;
  const int count = random.chance(3) ? random.in(9, 20) : random.in(3, 6);
  for (int i = 0; i < count; ++i) {
    const double angle = 3.2 * random.signed_unit();
    spec.vertices.push_back(
        {size * (std::cos(angle) + aside), size * (thin * std::sin(angle) + aside)});
  }
  spec.linear = {1, 0, 0, 1};
  spec.offset = {0, 0};
  return spec;
}

/// Mostly of positive determinant.
inline Doubles random_plane_matrix(RandomSpecs& random) {
  const double scale = random.chance(3) ? std::ldexp(1.0, random.in(-12, 8)) : 1;
  const double angle = 3.2 * random.signed_unit();
  const double x = scale * std::cos(angle);
  const double y = scale * std::sin(angle);
  if (random.chance(2)) return {x, -y, y, x};
  Doubles r{x, -y + scale * random.signed_unit(), y, x + scale * random.signed_unit()};
  if (random.chance(3)) {  // nearly flat
    const double left = std::ldexp(scale, -random.in(1, 26));
    r[2] = r[0] * (1 + left * random.signed_unit());
    r[3] = r[1] * (1 + left * random.signed_unit());
  }
  if (r[0] * r[3] < r[1] * r[2]) std::swap(r[0], r[1]), std::swap(r[2], r[3]);
  return r;
}

struct PolygonSpecs {
  BodySpec a, b;
};
inline PolygonSpecs random_polygons(RandomSpecs& random) {
  PolygonSpecs pair{random_polygon(random), random_polygon(random)};
  if (random.chance(2)) {
    double size = 0;
    for (const Doubles& vertex : pair.a.vertices) size = std::max(size, std::fabs(vertex[0]));
    double other = 0;
    for (const Doubles& vertex : pair.b.vertices) other = std::max(other, std::fabs(vertex[0]));
    const double scale = std::ldexp(1.0, std::ilogb(size) - std::ilogb(other));
    for (Doubles& vertex : pair.b.vertices) {
      for (double& entry : vertex) entry *= scale;
    }
  }
  pair.a.linear = random_plane_matrix(random);
  pair.b.linear = random_plane_matrix(random);
  const double far = random.chance(4) ? 1e8 : 1;
  for (double& entry : pair.a.offset) entry = far * random.signed_unit();
  for (double& entry : pair.b.offset) entry = far * random.signed_unit();
  if (!random.chance(4)) bring_together(pair.a, pair.b);
  return pair;
}

}  // namespace sunder::test

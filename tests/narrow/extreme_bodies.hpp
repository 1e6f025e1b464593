// SPDX-License-Identifier: Apache-2.0
//
// Bodies that produce the widest integers. They have corners of the largest numbers of a width, are
// flat or coplanar, or have coordinates of many exponents. Their matrices and quaternions have the
// largest entries.
#pragma once

#include <cmath>

#include "narrow/lattice_bodies.hpp"

namespace sunder::test {

/// `bits` bits, all set, times a power of two up to 2^spread.
inline double widest(Random& random, int bits, int spread) {
  const double size = std::ldexp(std::ldexp(1.0, bits) - 1, random.in(-spread, spread));
  return random.chance(1, 2) ? size : -size;
}

/// Vertices of the largest numbers; in one plane if `flat`.
inline BodyData extreme_body(Random& random, int count, int bits, int spread, bool flat) {
  BodyData body;
  for (int i = 0; i < count; ++i) {
    auto& vertex = body.vertices.emplace_back();
    for (int k = 0; k < 3; ++k) vertex.push_back(widest(random, bits, spread));
    if (flat) vertex[2] = 0;
  }
  return body;
}

/// Rotated and translated by the largest numbers, or not at all.
inline BodyData extremely_posed(Random& random, BodyData body, int bits, int spread) {
  const int form = random.in(0, 3);
  if (form == 1) {
    std::vector<double> rows;
    for (int i = 0; i < 12; ++i) rows.push_back(widest(random, bits, spread));
    body = with_matrix(std::move(body), std::move(rows));
  } else if (form == 2) {
    std::array<double, 4> q;
    for (double& entry : q) entry = widest(random, bits, spread);
    std::vector<double> t;
    for (int l = 0; l < 3; ++l) t.push_back(widest(random, bits, spread));
    body = with_quaternion(std::move(body), q, std::move(t));
  } else if (form == 3) {
    std::vector<double> t;
    for (int l = 0; l < 3; ++l) t.push_back(widest(random, bits, spread));
    body = with_translation(std::move(body), std::move(t));
  }
  return body;
}

}  // namespace sunder::test

// SPDX-License-Identifier: Apache-2.0
//
// Draws bodies of few points that overlap, deeply or slightly: thin, far from the origin, sheared,
// rotated.
#pragma once

#include <cmath>

#include "filter/random_specs.hpp"

namespace sunder::test {

/// One or two points more than a simplex has.
inline BodySpec draw_corners(RandomSpecs& random, std::size_t d, RandomSpecs::Kind kind) {
  BodySpec spec = random.body(d, kind);
  const int thin = random.chance(4) ? -random.in(1, 20) : 0;
  const double centre = kind == RandomSpecs::off_centre ? 1e6 : 0;
  spec.vertices.clear();
  const int count = static_cast<int>(d) + random.in(1, 2);
  for (int i = 0; i < count; ++i) {
    Doubles& vertex = spec.vertices.emplace_back();
    for (std::size_t k = 0; k < d; ++k) {
      vertex.push_back(centre + std::ldexp(random.signed_unit(), k == 0 ? thin : 0));
    }
  }
  return spec;
}

inline Point middle_of(const Points& points) {
  Point middle(points[0].size());
  for (std::size_t l = 0; l < middle.size(); ++l) {
    for (const Point& point : points) middle[l] += point[l] / static_cast<int>(points.size());
  }
  return middle;
}

/// Places the middle of b about that of a, or a vertex of b inside a near one of its vertices.
inline void place(RandomSpecs& random, const BodySpec& a, BodySpec& b) {
  const Points of_a = world(a);
  const Points of_b = world(b);
  const Point middle = middle_of(of_a);
  const bool deep = random.chance(2);
  const Point from = deep ? middle_of(of_b) : of_b[0];
  const Rational share(std::ldexp(std::fabs(random.signed_unit()), deep ? -1 : -random.in(1, 40)));
  for (std::size_t l = 0; l < from.size(); ++l) {
    const Rational to = deep ? Rational(middle[l] + share * (of_a[1][l] - middle[l]))
                             : Rational(of_a[0][l] + share * (middle[l] - of_a[0][l]));
    b.offset[l] = Rational(Rational(b.offset[l]) + to - from[l]).convert_to<double>();
  }
}

struct Overlap {
  BodySpec a, b;
};

inline Overlap draw_overlap(RandomSpecs& random, std::size_t d) {
  const RandomSpecs::Kind kinds[] = {RandomSpecs::plain, RandomSpecs::far_away,
                                     RandomSpecs::off_centre, RandomSpecs::sheared,
                                     RandomSpecs::quaternion};
  const RandomSpecs::Kind kind = kinds[random.in(0, 4)];
  Overlap drawn{draw_corners(random, d, kind), draw_corners(random, d, kind)};
  place(random, drawn.a, drawn.b);
  return drawn;
}

}  // namespace sunder::test

// SPDX-License-Identifier: Apache-2.0
//
// Draws pairs of small hulls that are hard for error bounds. They are thin, of different sizes, far
// from the origin or from their frames', rotated, reflected, sheared and nearly flattened. Most of
// them overlap.
#pragma once

#include <cmath>

#include "filter/exact_boxes.hpp"
#include "filter/random_specs.hpp"
#include "filter/worst_ratio.hpp"
#include "geometry/small_hull.hpp"

namespace sunder::test {

inline Doubles random_space_matrix(RandomSpecs& random) {
  BodySpec turned;
  turned.offset = {0, 0, 0};
  turned.wxyz.emplace();
  for (double& entry : *turned.wxyz) entry = random.signed_unit();
  Doubles r;
  for (const Rational& entry : exact_linear(turned)) r.push_back(entry.convert_to<double>());
  const int kind = random.in(0, 4);
  if (kind == 0) {
    for (double& entry : r) entry = -entry;
  } else if (kind == 1) {  // nearly flat
    r[1] += 2 * random.signed_unit();
    r[5] += 2 * random.signed_unit();
  } else if (kind == 2) {  // all but flat
    for (std::size_t l = 0; l < 3; ++l) {
      r[6 + l] = r[l] + std::ldexp(random.signed_unit(), -random.in(1, 20));
    }
  } else if (kind == 3) {
    const double scale = std::ldexp(1.0, random.in(-20, 20));
    for (double& entry : r) entry *= scale * (1 + 0.25 * random.signed_unit());
  }
  return r;
}

inline BodySpec random_small_hull(RandomSpecs& random, double size) {
  BodySpec spec;
  const double thin = random.chance(4) ? std::ldexp(1.0, -random.in(1, 12)) : 1;
  const double aside = random.chance(4) ? std::ldexp(1.0, random.in(1, 20)) : 0;
  for (int i = random.in(4, 9); i > 0; --i) {
    spec.vertices.push_back({size * (random.signed_unit() + aside), size * random.signed_unit(),
                             size * thin * random.signed_unit()});
  }
  spec.offset = {0, 0, 0};
  if (random.chance(3)) {
    const double length = random.chance(2) ? std::ldexp(1.0, random.in(-400, 400)) : 1;
    spec.wxyz.emplace();
    for (double& entry : *spec.wxyz) entry = length * random.signed_unit();
  } else {
    spec.linear = random_space_matrix(random);
  }
  return spec;
}

inline Point mean_of(const Points& points) {
  Point sum(3);
  for (const Point& x : points) {
    for (std::size_t l = 0; l < 3; ++l) {
      sum[l] += x[l] / Rational(static_cast<std::int64_t>(points.size()));
    }
  }
  return sum;
}

/// Near each other's middles, or with a vertex of each in one place.
inline void place_small_hulls(RandomSpecs& random, BodySpec& a, BodySpec& b, double size) {
  const double far = random.chance(4) ? std::ldexp(size, random.in(1, 26)) : size;
  for (double& entry : a.offset) entry = far * random.signed_unit();
  if (random.chance(5)) return bring_together(a, b);
  const Point way = minus(mean_of(world(a)), mean_of(world(b)));
  for (std::size_t l = 0; l < 3; ++l) {
    b.offset[l] = way[l].convert_to<double>() + size * random.signed_unit() / 8;
  }
}

/// Both hulls in the library's form, and their vertices in the world.
struct SmallHullPair {
  BodySpec spec_a, spec_b;
  Made<3> a, b;
  Points of_a, of_b;

  SmallHullPair(const BodySpec& on_a, const BodySpec& on_b)
      : spec_a(on_a),
        spec_b(on_b),
        a(make<3>(on_a, true)),
        b(make<3>(on_b, true)),
        of_a(kept(spec_a, a)),
        of_b(kept(spec_b, b)) {}
  detail::Pair<3> pair() const { return {a.body(), b.body()}; }

 private:
  static Points kept(BodySpec& spec, const Made<3>& made) {
    spec.vertices.clear();
    for (std::int32_t i = 0; i < made.polytope.vertex_count(); ++i) {
      const Vector3 x = made.polytope.vertex(i);
      spec.vertices.push_back({x[0], x[1], x[2]});
    }
    return world(spec);
  }
};

inline SmallHullPair random_small_hulls(RandomSpecs& random) {
  const double size = random.chance(3) ? std::ldexp(1.0, random.in(-40, 40)) : 1;
  BodySpec a = random_small_hull(random, size);
  BodySpec b = random_small_hull(random, random.chance(4) ? size / 64 : size);
  place_small_hulls(random, a, b, size);
  return {a, b};
}

inline Point row_of(const Point& r, std::size_t l) {
  return {r[3 * l], r[3 * l + 1], r[3 * l + 2]};
}
inline Rational exact_determinant(const Point& r) {
  return dot(row_of(r, 0), cross(row_of(r, 1), row_of(r, 2)));
}

/// Rounded to 2^-160: more digits cost time and change nothing.
inline Rational rounded(const Rational& x) {
  using boost::multiprecision::cpp_int;
  return Rational(cpp_int((numerator(x) << 160) / denominator(x)), cpp_int(1) << 160);
}

/// The vector of length 1 in that direction, rounded().
inline Point unit_vector(const Point& n) {
  const Rational length = root_below(dot(n, n));
  Point unit;
  for (const Rational& entry : n) unit.push_back(rounded(entry / length));
  return unit;
}

/// A face's true outward normal in the world.
inline Point exact_face_normal(const BodySpec& spec, const Points& world_points,
                               const detail::SmallHull& hull, std::size_t face) {
  const auto at = [&](std::size_t i) -> const Point& {
    return world_points[hull.triangle[i][face]];
  };
  const Point n = cross(minus(at(1), at(0)), minus(at(2), at(1)));
  return exact_determinant(exact_linear(spec)) < 0 ? negated(n) : n;
}

}  // namespace sunder::test

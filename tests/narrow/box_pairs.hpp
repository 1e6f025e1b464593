// SPDX-License-Identifier: Apache-2.0
//
// Draws random pairs of boxes: generic, parallel, sheared, slender, far away, tiny, touching or
// within an ulp of touching.
#pragma once

#include <cmath>

#include "narrow/lattice_bodies.hpp"

namespace sunder::test {

inline double between(Random& random, double low, double high) {
  return low + (high - low) * random.unit();
}

inline std::array<double, 4> random_quaternion(Random& random) {
  std::array<double, 4> q;
  for (double& entry : q) entry = between(random, -1, 1);
  return q;
}

/// Row-major 3 x 4, rounded.
inline std::vector<double> rotation_rows(const std::array<double, 4>& q, const Vector3& t) {
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  const double s = 2 / (w * w + x * x + y * y + z * z);
  return {1 - s * (y * y + z * z), s * (x * y - w * z),     s * (x * z + w * y),     t[0],
          s * (x * y + w * z),     1 - s * (x * x + z * z), s * (y * z - w * x),     t[1],
          s * (x * z - w * y),     s * (y * z + w * x),     1 - s * (x * x + y * y), t[2]};
}

inline Vector3 random_vector(Random& random, double reach) {
  Vector3 v;
  for (double& entry : v) entry = between(random, -reach, reach);
  return v;
}

inline std::vector<double> random_half(Random& random) {
  std::vector<double> half;
  for (int k = 0; k < 3; ++k) half.push_back(between(random, 0.25, 1));
  return half;
}

struct BoxPair {
  BodyData a, b;
};

inline BoxPair rotated(Random& random) {
  BoxPair pair{box_body(random_half(random)), box_body(random_half(random))};
  pair.a = with_matrix(pair.a, rotation_rows(random_quaternion(random), {}));
  const Vector3 t = random_vector(random, 1);
  pair.b = with_matrix(pair.b, rotation_rows(random_quaternion(random), t));
  return pair;
}

inline BoxPair quaternions(Random& random) {
  BoxPair pair{box_body(random_half(random)), box_body(random_half(random))};
  pair.a = with_quaternion(pair.a, random_quaternion(random));
  const Vector3 t = random_vector(random, 1);
  pair.b = with_quaternion(pair.b, random_quaternion(random), {t[0], t[1], t[2]});
  return pair;
}

inline BoxPair quaternion_by_matrix(Random& random) {
  BoxPair pair = rotated(random);
  pair.a.pose = quaternions(random).a.pose;
  return pair;
}

/// Any matrix, reflected half of the time.
inline BoxPair sheared(Random& random) {
  BoxPair pair = rotated(random);
  for (BodyData* body : {&pair.a, &pair.b}) {
    for (std::size_t i = 0; i < 12; ++i) {
      if (i % 4 != 3) body->pose.rows[i] = between(random, -1, 1);
    }
  }
  return pair;
}

/// Small integers: they produce parallel edges, ties and contacts.
inline BoxPair whole(Random& random) {
  BoxPair pair;
  for (BodyData* body : {&pair.a, &pair.b}) {
    std::vector<double> half;
    for (int k = 0; k < 3; ++k) half.push_back(random.in(1, 3));
    std::vector<double> rows;
    for (int i = 0; i < 12; ++i) rows.push_back(random.in(-2, 2));
    *body = with_matrix(box_body(half), rows);
  }
  return pair;
}

/// One rotation for both, or two that differ by a tiny angle.
inline BoxPair parallel(Random& random) {
  BoxPair pair = rotated(random);
  const std::array<double, 4> q = random_quaternion(random);
  std::array<double, 4> turned = q;
  if (random.chance(1, 2)) turned[1] += std::ldexp(1.0, -random.in(10, 60));
  pair.a.pose.rows = rotation_rows(q, {});
  const Vector3 t = random_vector(random, 1);
  pair.b.pose.rows = rotation_rows(turned, t);
  return pair;
}

/// Both turned about one axis, as crates on a floor are.
inline BoxPair about_an_axis(Random& random) {
  BoxPair pair{box_body(random_half(random)), box_body(random_half(random))};
  const auto axis = static_cast<std::size_t>(random.in(1, 3));
  std::array<double, 4> q{between(random, 0.2, 1), 0, 0, 0};
  q[axis] = between(random, -1, 1);
  pair.a = with_matrix(pair.a, rotation_rows(q, {}));
  q[axis] = between(random, -1, 1);
  const Vector3 t = random_vector(random, 1);
  pair.b = with_quaternion(pair.b, q, {t[0], t[1], t[2]});
  return pair;
}

/// b is tilted out of the axis as well, by a tiny angle.
inline BoxPair nearly_about_an_axis(Random& random) {
  BoxPair pair = about_an_axis(random);
  for (double& entry : pair.b.pose.quaternion) {
    if (entry == 0) entry = std::ldexp(1.0, -random.in(10, 60));
  }
  return pair;
}

/// One on the other, some thousandths deep, turned about the vertical.
inline BoxPair stacked(Random& random) {
  BoxPair pair = about_an_axis(random);
  const double depth = std::ldexp(between(random, 0.5, 1), -random.in(3, 12));
  const std::array<double, 4> q{between(random, 0.2, 1), 0, 0, between(random, -1, 1)};
  double top = 0;
  for (const BodyData* body : {&pair.a, &pair.b}) top += std::fabs(body->vertices[0][2]);
  pair.a = with_matrix(pair.a, rotation_rows({1, 0, 0, 0}, {}));
  pair.b = with_quaternion(pair.b, q,
                           {between(random, -0.2, 0.2), between(random, -0.2, 0.2), top - depth});
  return pair;
}

inline BoxPair aligned(Random& random) {
  BoxPair pair{box_body({1, 1, 0.5}), box_body({0.5, 1, 2})};
  const double places[] = {0,   0.25, 1.5, std::nextafter(1.5, 1), std::nextafter(1.5, 2),
                           2.5, 1,    -1.5};
  std::vector<double> t;
  for (int k = 0; k < 3; ++k) t.push_back(places[random.in(0, 7)]);
  pair.b = with_translation(pair.b, t);
  return pair;
}

inline BoxPair slender(Random& random) {
  BoxPair pair = rotated(random);
  for (BodyData* body : {&pair.a, &pair.b}) {
    std::vector<double> half = random_half(random);
    half[static_cast<std::size_t>(random.in(0, 2))] *= 1e-6;
    if (random.chance(1, 2)) half[static_cast<std::size_t>(random.in(0, 2))] *= 1e-3;
    body->vertices = box_body(half).vertices;
  }
  for (const std::size_t i : {3U, 7U, 11U}) pair.b.pose.rows[i] *= 1e-3;
  return pair;
}

/// Boxes not about their origins, which are far from the world's.
inline BoxPair far_away(Random& random) {
  BoxPair pair = rotated(random);
  const Vector3 aside = random_vector(random, 2);
  for (auto& vertex : pair.a.vertices) {
    for (std::size_t k = 0; k < 3; ++k) vertex[k] += aside[k];
  }
  for (BodyData* body : {&pair.a, &pair.b}) {
    for (const std::size_t i : {3U, 7U, 11U}) body->pose.rows[i] += 1e6;
  }
  return pair;
}

inline BoxPair scaled(Random& random) {
  BoxPair pair = rotated(random);
  const int by_points = random.in(-140, 140);
  const int by_matrix = random.in(-140, 140);
  for (BodyData* body : {&pair.a, &pair.b}) {
    for (auto& vertex : body->vertices) {
      for (double& x : vertex) x = std::ldexp(x, by_points);
    }
    for (std::size_t i = 0; i < 12; ++i) {
      const int exponent = i % 4 == 3 ? by_points + by_matrix : by_matrix;
      body->pose.rows[i] = std::ldexp(body->pose.rows[i], exponent);
    }
  }
  return pair;
}

struct BoxFamily {
  const char* name;
  BoxPair (*make)(Random&);
  bool clear;  ///< nearly all must be decided in lanes
};
inline constexpr BoxFamily kBoxFamilies[] = {{"rotated", rotated, true},
                                             {"quaternions", quaternions, true},
                                             {"quaternion by matrix", quaternion_by_matrix, true},
                                             {"sheared", sheared, true},
                                             {"whole", whole, false},
                                             {"parallel", parallel, false},
                                             {"aligned", aligned, false},
                                             {"slender", slender, false},
                                             {"far away", far_away, true},
                                             {"scaled", scaled, false}};

}  // namespace sunder::test

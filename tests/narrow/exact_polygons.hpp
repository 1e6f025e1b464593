// SPDX-License-Identifier: Apache-2.0
//
// Measures two convex polygons in rational numbers, by every edge against every vertex. They are
// the oracle for kernels in lanes, for polygons with area at poses that preserve it.
#pragma once

#include <algorithm>
#include <vector>

#include "oracle/world.hpp"
#include "sunder/sunder.hpp"

namespace sunder::test {

using suite::Rational;

struct ExactPoint {
  Rational x, y;
};
using ExactPolygon = std::vector<ExactPoint>;

inline ExactPolygon exact_polygon(const Posed2& body) {
  ExactPolygon corners;
  for (const Edge& edge : body.polytope().edges()) {
    const Vector2 v = body.polytope().vertex(edge.vertices[0]);
    const auto row = [&](int l) -> Rational {
      return Rational(body.pose().linear(l, 0)) * Rational(v[0]) +
             Rational(body.pose().linear(l, 1)) * Rational(v[1]) + Rational(body.pose().offset(l));
    };
    corners.push_back({row(0), row(1)});
  }
  return corners;
}

/// Twice the signed area of the triangle, positive if counter-clockwise.
inline Rational turn(const ExactPoint& p, const ExactPoint& q, const ExactPoint& r) {
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}

/// The sign of the greatest value over the edges of `a`: positive if all of `b` is outside that
/// edge. Only the sign counts.
inline int greatest_side(const ExactPolygon& a, const ExactPolygon& b) {
  const bool mirrored = turn(a[0], a[1], a[2]) < 0;
  int greatest = -1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    int least = 1;
    for (const ExactPoint& corner : b) {
      const Rational side = turn(a[i], a[(i + 1) % a.size()], corner);
      const int sign = side > 0 ? -1 : (side < 0 ? 1 : 0);
      least = std::min(least, mirrored ? -sign : sign);
    }
    greatest = std::max(greatest, least);
  }
  return greatest;
}

inline Verdict exact_verdict(const ExactPolygon& a, const ExactPolygon& b) {
  const int greatest = std::max(greatest_side(a, b), greatest_side(b, a));
  if (greatest > 0) return Verdict::separated;
  return greatest == 0 ? Verdict::touching : Verdict::overlapping;
}

inline Rational squared_to_edges(const ExactPolygon& a, const ExactPolygon& b) {
  Rational least = -1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const ExactPoint& p = a[i];
    const ExactPoint& q = a[(i + 1) % a.size()];
    const Rational x = q.x - p.x;
    const Rational y = q.y - p.y;
    const Rational length = x * x + y * y;
    for (const ExactPoint& r : b) {
      const Rational along = (r.x - p.x) * x + (r.y - p.y) * y;
      const ExactPoint& end = along <= 0 ? p : q;
      Rational squared;
      if (along > 0 && along < length) {
        const Rational side = turn(p, q, r);
        squared = side * side / length;
      } else {
        squared = (r.x - end.x) * (r.x - end.x) + (r.y - end.y) * (r.y - end.y);
      }
      if (least < 0 || squared < least) least = squared;
    }
  }
  return least;
}

/// The square of the least depth of `b` behind an edge of `a`, for polygons that overlap.
inline Rational squared_behind_edges(const ExactPolygon& a, const ExactPolygon& b) {
  const bool mirrored = turn(a[0], a[1], a[2]) < 0;
  Rational least = -1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const ExactPoint& p = a[i];
    const ExactPoint& q = a[(i + 1) % a.size()];
    Rational deepest = 0;
    for (const ExactPoint& corner : b) {
      const Rational side = turn(p, q, corner);
      deepest = std::max<Rational>(deepest, mirrored ? Rational(-side) : side);
    }
    const Rational length = (q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y);
    const Rational squared = deepest * deepest / length;
    if (least < 0 || squared < least) least = squared;
  }
  return least;
}

/// The squared depth of polygons that overlap.
inline Rational exact_depth_squared(const ExactPolygon& a, const ExactPolygon& b) {
  return std::min(squared_behind_edges(a, b), squared_behind_edges(b, a));
}

/// The squared distance of polygons that are apart.
inline Rational exact_distance_squared(const ExactPolygon& a, const ExactPolygon& b) {
  return std::min(squared_to_edges(a, b), squared_to_edges(b, a));
}

}  // namespace sunder::test

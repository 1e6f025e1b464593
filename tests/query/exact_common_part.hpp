// SPDX-License-Identifier: Apache-2.0
//
// Computes the common part of two convex polygons, segments or points of space in rationals, by
// definition. It takes every corner of one that is in the other, and every point where two edges
// meet. The extreme ones remain. In 2-D the third coordinate is 0.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "suite/case.hpp"

namespace sunder::test {

using suite::Rational;
using ExactPoint = std::array<Rational, 3>;
using ExactPolygon = std::vector<ExactPoint>;

inline ExactPoint operator-(const ExactPoint& p, const ExactPoint& q) {
  return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}
inline Rational dot(const ExactPoint& p, const ExactPoint& q) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}
inline ExactPoint cross(const ExactPoint& p, const ExactPoint& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}
inline bool is_zero(const ExactPoint& p) { return p[0] == 0 && p[1] == 0 && p[2] == 0; }

/// True for points between p and q, or at one of them.
inline bool on_segment(const ExactPoint& x, const ExactPoint& p, const ExactPoint& q) {
  return is_zero(cross(q - p, x - p)) && dot(q - p, x - p) >= 0 && dot(p - q, x - q) >= 0;
}

/// The corners are in their order around; two corners and one are allowed.
inline bool lies_in(const ExactPoint& x, const ExactPolygon& polygon) {
  if (polygon.size() == 1) return x == polygon[0];
  if (polygon.size() == 2) return on_segment(x, polygon[0], polygon[1]);
  const ExactPoint normal = cross(polygon[1] - polygon[0], polygon[2] - polygon[0]);
  if (dot(normal, x - polygon[0]) != 0) return false;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ExactPoint& p = polygon[i];
    const ExactPoint& q = polygon[(i + 1) % polygon.size()];
    if (dot(normal, cross(q - p, x - p)) < 0) return false;
  }
  return true;
}

/// Returns the point where two segments meet, unless they are parallel.
inline std::optional<ExactPoint> crossing(const ExactPoint& p, const ExactPoint& q,
                                          const ExactPoint& r, const ExactPoint& s) {
  const ExactPoint d = q - p;
  const ExactPoint e = s - r;
  const ExactPoint c = cross(d, e);
  if (is_zero(c) || dot(r - p, c) != 0) return std::nullopt;
  const Rational squared = dot(c, c);
  const Rational t = dot(cross(r - p, e), c) / squared;
  const Rational u = dot(cross(r - p, d), c) / squared;
  if (t < 0 || t > 1 || u < 0 || u > 1) return std::nullopt;
  return ExactPoint{p[0] + t * d[0], p[1] + t * d[1], p[2] + t * d[2]};
}

inline bool is_extreme(const ExactPoint& x, const std::vector<ExactPoint>& points) {
  for (const ExactPoint& p : points) {
    for (const ExactPoint& q : points) {
      if (p == x || q == x || !(p < q)) continue;
      if (on_segment(x, p, q)) return false;
      for (const ExactPoint& r : points) {
        if (r == x || !(q < r) || is_zero(cross(q - p, r - p))) continue;
        if (lies_in(x, {p, q, r})) return false;
      }
    }
  }
  return true;
}

/// In ascending order.
inline std::vector<ExactPoint> common_corners_of(const ExactPolygon& a, const ExactPolygon& b) {
  std::vector<ExactPoint> points;
  for (const ExactPoint& x : a) {
    if (lies_in(x, b)) points.push_back(x);
  }
  for (const ExactPoint& x : b) {
    if (lies_in(x, a)) points.push_back(x);
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      const auto x = crossing(a[i], a[(i + 1) % a.size()], b[j], b[(j + 1) % b.size()]);
      if (x) points.push_back(*x);
    }
  }
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  std::vector<ExactPoint> corners;
  for (const ExactPoint& x : points) {
    if (is_extreme(x, points)) corners.push_back(x);
  }
  return corners;
}

/// True if no double is nearer.
inline bool is_nearest(double value, const Rational& exact) {
  const double infinity = std::numeric_limits<double>::infinity();
  if (!std::isfinite(value)) return false;
  const Rational off = abs(Rational(Rational(value) - exact));
  for (const double next : {std::nextafter(value, infinity), std::nextafter(value, -infinity)}) {
    if (std::isfinite(next) && abs(Rational(Rational(next) - exact)) < off) return false;
  }
  return true;
}

}  // namespace sunder::test

// SPDX-License-Identifier: Apache-2.0
//
// Tests whether two boxes overlap by an exact list of axes: the normals of the facets of C, a
// zonotope.
#pragma once

#include "filter/exact_world.hpp"

namespace sunder::test {

inline Point cross(const Point& p, const Point& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}

inline Point negated(const Point& p) { return {-p[0], -p[1], -p[2]}; }

inline bool is_zero(const Point& p) { return p[0] == 0 && p[1] == 0 && p[2] == 0; }

inline Points box_edges(const BodySpec& spec) {
  const Point r = exact_linear(spec);
  return {{r[0], r[3], r[6]}, {r[1], r[4], r[7]}, {r[2], r[5], r[8]}};
}

/// All nonzero axes. If they span less than space, C is flat and no axis is missing.
inline Points box_axes(const BodySpec& a, const BodySpec& b) {
  Points edges = box_edges(a);
  for (const Point& edge : box_edges(b)) edges.push_back(edge);
  Points axes;
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = i + 1; j < 6; ++j) {
      const Point axis = cross(edges[i], edges[j]);
      if (is_zero(axis)) continue;
      axes.push_back(axis);
      axes.push_back(negated(axis));
    }
  }
  return axes;
}

/// 0 is inside C: the gap is negative along every axis. A segment or point has no axis at all.
inline bool boxes_overlap(const BodySpec& a, const BodySpec& b) {
  const Points axes = box_axes(a, b);
  const Points of_a = world(a);
  const Points of_b = world(b);
  for (const Point& axis : axes) {
    if (exact_gap(of_a, of_b, axis) >= 0) return false;
  }
  return !axes.empty();
}

}  // namespace sunder::test

// SPDX-License-Identifier: Apache-2.0
//
// Regions of the plane in fractions: what two of them do is found by trying all edges. It is slow and short, and shares
// no idea with the library.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "suite/case.hpp"
#include "suite/random.hpp"
#include "sunder/body2.hpp"

namespace sunder::test {

using suite::Rational;
using Spot = std::array<Rational, 2>;

inline Spot operator-(const Spot& p, const Spot& q) { return {p[0] - q[0], p[1] - q[1]}; }
inline Rational cross_of(const Spot& p, const Spot& q) { return p[0] * q[1] - p[1] * q[0]; }
inline Rational dot_of(const Spot& p, const Spot& q) { return p[0] * q[0] + p[1] * q[1]; }
inline int sign_of_turn(const Spot& p, const Spot& q, const Spot& r) {
  const Rational turn = cross_of(q - p, r - p);
  return turn > 0 ? 1 : (turn < 0 ? -1 : 0);
}

/// The image of a point under a chain of poses.
inline Spot image_of(const Vector2& point, const Pose2& part, const Pose2& body) {
  Spot x{Rational(point[0]), Rational(point[1])};
  for (const Pose2* pose : {&part, &body}) {
    x = {Rational(pose->linear(0, 0)) * x[0] + Rational(pose->linear(0, 1)) * x[1] +
             Rational(pose->offset(0)),
         Rational(pose->linear(1, 0)) * x[0] + Rational(pose->linear(1, 1)) * x[1] +
             Rational(pose->offset(1))};
  }
  return x;
}

/// Edges in the world, with the inside on the left.
using Rim = std::vector<std::array<Spot, 2>>;

inline Rim rim_of(const Polygon2& polygon, const Pose2& part, const Pose2& body) {
  const auto det = [](const Pose2& pose) {
    return Rational(pose.linear(0, 0)) * Rational(pose.linear(1, 1)) -
           Rational(pose.linear(0, 1)) * Rational(pose.linear(1, 0));
  };
  Rim rim;
  for (const auto& [i, j] : polygon.outline()) {
    Spot p = image_of(polygon.points()[static_cast<std::size_t>(i)], part, body),
         q = image_of(polygon.points()[static_cast<std::size_t>(j)], part, body);
    if (det(part) * det(body) < 0) std::swap(p, q);
    rim.push_back({p, q});
  }
  return rim;
}

/// Is a point, which is on no edge and below or above no corner, inside?
inline bool is_inside(const Rim& rim, const Spot& point) {
  int below = 0;
  for (const auto& [p, q] : rim) {
    if ((p[0] < point[0]) == (q[0] < point[0])) continue;
    below += sign_of_turn(std::min(p, q), std::max(p, q), point) > 0 ? 1 : 0;
  }
  return below % 2 == 1;
}

/// A point inside each cell into which all edges, and the verticals through their ends and crossings, cut the plane.
inline std::vector<Spot> cells_between(const std::vector<const Rim*>& rims) {
  std::vector<std::array<Spot, 2>> edges;
  for (const Rim* rim : rims) edges.insert(edges.end(), rim->begin(), rim->end());
  std::set<Rational> xs;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto& [p, q] = edges[i];
    xs.insert(p[0]);
    xs.insert(q[0]);
    for (std::size_t j = 0; j < i; ++j) {
      const auto& [r, s] = edges[j];
      const Rational over = cross_of(q - p, s - r);
      if (over == 0) continue;
      const Rational share = cross_of(r - p, s - r) / over;
      if (share > 0 && share < 1) xs.insert(p[0] + share * (q[0] - p[0]));
    }
  }
  std::vector<Spot> spots;
  for (auto x = xs.begin(); x != xs.end() && std::next(x) != xs.end(); ++x) {
    const Rational middle = (*x + *std::next(x)) / 2;
    std::set<Rational> ys;
    for (const auto& [p, q] : edges) {
      if ((p[0] < middle) == (q[0] < middle)) continue;
      ys.insert(p[1] + (middle - p[0]) / (q[0] - p[0]) * (q[1] - p[1]));
    }
    for (auto y = ys.begin(); y != ys.end() && std::next(y) != ys.end(); ++y)
      spots.push_back({middle, (*y + *std::next(y)) / 2});
  }
  return spots;
}

/// What the rims of two regions have in common.
struct CommonRim {
  struct Segment {
    Spot from, to;   ///< with a on the left
    bool b_is_left;  ///< has b its inside on the left too?
    friend bool operator<(const Segment& s, const Segment& t) {
      return std::pair(s.from, s.to) < std::pair(t.from, t.to);
    }
    friend bool operator==(const Segment& s, const Segment& t) {
      return s.from == t.from && s.to == t.to;
    }
  };
  std::set<Segment> segments;
  std::set<Spot> points;
};

inline CommonRim common_rim(const Rim& a, const Rim& b) {
  std::vector<CommonRim::Segment> segments;
  CommonRim common;
  for (const auto& [p, q] : a) {
    for (const auto& [r, s] : b) {
      const Rational over = cross_of(q - p, s - r);
      if (over != 0) {
        const Rational t = cross_of(r - p, s - r) / over, u = cross_of(r - p, q - p) / over;
        if (t >= 0 && t <= 1 && u >= 0 && u <= 1)
          common.points.insert({p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])});
      } else if (sign_of_turn(p, q, r) == 0) {
        const Spot first = std::max(std::min(p, q), std::min(r, s)),
                   last = std::min(std::max(p, q), std::max(r, s));
        if (first == last) common.points.insert(first);
        const bool along = (p < q) == (r < s);
        if (first < last)
          segments.push_back(p < q ? CommonRim::Segment{first, last, along}
                                   : CommonRim::Segment{last, first, along});
      }
    }
  }
  for (const CommonRim::Segment& segment : segments) {
    common.points.erase(segment.from);
    common.points.erase(segment.to);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < segments.size() && !changed; ++i) {
      for (std::size_t j = 0; j < segments.size() && !changed; ++j) {
        if (segments[i].to != segments[j].from || segments[i].b_is_left != segments[j].b_is_left ||
            sign_of_turn(segments[i].from, segments[i].to, segments[j].to) != 0)
          continue;
        segments[i].to = segments[j].to;
        segments.erase(segments.begin() + static_cast<std::ptrdiff_t>(j));
        changed = true;
      }
    }
  }
  common.segments.insert(segments.begin(), segments.end());
  return common;
}

/// The first time in [0, 1] at which a moving rim meets one at rest; they are apart at 0. A corner of one then is on an
/// edge of the other.
inline std::optional<Rational> first_time(const Rim& a, const Rim& b, const Spot& velocity) {
  std::optional<Rational> first;
  const auto corner_on_edge = [&](const Spot& corner, const Spot& p, const Spot& q, const Spot& v) {
    // corner + t v = p + u (q - p)
    const Spot along = q - p;
    const Rational rate = cross_of(along, v);
    std::vector<Rational> times;
    if (rate != 0) {
      times.push_back(cross_of(along, p - corner) / rate);
    } else if (sign_of_turn(p, q, corner) == 0 && p != q) {
      for (const Spot& end : {p, q}) {
        if (dot_of(v, v) != 0) times.push_back(dot_of(end - corner, v) / dot_of(v, v));
      }
    } else if (p == q && cross_of(p - corner, v) == 0 && dot_of(v, v) != 0) {
      times.push_back(dot_of(p - corner, v) / dot_of(v, v));
    }
    for (const Rational& t : times) {
      if (t < 0 || t > 1 || (first && t >= *first)) continue;
      const Spot at{corner[0] + t * v[0], corner[1] + t * v[1]};
      if (sign_of_turn(p, q, at) == 0 && dot_of(p - at, q - at) <= 0) first = t;
    }
  };
  const Spot back{-velocity[0], -velocity[1]};
  for (const auto& [p, q] : a) {
    for (const auto& [r, s] : b) {
      for (const Spot& corner : {p, q}) corner_on_edge(corner, r, s, velocity);
      for (const Spot& corner : {r, s}) corner_on_edge(corner, p, q, back);
    }
  }
  return first;
}

/// Triangles of a lattice, two in each cell, by the cell and the half.
using LatticeTriangle = std::array<int, 3>;

/// Draws a region and one that has to do with it: more of the same triangles, others alone, or any.
inline std::array<std::set<LatticeTriangle>, 2> draw_triangles(suite::Random& random, int size) {
  std::array<std::set<LatticeTriangle>, 2> sets;
  const int kind = random.in(0, 2), share = random.in(1, 4);
  for (int x = 0; x < size; ++x) {
    for (int y = 0; y < size; ++y) {
      for (int half = 0; half < 2; ++half) {
        const bool in_a = random.chance(share, 5);
        const bool in_b = kind == 0   ? in_a || random.chance(1, 2)
                          : kind == 1 ? !in_a && random.chance(4, 5)
                                      : random.chance(2, 5);
        if (in_a) sets[0].insert({x, y, half});
        if (in_b) sets[1].insert({x, y, half});
      }
    }
  }
  return sets;
}

/// The triangles as a polygon; the lattice is sheared by integers.
inline Polygon2 polygon_of(const std::set<LatticeTriangle>& triangles, int shear, int other) {
  const auto at = [&](int x, int y) -> Vector2 {
    const int u = x + shear * y;
    return {static_cast<double>(u), static_cast<double>(y + other * u)};
  };
  std::vector<std::vector<Vector2>> rings;
  for (const auto& [x, y, half] : triangles)
    rings.push_back({at(x, y), half == 0 ? at(x + 1, y) : at(x, y + 1), at(x + 1, y + 1)});
  return Polygon2::from_rings(rings).value();
}

}  // namespace sunder::test

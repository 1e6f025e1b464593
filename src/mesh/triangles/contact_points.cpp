// SPDX-License-Identifier: Apache-2.0
//
// Idea: The corners of two triangles become integers of one scale. An extreme point is a corner in the other triangle, an
// edge through it, or two edges that cross.
// Bound: No number is rounded but the boxes, which are rounded outward.
// Cost: Some hundred products of integers.
// Gives up: Never.
#include "mesh/triangles/contact_points.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "exact/nearest.hpp"

namespace sunder::detail::mesh {
namespace {

using certificate::PosedPart;
using certificate::WorldPoint;

/// at / over, in the unit of both triangles.
struct ExactPlace {
  Big3 at;
  BigInt over = 1;
};

struct ExactCorners {
  std::array<Big3, 3> p;
  Big3 normal;

  bool is_flat() const { return is_zero_vector(normal); }
  BigInt height(const Big3& q) const { return dot(normal, big_difference(q, p[0])); }
  /// Does the triangle hold a point of its plane? A flat one is the hull of its corners on a line.
  bool holds(const ExactPlace& q) const {
    for (std::size_t i = 0; i < 3; ++i) {
      const Big3 edge = big_difference(p[(i + 1) % 3], p[i]);
      if (dot(cross(edge, big_difference(q.at, big_multiple(p[i], q.over))), normal) < 0)
        return false;
    }
    return true;
  }
};

/// Both triangles over one unit: 2^exponent / over.
struct TwoTriangles {
  ExactCorners t[2];
  BigInt over;
  int exponent;

  TwoTriangles(const PosedPart& a, std::int32_t triangle_a, const PosedPart& b,
               std::int32_t triangle_b) {
    const PosedPart* const parts[2] = {&a, &b};
    const std::int32_t index[2] = {triangle_a, triangle_b};
    exponent = std::min(a.chain().exponent, b.chain().exponent);
    over = a.chain().denominator * b.chain().denominator;
    for (std::size_t side = 0; side < 2; ++side) {
      const auto& own = parts[side]->chain();
      const BigInt factor = parts[1 - side]->chain().denominator << (own.exponent - exponent);
      const auto& corners = parts[side]->triangles()[static_cast<std::size_t>(index[side])];
      for (std::size_t i = 0; i < 3; ++i)
        t[side].p[i] = big_multiple(parts[side]->world(corners[i]).at, factor);
      t[side].normal = cross(big_difference(t[side].p[1], t[side].p[0]),
                             big_difference(t[side].p[2], t[side].p[0]));
    }
  }
};

/// Is a point on the segment between two, on whose line it lies?
bool lies_between(const ExactPlace& q, const Big3& r, const Big3& s) {
  const Big3 edge = big_difference(s, r);
  return dot(big_difference(q.at, big_multiple(r, q.over)), edge) >= 0 &&
         dot(big_difference(q.at, big_multiple(s, q.over)), edge) <= 0;
}
bool lies_on_line(const ExactPlace& q, const Big3& r, const Big3& s) {
  return is_zero_vector(cross(big_difference(s, r), big_difference(q.at, big_multiple(r, q.over))));
}

/// The point between p and q that heights of opposite signs divide.
ExactPlace divided(const Big3& p, const BigInt& at_p, const Big3& q, const BigInt& at_q) {
  const BigInt f = size_of(at_q), g = size_of(at_p);
  return {big_sum(big_multiple(p, f), big_multiple(q, g)), f + g};
}

void add_edge_and_triangle(const Big3& p, const Big3& q, const ExactCorners& t,
                           std::vector<ExactPlace>& places) {
  if (t.is_flat()) return;
  const BigInt at_p = t.height(p), at_q = t.height(q);
  if ((at_p < 0 && at_q > 0) || (at_p > 0 && at_q < 0)) {
    const ExactPlace x = divided(p, at_p, q, at_q);
    if (t.holds(x)) places.push_back(x);
  }
}

void add_corner(const Big3& p, const ExactCorners& t, std::vector<ExactPlace>& places) {
  const ExactPlace x{p, 1};
  if (!t.is_flat()) {
    if (t.height(p) == 0 && t.holds(x)) places.push_back(x);
    return;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const Big3 &r = t.p[i], &s = t.p[(i + 1) % 3];
    if (r == s ? p == r : lies_on_line(x, r, s) && lies_between(x, r, s)) {
      places.push_back(x);
      return;
    }
  }
}

void add_edges(const Big3& p, const Big3& q, const Big3& r, const Big3& s,
               std::vector<ExactPlace>& places) {
  const Big3 u = big_difference(q, p), v = big_difference(s, r), n = cross(u, v);
  if (is_zero_vector(n) || dot(n, big_difference(r, p)) != 0) return;
  const Big3 across = cross(n, v);
  const BigInt at_p = dot(across, big_difference(p, r)), at_q = dot(across, big_difference(q, r));
  if (!((at_p < 0 && at_q > 0) || (at_p > 0 && at_q < 0))) return;
  const ExactPlace x = divided(p, at_p, q, at_q);
  if (lies_between(x, r, s)) places.push_back(x);
}

/// A triangle that holds a point, its normal, and the normals in its plane of those edges that the point lies on.
struct StarTriangle {
  Big3 normal;
  std::vector<Big3> inward;   ///< directions into the triangle have no negative product with these
  std::vector<Big3> corners;  ///< directions to its corners
};

void add_star(const PosedPart& part, const WorldPoint& p, std::vector<StarTriangle>& star) {
  const auto& chain = part.chain();
  const int low = std::min(chain.exponent, p.exponent);
  const BigInt factor = p.over << (chain.exponent - low),
               other = chain.denominator << (p.exponent - low);
  const Big3 at = big_multiple(p.at, other);
  for (const auto& corners : part.triangles()) {
    ExactCorners t;
    for (std::size_t i = 0; i < 3; ++i)
      t.p[i] = big_difference(big_multiple(part.world(corners[i]).at, factor), at);
    t.normal = cross(big_difference(t.p[1], t.p[0]), big_difference(t.p[2], t.p[0]));
    if (t.is_flat() || dot(t.normal, t.p[0]) != 0 || !t.holds({})) continue;
    StarTriangle entry{t.normal, {}, {}};
    for (std::size_t i = 0; i < 3; ++i) {
      const Big3 inward = cross(t.normal, big_difference(t.p[(i + 1) % 3], t.p[i]));
      if (dot(inward, t.p[i]) == 0) entry.inward.push_back(inward);
      if (!is_zero_vector(t.p[i])) entry.corners.push_back(t.p[i]);
    }
    star.push_back(std::move(entry));
  }
}

}  // namespace

std::vector<WorldPoint> contact_points(const PosedPart& a, std::int32_t triangle_a,
                                       const PosedPart& b, std::int32_t triangle_b) {
  const TwoTriangles two(a, triangle_a, b, triangle_b);
  std::vector<ExactPlace> places;
  for (std::size_t side = 0; side < 2; ++side) {
    const ExactCorners &own = two.t[side], &other = two.t[1 - side];
    for (std::size_t i = 0; i < 3; ++i) {
      add_corner(own.p[i], other, places);
      add_edge_and_triangle(own.p[i], own.p[(i + 1) % 3], other, places);
      for (std::size_t j = 0; j < 3; ++j)
        add_edges(own.p[i], own.p[(i + 1) % 3], other.p[j], other.p[(j + 1) % 3], places);
    }
  }
  std::vector<WorldPoint> points;
  for (const ExactPlace& place : places)
    points.push_back({place.at, place.over * two.over, two.exponent});
  return points;
}

std::vector<PlaneWay> ways_between_planes(const PosedPart& a, const PosedPart& b,
                                          const WorldPoint& p) {
  std::vector<StarTriangle> star;
  add_star(a, p, star);
  add_star(b, p, star);
  std::set<Big3> normals;
  for (const StarTriangle& s : star) normals.insert(primitive_vector(s.normal));
  std::vector<PlaneWay> ways;
  for (const StarTriangle& s : star) {
    std::set<Big3> found;
    const auto add = [&](const Big3& d) {
      const bool leads_in = std::all_of(s.inward.begin(), s.inward.end(),
                                        [&](const Big3& n) { return dot(n, d) >= 0; });
      if (!is_zero_vector(d) && leads_in) found.insert(primitive_vector(d));
    };
    for (const Big3& corner : s.corners) add(corner);
    for (const Big3& n : normals) {
      const Big3 line = cross(s.normal, n);
      add(line);
      add(big_multiple(line, -1));
    }
    const Big3 normal = primitive_vector(s.normal);
    for (const Big3& d : found) {
      // The next direction, counter-clockwise.
      const Big3* next = nullptr;
      for (const Big3& e : found) {
        if (dot(cross(d, e), normal) <= 0) continue;
        if (next == nullptr || dot(cross(e, *next), normal) > 0) next = &e;
      }
      if (next == nullptr) {
        ways.push_back({d, normal});
        continue;
      }
      const int shift = longest_entry(*next) - longest_entry(d);
      ways.push_back({big_sum(big_multiple(d, BigInt(1) << std::max(shift, 0)),
                              big_multiple(*next, BigInt(1) << std::max(-shift, 0))),
                      normal});
    }
  }
  return ways;
}

WorldPoint middle_of(const WorldPoint& p, const WorldPoint& q) {
  WorldPoint x;
  x.exponent = std::min(p.exponent, q.exponent);
  x.over = (p.over * q.over) << 1;
  for (std::size_t k = 0; k < 3; ++k)
    x.at[k] = ((p.at[k] * q.over) << (p.exponent - x.exponent)) +
              ((q.at[k] * p.over) << (q.exponent - x.exponent));
  return x;
}

ItemBoxes::ItemBoxes(const PosedPart& part) {
  constexpr double kEndless = std::numeric_limits<double>::infinity();
  const Box empty{{kEndless, kEndless, kEndless}, {-kEndless, -kEndless, -kEndless}};
  const auto include = [&](Box& box, std::int32_t point) {
    const WorldPoint p = part.world(point);
    for (std::size_t k = 0; k < 3; ++k) {
      const double x = nearest_quotient(p.at[k], p.over, p.exponent);
      box.lower[k] = std::min(box.lower[k], std::nextafter(x, -kEndless));
      box.upper[k] = std::max(box.upper[k], std::nextafter(x, kEndless));
    }
  };
  boxes_.assign(static_cast<std::size_t>(part.item_count()), empty);
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    if (part.is_mesh()) {
      for (const std::int32_t corner : part.triangles()[i]) include(boxes_[i], corner);
    } else {
      for (std::size_t j = 0; j < part.points().size(); ++j)
        include(boxes_[i], static_cast<std::int32_t>(j));
    }
  }
}

bool ItemBoxes::may_meet(std::int32_t item, const ItemBoxes& other,
                         std::int32_t other_item) const noexcept {
  const Box &p = boxes_[static_cast<std::size_t>(item)],
            &q = other.boxes_[static_cast<std::size_t>(other_item)];
  for (std::size_t k = 0; k < 3; ++k) {
    if (p.upper[k] < q.lower[k] || q.upper[k] < p.lower[k]) return false;
  }
  return true;
}

}  // namespace sunder::detail::mesh

// SPDX-License-Identifier: Apache-2.0
//
// Idea: Cuts at vertices of the mesh make two triangles simple, except in three cases. An edge of one pierces the inside
// of the other, two edges cross inside both, or the insides overlap in a plane. Pairs that do so must lie in different
// components, each of them closed.
// Bound: No number is rounded.
// Cost: O(n^2) comparisons of boxes, and some determinants for boxes that meet.
// Gives up: Never.
#include "certificate/simple_mesh.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "certificate/closed_mesh.hpp"
#include "geometry/double_bits.hpp"

namespace sunder::detail::certificate {
namespace {

int side_of_plane(const Big3& normal, const Big3& on_plane, const Big3& p) {
  return sign_of(dot(normal, big_difference(p, on_plane)));
}

struct ExactTriangle {
  std::array<Big3, 3> p;
  Big3 normal;
  std::array<std::array<std::int64_t, 2>, 3> box;  ///< order keys
  std::int32_t caller;

  bool may_meet(const ExactTriangle& other) const {
    for (std::size_t k = 0; k < 3; ++k) {
      if (box[k][1] < other.box[k][0] || other.box[k][1] < box[k][0]) return false;
    }
    return true;
  }
};

/// Does the open edge pierce the inside of a triangle?
bool pierces(const Big3& from, const Big3& to, const ExactTriangle& t) {
  if (side_of_plane(t.normal, t.p[0], from) * side_of_plane(t.normal, t.p[0], to) >= 0)
    return false;
  int common = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Big3 normal = cross(big_difference(t.p[i], from), big_difference(t.p[(i + 1) % 3], from));
    const int sign = side_of_plane(normal, from, to);
    if (sign == 0 || sign == -common) return false;
    common = sign;
  }
  return true;
}

/// Do two open edges cross in a point?
bool edges_cross(const Big3& p, const Big3& q, const Big3& r, const Big3& s) {
  const Big3 u = big_difference(q, p), v = big_difference(s, r), normal = cross(u, v);
  if (normal == Big3{} || side_of_plane(normal, p, r) != 0) return false;
  return side_of_plane(cross(normal, u), p, r) * side_of_plane(cross(normal, u), p, s) < 0 &&
         side_of_plane(cross(normal, v), r, p) * side_of_plane(cross(normal, v), r, q) < 0;
}

/// Is an edge of one triangle a line with the other, in the same plane, beyond it or on it?
bool edge_divides(const ExactTriangle& s, const ExactTriangle& t) {
  for (std::size_t i = 0; i < 3; ++i) {
    const Big3 inward = cross(s.normal, big_difference(s.p[(i + 1) % 3], s.p[i]));
    if (std::all_of(t.p.begin(), t.p.end(),
                    [&](const Big3& p) { return side_of_plane(inward, s.p[i], p) <= 0; }))
      return true;
  }
  return false;
}

bool cross_each_other(const ExactTriangle& s, const ExactTriangle& t) {
  for (std::size_t i = 0; i < 3; ++i) {
    const Big3 &p = s.p[i], &q = s.p[(i + 1) % 3];
    if (pierces(p, q, t) || pierces(t.p[i], t.p[(i + 1) % 3], s)) return true;
    for (std::size_t j = 0; j < 3; ++j) {
      if (edges_cross(p, q, t.p[j], t.p[(j + 1) % 3])) return true;
    }
  }
  const bool in_plane = std::all_of(t.p.begin(), t.p.end(), [&](const Big3& p) {
    return side_of_plane(s.normal, s.p[0], p) == 0;
  });
  return in_plane && !edge_divides(s, t) && !edge_divides(t, s);
}

/// The triangles that have an area, less those that cancel.
std::vector<ExactTriangle> triangles_of(const PosedPart& part) {
  const std::vector<std::int32_t> welded = weld_points(part.points());
  std::map<Triple, std::array<std::vector<std::int32_t>, 2>> by_corners;
  for (std::int32_t t = 0; t < part.item_count(); ++t) {
    if (part.is_flat(t)) continue;
    Triple c = part.triangles()[static_cast<std::size_t>(t)];
    for (std::int32_t& corner : c) corner = welded[static_cast<std::size_t>(corner)];
    std::rotate(c.begin(), std::min_element(c.begin(), c.end()), c.end());
    const std::size_t way = c[1] > c[2] ? 1 : 0;
    if (way == 1) std::swap(c[1], c[2]);
    by_corners[c][way].push_back(t);
  }
  std::vector<ExactTriangle> triangles;
  for (auto& [corners, ways] : by_corners) {
    const std::size_t cancelled = std::min(ways[0].size(), ways[1].size());
    for (const auto& way : ways) {
      for (std::size_t i = cancelled; i < way.size(); ++i) {
        ExactTriangle t;
        t.caller = way[i];
        const Triple& own = part.triangles()[static_cast<std::size_t>(way[i])];
        for (std::size_t j = 0; j < 3; ++j) t.p[j] = part.local(own[j]);
        for (std::size_t k = 0; k < 3; ++k) {
          std::array<std::int64_t, 3> keys{};
          for (std::size_t j = 0; j < 3; ++j)
            keys[j] = order_key(part.points()[static_cast<std::size_t>(own[j])][k]);
          t.box[k] = {*std::min_element(keys.begin(), keys.end()),
                      *std::max_element(keys.begin(), keys.end())};
        }
        t.normal = cross(big_difference(t.p[1], t.p[0]), big_difference(t.p[2], t.p[0]));
        triangles.push_back(std::move(t));
      }
    }
  }
  return triangles;
}

}  // namespace

std::string refute_simple(const PosedPart& part) {
  const std::vector<ExactTriangle> triangles = triangles_of(part);
  std::vector<std::array<std::int32_t, 2>> crossings;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    for (std::size_t j = i + 1; j < triangles.size(); ++j) {
      if (triangles[i].may_meet(triangles[j]) && cross_each_other(triangles[i], triangles[j]))
        crossings.push_back({triangles[i].caller, triangles[j].caller});
    }
  }
  if (crossings.empty()) return "";
  for (const bool by_place : {false, true}) {
    std::int32_t count = 0;
    const std::vector<std::int32_t> component = components(part, count, by_place);
    const auto of = [&](std::int32_t triangle) {
      return component[static_cast<std::size_t>(
          part.triangles()[static_cast<std::size_t>(triangle)][0])];
    };
    const bool apart = std::all_of(crossings.begin(), crossings.end(),
                                   [&](const auto& pair) { return of(pair[0]) != of(pair[1]); });
    if (apart && refute_closed(part, component).empty()) return "";
  }
  return "triangles " + std::to_string(crossings[0][0]) + " and " +
         std::to_string(crossings[0][1]) + " have more in common than a corner or an edge";
}

}  // namespace sunder::detail::certificate

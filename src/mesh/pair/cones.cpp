// SPDX-License-Identifier: Apache-2.0
//
// Idea: Near a point of its mesh a solid is a cone. The cone is bounded by an arc of directions for each triangle at
// the point's feature. Most contacts are decided by the sides of a few edges to a plane; the others by the arcs.
// Source: docs/bodies.md, with proofs.
// Cost: some signs a triangle at the features; the arcs of both multiplied, where planes do not decide.
#include "mesh/pair/cones.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/vectors.hpp"
#include "mesh/forest.hpp"

namespace sunder::detail::mesh {
namespace {

/// Stars of more triangles skip the search for a plane between the cones.
constexpr std::size_t kMostPlanes = 24;

bool has(const Corners& corners, std::int32_t vertex) {
  return corners[0] == vertex || corners[1] == vertex || corners[2] == vertex;
}

/// Turns corners so that the first is the vertex.
Corners turned_to(const Corners& corners, std::int32_t vertex) {
  if (corners[0] == vertex) return corners;
  return corners[1] == vertex ? Corners{corners[1], corners[2], corners[0]}
                              : Corners{corners[2], corners[0], corners[1]};
}

/// The front corners of the triangles at a feature.
std::vector<Corners> triangles_at(PiecePair& pair, int side, const Feature& feature) {
  std::vector<Corners> triangles;
  if (feature.dimension == 2) {
    triangles.push_back(pair.front_corners(side, feature.i));
    return triangles;
  }
  for (const std::int32_t triangle : pair.piece(side).star_of(feature.i)) {
    const Corners corners = pair.front_corners(side, triangle);
    if (feature.dimension == 0 || has(corners, feature.j)) triangles.push_back(corners);
  }
  return triangles;
}

/// Appends the arcs of a triangle's directions at its feature: from a corner, on an edge, or inside it.
void append_arcs(int side, const Corners& triangle, const Feature& feature,
                 std::vector<Arc>& arcs) {
  if (feature.dimension == 0) {
    const Corners c = turned_to(triangle, feature.i);
    arcs.push_back({{side, c[0], c[1]}, {side, c[0], c[2]}});
    return;
  }
  Corners c = triangle;
  if (feature.dimension == 1) {
    c = turned_to(triangle, feature.i);
    if (c[1] != feature.j) c = turned_to(c, feature.j);
  }
  const Direction u{side, c[0], c[1]}, v{side, c[0], c[2]};
  arcs.push_back({u, v});
  arcs.push_back({v, u.reversed()});
  if (feature.dimension == 2) {
    arcs.push_back({u.reversed(), v.reversed()});
    arcs.push_back({v.reversed(), u});
  }
}

/// One side's feature with its triangles and the arcs of its cone.
struct Star {
  int side;
  Feature feature;
  std::vector<Corners> triangles;
  std::vector<Arc> arcs;
  std::vector<std::int32_t>
      vertices;  ///< of the triangles, each once, without the feature's own where it is one

  Star(PiecePair& pair, int of, const Feature& at)
      : side(of), feature(at), triangles(triangles_at(pair, of, at)) {
    arcs.reserve(2 * triangles.size());
    for (const Corners& triangle : triangles) {
      append_arcs(side, triangle, feature, arcs);
      vertices.insert(vertices.end(), triangle.begin(), triangle.end());
    }
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    if (feature.dimension == 0) std::erase(vertices, feature.i);
  }
};

/// Three points of a plane.
using Plane = std::array<PlacedVertex, 3>;
Plane plane_of(const PiecePair& pair, int side, const Corners& c) {
  return {pair.placed({side, c[0]}), pair.placed({side, c[1]}), pair.placed({side, c[2]})};
}

/// The sides of the vertices of a star to the plane of three points that holds the contact.
struct Sides {
  int least = 0, most = 0;
  std::array<std::int8_t, 24> of{};  ///< of the first ones
};
/// Stops at the first vertex that is not on the side `sought`, or in the plane; 0 seeks none.
Sides sides_of(PiecePair& pair, const Plane& plane, const Star& star, int sought = 0) {
  Sides sides;
  for (std::size_t i = 0; i < star.vertices.size(); ++i) {
    const int sign =
        pair.orientation(plane[0], plane[1], plane[2], pair.placed({star.side, star.vertices[i]}));
    if (i < sides.of.size()) sides.of[i] = static_cast<std::int8_t>(sign);
    sides.least = std::min(sides.least, sign);
    sides.most = std::max(sides.most, sign);
    if (sign * sought < 0) break;
  }
  return sides;
}

/// Returns an axis that is not in a plane, and the sign of the normal along it.
struct Facing {
  int axis = 0, sign = 0;
};
Facing facing_of(PiecePair& pair, const Plane& plane) {
  for (int k = 0; k < 3; ++k) {
    if (const int sign = pair.normal_component(plane[0], plane[1], plane[2], k)) return {k, sign};
  }
  return {};
}

/// All of a star lies on one side of a plane, or in it. Its cone then holds the open half-space on the other side, `empty`
/// (1 or -1), or nothing of it. A triangle of the star in the plane tells which: right before it nothing is inside.
bool holds_half_space(PiecePair& pair, const Plane& plane, const Arc& normal, int empty,
                      const Star& star, const Sides& sides) {
  const auto lies_in_plane = [&](std::int32_t vertex) {
    const auto at = std::lower_bound(star.vertices.begin(), star.vertices.end(), vertex);
    const auto i = static_cast<std::size_t>(at - star.vertices.begin());
    // A vertex that is the feature itself is not listed.
    return at == star.vertices.end() || *at != vertex || (i < sides.of.size() && sides.of[i] == 0);
  };
  for (const Corners& c : star.triangles) {
    if (star.vertices.size() > sides.of.size()) break;
    if (!std::all_of(c.begin(), c.end(), lies_in_plane)) continue;
    const Facing facing = facing_of(pair, plane);
    const Plane own = plane_of(pair, star.side, c);
    return pair.normal_component(own[0], own[1], own[2], facing.axis) * facing.sign != empty;
  }
  return pair.exact().normal_is_inside(normal, empty, star.arcs);
}

/// Sets the reason and the normal of a plane times a sign. Returns whether it is one for overlapping.
bool tell(PiecePair& pair, ConeStep* step, ContactReason reason, const Plane& plane, int sign) {
  if (step != nullptr) {
    const auto from_first = [&](const PlacedVertex& to) {
      return pair.exact().difference(plane[0].vertex, to.vertex, pair.maps().exponent);
    };
    step->reason = reason;
    step->direction = cross(from_first(plane[1]), from_first(plane[2]));
    for (double& x : step->direction) x *= sign;
  }
  return reason == ContactReason::same_side;
}

bool vertex_and_triangle_overlap(PiecePair& pair, const Star& vertex, const Star& triangle,
                                 ConeStep* step) {
  const Corners& c = triangle.triangles.front();
  const Plane plane = plane_of(pair, triangle.side, c);
  const Sides sides = sides_of(pair, plane, vertex);
  if (sides.least < 0 || holds_half_space(pair, plane, triangle.arcs.front(), -1, vertex, sides))
    return tell(pair, step, ContactReason::same_side, plane, -1);
  return tell(pair, step, ContactReason::plane_between, plane, triangle.side == 0 ? 1 : -1);
}

/// Two edges that cross inside both. Their common normal is seen from each body.
bool crossing_edges_overlap(PiecePair& pair, const Star& a, const Star& b, ConeStep* step) {
  const Plane plane{pair.placed({0, a.feature.i}), pair.placed({0, a.feature.j}),
                    pair.placed({1, b.feature.j})};
  const Arc normal{{0, a.feature.i, a.feature.j}, {1, b.feature.i, b.feature.j}};
  const Sides at_a = sides_of(pair, plane, a), at_b = sides_of(pair, plane, b);
  const auto reaches = [&](const Star& star, const Sides& sides, int side) {
    return (side > 0 ? sides.most > 0 : sides.least < 0) ||
           holds_half_space(pair, plane, normal, side, star, sides);
  };
  for (const int side : {1, -1}) {
    if (reaches(a, at_a, side) && reaches(b, at_b, side))
      return tell(pair, step, ContactReason::same_side, plane, side);
  }
  const bool a_is_above = at_a.most > 0 || at_b.least < 0;
  return tell(pair, step, ContactReason::plane_between, plane, a_is_above ? -1 : 1);
}

/// Is there a plane of a triangle of `own` with that star behind it or in it, and the other star in front or in it?
/// Right before the triangle nothing is inside `own`, and so nothing is in the whole half-space before the plane. The
/// other cone must not hold the half-space behind it.
bool a_plane_divides(PiecePair& pair, const Star& own, const Star& other, ConeStep* step) {
  if (own.triangles.size() > kMostPlanes || other.triangles.size() > kMostPlanes) return false;
  for (const Corners& c : own.triangles) {
    const Plane plane = plane_of(pair, own.side, c);
    const Sides sides = sides_of(pair, plane, other, 1);
    if (sides.least < 0 || sides_of(pair, plane, own, -1).most > 0) continue;
    const Arc normal{{own.side, c[0], c[1]}, {own.side, c[0], c[2]}};
    if (holds_half_space(pair, plane, normal, -1, other, sides)) continue;
    tell(pair, step, ContactReason::plane_between, plane, own.side == 0 ? 1 : -1);
    return true;
  }
  return false;
}

/// The arcs at a vertex that may meet arcs of the other cone, and one of each run of others. A run that meets no arc of
/// the other cone is inside it as a whole, or outside.
std::vector<Arc> arcs_to_look_at(const Star& star, const std::vector<bool>& close) {
  const auto number = [&](std::int32_t vertex) {
    return static_cast<std::int32_t>(
        std::lower_bound(star.vertices.begin(), star.vertices.end(), vertex) -
        star.vertices.begin());
  };
  Forest runs(star.vertices.size());
  for (std::size_t i = 0; i < star.arcs.size(); ++i) {
    if (!close[i]) runs.join(number(star.arcs[i].from.to), number(star.arcs[i].to.to));
  }
  std::vector<bool> is_known(star.vertices.size(), false);
  std::vector<Arc> arcs;
  for (std::size_t i = 0; i < star.arcs.size(); ++i) {
    const auto run = static_cast<std::size_t>(runs.root(number(star.arcs[i].from.to)));
    if (!close[i] && is_known[run]) continue;
    if (!close[i]) is_known[run] = true;
    arcs.push_back(star.arcs[i]);
  }
  return arcs;
}

}  // namespace

bool solids_overlap_at(PiecePair& pair, const Contact& contact, ConeStep* step,
                       const CloseAtVertices* close) {
  const int a = contact.a.dimension, b = contact.b.dimension;
  if (a + b == 3) {  // an edge pierces a triangle
    if (step != nullptr) step->reason = ContactReason::piercing;
    return true;
  }
  const Star star_a(pair, 0, contact.a), star_b(pair, 1, contact.b);
  if (step != nullptr) step->arcs = {star_a.arcs, star_b.arcs};
  if (a == 2) return vertex_and_triangle_overlap(pair, star_b, star_a, step);
  if (b == 2) return vertex_and_triangle_overlap(pair, star_a, star_b, step);
  if (a == 1 && b == 1) return crossing_edges_overlap(pair, star_a, star_b, step);
  if (a_plane_divides(pair, star_a, star_b, step) || a_plane_divides(pair, star_b, star_a, step))
    return false;
  Vector3* const common = step != nullptr ? &step->direction : nullptr;
  std::array<std::vector<Arc>, 2> some;
  if (close != nullptr)
    some = {arcs_to_look_at(star_a, (*close)[0]), arcs_to_look_at(star_b, (*close)[1])};
  const bool overlap = pair.exact().cones_meet(
      star_a.arcs, star_b.arcs,
      {close != nullptr ? some[0] : star_a.arcs, close != nullptr ? some[1] : star_b.arcs}, common);
  if (step != nullptr && overlap) step->reason = ContactReason::common_direction;
  return overlap;
}

bool surface_is_inside_at(PiecePair& pair, int solid, const Feature& of_solid,
                          std::int32_t triangle, const Feature& of_triangle, ConeStep* step) {
  if (of_solid.dimension + of_triangle.dimension == 3) {
    if (step != nullptr) step->reason = ContactReason::piercing;
    return true;
  }
  const int surface = 1 - solid;
  const Star star(pair, solid, of_solid);
  const Corners corners = pair.image_corners(surface, triangle);
  if (corners[1] != corners[2]) {
    std::vector<Arc> arcs;
    append_arcs(surface, corners, of_triangle, arcs);
    Vector3* const common = step != nullptr ? &step->direction : nullptr;
    const bool inside = pair.exact().cone_meets_arcs(star.arcs, arcs, common);
    if (step != nullptr) {
      if (inside) step->reason = ContactReason::common_direction;
      step->arcs[static_cast<std::size_t>(solid)] = star.arcs;
      step->arcs[static_cast<std::size_t>(surface)] = arcs;
    }
    return inside;
  }
  // A segment leads to its ends; a point leads nowhere.
  for (const std::int32_t end : {corners[0], corners[1]}) {
    if (corners[0] == corners[1] || (of_triangle.dimension == 0 && end == of_triangle.i)) continue;
    const std::int32_t start = end == corners[0] ? corners[1] : corners[0];
    if (!pair.exact().direction_is_inside({surface, start, end}, star.arcs)) continue;
    if (step != nullptr) {
      step->reason = ContactReason::common_direction;
      step->direction =
          pair.exact().difference({surface, start}, {surface, end}, pair.maps().exponent);
    }
    return true;
  }
  return false;
}

bool triangles_overlap(PiecePair& pair, std::int32_t triangle_a, std::int32_t triangle_b,
                       std::span<const Contact> contacts) {
  for (const Contact& contact : contacts) {
    if (contact.a.dimension + contact.b.dimension == 3) return true;
  }
  const Corners a = pair.image_corners(0, triangle_a), b = pair.image_corners(1, triangle_b);
  if (a[1] == a[2] && b[1] == b[2]) return false;
  const auto lies_in_plane = [&](int side, const Corners& plane, const Corners& corners) {
    return std::all_of(corners.begin(), corners.end(), [&](std::int32_t corner) {
      return pair.orientation(Vertex{side, plane[0]}, Vertex{side, plane[1]},
                              Vertex{side, plane[2]}, Vertex{1 - side, corner}) == 0;
    });
  };
  // A segment also pierces a polygon on an edge inside it.
  const auto pierces_polygon = [&](int side, const Corners& plane, const Corners& segment) {
    return !lies_in_plane(side, plane, segment) &&
           std::any_of(contacts.begin(), contacts.end(), [&](const Contact& contact) {
             const Feature &own = side == 0 ? contact.a : contact.b,
                           &other = side == 0 ? contact.b : contact.a;
             return own.dimension == 1 && other.dimension == 1 &&
                    !pair.piece(side).bounds_polygon(own.i, own.j);
           });
  };
  if (b[1] == b[2]) return pierces_polygon(0, a, b);
  if (a[1] == a[2]) return pierces_polygon(1, b, a);
  if (contacts.size() < 2 || lies_in_plane(0, a, b)) return false;
  // The triangles meet in a segment, whose ends are the contacts. It is inside a triangle unless it lies on an edge that
  // bounds it; the edges inside a convex polygon do not.
  const auto runs_inside = [&](int side, const Corners& corners, auto feature_of) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::int32_t p = corners[i], q = corners[(i + 1) % 3];
      const bool all_on_edge =
          std::all_of(contacts.begin(), contacts.end(), [&](const Contact& contact) {
            const Feature& f = feature_of(contact);
            return f.dimension == 0
                       ? f.i == p || f.i == q
                       : f.dimension == 1 && f.i == std::min(p, q) && f.j == std::max(p, q);
          });
      if (all_on_edge && pair.piece(side).bounds_polygon(p, q)) return false;
    }
    return true;
  };
  return runs_inside(0, a, [](const Contact& c) -> const Feature& { return c.a; }) &&
         runs_inside(1, b, [](const Contact& c) -> const Feature& { return c.b; });
}

}  // namespace sunder::detail::mesh

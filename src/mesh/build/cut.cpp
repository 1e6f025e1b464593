// SPDX-License-Identifier: Apache-2.0
//
// Idea: Vertices inside edges come first: each cuts off a triangle that keeps the opposite corner. A vertex inside then
// makes three triangles of the one that holds it, or two of each at its edge.
// Cost: O(v) for a triangle with v vertices on its edges, O(v^2) with v inside.
// Source: None; the cuts are the simplest ones.
// Bound: No number is rounded.
// Gives up: Never.
#include "mesh/build/cut.hpp"

#include <algorithm>
#include <array>

#include "exact/orientation.hpp"

namespace sunder::detail::mesh {
namespace {

/// A triangle, and the vertices inside the edge from each of its corners, in the edge's order.
struct Part {
  Corners corners;
  std::array<std::vector<std::int32_t>, 3> on;
};

/// Cuts at the vertices inside the edges. Every part has an area: it keeps one corner off the edge that was cut.
void cut_at_edges(const Part& whole, std::vector<Corners>& result) {
  std::vector<Part> parts{whole};
  while (!parts.empty()) {
    Part part = std::move(parts.back());
    parts.pop_back();
    std::size_t k = 0;
    while (k < 3 && part.on[k].empty()) ++k;
    if (k == 3) {
      result.push_back(part.corners);
      continue;
    }
    const std::size_t next = (k + 1) % 3, last = (k + 2) % 3;
    const std::int32_t p = part.corners[k], q = part.corners[next], r = part.corners[last];
    const std::int32_t m = part.on[k].front();
    part.on[k].erase(part.on[k].begin());
    parts.push_back({{p, m, r}, {std::vector<std::int32_t>{}, {}, std::move(part.on[last])}});
    parts.push_back({{m, q, r}, {std::move(part.on[k]), std::move(part.on[next]), {}}});
  }
}

/// The triangle's plane seen along an axis that is not in it.
class PlaneView {
 public:
  PlaneView(const std::vector<Vector3>& points, const Corners& c) : points_(points) {
    for (axis_ = 0; axis_ < 2 && sign(c[0], c[1], c[2]) == 0; ++axis_) {
    }
    turn_ = sign(c[0], c[1], c[2]);
  }
  /// +1 where p, q, r turn as the triangle does.
  int turn(std::int32_t p, std::int32_t q, std::int32_t r) const { return turn_ * sign(p, q, r); }

 private:
  int sign(std::int32_t p, std::int32_t q, std::int32_t r) const {
    const auto at = [&](std::int32_t i) {
      const Vector3& v = points_[static_cast<std::size_t>(i)];
      return std::array<double, 2>{v[(axis_ + 1) % 3], v[(axis_ + 2) % 3]};
    };
    return orient2d(at(p).data(), at(q).data(), at(r).data());
  }

  const std::vector<Vector3>& points_;
  std::size_t axis_ = 0;
  int turn_ = 0;
};

/// Puts a vertex into the parts that hold it: three for one, or two for each side of an edge.
void insert_vertex(const PlaneView& view, std::int32_t vertex, std::vector<Corners>& parts) {
  std::vector<Corners> result;
  for (const Corners& c : parts) {
    const std::array<int, 3> turns{view.turn(c[0], c[1], vertex), view.turn(c[1], c[2], vertex),
                                   view.turn(c[2], c[0], vertex)};
    if (turns[0] < 0 || turns[1] < 0 || turns[2] < 0) {
      result.push_back(c);
      continue;
    }
    for (std::size_t k = 0; k < 3; ++k) {
      if (turns[k] > 0) result.push_back({c[k], c[(k + 1) % 3], vertex});
    }
  }
  parts = std::move(result);
}

}  // namespace

std::vector<Corners> cut_triangle(const Corners& corners, std::int32_t triangle,
                                  const std::vector<Vector3>& points,
                                  const Insertions& insertions) {
  const auto place = [&](std::int32_t i) -> const Vector3& {
    return points[static_cast<std::size_t>(i)];
  };
  Part whole{corners, {}};
  for (std::size_t k = 0; k < 3; ++k) {
    const std::int32_t p = corners[k], q = corners[(k + 1) % 3];
    const auto found = insertions.on_edges.find({std::min(p, q), std::max(p, q)});
    if (found == insertions.on_edges.end()) continue;
    std::vector<std::int32_t>& on = whole.on[k];
    on = found->second;
    std::sort(on.begin(), on.end(), [&](std::int32_t i, std::int32_t j) {
      return place(p) < place(q) ? place(i) < place(j) : place(j) < place(i);
    });
  }
  std::vector<Corners> parts;
  cut_at_edges(whole, parts);
  const auto inside = insertions.in_triangles.find(triangle);
  if (inside != insertions.in_triangles.end()) {
    const PlaneView view(points, corners);
    for (const std::int32_t vertex : inside->second) insert_vertex(view, vertex, parts);
  }
  return parts;
}

}  // namespace sunder::detail::mesh

// SPDX-License-Identifier: Apache-2.0
//
// Idea: Polygons whose interiors do not meet have a line through an edge of one that supports both. The
// corners on that line are points or edges of one line, where the order of coordinates decides.
// Source: Andrew's monotone chain (1979) for the hulls, rotating calipers for the supporting line.
// Bound: Signs of determinants of integers; nothing is rounded.
// Cost: O(n log n) comparisons for a hull, O(n + m) determinants for a meeting.
#include "query/relation/plane.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace sunder::detail::relation {
namespace {

struct Normal {
  BigInt x;
  BigInt y;
  BigInt along(const PlanePoint& p) const { return x * p.x + y * p.y; }
  Normal operator-() const { return {-x, -y}; }
};

const PlanePoint& next_of(const Polygon& polygon, std::size_t i) {
  return polygon[i + 1 < polygon.size() ? i + 1 : 0];
}

/// Returns the outward normal of the edge that begins at corner i.
Normal outward_normal(const Polygon& polygon, std::size_t i) {
  const PlanePoint& p = polygon[i];
  const PlanePoint& q = next_of(polygon, i);
  return {q.y - p.y, p.x - q.x};
}

std::size_t least_along(const Polygon& polygon, const Normal& normal) {
  std::size_t least = 0;
  for (std::size_t i = 1; i < polygon.size(); ++i) {
    if (normal.along(polygon[i]) < normal.along(polygon[least])) least = i;
  }
  return least;
}

/// Finds a line through an edge of `polygon` that has `other` on its far side or on itself. Returns its
/// normal, which points to `other`.
///
/// The outward normals of the edges turn once around. The corner of `other` that is least along them
/// turns in the same sense, so that it is followed from edge to edge, past tied corners.
std::optional<Normal> touching_edge(const Polygon& polygon, const Polygon& other) {
  if (polygon.size() < 2) return std::nullopt;
  std::size_t least = least_along(other, outward_normal(polygon, 0));
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Normal normal = outward_normal(polygon, i);
    for (std::size_t step = 0; step < other.size(); ++step) {
      if (normal.along(next_of(other, least)) > normal.along(other[least])) break;
      least = least + 1 < other.size() ? least + 1 : 0;
    }
    if (normal.along(other[least]) >= normal.along(polygon[i])) return normal;
  }
  return std::nullopt;
}

/// Returns the corners that are farthest along the normal: a point or an edge.
Polygon extreme(const Polygon& polygon, const Normal& normal) {
  Polygon corners;
  BigInt best;
  for (const PlanePoint& point : polygon) {
    const BigInt value = normal.along(point);
    const int order = corners.empty() ? 1 : sign_of(BigInt(value - best));
    if (order < 0) continue;
    if (order > 0) corners.clear();
    best = value;
    corners.push_back(point);
  }
  return corners;
}

}  // namespace

Meeting meet_in_plane(Polygon a, Polygon b) {
  if (a.size() == 1 && b.size() == 1) return {std::move(a), std::move(b), 0};
  // If the interior of A - B does not hold 0, then 0 lies in an edge of A - B. Its normal is that of an
  // edge of A or of -B; where A - B is flat, any edge will do.
  auto normal = touching_edge(a, b);
  if (!normal) {
    normal = touching_edge(b, a);
    if (normal) normal = -*normal;
  }
  if (!normal) return {std::move(a), std::move(b), 2};
  return meet_on_line(extreme(a, *normal), extreme(b, -*normal));
}

Meeting meet_on_line(Polygon a, Polygon b) {
  for (Polygon* edge : {&a, &b}) {
    if (edge->size() == 2 && precedes(edge->back(), edge->front())) {
      std::swap(edge->front(), edge->back());
    }
  }
  if (coincide(a.back(), b.front())) return {{a.back()}, {b.front()}, 0};
  if (coincide(b.back(), a.front())) return {{a.front()}, {b.back()}, 0};
  return {std::move(a), std::move(b), 1};
}

}  // namespace sunder::detail::relation

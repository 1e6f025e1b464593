// SPDX-License-Identifier: Apache-2.0
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

/// Of the edge that begins at corner i, pointing out of the polygon.
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

/// A line through an edge of `polygon` that leaves `other` on its far side or on itself: its
/// normal, pointing to `other`.
///
/// The outward normals of the edges turn once around, and other's corner that is least along them
/// turns the same way, never back: it is followed from edge to edge, over corners that are tied.
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

/// The corners that are farthest along the normal: a point or an edge.
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
  // If the interior of A - B does not hold 0, then 0 lies in an edge of it, whose normal is that of
  // an edge of A or of -B; where A - B is flat, of any edge.
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

// SPDX-License-Identifier: Apache-2.0
#include "geometry/polygon.hpp"

#include <cmath>

#include "geometry/bounds.hpp"
#include "geometry/hull_block.hpp"

namespace sunder::detail {
namespace {

std::int32_t in_lanes(std::int32_t count) noexcept {
  return (count + Polygon::kLanes - 1) / Polygon::kLanes * Polygon::kLanes;
}

/// Computes the edge from p to q. An entry of its normal loses one rounding in the difference, and
/// one in the product with the inverse length. Both entries share that factor, so that its own
/// error does no harm. Returns false if the edge is so short that a host may have flushed a part of
/// it.
bool set_edge(const Vector2& p, const Vector2& q, double* entry, std::int32_t stride) noexcept {
  const double x = q[0] - p[0];
  const double y = q[1] - p[1];
  const double length = std::sqrt(x * x + y * y);
  if (!(length > 0x1p-200)) return false;
  const double inverse = 1 / length;
  const double normal_x = y * inverse;
  const double normal_y = -x * inverse;
  entry[0] = p[0];
  entry[stride] = p[1];
  entry[2 * stride] = normal_x;
  entry[3 * stride] = normal_y;
  entry[4 * stride] = normal_x * p[0] + normal_y * p[1];
  return true;
}

void set_header(const HullBlock& hull, Polygon& polygon) noexcept {
  polygon.count = hull.count;
  polygon.stride =
      hull.count <= Polygon::kLanes ? Polygon::kLanes : in_lanes(hull.count) + Polygon::kLanes;
  for (std::size_t k = 0; k < 2; ++k) {
    polygon.most[k] = hull.max_abs[k];
    polygon.centre[k] = hull.centre[k];
  }
  polygon.size = std::sqrt(hull.max_abs[0] * hull.max_abs[0] + hull.max_abs[1] * hull.max_abs[1]) *
                 (1 + kRootShare);
  polygon.circumscribed = hull.circumscribed;
  polygon.inscribed = hull.inscribed;
}

}  // namespace

std::unique_ptr<const Polygon> make_polygon(const HullBlock& hull) {
  if (hull.dimension != 2 || hull.topology == nullptr) return nullptr;
  if (hull.count > Polygon::kMostVertices) return nullptr;
  const double largest = std::fmax(hull.max_abs[0], hull.max_abs[1]);
  if (!(largest > 0x1p-100 && largest < 0x1p100)) return nullptr;
  auto polygon = std::make_unique<Polygon>();
  set_header(hull, *polygon);
  const std::int32_t stride = polygon->stride;
  if (hull.count > Polygon::kLanes) {
    polygon->many.resize(5 * static_cast<std::size_t>(stride / Polygon::kLanes));
  }
  double* const rows =
      hull.count > Polygon::kLanes ? polygon->many.front().entry.data() : polygon->few.data();
  const std::vector<Edge>& edges = hull.topology->edges;  // in order around the polygon
  for (std::int32_t i = 0; i < stride; ++i) {
    const auto& [from, to] = edges[static_cast<std::size_t>(i % hull.count)].vertices;
    const Vector2 p{hull.coordinate(from, 0), hull.coordinate(from, 1)};
    const Vector2 q{hull.coordinate(to, 0), hull.coordinate(to, 1)};
    if (!set_edge(p, q, rows + i, stride)) return nullptr;
  }
  return polygon;
}

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
#include "algorithms/edge_projection/outline.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sunder::detail::edge_projection {
namespace {

/// Returns twice the signed area of o, p, q.
double twice_area(const Vector2& o, const Vector2& p, const Vector2& q) noexcept {
  return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]);
}

/// Appends a corner to the chain, after removing corners that no longer turn left.
void extend(const std::vector<Vector2>& points, std::int32_t vertex, std::size_t kept,
            Outline& outline) {
  const Vector2& point = points[static_cast<std::size_t>(vertex)];
  std::vector<Vector2>& corners = outline.corners;
  while (corners.size() >= kept + 2 &&
         !(twice_area(corners[corners.size() - 2], corners.back(), point) > 0)) {
    corners.pop_back();
    outline.vertices.pop_back();
  }
  corners.push_back(point);
  outline.vertices.push_back(vertex);
}

}  // namespace

Projection projection_along(const Vector3& e) noexcept {
  Projection projection;
  const double x = std::fabs(e[0]), y = std::fabs(e[1]), z = std::fabs(e[2]);
  projection.k = x >= y && x >= z ? 0 : (y >= z ? 1 : 2);
  projection.i = (projection.k + 1) % 3;
  projection.j = (projection.k + 2) % 3;
  projection.slopes = {e[projection.i] / e[projection.k], e[projection.j] / e[projection.k]};
  return projection;
}

void trace_outline(const std::vector<Vector2>& points, std::vector<std::int32_t>& order,
                   Outline& outline) {
  outline.vertices.clear();
  outline.corners.clear();
  order.resize(points.size());
  std::iota(order.begin(), order.end(), 0);
  const auto at = [&](std::int32_t v) -> const Vector2& {
    return points[static_cast<std::size_t>(v)];
  };
  std::sort(order.begin(), order.end(),
            [&](std::int32_t p, std::int32_t q) { return at(p) != at(q) ? at(p) < at(q) : p < q; });
  const auto same = [&](std::int32_t p, std::int32_t q) { return at(p) == at(q); };
  order.erase(std::unique(order.begin(), order.end(), same), order.end());
  for (const std::int32_t v : order) extend(points, v, 0, outline);
  if (order.size() < 2) return;
  const std::size_t kept = outline.corners.size() - 1;
  for (std::size_t i = order.size() - 1; i-- > 0;) extend(points, order[i], kept, outline);
  outline.corners.pop_back();
  outline.vertices.pop_back();
}

void OutlineSource::build(const Vector3& e, Outlines& outlines) {
  ++built_;
  outlines.projection = projection_along(e);
  const auto outline_of = [&](const std::vector<Vector3>& vertices, Outline& outline) {
    points_.resize(vertices.size());
    std::transform(vertices.begin(), vertices.end(), points_.begin(), outlines.projection);
    trace_outline(points_, order_, outline);
  };
  outline_of(rotated_.a, outlines.a);
  outline_of(rotated_.b, outlines.b);
}

const Outlines& OutlineSource::along(const EdgeName& name, const Vector3& e) {
  if (!keeps_) {
    build(e, last_);
    return last_;
  }
  const auto [at, fresh] = kept_.try_emplace(name);
  if (fresh) build(e, at->second);
  return at->second;
}

}  // namespace sunder::detail::edge_projection

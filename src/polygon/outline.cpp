// SPDX-License-Identifier: Apache-2.0
//
// Idea: A polygon keeps its outline. That of a polytope is its hull, and what a singular pose flattens is segments.
// Bound: No number is rounded but the places in the world. There a product is exact where its remainder is 0, and so is a
// sum. Else each of four operations is off by at most u = 2^-53 of the sum of all sizes, or 2^-1075.
// Source: Dekker (1971) and Knuth for the remainders.
// Cost: O(n log n) where the outline is not kept.
// Gives up: Never.
#include "polygon/outline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "geometry/planar_hull.hpp"

namespace sunder::detail::polygon {
namespace {

/// The extreme points of a polytope, counter-clockwise: two of a segment, one of a point.
std::vector<Vector2> hull_of(const Polytope2& polytope) {
  std::vector<Vector2> points(static_cast<std::size_t>(polytope.vertex_count()));
  for (std::int32_t i = 0; i < polytope.vertex_count(); ++i)
    points[static_cast<std::size_t>(i)] = polytope.vertex(i);
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 2) return points;
  std::vector<std::int32_t> all(points.size());
  std::iota(all.begin(), all.end(), 0);
  std::vector<Vector2> hull;
  for (const std::int32_t i : planar_hull({points[0].data(), 2, 0, 1}, all))
    hull.push_back(points[static_cast<std::size_t>(i)]);
  return hull;
}

/// Is the product x * y exact? Remainders below the doubles are lost where it is tiny.
bool is_exact_product(double x, double y, double product) noexcept {
  if (x == 0 || y == 0 || std::fabs(x) == 1) return true;
  return std::fabs(product) > 0x1p-900 && std::fma(x, y, -product) == 0;
}
bool is_exact_sum(double x, double y, double sum) noexcept {
  const double part = sum - x;
  return (x - (sum - part)) + (y - part) == 0;
}

RoundedPlace rounded_place(const PlacedPieces& placed, const Vector2& point) noexcept {
  const Pose2& pose = placed.pose();
  RoundedPlace rounded;
  rounded.error = placed.error();
  for (int k = 0; k < 2; ++k) {
    const double x = pose.linear(k, 0) * point[0], y = pose.linear(k, 1) * point[1],
                 t = pose.offset(k), sum = x + y, all = sum + t;
    rounded.at[static_cast<std::size_t>(k)] = all;
    if (!std::isfinite(all)) {
      rounded.error = std::numeric_limits<double>::infinity();
    } else if (!is_exact_product(pose.linear(k, 0), point[0], x) ||
               !is_exact_product(pose.linear(k, 1), point[1], y) || !is_exact_sum(x, y, sum) ||
               !is_exact_sum(sum, t, all)) {
      const double size = std::fabs(x) + std::fabs(y) + std::fabs(t);
      rounded.error += 4 * 0x1p-53 * size * (1 + 0x1p-20) + 0x1p-1070;
    }
  }
  return rounded;
}

OwnOutline outline_of(const Pieces& pieces) {
  OwnOutline own;
  for (const Polytope2& piece : pieces.convex) {
    const auto first = static_cast<std::int32_t>(own.points.size());
    const std::vector<Vector2> hull = hull_of(piece);
    const auto count = static_cast<std::int32_t>(hull.size());
    own.points.insert(own.points.end(), hull.begin(), hull.end());
    const std::int32_t edges = count == 2 ? 1 : count;
    for (std::int32_t i = 0; i < edges; ++i)
      own.edges.push_back({first + i, first + (i + 1) % count});
  }
  own.tree = tree_of_edges(own.points, own.edges);
  return own;
}

}  // namespace

PlacedOutline::PlacedOutline(const PlacedPieces& pieces) : placed_(&pieces) {
  if (const PolygonData* const polygon = pieces.polygon()) {
    points_ = polygon->points;
    edges_ = polygon->outline;
    tree_ = polygon->outline_tree;
  } else {
    own_ = outline_of(pieces.flattens() ? flattened(pieces.pieces(), pieces.chain())
                                        : pieces.pieces());
    points_ = own_.points;
    edges_ = own_.edges;
    tree_ = own_.tree;
    for (const auto& [i, j] : edges_) ring_.push_back(i);
  }
  world_.reserve(points_.size());
  for (const Vector2& point : points_) world_.push_back(rounded_place(pieces, point));
  if (pieces.pieces().convex.empty() || pieces.is_flat(0)) return;
  side_ = 1;
  for (const Pose2* const pose : pieces.chain()) {
    if (pose != nullptr) side_ *= handedness_of(*pose);
  }
}

std::span<const std::int32_t> PlacedOutline::corners_of(std::int32_t piece) const noexcept {
  const PolygonData* const polygon = placed_->polygon();
  return polygon != nullptr ? polygon->parts.corners_of(static_cast<std::size_t>(piece))
                            : std::span<const std::int32_t>(ring_);
}

}  // namespace sunder::detail::polygon

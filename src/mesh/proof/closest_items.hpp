// SPDX-License-Identifier: Apache-2.0
//
// The closest points of two convex sets under chains of poses, exactly and in the form of certificates.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "certificate/posed_part.hpp"
#include "sunder/body_certificate.hpp"

namespace sunder::detail::mesh {

/// Points of two convex sets, as weights of the caller's points.
struct ClosestItems {
  bool meet = false;
  PartPoint a, b;
  std::vector<ExactNumber> direction;  ///< from a to b; separates sets that do not meet
};

/// Returns the closest points of triangles, or of a whole polytope (-1).
ClosestItems closest_items(const certificate::PosedPart& a, std::int32_t triangle_a,
                           const certificate::PosedPart& b, std::int32_t triangle_b);

/// Returns those of the hulls of points, by their places in points(). No triangle is named.
ClosestItems closest_points(const certificate::PosedPart& a, std::span<const std::int32_t> points_a,
                            const certificate::PosedPart& b,
                            std::span<const std::int32_t> points_b);

/// Sets that do not overlap are given up after so many halvings of a step.
inline constexpr int kMostHalvings = 1024;

/// Returns an inner common point of two convex sets, all weights more than 0; none where they have none. If the lists do
/// not span the space, the sets lie in one plane.
std::optional<std::array<PartPoint, 2>> inner_common_point(const certificate::PosedPart& a,
                                                           std::int32_t triangle_a,
                                                           const certificate::PosedPart& b,
                                                           std::int32_t triangle_b);
std::optional<std::array<PartPoint, 2>> inner_common_point(const certificate::PosedPart& a,
                                                           std::span<const std::int32_t> points_a,
                                                           const certificate::PosedPart& b,
                                                           std::span<const std::int32_t> points_b,
                                                           int most_halvings);

/// Returns a point of the world as weights of the points of a triangle, or of a polytope (-1), all more than 0; none if
/// it is not in it.
std::vector<WeightedVertex> weights_of(const certificate::PosedPart& part, std::int32_t triangle,
                                       const certificate::WorldPoint& x);

}  // namespace sunder::detail::mesh

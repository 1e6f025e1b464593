// SPDX-License-Identifier: Apache-2.0
//
// How intersects() decided about two bodies that need not be convex: its steps, for viewers and for the curious.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sunder/body.hpp"
#include "sunder/export.hpp"

namespace sunder::inline SUNDER_ABI {

/// What a step about two parts did, in the order in which they come.
enum class BodyEvent : std::uint8_t {
  convex,     ///< both are convex polytopes: the kernel of those decided
  apart,      ///< a ball or a box about each is apart
  boxes,      ///< both trees were walked, down to triangles
  contact,    ///< features of two triangles meet in a point
  enclosure,  ///< a ray from a component that no triangle of the other part touches
};

/// What a contact shows about overlapping, or about there being none. A cone is the directions that lead inside.
enum class ContactReason : std::uint8_t {
  piercing,          ///< an edge passes through the inside of a triangle: overlapping
  plane_between,     ///< a plane divides the cones; `direction` is its normal from a to b
  same_side,         ///< both reach to the side `direction` of a plane that holds faces or edges: overlapping
  common_direction,  ///< `direction` lies inside both cones: overlapping
  nothing_common,    ///< no arc of one cone leads into the other
  crossing,          ///< two triangles of surfaces cross in inner points: overlapping
  no_crossing,       ///< they have points in common, and no inner points of both
};

/// An arc of a great circle on the sphere of directions, of any length. The inside of a solid is behind it.
struct DirectionArc {
  Vector3 from{}, to{};
};

/// A triangle that a ray crosses. The sign is how the winding number changes.
struct RayCrossing {
  std::int32_t triangle = -1;
  int sign = 0;
  Vector3 at{};
};

/// One step. Triangles are the caller's, -1 of a polytope. Points are of the world's frame, rounded: they show, and prove
/// nothing.
struct BodyStep {
  BodyEvent event = BodyEvent::boxes;
  std::int32_t part_a = -1, part_b = -1;
  /// The step proves that the bodies overlap. It is the last one; two surfaces that cross have one for each contact.
  bool overlaps = false;

  std::int64_t boxes_opened = 0, leaf_pairs = 0, triangle_pairs = 0;  ///< boxes: how many were looked at
  std::int64_t triangles_left = 0;           ///< boxes: pairs of triangles that doubles did not prove apart
  std::vector<std::int32_t> near_a, near_b;  ///< boxes: the first triangles in leaves that may meet, in order

  std::int32_t triangle_a = -1, triangle_b = -1;  ///< contact
  std::array<Vector3, 3> corners_a{}, corners_b{};
  bool in_doubles = false;                    ///< contact: a filter proved the piercing, and no features were sought
  std::vector<Vector3> feature_a, feature_b;  ///< contact: 1 point for a vertex, 2 for an edge, 3 for a triangle
  ContactReason reason = ContactReason::piercing;
  Vector3 direction{};                       ///< of any length; 0 where the reason names none; enclosure: along the ray
  std::vector<DirectionArc> cone_a, cone_b;  ///< the first kMost arcs; empty where planes or edges alone were looked at

  int side = 0;  ///< enclosure: 0 where a component of a may lie in b, 1 for the reverse
  Vector3 start{};
  int winding = 0;                     ///< of the solid's mesh about the start; not 0: it lies inside
  std::vector<RayCrossing> crossings;  ///< along the ray

  static constexpr std::size_t kMost = 500;  ///< of each list
};

/// The steps of one decision. Where bodies have many parts, pairs of them leave no step if balls about them are apart.
struct BodyTrace {
  std::vector<BodyStep> steps;
  std::int64_t left_out = 0;  ///< steps after the first kMost, which decided nothing

  static constexpr std::size_t kMost = 1000;
};

/// Decides as intersects(a, b) does, and appends its steps. Tracing changes no answer. Throws std::bad_alloc. Cost: that
/// of intersects(), and of the lists.
SUNDER_EXPORT BodyDecision intersects(const PosedBody3& a, const PosedBody3& b, BodyTrace& trace);

}  // namespace sunder::inline SUNDER_ABI

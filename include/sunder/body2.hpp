// SPDX-License-Identifier: Apache-2.0
//
// Bodies in the plane that need not be convex: unions of polytopes and polygons, each at a pose of its own. The
// questions are those of body.hpp.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "sunder/body.hpp"
#include "sunder/export.hpp"
#include "sunder/margin.hpp"
#include "sunder/polygon.hpp"
#include "sunder/polytope.hpp"
#include "sunder/query.hpp"

namespace sunder::detail::polygon {
struct BodyData;
struct BodyAccess;
}  // namespace sunder::detail::polygon

namespace sunder::inline SUNDER_ABI {

/// One part of a body in the plane, at a pose in the body's frame.
struct Part2 {
  std::variant<Polytope2, Polygon2> shape;
  Pose2 pose = Pose2::identity();
};

/// A union of parts under one pose: immutable, cheap to copy (shared), valid for life. Poses compose exactly, as those
/// of a Body3. Any number of threads may read and copy.
class SUNDER_EXPORT Body2 {
 public:
  Body2(std::initializer_list<Part2> parts) : Body2(std::span<const Part2>(parts.begin(), parts.size())) {}
  explicit Body2(std::span<const Part2> parts);

  std::span<const Part2> parts() const noexcept;

 private:
  friend struct detail::polygon::BodyAccess;
  std::shared_ptr<const detail::polygon::BodyData> data_;
};

using PosedBody2 = PosedBody<Body2, Pose2>;

/// The verdict about two bodies in the plane, and the first pair of parts that shows it.
struct BodyDecision2 : Decision {
  std::int32_t part_a = -1, part_b = -1;    ///< of the pair that meets; -1 where nothing does
  std::int32_t piece_a = -1, piece_b = -1;  ///< of parts that are polygons: which of Polygon2::parts()
};

/// Do the bodies meet? Two parts with an area overlap if they have inner points in common. A flat one, a point or a
/// segment, overlaps one with an area if it has a point inside, on a cut between two of a polygon's parts too. Two
/// segments overlap where they cross. A body overlaps another if a part of the one overlaps a part of the other;
/// touching is what meets and does not overlap. A pose that flattens a polygon makes segments of it. Always exact.
/// Throws std::bad_alloc. Cost: nanoseconds where boxes of the parts are apart, else O(log n) boxes and some questions
/// about convex parts. Each takes some 20 microseconds where two poses do not compose to doubles and parts nearly touch.
SUNDER_EXPORT BodyDecision2 intersects(const PosedBody2& a, const PosedBody2& b);

/// The distance of two bodies in the plane, and the parts that are closest (-1 where there is none).
struct BodyDistance2 : Distance2 {
  std::int32_t part_a = -1, part_b = -1;
  std::int32_t piece_a = -1, piece_b = -1;
};

/// How far apart are they? [0, 0] where they meet; [largest double, infinity] where one is empty. The interval always
/// holds the exact distance, and is as narrow as that of two polytopes at its default width. A witness belongs to bodies
/// that are apart. Throws std::bad_alloc. Cost: that of intersects(), and of the parts that are nearly as close as the
/// closest.
SUNDER_EXPORT BodyDistance2 distance(const PosedBody2& a, const PosedBody2& b);

/// Compares the distance of the bodies, padded by the radii of the margin, with the margin: exactly. Refuses numbers that
/// are not finite (not_finite), negative radii (wrong_shape), and a sum of all three below 0 (not_served).
SUNDER_EXPORT Result<MarginAnswer> compare_to_margin(const PosedBody2& a, const PosedBody2& b, const Margin& margin);

/// How deep two bodies in the plane overlap, and the pair that is deepest.
struct BodyPenetration2 : Decision {
  Interval depth;  ///< [0, 0] where they are apart or touch
  std::int32_t part_a = -1, part_b = -1;
  std::int32_t piece_a = -1, piece_b = -1;
};

/// Returns an interval that holds the depth: the length of the shortest translation of b after which the interiors no
/// longer meet. The greatest depth of two convex parts bounds it from below, the depth of the hulls from above. Throws
/// std::bad_alloc. Cost: a depth for each pair of convex parts that overlap, and hulls of all points.
SUNDER_EXPORT BodyPenetration2 penetration(const PosedBody2& a, const PosedBody2& b);

/// Where does a point lie? Exact; a point on a cut between two parts of a polygon is inside. Refuses NaN and infinities
/// (not_finite). Cost: that of intersects().
SUNDER_EXPORT Result<Location> locate(const Vector2& point, const PosedBody2& body);

}  // namespace sunder::inline SUNDER_ABI

// SPDX-License-Identifier: Apache-2.0
//
// Bodies in the plane that need not be convex: unions of polytopes and polygons, each at a pose of its own. The
// questions are those of body.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "sunder/body.hpp"
#include "sunder/cast.hpp"
#include "sunder/error.hpp"
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
SUNDER_EXPORT BodyDecision2 intersects(const PosedBody2& a, const PosedBody2& b, const BodySearch& search = {});

/// The distance of two bodies in the plane, and the parts that are closest (-1 where there is none).
struct BodyDistance2 : Distance2 {
  std::int32_t part_a = -1, part_b = -1;
  std::int32_t piece_a = -1, piece_b = -1;
};

/// How far apart are they? [0, 0] where they meet; [largest double, infinity] where one is empty. The interval always
/// holds the exact distance, and is as narrow as that of two polytopes at its default width. A witness belongs to bodies
/// that are apart. Throws std::bad_alloc. Cost: that of intersects(), and of the parts that are nearly as close as the
/// closest.
SUNDER_EXPORT BodyDistance2 distance(const PosedBody2& a, const PosedBody2& b, const BodySearch& search = {});

/// The verdict of bodies padded by a margin, and the first pair of parts that is not farther apart.
struct BodyMarginAnswer2 : MarginAnswer {
  std::int32_t part_a = -1, part_b = -1;    ///< -1 where all are farther
  std::int32_t piece_a = -1, piece_b = -1;  ///< as in BodyDecision2
};

/// The distance of bodies padded by radii, and their verdict, as in space. Refuses radii that compare_to_margin() refuses.
SUNDER_EXPORT Result<BodyDistance2> distance(const PosedBody2& a, const PosedBody2& b, double radius_a, double radius_b,
                                             const BodySearch& search = {});

/// Compares the distance of the bodies, padded by the radii of the margin, with the margin: exactly. Refuses numbers that
/// are not finite (not_finite), negative radii (wrong_shape), and a sum of all three below 0 (not_served).
SUNDER_EXPORT Result<BodyMarginAnswer2> compare_to_margin(const PosedBody2& a, const PosedBody2& b,
                                                          const Margin& margin, const BodySearch& search = {});

/// How deep two bodies in the plane overlap, and the pair that is deepest.
struct BodyPenetration2 : Decision {
  Interval depth;  ///< [0, 0] where they are apart or touch
  std::int32_t part_a = -1, part_b = -1;
  std::int32_t piece_a = -1, piece_b = -1;
};

/// Returns an interval that holds the depth: the length of the shortest translation of b after which the interiors no
/// longer meet. The greatest depth of two convex parts bounds it from below, the depth of the hulls from above. Throws
/// std::bad_alloc. Cost: a depth for each pair of convex parts that overlap, and hulls of all points.
SUNDER_EXPORT BodyPenetration2 penetration(const PosedBody2& a, const PosedBody2& b, const BodySearch& search = {});

/// Whether a body lies in another, and what does not.
struct BodyContainment2 {
  bool contained = false;
  std::int32_t part = -1;  ///< of a, the first that does not lie in b; else -1
  std::int32_t edge =
      -1;  ///< of that part's Polygon2::outline(), one that leaves b; -1 where none is found, or no outline
  Stage stage = Stage::none;  ///< the latest that was needed
  explicit operator bool() const noexcept { return contained; }
};

/// Does every point of a lie in b? Exact. The empty a lies in everything. Where b has several parts that are not empty,
/// each part of a must lie in one of them, or have a corner outside all. Else the answer is refused (not_served): parts
/// that only together hold a body are not decided. Cost: microseconds, and O(log n) boxes for each edge.
SUNDER_EXPORT Result<BodyContainment2> contains(const PosedBody2& a, const PosedBody2& b);

/// A segment or a point that the boundaries of two parts have in common, in the world's frame. All of a flat part is
/// boundary.
struct ContactRegion2 {
  int dimension = 0;  ///< 0 a point, 1 a segment
  std::int32_t part_a = -1, part_b = -1;
  Vector2 normal{};   ///< of a segment: unit, out of a, or into b where only b has an area; 0 where neither has one
  double length = 0;  ///< of a segment
  std::array<Vector2, 2> ends{};  ///< of a segment, with the normal on the right of its way; a point twice
  std::vector<std::array<std::int32_t, 2>> edges;  ///< that meet, of each Polygon2::outline(); -1 of another part
};

/// The verdict, and where the boundaries of the bodies meet.
struct BodyContact2 : Decision {
  std::vector<ContactRegion2> regions;
};

/// Computes where the boundaries meet. Bodies that touch have exactly these points in common. Where they overlap the
/// regions are the points in which one boundary crosses the other, and the edges that coincide. There are none where one
/// lies inside the other. A segment goes on as long as it is straight and has the insides on the same sides. No point is
/// an end of a segment. Which regions there are is exact; their coordinates, lengths and normals are rounded. Regions of
/// different pairs of parts are not joined. Throws std::bad_alloc. Cost: that of intersects(), and of the edges that meet.
SUNDER_EXPORT BodyContact2 contact(const PosedBody2& a, const PosedBody2& b);

/// The answer of cast(), and the parts and the edges of Polygon2::outline() that meet first (-1 where there is none).
struct BodyCast2 : Cast2 {
  std::int32_t part_a = -1, part_b = -1;
  std::int32_t edge_a = -1, edge_b = -1;
};

/// When do they meet first? Hit or free is exact. Bodies that meet at the start are a hit at [0, 0]. The ends of the
/// interval of another hit are the doubles next to the exact time, or it itself. The normal is that of an edge that meets
/// first, which no cut between two parts of a polygon is. Refuses motions that turn (not_served). Throws std::bad_alloc.
/// Cost: that of intersects(), and of the boxes and edges on the way.
SUNDER_EXPORT Result<BodyCast2> cast(const PosedBody2& a, const Motion2& motion_a, const PosedBody2& b,
                                     const Motion2& motion_b);

/// Where does the ray origin + t * direction, t in [0, 1], meet the body first? The ray is a, and the normal points into
/// the body. A ray that starts in the body is a hit at 0, without a normal. Exact as cast(). Refuses NaN and infinities
/// (not_finite).
SUNDER_EXPORT Result<BodyCast2> ray_cast(const Vector2& origin, const Vector2& direction, const PosedBody2& body);

/// Where does a point lie? Exact; a point on a cut between two parts of a polygon is inside. Refuses NaN and infinities
/// (not_finite). Cost: that of intersects().
SUNDER_EXPORT Result<Location> locate(const Vector2& point, const PosedBody2& body);

}  // namespace sunder::inline SUNDER_ABI

// SPDX-License-Identifier: Apache-2.0
//
// Bodies that need not be convex: unions of parts. Each part is a convex polytope or a mesh, at a pose of its own. Their names are those of the questions about polytopes.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "sunder/export.hpp"
#include "sunder/margin.hpp"
#include "sunder/mesh.hpp"
#include "sunder/polytope.hpp"
#include "sunder/query.hpp"

namespace sunder::detail::mesh {
struct BodyData;
struct BodyAccess;
}  // namespace sunder::detail::mesh

namespace sunder::inline SUNDER_ABI {

/// One part of a body, at a pose in the body's frame.
struct Part3 {
  std::variant<Polytope3, Mesh3> shape;
  Pose3 pose = Pose3::identity();
};

/// A union of parts under one pose: immutable, cheap to copy (shared), valid for life. Poses compose exactly: a part's
/// point x lies at R (P x + p) + t in the world, in real arithmetic. Any number of threads may read and copy.
class SUNDER_EXPORT Body3 {
 public:
  Body3(std::initializer_list<Part3> parts) : Body3(std::span<const Part3>(parts.begin(), parts.size())) {}
  explicit Body3(std::span<const Part3> parts);

  std::span<const Part3> parts() const noexcept;

 private:
  friend struct detail::mesh::BodyAccess;
  std::shared_ptr<const detail::mesh::BodyData> data_;
};

/// A body at a pose: a view of both, as Posed is of polytopes.
template <class Body, class Pose>
class PosedBody {
 public:
  PosedBody(const Body& body, const Pose& pose) noexcept : body_(&body), pose_(&pose) {}
  PosedBody(const Body& body) noexcept  // NOLINT(google-explicit-constructor): a body is posed in the world's frame
      : body_(&body), pose_(&Pose::identity()) {}
  PosedBody(const Body&&) = delete;
  PosedBody(const Body&&, const Pose&) = delete;
  PosedBody(const Body&, const Pose&&) = delete;
  PosedBody(const Body&&, const Pose&&) = delete;

  const Body& body() const noexcept { return *body_; }
  const Pose& pose() const noexcept { return *pose_; }

 private:
  const Body* body_;
  const Pose* pose_;
};
using PosedBody3 = PosedBody<Body3, Pose3>;

/// How to answer about pairs of parts. The algorithm is asked about each two convex parts whose poses are one pose each.
/// In space the part's or the body's is the identity, in the plane both compose to doubles, and convex pieces of polygons
/// are parts. Triangles and chains of poses know no algorithms. The lower end of a depth is the algorithm's.
struct BodySearch {
  Algorithm algorithm = Algorithm::automatic;
  Counters* counters = nullptr;  ///< added to by each pair of parts that balls do not prove apart
};

/// The verdict about two bodies, and the first pair of parts that shows it. `decided_by` is the algorithm that decided
/// that pair, or one of those that are apart; automatic where no convex parts were asked.
struct BodyDecision : Decision {
  std::int32_t part_a = -1, part_b = -1;          ///< of the pair that meets; -1 where nothing does
  std::int32_t triangle_a = -1, triangle_b = -1;  ///< the caller's triangles that meet, of meshes; -1 by enclosure
};

/// Do the bodies meet? Two parts overlap if they have inner points in common. A surface is all inner points against a
/// solid; two surfaces overlap where two of their triangles cross (docs/bodies.md). A body overlaps another if a part of the one
/// overlaps a part of the other; touching is what meets and does not overlap. Always exact. Throws std::bad_alloc.
/// Cost: microseconds and less where the bodies are apart or overlap; some microseconds a triangle that touches.
SUNDER_EXPORT BodyDecision intersects(const PosedBody3& a, const PosedBody3& b, const BodySearch& search = {});

/// The distance of two bodies, and the parts and triangles that are closest (-1 where there is none).
struct BodyDistance : Distance3 {
  std::int32_t part_a = -1, part_b = -1;
  std::int32_t triangle_a = -1, triangle_b = -1;
};

/// How far apart are they? [0, 0] where they meet, by enclosure too; [largest double, infinity] where one is empty. The
/// interval always holds the exact distance. For poses without shear it is as narrow as that of two polytopes at its
/// default width. A witness belongs to bodies that are apart. Throws std::bad_alloc. Cost: that of intersects(), and of
/// the boxes and triangles that are nearly as close as the closest.
SUNDER_EXPORT BodyDistance distance(const PosedBody3& a, const PosedBody3& b, const BodySearch& search = {});

/// The verdict of bodies padded by a margin, and the first pair of parts that is not farther apart.
struct BodyMarginAnswer : MarginAnswer {
  std::int32_t part_a = -1, part_b = -1;          ///< -1 where all are farther
  std::int32_t triangle_a = -1, triangle_b = -1;  ///< as in BodyDecision
};

/// The distance of bodies padded by radii, and their verdict: what compare_to_margin() says of a margin of 0. The
/// interval is that of distance() less both radii, rounded outward. Refuses radii that compare_to_margin() refuses.
SUNDER_EXPORT Result<BodyDistance> distance(const PosedBody3& a, const PosedBody3& b, double radius_a, double radius_b,
                                            const BodySearch& search = {});

/// Compares the distance of the bodies, padded by the radii of the margin, with the margin: exactly. Refuses numbers that
/// are not finite (not_finite), negative radii (wrong_shape), and a sum of all three below 0 (not_served).
SUNDER_EXPORT Result<BodyMarginAnswer> compare_to_margin(const PosedBody3& a, const PosedBody3& b, const Margin& margin,
                                                         const BodySearch& search = {});

/// How deep two bodies overlap, as far as it is proven.
struct BodyPenetration : Decision {
  Interval depth;    ///< [0, 0] unless overlapping
  Vector3 normal{};  ///< unit: b moved along it by depth.upper, and what its rounding takes, meets a no more; else 0
  std::int32_t part_a = -1, part_b = -1;          ///< of the pair that bounds it from below
  std::int32_t triangle_a = -1, triangle_b = -1;  ///< of meshes; else -1
};

/// Encloses the length of the shortest translation that parts the bodies. It is at least the greatest depth of two
/// convex parts, and every triangle counts as one. It is at most the depth of the convex hulls. Bodies one of which lies
/// inside the other may have the lower end 0. Throws std::bad_alloc. Cost: the hulls, and a depth for each pair of
/// triangles that cross, of which it looks at 100,000 at most.
SUNDER_EXPORT BodyPenetration penetration(const PosedBody3& a, const PosedBody3& b, const BodySearch& search = {});

/// Whether a body lies in another, and what does not.
struct BodyContainment {
  bool contained = false;
  std::int32_t part = -1;  ///< of a, the first that does not lie in b; else -1
  std::int32_t triangle =
      -1;  ///< of that part, the caller's, that leaves b; -1 of a hull, or where all of it lies elsewhere
  Stage stage = Stage::none;  ///< the latest that was needed
  explicit operator bool() const noexcept { return contained; }
};

/// Does every point of a lie in b? Exact. The empty a lies in everything. b is one part, a solid or a convex polytope.
/// Where it has several, each part of a must lie in one of them, or have a vertex outside all. Else the answer is refused
/// (not_served): parts that only together hold a body, and surfaces that are to hold one, are not decided.
SUNDER_EXPORT Result<BodyContainment> contains(const PosedBody3& a, const PosedBody3& b);

/// Where a point lies: inside a part, else on the boundary of one, else outside. A point on the wall between two parts is
/// on the boundary of both. All points of a surface are boundary.
enum class Location : std::uint8_t { outside, boundary, inside };
SUNDER_EXPORT std::string_view to_string(Location location) noexcept;

/// Where does a point lie? Exact. Refuses NaN and infinities (not_finite). Cost: some microseconds.
SUNDER_EXPORT Result<Location> locate(const Vector3& point, const PosedBody3& body);

}  // namespace sunder::inline SUNDER_ABI

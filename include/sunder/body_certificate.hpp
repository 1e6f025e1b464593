// SPDX-License-Identifier: Apache-2.0
//
// Proofs about bodies that need not be convex. A checker needs the caller's points, triangles and rings alone. No tree, no
// cut of a triangle or a polygon and no search is part of what is believed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sunder/body.hpp"
#include "sunder/body2.hpp"
#include "sunder/certificate.hpp"
#include "sunder/export.hpp"

namespace sunder::inline SUNDER_ABI {

/// A point of a part: weights of a triangle's corners, of a polytope's vertices, or of corners of a polygon, counted through
/// all its rings. All numbers are the caller's.
struct PartPoint {
  std::int32_t triangle = -1;           ///< of a mesh; -1 for a polytope or a polygon
  std::vector<WeightedVertex> weights;  ///< more than 0 each; they are divided by their exact sum
};

/// Two ranges of the items of two parts, in the order that the proof states. Each point of the first is below each
/// point of the second along the direction.
struct RangeCut {
  std::int32_t a_begin = 0, a_end = 0, b_begin = 0, b_end = 0;
  std::vector<ExactNumber> direction;
};

/// Triangles whose union holds a polygon: their edges and those of the rings cancel in pairs, as sets of points.
struct PolygonCover {
  std::int32_t part = -1;
  std::vector<std::array<std::int32_t, 3>> triangles;  ///< of corners, counted through all rings
};

/// Why two parts have no point in common, or none that makes them overlap.
///
/// The items of a mesh are its triangles, those of a polygon the triangles of its cover; a polytope is one item. The cuts
/// cover each pair of items exactly once. Then no triangle meets the other part. The winding numbers tell that neither
/// part lies inside the other; in the plane the covers do.
struct PartSeparation {
  std::int32_t part_a = -1, part_b = -1;
  std::vector<std::int32_t> order_a, order_b;  ///< of the triangles; empty: the caller's order, or a polytope
  std::vector<RangeCut> cuts;
  /// Where b is a solid mesh: a point of each component of a, about which b's winding number is 0. And the reverse.
  std::vector<std::int32_t> outside_b, outside_a;
};

/// Proof of a distance of bodies that are apart. Every cut bounds it from below, the two points from above.
struct BodyDistanceProof {
  double lower = 0, upper = 0;
  std::int32_t part_a = -1, part_b = -1;
  PartPoint a, b;
};

/// The proof of a verdict about two bodies, and on request of their distance.
///
/// separated:   a separation for each pair of parts that are not empty
/// overlapping: one pair of parts, and one point of both. It is off a solid's mesh, whose winding number about it
///              is not 0, or inside a polygon. Of any other part it is a PartPoint. Where both are, the point is an inner
///              one of both lists, and their lists span the space, or the plane.
/// touching:    one pair of parts with a PartPoint of each, in one place. That nothing overlaps is proven where
///              `separations` cover every pair of parts, with directions along which ranges may also tie. Where they do
///              not, it rests on the theorem of docs/bodies.md and on code that the checker does not repeat: a solid
///              touches another mesh and no plane is between them. In the plane only what poses flatten may rest on it.
///
/// About a margin the verdict is that of the padded bodies. The margin's numbers sum to m, exactly. Where it is positive,
/// separated is proven by directions that keep their ranges more than m apart. Touching is proven by directions that keep
/// them at least m apart, and two points no farther apart than m. Overlapping is proven by two points nearer than m, or by
/// what proves an overlap of the bodies themselves.
struct BodyCertificate {
  Verdict verdict = Verdict::not_examined;
  std::int32_t part_a = -1, part_b = -1;  ///< of the pair that meets
  PartPoint a, b;                         ///< no weights: the point lies inside that solid
  /// Where both points have no weights: world coordinates, each a double, a decimal integer or a quotient "p/q".
  std::vector<ExactNumber> point;
  std::vector<PartSeparation> separations;
  std::vector<PolygonCover> covers_a, covers_b;  ///< of each polygon with an inside, where there are separations
  std::optional<BodyDistanceProof> distance;
};

/// Makes the proof of an answer of intersects() or distance() about the same bodies. Refuses (not_served) where none is
/// found, as for an answer that is wrong, and separations of more than 250,000 pairs of parts. Throws std::bad_alloc.
/// Cost: that of verify(), and for a cut a search over the hulls of the ranges that are tried. It is half a second for
/// meshes of 20,000 triangles, one in a hollow of the other.
SUNDER_EXPORT Result<BodyCertificate> certify(const PosedBody3& a, const PosedBody3& b, const BodyDecision& answer);
/// The cuts then prove the lower end of the interval too.
SUNDER_EXPORT Result<BodyCertificate> certify(const PosedBody3& a, const PosedBody3& b, const BodyDistance& answer);
/// The proof of what compare_to_margin() said of the same margin. Refuses a margin that it refuses.
SUNDER_EXPORT Result<BodyCertificate> certify(const PosedBody3& a, const PosedBody3& b, const Margin& margin,
                                              const BodyMarginAnswer& answer);
/// The proof of distance() of bodies padded by the margin's radii; its distance is 0. The lists prove the distance of the
/// bodies themselves, which is that much more.
SUNDER_EXPORT Result<BodyCertificate> certify(const PosedBody3& a, const PosedBody3& b, const Margin& margin,
                                              const BodyDistance& answer);

/// In the plane. Refuses also where a segment crosses a polygon that its poses flatten just where two pieces of its image
/// meet.
SUNDER_EXPORT Result<BodyCertificate> certify(const PosedBody2& a, const PosedBody2& b, const BodyDecision2& answer);
SUNDER_EXPORT Result<BodyCertificate> certify(const PosedBody2& a, const PosedBody2& b, const BodyDistance2& answer);
SUNDER_EXPORT Result<BodyCertificate> certify(const PosedBody2& a, const PosedBody2& b, const Margin& margin,
                                              const BodyMarginAnswer2& answer);
SUNDER_EXPORT Result<BodyCertificate> certify(const PosedBody2& a, const PosedBody2& b, const Margin& margin,
                                              const BodyDistance2& answer);

/// What verify() of bodies repeats.
struct BodyCheckOptions {
  /// Whether meshes that are taken as solids are simple, by comparing all pairs of triangles: O(n^2).
  bool simple = false;
};

/// The result of verify() of bodies.
struct BodyCheck : Check {
  /// Is nothing left to the theorem of docs/bodies.md? True for what is separated or overlaps.
  bool complete = false;
};

/// Checks a proof in exact arithmetic, from the caller's points, triangles and poses. That the mesh of a solid is closed
/// is counted again. Accepts nothing that is not true of the bodies as meshes are taken; reads any garbage safely. Throws
/// std::bad_alloc. Cost: O(n log n) for a mesh of n triangles, O(n) for a point, and a product for each point of each range.
SUNDER_EXPORT BodyCheck verify(const PosedBody3& a, const PosedBody3& b, const BodyCertificate& certificate,
                               const BodyCheckOptions& options = {});
/// In the plane. A checker counts the caller's rings, and sees that covers hold the polygons.
SUNDER_EXPORT BodyCheck verify(const PosedBody2& a, const PosedBody2& b, const BodyCertificate& certificate);
/// Checks a proof about bodies padded by a margin. Refuses a margin that compare_to_margin() refuses.
SUNDER_EXPORT BodyCheck verify(const PosedBody3& a, const PosedBody3& b, const Margin& margin,
                               const BodyCertificate& certificate, const BodyCheckOptions& options = {});
SUNDER_EXPORT BodyCheck verify(const PosedBody2& a, const PosedBody2& b, const Margin& margin,
                               const BodyCertificate& certificate);

}  // namespace sunder::inline SUNDER_ABI

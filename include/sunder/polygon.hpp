// SPDX-License-Identifier: Apache-2.0
//
// Polygons in the plane that need not be convex and may have holes, cut into convex parts without a new point.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include "sunder/error.hpp"
#include "sunder/export.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail::polygon {
struct PolygonData;
struct PolygonAccess;
}  // namespace sunder::detail::polygon

namespace sunder::inline SUNDER_ABI {

/// What from_rings() found.
struct PolygonReport {
  std::int64_t rings = 0;
  std::int64_t points_given = 0, points = 0;  ///< corners given; distinct ones that the outline has
  std::int64_t welded = 0;                    ///< corners that equal another one, coordinate by coordinate
  std::int64_t cut = 0;                       ///< edges given that were cut at corners in them
  std::int64_t cancelled = 0;          ///< edges, or pieces of them, that an equal one cancels: they bound nothing
  std::int64_t outline = 0, cuts = 0;  ///< edges of the outline, and edges between two parts
  std::int64_t parts = 0;
  double area = 0;  ///< the double nearest to the exact area; infinite where that overflows
};

/// A polygon in the plane: immutable, cheap to copy (shared), valid for life.
///
/// The doubles given are the truth. A point is inside if a ray from it crosses the rings an odd number of times: the
/// even-odd rule. Rings may be turned either way, and lie in each other as holes and islands. The polygon is the inside
/// and its outline. Any number of threads may read and copy.
class SUNDER_EXPORT Polygon2 {
 public:
  /// The last corner of a ring leads back to the first, which may be given twice. Points with equal coordinates are one
  /// point. An edge is cut at a corner of any ring that lies in it. Two equal edges cancel. Rings may have corners and
  /// edges in common. Refuses edges that cross where no corner is (not_simple: which, and where), NaN and infinities
  /// (not_finite), 2^28 corners and more (too_large). Cost: O((n + k) log n) exact signs for k corners in edges.
  static Result<Polygon2> from_rings(std::span<const std::vector<Vector2>> rings);
  static Result<Polygon2> from_rings(std::initializer_list<std::vector<Vector2>> rings) {
    return from_rings(std::span<const std::vector<Vector2>>(rings.begin(), rings.size()));
  }

  const PolygonReport& report() const noexcept;
  /// The rings as they were given. Certificates name corners by their places, counted through all rings.
  std::span<const std::vector<Vector2>> rings() const noexcept;
  Bounds<2> bounds() const noexcept;  ///< in the polygon's own frame; for an empty polygon lower > upper
  bool empty() const noexcept { return report().parts == 0; }

  /// Returns convex parts with an area, whose union is the polygon. They have edges and corners in common and nothing
  /// else. Without holes they are at most four times as many as the fewest.
  std::span<const Polytope2> parts() const noexcept;
  /// Returns the distinct corners of the outline, by x and then by y.
  std::span<const Vector2> points() const noexcept;
  /// Return edges between two points: those of the outline, with the inside on their left, and those between parts.
  std::span<const std::array<std::int32_t, 2>> outline() const noexcept;
  std::span<const std::array<std::int32_t, 2>> cuts() const noexcept;

  /// Is the point in the polygon, its outline included? Exact; false for NaN and infinities. Cost: O(log n) boxes and
  /// the parts about the point.
  bool contains(const Vector2& point) const noexcept;
  /// The memory that the polygon holds, in bytes, without that of its parts.
  std::size_t memory() const noexcept;

 private:
  friend struct detail::polygon::PolygonAccess;
  explicit Polygon2(std::shared_ptr<const detail::polygon::PolygonData> data) noexcept;
  std::shared_ptr<const detail::polygon::PolygonData> data_;
};

}  // namespace sunder::inline SUNDER_ABI

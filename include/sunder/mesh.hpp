// SPDX-License-Identifier: Apache-2.0
//
// Meshes as what they are: a solid, where the triangles close and do not cross, and a surface where they do not. No
// tolerance decides which; the report says why.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sunder/error.hpp"
#include "sunder/export.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail::mesh {
struct MeshData;
struct MeshAccess;
}  // namespace sunder::detail::mesh

namespace sunder::inline SUNDER_ABI {

/// What a mesh is. A solid is every point that the mesh goes round (its winding number is not 0) and the mesh itself; a
/// surface is the points of its triangles.
enum class MeshKind : std::uint8_t { solid, surface };
SUNDER_EXPORT std::string_view to_string(MeshKind kind) noexcept;

/// How to take a mesh: as a solid if it is one and as a surface else, or as the one that is named.
enum class TakeAs : std::uint8_t { automatic, solid, surface };

/// What from_triangles() found. Triangles and points are numbered as the caller's.
struct MeshReport {
  MeshKind kind = MeshKind::surface;
  std::string why;                         ///< in words, why the mesh is no solid; empty for a solid
  std::int64_t points = 0, triangles = 0;  ///< kept
  std::int64_t points_given = 0, triangles_given = 0;
  std::int64_t welded = 0;     ///< points that equal another one, coordinate by coordinate
  std::int64_t flat = 0;       ///< triangles whose corners lie on a line, exactly; a solid drops them
  std::int64_t cancelled = 0;  ///< triangles that stand twice, turned both ways: they bound nothing and stay as surface
  std::int64_t split = 0;      ///< triangles that were cut at vertices of the mesh on their edges
  std::int64_t buried = 0;     ///< triangles of a solid with its inside on both sides, dropped
  std::int64_t turned = 0;     ///< triangles of a solid whose front was its inside, turned
  std::int64_t components = 0;                          ///< triangles joined over vertices
  std::int64_t open_edges = 0;                          ///< edges whose uses do not cancel
  std::array<std::int32_t, 2> first_open_edge{-1, -1};  ///< two points
  /// Two triangles that have more than an edge or a corner in common.
  std::array<std::int32_t, 2> first_crossing{-1, -1};
};

/// A mesh of triangles in space: immutable, cheap to copy (shared), valid for life.
///
/// The doubles given are the truth. Points with equal coordinates are one point. A mesh is a solid if it is
/// closed and simple, both decided exactly. Closed: each edge is used as often one way as the other. Simple: two
/// triangles have nothing in common, or a corner, or an edge. The winding number then tells what is inside, so that a shell turned inwards makes a
/// hollow and a mesh that is inside out is the same solid. Cost: O(n log n). Thread safety: any number of threads may
/// read and copy.
class SUNDER_EXPORT Mesh3 {
 public:
  /// Refuses NaN and infinities (not_finite), indices that name no point (wrong_shape), 2^29 triangles and more
  /// (too_large). TakeAs::solid refuses a mesh that is none (not_solid: where it is open, or which triangles cross).
  static Result<Mesh3> from_triangles(std::span<const Vector3> points,
                                      std::span<const std::array<std::int32_t, 3>> triangles,
                                      TakeAs as = TakeAs::automatic);

  MeshKind kind() const noexcept { return report().kind; }
  const MeshReport& report() const noexcept;
  /// The points and triangles as the caller gave them: reports, answers and certificates number these.
  /// Where the mesh had to drop, weld, cut or turn nothing, both are put together at the first call, in O(n).
  std::span<const Vector3> points() const;
  std::span<const std::array<std::int32_t, 3>> triangles() const;
  Bounds<3> bounds() const noexcept;  ///< in the mesh's own frame; for a mesh without triangles lower > upper
  /// Is the mesh a solid that equals the convex hull of all points given? Exact; true only for a mesh of one sheet,
  /// whatever cuts its faces into triangles. O(n) exact signs.
  bool is_convex() const;
  std::int64_t triangle_count() const noexcept { return report().triangles; }
  /// Volume, centre and inertia of a solid, as of a polytope; zeros of a surface. Shells that became parts of a union
  /// count each by itself. Cost: O(n) exact sums.
  MassProperties<3> mass_properties() const;
  /// The memory that the mesh holds, in bytes.
  std::size_t memory() const noexcept;

 private:
  friend struct detail::mesh::MeshAccess;
  explicit Mesh3(std::shared_ptr<const detail::mesh::MeshData> data) noexcept;
  std::shared_ptr<const detail::mesh::MeshData> data_;
};

/// Splits triangles into shells, the connected pieces of which each is a body of its own, and returns each one's
/// triangles in ascending order. Shells are in the order of their first triangles, and each triangle is in one of them.
///
/// Triangles are joined over the indices of their corners where that gives a closed piece, and over equal points where
/// it does not. A closed and simple shell that lies clear inside another and is turned against it is a hollow. It stays
/// with the innermost one round it; what lies in a hollow is a shell again. Where the two meet, and the box of one holds
/// that of the other, they stay together too. A shell may be no solid: from_triangles() tells.
///
/// Refuses what from_triangles() refuses, and more than 2^22 pairs of shells whose boxes lie in each other (too_large).
/// Cost: O(n log n), and a walk of two trees for each such pair.
SUNDER_EXPORT Result<std::vector<std::vector<std::int32_t>>> split_shells(
    std::span<const Vector3> points, std::span<const std::array<std::int32_t, 3>> triangles);

}  // namespace sunder::inline SUNDER_ABI

// SPDX-License-Identifier: Apache-2.0
//
// Idea: A solid is convex if its mesh is one sphere that is convex or flat at each edge.
// Bound: Let each edge have two triangles, let edges join all triangles, and let V - E + T be 2. The
// surface with pinched vertices taken apart is closed and connected, so that its own V - E + T is at
// most 2. Nothing is pinched then, and the mesh is a sphere, which bounds one solid piece. Near a
// point of an edge the solid is a wedge of at most 180 degrees. Near a vertex it is the cone over a
// connected spherical polygon without reflex corners, which is convex by Gauss and Bonnet. The solid
// is closed, connected and locally convex, and so convex (Tietze, Nakajima). It is the hull of its
// vertices. Orientations are exact.
// Cost: One orientation for each edge; it ends at the first reflex edge.
// Gives up: A convex solid whose mesh has triangles that a solid drops counts as not convex.

#include "exact/orientation.hpp"
#include "mesh/build/surface_edges.hpp"
#include "mesh/forest.hpp"
#include "mesh/piece/mesh_data.hpp"

namespace sunder::detail::mesh {
namespace {

std::int32_t apex_of(const Corners& corners, const EdgeUse& use) noexcept {
  for (const std::int32_t corner : corners) {
    if (corner != use.low && corner != use.high) return corner;
  }
  return use.low;
}

bool is_reflex(const Piece& piece, const EdgeUse& one, const EdgeUse& other) noexcept {
  const Corners& c = piece.corners(one.triangle);
  const std::int32_t apex = apex_of(piece.corners(other.triangle), other);
  return orient3d(piece.point(c[0]).data(), piece.point(c[1]).data(), piece.point(c[2]).data(),
                  piece.point(apex).data()) > 0;
}

bool is_convex(const MeshData& data) {
  const MeshReport& report = data.report;
  if (report.kind != MeshKind::solid || data.pieces.size() != 1) return false;
  if (report.points != report.points_given - report.welded) return false;
  const Piece& piece = data.pieces.front();
  Forest sheets(piece.triangles.size());
  std::int64_t edges = 0;
  bool convex = true;
  for_each_edge(edge_uses(piece.triangles, piece.points.size()),
                [&](std::span<const EdgeUse> uses) {
                  if (!convex) return;
                  ++edges;
                  convex = uses.size() == 2 && !is_reflex(piece, uses[0], uses[1]);
                  if (convex) sheets.join(uses[0].triangle, uses[1].triangle);
                });
  return convex && sheets.sets() == 1 && report.points - edges + report.triangles == 2;
}

}  // namespace
}  // namespace sunder::detail::mesh

namespace sunder::inline SUNDER_ABI {

bool Mesh3::is_convex() const { return detail::mesh::is_convex(*data_); }

}  // namespace sunder::inline SUNDER_ABI

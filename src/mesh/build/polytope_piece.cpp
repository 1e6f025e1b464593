// SPDX-License-Identifier: Apache-2.0
//
// Idea: A convex body is the solid of its hull's triangles. A flat one is a polygon, a segment or a point.
// Cost: O(n log n).
#include <numeric>

#include "exact/orientation.hpp"
#include "geometry/planar_hull.hpp"
#include "geometry/quickhull.hpp"
#include "geometry/space_points.hpp"
#include "mesh/piece/mesh_data.hpp"

namespace sunder::detail::mesh {
namespace {

std::vector<double> packed_vertices(const Polytope3& polytope) {
  std::vector<double> packed;
  for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) {
    const Vector3 p = polytope.vertex(i);
    packed.insert(packed.end(), p.begin(), p.end());
  }
  return packed;
}

/// Returns the corners of a flat set in order round it; the ends of a segment.
std::vector<std::int32_t> outline(const std::vector<double>& packed,
                                  std::span<const std::int32_t> basis) {
  const double* const p = packed.data();
  std::vector<std::int32_t> all(packed.size() / 3);
  std::iota(all.begin(), all.end(), 0);
  for (int k = 0; k < 3; ++k) {
    const int first = (k + 1) % 3, second = (k + 2) % 3;
    const auto flat = [&](std::int32_t i) {
      return std::array<double, 2>{p[3 * i + first], p[3 * i + second]};
    };
    // The view must keep the rank: of a plane an area, of a line two places.
    const bool keeps = basis.size() == 3 ? orient2d(flat(basis[0]).data(), flat(basis[1]).data(),
                                                    flat(basis[2]).data()) != 0
                                         : flat(basis[0]) != flat(basis[1]);
    if (keeps) return planar_hull({p, 3, first, second}, all);
  }
  return {};
}

}  // namespace

Piece piece_of(const Polytope3& polytope) {
  std::vector<double> packed = packed_vertices(polytope);
  std::vector<std::int32_t> basis =
      affine_basis(packed.data(), static_cast<std::int32_t>(packed.size() / 3), 3);
  const auto reduced = Polytope3::from_points(packed, 3, {.tables = false});
  if (reduced.has_value() && reduced.value().vertex_count() != polytope.vertex_count()) {
    packed = packed_vertices(reduced.value());
    basis = affine_basis(packed.data(), static_cast<std::int32_t>(packed.size() / 3), 3);
  }
  const double* const p = packed.data();
  Piece piece;
  piece.kind = basis.size() == 4 ? MeshKind::solid : MeshKind::surface;
  if (basis.size() == 4) {
    const SpacePoints space(p, static_cast<std::int32_t>(packed.size() / 3));
    for (const Triangle& triangle : quickhull(space, basis))
      piece.triangles.push_back(triangle.vertices);
  } else if (basis.size() >= 2) {
    piece.is_polygon = true;
    const std::vector<std::int32_t> corners = outline(packed, basis);
    if (corners.size() == 2) piece.triangles.push_back({corners[0], corners[1], corners[1]});
    for (std::size_t i = 1; i + 1 < corners.size(); ++i)
      piece.triangles.push_back({corners[0], corners[i], corners[i + 1]});
  } else if (basis.size() == 1) {
    piece.triangles.push_back({basis[0], basis[0], basis[0]});
  }
  std::vector<Vector3> points;
  for (std::size_t i = 0; i < packed.size(); i += 3) points.push_back({p[i], p[i + 1], p[i + 2]});
  take_points(piece, points);
  piece.caller.assign(piece.triangles.size(), -1);
  index_piece(piece);
  return piece;
}

}  // namespace sunder::detail::mesh

// SPDX-License-Identifier: Apache-2.0
//
// Idea: Faces and edges of a small solid become rows of floats. A row is padded with its first
// entry, so that lanes need no masks.
// Bound: A normal is the normalised cross product of two edges of one face. Its error is
// kSmallNormalUnits units over the sine of their angle.
// Cost: O(faces + edges), once for each hull.
// Gives up: Without topology, for more vertices, faces or edges than a row has, for sizes beyond
// 2^100 or below 2^-100, and for normals that doubles do not determine.
#include "geometry/small_hull.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "geometry/bounds.hpp"
#include "geometry/facet_normal.hpp"
#include "geometry/small_normal.hpp"

namespace sunder::detail {
namespace {

using Corners = std::array<std::int32_t, 3>;

constexpr double kWorstNormal = 0x1p-27;

double largest_of(const Vector3& v) noexcept {
  return std::max({std::fabs(v[0]), std::fabs(v[1]), std::fabs(v[2])});
}

/// Scales the largest entry to [1/2, 1). Returns false for vectors so small that a host that
/// flushes subnormals may have lost a part of them.
bool scale(Vector3& v) noexcept {
  const double largest = largest_of(v);
  if (!(largest > 0x1p-900)) return false;
  const std::uint64_t exponent = std::bit_cast<std::uint64_t>(largest) >> 52;
  const auto factor = std::bit_cast<double>((std::uint64_t{2045} - exponent) << 52);
  for (double& entry : v) entry *= factor;
  return true;
}

Vector3 difference(const HullBlock& hull, std::int32_t from, std::int32_t to) noexcept {
  Vector3 d;
  for (int k = 0; k < 3; ++k) {
    d[static_cast<std::size_t>(k)] = hull.coordinate(to, k) - hull.coordinate(from, k);
  }
  return d;
}

struct CornerNormal {
  Vector3 entry{};
  double sine = 0;  ///< of the angle between the two edges, or slightly less
};

/// Entries of both factors are below 1 and off by 2^-52. A product has one rounding, and so has the
/// difference of two. Entries of the cross product are off by at most 8 units.
CornerNormal corner_normal(const HullBlock& hull, const Corners& corner) noexcept {
  CornerNormal normal;
  Vector3 p = difference(hull, corner[0], corner[1]);
  Vector3 q = difference(hull, corner[1], corner[2]);
  if (!scale(p) || !scale(q)) return normal;
  normal.entry = {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
  normal.sine = largest_of(normal.entry);
  return normal;
}

void set_face(const HullBlock& hull, const IndexList& face, std::size_t at,
              SmallHull& small) noexcept {
  const SmallNormal normal = small_normal(hull, face);
  small.normal_error = std::max(small.normal_error, normal.error);
  for (std::size_t k = 0; k < 3; ++k) {
    small.normal[k][at] = static_cast<float>(normal.entry[k]);
    small.triangle[k][at] = static_cast<std::uint8_t>(normal.corners[k]);
  }
}

/// The vertices are distinct and the body is not tiny, so that there is something to scale.
void set_way(Vector3 along, std::size_t at, SmallHull& small) noexcept {
  scale(along);
  double size = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    small.way[k][at] = static_cast<float>(along[k]);
    size += std::fabs(along[k]);
  }
  small.way_size[at] = static_cast<float>(size * (1 + kWaySizeShare));
}

void set_edge(const HullBlock& hull, const Edge& edge, std::size_t at, SmallHull& small) noexcept {
  set_way(difference(hull, edge.vertices[0], edge.vertices[1]), at, small);
  for (std::size_t i = 0; i < 2; ++i) {
    small.ends[i][at] = static_cast<std::uint8_t>(edge.vertices[i]);
    small.sides[i][at] = static_cast<std::uint8_t>(edge.faces[i]);
  }
  small.along[at] = std::uint32_t{1} << edge.faces[0];
  small.against[at] = std::uint32_t{1} << edge.faces[1];
}

/// Pads the rest of a row with its first entry.
template <class Row>
void fill_up(Row& row, std::size_t count) noexcept {
  std::fill(row.begin() + static_cast<std::ptrdiff_t>(count), row.end(), row[0]);
}

void fill_up(SmallHull& small) noexcept {
  for (std::size_t k = 0; k < 3; ++k) {
    fill_up(small.normal[k], small.face_count);
    fill_up(small.triangle[k], small.face_count);
    fill_up(small.way[k], small.edge_count);
  }
  for (auto& ends : small.ends) fill_up(ends, small.edge_count);
  for (auto& sides : small.sides) fill_up(sides, small.edge_count);
  fill_up(small.along, small.edge_count);
  fill_up(small.against, small.edge_count);
  fill_up(small.way_size, small.edge_count);
}

}  // namespace

/// A thin face has well-conditioned corners at its ends; a face of many corners has only flat ones.
SmallNormal small_normal(const HullBlock& hull, const IndexList& face) noexcept {
  Corners best = spread_triangle(face);
  CornerNormal normal = corner_normal(hull, best);
  const std::size_t corners = face.size();
  for (std::size_t i = 0; i < corners && normal.sine < 0.25; ++i) {
    const Corners next{face[i], face[(i + 1) % corners], face[(i + 2) % corners]};
    const CornerNormal other = corner_normal(hull, next);
    if (!(other.sine > normal.sine)) continue;
    best = next;
    normal = other;
  }
  // After the division by their length, entries are off by 7 times their earlier error.
  const double error = kSmallNormalUnits * kUnit / std::max(normal.sine, kLeastSine);
  scale(normal.entry);
  Vector3 n = normal.entry;
  const double length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  for (double& entry : n) entry /= length;
  return {n, error, best};
}

bool is_of_plain_size(const HullBlock& hull) noexcept {
  const double largest = std::max({hull.max_abs[0], hull.max_abs[1], hull.max_abs[2]});
  return largest > 0x1p-100 && largest < 0x1p100;
}

Owned<SmallHull> make_small_hull(const HullBlock& hull) {
  if (hull.topology == nullptr || hull.dimension != 3 || !is_of_plain_size(hull)) return nullptr;
  const Topology& topology = *hull.topology;
  const auto faces = static_cast<std::size_t>(topology.face_count());
  const auto edges = static_cast<std::size_t>(topology.edge_count());
  if (static_cast<std::size_t>(hull.count) > SmallHull::kVertices || faces > SmallHull::kFaces ||
      edges > SmallHull::kEdges) {
    return nullptr;
  }
  std::unique_ptr<SmallHull, Discard> small(new SmallHull);
  small->face_count = static_cast<std::uint32_t>(faces);
  small->edge_count = static_cast<std::uint32_t>(edges);
  small->normal_error = 0;
  for (std::size_t i = 0; i < faces; ++i) {
    set_face(hull, topology.face(static_cast<std::int32_t>(i)), i, *small);
  }
  for (std::size_t i = 0; i < edges; ++i) {
    set_edge(hull, topology.edge(static_cast<std::int32_t>(i)), i, *small);
  }
  fill_up(*small);
  if (!(small->normal_error < kWorstNormal)) return nullptr;
  return small;
}

void Discard::operator()(const SmallHull* small) const noexcept {
  if (!small->is_shared) delete small;
}

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// Idea: Duplicates go first. In one dimension the two ends remain, in the plane Andrew's chain
// finds the extreme points, and quickhull.cpp does so in space. Flat sets in space are projected to
// the plane.
// Source: Andrew (1979); Barber, Dobkin and Huhdanpaa (1996).
// Bound: Every removal rests on exact signs: a solid's mesh must pass bounds_convex_body() before a
// point is dropped.
// Cost: O(n log n) up to three dimensions; one pass over a hash table above.
// Gives up: A mesh that fails the check removes no point but duplicates. More than three dimensions
// remove duplicates only.
#include "geometry/hull.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>

#include "exact/orientation.hpp"
#include "geometry/double_bits.hpp"
#include "geometry/faces.hpp"
#include "geometry/mesh_check.hpp"
#include "geometry/planar_hull.hpp"
#include "geometry/point_hash.hpp"
#include "geometry/quickhull.hpp"

namespace sunder::detail {
namespace {

const double* point_at(const double* points, std::int32_t i, int dimension) noexcept {
  return points + std::ptrdiff_t{i} * dimension;
}

/// Compares values in lexicographic order: -1, 0 or 1; +0 and -0 are equal.
int compare(const double* a, const double* b, int dimension) noexcept {
  for (int k = 0; k < dimension; ++k) {
    const std::int64_t x = order_key(a[k]);
    const std::int64_t y = order_key(b[k]);
    if (x != y) return x < y ? -1 : 1;
  }
  return 0;
}

/// Returns indices of the distinct points, ascending; each group of equal points gives its least
/// index.
std::vector<std::int32_t> distinct_points(const double* points, std::int32_t count, int dimension) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::int32_t i, std::int32_t j) {
    const int c =
        compare(point_at(points, i, dimension), point_at(points, j, dimension), dimension);
    return c != 0 ? c < 0 : i < j;
  });
  const auto end = std::unique(order.begin(), order.end(), [&](std::int32_t i, std::int32_t j) {
    return compare(point_at(points, i, dimension), point_at(points, j, dimension), dimension) == 0;
  });
  order.erase(end, order.end());
  std::sort(order.begin(), order.end());
  return order;
}

/// Above three dimensions it finds duplicates by a table of hashes, and keeps the hashes. It is
/// quicker than sorting.
Reduction remove_duplicates(const double* points, std::int32_t count, int dimension) {
  const auto n = static_cast<std::size_t>(count);
  const std::size_t size = std::bit_ceil(2 * n + 1);
  std::array<std::int32_t, 512> few;
  std::vector<std::int32_t> many(size > few.size() ? size : 0);
  std::int32_t* const table = many.empty() ? few.data() : many.data();
  std::fill_n(table, size, -1);
  Reduction result;
  result.kept.reserve(n);
  result.hashes.reserve(n);
  for (std::int32_t i = 0; i < count; ++i) {
    const double* const point = point_at(points, i, dimension);
    const std::uint64_t hash = hash_point(point, dimension);
    std::size_t slot = hash & (size - 1);
    while (table[slot] >= 0 &&
           compare(point_at(points, table[slot], dimension), point, dimension) != 0) {
      slot = (slot + 1) & (size - 1);
    }
    if (table[slot] >= 0) continue;
    table[slot] = i;
    result.kept.push_back(i);
    result.hashes.push_back(hash);
  }
  result.duplicate = static_cast<std::int64_t>(n - result.kept.size());
  return result;
}

/// Returns the lexicographically least and greatest points: the ends of a collinear set.
std::vector<std::int32_t> ends(const double* points, std::span<const std::int32_t> distinct,
                               int dimension) {
  const auto [least, greatest] =
      std::minmax_element(distinct.begin(), distinct.end(), [&](std::int32_t i, std::int32_t j) {
        return compare(point_at(points, i, dimension), point_at(points, j, dimension), dimension) <
               0;
      });
  if (least == greatest) return {*least};
  return {std::min(*least, *greatest), std::max(*least, *greatest)};
}

std::int32_t position(const std::vector<std::int32_t>& kept, std::int32_t point) noexcept {
  return static_cast<std::int32_t>(std::lower_bound(kept.begin(), kept.end(), point) -
                                   kept.begin());
}

Reduction reduce_plane(const double* points, std::span<const std::int32_t> distinct) {
  const std::vector<std::int32_t> cycle = planar_hull({points, 2, 0, 1}, distinct);
  Reduction result;
  result.kept = cycle;
  std::sort(result.kept.begin(), result.kept.end());
  if (cycle.size() < 3) return result;
  Boundary boundary;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    boundary.edges.push_back(
        {{position(result.kept, cycle[i]), position(result.kept, cycle[(i + 1) % cycle.size()])},
         {-1, -1}});
  }
  result.topology = Topology::make(static_cast<std::int32_t>(cycle.size()), boundary);
  return result;
}

PlanarView view_without(const double* points, int coordinate) noexcept {
  return {points, 3, coordinate == 0 ? 1 : 0, coordinate == 2 ? 1 : 2};
}

/// Returns extreme points of a set in R^3 that is coplanar but not collinear. The projection drops
/// a coordinate along which the plane's normal is not zero. It is affine and one to one on the
/// plane, so that extreme points stay extreme.
std::vector<std::int32_t> reduce_flat(const double* points, std::span<const std::int32_t> distinct,
                                      std::span<const std::int32_t> basis) {
  int left_out = 0;
  while (planar_hull(view_without(points, left_out), basis).size() < 3) ++left_out;
  std::vector<std::int32_t> kept = planar_hull(view_without(points, left_out), distinct);
  std::sort(kept.begin(), kept.end());
  return kept;
}

/// Returns extreme points of a set that spans R^3. If the mesh fails the check, no point is
/// removed.
Reduction reduce_solid(const std::vector<double>& packed, std::span<const std::int32_t> basis,
                       std::span<const std::int32_t> distinct) {
  const SpacePoints space(packed.data(), static_cast<std::int32_t>(distinct.size()));
  const std::vector<Triangle> triangles = quickhull(space, basis);
  Reduction result;
  if (!bounds_convex_body(space, triangles)) {
    result.kept.assign(distinct.begin(), distinct.end());
    return result;
  }
  const ConvexBoundary body = merge_coplanar(space, triangles);
  for (const std::int32_t corner : body.corners) {
    result.kept.push_back(distinct[static_cast<std::size_t>(corner)]);
  }
  result.topology = Topology::make(static_cast<std::int32_t>(body.corners.size()), body.boundary);
  return result;
}

/// Returns the coordinates of the distinct points. Small ones are scaled by a power of two to size
/// 1, which is exact. Doubles then exist between points that are a few of the smallest doubles
/// apart.
std::vector<double> packed_points(const double* points, std::span<const std::int32_t> distinct) {
  std::vector<double> packed;
  packed.reserve(distinct.size() * 3);
  double largest = 0;
  for (const std::int32_t i : distinct) {
    for (int k = 0; k < 3; ++k) {
      const double x = point_at(points, i, 3)[k];
      packed.push_back(x);
      if (less(largest, magnitude(x))) largest = magnitude(x);
    }
  }
  const int scale = exponent_above(largest);
  if (scale >= 0) return packed;
  for (double& x : packed) x = times_power_of_two(x, -scale);
  return packed;
}

Reduction reduce_space(const double* points, std::span<const std::int32_t> distinct) {
  const std::vector<double> packed = packed_points(points, distinct);
  std::vector<std::int32_t> basis =
      affine_basis(packed.data(), static_cast<std::int32_t>(distinct.size()), 3);
  if (basis.size() == 4) return reduce_solid(packed, basis, distinct);
  Reduction result;
  for (std::int32_t& i : basis) i = distinct[static_cast<std::size_t>(i)];
  result.kept =
      basis.size() == 3 ? reduce_flat(points, distinct, basis) : ends(points, distinct, 3);
  return result;
}

}  // namespace

Reduction reduce(const double* points, std::int32_t count, int dimension) {
  if (dimension > 3) return remove_duplicates(points, count, dimension);
  const std::vector<std::int32_t> distinct = distinct_points(points, count, dimension);
  Reduction result;
  if (distinct.empty()) return result;
  switch (dimension) {
    case 1:
      result.kept = ends(points, distinct, 1);
      break;
    case 2:
      result = reduce_plane(points, distinct);
      break;
    default:
      result = reduce_space(points, distinct);
      break;
  }
  result.duplicate = count - static_cast<std::int64_t>(distinct.size());
  result.interior = static_cast<std::int64_t>(distinct.size() - result.kept.size());
  return result;
}

}  // namespace sunder::detail

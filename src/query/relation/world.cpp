// SPDX-License-Identifier: Apache-2.0
//
// Idea: The extreme faces along the exact normal of a supporting plane lie in one plane. Dropping a
// coordinate in which the normal is not 0 makes plane polygons of them (plane.hpp).
// Bound: All coordinates are integers of one common unit; nothing is rounded.
// Cost: Two exact supports, and O(n log n) for the corners in the plane.
#include "query/relation/world.hpp"

#include <numeric>
#include <utility>

#include "exact/whole_vector.hpp"

namespace sunder::detail::relation {
namespace {

template <std::size_t N>
bool is_zero(const std::array<BigInt, N>& v) {
  for (const BigInt& entry : v) {
    if (entry != 0) return false;
  }
  return true;
}

template <int D>
bool is_singular(const Pose<D>& pose, const IntegerBody<D, BigInt>& exact) {
  if (least_singular_value(pose) > 0) return false;
  const auto& m = exact.matrix;
  if constexpr (D == 2) {
    return m[0] * m[3] == m[1] * m[2];
  } else {
    const ExactVector<3> n = cross<BigInt>({m[0], m[1], m[2]}, {m[3], m[4], m[5]});
    return n[0] * m[6] + n[1] * m[7] + n[2] * m[8] == 0;
  }
}

/// Returns a normal of a plane that holds these points of a flat body.
ExactVector<3> normal_of_flat(const IntegerBody<3, BigInt>& body,
                              std::span<const std::int32_t> kept) {
  const ExactVector<3> origin = point_of(body, kept.front());
  ExactVector<3> along{};  // from the origin to the first point that differs from it
  for (const std::int32_t i : kept) {
    ExactVector<3> edge = point_of(body, i);
    for (std::size_t k = 0; k < 3; ++k) edge[k] -= origin[k];
    if (is_zero(along)) {
      along = std::move(edge);
      continue;
    }
    ExactVector<3> normal = cross(along, edge);
    if (!is_zero(normal)) return normal;
  }
  // A segment or a point: a plane along x, or, of a segment along x, one along y.
  if (along[1] != 0 || along[2] != 0) return {0, along[2], -along[1]};
  return {0, 0, 1};
}

}  // namespace

template <int D>
Extent extent_of(const Body<D>& body, const IntegerBody<D, BigInt>& exact) {
  if (body.hull->report->affine_dimension == D && !is_singular(*body.pose, exact)) return {D, {}};
  std::vector<std::int32_t> all(static_cast<std::size_t>(body.hull->count));
  std::iota(all.begin(), all.end(), 0);
  ExactVector<D> normal{};
  if constexpr (D == 3) normal = normal_of_flat(exact, all);
  Extent extent;
  extent.corners = polygon_in_plane<D>(exact, all, normal);
  extent.dimension = dimension_of(extent.corners);
  return extent;
}

template <int D>
Meeting meet_in_world(const IntegerPair<D, BigInt>& pair, const Supported<D>& faces) {
  Polygon a = polygon_in_plane<D>(pair.a, faces.a, faces.u);
  Polygon b = polygon_in_plane<D>(pair.b, faces.b, faces.u);
  if constexpr (D == 2) {
    return meet_on_line(std::move(a), std::move(b));
  } else {
    return meet_in_plane(std::move(a), std::move(b));
  }
}

#define SUNDER_INSTANTIATE(D)                                                  \
  template Extent extent_of<D>(const Body<D>&, const IntegerBody<D, BigInt>&); \
  template Meeting meet_in_world<D>(const IntegerPair<D, BigInt>&, const Supported<D>&);
SUNDER_INSTANTIATE(2)
SUNDER_INSTANTIATE(3)
#undef SUNDER_INSTANTIATE

}  // namespace sunder::detail::relation

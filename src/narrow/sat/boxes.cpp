// SPDX-License-Identifier: Apache-2.0
//
// Boxes: C is a zonotope of at most six edge directions, and each of its facets is normal to the
// cross product of two of them, whatever matrices have done to the boxes.
#include "narrow/sat/axis_search.hpp"
#include "narrow/sat/sat.hpp"

namespace sunder::detail::sat {
namespace {

struct Range {
  double least;
  double greatest;
};

/// min and max over the box of u . R x, from its bounds: values of its vertices, so Lemma 1 holds.
Range range_along(const Body<3>& body, const Vector3& u) noexcept {
  Range range{0, 0};
  for (int k = 0; k < 3; ++k) {
    const double p = body.pose->linear(0, k) * u[0] + body.pose->linear(1, k) * u[1] +
                     body.pose->linear(2, k) * u[2];
    const double low = p * body.hull->lower[k];
    const double high = p * body.hull->upper[k];
    range.least += std::fmin(low, high);
    range.greatest += std::fmax(low, high);
  }
  return range;
}

Vector3 edge_direction(const Body<3>& body, int k) noexcept {
  return {body.pose->linear(0, k), body.pose->linear(1, k), body.pose->linear(2, k)};
}

}  // namespace

bool knows(const Pair<3>& pair) noexcept {
  return pair.a.hull->shape == Shape::box && pair.b.hull->shape == Shape::box;
}

Proposed<3> propose(const FilteredPair<3>& filtered, const Search<3>& search) {
  const Pair<3>& pair = filtered.pair();
  if (!knows(pair)) return {};
  std::array<Vector3, 6> edges;
  std::array<double, 6> rho{};
  for (int k = 0; k < 3; ++k) {
    const auto at = static_cast<std::size_t>(k);
    edges[at] = edge_direction(pair.a, k);
    edges[at + 3] = edge_direction(pair.b, k);
    rho[at] = pair.a.pose->linear_error();
    rho[at + 3] = pair.b.pose->linear_error();
  }
  const auto extents = [&](const Vector3& u) {
    const Range a = range_along(pair.a, u);
    const Range b = range_along(pair.b, u);
    return std::array<double, 2>{b.least - a.greatest, a.least - b.greatest};
  };
  // Faces first: they separate far more often than the nine edge pairs.
  static constexpr std::size_t kPairs[15][2] = {{0, 1}, {0, 2}, {1, 2}, {3, 4}, {3, 5},
                                                {4, 5}, {0, 3}, {0, 4}, {0, 5}, {1, 3},
                                                {1, 4}, {1, 5}, {2, 3}, {2, 4}, {2, 5}};
  AxisSearch<3> axes(filtered, search.trace);
  for (const auto& [i, j] : kPairs) {
    const Axis<3> axis = cross_axis(edges[i], edges[j], std::fmax(rho[i], rho[j]));
    if (axes.separates(axis, extents)) return axes.finish(true);
  }
  return axes.finish(false);
}

}  // namespace sunder::detail::sat

// SPDX-License-Identifier: Apache-2.0
//
// Finds a support point by a walk along a hull's edges, uphill only. A linear function on a convex
// polytope has no local maximum but the global one. In exact numbers the walk therefore ends where
// a scan does, from any start and across any plateau. In doubles it ends where no edge rises by
// more than the rounding of its own rise.
#pragma once

#include <cmath>
#include <cstddef>

#include "geometry/hull_block.hpp"
#include "geometry/topology.hpp"
#include "lanes/support.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail::gjk_hill_climbing {

/// Returns the rise of the edge from v to n along u, minus a bound on its rounding error. The
/// roundings of each difference, of each product and of the sums amount to less than (d + 1) 2^-52
/// of the sizes' sum. If the result is above 0, the vertex n is higher, so a walk never returns to
/// a vertex. It uses differences of a body's own vertices, since heights would cancel the rise of a
/// short edge.
template <int D>
double sure_rise(const HullBlock& hull, std::int32_t v, std::int32_t n,
                 const Vector<D>& u) noexcept {
  double rise = 0;
  double size = 0;
  for (int k = 0; k < D; ++k) {
    const double* row = hull.row(k);
    const double part = u[static_cast<std::size_t>(k)] * (row[n] - row[v]);
    rise += part;
    size += std::fabs(part);
  }
  return rise - (D + 1) * 0x1p-52 * size;
}

/// Returns the last vertex of the climb along u that starts at `start`, and its height. The hull
/// has a topology.
template <int D>
Extreme climb(const HullBlock& hull, const Vector<D>& u, std::int32_t start) noexcept {
  const Topology& topology = *hull.topology;
  std::int32_t at = start;
  // No vertex occurs twice. The count bounds the walk where underflow breaks that rule.
  for (std::int32_t step = 0; step < hull.count; ++step) {
    std::int32_t best = at;
    double steepest = 0;
    for (const std::int32_t e : topology.edges_around(at)) {
      const std::int32_t next = topology.other_end(e, at);
      const double rise = sure_rise<D>(hull, at, next, u);
      if (!(rise > steepest)) continue;
      steepest = rise;
      best = next;
    }
    if (best == at) break;
    at = best;
  }
  double height = 0;
  for (int k = 0; k < D; ++k) height += u[static_cast<std::size_t>(k)] * hull.row(k)[at];
  return {height, at};
}

}  // namespace sunder::detail::gjk_hill_climbing

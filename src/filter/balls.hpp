// SPDX-License-Identifier: Apache-2.0
//
// P1: proofs from balls alone. Circumscribed balls that miss each other separate the bodies;
// inscribed balls that meet in more than a point make them overlap. A pose stretches a ball's
// radius by at most greatest_stretch() and at least least_stretch(), bounds on the singular values
// of the exact R.
#pragma once

#include <cmath>

#include "filter/bounds.hpp"
#include "filter/filtered_pair.hpp"

namespace sunder::detail {

/// From a's centre to b's, in the world frame, each component as exact as FilteredPair::error()
/// says: a centre is within its body's bounds.
template <int D>
Vector<D> line_of_centres(const FilteredPair<D>& filtered) {
  const Pair<D>& pair = filtered.pair();
  const int d = pair.dimension();
  Vector<D> line = make_vector<D>(d);
  if constexpr (D == kRunTime) {
    if (pair.a.pose->is_translation() && pair.b.pose->is_translation()) {
      for (std::size_t l = 0; l < line.size(); ++l) {
        line[l] = (pair.b.hull->centre[l] - pair.a.hull->centre[l]) + filtered.offset()[l];
      }
      return line;
    }
  }
  for (int l = 0; l < d; ++l) {
    double a = 0;
    double b = 0;
    for (int k = 0; k < d; ++k) {
      a += pair.a.pose->linear(l, k) * pair.a.hull->centre[k];
      b += pair.b.pose->linear(l, k) * pair.b.hull->centre[k];
    }
    const auto at = static_cast<std::size_t>(l);
    line[at] = (b - a) + filtered.offset()[at];
  }
  return line;
}

/// separated or overlapping if proven, else undecided. `line` is line_of_centres(), and the
/// direction of the separation. A line too long for its squares, or of bodies out of range, has an
/// infinite error: both comparisons are then false, of infinities or of no number.
template <int D>
Verdict prove_by_balls(const FilteredPair<D>& filtered, const Vector<D>& line) {
  const Pair<D>& pair = filtered.pair();
  double squared = 0;
  double error = 0;
  for (int l = 0; l < pair.dimension(); ++l) {
    const double entry = line[static_cast<std::size_t>(l)];
    squared += entry * entry;
    error += filtered.error(l);
  }
  // Norms differ by at most the sum of the components' errors; 2^-480 covers squares that vanish.
  const double between = std::sqrt(squared);
  // A sum of d squares, its root and the few operations around it: (d + 16) roundings at most.
  const double roundings = (pair.dimension() + kBallUnits) * kUnit;
  const double slack = error + between * roundings + kBallUnderflow;
  const double reach = pair.a.hull->circumscribed * pair.a.pose->greatest_stretch() +
                       pair.b.hull->circumscribed * pair.b.pose->greatest_stretch();
  if (between - slack > reach * (1 + roundings)) return Verdict::separated;
  // The centre of a body without a ball is a mean of vertices, rounded: it may lie outside of it.
  if (!(pair.a.hull->inscribed > 0 && pair.b.hull->inscribed > 0)) return Verdict::undecided;
  const double core = pair.a.hull->inscribed * pair.a.pose->least_stretch() +
                      pair.b.hull->inscribed * pair.b.pose->least_stretch();
  if (between + slack < core * (1 - roundings)) return Verdict::overlapping;
  return Verdict::undecided;
}

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// Proves verdicts from balls alone. Disjoint circumscribed balls separate the bodies. Inscribed
// balls that share more than a point prove an overlap. A pose scales a radius by at most
// greatest_singular_value() and at least least_singular_value(): bounds on the singular values of
// the exact R.
#pragma once

#include <cmath>

#include "filter/bounds.hpp"
#include "filter/filtered_pair.hpp"

namespace sunder::detail {

/// Returns the vector from a's centre to b's, in the world frame. Each component is as exact as
/// FilteredPair::error() promises, since a centre is within its body's bounds.
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

/// Returns separated or overlapping if proven, else undecided. `line` is line_of_centres(), and the
/// direction of the separation. The error is infinite if the line is too long for its squares or a
/// body is out of range. Both comparisons, of infinities or of NaN, are then false.
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
  // Norms differ by at most the sum of the components' errors; 2^-480 covers squares that
  // underflow.
  const double between = std::sqrt(squared);
  // A sum of d squares, its root and the few operations around it have at most (d + 16) roundings.
  const double roundings = (pair.dimension() + kBallUnits) * kUnit;
  const double slack = error + between * roundings + kBallUnderflow;
  const double reach = pair.a.hull->circumscribed * greatest_singular_value(*pair.a.pose) +
                       pair.b.hull->circumscribed * greatest_singular_value(*pair.b.pose);
  if (between - slack > reach * (1 + roundings)) return Verdict::separated;
  // Without an inscribed ball the centre is a rounded mean of vertices, which may lie outside the
  // body.
  if (!(pair.a.hull->inscribed > 0 && pair.b.hull->inscribed > 0)) return Verdict::undecided;
  const double core = pair.a.hull->inscribed * least_singular_value(*pair.a.pose) +
                      pair.b.hull->inscribed * least_singular_value(*pair.b.pose);
  if (between + slack < core * (1 - roundings)) return Verdict::overlapping;
  return Verdict::undecided;
}

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// P1: proofs from balls alone. Circumscribed balls that miss each other separate the bodies; inscribed
// balls that meet in more than a point make them overlap. A pose stretches a ball's radius by at most
// greatest_stretch() and at least least_stretch(), bounds on the singular values of the exact R.
#pragma once

#include <cmath>

#include "filter/minkowski.hpp"

namespace sunder::detail {

/// separated or overlapping if proven, else undecided. `line` receives the line from a's centre to
/// b's, which then is the direction of the separation.
template <int D>
Verdict prove_by_balls(const Pair<D>& pair, double* line) noexcept {
  const int d = pair.dimension();
  double squared = 0;
  double error = 0;
  for (int l = 0; l < d; ++l) {
    const double delta = pair.b.pose->offset(l) - pair.a.pose->offset(l);
    double a = 0;
    double b = 0;
    double size = std::fabs(delta);
    for (int k = 0; k < d; ++k) {
      const double of_a = pair.a.pose->linear(l, k) * pair.a.hull->centre[k];
      const double of_b = pair.b.pose->linear(l, k) * pair.b.hull->centre[k];
      a += of_a;
      b += of_b;
      size += std::fabs(of_a) + std::fabs(of_b) +
              pair.a.pose->linear_error() * std::fabs(pair.a.hull->centre[k]) * 0x1p52 +
              pair.b.pose->linear_error() * std::fabs(pair.b.hull->centre[k]) * 0x1p52;
    }
    line[l] = (b - a) + delta;
    squared += line[l] * line[l];
    error += (d + 4) * kUnit * size;
  }
  if (!pair.a.in_filter_range() || !pair.b.in_filter_range()) return Verdict::undecided;
  // Norms differ by at most the sum of the components' errors; 2^-480 covers squares that vanish.
  const double between = std::sqrt(squared);
  const double slack = error + between * 0x1p-48 + 0x1p-480;
  if (!(between < 0x1p400)) return Verdict::undecided;
  const double reach = pair.a.hull->circumscribed * pair.a.pose->greatest_stretch() +
                       pair.b.hull->circumscribed * pair.b.pose->greatest_stretch();
  if (between - slack > reach * (1 + 0x1p-48)) return Verdict::separated;
  const double core = pair.a.hull->inscribed * pair.a.pose->least_stretch() +
                      pair.b.hull->inscribed * pair.b.pose->least_stretch();
  if (between + slack < core * (1 - 0x1p-48)) return Verdict::overlapping;
  return Verdict::undecided;
}

}  // namespace sunder::detail

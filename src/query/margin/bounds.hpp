// SPDX-License-Identifier: Apache-2.0
//
// Proves bounds on the signed distance, in doubles: from balls, and from one direction.
//
//   signed distance >= (value - E) / |u|   for any direction, with Lemma 1's value and error; the
//                                          largest such quotient is the signed distance itself
//   signed distance <= that of two balls inside the bodies, >= that of two balls around them
#pragma once

#include <limits>

#include "filter/balls.hpp"
#include "filter/distance_bounds.hpp"

namespace sunder::detail {

struct SignedBounds {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

/// Returns the lower bound of a direction that satisfies the conditions of Lemma 1.
template <int D>
double lower_signed_distance(const FilteredPair<D>& filtered, const Vector<D>& u) {
  const DirectionalGap gap = filtered.gap(u.data());
  double squared = 0;
  for (const double entry : u) squared += entry * entry;
  const double least = (gap.value - gap.error) / std::sqrt(squared);
  const double error = length_error(filtered.pair().dimension());
  return least > 0 ? least * (1 - error) : least * (1 + error);
}

/// `line` is line_of_centres(). The slack is that of prove_by_balls(), and covers the last
/// subtraction too.
template <int D>
SignedBounds bounds_by_balls(const FilteredPair<D>& filtered, const Vector<D>& line) {
  const Body<D>& a = filtered.pair().a;
  const Body<D>& b = filtered.pair().b;
  double squared = 0;
  double error = 0;
  const int d = filtered.pair().dimension();
  for (int l = 0; l < d; ++l) {
    const double entry = line[static_cast<std::size_t>(l)];
    squared += entry * entry;
    error += filtered.error(l);
  }
  const double between = std::sqrt(squared);
  const double reach = a.hull->circumscribed * greatest_singular_value(*a.pose) +
                       b.hull->circumscribed * greatest_singular_value(*b.pose);
  SignedBounds bounds;
  if (!(between < 0x1p400 && error < 0x1p400 && reach < 0x1p400)) return bounds;
  const double slack = error + (between + reach) * length_error(d) + 0x1p-480;
  bounds.lower = between - reach - slack;
  // A centre without a ball may lie outside of its body.
  if (a.hull->inscribed > 0 && b.hull->inscribed > 0) {
    const double core = a.hull->inscribed * least_singular_value(*a.pose) +
                        b.hull->inscribed * least_singular_value(*b.pose);
    bounds.upper = between - core + slack;
  }
  return bounds;
}

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// Proves Lemma 4: bounds on a distance in doubles, from below by a direction, from above by two
// weighted points.
//
//   lower = (value - E) / |u|        with Lemma 1's value and error along u,
//
//   upper = |sum w_k c_k| / sum w_k  with the errors of the points c_k and of both sums included.
//
// Each is moved outward by (d+16) 2^-52, which exceeds the roundings of its own evaluation in any
// mode. A square root halves those of d squares, and a dozen more come from the other operations.
#pragma once

#include <cmath>
#include <limits>
#include <span>

#include "filter/bounds.hpp"
#include "filter/filtered_pair.hpp"

namespace sunder::detail {

struct DistanceBounds {
  double lower = 0;
  double upper = std::numeric_limits<double>::infinity();
};

/// Returns the relative error of a length of d entries, including the operations that use it here.
inline double length_error(int d) noexcept { return (d + kLengthUnits) * kUnit; }

template <int D>
double lower_distance(const FilteredPair<D>& pair, const double* u) {
  const DirectionalGap gap = pair.gap(u);
  if (!gap.proves_separated()) return 0;
  double squared = 0;
  for (int k = 0; k < pair.dimension(); ++k) squared += u[k] * u[k];
  return (gap.value - gap.error) / std::sqrt(squared) * (1 - length_error(pair.dimension()));
}

/// Bounds every coordinate of the weighted mean of the exact differences. Returns false if the
/// weights prove nothing.
template <int D>
bool bound_mean_difference(const FilteredPair<D>& pair, std::span<const IndexPair> pairs,
                           std::span<const double> weights, Vector<D>& most) {
  const int d = pair.dimension();
  most = make_vector<D>(d);
  const Vector<D> error = pair.errors();
  Vector<D> sum = make_vector<D>(d);
  Vector<D> size = make_vector<D>(d);
  Vector<D> c = make_vector<D>(d);
  double total = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!(weights[i] >= 0)) return false;
    total += weights[i];
    pair.difference(pairs[i], c.data());
    for (std::size_t l = 0; l < c.size(); ++l) {
      sum[l] += weights[i] * c[l];
      size[l] += weights[i] * std::fabs(c[l]);
    }
  }
  const double roundings = static_cast<double>(pairs.size() + kMeanRoundings) * kUnit;
  total *= 1 - 2 * roundings;
  if (!(total > kLeastTotalWeight)) return false;
  for (std::size_t l = 0; l < c.size(); ++l) {
    const double off = (total * error[l] + roundings * size[l]) * (1 + kMeanShare) + kMeanUnderflow;
    most[l] = (std::fabs(sum[l]) + off) / total;
  }
  return true;
}

template <int D>
double upper_distance(const FilteredPair<D>& pair, std::span<const IndexPair> pairs,
                      std::span<const double> weights) {
  const int d = pair.dimension();
  Vector<D> most;
  if (!bound_mean_difference<D>(pair, pairs, weights, most)) {
    return std::numeric_limits<double>::infinity();
  }
  double squared = 0;
  for (const double entry : most) squared += entry * entry;
  // Squares below 2^-960 may underflow; the last term exceeds what they could have added.
  return std::sqrt(squared) * (1 + length_error(d)) + static_cast<double>(d) * kLengthUnderflow;
}

template <int D>
DistanceBounds distance_bounds(const FilteredPair<D>& pair, const double* u,
                               std::span<const IndexPair> pairs, std::span<const double> weights) {
  return {lower_distance(pair, u), upper_distance(pair, pairs, weights)};
}

}  // namespace sunder::detail

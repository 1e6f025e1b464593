// SPDX-License-Identifier: Apache-2.0
//
// Computes the point of C that is closest to 0, in exact integers: Wolfe's min-norm point method.
// Each set of active vertices gives a strictly shorter point. No set repeats, so the method ends.
#pragma once

#include <span>
#include <vector>

#include "exact/integer.hpp"
#include "exact/root_sum.hpp"
#include "geometry/integer_pair.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail {

/// The closest point is sum weights[k] (a_i - b_j)_k / total, at 2^exponent / denominator a unit.
struct MinNorm {
  std::vector<IndexPair> pairs;  ///< kept indices, affinely independent differences
  std::vector<BigInt> weights;   ///< positive
  BigInt total;                  ///< their sum
  std::vector<BigInt> point;     ///< sum weights[k] * difference_k, not divided by total
  BigInt denominator;
  int exponent = 0;

  struct Interval {
    double lower;
    double upper;
  };
  Root length() const;
  /// Returns neighbouring doubles that enclose the distance; upper is infinite where it overflows.
  Interval distance() const;
  /// Returns the weights divided by their total; for points, not for proofs.
  std::vector<double> rounded_weights() const;
};

/// Neither body may be empty. `start` may name the active vertices that a search found.
template <int D>
MinNorm find_min_norm(const Pair<D>& pair, std::span<const IndexPair> start);
/// Returns the closest point of integer points, for example those of a pair that has moved.
template <int D>
MinNorm find_min_norm(const IntegerPair<D, BigInt>& points, std::span<const IndexPair> start);
/// Returns the closest point of C + s * sweep over all s in [0, 1], with `sweep` in the unit of the
/// points. An index of a that is not below its vertex count names a vertex at the end of the sweep.
template <int D>
MinNorm find_swept_min_norm(const IntegerPair<D, BigInt>& points, const PerAxis<D, BigInt>& sweep);

}  // namespace sunder::detail

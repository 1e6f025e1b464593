// SPDX-License-Identifier: Apache-2.0
//
// Computes the depth in exact integers, by an expanding polytope without rounding.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "exact/root_sum.hpp"
#include "geometry/body.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail {

/// A facet of C that is nearest to 0. The depth is height / |normal| * 2^exponent / denominator, with
/// the last two from ExactDepth.
template <int D>
struct NearestFacet {
  std::array<BigInt, D> normal;         ///< outward, without common factor
  BigInt height;                        ///< normal . corner, positive
  std::array<std::int32_t, D> corners;  ///< positions in ExactDepth::pairs
};

template <int D>
struct ExactDepth {
  /// A closed polytope inscribed in C that holds the ball of the depth about 0. Its corners are pairs
  /// of kept indices; its facets are oriented outward as in DepthProof.
  std::vector<IndexPair> pairs;
  std::vector<std::array<std::int32_t, D>> facets;
  /// The nearest facets of C, of different directions: all of them on request, otherwise one.
  std::vector<NearestFacet<D>> nearest;
  BigInt denominator;  ///< C's real coordinates are integers * 2^exponent / denominator
  int exponent = 0;

  struct Interval {
    double lower;
    double upper;
  };
  /// Returns the depth without rounding; `nearest` must not be empty.
  Root length() const;
  /// Returns the depth between neighbouring doubles, or twice where it is one; upper is infinite
  /// where it overflows.
  Interval depth() const;
};

/// `start` are pairs (kept indices) to begin with, any number of them. The best are those of an
/// overlap's certificate, and the corners of an expansion in doubles. Where 0 is not inside C,
/// `nearest` is empty and depth() is [0, 0].
///
/// Cost: a support query and a new corner a step. About 0.1 ms for boxes and bodies of 8 vertices,
/// 0.2 to 0.5 ms for 50 vertices, 0.3 ms (shallow) to 5 ms (concentric) for 500.
template <int D>
ExactDepth<D> find_exact_depth(const Pair<D>& pair, std::span<const IndexPair> start,
                               bool all_nearest);

}  // namespace sunder::detail

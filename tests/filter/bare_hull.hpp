// SPDX-License-Identifier: Apache-2.0
//
// Builds a body's block without a polytope, for tests of bounds. Each number in a bound is set by
// itself, independent of all others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

#include "filter/is_about.hpp"
#include "geometry/body.hpp"

namespace sunder::test {

/// All zero until set, one vertex at 0.
struct BareHull {
  static constexpr int kMostDimensions = 8;
  static constexpr std::int32_t kStride = detail::kRowAlignment;

  alignas(64) std::array<double, std::size_t{(kMostDimensions + 1) * kStride}> points{};
  std::array<double, kMostDimensions + 1> max_abs{};
  std::array<double, kMostDimensions + 1> centre{};
  detail::HullBlock block;

  explicit BareHull(int dimension) {
    block.dimension = dimension;
    block.count = 1;
    block.stride = kStride;
    block.points = points.data();
    block.max_abs = max_abs.data();
    block.centre = centre.data();
  }
  BareHull(const BareHull&) = delete;
  BareHull& operator=(const BareHull&) = delete;
};

/// x -> scale x + offset.
template <int D>
Pose<D> scaling(double scale, const std::vector<double>& offset) {
  const std::size_t d = offset.size();
  std::vector<double> rows(d * (d + 1));
  for (std::size_t l = 0; l < d; ++l) {
    rows[l * (d + 1) + l] = scale;
    rows[l * (d + 1) + d] = offset[l];
  }
  return Pose<D>::from_matrix(rows, static_cast<int>(d)).value();
}

/// is_about(), as narrow as sums of few terms allow.
inline testing::AssertionResult is_promised(double found, const Rational& promised, int bits = 45) {
  return is_about(found, promised, bits);
}

/// 2^exponent.
inline Rational two_to(int exponent) {
  Rational power = 1;
  for (int i = 0; i < std::abs(exponent); ++i) power *= 2;
  return exponent < 0 ? Rational(1 / power) : power;
}

}  // namespace sunder::test

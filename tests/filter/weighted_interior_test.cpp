// SPDX-License-Identifier: Apache-2.0
//
// Weights on more points than a simplex has, in the plane: the four corners of a cross.
#include "filter/weighted_interior.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace sunder::detail {
namespace {

/// (1, 0), (0, 1), (-1, 0) span; the fourth point is given.
bool proves(std::vector<double> fourth, std::vector<double> weights, double error) {
  std::vector<double> points{1, 0, 0, 1, -1, 0};
  points.insert(points.end(), fourth.begin(), fourth.end());
  // The inverse of {{1, 0, -1}, {0, 1, 0}, {1, 1, 1}}.
  const double inverse[] = {0.5, -0.5, 0.5, 0, 1, 0, -0.5, -0.5, 0.5};
  const std::vector<double> errors{error, error};
  return proves_interior({points, errors, weights, inverse, 3});
}

TEST(WeightedInterior, ACrossHoldsItsMiddleThoughNoTriangleOfItDoes) {
  EXPECT_TRUE(proves({0, -1}, {1, 1, 1, 1}, 1e-15));
  EXPECT_TRUE(proves({0, -1}, {1, 1, 1, 1 + 1e-9}, 1e-15)) << "weights may be rounded";
  EXPECT_FALSE(proves({0, -1}, {1, 1, 1, 1}, 0.5)) << "points that are not known well enough";
}

TEST(WeightedInterior, ProvesNothingWhereZeroIsOutsideOrOnTheBoundary) {
  EXPECT_FALSE(proves({0, 1}, {1, 1, 1, 1}, 1e-15)) << "all at y >= 0, 0 on the boundary";
  EXPECT_FALSE(proves({0, 1}, {1, 1e-17, 1, 0}, 1e-15)) << "a weight within the rounding";
  EXPECT_FALSE(proves({0, -1}, {1, 0, 1, 0}, 1e-15)) << "a weight of 0 on a point that spans";
  EXPECT_FALSE(proves({0, -1}, {1, 1, 1, -1}, 1e-15)) << "no weight at all";
  EXPECT_FALSE(proves({0, -1}, {1, 1, 1, 3}, 1e-15)) << "weights of another point";
}

}  // namespace
}  // namespace sunder::detail

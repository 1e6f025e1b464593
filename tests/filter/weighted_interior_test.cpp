// SPDX-License-Identifier: Apache-2.0
//
// Weights on more points than a simplex has, in the plane: the four corners of a cross.
#include "filter/weighted_interior.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace sunder::detail {
namespace {

constexpr std::size_t kStride = dense_stride(3);

struct Columns {
  explicit Columns(std::size_t count) : count(count), entries(count * kStride) {}
  DenseColumns view() { return {entries.data(), count, kStride}; }

  std::size_t count;
  AlignedBuffer entries;
};

void fill(Columns& columns, std::initializer_list<double> rows_of_three) {
  std::size_t i = 0;
  for (const double entry : rows_of_three) {
    columns.entries.data()[i / 3 * kStride + i % 3] = entry;
    ++i;
  }
}

/// The points (1, 0), (0, 1), (-1, 0) times `size` span; the fourth point is given, and may have
/// weight 0.
bool proves(std::vector<double> fourth, const std::vector<double>& weights, double error,
            double size = 1) {
  Columns spanning(3);
  fill(spanning, {size, 0, 1, 0, size, 1, -size, 0, 1});
  Columns inverse(3);
  fill(inverse, {0.5 / size, 0, -0.5 / size, -0.5 / size, 1 / size, -0.5 / size, 0.5, 0, 0.5});
  WeightedInterior interior(2);
  interior.errors()[0] = interior.errors()[1] = error * size;
  if (!interior.invert(spanning.view(), inverse.view())) return false;
  Columns further(1);
  fill(further, {fourth[0] * size, fourth[1] * size, 1});
  interior.clear();
  interior.add(spanning.view(), weights.data());
  interior.add(further.view(), weights.data() + 3);
  return interior.holds(std::min({weights[0], weights[1], weights[2]}));
}

TEST(WeightedInterior, ACrossHoldsItsMiddleThoughNoTriangleOfItDoes) {
  EXPECT_TRUE(proves({0, -1}, {1, 1, 1, 1}, 1e-15));
  EXPECT_TRUE(proves({0, -1}, {1, 1, 1, 1 + 1e-9}, 1e-15)) << "weights may be rounded";
  EXPECT_FALSE(proves({0, -1}, {1, 1, 1, 1}, 0.5)) << "points that are not known well enough";
}

TEST(WeightedInterior, HoldsAtEverySizeThatTheBoundsReach) {
  EXPECT_TRUE(proves({0, -1}, {1, 1, 1, 1}, 1e-15, 0x1p300));
  EXPECT_TRUE(proves({0, -1}, {1, 1, 1, 1}, 1e-15, 0x1p-300));
  EXPECT_FALSE(proves({0, -1}, {1, 1, 1, 1}, 1e-15, 0x1p400)) << "beyond what the bounds allow";
  EXPECT_FALSE(proves({0, -0x1p400}, {1, 1, 1, 0x1p-400}, 1e-15)) << "the further point as well";
}

TEST(WeightedInterior, ProvesNothingWhereZeroIsOutsideOrOnTheBoundary) {
  EXPECT_FALSE(proves({0, 1}, {1, 1, 1, 1}, 1e-15)) << "all at y >= 0, 0 on the boundary";
  EXPECT_FALSE(proves({0, 1}, {1, 1e-17, 1, 0}, 1e-15)) << "a weight within the rounding";
  EXPECT_FALSE(proves({0, -1}, {1, 0, 1, 0}, 1e-15)) << "a weight of 0 on a point that spans";
  EXPECT_FALSE(proves({0, -1}, {1, 1, 1, -1}, 1e-15)) << "no weight at all";
  EXPECT_FALSE(proves({0, -1}, {1, 1, 1, 3}, 1e-15)) << "weights of another point";
}

TEST(WeightedInterior, HoldsUpToTheLargestPointsAndNoFarther) {
  const double below = std::nextafter(0x1p350, 0.0);
  EXPECT_TRUE(proves({0, -1}, {1, 1, 1, 1}, 1e-15, below));
  EXPECT_FALSE(proves({0, -1}, {1, 1, 1, 1}, 1e-15, 0x1p350));
  EXPECT_TRUE(proves({0, -below}, {1, 1, 1, 0x1p-350}, 1e-15));
  EXPECT_FALSE(proves({0, -0x1p350}, {1, 1, 1, 0x1p-350}, 1e-15));
}

TEST(WeightedInterior, HoldsUpToTheLargestWeightsAndNoFarther) {
  const double below = std::nextafter(0x1p10, 0.0);
  EXPECT_TRUE(proves({0, -1}, {1, below, 1, below}, 1e-15));
  EXPECT_FALSE(proves({0, -1}, {1, 0x1p10, 1, below}, 1e-15));
  EXPECT_FALSE(proves({0, -1}, {1, below, 1, 0x1p10}, 1e-15));
}

TEST(WeightedInterior, ProvesNothingFromWhatIsNoNumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(proves({0, -1}, {1, nan, 1, 1}, 1e-15));
  EXPECT_FALSE(proves({0, -1}, {1, 1, 1, infinity}, 1e-15));
  EXPECT_FALSE(proves({nan, -1}, {1, 1, 1, 1}, 1e-15));
  EXPECT_FALSE(proves({0, -infinity}, {1, 1, 1, 1}, 1e-15));
  EXPECT_FALSE(proves({0, -1}, {1, 1, 1, 1}, nan));
}

}  // namespace
}  // namespace sunder::detail

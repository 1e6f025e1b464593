// SPDX-License-Identifier: Apache-2.0
//
// A vertex as a block equals the block of make_block() for that point, in every field that a query
// reads. A field that only one of the two fills would end the program in some algorithm.
#include "geometry/vertex_block.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace sunder::detail {
namespace {

template <int D>
void expect_as_built(int d, double scale) {
  std::vector<double> points;
  std::vector<std::int32_t> caller;
  for (int i = 0; i < 5; ++i) {
    caller.push_back(2 * i + 1);
    for (int k = 0; k < d; ++k) points.push_back(scale * (i * i - 3 * k + 0.5));
  }
  const auto whole = make_block(points.data(), caller.data(), 5, d, {});
  VertexBlock<D> vertex(d);
  for (std::int32_t i = 0; i < 5; ++i) {
    const HullBlock& placed = *vertex.place(*whole, i);
    const auto built = make_block(points.data() + std::ptrdiff_t{i} * d,
                                  &caller[static_cast<std::size_t>(i)], 1, d, {});
    EXPECT_EQ(placed.dimension, built->dimension);
    EXPECT_EQ(placed.count, 1);
    EXPECT_EQ(placed.stride, built->stride);
    EXPECT_EQ(placed.shape, built->shape);
    EXPECT_EQ(placed.in_filter_range, built->in_filter_range);
    EXPECT_EQ(placed.exponents.low, built->exponents.low);
    EXPECT_EQ(placed.exponents.top, built->exponents.top);
    EXPECT_EQ(placed.caller[0], built->caller[0]);
    EXPECT_EQ(placed.circumscribed, built->circumscribed);
    EXPECT_EQ(placed.inscribed, built->inscribed);
    EXPECT_EQ(placed.report->affine_dimension, 0);
    EXPECT_GE(placed.farthest, built->farthest);
    ASSERT_EQ(placed.points_float == nullptr, built->points_float == nullptr);
    for (int k = 0; k < d; ++k) {
      EXPECT_EQ(placed.max_abs[k], built->max_abs[k]);
      EXPECT_EQ(placed.lower[k], built->lower[k]);
      EXPECT_EQ(placed.upper[k], built->upper[k]);
      EXPECT_EQ(placed.centre[k], built->centre[k]);
      if (d > 3) {
        EXPECT_EQ(placed.lowest()[k], 0);
        EXPECT_EQ(placed.highest()[k], 0);
      }
      for (std::int32_t lane = 0; lane < placed.stride; ++lane) {
        EXPECT_EQ(placed.row(k)[lane], built->row(k)[lane]);
        if (placed.points_float == nullptr) continue;
        const std::ptrdiff_t at = std::ptrdiff_t{k} * placed.stride + lane;
        EXPECT_EQ(placed.points_float[at], built->points_float[at]);
      }
    }
  }
}

TEST(VertexBlock, IsTheBlockOfOnePoint) {
  for (const double scale : {1.0, 5e-324, 1e10, 1e300}) {
    expect_as_built<2>(2, scale);
    expect_as_built<3>(3, scale);
    for (int d = 1; d <= 12; ++d) expect_as_built<kRunTime>(d, scale);
  }
}

}  // namespace
}  // namespace sunder::detail

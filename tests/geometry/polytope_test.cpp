// SPDX-License-Identifier: Apache-2.0
#include "sunder/polytope.hpp"

#include <gtest/gtest.h>

namespace sunder {
namespace {

TEST(Polytope, DefaultIsEmpty) {
  const Polytope3 empty;
  EXPECT_TRUE(empty.empty());
  EXPECT_EQ(empty.dimension(), 3);
  EXPECT_EQ(empty.report().affine_dimension, -1);
  EXPECT_GT(empty.bounds().lower[0], empty.bounds().upper[0]);
}

TEST(Polytope, BoxHasItsTopology) {
  const Polytope3 box = Polytope3::box({1, 2, 3});
  EXPECT_EQ(box.vertex_count(), 8);
  EXPECT_EQ(box.faces().size(), 6U);
  EXPECT_EQ(box.edges().size(), 12U);
  EXPECT_EQ(box.inscribed_ball().radius, 1.0);
}

}  // namespace
}  // namespace sunder

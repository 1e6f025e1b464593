// SPDX-License-Identifier: Apache-2.0
//
// Tests the rows of a polygon: counter-clockwise for any given order, and repeated. Sets without
// area or of extreme size have none.
#include "geometry/polygon.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "geometry/body.hpp"
#include "sunder/sunder.hpp"

namespace sunder::detail {
namespace {

const HullBlock& block_of(const Polytope2& polytope) { return BlockAccess::block(polytope); }

void expect_rows(const Polygon& polygon, int corners) {
  ASSERT_EQ(polygon.count, corners);
  const double* const x = polygon.rows();
  const double* const y = x + polygon.stride;
  const double* const normal_x = y + polygon.stride;
  const double* const normal_y = normal_x + polygon.stride;
  const double* const height = normal_y + polygon.stride;
  if (corners > Polygon::kLanes) {
    EXPECT_GE(polygon.stride, corners + Polygon::kLanes);
  }
  EXPECT_EQ(polygon.stride % Polygon::kLanes, 0);
  for (std::int32_t i = 0; i < polygon.stride; ++i) {
    const std::int32_t next = (i + 1) % corners;
    EXPECT_EQ(x[i], x[i % corners]);
    EXPECT_EQ(y[i], y[i % corners]);
    const double edge_x = x[next] - x[i];
    const double edge_y = y[next] - y[i];
    const double length = std::hypot(edge_x, edge_y);
    EXPECT_NEAR(normal_x[i] * length, edge_y, 1e-15 * length);
    EXPECT_NEAR(normal_y[i] * length, -edge_x, 1e-15 * length);
    for (std::int32_t j = 0; j < corners; ++j) {
      EXPECT_LE(normal_x[i] * x[j] + normal_y[i] * y[j], height[i] + 1e-14);
    }
    EXPECT_LE(std::hypot(x[i], y[i]), polygon.size);
  }
}

TEST(Polygon, RowsGoRoundCounterClockwise) {
  for (const int corners : {3, 4, 7, 8, 9, 16, 17, 64, 256}) {
    for (const double way : {1.0, -1.0}) {
      std::vector<Vector2> points;
      for (int i = 0; i < corners; ++i) {
        const double angle = way * 6.283185307179586 * i / corners;
        points.push_back({1 + std::cos(angle), std::sin(angle)});
        points.push_back(points.back());
      }
      points.push_back({1, 0});
      const Polytope2 polytope = Polytope2::from_points(points).value();
      ASSERT_NE(block_of(polytope).polygon, nullptr) << corners;
      expect_rows(*block_of(polytope).polygon, corners);
    }
  }
}

TEST(Polygon, NoneForWhatIsNoPolygonOfPlainSize) {
  const auto has_rows = [](std::initializer_list<Vector2> points) {
    return block_of(Polytope2::from_points(points).value()).polygon != nullptr;
  };
  EXPECT_TRUE(has_rows({{0, 0}, {1, 0}, {0, 1}}));
  EXPECT_FALSE(has_rows({}));
  EXPECT_FALSE(has_rows({{1, 2}}));
  EXPECT_FALSE(has_rows({{0, 0}, {1, 1}, {3, 3}}));
  EXPECT_FALSE(has_rows({{0, 0}, {0x1p120, 0}, {0, 1}}));
  EXPECT_FALSE(has_rows({{0, 0}, {0x1p-120, 0}, {0, 0x1p-120}}));
  EXPECT_FALSE(has_rows({{0, 0}, {1, 0}, {0, 0x1p-1074}}));
  EXPECT_EQ(block_of(Polytope2::regular_polygon(300, 1)).polygon, nullptr);
}

}  // namespace
}  // namespace sunder::detail

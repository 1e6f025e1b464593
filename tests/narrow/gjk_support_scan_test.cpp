// SPDX-License-Identifier: Apache-2.0
//
// The scan of up to 64 vertices in the walk to the closest points finds a vertex at any index, in a
// body of any number of vertices. The points are on a sphere. A point ten times as far from its centre
// as vertex i is nearest to that vertex, at nine times the vertex's length.
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <vector>

#include "geometry/body.hpp"
#include "narrow/gjk/nearest.hpp"
#include "query/empty_distance.hpp"
#include "sunder/query.hpp"

namespace sunder::detail::gjk {
namespace {

std::vector<Vector3> points_on_a_sphere(int count) {
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i) {
    const double z = 1 - (2 * i + 1) / static_cast<double>(count);
    const double turn = std::numbers::pi * (3 - std::sqrt(5.0)) * i;
    const double flat = std::sqrt(1 - z * z);
    points.push_back({flat * std::cos(turn), flat * std::sin(turn), z});
  }
  return points;
}

/// The walk alone, without the general way that comes where it gives up.
void expect_distance(const Posed3& a, const Posed3& b, double expected) {
  Nearest nearest;
  Distance3 answer = kEmptyDistance3;
  find_nearest({make_body(a), make_body(b)}, {}, nearest, answer);
  ASSERT_EQ(nearest.verdict, Verdict::separated);
  ASSERT_LE(answer.distance.lower, expected * (1 + 1e-15));
  ASSERT_GE(answer.distance.upper, expected * (1 - 1e-15));
  ASSERT_NEAR(answer.distance.lower, answer.distance.upper, 1e-13 * expected);
}

TEST(GjkSupportScan, FindsTheVertexAtAnyIndexOfAnyNumberOfVertices) {
  const Pose3 still = Pose3::translation({0, 0, 0}).value();
  for (int count = 1; count <= 66; ++count) {
    const std::vector<Vector3> points = points_on_a_sphere(count);
    const Polytope3 body = Polytope3::from_points(points).value();
    ASSERT_EQ(body.vertex_count(), count);
    for (int i = 0; i < count; ++i) {
      SCOPED_TRACE(testing::Message() << "vertex " << i << " of " << count);
      const Vector3& x = points[static_cast<std::size_t>(i)];
      const Polytope3 point = Polytope3::from_points({{10 * x[0], 10 * x[1], 10 * x[2]}}).value();
      const double expected = 9 * std::hypot(x[0], x[1], x[2]);
      expect_distance({body, still}, {point, still}, expected);
      expect_distance({point, still}, {body, still}, expected);
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace sunder::detail::gjk

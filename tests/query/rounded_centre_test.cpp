// SPDX-License-Identifier: Apache-2.0
//
// A flat body of many vertices far from the origin, whose rounded mean lies outside it. The mean is
// within a ball inside another, separated body: balls must not claim an overlap of the two.
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <vector>

#include "sunder/sunder.hpp"

namespace sunder::test {
namespace {

constexpr double kFar = 0x1p20;

/// In the plane x + y = kFar; sums of x lose the last part of nearly all terms.
Polytope3 flat_cluster() {
  constexpr double kPart = 1.25 * 0x1p-20;
  std::vector<Vector3> points;
  for (const double z : {-1.0, 1.0}) {
    points.push_back({kFar - 1, 1, z});
    points.push_back({kFar + 1, -1, z});
  }
  points.resize(60000, {kFar + kPart, -kPart, 0});
  BuildOptions options;
  options.reduce = false;
  return Polytope3::from_points(points, options).value();
}

TEST(RoundedCentre, BallsClaimNoOverlapOfBodiesApart) {
  const Polytope3 flat = flat_cluster();
  const Vector3 centre = flat.circumscribed_ball().centre;
  const double off = (centre[0] - kFar) + centre[1];
  ASSERT_LT(off, -1e-7);
  // A box on the side of the mean, whose face is between the mean and the plane.
  const double along = (1 - 0.4 * std::fabs(off) * std::sqrt(0.5)) * std::sqrt(0.5);
  const double eighth = std::numbers::pi / 8;
  const Pose3 pose = Pose3::from_wxyz({std::cos(eighth), 0, 0, std::sin(eighth)},
                                      {centre[0] - along, centre[1] - along, 0})
                         .value();
  const Polytope3 box = Polytope3::box({1, 1, 1});
  const Posed3 a{flat};
  const Posed3 b{box, pose};
  const Certificate certificate = certify(a, b, intersects(a, b));
  ASSERT_EQ(certificate.verdict, Verdict::separated);
  ASSERT_TRUE(verify(a, b, certificate));
  for (const Algorithm algorithm : {Algorithm::automatic, Algorithm::gjk, Algorithm::sat,
                                    Algorithm::plane_projection, Algorithm::edge_projection}) {
    Search3 options;
    options.algorithm = algorithm;
    EXPECT_EQ(intersects(a, b, options).verdict, Verdict::separated) << to_string(algorithm);
    EXPECT_EQ(intersects(b, a, options).verdict, Verdict::separated) << to_string(algorithm);
  }
  EXPECT_GT(distance(a, b).distance.lower, 0);
  EXPECT_EQ(compare_to_margin(a, b, {}).value().verdict, Verdict::separated);
}

}  // namespace
}  // namespace sunder::test

// SPDX-License-Identifier: Apache-2.0
//
// A pose made from a quaternion is its exact rotation, which no matrix of doubles may hold.

#include "gtest/gtest.h"

#include "certificate/known_pairs.hpp"

namespace sunder::test {
namespace {

Pose3 rotation(double w, double x, double y, double z, const Vector3& t = {}) {
  return Pose3::from_wxyz({w, x, y, z}, t).value();
}

Certificate touching_along_x(IndexPair pair) {
  Certificate certificate;
  certificate.dimension = 3;
  certificate.verdict = Verdict::touching;
  certificate.direction = doubles({1, 0, 0});
  certificate.pairs = {pair};
  return certificate;
}

/// The rotation of (2, 1, 0, 0) about x has cosine 3/5 and sine 4/5.
TEST(Quaternion, TouchesWhereNoMatrixOfDoublesWould) {
  const Polytope3 a =
      Polytope3::from_points({{0, 5, 0}, {0, 0, 0}, {-1, 0, 0}, {0, 0, -5}}).value();
  const Polytope3 b = Polytope3::from_points({{0, 3, 4}, {1, 3, 4}}).value();
  const Certificate certificate = touching_along_x({0, 0});
  for (const double scale : {1.0, -1.0, 0.1, 1e300, 1e-300, 5e-324}) {
    const Pose3 exact = rotation(2 * scale, scale, 0, 0);
    const Check check = verify(Posed3{a, exact}, Posed3{b}, certificate);
    EXPECT_TRUE(check) << scale << check.reason;
  }
  std::vector<double> rows = {1, 0, 0, 0, 0, 0.6, -0.8, 0, 0, 0.8, 0.6, 0};
  const Pose3 rounded = Pose3::from_matrix(rows).value();
  EXPECT_FALSE(verify(Posed3{a, rounded}, Posed3{b}, certificate));
}

TEST(Quaternion, BothBodiesTurnedHaveOneUnit) {
  const Polytope3 a =
      Polytope3::from_points({{0, 5, 0}, {-1, 0, 0}, {-1, 0, 1}, {-1, 3, 1}}).value();
  const Polytope3 b = Polytope3::from_points({{0, 0, 13}, {1, 0, 0}, {1, 0, 1}, {1, 3, 1}}).value();
  // (2,1,0,0) maps (0,5,0) to (0,3,4). (3,2,0,0), with cosine 5/13 and sine 12/13, maps (0,0,13) to
  // (0,-12,5).
  const Pose3 pose_a = rotation(2, 1, 0, 0, {0, 0, 1});
  const Pose3 pose_b = rotation(3, 2, 0, 0, {0, 15, 0});
  EXPECT_TRUE(verify(Posed3{a, pose_a}, Posed3{b, pose_b}, touching_along_x({0, 0})));
  EXPECT_FALSE(verify(Posed3{a, pose_b}, Posed3{b, pose_a}, touching_along_x({0, 0})));
  const Pose3 further = rotation(3, 2, 0, 0, {5e-324, 15, 0});
  EXPECT_FALSE(verify(Posed3{a, pose_a}, Posed3{b, further}, touching_along_x({0, 0})));
  Certificate separated = touching_along_x({0, 0});
  separated.verdict = Verdict::separated;
  separated.pairs.clear();
  EXPECT_FALSE(verify(Posed3{a, pose_a}, Posed3{b, pose_b}, separated));
  EXPECT_TRUE(verify(Posed3{a, pose_a}, Posed3{b, further}, separated));
  // The gap is the smallest double exactly, over a unit that no double equals.
  separated.distance.emplace();
  separated.distance->lower = 5e-324;
  separated.distance->upper = 5e-324;
  separated.distance->direction = doubles({1, 0, 0});
  separated.distance->a = {{0, {1, {}}}};
  separated.distance->b = {{0, {7, {}}}};
  EXPECT_TRUE(verify(Posed3{a, pose_a}, Posed3{b, further}, separated));
  separated.distance->upper = 1;
  separated.distance->lower = 1e-323;
  EXPECT_FALSE(verify(Posed3{a, pose_a}, Posed3{b, further}, separated));
}

TEST(Quaternion, AllThreeAxesAreTheRightOnes) {
  // A third of a turn about (1,1,1) maps x to y, y to z, z to x: (1,2,3) to (3,1,2).
  const Pose3 turn = rotation(1, 1, 1, 1);
  const Polytope3 a = Polytope3::from_points({{1, 2, 3}}).value();
  const Polytope3 b = Polytope3::from_points({{3, 1, 2}}).value();
  EXPECT_TRUE(verify(Posed3{a, turn}, Posed3{b}, touching_along_x({0, 0})));
  EXPECT_FALSE(verify(Posed3{b, turn}, Posed3{a}, touching_along_x({0, 0})));
}

}  // namespace
}  // namespace sunder::test

// SPDX-License-Identifier: Apache-2.0
//
// Tests the bounds on a relative motion against chains that move, whose points are placed by matrices.
#include "robot/path/relative_motion.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <vector>

#include "geometry/vectors.hpp"

namespace sunder::detail::robot {
namespace {

/// An axis as it is while all joints are at their middle.
struct Joint {
  Vector3 direction{}, point{};
  double rate = 0;
  bool turns = true;
};

double length(const Vector3& v) { return std::sqrt(dot<3>(v, v)); }

Vector3 random_vector(std::mt19937_64& random, double size) {
  std::uniform_real_distribution<double> entry(-size, size);
  return {entry(random), entry(random), entry(random)};
}

/// Where a point is at a time after the middle: what is nearer to the end of the chain moves first.
Vector3 moved(const std::vector<Joint>& joints, Vector3 point, double time) {
  for (std::size_t k = joints.size(); k-- > 0;) {
    const Joint& joint = joints[k];
    const double angle = joint.rate * time;
    if (!joint.turns) {
      for (std::size_t l = 0; l < 3; ++l) point[l] += angle * joint.direction[l];
      continue;
    }
    const Vector3 arm = minus<3>(point, joint.point), turned = cross(joint.direction, arm);
    const double along = dot<3>(joint.direction, arm), c = std::cos(angle), s = std::sin(angle);
    for (std::size_t l = 0; l < 3; ++l) {
      point[l] = joint.point[l] + c * arm[l] + s * turned[l] + (1 - c) * along * joint.direction[l];
    }
  }
  return point;
}

std::vector<Joint> random_joints(std::mt19937_64& random) {
  std::vector<Joint> joints(1 + random() % 7);
  std::uniform_real_distribution<double> rate(-2, 2);
  for (Joint& joint : joints) {
    joint.direction = random_vector(random, 1);
    const double size = length(joint.direction);
    for (double& entry : joint.direction) entry /= size;
    joint.point = random_vector(random, 2);
    joint.rate = random() % 6 == 0 ? 0 : rate(random);
    joint.turns = random() % 4 != 0;
  }
  return joints;
}

RelativeMotion bounds_of(const std::vector<Joint>& joints, const Ball<3>& ball, double half) {
  std::vector<MovingAxis> axes;
  for (const Joint& joint : joints)
    axes.push_back({joint.direction, joint.point, joint.rate, joint.turns, 0, 0});
  return relative_motion(axes, ball, half);
}

/// The largest shares of both bounds that points of a ball use up.
struct Used {
  double first = 0, second = 0;
};

Used used_by(const std::vector<Joint>& joints, const Ball<3>& ball, double half,
             std::mt19937_64& random) {
  const RelativeMotion bounds = bounds_of(joints, ball, half);
  std::uniform_real_distribution<double> share(-1, 1);
  Used used;
  for (int trial = 0; trial < 40; ++trial) {
    Vector3 point = random_vector(random, 1);
    const double size = length(point);
    for (std::size_t l = 0; l < 3; ++l) point[l] = ball.centre[l] + point[l] / size * ball.radius;
    const double time = trial % 2 == 0 ? half : half * share(random);
    const Vector3 change = minus<3>(moved(joints, point, time), point);
    const Vector3 turned = cross(bounds.spin, point);
    Vector3 rest{};
    for (std::size_t l = 0; l < 3; ++l) rest[l] = change[l] - time * (turned[l] + bounds.drift[l]);
    const double slack = bounds.error + 1e-12;
    if (bounds.first > 0)
      used.first = std::max(used.first, (length(change) - slack) / bounds.first);
    if (bounds.second > 0)
      used.second = std::max(used.second, (length(rest) - slack) / bounds.second);
  }
  return used;
}

TEST(RelativeMotion, HoldsEveryPointOfTheBall) {
  std::mt19937_64 random(25);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::vector<Joint> joints = random_joints(random);
    const double half = std::ldexp(1.0, -static_cast<int>(random() % 12));
    const Used used = used_by(joints, {random_vector(random, 2), 0.5}, half, random);
    ASSERT_LE(used.first, 1) << trial;
    ASSERT_LE(used.second, 1) << trial;
  }
}

/// Bounds that hold and are useless would pass above: here they are reached.
TEST(RelativeMotion, IsReachedByOneAxis) {
  const Ball<3> ball{{0, 0, 0}, 1};
  std::mt19937_64 random(1);
  const std::vector<Joint> turn{{{0, 0, 1}, {3, 0, 0}, 1, true}};
  const double half = 0x1p-6;
  const Used turned = used_by(turn, ball, half, random);
  EXPECT_GT(turned.first, 0.9);
  EXPECT_GT(turned.second, 0.9);
  const std::vector<Joint> slide{{{0, 0, 1}, {}, 1, false}};
  EXPECT_GT(used_by(slide, ball, half, random).first, 0.999);
  EXPECT_EQ(bounds_of(slide, ball, half).second, 0);
}

/// Two parallel axes: all terms of the second order have one sign.
TEST(RelativeMotion, IsReachedByTwoAxes) {
  const Ball<3> ball{{4, 0, 0}, 0.01};
  std::mt19937_64 random(2);
  const std::vector<Joint> joints{{{0, 0, 1}, {0, 0, 0}, 1, true}, {{0, 0, 1}, {2, 0, 0}, 1, true}};
  EXPECT_GT(used_by(joints, ball, 0x1p-8, random).second, 0.9);
}

/// What is nearer to a than a joint counts for the joint's arm; an order that is reversed is seen.
TEST(RelativeMotion, AddsTheWayOfLaterAxesToAnArm) {
  // The slide carries b away from the axis by 2 within the span.
  const std::vector<Joint> joints{{{0, 0, 1}, {0, 0, 0}, 1, true}, {{1, 0, 0}, {}, 2, false}};
  const RelativeMotion bounds = bounds_of(joints, {{1, 0, 0}, 0}, 1);
  EXPECT_NEAR(bounds.first, 2 + 3, 1e-6);
  EXPECT_NEAR(bounds.second, 0.5 * (3 + 2 * 2), 1e-6);
}

TEST(RelativeMotion, CountsErrorsAndDoubts) {
  const MovingAxis axis{{0, 0, 1}, {0, 0, 0}, 2, true, 1e-3, 1e-2};
  const RelativeMotion bounds = relative_motion(std::span(&axis, 1), {{5, 0, 0}, 1}, 0.25);
  EXPECT_GE(bounds.error, 0.25 * 2 * 1e-3 + 1e-2 * 6);
  EXPECT_LE(bounds.error, 1.01 * (0.25 * 2 * 1e-3 + 1e-2 * 6.001));
  EXPECT_EQ(relative_motion({}, {{5, 0, 0}, 1}, 1).first, 0);
}

}  // namespace
}  // namespace sunder::detail::robot

// SPDX-License-Identifier: Apache-2.0
//
// Tests the balls of blocks of configurations (robot/checker/ball_lanes.hpp) on every instruction set. Balls that are no farther
// apart than the margin stay, and those that are clearly farther are removed.
#include "robot/checker/ball_lanes.hpp"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

#include "lanes/every_target.hpp"
#include "robot/checker_robots.hpp"
#include "suite/effort.hpp"

namespace sunder::detail::robot {
namespace {

using test::Draw;

struct Placed {
  std::array<double, 3> centre{};
  double radius = 0;
};

class Balls : public testing::Test {
 protected:
  /// Poses of two frames, one after the other; at times both are far away, and near each other.
  void draw_poses(int count, double far) {
    const bool together = draw_.chance(2);
    const Vector3 aside = draw_.point(far);
    for (int i = 0; i < 2 * count; ++i) {
      const Pose3 pose = draw_.pose(together ? 1.5 : far);
      for (int l = 0; l < 3; ++l) {
        for (int k = 0; k < 3; ++k) rows_.push_back(pose.linear(l, k));
        rows_.push_back(pose.offset(l) + (together ? aside[static_cast<std::size_t>(l)] : 0));
      }
    }
  }
  FrameBall draw_ball() {
    FrameBall ball;
    double size = 0;
    for (float& entry : ball.centre) {
      entry = static_cast<float>(draw_.between(-1, 1));
      size += std::fabs(entry);
    }
    ball.size = std::nextafter(static_cast<float>(size), 10.0F);
    ball.radius = static_cast<float>(draw_.between(0, 0.5));
    return ball;
  }
  Placed image(const FrameBall& ball, int configuration, int frame) const {
    const double* const rows = rows_.data() + 12 * (2 * configuration + frame);
    Placed placed;
    for (std::size_t l = 0; l < 3; ++l) {
      placed.centre[l] = rows[4 * l + 3];
      for (std::size_t k = 0; k < 3; ++k)
        placed.centre[l] += rows[4 * l + k] * double{ball.centre[k]};
    }
    placed.radius = ball.radius;
    return placed;
  }

  Draw draw_{21};
  std::vector<double> rows_;
};

TEST_F(Balls, StayWhereTheyMayMeet) {
  int removed = 0;
  int kept = 0;
  for (int trial = 0; trial < suite::cases(60); ++trial) {
    const int count = draw_.in(1, kCheckBlock);
    const double far = draw_.chance(3) ? 1000 : 1;
    rows_.clear();
    draw_poses(count, far);
    const FrameBall a = draw_ball();
    const FrameBall b = draw_ball();
    // The margin of one configuration is just reached, or missed by little.
    const int tight = draw_.in(0, count - 1);
    const Placed at_a = image(a, tight, 0);
    const Placed at_b = image(b, tight, 1);
    const auto gap_of = [](const Placed& p, const Placed& q) {
      return std::hypot(p.centre[0] - q.centre[0], p.centre[1] - q.centre[1],
                        p.centre[2] - q.centre[2]) -
             p.radius - q.radius;
    };
    const auto margin =
        static_cast<float>(std::max(0.0, gap_of(at_a, at_b) * (1 + draw_.between(-1e-6, 1e-6))));
    ReachBox box;
    for (std::size_t k = 0; k < 3; ++k) {
      box.lower[k] = static_cast<float>(at_b.centre[k] - 0.25);
      box.reach[k] = static_cast<float>(at_b.centre[k] + 0.25);
    }
    on_every_target([&] {
      const auto balls_a = std::make_unique<BlockBalls>();
      const auto balls_b = std::make_unique<BlockBalls>();
      place_balls(a, rows_.data(), 24, count, *balls_a);
      place_balls(b, rows_.data() + 12, 24, count, *balls_b);
      BlockMask near = BlockMask::first(count);
      keep_near(*balls_a, *balls_b, margin, near);
      BlockMask near_box = BlockMask::first(count);
      keep_near(*balls_a, box, margin, near_box);
      for (int i = 0; i < kCheckBlock; ++i) {
        if (i >= count) {
          EXPECT_FALSE(near.has(i) || near_box.has(i));
          continue;
        }
        const Placed p = image(a, i, 0);
        const double gap = gap_of(p, image(b, i, 1)) - double{margin};
        if (!near.has(i)) {
          EXPECT_GT(gap, 0) << trial << " " << i;
        }
        if (gap > 1e-4 * far) {
          EXPECT_FALSE(near.has(i)) << trial << " " << i;
        }
        ++(near.has(i) ? kept : removed);
        double squares = 0;
        for (std::size_t k = 0; k < 3; ++k) {
          const double beyond =
              std::max({0.0, box.lower[k] - p.centre[k], p.centre[k] - box.reach[k]});
          squares += beyond * beyond;
        }
        const double from_box = std::sqrt(squares) - p.radius - double{margin};
        if (!near_box.has(i)) {
          EXPECT_GT(from_box, 0);
        }
        if (from_box > 1e-4 * far) {
          EXPECT_FALSE(near_box.has(i));
        }
      }
    });
    if (HasFailure()) return;
  }
  EXPECT_GT(removed, suite::cases(60) * 5);
  EXPECT_GT(kept, suite::cases(60) * 5);
}

}  // namespace
}  // namespace sunder::detail::robot

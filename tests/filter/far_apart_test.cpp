// SPDX-License-Identifier: Apache-2.0
//
// Tests the balls about the origins of the frames: their proofs are true, for any poses and sizes,
// on any host. They do prove clear separations.
#include "filter/far_apart.hpp"

#include <cfenv>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "oracle/host_state.hpp"
#include "sunder/sunder.hpp"

namespace sunder::detail {
namespace {

Pose2 pose(double scale, double angle, double x, double y) {
  const double c = scale * std::cos(angle);
  const double s = scale * std::sin(angle);
  return Pose2::from_matrix(std::array{c, -s, x, s, c, y}).value();
}

bool are_far_apart_at(const Polytope2& a, const Polytope2& b, const Pose2& at_a,
                      const Pose2& at_b) {
  return are_far_apart(Pair<2>{make_body_of(a, at_a), make_body_of(b, at_b)});
}

Polytope2 diamond(double size) { return Polytope2::cross(2, size); }

// Two tips that face each other touch at 2. No proof may succeed at a smaller distance; one must
// succeed at a millionth more.
TEST(FarApart, ProvesWhatIsClearAndNoMore) {
  const Polytope2 body = diamond(1);
  for (const int rounding : {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}) {
    for (int i = 0; i < 64; ++i) {
      const double angle = 0.1 * i;
      for (const double scale : {1.0, 3.0, 0x1p-30, 0x1p30}) {
        const auto apart_at = [&](double length) {
          const Pose2 a = pose(scale, angle, 7, -2);
          const Pose2 b = pose(scale, angle + 0.3, 7 + length * scale * std::cos(angle),
                               -2 + length * scale * std::sin(angle));
          const oracle::HostState host(rounding, true);
          return are_far_apart_at(body, body, a, b);
        };
        if (scale >= 0x1p-10) {
          EXPECT_TRUE(apart_at(2 + 1e-6)) << angle;
        }
        EXPECT_FALSE(apart_at(2 - 1e-6)) << angle;
      }
    }
  }
}

TEST(FarApart, ContactOfTipsIsNeverSeparated) {
  for (int power = -1070; power <= 1020; ++power) {
    const double size = std::ldexp(1.0, power);
    const Polytope2 body = diamond(size);
    const Pose2 moved = Pose2::translation({2 * size, 0}).value();
    for (const oracle::Subnormals subnormals : oracle::kAllSubnormals) {
      const oracle::HostState host(FE_UPWARD, subnormals);
      EXPECT_FALSE(are_far_apart_at(body, body, Pose2::identity(), moved)) << power;
    }
  }
}

// Sizes and offsets to the ends of the doubles, where squares overflow and underflow. A proof is
// right if the bodies' boxes are disjoint.
TEST(FarApart, IsRightAtEveryScale) {
  int proven = 0;
  for (int size = -1060; size <= 1020; size += 40) {
    const Polytope2 body = diamond(std::ldexp(1.0, size));
    for (int stretch = -140; stretch <= 140; stretch += 70) {
      for (int offset = -1060; offset <= 1020; offset += 20) {
        const Pose2 a = pose(std::ldexp(1.0, stretch), 0, 0, 0);
        const Pose2 b = pose(std::ldexp(1.0, stretch), 0, std::ldexp(1.0, offset), 0);
        if (!are_far_apart_at(body, body, a, b)) continue;
        ++proven;
        EXPECT_GT(offset, size + stretch + 1) << size << " " << stretch;
      }
    }
  }
  EXPECT_GT(proven, 1000);
}

// In space: two tips that face each other along any direction touch at 2, for offsets far from 0 too.
TEST(FarApart, ProvesInSpaceWhatIsClearAndNoMore) {
  const Polytope3 body = Polytope3::cross(3, 1);
  for (const int rounding : {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}) {
    for (int i = 0; i < 256; ++i) {
      const double turn = 0.1 * i;
      const double rise = std::sin(3.7 * i);
      const double flat = std::sqrt(1 - rise * rise);
      const Vector3 u{flat * std::cos(turn), flat * std::sin(turn), rise};
      const auto apart_at = [&](double length) {
        const Pose3 a = Pose3::translation({7, -2, 5}).value();
        const Pose3 b =
            Pose3::translation({7 + length * u[0], -2 + length * u[1], 5 + length * u[2]}).value();
        const oracle::HostState host(rounding, true);
        return are_far_apart(Pair<3>{make_body_of(body, a), make_body_of(body, b)});
      };
      EXPECT_TRUE(apart_at(2 + 1e-6)) << turn;
      EXPECT_FALSE(apart_at(2 - 1e-6)) << turn;
    }
  }
}

// The farthest vertex counts, wherever it is, and moving the body in its frame only adds to it.
TEST(FarApart, KnowsTheFarthestVertexInSpace) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::vector<Vector3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (Vector3& x : points) x[axis] += 8;
    const Polytope3 body = Polytope3::from_points(points).value();
    const HullBlock& block = BlockAccess::block(body);
    EXPECT_GE(block.farthest, 9) << axis;
    EXPECT_LE(block.farthest, 9 * (1 + 0x1p-40)) << axis;
    Vector3 at{0, 0, 0};
    at[(axis + 1) % 3] = 9 + 1.001;
    const Polytope3 other = Polytope3::cross(3, 1);
    const auto apart = [&](const Vector3& t) {
      const Pose3 pose = Pose3::translation(t).value();
      return are_far_apart(
          Pair<3>{make_body_of(body, Pose3::identity()), make_body_of(other, pose)});
    };
    EXPECT_TRUE(apart(at));
    at[(axis + 1) % 3] = 9 + 0.999;
    EXPECT_FALSE(apart(at));
  }
}

/// Two bodies that differ in x alone, each with half the reach, which is exact.
bool are_far_apart_along_x(double reach, double x) {
  HullBlock half;
  half.farthest = reach / 2;
  const Pose2 at_b = Pose2::translation({x, 0}).value();
  return are_far_apart(Pair<2>{{&half, &Pose2::identity()}, {&half, &at_b}});
}

// x^2 (1 - 2^-40) > 1 from x = 1 + 2^-41 on, up to 2^-80.
TEST(FarApart, AllowsForRoundingsWhatItSays) {
  EXPECT_FALSE(are_far_apart_along_x(1, 1 + 0x1p-41 - 0x1p-46));
  EXPECT_TRUE(are_far_apart_along_x(1, 1 + 0x1p-41 + 0x1p-46));
  EXPECT_TRUE(are_far_apart_along_x(1, -1 - 0x1p-41 - 0x1p-46));
}

TEST(FarApart, AllowsForFlushedSquaresWhatItSays) {
  EXPECT_FALSE(are_far_apart_along_x(0, 0x1p-480));
  EXPECT_TRUE(are_far_apart_along_x(0, 0x1p-480 * (1 + 0x1p-30)));
}

TEST(FarApart, SaysNothingOfEmptyBodiesAndUnknownStretches) {
  const Polytope2 body = diamond(1);
  const Pose2 far = Pose2::translation({100, 0}).value();
  const Pose2 wild = Pose2::from_matrix(std::array{0x1p200, 0.0, 0.0, 0.0, 1.0, 0.0}).value();
  EXPECT_TRUE(are_far_apart_at(body, body, Pose2::identity(), far));
  EXPECT_FALSE(are_far_apart_at(Polytope2(), body, Pose2::identity(), far));
  EXPECT_FALSE(are_far_apart_at(body, Polytope2(), Pose2::identity(), far));
  EXPECT_FALSE(are_far_apart_at(body, body, wild, far));
}

}  // namespace
}  // namespace sunder::detail

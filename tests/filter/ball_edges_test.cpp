// SPDX-License-Identifier: Apache-2.0
//
// Proofs by balls begin at the limit in balls.hpp: ulp by ulp across it, in several dimensions. The
// line of centres is tested for translations and for other poses.
#include <cmath>
#include <limits>
#include <vector>

#include "filter/balls.hpp"
#include "filter/bare_hull.hpp"

namespace sunder::detail {
namespace {

using test::BareHull;
using test::scaling;

/// Points at 0 with balls about them, at poses with singular values 1.
template <int D>
struct Balls {
  explicit Balls(int of_dimension)
      : dimension(of_dimension),
        a(of_dimension),
        b(of_dimension),
        pose(scaling<D>(1, std::vector<double>(static_cast<std::size_t>(of_dimension)))) {}

  Pair<D> pair() const { return {{&a.block, &pose}, {&b.block, &pose}}; }
  void circumscribe(double radius_a, double radius_b) {
    a.block.circumscribed = radius_a;
    b.block.circumscribed = radius_b;
  }
  void inscribe(double radius_a, double radius_b) {
    a.block.inscribed = radius_a;
    b.block.inscribed = radius_b;
  }
  /// With this distance between the centres, along the last axis.
  Verdict at(double between) const {
    Vector<D> line = make_vector<D>(dimension);
    line.back() = -between;
    return prove_by_balls(FilteredPair<D>(pair()), line);
  }

  int dimension;
  BareHull a;
  BareHull b;
  Pose<D> pose;
};

// Lengths are off by (d + 16) 2^-52 of themselves, and so is the other side of the comparison: the
// limit is twice that from 1. Below 1, doubles are half as far apart.
template <int D>
void check_edges(int d) {
  SCOPED_TRACE(d);
  const int roundings = 2 * (d + 16);
  Balls<D> balls(d);
  balls.circumscribe(0.75, 0.25);
  for (int k = 0; k < 80; ++k) {
    const Verdict expected = k > roundings ? Verdict::separated : Verdict::undecided;
    EXPECT_EQ(balls.at(1 + k * 0x1p-52), expected) << k;
  }
  balls.circumscribe(2, 2);
  balls.inscribe(0.75, 0.25);
  for (int k = 0; k < 160; ++k) {
    const Verdict expected = k > 2 * roundings ? Verdict::overlapping : Verdict::undecided;
    EXPECT_EQ(balls.at(1 - k * 0x1p-53), expected) << k;
  }
}

TEST(BallEdges, AreWhereTheLastBitsTurn) {
  check_edges<2>(2);
  check_edges<3>(3);
  for (const int d : {2, 3, 4, 8}) check_edges<kRunTime>(d);
}

// Between balls of radius 0, only 2^-480 matters, apart from the roundings of 2^-480 itself.
TEST(BallEdges, OfPointsThatAllButTouch) {
  const Balls<3> balls(3);
  for (int k = 0; k < 40; ++k) {
    const double between = 0x1p-480 * (1 + k * 0x1p-52);
    const Verdict expected = k > 3 + 16 ? Verdict::separated : Verdict::undecided;
    EXPECT_EQ(balls.at(between), expected) << k;
  }
  EXPECT_EQ(balls.at(0x1.8p-481), Verdict::undecided);
  EXPECT_EQ(balls.at(0x1.8p-480), Verdict::separated);
}

TEST(BallEdges, EachBallCountsWithTheStretchOfItsPose) {
  Balls<3> balls(3);
  const Pose<3> doubling = scaling<3>(2, {0, 0, 0});
  const auto at = [&](const Pair<3>& pair, double between) {
    return prove_by_balls(FilteredPair<3>(pair), {0, between, 0});
  };
  for (const bool of_b : {false, true}) {
    const Pair<3> pair{{&balls.a.block, of_b ? &balls.pose : &doubling},
                       {&balls.b.block, of_b ? &doubling : &balls.pose}};
    balls.circumscribe(of_b ? 0.5 : 3, of_b ? 3 : 0.5);
    balls.inscribe(of_b ? 0.25 : 2, of_b ? 2 : 0.25);
    EXPECT_EQ(at(pair, 6.5 + 0x1p-40), Verdict::separated);
    EXPECT_EQ(at(pair, 6.5 - 0x1p-40), Verdict::undecided);
    EXPECT_EQ(at(pair, 4.25 + 0x1p-40), Verdict::undecided);
    EXPECT_EQ(at(pair, 4.25 - 0x1p-40), Verdict::overlapping);
  }
}

// A body without an inscribed ball may not contain its own centre.
TEST(BallEdges, ABodyWithoutABallOverlapsNothing) {
  Balls<3> balls(3);
  balls.circumscribe(2, 2);
  balls.inscribe(1, 0);
  EXPECT_EQ(balls.at(0.5), Verdict::undecided);
  balls.inscribe(0, 1);
  EXPECT_EQ(balls.at(0.5), Verdict::undecided);
  balls.inscribe(0, 0);
  EXPECT_EQ(balls.at(0.5), Verdict::undecided);
  balls.inscribe(0.5, 0.5);
  EXPECT_EQ(balls.at(0.5), Verdict::overlapping);
}

// The errors of a pair out of range are infinite, whatever the line.
TEST(BallEdges, PairsOutOfRangeAreUndecided) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  const double lengths[] = {0, 1, 4, 0x1p400, 0x1p600, kInfinity, kNaN};
  Balls<3> balls(3);
  balls.circumscribe(1, 1);
  balls.inscribe(1, 1);
  balls.a.block.in_filter_range = false;
  for (const double length : lengths) EXPECT_EQ(balls.at(length), Verdict::undecided) << length;
  balls.a.block.in_filter_range = true;
  balls.pose = scaling<3>(0x1p151, {0, 0, 0});
  for (const double length : lengths) EXPECT_EQ(balls.at(length), Verdict::undecided) << length;

  const Balls<3> near(3);
  const Pose<3> far = scaling<3>(1, {0, 0x1p400, 0});
  const FilteredPair<3> filtered({{&near.a.block, &near.pose}, {&near.b.block, &far}});
  EXPECT_EQ(prove_by_balls(filtered, line_of_centres(filtered)), Verdict::undecided);
}

// Integers, so that the line is exact.
TEST(BallEdges, LineOfCentresOfPosesThatMoveOrScale) {
  BareHull a(4);
  BareHull b(4);
  a.centre = {1, 2, 3, 4, 900};
  b.centre = {10, 30, 50, 70, 7000};
  const PoseN moved = scaling<kRunTime>(1, {100, 200, 300, 400});
  const PoseN scaled = scaling<kRunTime>(2, {1000, 3000, 5000, 7000});
  const auto line = [&](const PoseN& of_a, const PoseN& of_b) {
    return line_of_centres(FilteredPair<kRunTime>({{&a.block, &of_a}, {&b.block, &of_b}}));
  };
  EXPECT_EQ(line(moved, moved), (VectorN{9, 28, 47, 66}));
  EXPECT_EQ(line(moved, scaled), (VectorN{919, 2858, 4797, 6736}));
  EXPECT_EQ(line(scaled, moved), (VectorN{-892, -2774, -4656, -6538}));
  EXPECT_EQ(line(scaled, scaled), (VectorN{18, 56, 94, 132}));
  const PoseN other = scaling<kRunTime>(1, {0, 0, 0, 1});
  EXPECT_EQ(line(other, moved), (VectorN{109, 228, 347, 465}));
}

// R of a reads no entry beyond its row, and no coordinate beyond the last.
TEST(BallEdges, LineOfCentresReadsNoFurtherThanTheDimension) {
  BareHull a(3);
  const BareHull b(3);
  a.centre = {1, 2, 3, 1e6};
  const std::vector<double> rows{1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0};
  const Pose<3> turned = Pose<3>::from_matrix(rows).value();
  const Pose<3> still = scaling<3>(1, {0, 0, 0});
  const FilteredPair<3> filtered({{&a.block, &turned}, {&b.block, &still}});
  EXPECT_EQ(line_of_centres(filtered), (Vector3{-14, -32, -50}));
}

}  // namespace
}  // namespace sunder::detail

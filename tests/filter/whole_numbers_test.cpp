// SPDX-License-Identifier: Apache-2.0
//
// Bodies and poses in small whole numbers, of which doubles round nothing: a gap is an integer, and so is a minor. A
// filter whose errors are far below 1 then has to prove exactly what is true.
#include <algorithm>
#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

#include "filter/bare_hull.hpp"
#include "filter/distance_bounds.hpp"
#include "filter/exact_world.hpp"
#include "filter/last_proof.hpp"
#include "filter/simplex_interior.hpp"
#include "lanes/every_target.hpp"
#include "suite/random.hpp"

namespace sunder::detail {
namespace {

using suite::Random;
using test::BareHull;

constexpr int kMost = 9;

/// A hull of up to a full row of vertices. What is left of a row repeats the first, as polytopes have it.
void draw(BareHull& hull, Random& random, int count) {
  const int d = hull.block.dimension;
  hull.block.count = count;
  for (int k = 0; k < d; ++k) {
    double* const row = &hull.points[static_cast<std::size_t>(k * BareHull::kStride)];
    for (int i = 0; i < BareHull::kStride; ++i)
      row[i] = i < count ? random.in(-kMost, kMost) : row[0];
    hull.max_abs[static_cast<std::size_t>(k)] = kMost;
  }
}
double coordinate(const BareHull& hull, int vertex, int k) {
  return hull.points[static_cast<std::size_t>(k * BareHull::kStride + vertex)];
}

template <int D>
Pose<D> draw_pose(Random& random, int d, int reach) {
  std::vector<double> rows;
  for (int k = 0; k < d; ++k) {
    for (int l = 0; l < d; ++l) rows.push_back(random.in(-3, 3));
    rows.push_back(random.in(-reach, reach));
  }
  return Pose<D>::from_matrix(rows, d).value();
}

/// The place of a vertex, without rounding.
template <int D>
std::vector<double> placed(const BareHull& hull, const Pose<D>& pose, int vertex) {
  const int d = hull.block.dimension;
  std::vector<double> x;
  for (int k = 0; k < d; ++k) {
    double sum = pose.offset(k);
    for (int l = 0; l < d; ++l) sum += pose.linear(k, l) * coordinate(hull, vertex, l);
    x.push_back(sum);
  }
  return x;
}

template <int D>
double gap_along(const BareHull& a, const Pose<D>& of_a, const BareHull& b, const Pose<D>& of_b,
                 const double* u) {
  double most = -1e9, least = 1e9;
  for (const bool second : {false, true}) {
    const BareHull& hull = second ? b : a;
    for (int i = 0; i < hull.block.count; ++i) {
      const std::vector<double> x = placed<D>(hull, second ? of_b : of_a, i);
      double height = 0;
      for (std::size_t k = 0; k < x.size(); ++k) height += u[k] * x[k];
      if (second) {
        least = std::min(least, height);
      } else {
        most = std::max(most, height);
      }
    }
  }
  return least - most;
}

TEST(WholeNumbers, TheLastDirectionProvesEveryGap) {
  on_every_target([] {
    Random random(31);
    int apart = 0, others = 0;
    for (int round = 0; round < 1500; ++round) {
      BareHull a(3), b(3);
      draw(a, random, random.in(1, BareHull::kStride));
      draw(b, random, random.in(1, BareHull::kStride));
      const Pose<3> of_a = draw_pose<3>(random, 3, 60), of_b = draw_pose<3>(random, 3, 60);
      const Vector3 u{static_cast<double>(random.in(-5, 5)), static_cast<double>(random.in(-5, 5)),
                      static_cast<double>(random.in(-5, 5))};
      const bool expected = gap_along<3>(a, of_a, b, of_b, u.data()) > 0;
      EXPECT_EQ(still_separated({{&a.block, &of_a}, {&b.block, &of_b}}, u), expected) << round;
      ++(expected ? apart : others);
    }
    EXPECT_GT(apart, 200);
    EXPECT_GT(others, 300);
  });
}

template <int D>
void expect_interiors(int d) {
  SCOPED_TRACE(testing::Message() << "D = " << D << ", d = " << d);
  Random random(static_cast<std::uint64_t>(40 + d));
  int inside = 0, others = 0;
  for (int round = 0; round < 300; ++round) {
    BareHull a(d), b(d);
    draw(a, random, BareHull::kStride);
    draw(b, random, BareHull::kStride);
    const Pose<D> of_a = draw_pose<D>(random, d, 2), of_b = draw_pose<D>(random, d, 2);
    std::vector<IndexPair> pairs;
    test::Points points;
    for (int i = 0; i <= d; ++i) {
      pairs.push_back({random.in(0, BareHull::kStride - 1), random.in(0, BareHull::kStride - 1)});
      const std::vector<double> p = placed<D>(a, of_a, pairs.back().a),
                                q = placed<D>(b, of_b, pairs.back().b);
      std::vector<double> difference;
      for (std::size_t k = 0; k < p.size(); ++k) difference.push_back(p[k] - q[k]);
      points.push_back(test::exact(difference.data(), difference.size()));
    }
    const bool expected = test::holds_zero_inside(points);
    const FilteredPair<D> filtered({{&a.block, &of_a}, {&b.block, &of_b}});
    EXPECT_EQ(proves_overlap<D>(filtered, pairs), expected) << round;
    pairs.pop_back();
    EXPECT_FALSE(proves_overlap<D>(filtered, pairs));
    ++(expected ? inside : others);
  }
  EXPECT_GT(inside, 0);
  EXPECT_GT(others, 50);
}

TEST(WholeNumbers, ASimplexProvesEveryInterior) {
  expect_interiors<2>(2);
  expect_interiors<3>(3);
  for (const int d : {1, 2, 3, 4}) expect_interiors<kRunTime>(d);
}

TEST(WholeNumbers, DirectionsArePulledBackByEveryKindOfPose) {
  Random random(32);
  for (const int d : {1, 2, 3, 5}) {
    for (int round = 0; round < 20; ++round) {
      BareHull hull(d);
      std::vector<double> offset, u;
      for (int k = 0; k < d; ++k) {
        offset.push_back(random.in(-9, 9));
        u.push_back(random.in(-9, 9));
      }
      const Pose<kRunTime> moved = test::scaling<kRunTime>(1, offset);
      const Pose<kRunTime> turned = draw_pose<kRunTime>(random, d, 9);
      for (const double sign : {1.0, -1.0}) {
        const std::vector<double> plain =
            pull_back<kRunTime>({&hull.block, &moved}, u.data(), sign);
        const std::vector<double> found =
            pull_back<kRunTime>({&hull.block, &turned}, u.data(), sign);
        ASSERT_EQ(plain.size(), u.size());
        ASSERT_EQ(found.size(), u.size());
        for (int k = 0; k < d; ++k) {
          double sum = 0;
          for (int l = 0; l < d; ++l) sum += turned.linear(l, k) * u[static_cast<std::size_t>(l)];
          EXPECT_EQ(plain[static_cast<std::size_t>(k)], sign * u[static_cast<std::size_t>(k)]);
          EXPECT_EQ(found[static_cast<std::size_t>(k)], sign * sum);
        }
      }
    }
  }
}

/// What stands behind a direction is not part of it.
TEST(WholeNumbers, ADirectionEndsWithItsDimension) {
  std::array<double, 4> u{1, 2, 1, 0x1p90};
  EXPECT_TRUE(normalise(u.data(), 3));
  EXPECT_EQ(u, (std::array<double, 4>{0.25, 0.5, 0.25, 0x1p90}));

  BareHull a(3), b(3);
  a.max_abs = b.max_abs = {1, 1, 1};
  const Pose<3> at_zero = test::scaling<3>(1, {0, 0, 0}), at_eight = test::scaling<3>(1, {8, 0, 0});
  const FilteredPair<3> filtered({{&a.block, &at_zero}, {&b.block, &at_eight}});
  const std::array<double, 4> along{0.5, 0, 0, 0x1p40};
  EXPECT_NEAR(lower_distance(filtered, along.data()), 8, 0x1p-30);
}

}  // namespace
}  // namespace sunder::detail

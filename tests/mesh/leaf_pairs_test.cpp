// SPDX-License-Identifier: Apache-2.0
//
// The triangles of two leaves in lanes against the filter and the distance of one pair each.
#include "mesh/walk/leaf_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>

#include "mesh/piece/mesh_data.hpp"
#include "mesh/soup.hpp"
#include "mesh/triangles/triangle_distance.hpp"
#include "mesh/triangles/triangle_pair.hpp"

namespace sunder::test {
namespace {

using namespace detail::mesh;
using suite::Random;

/// Up to four triangles at places of a small grid, so that many touch, are flat, or lie in one plane.
Mesh3 draw_leaf(Random& random) {
  Soup soup;
  const int count = random.in(1, 4);
  for (int i = 0; i < count; ++i) {
    std::array<std::int32_t, 3> corners{};
    for (std::int32_t& corner : corners)
      corner = soup.add({0.5 * random.in(-4, 4), 0.5 * random.in(-4, 4), 0.5 * random.in(-4, 4)});
    soup.triangles.push_back(corners);
  }
  return mesh_of(soup, TakeAs::surface);
}

struct DrawnLeaves {
  Mesh3 a, b;
  Pose3 pose;
};
DrawnLeaves draw_leaves(Random& random) {
  const double apart = 0.5 * random.in(0, 8);
  std::array<double, 4> q{1, 0, 0, 0};
  if (random.chance(1, 2)) {
    for (double& x : q) x = random.in(-3, 3) + (random.chance(1, 2) ? 0.1 : 0);
    q[0] += 5;
  }
  return {draw_leaf(random), draw_leaf(random), Pose3::from_wxyz(q, {apart, 0, 0}).value()};
}

TEST(LeafPairs, WhatBoxesAndPlanesDivide) {
  Random random(1);
  int left = 0, divided = 0;
  for (int round = 0; round < 20'000; ++round) {
    const DrawnLeaves drawn = draw_leaves(random);
    const Piece &p = MeshAccess::data(drawn.a).pieces.front(),
                &q = MeshAccess::data(drawn.b).pieces.front();
    PiecePair pair({&p, {}}, {&q, {&drawn.pose, nullptr}});
    const Leaf a{0, static_cast<std::int32_t>(p.triangles.size())},
        b{0, static_cast<std::int32_t>(q.triangles.size())};
    LeafPlaces places(p, q, pair.maps());
    const LeafPair leaves = places.pair(a, b);
    const std::uint32_t bits = leaves.may_meet(pair.error());
    EXPECT_EQ(std::uint64_t{bits} >> (4 * a.count), 0U);
    for (std::int32_t i = 0; i < a.count; ++i) {
      for (std::int32_t j = 0; j < 4; ++j) {
        const bool may = (bits >> (4 * i + j) & 1) != 0;
        if (j >= b.count) {
          EXPECT_FALSE(may);
          continue;
        }
        const WorldTriangle s = pair.world(0, i), t = pair.world(1, j);
        EXPECT_EQ(leaves.corners[0]->triangle(static_cast<std::size_t>(i)), s);
        EXPECT_EQ(leaves.corners[1]->triangle(static_cast<std::size_t>(j)), t);
        const Filtered filtered = filter_triangles(s, t, pair.error());
        EXPECT_TRUE(may || filtered == Filtered::apart) << round;
        (may ? left : divided) += 1;
      }
    }
  }
  EXPECT_GT(left, 10'000);
  EXPECT_GT(divided, 10'000);
}

TEST(LeafPairs, BoundsOfDistances) {
  Random random(2);
  int tight = 0, pairs = 0;
  for (int round = 0; round < 20'000; ++round) {
    const DrawnLeaves drawn = draw_leaves(random);
    const Piece &p = MeshAccess::data(drawn.a).pieces.front(),
                &q = MeshAccess::data(drawn.b).pieces.front();
    PiecePair pair({&p, {}}, {&q, {&drawn.pose, nullptr}});
    const Leaf a{0, static_cast<std::int32_t>(p.triangles.size())},
        b{0, static_cast<std::int32_t>(q.triangles.size())};
    LeafPlaces places(p, q, pair.maps());
    const LeafPair leaves = places.pair(a, b);
    Vector3 axis{};
    for (double& x : axis) x = random.in(-10, 10) / 20.0;
    const double length = std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    if (length > 1) continue;
    std::array<double, 16> bounds{};
    const double reach = random.in(0, 40) / 8.0;
    const std::uint32_t bits = leaves.bound_distances(pair.error(), axis, 1e-12, reach, bounds);
    for (std::int32_t i = 0; i < 4; ++i) {
      for (std::int32_t j = 0; j < 4; ++j) {
        const bool is_left = (bits >> (4 * i + j) & 1) != 0;
        if (i >= a.count || j >= b.count) {
          EXPECT_FALSE(is_left);
          continue;
        }
        const double bound = is_left ? bounds[static_cast<std::size_t>(4 * i + j)] : reach;
        EXPECT_TRUE(bound < reach || !is_left);
        const TriangleDistance found =
            distance_of_triangles(pair.world(0, i), pair.world(1, j), pair.error());
        EXPECT_LE(bound, found.upper) << round;
        ++pairs;
        tight += bound >= found.lower * (1 - 1e-9) && found.lower > 0 && is_left ? 1 : 0;
      }
    }
  }
  EXPECT_GT(tight, pairs / 20);
}

}  // namespace
}  // namespace sunder::test

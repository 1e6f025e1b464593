// SPDX-License-Identifier: Apache-2.0
//
// A 2-D or 3-D verdict allocates nothing, even if bodies touch, up to fixed-width integers. A contact
// of boxes and of hulls of up to 64 vertices allocates nothing either. A body takes the memory that
// docs/performance.md states.
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <span>
#include <vector>

#include "geometry/candidate_bodies.hpp"
#include "narrow/lattice_bodies.hpp"
#include "suite/counted_allocations.hpp"
#include "suite/random.hpp"
#include "sunder/contact.hpp"

namespace sunder::test {
namespace {

template <int D>
long allocations_of(const Bodies<D>& bodies, Algorithm algorithm) {
  Search<D> options;
  options.algorithm = algorithm;
  const long before = allocations;
  intersects(bodies.a(), bodies.b(), options);
  return allocations - before;
}

TEST(Allocation, NoneInAPlaneOrSpaceVerdict) {
  Random random(61);
  for (int i = 0; i < 500; ++i) {
    const int shift = random.in(0, 6);
    const Algorithm algorithm =
        std::array{Algorithm::automatic, Algorithm::gjk, Algorithm::sat,
                   Algorithm::gjk_hill_climbing, Algorithm::vclip}[std::size_t(i % 5)];
    const Bodies<2> flat(lattice_body(random, 2, 6, 3), lattice_body(random, 2, 6, 3, shift), 2);
    const Bodies<3> solid(lattice_body(random, 3, 8, 3), lattice_body(random, 3, 8, 3, shift), 3);
    EXPECT_EQ(allocations_of(flat, algorithm), 0) << "pair " << i;
    EXPECT_EQ(allocations_of(solid, algorithm), 0) << "pair " << i;
  }
}

TEST(Allocation, NoneWhereTurnedBoxesTouch) {
  const std::array<double, 4> q{3, 1, 2, 5};
  const BodyData box = box_body({1, 2, 3});
  const Bodies<3> same(with_quaternion(box, q, {0.1, 0.2, 0.3}),
                       with_quaternion(box_body({1, 2, 3}), q, {0.1, 0.2, 0.3}), 3);
  EXPECT_EQ(allocations_of(same, Algorithm::automatic), 0);
  // A corner of one box coincides with a corner of the other, to the last bit.
  BodyData corner = box;
  for (auto& vertex : corner.vertices) {
    for (std::size_t k = 0; k < 3; ++k) vertex[k] += 2 * box.vertices.back()[k];
  }
  const Bodies<3> touching(with_quaternion(box, q), with_quaternion(corner, q), 3);
  EXPECT_EQ(intersects(touching.a(), touching.b()).verdict, Verdict::touching);
  EXPECT_EQ(allocations_of(touching, Algorithm::automatic), 0);
}

// The bodies have tables of candidates.
TEST(Allocation, NoneBetweenBodiesOfManyVertices) {
  const Polytope3 round = integer_ellipsoid(300, {1e6, 8e5, 9e5});
  const Posed3 still{round};  // the first body without a pose makes the one for all
  for (double along = 0; along < 3e6; along += 1e4) {
    const Pose3 pose = Pose3::translation({along, along / 3, along / 7}).value();
    const long before = allocations;
    intersects(still, Posed3{round, pose});
    distance(still, Posed3{round, pose});
    EXPECT_EQ(allocations - before, 0) << along;
  }
}

struct Touch {
  Polytope3 body;
  std::array<double, 4> turn;  ///< of the upper body, about the axis
  double height;               ///< at which it touches the lower one
  std::size_t points;
};

/// Boxes and prisms of 64 vertices that touch, overlap and are near, along the axes and all turned.
TEST(Allocation, NoneInAContact) {
  const Touch touches[] = {{Polytope3::box({1, 1, 3}), {1, 0, 0, 0}, 6, 4},
                           {Polytope3::box({1, 1, 3}), {2, 0, 0, 1}, 6, 8},
                           {Polytope3::prism(32, 2, 1), {20, 0, 0, 1}, 2, 64}};
  for (const auto& [body, turn, height, points] : touches) {
    const Posed3 low{body};
    for (const double gap : {-0.125, 0.0, 0.125}) {
      const Pose3 above = Pose3::from_wxyz(turn, {0, 0, height + gap}).value();
      const Verdict verdict = gap < 0    ? Verdict::overlapping
                              : gap == 0 ? Verdict::touching
                                         : Verdict::separated;
      for (const double near : {0.0, 0.25}) {
        for (const double radius : {0.0, 0.25}) {
          const Posed3 high{body, above, radius};
          const long before = allocations;
          const Contact3 answer = contact(low, high, {.near = near});
          EXPECT_EQ(allocations - before, 0)
              << points << ' ' << gap << ' ' << near << ' ' << radius;
          EXPECT_EQ(answer.verdict, radius > 0 ? Verdict::overlapping : verdict);
          EXPECT_EQ(answer.found, gap > 0 && near + radius == 0 ? 0 : points);
        }
      }
    }
  }
}

/// A corner of one box at a corner of the other, to the last bit.
TEST(Allocation, NoneInAContactOfTurnedBoxes) {
  const Polytope3 box = Polytope3::box({1, 2, 3});
  std::vector<Vector3> moved;
  for (std::int32_t v = 0; v < 8; ++v) {
    Vector3 x = box.vertex(v);
    for (std::size_t k = 0; k < 3; ++k) x[k] += 2 * box.vertex(7)[k];
    moved.push_back(x);
  }
  const Polytope3 other = Polytope3::from_points(moved).value();
  const Pose3 pose = Pose3::from_wxyz({3, 1, 2, 5}, {0.1, 0.2, 0.3}).value();
  for (const double near : {0.0, 0.1}) {
    const long before = allocations;
    const Contact3 answer = contact({box, pose}, {other, pose}, {.near = near});
    EXPECT_EQ(allocations - before, 0) << near;
    EXPECT_EQ(answer.verdict, Verdict::touching);
    EXPECT_GE(answer.found, 1U);
  }
}

template <class Make>
long bytes_of(const Make& make) {
  const long before = bytes_in_use;
  const auto body = make();
  return bytes_in_use - before;
}

Polytope3 random_hull(int count) {
  suite::Random random(20);
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i) {
    Vector3 p;
    for (double& entry : p) entry = 2 * random.unit() - 1;
    const double length = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    for (double& entry : p) entry /= length;
    points.push_back(p);
  }
  return Polytope3::from_points(points).value();
}

TEST(Memory, OfABoxIsHalfAKilobyte) {
  EXPECT_LE(bytes_of([] { return Polytope3::box({1, 2, 3}); }), 512);
  EXPECT_LE(bytes_of([] { return Polytope3::box({1e-3, 1e6, 1}); }), 512);
}

TEST(Memory, OfAHullIsWhatQueriesRead) {
  EXPECT_LE(bytes_of([] { return Polytope3::tetrahedron(); }), 2050);
  EXPECT_LE(bytes_of([] { return random_hull(32); }), 2900);
  EXPECT_LE(bytes_of([] { return random_hull(1024); }), 250'000);
}

TEST(Memory, OfAPolygonIsWhatQueriesRead) {
  EXPECT_LE(bytes_of([] { return Polytope2::box({1, 2}); }), 768);
  EXPECT_LE(bytes_of([] { return Polytope2::regular_polygon(8, 1); }), 1000);
  EXPECT_LE(bytes_of([] { return Polytope2::regular_polygon(64, 1); }), 6000);
}

// Faces and edges are listed at the first call, once.
TEST(Memory, OfListsIsTakenWhenTheyAreAskedFor) {
  const Polytope3 hull = random_hull(32);
  const long before = bytes_in_use;
  const std::span<const Face> faces = hull.faces();
  const long listed = bytes_in_use - before;
  EXPECT_GT(listed, static_cast<long>(faces.size_bytes()));
  EXPECT_EQ(hull.faces().data(), faces.data());
  EXPECT_FALSE(hull.edges().empty());
  EXPECT_EQ(bytes_in_use - before, listed);
}

}  // namespace
}  // namespace sunder::test

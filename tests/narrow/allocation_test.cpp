// SPDX-License-Identifier: Apache-2.0
//
// A 2-D or 3-D verdict allocates nothing, even if bodies touch, up to fixed-width integers. A contact
// of boxes and of hulls of up to 64 vertices allocates nothing either.
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "geometry/candidate_bodies.hpp"
#include "narrow/lattice_bodies.hpp"
#include "suite/counted_allocations.hpp"
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

long allocations_of_contact(const Posed3& a, const Posed3& b, Verdict verdict, std::size_t points,
                            double near = 0) {
  ContactOptions<3> options;
  options.near = near;
  const long before = allocations;
  const Contact3 answer = contact(a, b, options);
  const long count = allocations - before;
  EXPECT_EQ(answer.verdict, verdict);
  EXPECT_EQ(answer.found, points);
  return count;
}

/// Boxes that touch, overlap and are near, along the axes and turned; prisms of 64 vertices, face on face.
TEST(Allocation, NoneInAContact) {
  const Polytope3 box = Polytope3::box({1, 2, 3});
  const Polytope3 prism = Polytope3::prism(32, 2, 1);
  struct Case {
    const Polytope3& body;
    double height;
    std::size_t points;
  };
  for (const auto& [body, height, points] : {Case{box, 6, 8}, Case{prism, 2, 64}}) {
    const Posed3 low{body};
    for (const double gap : {-0.125, 0.0, 0.125}) {
      const Pose3 turned = Pose3::from_wxyz({2, 0, 0, body.vertex_count() == 8 ? 1 : 0.1},
                                            {0.0625, 0.03125, height + gap})
                               .value();
      const Posed3 high{body, turned};
      const Verdict verdict = gap < 0    ? Verdict::overlapping
                              : gap == 0 ? Verdict::touching
                                         : Verdict::separated;
      const std::size_t met = gap > 0 ? 0 : points;
      EXPECT_EQ(allocations_of_contact(low, high, verdict, met), 0) << gap;
      EXPECT_EQ(allocations_of_contact(low, high, verdict, points, 0.25), 0) << gap;
      const Posed3 rounded{body, turned, 0.25};
      EXPECT_EQ(allocations_of_contact(low, rounded, Verdict::overlapping, points), 0) << gap;
    }
  }
}

/// Turned about any axis, with numbers of 53 bits: a corner on a corner, and what is near or overlaps.
TEST(Allocation, NoneInAContactOfTurnedBodies) {
  Random random(62);
  for (int i = 0; i < 100; ++i) {
    std::array<double, 4> q{};
    for (double& entry : q) entry = 2 * random.unit() - 1;
    const Polytope3 a = Polytope3::box({0.5 + random.unit(), 1, 1});
    std::vector<Vector3> moved;
    for (std::int32_t v = 0; v < 8; ++v) {
      Vector3 x = a.vertex(v);
      for (std::size_t k = 0; k < 3; ++k) x[k] += 2 * a.vertex(7)[k];
      moved.push_back(x);
    }
    const Polytope3 b = Polytope3::from_points(moved).value();
    const Pose3 pose = Pose3::from_wxyz(q, {0.1, 0.2, 0.3}).value();
    EXPECT_EQ(allocations_of_contact({a, pose}, {b, pose}, Verdict::touching, 1), 0) << i;
    const double step = random.chance(1, 2) ? 0.01 : -0.01;
    const Pose3 beside = Pose3::from_wxyz(q, {0.1 + step, 0.2, 0.3}).value();
    const long before = allocations;
    contact({a, pose}, {b, beside}, {.near = 0.1});
    EXPECT_EQ(allocations - before, 0) << i;
  }
}

}  // namespace
}  // namespace sunder::test

// SPDX-License-Identifier: Apache-2.0
//
// A 2-D or 3-D verdict allocates nothing, even if bodies touch, up to fixed-width integers.
#include <cmath>
#include <gtest/gtest.h>

#include "geometry/candidate_bodies.hpp"
#include "narrow/lattice_bodies.hpp"
#include "suite/counted_allocations.hpp"

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

}  // namespace
}  // namespace sunder::test

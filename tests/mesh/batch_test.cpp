// SPDX-License-Identifier: Apache-2.0
//
// Batches of bodies of space: polycubes as meshes, as unions and as surfaces, and convex bodies, at lattice poses.
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

#include "mesh/body_batch_checks.hpp"
#include "mesh/polycubes.hpp"
#include "mesh/soup.hpp"

namespace sunder::test {
namespace {

using suite::Random;

DrawnBodies<3> draw_bodies3() {
  DrawnBodies<3> drawn;
  Random random(77);
  for (int i = 0; i < 6; ++i) {
    const Cells cells = draw_cells(random);
    const auto boxes = boxes_of(cells, {});
    const Soup soup = draw_mesh(cells, random);
    drawn.bodies.push_back(i % 3 == 0   ? Body3(std::span<const Part3>(boxes))
                           : i % 3 == 1 ? Body3{{solid_of(soup)}}
                                        : Body3{{surface_of(soup)}});
    drawn.radii.push_back(i % 2 == 0 ? 0.0 : 0.5);
  }
  drawn.bodies.push_back(Body3{});
  drawn.radii.push_back(1);
  drawn.bodies.push_back(Body3{{Polytope3::box({0.5, 0.5, 0.5})}});
  drawn.radii.push_back(0.25);
  for (int i = 0; i < 12; ++i) {
    const LatticeMap map = draw_map(random, 3, true);
    std::vector<double> rows;
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 3; ++c) rows.push_back(map.turn[r][c]);
      rows.push_back(map.offset[r]);
    }
    drawn.add_pose(rows);
  }
  drawn.draw_items(random, kBatchItems);
  return drawn;
}

SUNDER_BODY_BATCH_TESTS(BodyBatches, draw_bodies3(),
                        Motion3::rigid({0, 0, 0}, {0, 0, 0}, {0, 0, 1}, 1).value())

/// The distances of two lattices' corners are roots: sqrt(2) and its neighbours tell whether they are compared exactly.
TEST(BodyBatches, TheClosestItemIsExact) {
  const Soup cube = box_soup({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
  const std::vector<Body3> bodies{Body3{{solid_of(cube)}},
                                  Body3{{Polytope3::box({0.5, 0.5, 0.5})}}};
  // Item i lies off by (1 + x, 1 + y, 0) from corner to corner.
  const double near = 1 + 0x1p-51;
  const std::vector<std::array<double, 2>> gaps{{near, near}, {near, 1}, {1, near}, {1, 1}, {1, 1}};
  std::vector<Pose3> poses{Pose3::identity()};
  for (const auto& [x, y] : gaps) poses.push_back(Pose3::translation({1 + x, 1 + y, 0}).value());
  const std::vector<std::int32_t> zero(5, 0), one{0, 1, 0, 1, 0}, at{1, 2, 3, 4, 5};
  BodyBatch<3> batch;
  batch.bodies = std::span<const Body3>(bodies);
  batch.poses = Column<Pose3>(std::span<const Pose3>(poses));
  batch.body_a = batch.pose_a = std::span<const std::int32_t>(zero);
  batch.body_b = std::span<const std::int32_t>(one);
  batch.pose_b = std::span<const std::int32_t>(at);
  batch.count = 5;
  EXPECT_EQ(closest(batch).value().item, 3) << "(1, 1), not the equal one behind it";
  batch.count = 3;
  EXPECT_EQ(closest(batch).value().item, 1) << "less than the first by one place, in one axis";
  batch.count = 1;
  EXPECT_EQ(closest(batch).value().item, 0);
}

}  // namespace
}  // namespace sunder::test

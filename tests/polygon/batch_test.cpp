// SPDX-License-Identifier: Apache-2.0
//
// Batches of bodies of the plane: polyominoes as polygons and as unions, and convex bodies, at lattice poses.
#include <gtest/gtest.h>
#include <vector>

#include "mesh/body_batch_checks.hpp"
#include "polygon/polyominoes.hpp"
#include "polygon/similarity.hpp"

namespace sunder::test {
namespace {

using suite::Random;

DrawnBodies<2> draw_bodies2() {
  DrawnBodies<2> drawn;
  Random random(78);
  for (int i = 0; i < 6; ++i) {
    const Cells cells = draw_cells(random, random.in(2, 5));
    std::vector<Part2> boxes;
    for (const auto& [x, y] : cells)
      boxes.push_back({Polytope2::box({0.5, 0.5}), Pose2::translation({x + 0.5, y + 0.5}).value()});
    drawn.bodies.push_back(i % 2 == 0 ? Body2{{polygon_of(cells, i % 4 == 0)}}
                                      : Body2(std::span<const Part2>(boxes)));
    drawn.radii.push_back(i % 2 == 0 ? 0.0 : 0.5);
  }
  drawn.bodies.push_back(Body2{});
  drawn.radii.push_back(1);
  drawn.bodies.push_back(Body2{{Polytope2::box({0.5, 0.5})}});
  drawn.radii.push_back(0.25);
  const int turns[4][4] = {{1, 0, 0, 1}, {0, -1, 1, 0}, {-1, 0, 0, 1}, {0, 1, 1, 0}};
  for (int i = 0; i < 12; ++i) {
    const int* const turn = turns[random.in(0, 3)];
    const double x = random.in(-6, 6), y = random.in(-6, 6);
    drawn.add_pose(
        std::vector<double>{1.0 * turn[0], 1.0 * turn[1], x, 1.0 * turn[2], 1.0 * turn[3], y});
  }
  drawn.draw_items(random, kBatchItems);
  return drawn;
}

SUNDER_BODY_BATCH_TESTS(BodyBatches2, draw_bodies2(), Motion2::rigid({0, 0}, {0, 0}, 1).value())

}  // namespace
}  // namespace sunder::test

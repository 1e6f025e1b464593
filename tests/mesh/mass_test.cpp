// SPDX-License-Identifier: Apache-2.0
//
// What solids weigh: as convex bodies do, and as their cells do.
#include <cstdint>
#include <gtest/gtest.h>
#include <string>

#include "mesh/polycubes.hpp"
#include "suite/case.hpp"
#include "suite/effort.hpp"
#include "suite/posed.hpp"

namespace sunder::test {
namespace {

using suite::Random;

TEST(MeshMass, ConvexSolidsToTheLastBit) {
  int solids = 0;
  for (std::uint64_t index = 0; index < static_cast<std::uint64_t>(suite::cases(1'000)); ++index) {
    const suite::Case item = suite::make_case(index);
    if (item.dimension != 3) continue;
    Random random(index);
    const Polytope3 hull = suite::make_polytope<3>(item.a, 3);
    if (hull.faces().empty()) continue;
    const MassProperties<3> truth = hull.mass_properties();
    const MassProperties<3> mass = solid_of(soup_of(hull, random)).mass_properties();
    EXPECT_EQ(mass.volume, truth.volume) << index;
    EXPECT_EQ(mass.centre, truth.centre) << index;
    EXPECT_EQ(mass.inertia, truth.inertia) << index;
    ++solids;
  }
  EXPECT_GT(solids, suite::cases(100));
}

TEST(MeshMass, PolycubesAsTheirCells) {
  for (int i = 0; i < suite::cases(400); ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Cells cells = draw_cells(random);
    const MassProperties<3> mass = solid_of(draw_mesh(cells, random)).mass_properties();
    Vector3 sum{};
    for (const Cell& cell : cells) {
      for (std::size_t k = 0; k < 3; ++k) sum[k] += cell[k] + 0.5;
    }
    const auto count = static_cast<double>(cells.size());
    EXPECT_EQ(mass.volume, count) << i;
    for (std::size_t k = 0; k < 3; ++k) EXPECT_DOUBLE_EQ(mass.centre[k], sum[k] / count) << i;
  }
  const Mesh3 sheet = surface_of(triangle_soup({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}));
  EXPECT_EQ(sheet.mass_properties().volume, 0);
}

}  // namespace
}  // namespace sunder::test

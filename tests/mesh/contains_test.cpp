// SPDX-License-Identifier: Apache-2.0
//
// What lies in what: solids as convex bodies have it, polycubes and points as their cells have it.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <gtest/gtest.h>
#include <map>
#include <string>

#include "mesh/polycubes.hpp"
#include "oracle/range.hpp"
#include "suite/case.hpp"
#include "suite/effort.hpp"
#include "suite/posed.hpp"

namespace sunder::test {
namespace {

using suite::Random;

TEST(Contains, SuiteAsMeshes) {
  const oracle::Range range =
      oracle::chosen_range(suite::kSanitized ? 500 : 8'000, "SUNDER_MESH_RANGE");
  int inside = 0, outside = 0;
  for (std::uint64_t index = range.first; index < range.first + range.count; ++index) {
    const suite::Case item = suite::make_case(index);
    if (item.dimension != 3) continue;
    Random random(index);
    const suite::Bodies<3> bodies(item.a, item.b, 3);
    const auto check = [&](const Polytope3& p, const Pose3& pose_p, const Polytope3& q,
                           const Pose3& pose_q) {
      if (q.faces().empty()) return;
      const bool truth = contains(Posed3{p, pose_p}, Posed3{q, pose_q}).contained;
      const Body3 a = p.faces().empty() ? Body3{{p}} : Body3{{solid_of(soup_of(p, random))}};
      const Body3 b{{solid_of(soup_of(q, random))}};
      const auto found = contains({a, pose_p}, {b, pose_q});
      const std::string name =
          "case " + std::to_string(index) + ", " + item.kind + ", " + item.dressing;
      if (!found) {  // a pose flattens b
        EXPECT_EQ(found.error().code, ErrorCode::not_served) << name;
        return;
      }
      EXPECT_EQ(found.value().contained, truth) << name;
      ++(truth ? inside : outside);
    };
    check(bodies.polytope_a, bodies.pose_a, bodies.polytope_b, bodies.pose_b);
    check(bodies.polytope_b, bodies.pose_b, bodies.polytope_a, bodies.pose_a);
    check(bodies.polytope_a, bodies.pose_a, bodies.polytope_a, bodies.pose_a);
  }
  std::printf("inside %d, not inside %d\n", inside, outside);
  EXPECT_GT(inside, 50);
}

TEST(Contains, PolycubesAsTheirCells) {
  int inside = 0;
  for (int i = 0; i < suite::cases(300); ++i) {
    Random random(static_cast<std::uint64_t>(i));
    Cells outer = draw_cells(random);
    Cells inner;
    for (const Cell& cell : outer) {
      if (random.chance(2, 3)) inner.insert(cell);
    }
    if (inner.empty()) continue;
    if (random.chance(1, 2)) {
      const Cell first = *inner.begin();
      inner.insert(
          {first[0] + random.in(-1, 1), first[1] + random.in(-1, 1), first[2] + random.in(-1, 1)});
    }
    const bool truth = std::includes(outer.begin(), outer.end(), inner.begin(), inner.end());
    const Body3 a{{solid_of(draw_mesh(inner, random))}}, b{{solid_of(draw_mesh(outer, random))}};
    EXPECT_EQ(contains(a, b).value().contained, truth) << i;
    const Body3 boxes_a{boxes_of(inner, {})}, boxes_b{boxes_of(outer, {})};
    EXPECT_EQ(contains(boxes_a, b).value().contained, truth) << i << ", boxes";
    EXPECT_TRUE(contains(b, b).value().contained) << i;
    // Boxes that together hold a body are not put together.
    const auto apart = contains(a, boxes_b);
    if (apart) {
      EXPECT_EQ(apart.value().contained, truth) << i << ", in boxes";
    } else {
      EXPECT_EQ(apart.error().code, ErrorCode::not_served);
    }
    inside += truth ? 1 : 0;
  }
  EXPECT_GT(inside, suite::cases(70));
}

TEST(Contains, PointsOfPolycubes) {
  std::map<Location, int> counts;
  for (int i = 0; i < suite::cases(1'000); ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Cells cells = draw_cells(random);
    const Body3 body{{solid_of(draw_mesh(cells, random))}};
    const Pose3 pose =
        Pose3::from_wxyz({1, 1, 0, 0}, {3, 0, 0}).value();  // (x, y, z) goes to (x + 3, -z, y)
    for (int k = 0; k < 10; ++k) {
      std::array<int, 3> twice{};
      for (int& x : twice) x = random.in(-4, 10);
      int held = 0, all = 0;
      for (int corner = 0; corner < 8; ++corner) {
        Cell cell{};
        bool is_new = true;
        for (std::size_t l = 0; l < 3; ++l) {
          const bool on_lattice = twice[l] % 2 == 0, upper = ((corner >> l) & 1) != 0;
          cell[l] = static_cast<int>(std::floor(twice[l] / 2.0)) - (on_lattice && upper ? 1 : 0);
          is_new = is_new && (on_lattice || !upper);
        }
        if (!is_new) continue;
        ++all;
        held += cells.count(cell) != 0 ? 1 : 0;
      }
      const Location truth =
          held == 0 ? Location::outside : (held == all ? Location::inside : Location::boundary);
      const Vector3 point{0.5 * twice[0], 0.5 * twice[1], 0.5 * twice[2]};
      EXPECT_EQ(locate(point, body).value(), truth) << i << ", " << k;
      EXPECT_EQ(locate({point[0] + 3, -point[2], point[1]}, {body, pose}).value(), truth)
          << i << ", turned";
      ++counts[truth];
    }
  }
  EXPECT_GT(counts[Location::boundary], suite::cases(80));
  EXPECT_GT(counts[Location::inside], suite::cases(80));
}

TEST(Contains, WhatIsRefusedAndWhatIsEmpty) {
  const Body3 cube{{solid_of(box_soup({0, 0, 0}, {4, 4, 4}))}};
  const Body3 sheet{{surface_of(triangle_soup({{{1, 1, 1}, {2, 1, 1}, {1, 2, 1}}}))}};
  const Body3 nothing{std::span<const Part3>()};
  EXPECT_TRUE(contains(sheet, cube).value().contained);
  EXPECT_FALSE(contains(sheet, nothing).value().contained);
  EXPECT_TRUE(contains(nothing, nothing).value().contained);
  EXPECT_TRUE(contains(nothing, sheet).value().contained);
  EXPECT_EQ(contains(sheet, sheet).error().code, ErrorCode::not_served);
  EXPECT_FALSE(contains(cube, sheet).value().contained);  // a corner is outside
  EXPECT_EQ(locate({1, std::nan(""), 0}, cube).error().message,
            "point[1] is NaN; every coordinate must be finite");
  EXPECT_EQ(to_string(locate({1, 1, 1}, cube).value()), "inside");
  EXPECT_EQ(to_string(locate({1, 1, 1}, sheet).value()), "boundary");
  EXPECT_EQ(to_string(locate({1, 1, 2}, sheet).value()), "outside");
}

}  // namespace
}  // namespace sunder::test

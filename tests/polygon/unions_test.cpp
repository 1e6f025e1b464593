// SPDX-License-Identifier: Apache-2.0
//
// Unions of many parts in the plane, whose parts are paired by a tree of boxes. The cells of a lattice are the parts;
// what they do is counted cell by cell, or asked part by part.
#include <array>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <span>
#include <tuple>
#include <vector>

#include "polygon/polyominoes.hpp"
#include "polygon/similarity.hpp"
#include "suite/effort.hpp"

namespace sunder::test {
namespace {

using suite::Random;

/// A part a cell, some of them empty.
std::vector<Part2> parts_of(const Cells& cells, Random& random) {
  std::vector<Part2> parts;
  for (const auto& [x, y] : cells) {
    if (random.chance(1, 8)) parts.push_back({Polytope2()});
    parts.push_back({Polytope2::box({0.5, 0.5}), Pose2::translation({x + 0.5, y + 0.5}).value()});
  }
  return parts;
}

using RegionKey = std::tuple<int, std::int32_t, std::int32_t, std::array<Vector2, 2>, Vector2>;
RegionKey key_of(const ContactRegion2& region, std::int32_t part_a, std::int32_t part_b) {
  return {region.dimension, part_a, part_b, region.ends, region.normal};
}

constexpr int kCases = suite::kSanitized ? 12 : 100;

TEST(UnionsOfThePlane, AreCountedCellByCell) {
  Random random(5);
  int met = 0, apart = 0, many = 0;
  for (int i = 0; i < kCases; ++i) {
    const Cells a = draw_cells(random, random.in(3, 7)), b = draw_cells(random, random.in(3, 7));
    const Cell moved{random.in(-9, 9), random.in(-9, 9)};
    const CellTruth truth = truth_of(a, b, moved);
    if (truth.distance_squared < 0) continue;
    const auto parts_a = parts_of(a, random), parts_b = parts_of(b, random);
    many += parts_a.size() * parts_b.size() > 64 ? 1 : 0;
    const Body2 union_a{std::span<const Part2>(parts_a)}, union_b{std::span<const Part2>(parts_b)};
    const Pose2 pose =
        Pose2::translation({static_cast<double>(moved[0]), static_cast<double>(moved[1])}).value();
    const PosedBody2 x{union_a}, y{union_b, pose};
    const BodyDecision2 decision = intersects(x, y);
    ASSERT_EQ(decision.verdict, truth.verdict) << i;
    (decision ? met : apart) += 1;
    if (decision) {
      // The first pair of parts that does it, by their numbers.
      std::int32_t first_a = -1, first_b = -1;
      for (std::size_t p = 0; p < parts_a.size() && first_a < 0; ++p) {
        for (std::size_t q = 0; q < parts_b.size() && first_a < 0; ++q) {
          const Body2 one{parts_a[p]}, other{parts_b[q]};
          if (intersects({one}, {other, pose}).verdict != truth.verdict) continue;
          first_a = static_cast<std::int32_t>(p);
          first_b = static_cast<std::int32_t>(q);
        }
      }
      EXPECT_EQ(decision.part_a, first_a) << i;
      EXPECT_EQ(decision.part_b, first_b) << i;
    }
    const Interval gap = distance(x, y).distance;
    const suite::Rational squared(truth.distance_squared);
    EXPECT_LE(suite::Rational(gap.lower) * suite::Rational(gap.lower), squared) << i;
    EXPECT_GE(suite::Rational(gap.upper) * suite::Rational(gap.upper), squared) << i;
    for (const int margin : {1, 2, 5}) {
      const Verdict verdict =
          compare_to_margin(x, y, {.distance = static_cast<double>(margin)}).value().verdict;
      const std::int64_t excess = truth.distance_squared - std::int64_t{margin} * margin;
      EXPECT_EQ(verdict, excess > 0    ? Verdict::separated
                         : excess == 0 ? Verdict::touching
                                       : Verdict::overlapping)
          << i;
    }
    // The polygon of all cells is the same set of points.
    const Body2 polygon_a{{polygon_of(a, false)}}, polygon_b{{polygon_of(b, true)}};
    const Motion2 motion =
        Motion2::linear({random.in(-12, 12) * 1.0, random.in(-12, 12) * 1.0}).value();
    const BodyCast2 hit = cast(x, {}, y, motion).value(),
                    same = cast({polygon_a}, {}, {polygon_b, pose}, motion).value();
    EXPECT_EQ(hit.verdict, same.verdict) << i;
    EXPECT_EQ(hit.time.lower, same.time.lower) << i;
    EXPECT_EQ(hit.time.upper, same.time.upper) << i;
    // Contacts are those of the parts, in the order of their numbers.
    std::vector<RegionKey> expected, found;
    for (std::size_t p = 0; p < parts_a.size(); ++p) {
      for (std::size_t q = 0; q < parts_b.size(); ++q) {
        const Body2 one{parts_a[p]}, other{parts_b[q]};
        for (const ContactRegion2& region : contact({one}, {other, pose}).regions) {
          expected.push_back(
              key_of(region, static_cast<std::int32_t>(p), static_cast<std::int32_t>(q)));
        }
      }
    }
    for (const ContactRegion2& region : contact(x, y).regions)
      found.push_back(key_of(region, region.part_a, region.part_b));
    EXPECT_EQ(found, expected) << i;
    // A cell lies in a union that has it, whatever its neighbours are.
    const Body2 cell{{Polytope2::box({0.5, 0.5})}};
    for (const auto& [cx, cy] : b) {
      const Pose2 at = Pose2::translation({cx + moved[0] + 0.5, cy + moved[1] + 0.5}).value();
      EXPECT_TRUE(contains({cell, at}, y).value().contained) << i;
    }
    const Pose2 off = Pose2::translation({moved[0] - 3.0, moved[1] + 0.5}).value();
    EXPECT_FALSE(contains({cell, off}, y).value().contained) << i;
  }
  EXPECT_GT(met, kCases / 6);
  EXPECT_GT(apart, kCases / 6);
  EXPECT_GT(many, kCases / 2);
}

}  // namespace
}  // namespace sunder::test

// SPDX-License-Identifier: Apache-2.0
//
// Does a body in the plane lie in another? Polyominoes are counted cell by cell. Regions of triangles are held against
// a point of each cell between all edges, in fractions, and convex bodies against the convex kernel.
#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "polygon/plane_oracle.hpp"
#include "polygon/polyominoes.hpp"
#include "polygon/similarity.hpp"
#include "suite/effort.hpp"

namespace sunder::test {
namespace {

using suite::Random;

TEST(Contains2, PolyominoesAreCountedByCells) {
  int held = 0, refused = 0, alone = 0;
  for (int seed = 0; seed < suite::cases(1200); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    const Cells b = draw_cells(random, random.in(1, 6));
    Cells a;
    if (random.chance(1, 3)) {
      for (const auto& [x, y] : draw_cells(random, random.in(1, 4)))
        a.insert({x + random.in(0, 1), y + random.in(0, 1)});
    } else {
      for (const Cell& cell : b) {
        if (random.chance(2, 3)) a.insert(cell);
      }
      if (random.chance(1, 3)) a.insert({random.in(-1, 6), random.in(-1, 6)});
    }
    const bool truth = std::includes(b.begin(), b.end(), a.begin(), a.end());
    const Similarity part = draw_similarity(random), body = draw_similarity(random);
    const Body2 left{{polygon_of(a, random.chance(1, 2)), part.pose}},
        right{{polygon_of(b, random.chance(1, 2)), part.pose}};
    const BodyContainment2 found = contains({left, body.pose}, {right, body.pose}).value();
    EXPECT_EQ(found.contained, truth);
    EXPECT_EQ(found.part, truth ? -1 : 0);
    if (truth) {
      EXPECT_EQ(found.edge, -1);
    }
    held += truth && !a.empty() ? 1 : 0;
    // Cell by cell: each cell of a lies in one of b, or has a corner outside, or is refused.
    std::vector<Part2> parts, cells;
    const auto box = [&](const Cell& cell) {
      const double x = cell[0], y = cell[1];
      return Part2{Polytope2::from_points({{x, y}, {x + 1, y}, {x, y + 1}, {x + 1, y + 1}}).value(),
                   part.pose};
    };
    for (const Cell& cell : b) parts.push_back(box(cell));
    for (const Cell& cell : a) cells.push_back(box(cell));
    const Body2 boxes{std::span<const Part2>(parts)}, of_a{std::span<const Part2>(cells)};
    const auto one = contains({of_a, body.pose}, {boxes, body.pose});
    if (one) {
      EXPECT_EQ(one.value().contained, truth);
      alone += truth ? 0 : 1;
    } else {
      EXPECT_FALSE(truth);  // a cell whose corners are all on others
      EXPECT_EQ(one.error().code, ErrorCode::not_served);
      ++refused;
    }
    const auto whole = contains({left, body.pose}, {boxes, body.pose});
    if (whole) {
      EXPECT_EQ(whole.value().contained, truth);
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(held, suite::cases(120));
  EXPECT_GT(refused, 0);
  EXPECT_GT(alone, suite::cases(40));
}

TEST(Contains2, RegionsAreHeldAsFractionsSay) {
  int held = 0, left_out = 0;
  for (int seed = 0; seed < suite::cases(250); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    const auto sets = draw_triangles(random, random.in(1, 3));
    const int shear = random.in(-2, 2), other = random.in(-1, 1);
    const Polygon2 a = polygon_of(sets[0], shear, other), b = polygon_of(sets[1], shear, other);
    const Pose2 part = draw_regular_pose(random), body = draw_regular_pose(random);
    // In one place, shrunk about a corner, moved by a half, or anywhere.
    const int kind = random.in(0, 3);
    const double x = random.in(-2, 2) * 0.5, y = random.in(-2, 2) * 0.5;
    const Pose2 shrunk = matrix({part.linear(0, 0) / 2, part.linear(0, 1) / 2, part.offset(0),
                                 part.linear(1, 0) / 2, part.linear(1, 1) / 2, part.offset(1)});
    const Pose2 part_a = kind == 1 ? shrunk : (kind == 2 ? moved_by(part, x, y) : part);
    const Pose2 body_a = kind == 3 ? draw_regular_pose(random) : body;
    const Body2 left{{a, part_a}}, right{{b, part}};
    const Rim rim_a = rim_of(a, part_a, body_a), rim_b = rim_of(b, part, body);
    bool truth = true;
    for (const Spot& spot : cells_between({&rim_a, &rim_b}))
      truth = truth && (!is_inside(rim_a, spot) || is_inside(rim_b, spot));
    const BodyContainment2 found = contains({left, body_a}, {right, body}).value();
    EXPECT_EQ(found.contained, truth);
    EXPECT_LT(found.edge, a.report().outline);
    (truth ? held : left_out) += a.empty() ? 0 : 1;
    if (HasFailure()) return;
  }
  EXPECT_GT(held, suite::cases(25));
  EXPECT_GT(left_out, suite::cases(60));
}

/// Polytopes of any rank under exact poses, flat ones too.
TEST(Contains2, ConvexBodiesAreHeldAsByTheConvexKernel) {
  int held = 0, flat_held = 0;
  for (int seed = 0; seed < suite::cases(4000); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    std::array<Polytope2, 2> polytopes;
    for (std::size_t side = 0; side < 2; ++side) {
      std::vector<Vector2> corners;
      const int size = side == 0 ? random.in(0, 3) : 3;
      for (int k = random.in(1, side == 0 ? 4 : 7); k > 0; --k)
        corners.push_back({random.in(-size, size) * 0.5, random.in(-size, size) * 0.5});
      polytopes[side] =
          Polytope2::from_points(corners, {.reduce = random.chance(1, 2), .tables = true}).value();
    }
    const Pose2 pose_b = draw_pose(random),
                pose_a = random.chance(1, 2) ? pose_b : draw_pose(random);
    const bool truth =
        static_cast<bool>(contains(Posed2{polytopes[0], pose_a}, Posed2{polytopes[1], pose_b}));
    const Body2 a{{polytopes[0]}}, b{{polytopes[1]}};
    EXPECT_EQ(contains({a, pose_a}, {b, pose_b}).value().contained, truth);
    // Each as a part under its pose.
    const Body2 part_a{{polytopes[0], pose_a}}, part_b{{polytopes[1], pose_b}};
    EXPECT_EQ(contains(part_a, part_b).value().contained, truth);
    const Pose2 turn = Pose2::from_angle(0.7, {0.1, 0.3}).value();
    EXPECT_EQ(contains({part_a, turn}, {part_b, turn}).value().contained, truth);
    held += truth ? 1 : 0;
    flat_held += truth && polytopes[1].report().affine_dimension < 2 ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(held, suite::cases(300));
  EXPECT_GT(flat_held, suite::cases(10));
}

bool holds(const Body2& b, const Body2& a) { return contains(a, b).value().contained; }

TEST(Contains2, APegAHoleAndAPinch) {
  const Polygon2 frame =
      Polygon2::from_rings({{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {{1, 1}, {3, 1}, {3, 3}, {1, 3}}})
          .value();
  const Body2 wall{{frame}}, whole{{Polytope2::box({2, 2})}}, hole{{Polytope2::box({1, 1})}},
      dot{{Polytope2::box({0.25, 0.25})}};
  const Pose2 middle = Pose2::translation({2, 2}).value(),
              in_wall = Pose2::translation({0.5, 2}).value(),
              too_far = Pose2::translation({0.75 + 0x1p-50, 2}).value();
  EXPECT_TRUE(contains(wall, {whole, middle}).value());
  const BodyContainment2 out = contains({whole, middle}, wall).value();  // the hole is in it
  EXPECT_FALSE(out);
  EXPECT_EQ(out.part, 0);
  EXPECT_EQ(out.edge, -1);
  EXPECT_FALSE(contains({hole, middle}, wall).value());
  EXPECT_FALSE(contains({dot, middle}, wall).value());
  EXPECT_TRUE(contains({dot, in_wall}, wall).value());
  EXPECT_FALSE(contains({dot, too_far}, wall).value());
  // A segment along the rim of the hole, and one across it.
  const auto bar = [](const Vector2& from, const Vector2& to) {
    return Body2{{Polytope2::from_points({from, to}).value()}};
  };
  EXPECT_TRUE(holds(wall, bar({0, 1}, {4, 1})));
  EXPECT_TRUE(holds(wall, bar({1, 1}, {1, 3})));
  EXPECT_FALSE(holds(wall, bar({1, 1}, {3, 3})));
  EXPECT_FALSE(holds(wall, bar({0, 2}, {4, 2})));
  // Two triangles that meet in a point: a segment may pass it, a square may not.
  const Polygon2 pinched =
      Polygon2::from_rings({{{-2, -2}, {-2, 2}, {0, 0}}, {{2, -2}, {2, 2}, {0, 0}}}).value();
  const Body2 bow{{pinched}};
  EXPECT_TRUE(holds(bow, bar({-2, 0}, {2, 0})));
  EXPECT_FALSE(holds(bow, bar({-2, 0}, {2, 0x1p-40})));
  EXPECT_FALSE(contains(dot, bow).value());
  EXPECT_TRUE(contains(bow, bow).value());
}

TEST(Contains2, EmptyOnesAndSeveralParts) {
  const Body2 none(std::span<const Part2>{}), empty{{Polytope2()}}, box{{Polytope2::box({1, 1})}};
  EXPECT_TRUE(contains(none, none).value());
  EXPECT_TRUE(contains(empty, none).value());
  EXPECT_TRUE(contains(empty, box).value());
  EXPECT_FALSE(contains(box, none).value());
  EXPECT_FALSE(contains(box, empty).value());
  const Pose2 left = Pose2::translation({-1, 0}).value(),
              right = Pose2::translation({1, 0}).value(), far = Pose2::translation({9, 0}).value();
  const Body2 two{{Polytope2::box({1, 1}), left}, {Polytope2::box({1, 1}), right}, {Polytope2()}};
  EXPECT_TRUE(contains({box, left}, two).value());
  EXPECT_FALSE(contains({box, far}, two).value());
  const auto both = contains(box, two);
  ASSERT_FALSE(both);
  EXPECT_EQ(both.error().code, ErrorCode::not_served);
  EXPECT_NE(both.error().message.find("part 0 of a lies in no single part of b"),
            std::string::npos);
  const Body2 pair{{Polytope2::box({1, 1}), left}, {Polytope2::box({1, 1}), far}};
  EXPECT_EQ(contains(pair, two).value().part, 1);
  // An empty part of b counts for nothing.
  const Body2 padded{{Polytope2()}, {Polytope2::box({1, 1}), left}};
  EXPECT_FALSE(contains(box, padded).value());
}

}  // namespace
}  // namespace sunder::test

// SPDX-License-Identifier: Apache-2.0
//
// Bodies in the plane. Polyominoes are counted cell by cell, under poses and chains of poses that doubles cannot
// compose. Unions of triangles under any chains are held against brute force in fractions. A point or a segment is held
// against cells along its length.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <gtest/gtest.h>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "oracle/brute_force.hpp"
#include "oracle/host_state.hpp"
#include "polygon/polyominoes.hpp"
#include "polygon/similarity.hpp"
#include "suite/effort.hpp"

namespace sunder::test {
namespace {

using suite::Random;
using suite::Rational;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

void expect_distance(const BodyDistance2& found, const Rational& squared) {
  const Rational lower(found.distance.lower), upper(found.distance.upper);
  EXPECT_LE(lower * lower, squared);
  EXPECT_GE(upper * upper, squared);
  if (squared > 0) {
    EXPECT_EQ(found.verdict, Verdict::separated);
    const double width = found.distance.upper - found.distance.lower;
    EXPECT_LE(width, std::max(1e-12 * found.distance.lower, 0x1p-46 * 1000));
    ASSERT_TRUE(found.witness);
    const auto& [normal, p, q] = *found.witness;
    const double length = std::hypot(q[0] - p[0], q[1] - p[1]);
    EXPECT_NEAR(length, found.distance.lower, 1e-9 * (1 + length));
    EXPECT_NEAR(normal[0] * (q[0] - p[0]) + normal[1] * (q[1] - p[1]), length, 1e-9 * (1 + length));
  }
}

TEST(Polyominoes, AreDecidedAsTheirCells) {
  int verdicts[3] = {}, chains = 0;
  for (int seed = 0; seed < suite::cases(4000); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    const Cells a = draw_cells(random, random.in(1, 6)), b = draw_cells(random, random.in(1, 6));
    const Cell moved{random.in(-7, 7), random.in(-7, 7)};
    const CellTruth truth = truth_of(a, b, moved);
    Cells placed;
    for (const auto& [x, y] : b) placed.insert({x + moved[0], y + moved[1]});

    // One map for all: the part's pose, then the body's.
    const Similarity part = draw_similarity(random), body = draw_similarity(random);
    const Pose2 shift =
        Pose2::translation({static_cast<double>(moved[0]), static_cast<double>(moved[1])}).value();
    const bool moves_by_pose = part.pose.is_translation() && part.factor_squared == 1 &&
                               part.pose.offset(0) == 0 && part.pose.offset(1) == 0 &&
                               random.chance(1, 2);
    const Body2 left{{polygon_of(a, random.chance(1, 2)), part.pose}};
    std::vector<Part2> parts;
    if (moves_by_pose) {
      parts.push_back({polygon_of(b, random.chance(1, 2)), shift});
    } else if (random.chance(1, 3)) {
      // A box for each cell.
      for (const auto& [x, y] : placed) {
        const double p = x, q = y;
        parts.push_back(
            {Polytope2::from_points({{p, q}, {p + 1, q}, {p, q + 1}, {p + 1, q + 1}}).value(),
             part.pose});
      }
    } else {
      parts.push_back({polygon_of(placed, random.chance(1, 2)), part.pose});
    }
    const Body2 right{std::span<const Part2>(parts)};
    const PosedBody2 p{left, body.pose}, q{right, body.pose};
    const BodyDecision2 found = intersects(p, q);
    EXPECT_EQ(found.verdict, truth.verdict);
    EXPECT_TRUE(found.proven);
    EXPECT_EQ(intersects(q, p).verdict, truth.verdict);
    EXPECT_EQ(found.part_a >= 0, truth.verdict != Verdict::separated);
    ++verdicts[static_cast<int>(truth.verdict)];
    chains += found.stage == Stage::integer ? 1 : 0;
    if (truth.distance_squared < 0) {
      EXPECT_EQ(distance(p, q).distance.upper, kInfinite);
      continue;
    }
    const Rational squared = truth.distance_squared * part.factor_squared * body.factor_squared;
    const BodyDistance2 measured = distance(p, q);
    expect_distance(measured, squared);

    // Margins about the distance.
    for (const double m : {0.0, measured.distance.lower, measured.distance.upper, 1.0, 5.0}) {
      const Rational exact = Rational(m) * Rational(m);
      const Verdict expected = truth.verdict == Verdict::overlapping || exact > squared
                                   ? Verdict::overlapping
                                   : (exact == squared ? Verdict::touching : Verdict::separated);
      EXPECT_EQ(compare_to_margin(p, q, {m, 0, 0}).value().verdict, expected) << m;
      if (m == 5) {
        EXPECT_EQ(compare_to_margin(q, p, {2, 2.5, 0.5}).value().verdict, expected);
      }
    }
    if (HasFailure()) return;
  }
  for (const int count : verdicts) EXPECT_GT(count, suite::cases(4000) / 10);
  EXPECT_GT(chains, suite::cases(4000) / 20);
}

/// Points of a triangle under a chain of poses, in fractions.
std::vector<std::vector<Rational>> world_of(const std::vector<Vector2>& points, const Pose2& part,
                                            const Pose2& body) {
  std::vector<std::vector<Rational>> world;
  for (const Vector2& p : points) {
    std::vector<Rational> x{Rational(p[0]), Rational(p[1])};
    for (const Pose2* pose : {&part, &body}) {
      x = {Rational(pose->linear(0, 0)) * x[0] + Rational(pose->linear(0, 1)) * x[1] +
               Rational(pose->offset(0)),
           Rational(pose->linear(1, 0)) * x[0] + Rational(pose->linear(1, 1)) * x[1] +
               Rational(pose->offset(1))};
    }
    world.push_back(x);
  }
  return world;
}

Verdict worse(Verdict p, Verdict q) {
  if (p == Verdict::overlapping || q == Verdict::overlapping) return Verdict::overlapping;
  return p == Verdict::touching ? p : q;
}

/// Convex parts of any rank, poses of any rank, chains of both sides: the truth pair by pair.
TEST(Bodies2, OfConvexPartsAreDecidedAsByBruteForce) {
  int verdicts[3] = {};
  for (int seed = 0; seed < suite::cases(3000); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    std::array<std::vector<Part2>, 2> parts;
    std::array<std::vector<std::vector<Vector2>>, 2> points;
    for (std::size_t side = 0; side < 2; ++side) {
      for (int i = random.in(1, 2); i > 0; --i) {
        std::vector<Vector2> corners;
        for (int k = random.in(1, 4); k > 0; --k)
          corners.push_back({random.in(-2, 2) * 1.0, random.in(-2, 2) * 1.0});
        points[side].push_back(corners);
        const BuildOptions options{.reduce = random.chance(1, 2), .tables = true};
        parts[side].push_back(
            {Polytope2::from_points(corners, options).value(), draw_pose(random)});
      }
    }
    std::array<Pose2, 2> pose{draw_pose(random), draw_pose(random)};
    if (random.chance(1, 2)) pose[1] = pose[0];
    if (random.chance(1, 2)) {
      for (Part2& part : parts[1]) part.pose = parts[0][0].pose;
    }
    Verdict truth = Verdict::separated;
    std::optional<Rational> squared;
    for (std::size_t i = 0; i < parts[0].size(); ++i) {
      for (std::size_t j = 0; j < parts[1].size(); ++j) {
        const auto p = world_of(points[0][i], parts[0][i].pose, pose[0]),
                   q = world_of(points[1][j], parts[1][j].pose, pose[1]);
        truth = worse(truth, oracle::brute_force_verdict(p, q));
        const Rational apart = oracle::brute_force_distance_squared(p, q);
        if (!squared || apart < *squared) squared = apart;
      }
    }
    const Body2 a{std::span<const Part2>(parts[0])}, b{std::span<const Part2>(parts[1])};
    EXPECT_EQ(intersects({a, pose[0]}, {b, pose[1]}).verdict, truth);
    EXPECT_EQ(intersects({b, pose[1]}, {a, pose[0]}).verdict, truth);
    ++verdicts[static_cast<int>(truth)];
    const BodyDistance2 found = distance({a, pose[0]}, {b, pose[1]});
    EXPECT_LE(Rational(found.distance.lower) * Rational(found.distance.lower), *squared);
    EXPECT_GE(Rational(found.distance.upper) * Rational(found.distance.upper), *squared);
    const double middle = found.distance.lower / 2 + found.distance.upper / 2;
    for (const double m : {found.distance.lower, middle, found.distance.upper}) {
      const Rational exact = Rational(m) * Rational(m);
      const Verdict expected = truth == Verdict::overlapping || exact > *squared
                                   ? Verdict::overlapping
                                   : (exact == *squared ? Verdict::touching : Verdict::separated);
      EXPECT_EQ(compare_to_margin({a, pose[0]}, {b, pose[1]}, {m, 0, 0}).value().verdict, expected);
    }
    if (HasFailure()) return;
  }
  for (const int count : verdicts) EXPECT_GT(count, suite::cases(3000) / 20);
}

/// Is the place, in eighths of a cell's side, inside, on the outline, or outside?
Verdict place_in_cells(const Cells& cells, int x, int y) {
  int holders = 0, around = 0;
  for (const int right : {0, 1}) {
    for (const int up : {0, 1}) {
      // The cell on that side of the place; the same one twice where the place is not on a line between cells.
      const auto side = [](int at, int forward) {
        return at % 8 == 0 ? at / 8 - 1 + forward : (at >= 0 ? at / 8 : (at - 7) / 8);
      };
      ++around;
      holders += cells.contains({side(x, right), side(y, up)}) ? 1 : 0;
    }
  }
  if (holders == 0) return Verdict::separated;
  return holders == around ? Verdict::overlapping : Verdict::touching;
}

TEST(Bodies2, AFlatBodyOnACutOverlaps) {
  int verdicts[3] = {}, on_cuts = 0;
  for (int seed = 0; seed < suite::cases(6000); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    const Cells cells = draw_cells(random, random.in(1, 5));
    const Polygon2 polygon = polygon_of(cells, random.chance(1, 2));
    // A point, or a segment along an axis or a diagonal, in quarters.
    int x = random.in(-2, 22), y = random.in(-2, 22);
    const int length = random.in(0, 12);
    if (random.chance(1, 2)) (random.chance(1, 2) ? x : y) = 4 * random.in(0, 5);
    const Cell step{random.in(-1, 1), random.in(-1, 1)};
    Verdict truth = Verdict::separated;
    // Between two neighbouring quarters is no line between cells. The middle shows what holds there.
    for (int k = 0; k <= 2 * length; ++k)
      truth = worse(truth, place_in_cells(cells, 2 * x + step[0] * k, 2 * y + step[1] * k));
    Vector2 from{x * 0.25, y * 0.25},
        to{(x + step[0] * length) * 0.25, (y + step[1] * length) * 0.25};
    const Similarity part = draw_similarity(random), body = draw_similarity(random);
    const std::vector<Vector2> ends{from, to};
    const Body2 left{{polygon, part.pose}},
        right{{Polytope2::from_points(ends).value(), part.pose}};
    const BodyDecision2 found = intersects({left, body.pose}, {right, body.pose});
    EXPECT_EQ(found.verdict, truth);
    EXPECT_EQ(intersects({right, body.pose}, {left, body.pose}).verdict, truth);
    ++verdicts[static_cast<int>(truth)];
    Verdict by_parts = Verdict::separated;
    const Polytope2 flat = Polytope2::from_points(ends).value();
    for (const Polytope2& piece : polygon.parts())
      by_parts = worse(by_parts, intersects(piece, flat).verdict);
    on_cuts += by_parts != truth ? 1 : 0;
    if (HasFailure()) return;
  }
  for (const int count : verdicts) EXPECT_GT(count, suite::cases(6000) / 20);
  EXPECT_GT(on_cuts, suite::cases(6000) / 200);
}

TEST(Bodies2, APoseThatFlattensLeavesSegments) {
  // A frame of 4 cells' width, seen along y, is one segment; a bar crosses it in any place, on an image's end too.
  const Polygon2 frame =
      Polygon2::from_rings({{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {{1, 1}, {3, 1}, {3, 3}, {1, 3}}})
          .value();
  const Pose2 onto_x = matrix({1, 0, 0, 0, 0, 0});
  const Body2 flat{{frame, onto_x}};
  for (const double x : {0.5, 1.0, 2.0, 3.0, 3.5}) {
    const Body2 bar{{Polytope2::from_points({{x, -1}, {x, 1}}).value()}};
    EXPECT_EQ(intersects(flat, bar).verdict, Verdict::overlapping) << x;
    const Body2 along{{Polytope2::from_points({{x, 0}, {x + 1, 0}}).value()}};
    EXPECT_EQ(intersects(flat, along).verdict, Verdict::touching) << x;
  }
  const Body2 at_end{{Polytope2::from_points({{4, -1}, {4, 1}}).value()}};
  EXPECT_EQ(intersects(flat, at_end).verdict, Verdict::touching);
  // Two squares side by side, apart: their images stay apart, or join where they meet.
  const auto squares = [](double gap) {
    return Polygon2::from_rings({{{0, 0}, {1, 0}, {1, 1}, {0, 1}},
                                 {{1 + gap, 5}, {2 + gap, 5}, {2 + gap, 6}, {1 + gap, 6}}})
        .value();
  };
  const Body2 bar{{Polytope2::from_points({{1, -1}, {1, 1}}).value()}};
  const Body2 joined{{squares(0), onto_x}}, parted{{squares(0x1p-52), onto_x}};
  EXPECT_EQ(intersects(joined, bar).verdict, Verdict::overlapping);
  EXPECT_EQ(intersects(parted, bar).verdict, Verdict::touching);
  // The image of a polygon in a polygon overlaps, and one along an edge touches.
  const Body2 whole{{frame}};
  const Pose2 low = Pose2::translation({0, 0.5}).value(), edge = Pose2::translation({0, 4}).value();
  EXPECT_EQ(intersects(whole, {flat, low}).verdict, Verdict::overlapping);
  EXPECT_EQ(intersects(whole, {flat, edge}).verdict, Verdict::touching);
  const Body2 point{{frame, matrix({0, 0, 9, 0, 0, 9})}};
  expect_distance(distance(point, whole), 50);
}

TEST(Bodies2, APegInAHole) {
  const Polygon2 wall = Polygon2::from_rings({{{-9, -9}, {9, -9}, {9, 9}, {-9, 9}},
                                              {{-3, -2}, {3, -2}, {3, 2}, {-3, 2}}})
                            .value();
  const Body2 hole{{wall}}, peg{{Polytope2::box({3, 2})}},
      thin{{Polytope2::box({3 - 0x1p-50, 2 - 0x1p-50})}};
  EXPECT_EQ(intersects(hole, peg).verdict, Verdict::touching);
  EXPECT_EQ(intersects(hole, thin).verdict, Verdict::separated);
  EXPECT_EQ(compare_to_margin(hole, thin, {0x1p-50, 0, 0}).value().verdict, Verdict::touching);
  const Pose2 moved = Pose2::translation({0x1p-51, 0}).value();
  EXPECT_EQ(intersects(hole, {peg, moved}).verdict, Verdict::overlapping);
  EXPECT_EQ(intersects(hole, {thin, moved}).verdict, Verdict::separated);
  // Both turned by one rotation of doubles, one more in each part: the chain is no pose of doubles.
  const Pose2 turn = Pose2::from_angle(0.7, {0.1, 0.3}).value(),
              more = Pose2::from_angle(1.1).value();
  const Body2 turned_hole{{wall, turn}}, turned_peg{{Polytope2::box({3, 2}), turn}};
  const Body2 larger{{Polytope2::box({3 + 0x1p-50, 2}), turn}},
      smaller{{Polytope2::box({3 - 0x1p-51, 1}), turn}};
  EXPECT_EQ(intersects({turned_hole, more}, {turned_peg, more}).verdict, Verdict::touching);
  EXPECT_EQ(intersects({turned_hole, more}, {larger, more}).verdict, Verdict::overlapping);
  EXPECT_EQ(intersects({turned_hole, more}, {smaller, more}).verdict, Verdict::separated);
  // A key in the hole of a key: interlocked, and no part in another's hull.
  const Polygon2 hook =
      Polygon2::from_rings({{{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 3}, {3, 3}, {3, 1}, {0, 1}}})
          .value();
  const Pose2 over = matrix({-1, 0, 5, 0, -1, 6});
  const Body2 one{{hook}}, other{{hook, over}};
  EXPECT_EQ(intersects(one, other).verdict, Verdict::overlapping);
  const Pose2 beside = matrix({-1, 0, 3, 0, 1, 1});
  const Body2 mirrored{{hook, beside}};
  EXPECT_EQ(intersects(one, mirrored).verdict, Verdict::touching);
}

TEST(Bodies2, NumberTheirPartsAndPieces) {
  const Polygon2 frame =
      Polygon2::from_rings({{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {{1, 1}, {3, 1}, {3, 3}, {1, 3}}})
          .value();
  const Pose2 far = Pose2::translation({100, 0}).value(),
              inside = Pose2::translation({2, 3.5}).value();
  const Body2 a{{frame, far}, {frame}}, b{{Polytope2::box({0.25, 0.25}), inside}};
  const BodyDecision2 found = intersects(a, b);
  EXPECT_EQ(found.part_a, 1);
  EXPECT_EQ(found.part_b, 0);
  EXPECT_EQ(found.piece_b, -1);
  ASSERT_GE(found.piece_a, 0);
  const Polytope2& piece = frame.parts()[static_cast<std::size_t>(found.piece_a)];
  EXPECT_EQ(
      intersects({piece, Pose2::identity()}, {std::get<Polytope2>(b.parts()[0].shape), inside})
          .verdict,
      Verdict::overlapping);
  EXPECT_EQ(b.parts().size(), 1U);
  const Pose2 lower = Pose2::translation({0, -1.5}).value();
  const BodyDistance2 apart = distance({b, lower}, a);
  EXPECT_EQ(apart.verdict, Verdict::separated);  // in the hole
  EXPECT_EQ(apart.part_b, 1);
}

TEST(Bodies2, RefuseMarginsAndAreEmpty) {
  const Body2 none(std::span<const Part2>{}),
      empty{{Polytope2()}, {Polygon2::from_rings({}).value()}}, box{{Polytope2::box({1, 1})}};
  EXPECT_EQ(intersects(none, box).verdict, Verdict::separated);
  EXPECT_EQ(intersects(empty, box).verdict, Verdict::separated);
  EXPECT_EQ(distance(box, empty).distance.upper, kInfinite);
  EXPECT_EQ(distance(box, empty).distance.lower, std::numeric_limits<double>::max());
  EXPECT_EQ(compare_to_margin(box, empty, {1e300, 0, 0}).value().verdict, Verdict::separated);
  const auto code = [&](const Margin& margin) {
    return compare_to_margin(box, box, margin).error().code;
  };
  EXPECT_EQ(code({-1, 0, 0}), ErrorCode::not_served);
  EXPECT_EQ(code({0, -1, 0}), ErrorCode::wrong_shape);
  EXPECT_EQ(code({kInfinite, 0, 0}), ErrorCode::not_finite);
  EXPECT_EQ(compare_to_margin(box, box, {-1, 1, 0}).value().verdict, Verdict::overlapping);
}

TEST(Bodies2, OfAnySizeInAnyHostState) {
  // Chains whose entries overflow, or vanish, and coordinates at both ends of the doubles.
  const double most = std::numeric_limits<double>::max();
  const Polygon2 square = Polygon2::from_rings({{{0, 0}, {1, 0}, {1, 1}, {0, 1}}}).value();
  const Pose2 large = matrix({0x1p600, 0, 0, 0, 0x1p600, 0}),
              tiny = matrix({0x1p-600, 0, 0, 0, 0x1p-600, 0});
  const Pose2 shift = Pose2::translation({1, 0}).value(),
              past = Pose2::translation({1 + 0x1p-52, 0}).value();
  for (const int rounding : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    for (const auto subnormals : oracle::kAllSubnormals) {
      const oracle::HostState state(rounding, subnormals);
      for (const Pose2* scale : {&large, &tiny}) {
        const Pose2 *const inner = scale, *const outer = scale;
        const Body2 a{{square, *inner}};
        EXPECT_EQ(intersects({a, *outer}, {a, *outer}).verdict, Verdict::overlapping);
        // Moved before it is scaled, in the points themselves.
        const auto moved = [&](double x) {
          return Body2{{Polytope2::from_points({{x, 0}, {x + 1, 0}, {x, 1}}).value(), *inner}};
        };
        const Body2 beside = moved(1), past_it = moved(1 + 0x1p-52), in_it = moved(1 - 0x1p-53),
                    far = moved(3);
        EXPECT_EQ(intersects({a, *outer}, {beside, *outer}).verdict, Verdict::touching);
        EXPECT_EQ(intersects({a, *outer}, {past_it, *outer}).verdict, Verdict::separated);
        EXPECT_EQ(intersects({in_it, *outer}, {a, *outer}).verdict, Verdict::overlapping);
        EXPECT_EQ(compare_to_margin({a, *outer}, {far, *outer}, {1, 0, 0}).value().verdict,
                  scale == &large ? Verdict::separated : Verdict::overlapping);
        const BodyDistance2 apart = distance({a, *outer}, {far, *outer});
        EXPECT_EQ(apart.verdict, Verdict::separated);
        EXPECT_EQ(apart.distance.lower, scale == &large ? most : 0);
        EXPECT_EQ(apart.distance.upper,
                  scale == &large ? kInfinite : std::numeric_limits<double>::denorm_min());
      }
      const Body2 one{{square}}, by_part{{square, shift}}, beyond{{square, past}};
      EXPECT_EQ(intersects(one, by_part).verdict, Verdict::touching);
      EXPECT_EQ(intersects({one, shift}, {by_part, shift}).verdict, Verdict::touching);
      EXPECT_EQ(intersects({one, shift}, {beyond, shift}).verdict, Verdict::separated);
    }
  }
}

TEST(Bodies2, LocatePoints) {
  const Polygon2 frame =
      Polygon2::from_rings({{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {{1, 1}, {3, 1}, {3, 3}, {1, 3}}})
          .value();
  ASSERT_FALSE(frame.cuts().empty());
  const auto& [i, j] = frame.cuts()[0];
  const Vector2 p = frame.points()[static_cast<std::size_t>(i)],
                q = frame.points()[static_cast<std::size_t>(j)];
  const Body2 body{{frame}},
      pair{{Polytope2::box({1, 1})},
           {Polytope2::from_points({{1, -1}, {2, -1}, {2, 1}, {1, 1}}).value()}};
  const auto at = [](const Vector2& point, const PosedBody2& where) {
    return locate(point, where).value();
  };
  EXPECT_EQ(at({p[0] / 2 + q[0] / 2, p[1] / 2 + q[1] / 2}, body), Location::inside);
  EXPECT_EQ(at(p, body), Location::boundary);
  EXPECT_EQ(at({1, 2}, body), Location::boundary);
  EXPECT_EQ(at({1 + 0x1p-52, 2}, body), Location::outside);
  EXPECT_EQ(at({1 - 0x1p-53, 2}, body), Location::inside);
  EXPECT_EQ(at({2, 2}, body), Location::outside);
  EXPECT_EQ(at({1, 0}, pair), Location::boundary);  // on the wall between two parts
  const auto refused = locate({0, kInfinite}, body);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::not_finite);
  EXPECT_EQ(refused.error().message, "point[1] is infinity; every coordinate must be finite");
}

TEST(Bodies2, AreAsDeepAsTheirIntervalSays) {
  // Convex bodies: the depth itself.
  const Pose2 turn = Pose2::from_angle(0.4, {3, -1}).value();
  const auto place = [](double x, double y) { return Pose2::translation({x, y}).value(); };
  const Body2 box{{Polytope2::box({1, 1}), turn}},
      beside{{Polytope2::from_points({{0.5, -1}, {2.5, -1}, {2.5, 1}, {0.5, 1}}).value(), turn}};
  const BodyPenetration2 flush = penetration({box, turn}, {beside, turn});
  EXPECT_LE(flush.depth.lower, 0.5);
  EXPECT_GE(flush.depth.upper, 0.5);
  EXPECT_LT(flush.depth.upper - flush.depth.lower, 1e-13);
  // A bar on a tooth of a comb leaves it inwards by 0.75. The hull it leaves outwards, by 1.25.
  const Polygon2 comb =
      Polygon2::from_rings({{{0, 0}, {5, 0}, {5, 4}, {4, 4}, {4, 1}, {1, 1}, {1, 4}, {0, 4}}})
          .value();
  const Body2 a{{comb}}, bar{{Polytope2::box({0.5, 4}), place(4.25, 5.5)}};
  const BodyPenetration2 deep = penetration(a, bar);
  EXPECT_LE(deep.depth.lower, 0.75);
  EXPECT_GE(deep.depth.lower, 0.74);
  EXPECT_GE(deep.depth.upper, 0.75);
  EXPECT_LE(deep.depth.upper, 1.26);
  EXPECT_EQ(deep.part_a, 0);
  EXPECT_EQ(deep.piece_b, -1);
  // Hulls overlap, bodies do not.
  const Body2 inside{{Polytope2::box({1.5, 1}), place(2.5, 2)}};
  EXPECT_EQ(penetration(a, inside).verdict, Verdict::touching);
  EXPECT_EQ(penetration(a, inside).depth.upper, 0);
  // Moved by the upper end along some axis a body is free; moved by less than the lower one it is not.
  for (int seed = 0; seed < suite::cases(300); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    const Cells cells = draw_cells(random, random.in(2, 5)),
                others = draw_cells(random, random.in(1, 4));
    const Similarity part = draw_similarity(random), body = draw_similarity(random);
    const Body2 p{{polygon_of(cells, true), part.pose}}, q{{polygon_of(others, true), part.pose}};
    const BodyPenetration2 found = penetration({p, body.pose}, {q, body.pose});
    EXPECT_LE(found.depth.lower, found.depth.upper);
    EXPECT_EQ(found.depth.upper > 0, found.verdict == Verdict::overlapping);
    if (found.verdict != Verdict::overlapping) continue;
    // Cells that overlap are the same: a unit of the common map frees no pair of them.
    const double unit =
        std::sqrt(Rational(part.factor_squared * body.factor_squared).convert_to<double>());
    EXPECT_GE(found.depth.lower, unit * (1 - 1e-9));
    EXPECT_LE(found.depth.upper, unit * 5 * (1 + 1e-9));
    for (int k = 0; k < 16; ++k) {
      const double angle = 0.4 * k, step = found.depth.lower * (1 - 1e-9);
      const Pose2 away =
          matrix({body.pose.linear(0, 0), body.pose.linear(0, 1),
                  body.pose.offset(0) + step * std::cos(angle), body.pose.linear(1, 0),
                  body.pose.linear(1, 1), body.pose.offset(1) + step * std::sin(angle)});
      EXPECT_EQ(intersects({p, body.pose}, {q, away}).verdict, Verdict::overlapping);
    }
  }
}

/// Two combs of 2,000 parts that mesh, under poses that keep all exact and under a chain that does not.
TEST(Bodies2, OfManyPartsAreQuick) {
  constexpr int kTeeth = 1000;
  std::vector<Vector2> ring;
  for (int i = 0; i < kTeeth; ++i) {
    const double x = 4 * i;
    ring.insert(ring.end(), {{x, 0}, {x, 100}, {x + 1, 100}, {x + 1, 0}});
  }
  ring.insert(ring.end(), {{4.0 * kTeeth, -1}, {-1, -1}});
  const Polygon2 comb = Polygon2::from_rings({ring}).value();
  EXPECT_GE(comb.report().parts, kTeeth);
  const Pose2 facing = matrix({1, 0, 2, 0, -1, 101});
  const Pose2 turn = Pose2::from_angle(0.3, {1, 2}).value();
  const Body2 below{{comb}}, above{{comb, facing}};
  const std::clock_t start = std::clock();
  EXPECT_EQ(intersects(below, above).verdict, Verdict::separated);
  expect_distance(distance(below, above), 1);
  EXPECT_EQ(intersects({below, turn}, {above, turn}).verdict, Verdict::separated);
  const BodyDistance2 turned = distance({below, turn}, {above, turn});
  EXPECT_NEAR(turned.distance.upper, 1, 1e-9);
  EXPECT_EQ(compare_to_margin(below, above, {1, 0, 0}).value().verdict, Verdict::touching);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  EXPECT_LT(seconds, suite::kSanitized ? 20 : 2);
}

}  // namespace
}  // namespace sunder::test

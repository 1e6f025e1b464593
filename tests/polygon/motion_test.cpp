// SPDX-License-Identifier: Apache-2.0
//
// When bodies in the plane meet that move along lines. Polyominoes are held against all pairs of cells, and regions of
// triangles against all corners and edges in fractions. Convex bodies are held against the convex kernel.
#include <algorithm>
#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <optional>
#include <vector>

#include "oracle/host_state.hpp"
#include "polygon/plane_oracle.hpp"
#include "polygon/polyominoes.hpp"
#include "polygon/similarity.hpp"
#include "suite/effort.hpp"

namespace sunder::test {
namespace {

using suite::Random;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

Motion2 motion(const Vector2& translation) { return Motion2::linear(translation).value(); }

/// The interval is the doubles next to the time, or it itself.
void expect_time(const BodyCast2& found, const std::optional<Rational>& time) {
  EXPECT_EQ(found.start, Verdict::separated);
  ASSERT_EQ(found.verdict, time ? CastVerdict::hit : CastVerdict::free);
  EXPECT_EQ(found.part_a >= 0, time.has_value());
  if (!time) {
    EXPECT_EQ(found.time.lower, 1);
    EXPECT_EQ(found.time.upper, 1);
    EXPECT_FALSE(found.witness);
    return;
  }
  EXPECT_LE(Rational(found.time.lower), *time);
  EXPECT_GE(Rational(found.time.upper), *time);
  EXPECT_EQ(found.time.upper, Rational(found.time.lower) == *time
                                  ? found.time.lower
                                  : std::nextafter(found.time.lower, kInfinite));
  ASSERT_TRUE(found.witness);
  EXPECT_EQ(found.witness->point_a, found.witness->point_b);
  EXPECT_NEAR(std::hypot(found.witness->normal[0], found.witness->normal[1]), 1, 1e-15);
}

/// The first time at which moving cells meet cells at rest, by the slabs of each pair.
std::optional<Rational> first_time_of_cells(const Cells& a, const Cells& b, const Cell& velocity) {
  std::optional<Rational> first;
  for (const Cell& p : a) {
    for (const Cell& q : b) {
      Rational begin = 0, end = 1;
      bool meets = true;
      for (std::size_t k = 0; k < 2; ++k) {
        const int lower = q[k] - p[k] - 1, upper = q[k] - p[k] + 1, rate = velocity[k];
        if (rate == 0) {
          meets = meets && lower <= 0 && upper >= 0;
          continue;
        }
        const Rational s = Rational(lower) / rate, t = Rational(upper) / rate;
        begin = std::max(begin, std::min(s, t));
        end = std::min(end, std::max(s, t));
      }
      if (meets && begin <= end && (!first || begin < *first)) first = begin;
    }
  }
  return first;
}

TEST(Cast2D, PolyominoesMeetWhenTheirCellsDo) {
  int hits = 0, frees = 0, starts = 0;
  for (int seed = 0; seed < suite::cases(1500); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    const Cells a = draw_cells(random, random.in(1, 5)),
                drawn = draw_cells(random, random.in(1, 6));
    Cells b;
    const Cell moved{random.in(-9, 9), random.in(-9, 9)};
    for (const auto& [x, y] : drawn) b.insert({x + moved[0], y + moved[1]});
    const Cell velocity{random.in(-12, 12), random.in(-12, 12)};
    // An exact map of all: a turn by a multiple of a quarter, or by the angle of a 3, 4, 5 triangle.
    const std::array<std::array<double, 4>, 5> turns{
        {{1, 0, 0, 1}, {0, -1, 1, 0}, {-1, 0, 0, 1}, {3, -4, 4, 3}, {0x1p-30, 0, 0, 0x1p-30}}};
    const auto& m = turns[static_cast<std::size_t>(random.in(0, 4))];
    const Pose2 pose = matrix({m[0], m[1], random.in(-9, 9) * 1.0, m[2], m[3], random.unit()});
    const double x = velocity[0], y = velocity[1];
    const Vector2 way{m[0] * x + m[1] * y, m[2] * x + m[3] * y};
    const Body2 left{{polygon_of(a, random.chance(1, 2)), pose}},
        right{{polygon_of(b, random.chance(1, 2)), pose}};
    // Either moves, or both.
    const Vector2 own{random.in(-5, 5) * 1.0, random.in(-5, 5) * 1.0};
    const BodyCast2 found =
        random.chance(1, 2)
            ? cast(left, motion({way[0] + own[0], way[1] + own[1]}), right, motion(own)).value()
            : cast(left, motion(way), right, {}).value();
    const CellTruth truth = truth_of(a, b, {0, 0});
    EXPECT_EQ(found.start, truth.verdict);
    if (truth.verdict != Verdict::separated) {
      EXPECT_EQ(found.verdict, CastVerdict::hit);
      EXPECT_EQ(found.time.upper, 0);
      EXPECT_GE(found.part_a, 0);
      ++starts;
      continue;
    }
    const auto time = first_time_of_cells(a, b, velocity);
    expect_time(found, time);
    (time ? hits : frees) += 1;
    if (time) {
      // Edges are along the axes, and no normal is between them.
      const Vector2& n = found.witness->normal;
      const double along = n[0] * m[0] + n[1] * m[2], across = n[0] * m[1] + n[1] * m[3];
      EXPECT_TRUE(std::fabs(along) < 1e-12 || std::fabs(across) < 1e-12);
      EXPECT_GT(n[0] * way[0] + n[1] * way[1], 0);
      EXPECT_GE(found.edge_a, 0);
      EXPECT_GE(found.edge_b, 0);
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(hits, suite::cases(150));
  EXPECT_GT(frees, suite::cases(150));
  EXPECT_GT(starts, suite::cases(25));
}

TEST(Cast2D, RegionsMeetAsFractionsSay) {
  int hits = 0, frees = 0;
  for (int seed = 0; seed < suite::cases(450); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    const auto sets = draw_triangles(random, random.in(1, 3));
    const int shear = random.in(-2, 2), other = random.in(-1, 1);
    const Polygon2 a = polygon_of(sets[0], shear, other), b = polygon_of(sets[1], shear, other);
    const Pose2 part_a = draw_regular_pose(random), body_a = draw_regular_pose(random);
    const Pose2 part_b = random.chance(1, 2) ? part_a : draw_regular_pose(random);
    const Pose2 body_b = moved_by(random.chance(1, 2) ? body_a : draw_regular_pose(random),
                                  random.in(-6, 6), random.in(-6, 6));
    const Body2 left{{a, part_a}}, right{{b, part_b}};
    const auto speed = [&] {
      return random.chance(1, 3) ? random.in(-9, 9) * 1.0 : random.unit() * 18 - 9;
    };
    const Vector2 way_a{speed(), speed()}, way_b{speed(), speed()};
    const BodyCast2 found =
        cast({left, body_a}, motion(way_a), {right, body_b}, motion(way_b)).value();
    if (found.start != Verdict::separated) continue;
    const Spot velocity{Rational(way_a[0]) - Rational(way_b[0]),
                        Rational(way_a[1]) - Rational(way_b[1])};
    const auto time = first_time(rim_of(a, part_a, body_a), rim_of(b, part_b, body_b), velocity);
    expect_time(found, time);
    (time ? hits : frees) += 1;
    // Backwards in time nothing changes but the start; exchanged, the time is the same.
    const BodyCast2 back =
        cast({right, body_b}, motion(way_b), {left, body_a}, motion(way_a)).value();
    EXPECT_EQ(back.time.lower, found.time.lower);
    EXPECT_EQ(back.time.upper, found.time.upper);
    if (HasFailure()) return;
  }
  EXPECT_GT(hits, suite::cases(30));
  EXPECT_GT(frees, suite::cases(30));
}

/// Polytopes of any rank: the same times, to the last bit, and normals that keep them apart.
TEST(Cast2D, ConvexBodiesMeetAsByTheConvexKernel) {
  int hits = 0, frees = 0;
  for (int seed = 0; seed < suite::cases(3000); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    std::array<Polytope2, 2> polytopes;
    for (Polytope2& polytope : polytopes) {
      std::vector<Vector2> corners;
      for (int k = random.in(1, 6); k > 0; --k)
        corners.push_back({random.in(-3, 3) * 0.5, random.in(-3, 3) * 0.5});
      polytope =
          Polytope2::from_points(corners, {.reduce = random.chance(1, 2), .tables = true}).value();
    }
    const Pose2 pose_a = draw_pose(random),
                pose_b = moved_by(random.chance(1, 2) ? pose_a : draw_pose(random),
                                  random.in(-5, 5), random.in(-5, 5));
    const Motion2 way_a = motion({random.in(-8, 8) * 1.0, random.in(-8, 8) * 0.75}),
                  way_b = motion({random.in(-8, 8) * 0.5, random.unit()});
    const Body2 a{{polytopes[0]}}, b{{polytopes[1]}};
    const Posed2 p{polytopes[0], pose_a}, q{polytopes[1], pose_b};
    const BodyCast2 found = cast({a, pose_a}, way_a, {b, pose_b}, way_b).value();
    const Cast2 expected = cast(p, way_a, q, way_b);
    EXPECT_EQ(found.verdict, expected.verdict);
    EXPECT_EQ(found.start, expected.start);
    EXPECT_EQ(found.time.lower, expected.time.lower);
    EXPECT_EQ(found.time.upper, expected.time.upper);
    (expected ? hits : frees) += expected.start == Verdict::separated ? 1 : 0;
    if (HasFailure()) return;
    if (!found || found.start != Verdict::separated) continue;
    const double t = found.time.lower;
    double last = -kInfinite, first = kInfinite;
    const Vector2& n = found.witness->normal;
    for (const auto& [posed, way, most] :
         {std::tuple{&p, &way_a, true}, std::tuple{&q, &way_b, false}}) {
      for (std::int32_t i = 0; i < posed->polytope().vertex_count(); ++i) {
        const Vector2 x = posed->polytope().vertex(i);
        const Pose2& pose = posed->pose();
        double height = 0;
        for (int k = 0; k < 2; ++k) {
          height += n[static_cast<std::size_t>(k)] *
                    (pose.linear(k, 0) * x[0] + pose.linear(k, 1) * x[1] + pose.offset(k) +
                     t * way->translation()[static_cast<std::size_t>(k)]);
        }
        (most ? last : first) = most ? std::max(last, height) : std::min(first, height);
      }
    }
    const double at = n[0] * found.witness->point_a[0] + n[1] * found.witness->point_a[1];
    const double room = 1e-9 + 0x1p-45 * std::fabs(last);
    EXPECT_LE(last, first + room);
    EXPECT_NEAR(at, last, room);
    if (HasFailure()) return;
  }
  EXPECT_GT(hits, suite::cases(250));
  EXPECT_GT(frees, suite::cases(150));
}

TEST(Cast2D, RaysMeetCellsWhenFractionsSay) {
  int hits = 0, frees = 0, inside = 0;
  for (int seed = 0; seed < suite::cases(2000); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    const Cells cells = draw_cells(random, random.in(1, 5));
    const Body2 body{{polygon_of(cells, random.chance(1, 2))}};
    const Vector2 origin{random.in(-8, 28) * 0.25, random.in(-8, 28) * 0.25},
        way{random.in(-20, 20) * 0.5, random.in(-20, 20) * 0.5};
    const BodyCast2 found = ray_cast(origin, way, body).value();
    EXPECT_EQ(found.part_a, -1);
    EXPECT_EQ(found.edge_a, -1);
    std::optional<Rational> first;
    for (const auto& [x, y] : cells) {
      const Rational lower[2] = {x - Rational(origin[0]), y - Rational(origin[1])};
      Rational begin = 0, end = 1;
      bool meets = true;
      for (std::size_t k = 0; k < 2; ++k) {
        const Rational rate(way[k]), upper = lower[k] + 1;
        if (rate == 0) {
          meets = meets && lower[k] <= 0 && upper >= 0;
          continue;
        }
        const Rational s = lower[k] / rate, t = upper / rate;
        begin = std::max(begin, std::min(s, t));
        end = std::min(end, std::max(s, t));
      }
      if (meets && begin <= end && (!first || begin < *first)) first = begin;
    }
    if (first && *first == 0) {
      EXPECT_NE(found.start, Verdict::separated);
      EXPECT_EQ(found.time.upper, 0);
      ASSERT_TRUE(found.witness);
      EXPECT_EQ(found.witness->point_a, origin);
      EXPECT_EQ(found.witness->normal, Vector2{});
      EXPECT_EQ(found.part_b, 0);
      ++inside;
      continue;
    }
    EXPECT_EQ(found.verdict, first ? CastVerdict::hit : CastVerdict::free);
    if (first) {
      EXPECT_LE(Rational(found.time.lower), *first);
      EXPECT_GE(Rational(found.time.upper), *first);
      EXPECT_LE(found.time.upper, std::nextafter(found.time.lower, kInfinite));
      const Vector2& n = found.witness->normal;
      EXPECT_GT(n[0] * way[0] + n[1] * way[1], 0);
      EXPECT_EQ(std::fabs(n[0]) + std::fabs(n[1]), 1);
      EXPECT_GE(found.edge_b, 0);
      for (std::size_t k = 0; k < 2; ++k) {
        const Rational place = Rational(origin[k]) + *first * Rational(way[k]);
        EXPECT_EQ(found.witness->point_b[k], place.convert_to<double>());
      }
    }
    (first ? hits : frees) += 1;
    if (HasFailure()) return;
  }
  EXPECT_GT(hits, suite::cases(200));
  EXPECT_GT(frees, suite::cases(200));
  EXPECT_GT(inside, suite::cases(150));
}

TEST(Cast2D, NoCutShows) {
  // A floor whose upper edge has corners where cuts end; a pin falls onto one, and the normal is the floor's.
  const Polygon2 bar = Polygon2::from_rings({{{0, 0}, {9, 0}, {9, 1}, {6, 1}, {4, 1}, {0, 1}},
                                             {{4, 0.25}, {5, 0.25}, {5, 0.75}, {4, 0.75}}})
                           .value();
  ASSERT_GT(bar.report().parts, 1);
  const Body2 floor{{bar}},
      pin{{Polytope2::from_points({{0, 0}, {0.25, 1}, {-0.5, 0.75}}).value()}};
  for (const double x : {4.0, 6.0, 5.0, 3.0}) {
    const Pose2 above = Pose2::translation({x, 3}).value();
    const BodyCast2 found =
        cast({pin, above}, motion({1e-3, -4}), floor, motion({1e-3, 0})).value();
    EXPECT_EQ(found.time.lower, 0.5);
    EXPECT_EQ(found.witness->normal, (Vector2{0, -1})) << x;
    EXPECT_EQ(found.witness->point_a, (Vector2{x + 0.5e-3, 1})) << x;
    const auto& [i, j] = bar.outline()[static_cast<std::size_t>(found.edge_b)];
    EXPECT_EQ(bar.points()[static_cast<std::size_t>(i)][1], 1);
    EXPECT_EQ(bar.points()[static_cast<std::size_t>(j)][1], 1);
    EXPECT_EQ(ray_cast({x, 3}, {0, -4}, floor).value().witness->normal, (Vector2{0, -1})) << x;
  }
  // A cast that passes along a cut's line, in the hole, meets what the hole ends at.
  const Polygon2 frame =
      Polygon2::from_rings({{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {{1, 1}, {3, 1}, {3, 3}, {1, 3}}})
          .value();
  const Body2 wall{{frame}};
  for (const auto& [i, j] : frame.cuts()) {
    const Vector2 p = frame.points()[static_cast<std::size_t>(i)],
                  q = frame.points()[static_cast<std::size_t>(j)];
    // From outside along the cut: it meets the outline, at the cut's end or before.
    const Vector2 way{3 * (q[0] - p[0]), 3 * (q[1] - p[1])},
        from{p[0] - way[0] / 3, p[1] - way[1] / 3};
    const BodyCast2 found = ray_cast(from, way, wall).value();
    EXPECT_EQ(found.verdict, CastVerdict::hit);
    const Vector2& at = found.witness->point_b;
    EXPECT_EQ(locate(at, wall).value(), Location::boundary);
  }
  const BodyCast2 in_hole = ray_cast({2, 2}, {4, 0}, wall).value();
  EXPECT_EQ(in_hole.time.lower, 0.25);
  EXPECT_EQ(in_hole.witness->normal, (Vector2{1, 0}));
}

TEST(Cast2D, AreRefusedAndDegenerate) {
  const Body2 box{{Polytope2::box({1, 1})}}, none(std::span<const Part2>{}), empty{{Polytope2()}};
  const Pose2 away = Pose2::translation({5, 0}).value();
  const auto turning = cast(box, Motion2::rigid({0, 0}, {0, 0}, 1).value(), {box, away}, {});
  ASSERT_FALSE(turning);
  EXPECT_EQ(turning.error().code, ErrorCode::not_served);
  EXPECT_EQ(cast(box, {}, {box, away}, {}).value().verdict, CastVerdict::free);
  EXPECT_EQ(cast(box, motion({9, 0}), {box, away}, motion({9, 0})).value().verdict,
            CastVerdict::free);
  EXPECT_EQ(cast(none, motion({9, 0}), box, {}).value().verdict, CastVerdict::free);
  EXPECT_EQ(cast(box, motion({9, 0}), empty, {}).value().verdict, CastVerdict::free);
  EXPECT_EQ(ray_cast({kInfinite, 0}, {1, 0}, box).error().message,
            "origin[0] is infinity; every entry must be finite");
  EXPECT_EQ(ray_cast({0, 0}, {1, std::nan("")}, box).error().code, ErrorCode::not_finite);
  EXPECT_EQ(ray_cast({5, 0}, {0, 0}, box).value().verdict, CastVerdict::free);
  // Exactly at the end, and one unit short.
  EXPECT_EQ(ray_cast({5, 0}, {-4, 0}, box).value().time.lower, 1);
  EXPECT_EQ(ray_cast({5, 0}, {-4 + 0x1p-50, 0}, box).value().verdict, CastVerdict::free);
  // Grazing a corner, and one unit beside it.
  EXPECT_EQ(ray_cast({3, -1}, {-4, 4}, box).value().verdict, CastVerdict::hit);
  EXPECT_EQ(ray_cast({3, -1 + 0x1p-52}, {-4, 4}, box).value().verdict, CastVerdict::free);
  // Sizes at both ends of the doubles.
  const double most = std::numeric_limits<double>::max(),
               least = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(ray_cast({most, 0}, {-most, 0}, box).value().verdict, CastVerdict::hit);
  EXPECT_EQ(ray_cast({-most, 0}, {most, 0}, box).value().verdict, CastVerdict::hit);
  const Body2 dot{{Polytope2::from_points({{0, 0}}).value()}};
  EXPECT_EQ(ray_cast({least, least}, {-most, -most}, dot).value().time.upper, least);
  EXPECT_EQ(ray_cast({least, 0}, {-least, 0}, dot).value().time.lower, 1);
  EXPECT_EQ(ray_cast({2 * least, 0}, {-least, 0}, dot).value().verdict, CastVerdict::free);
}

/// The host's modes change no answer, where all coordinates are subnormal too.
TEST(Cast2D, ContactsAndContainmentAreTheSameInEveryHostState) {
  Random random(5);
  const Cells cells = draw_cells(random, 5), others = draw_cells(random, 3);
  for (const double size : {1.0, 0x1p-1060, 0x1p1010}) {
    const Pose2 scale = matrix({size, 0, 0, 0, size, 0}),
                beside = matrix({0, -size, 4 * size, size, 0, 3 * size}),
                away = matrix({size / 3, size / 7, 9 * size, -size / 5, size, 2 * size});
    const Motion2 way = motion({-9 * size, size / 3});
    const Body2 a{{polygon_of(cells, true), scale}}, b{{polygon_of(others, false), beside}},
        c{{polygon_of(others, false), away}};
    const BodyContact2 touch = contact(a, b);
    const BodyCast2 usual = cast(c, way, a, {}).value();
    EXPECT_FALSE(touch.regions.empty());
    EXPECT_EQ(usual.verdict, CastVerdict::hit);
    EXPECT_EQ(usual.start, Verdict::separated);
    for (const int rounding : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
      for (const auto subnormals : oracle::kAllSubnormals) {
        const oracle::HostState state(rounding, subnormals);
        const BodyContact2 found = contact(a, b);
        ASSERT_EQ(found.regions.size(), touch.regions.size());
        for (std::size_t i = 0; i < found.regions.size(); ++i) {
          EXPECT_EQ(std::bit_cast<std::uint64_t>(found.regions[i].ends[1][0]),
                    std::bit_cast<std::uint64_t>(touch.regions[i].ends[1][0]));
          EXPECT_EQ(found.regions[i].normal, touch.regions[i].normal);
        }
        const BodyCast2 hit = cast(c, way, a, {}).value();
        EXPECT_EQ(hit.time.lower, usual.time.lower);
        EXPECT_EQ(hit.time.upper, usual.time.upper);
        EXPECT_EQ(hit.witness->normal, usual.witness->normal);
        EXPECT_TRUE(contains(a, a).value().contained);
        EXPECT_FALSE(contains(a, b).value().contained);
      }
    }
  }
}

}  // namespace
}  // namespace sunder::test

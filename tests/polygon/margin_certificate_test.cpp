// SPDX-License-Identifier: Apache-2.0
//
// Proofs of margins and of padded bodies in the plane: made, accepted, and refused where they are forged. The distance of
// two polyominoes is the root of an integer, which cells tell.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "polygon/polyominoes.hpp"
#include "polygon/similarity.hpp"
#include "suite/effort.hpp"
#include "suite/margin_proofs.hpp"
#include "suite/padded_distance.hpp"
#include "suite/padded_verdict.hpp"
#include "sunder/body_certificate.hpp"
#include "sunder/penetration.hpp"
#include "sunder/report.hpp"

namespace sunder::test {
namespace {

using suite::Random;

BodyCertificate expect_planar_margin(const PosedBody2& a, const PosedBody2& b, const Margin& margin,
                                     Verdict expected) {
  return suite::expect_margin_proof(a, b, margin, expected);
}

std::vector<Part2> squares_of(const Cells& cells) {
  std::vector<Part2> parts;
  for (const auto& [x, y] : cells) {
    const double p = x, q = y;
    parts.push_back(
        {Polytope2::from_points({{p, q}, {p + 1, q}, {p, q + 1}, {p + 1, q + 1}}).value()});
  }
  return parts;
}

Cells shifted(const Cells& cells, const Cell& by) {
  Cells all;
  for (const auto& [x, y] : cells) all.insert({x + by[0], y + by[1]});
  return all;
}

/// The two bodies, one drawn as a polygon and the other as a polygon or as squares; and what is true.
struct Drawn {
  Body2 a, b;
  CellTruth truth;
};
Drawn draw_pair(Random& random) {
  const Cells a = draw_cells(random, random.in(1, 4)), b = draw_cells(random, random.in(1, 4));
  const Cell moved{random.in(-7, 7), random.in(-4, 4)};
  const Cells placed = shifted(b, moved);
  const Polygon2 left = polygon_of(a, random.chance(1, 2));
  if (random.chance(1, 2))
    return {Body2{{left}}, Body2{std::span<const Part2>(squares_of(placed))},
            truth_of(a, b, moved)};
  return {Body2{{left}}, Body2{{polygon_of(placed, random.chance(1, 2))}}, truth_of(a, b, moved)};
}

/// Poses that keep lengths, so that coordinates stay doubles.
Pose2 draw_turn(Random& random) {
  const std::array<std::array<double, 4>, 4> turns{
      {{1, 0, 0, 1}, {0, -1, 1, 0}, {-1, 0, 0, -1}, {0, 1, 1, 0}}};
  const auto& t = turns[static_cast<std::size_t>(random.in(0, 3))];
  return matrix({t[0], t[1], random.in(-64, 64) / 8.0, t[2], t[3], random.in(-64, 64) / 8.0});
}

TEST(PlanarMarginCertificates, OfPolyominoesAtKnownDistances) {
  std::array<int, 3> seen{};
  int empty = 0;
  for (int seed = 0; seed < suite::cases(160); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed) + 7700);
    const Drawn drawn = draw_pair(random);
    const Pose2 pose = draw_turn(random);
    const PosedBody2 p{drawn.a, pose}, q{drawn.b, pose};
    const auto square = static_cast<double>(drawn.truth.distance_squared);
    const double root = std::sqrt(std::max(square, 0.0)), whole = std::nearbyint(root);
    for (const double m : {0.25, whole, std::nextafter(whole, 0.0), std::nextafter(whole, 9.0),
                           std::nextafter(root, 0.0), std::nextafter(root, 9.0), root + 0.5}) {
      if (!(m > 0)) continue;
      const bool apart = drawn.truth.verdict == Verdict::separated;
      const Verdict expected = square < 0 ? Verdict::separated
                               : apart    ? suite::padded_verdict(square, m)
                                          : Verdict::overlapping;
      ++seen[static_cast<std::size_t>(expected)];
      empty += square < 0 ? 1 : 0;
      const BodyCertificate proof = expect_planar_margin(p, q, {.distance = m}, expected);
      EXPECT_TRUE(verify(p, q, {.distance = m}, proof).complete);
      // The sum alone counts, and a proof proves what follows from it.
      if (square < 0 || m / 2 == 0) continue;
      EXPECT_TRUE(verify(p, q, {.distance = 0, .radius_a = m / 2, .radius_b = m / 2}, proof));
      EXPECT_EQ(bool(verify(p, q, {.distance = m * 0x1p-10}, proof)),
                expected == Verdict::separated || square == 0);
      EXPECT_EQ(bool(verify(p, q, {.distance = m + 100}, proof)), expected == Verdict::overlapping);
      if (HasFailure()) return;
    }
  }
  for (const int count : seen) EXPECT_GT(count, suite::kSanitized ? 2 : 40);
  EXPECT_GT(empty, 0);
  std::printf("separated, touching, overlapping: %d %d %d\n", seen[0], seen[1], seen[2]);
}

TEST(PlanarMarginCertificates, ADistanceOfPaddedBodies) {
  int apart = 0, meeting = 0;
  for (int seed = 0; seed < suite::cases(120); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed) + 31);
    const Drawn drawn = draw_pair(random);
    const Pose2 pose = Pose2::from_angle(random.unit() * 6, {random.unit(), 5}).value();
    const PosedBody2 p{drawn.a, pose}, q{drawn.b, pose};
    if (drawn.truth.distance_squared < 0) continue;
    // Sine and cosine are rounded: the pose is no exact rotation.
    const double root = std::sqrt(static_cast<double>(drawn.truth.distance_squared)), off = 1e-13;
    for (const double r : {0.0, 0.25, 0.75, 1.5}) {
      const Margin radii{.radius_a = r, .radius_b = r / 2};
      const BodyDistance2 found = distance(p, q, r, r / 2).value();
      EXPECT_EQ(found.verdict, compare_to_margin(p, q, radii).value().verdict);
      if (found.verdict == Verdict::separated) {
        ++apart;
        EXPECT_LE(found.distance.lower, root - 1.5 * r + off);
        EXPECT_GE(found.distance.upper, root - 1.5 * r - off);
        ASSERT_TRUE(found.witness);
        EXPECT_NEAR(std::hypot(found.witness->point_b[0] - found.witness->point_a[0],
                               found.witness->point_b[1] - found.witness->point_a[1]),
                    root - 1.5 * r, 1e-9);
      } else {
        ++meeting;
        EXPECT_EQ(found.distance.upper, 0);
        EXPECT_GE(found.part_a, 0);
      }
      suite::expect_padded_proof(p, q, r, found);
    }
  }
  EXPECT_GT(apart, suite::cases(120) / 2);
  EXPECT_GT(meeting, suite::cases(120) / 4);
}

Body2 frame(double outer, double inner, const Pose2& pose = Pose2::identity()) {
  const auto square = [](double s) {
    return std::vector<Vector2>{{-s, -s}, {s, -s}, {s, s}, {-s, s}};
  };
  return Body2{{Polygon2::from_rings({square(outer), square(inner)}).value(), pose}};
}

TEST(PlanarMarginCertificates, HolesFlatImagesAndPoints) {
  const Body2 hole = frame(9, 3), filled{{Polytope2::box({9, 9})}}, ring = frame(2, 1),
              outer = frame(4, 2), flat = frame(2, 1, matrix({1, 0, 0, 0, 0, 0})),
              point{{Polytope2::from_points({{0, 0}}).value()}};
  for (const Body2* const body : {&ring, &flat}) {
    expect_planar_margin(hole, *body, {.distance = 0.5}, Verdict::separated);
    const BodyCertificate exactly =
        expect_planar_margin(hole, *body, {.distance = 1}, Verdict::touching);
    expect_planar_margin(hole, *body, {.distance = std::nextafter(1.0, 2.0)}, Verdict::overlapping);
    // What is kept from a hole lies in what has none.
    EXPECT_FALSE(verify(filled, *body, {.distance = 1}, exactly));
    EXPECT_TRUE(verify(hole, *body, {.distance = 1}, exactly).complete);
  }
  expect_planar_margin(hole, point, {.radius_a = 1, .radius_b = 2}, Verdict::touching);
  expect_planar_margin(hole, point, {.radius_a = 4, .radius_b = 2}, Verdict::overlapping);
  expect_planar_margin(point, hole, {.radius_a = 1, .radius_b = 1}, Verdict::separated);
  // A margin of 0 is the verdict itself.
  expect_planar_margin(hole, point, {}, Verdict::separated);
  expect_planar_margin(ring, hole, {}, Verdict::separated);
  expect_planar_margin(ring, outer, {}, Verdict::touching);
  expect_planar_margin(ring, filled, {.distance = 1, .radius_a = 1}, Verdict::overlapping);
}

TEST(PlanarMarginCertificates, ForgedOnesAreRefused) {
  const Body2 a = frame(2, 1), b = frame(2, 1, Pose2::translation({7, 0}).value());
  const PosedBody2 p{a}, q{b};
  const suite::MarginForgeries<PosedBody2> of(p, q);
  of.expect_plain_ones_refused(2);
  of.expect_wrong_margins_refused();
  of.expect_refused(of.three, of.exactly, "no cover", [](auto& c) { c.covers_b.clear(); });
  of.expect_refused(of.three, of.exactly, "an open cover",
                    [](auto& c) { c.covers_a.at(0).triangles.pop_back(); });
  of.expect_refused(of.three, of.exactly, "a point in the hole", [](auto& c) {
    c.a.weights = {{4, {1, {}}}, {5, {1, {}}}, {6, {1, {}}}, {7, {1, {}}}};
  });
  of.expect_refused(of.two, of.farther, "a point", [](auto& c) { c.a = {-1, {{0, {1, {}}}}}; });
  of.expect_refused(of.four, of.closer, "a point that is far", [](auto& c) {
    c.b = {-1, {{1, {1, {}}}}};
  });
  of.expect_refused(of.four, of.closer, "covers",
                    [&](auto& c) { c.covers_a = of.farther.covers_a; });
  // An answer about other bodies.
  BodyMarginAnswer2 wrong;
  for (const Verdict verdict : {Verdict::separated, Verdict::touching, Verdict::overlapping}) {
    wrong.verdict = verdict;
    wrong.part_a = wrong.part_b = 0;
    for (const std::int32_t piece : {0, 1 << 30}) {
      wrong.piece_a = wrong.piece_b = piece;
      EXPECT_FALSE(certify(p, q, verdict == Verdict::touching ? of.two : of.three, wrong)) << piece;
    }
  }
}

TEST(PlanarMarginCertificates, EmptyBodiesAreFarther) {
  const Body2 nothing{}, box{{Polytope2::box({1, 1})}};
  for (const Body2* other : {&nothing, &box}) {
    const BodyCertificate proof =
        expect_planar_margin(nothing, *other, {.distance = 1e300}, Verdict::separated);
    EXPECT_TRUE(proof.separations.empty());
    const BodyDistance2 found = distance(nothing, *other, 1, 1).value();
    EXPECT_EQ(found.distance.lower, std::numeric_limits<double>::max());
    EXPECT_TRUE(verify(nothing, *other, {.radius_a = 1, .radius_b = 1},
                       certify(nothing, *other, {.radius_a = 1, .radius_b = 1}, found).value()));
  }
}

/// A named algorithm is asked about convex pieces, and changes no answer to any question.
TEST(PlanarAlgorithms, AreAskedAboutPieces) {
  std::map<Algorithm, std::uint64_t> decided;
  for (int seed = 0; seed < suite::cases(60); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed) + 505);
    const Drawn drawn = draw_pair(random);
    const Pose2 pose = draw_turn(random);
    const PosedBody2 p{drawn.a, pose}, q{drawn.b, pose};
    const double root =
        std::sqrt(static_cast<double>(std::max<std::int64_t>(0, drawn.truth.distance_squared)));
    for (const AlgorithmInfo& info : algorithms()) {
      if (!serves(info.id, Question::verdict, 2)) continue;
      SCOPED_TRACE(info.name);
      Counters counters;
      const BodySearch search{.algorithm = info.id, .counters = &counters};
      const auto of_name = [&] { return counters.by_algorithm[static_cast<std::size_t>(info.id)]; };
      EXPECT_EQ(intersects(p, q, search).verdict, drawn.truth.verdict);
      decided[info.id] += of_name();
      for (const double m : {0.5, 1.0, 3.0}) {
        EXPECT_EQ(compare_to_margin(p, q, {.distance = m}, search).value().verdict,
                  compare_to_margin(p, q, {.distance = m}).value().verdict);
      }
      if (serves(info.id, Question::distance, 2) && drawn.truth.distance_squared >= 0) {
        const Interval found = distance(p, q, search).distance;
        EXPECT_LE(found.lower, root);
        EXPECT_LE(root, found.upper * (1 + 0x1p-50));
        EXPECT_LE(distance(p, q, 0.25, 0, search).value().distance.lower, root);
      }
      if (!serves(info.id, Question::depth, 2)) continue;
      const Interval depth = penetration(p, q).depth, named = penetration(p, q, search).depth;
      EXPECT_LE(named.lower, depth.upper);
      EXPECT_LE(depth.lower, named.upper);
      EXPECT_EQ(named.upper > 0, drawn.truth.verdict == Verdict::overlapping);
    }
    if (HasFailure()) return;
  }
  EXPECT_GE(decided.size(), 8U);
  const auto least = static_cast<std::uint64_t>(suite::cases(60) / 12);
  for (const auto& [algorithm, count] : decided) EXPECT_GT(count, least) << to_string(algorithm);
  // Two poses that do not compose to doubles: no algorithm decides, and each pair is counted.
  const Pose2 third = matrix({1.0 / 3, 0, 0.1, 0, 1.0 / 3, 0});
  const Body2 chain = frame(2, 1, third), small = frame(1, 0.01);
  Counters counters;
  EXPECT_TRUE(
      intersects({chain, third}, small, {.algorithm = Algorithm::gjk, .counters = &counters}));
  std::uint64_t asked = 0;
  for (const std::uint64_t count : counters.by_stage) asked += count;
  EXPECT_GE(asked, 1U);
  EXPECT_EQ(counters.by_algorithm[static_cast<std::size_t>(Algorithm::gjk)], 0U);
}

}  // namespace
}  // namespace sunder::test

// SPDX-License-Identifier: Apache-2.0
//
// Proofs of verdicts and distances of bodies in the plane: made, accepted, and refused where they are forged. What two
// polyominoes do is counted cell by cell.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "oracle/brute_force.hpp"
#include "polygon/polyominoes.hpp"
#include "polygon/similarity.hpp"
#include "suite/effort.hpp"
#include "sunder/body_certificate.hpp"
#include "sunder/report.hpp"

namespace sunder::test {
namespace {

using suite::Random;

/// A body and a pose of its own, which views may refer to in one expression.
struct Placed {
  Body2 body;
  Pose2 pose = Pose2::identity();
  operator PosedBody2() const { return {body, pose}; }  // NOLINT: a view of it
};

/// Makes a proof of a verdict and expects that it is accepted, with nothing left to a theorem.
BodyCertificate expect_proof2(const PosedBody2& a, const PosedBody2& b, Verdict truth,
                              bool complete = true) {
  const BodyDecision2 found = intersects(a, b);
  EXPECT_EQ(found.verdict, truth);
  const auto made = certify(a, b, found);
  if (!made) {
    ADD_FAILURE() << made.error().message;
    return {};
  }
  const BodyCheck check = verify(a, b, made.value());
  EXPECT_TRUE(check) << check.reason << "\n" << to_json(made.value());
  EXPECT_EQ(check.complete, complete) << to_json(made.value());
  EXPECT_EQ(made.value().verdict, truth);
  return made.value();
}

BodyCertificate expect_distance_proof2(const PosedBody2& a, const PosedBody2& b) {
  const BodyDistance2 found = distance(a, b);
  const auto made = certify(a, b, found);
  if (!made) {
    ADD_FAILURE() << made.error().message;
    return {};
  }
  const BodyCheck check = verify(a, b, made.value());
  EXPECT_TRUE(check) << check.reason << "\n" << to_json(made.value());
  if (!made.value().distance) {
    ADD_FAILURE() << "no proof of the distance";
    return {};
  }
  EXPECT_EQ(made.value().distance->lower, found.distance.lower);
  EXPECT_EQ(made.value().distance->upper, found.distance.upper);
  if (found.verdict != Verdict::separated || found.part_a < 0) return made.value();
  BodyCertificate forged = made.value();
  forged.distance->lower = found.distance.upper * (1 + 1e-9);
  forged.distance->upper = found.distance.upper * 2;
  EXPECT_FALSE(verify(a, b, forged)) << "too high";
  forged = made.value();
  forged.distance->upper = found.distance.lower * (1 - 1e-9);
  forged.distance->lower = 0;
  EXPECT_FALSE(verify(a, b, forged)) << "too low";
  return made.value();
}

Polygon2 rings(const std::vector<std::vector<Vector2>>& given) {
  return Polygon2::from_rings(given).value();
}
Polygon2 frame_of(double outer, double inner) {
  const auto square = [](double s) {
    return std::vector<Vector2>{{-s, -s}, {s, -s}, {s, s}, {-s, s}};
  };
  return rings({square(outer), square(inner)});
}
Placed segment(const Vector2& p, const Vector2& q) {
  return {Body2{{Polytope2::from_points({p, q}).value()}}};
}
Pose2 moved_by(double x, double y) { return Pose2::translation({x, y}).value(); }

/// What a proof claims, changed in one place. None is true of bodies for which it was made.
std::vector<BodyCertificate> forgeries(const BodyCertificate& proof) {
  std::vector<BodyCertificate> all;
  const auto change = [&](const std::function<void(BodyCertificate&)>& how) {
    BodyCertificate forged = proof;
    how(forged);
    all.push_back(std::move(forged));
  };
  for (const Verdict other : {Verdict::separated, Verdict::touching, Verdict::overlapping,
                              Verdict::undecided, Verdict::not_examined}) {
    if (other != proof.verdict) change([&](auto& x) { x.verdict = other; });
  }
  if (!proof.separations.empty()) {
    change([](auto& x) { x.separations.pop_back(); });
    change([](auto& x) { x.separations.push_back(x.separations.front()); });
    change([](auto& x) { x.separations.front().cuts.pop_back(); });
    change([](auto& x) { x.separations.front().cuts.push_back(x.separations.front().cuts[0]); });
    change([](auto& x) { x.separations.front().cuts[0].direction = {{0, {}}, {0, {}}}; });
    change([](auto& x) { x.separations.front().cuts[0].direction.push_back({0, {}}); });
    change([](auto& x) { x.separations.front().cuts[0].direction.pop_back(); });
    change([](auto& x) { ++x.separations.front().cuts[0].a_end; });
    change([](auto& x) { x.separations.front().cuts[0].b_begin = -1; });
    change([](auto& x) { x.separations.front().part_a = 99; });
    change([](auto& x) { x.separations.front().outside_a = {0}; });
    change([](auto& x) { x.point = {{0, {}}, {0, {}}}; });
  }
  if (proof.verdict == Verdict::separated) {
    change([](auto& x) {
      for (ExactNumber& number : x.separations[0].cuts[0].direction) number.value = -number.value;
    });
  }
  for (auto covers : {&BodyCertificate::covers_a, &BodyCertificate::covers_b}) {
    if ((proof.*covers).empty()) continue;
    change([&](auto& x) { (x.*covers).clear(); });
    change([&](auto& x) { (x.*covers).push_back((x.*covers).front()); });
    change([&](auto& x) { (x.*covers)[0].part = -1; });
    change([&](auto& x) { (x.*covers)[0].part = 7; });
    change([&](auto& x) { (x.*covers)[0].triangles.clear(); });
    change([&](auto& x) { (x.*covers)[0].triangles.pop_back(); });
    change([&](auto& x) { (x.*covers)[0].triangles[0][1] = -1; });
    change([&](auto& x) { (x.*covers)[0].triangles[0][1] = 1 << 30; });
    change([&](auto& x) { (x.*covers)[0].triangles[0][1] = (x.*covers)[0].triangles[0][0]; });
  }
  if (proof.part_a >= 0) {
    change([](auto& x) { x.part_a = 1 << 20; });
    change([](auto& x) { x.part_b = -1; });
    change([](auto& x) { x.point.resize(3, {0, {}}); });
    change([](auto& x) { x.point = {{1e300, {}}, {1e300, {}}}; });
    change([](auto& x) { x.point = {{0, "1/0"}, {0, "2/x"}}; });
    for (auto side : {&BodyCertificate::a, &BodyCertificate::b}) {
      if ((proof.*side).weights.empty()) continue;
      change([&](auto& x) { (x.*side).triangle = 0; });
      change([&](auto& x) { (x.*side).weights[0].vertex = 1 << 20; });
      change([&](auto& x) { (x.*side).weights[0].weight = {-1, {}}; });
      change([&](auto& x) {
        (x.*side).weights[0].weight = {std::numeric_limits<double>::quiet_NaN(), {}};
      });
    }
  }
  return all;
}

void expect_refused(const PosedBody2& a, const PosedBody2& b, const BodyCertificate& proof) {
  std::size_t number = 0;
  for (const BodyCertificate& forged : forgeries(proof)) {
    const BodyCheck check = verify(a, b, forged);
    EXPECT_FALSE(check) << "forgery " << number << ": " << to_json(forged);
    EXPECT_FALSE(check.complete);
    EXPECT_FALSE(check.reason.empty() && !check);
    ++number;
  }
}

TEST(PlanarCertificates, OfPolyominoesUnderEveryPose) {
  int verdicts[3] = {};
  std::size_t cuts = 0, pairs = 0;
  for (int seed = 0; seed < suite::cases(250); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed) + 4000);
    const Cells a = draw_cells(random, random.in(1, 5)), b = draw_cells(random, random.in(1, 5));
    const Cell moved{random.in(-5, 5), random.in(-5, 5)};
    const CellTruth truth = truth_of(a, b, moved);
    Cells placed;
    for (const auto& [x, y] : b) placed.insert({x + moved[0], y + moved[1]});
    const Similarity part = draw_similarity(random), body = draw_similarity(random);
    const Body2 left{{polygon_of(a, random.chance(1, 2)), part.pose}};
    std::vector<Part2> parts;
    if (random.chance(1, 3)) {
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
    PosedBody2 p{left, body.pose}, q{right, body.pose};
    if (random.chance(1, 2)) std::swap(p, q);
    const BodyCertificate proof = expect_proof2(p, q, truth.verdict);
    ++verdicts[static_cast<int>(truth.verdict)];
    expect_distance_proof2(p, q);
    for (const PartSeparation& separation : proof.separations) cuts += separation.cuts.size();
    pairs += a.size() * b.size();
    if (truth.distance_squared >= 0) expect_refused(p, q, proof);
    // A proof about these bodies is none about others.
    const Pose2 away = moved_by(random.in(-4, 4) + 0.5, random.in(-4, 4));
    const Body2 further{{polygon_of(a, true), away}};
    const PosedBody2 r{further, body.pose};
    const BodyDecision2 other = intersects(r, q);
    if (other.verdict != truth.verdict) {
      EXPECT_FALSE(verify(r, q, proof));
    }
    if (HasFailure()) return;
  }
  for (const int count : verdicts) EXPECT_GT(count, suite::cases(250) / 10);
  std::printf("polyominoes: %zu cuts of %zu pairs of cells\n", cuts, pairs);
}

TEST(PlanarCertificates, OfFlatBodiesOnCutsAndEdges) {
  int verdicts[3] = {};
  for (int seed = 0; seed < suite::cases(250); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    const Cells cells = draw_cells(random, random.in(1, 4));
    const Polygon2 polygon = polygon_of(cells, random.chance(1, 2));
    const auto place = [&] {
      return random.chance(2, 3) ? random.in(-1, 5) : random.in(-4, 20) / 4.0;
    };
    const Vector2 from{place(), place()};
    Vector2 to{place(), place()};
    if (random.chance(1, 2)) to[random.chance(1, 2) ? 0 : 1] = from[random.chance(1, 2) ? 0 : 1];
    if (random.chance(1, 5)) to = from;
    const Similarity part = draw_similarity(random), body = draw_similarity(random);
    const Body2 left{{polygon, part.pose}},
        right{{Polytope2::from_points({from, to}).value(), part.pose}};
    const PosedBody2 p{left, body.pose}, q{right, body.pose};
    const Verdict verdict = intersects(p, q).verdict;
    const BodyCertificate proof = expect_proof2(p, q, verdict);
    expect_proof2(q, p, verdict);
    expect_distance_proof2(q, p);
    if (!polygon.empty()) expect_refused(p, q, proof);
    ++verdicts[static_cast<int>(verdict)];
    if (HasFailure()) return;
  }
  for (const int count : verdicts) EXPECT_GT(count, suite::cases(250) / 20);
}

TEST(PlanarCertificates, OfRandomTrianglesUnderAnyPoses) {
  int verdicts[3] = {};
  for (int seed = 0; seed < suite::cases(300); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed) + 90);
    std::array<std::vector<Part2>, 2> parts;
    const auto number = [&] {
      return random.chance(5, 6) ? random.in(-1, 1) : random.unit() - 0.5;
    };
    const auto pose = [&] {
      if (random.chance(1, 2)) return Pose2::identity();
      return matrix({number(), number(), number(), number(), number(), number()});
    };
    for (auto& of : parts) {
      for (int i = random.in(1, 2); i > 0; --i) {
        std::vector<Vector2> corners;
        for (int k = random.in(1, 4); k > 0; --k)
          corners.push_back({random.in(-2, 2) * 1.0, random.in(-2, 2) * 1.0});
        of.push_back(
            {Polytope2::from_points(corners, {.reduce = random.chance(1, 2)}).value(), pose()});
      }
    }
    const Pose2 at = pose();
    const Body2 a{std::span<const Part2>(parts[0])}, b{std::span<const Part2>(parts[1])};
    const Pose2 other = random.chance(1, 2) ? at : pose();
    const PosedBody2 p{a, at}, q{b, other};
    const Verdict verdict = intersects(p, q).verdict;
    expect_proof2(p, q, verdict);
    expect_distance_proof2(p, q);
    ++verdicts[static_cast<int>(verdict)];
    if (HasFailure()) return;
  }
  for (const int count : verdicts) EXPECT_GT(count, suite::cases(300) / 20);
}

TEST(PlanarCertificates, APegInAHoleAnUlpApart) {
  const Body2 hole{{frame_of(9, 3)}}, peg{{Polytope2::box({3, 3})}},
      thin{{Polytope2::box({3 - 0x1p-50, 3 - 0x1p-50})}}, ring{{frame_of(3, 1)}};
  const Pose2 turn = Pose2::from_angle(0.7, {0.1, 0.3}).value(), nudge = moved_by(0x1p-51, 0);
  const PosedBody2 turned_hole{hole, turn};
  for (const Body2* const body : {&peg, &ring}) {
    const BodyCertificate proof = expect_proof2(turned_hole, {*body, turn}, Verdict::touching);
    EXPECT_FALSE(proof.covers_a.empty());
    expect_proof2(hole, {*body, nudge}, Verdict::overlapping);
  }
  const BodyCertificate apart = expect_proof2(hole, thin, Verdict::separated);
  EXPECT_GT(apart.separations.at(0).cuts.size(), 3U);  // from each of four sides
  expect_refused(hole, thin, apart);
  EXPECT_FALSE(verify(hole, peg, apart));
  expect_distance_proof2(hole, thin);
}

TEST(PlanarCertificates, EdgesThatCancelBoundNothing) {
  // Two squares with a common side, and a spike that is drawn twice: neither is outline.
  const Polygon2 two = rings(
      {{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {{1, 0}, {2, 0}, {2, 1}, {1, 1}}, {{0.5, 1}, {0.5, 3}}});
  ASSERT_EQ(two.report().area, 2);
  const Body2 body{{two}};
  expect_proof2(body, segment({1, 0.25}, {1, 0.75}), Verdict::overlapping);
  expect_proof2(body, segment({1, 1}, {1, 2}), Verdict::touching);
  expect_proof2(body, segment({0.5, 1.5}, {0.5, 3}), Verdict::separated);
  expect_proof2(body, segment({0, 2}, {2, 2}), Verdict::separated);
  // A point of the spike is none of the polygon, whatever its weights.
  const Body2 point{{Polytope2::from_points({{0.5, 2}}).value()}};
  BodyCertificate forged;
  forged.verdict = Verdict::touching;
  forged.part_a = forged.part_b = 0;
  forged.a.weights = {{8, {1, {}}}, {9, {1, {}}}};
  forged.b.weights = {{0, {1, {}}}};
  EXPECT_EQ(verify(body, point, forged).reason, "a is no point of the polygon");
  // A ring given twice is no polygon, and one three times is.
  const std::vector<Vector2> square{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const Body2 none{{rings({square, square})}}, thrice{{rings({square, square, square})}};
  expect_proof2(none, thrice, Verdict::separated);
  expect_proof2(thrice, Placed{thrice, moved_by(1, 1)}, Verdict::touching);
  expect_proof2(thrice, Placed{thrice, moved_by(1.5, 1)}, Verdict::separated);
  expect_proof2(thrice, thrice, Verdict::overlapping);
}

TEST(PlanarCertificates, ACoverMayBeLargerButNotSmaller) {
  const Body2 a{{rings({{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {{9, 0}, {9, 1}, {8, 0}}})}};
  const Pose2 shift = moved_by(20, 0);
  const PosedBody2 near{a}, far{a, shift};
  BodyCertificate proof = expect_proof2(near, far, Verdict::separated);
  proof.covers_a[0].triangles.push_back({0, 3, 5});
  EXPECT_FALSE(verify(near, far, proof));
  proof.covers_a[0].triangles.push_back({0, 3, 5});  // twice: it cancels
  proof.separations[0].order_a.clear();
  proof.separations[0].cuts = {{0,
                                static_cast<std::int32_t>(proof.covers_a[0].triangles.size()),
                                0,
                                static_cast<std::int32_t>(proof.covers_b[0].triangles.size()),
                                {{1, {}}, {0, {}}}}};
  proof.separations[0].order_b.clear();
  EXPECT_TRUE(verify(near, far, proof)) << verify(near, far, proof).reason;
  // Without the square's own triangles the rest of the cover is open.
  std::erase_if(proof.covers_a[0].triangles,
                [](const auto& t) { return t[0] < 4 && t[1] < 4 && t[2] < 4; });
  EXPECT_FALSE(verify(near, far, proof));
}

TEST(PlanarCertificates, OfPolygonsThatAPoseFlattens) {
  const Body2 flat{{frame_of(2, 1), matrix({1, 0, 0, 0, 0, 0})}};
  const Body2 whole{{frame_of(2, 1)}}, box{{Polytope2::box({1, 1})}};
  expect_proof2(flat, segment({0, -1}, {0, 1}), Verdict::overlapping);
  expect_proof2(flat, segment({3, -1}, {3, 1}), Verdict::separated);
  expect_proof2(flat, segment({2, -1}, {2, 1}), Verdict::touching);
  expect_proof2(Placed{flat, moved_by(0, 1.5)}, whole, Verdict::overlapping);
  expect_proof2(Placed{flat, moved_by(0, 2)}, whole, Verdict::touching);
  // No line is between a hole and what lies in it from wall to wall.
  const Body2 wedged{{frame_of(1, 0.5), matrix({1, 0, 0, 0, 0, 0})}};
  expect_proof2(wedged, whole, Verdict::touching, false);
  expect_proof2(Placed{flat, moved_by(3, 0)}, box, Verdict::touching);
  expect_proof2(Placed{flat, moved_by(0, 0.5)}, box, Verdict::overlapping);
  expect_proof2(Placed{flat, moved_by(5, 0)}, whole, Verdict::separated);
  expect_distance_proof2(Placed{flat, moved_by(5, 1)}, whole);
  // Two corners with a gap between them list no points of the image.
  const Body2 squares{{rings({{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {{3, 0}, {4, 0}, {4, 1}, {3, 1}}}),
                       matrix({1, 0, 0, 0, 0, 0})}};
  const Placed bar = segment({2, -1}, {2, 1});
  expect_proof2(squares, bar, Verdict::separated);
  BodyCertificate forged;
  forged.verdict = Verdict::overlapping;
  forged.part_a = forged.part_b = 0;
  forged.a.weights = {{0, {1, {}}}, {5, {1, {}}}};
  forged.b.weights = {{0, {1, {}}}, {1, {1, {}}}};
  EXPECT_FALSE(verify(squares, bar, forged));
}

TEST(PlanarCertificates, OfEmptyBodies) {
  const Body2 none{std::span<const Part2>{}}, empty{{rings({})}}, box{{Polytope2::box({1, 1})}},
      two{{rings({})}, {frame_of(2, 1)}};
  for (const Body2* const p : {&none, &empty}) {
    for (const Body2* const q : {&none, &empty, &box, &two}) {
      const BodyCertificate proof = expect_proof2(*p, *q, Verdict::separated);
      EXPECT_EQ(to_json(proof), "null");
      expect_distance_proof2(*q, *p);
      BodyCertificate forged = proof;
      forged.covers_b.push_back({0, {{0, 1, 2}}});
      EXPECT_EQ(bool(verify(*p, *q, forged)), false);
    }
  }
  expect_proof2(two, Placed{box, moved_by(9, 0)}, Verdict::separated);
  expect_proof2(two, Placed{box, moved_by(3, 0)}, Verdict::touching);
}

TEST(PlanarCertificates, OfCoordinatesOfAnySize) {
  for (const double scale : {0x1p-1060, 1.0, 0x1p1000}) {
    const auto at = [&](std::vector<std::vector<Vector2>> given) {
      for (auto& ring : given) {
        for (Vector2& p : ring) p = {p[0] * scale, p[1] * scale};
      }
      return Body2{{rings(given)}};
    };
    const Body2 notch = at({{{0, 0}, {8, 0}, {8, 8}, {4, 2}, {0, 8}}}),
                tooth = at({{{4, 2}, {6, 6}, {2, 6}}}), deep = at({{{4, 1}, {6, 6}, {2, 6}}}),
                shy = at({{{4, 3}, {5, 6}, {3, 6}}});
    expect_proof2(notch, tooth, Verdict::touching);
    expect_proof2(notch, deep, Verdict::overlapping);
    expect_refused(notch, shy, expect_proof2(notch, shy, Verdict::separated));
    expect_distance_proof2(notch, shy);
  }
}

TEST(PlanarCertificates, OfTheWrongAnswerAreNotMade) {
  const Body2 a{{frame_of(3, 2)}}, b{{Polytope2::box({1, 1})}};
  BodyDecision2 wrong = intersects(a, b);
  ASSERT_EQ(wrong.verdict, Verdict::separated);
  for (const Verdict verdict : {Verdict::touching, Verdict::overlapping, Verdict::undecided}) {
    wrong.verdict = verdict;
    for (const std::int32_t part : {-1, 0, 5}) {
      for (const std::int32_t piece : {-1, 0, 1 << 30}) {
        wrong.part_a = wrong.part_b = part;
        wrong.piece_a = piece;
        const auto made = certify(a, b, wrong);
        ASSERT_FALSE(made);
        EXPECT_EQ(made.error().code, ErrorCode::not_served);
      }
    }
  }
  BodyDistance2 far = distance(a, b);
  far.distance = {1.5, 1.5};
  EXPECT_FALSE(certify(a, b, far));
  far.distance.lower = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(certify(a, b, far));
}

/// Certificates of any numbers are read safely, and none is accepted of what it does not prove.
TEST(PlanarCertificates, OfGarbageAreRefused) {
  const Body2 a{{frame_of(3, 2)}, {Polytope2::box({0.5, 0.5})}}, b{{frame_of(2, 1)}};
  const std::array<PosedBody2, 2> apart{PosedBody2{a}, PosedBody2{b}};
  ASSERT_EQ(intersects(apart[0], apart[1]).verdict, Verdict::touching);
  for (int seed = 0; seed < suite::cases(3000); ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const auto index = [&] { return random.chance(1, 30) ? 1 << 30 : random.in(-1, 9); };
    const auto point = [&] {
      PartPoint p;
      if (random.chance(1, 20)) p.triangle = random.in(-2, 3);
      for (int i = random.in(0, 3); i > 0; --i)
        p.weights.push_back({index(), {static_cast<double>(random.in(0, 3)), {}}});
      return p;
    };
    BodyCertificate garbage;
    garbage.verdict = random.chance(1, 2) ? Verdict::separated : Verdict::overlapping;
    garbage.part_a = random.in(0, 1);
    garbage.part_b = 0;
    if (random.chance(1, 2)) garbage.a = point();
    if (random.chance(1, 2)) garbage.b = point();
    if (random.chance(1, 2)) {
      for (int i = random.in(1, 3); i > 0; --i)
        garbage.point.push_back({random.in(-6, 6) * 0.5, random.chance(1, 9) ? "7/3" : ""});
    }
    for (int i = random.in(0, 2); i > 0; --i) {
      PartSeparation separation;
      separation.part_a = random.in(0, 1);
      separation.part_b = 0;
      for (int k = random.in(0, 2); k > 0; --k)
        separation.cuts.push_back({0,
                                   random.in(0, 9),
                                   0,
                                   random.in(0, 9),
                                   {{random.in(-1, 1) * 1.0, {}}, {random.in(-1, 1) * 1.0, {}}}});
      garbage.separations.push_back(separation);
    }
    for (auto covers : {&BodyCertificate::covers_a, &BodyCertificate::covers_b}) {
      if (random.chance(1, 2)) continue;
      PolygonCover cover;
      for (int k = random.in(0, 9); k > 0; --k)
        cover.triangles.push_back({index(), index(), index()});
      (garbage.*covers).push_back(cover);
    }
    EXPECT_FALSE(verify(apart[0], apart[1], garbage)) << to_json(garbage);
  }
}

}  // namespace
}  // namespace sunder::test

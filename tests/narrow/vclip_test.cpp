// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <gtest/gtest.h>

#include "algorithms/vclip/nearest.hpp"
#include "algorithms/vclip/segments.hpp"
#include "filter/distance_bounds.hpp"
#include "narrow/algorithm_trials.hpp"
#include "narrow/dispatch.hpp"
#include "suite/placed.hpp"

namespace sunder::test {
namespace {

using detail::FilteredPair;
using detail::Request;
using detail::vclip::Feature;
using detail::vclip::Features;
using detail::vclip::Kind;
using detail::vclip::Outcome;
using detail::vclip::PosedFaces;

const auto propose = []<int D>(const FilteredPair<D>& filtered, const Request<D>& search) {
  return detail::vclip::propose(filtered, search);
};

/// Both bodies in their own units, with the origin at the middle of a.
std::array<PosedFaces, 2> posed(const FilteredPair<3>& filtered) {
  return {PosedFaces(filtered.pair().a, {}, 1),
          PosedFaces(filtered.pair().b, filtered.offset(), 1)};
}

TEST(Vclip, IsHonestOnHardPairs) {
  const HardCounts counts = try_hard_pairs<3>(500, 701, propose);
  for (const Verdict verdict : {Verdict::separated, Verdict::overlapping}) {
    const auto at = static_cast<std::size_t>(verdict);
    EXPECT_GT(counts.drawn[at], 60);
    // Most of the rest have a flat body.
    EXPECT_GE(counts.proven[at] * 10, counts.drawn[at] * 5) << to_string(verdict);
  }
  EXPECT_GT(counts.drawn[static_cast<std::size_t>(Verdict::touching)], 15);
  EXPECT_EQ(counts.proven[static_cast<std::size_t>(Verdict::touching)], 0);
}

TEST(Vclip, ProvesClearPairsAlone) { expect_clear_pairs_proven<3>(702, propose); }

TEST(Vclip, AnyStartWillDo) { try_odd_starts(703, propose); }

/// A matrix of any kind, far from singular: it may shear and reflect.
std::vector<double> random_rows(Random& random, const std::vector<double>& t) {
  std::vector<double> rows;
  for (int l = 0; l < 3; ++l) {
    for (int k = 0; k < 3; ++k) rows.push_back((l == k ? 1.5 : 0) + 2 * random.unit() - 1);
    rows.push_back(t[static_cast<std::size_t>(l)]);
  }
  if (random.chance(1, 2)) {
    for (const std::size_t i : {0U, 4U, 8U}) rows[i] = -rows[i];
  }
  return rows;
}

/// V-Clip's distance is proven to a few roundings by its own direction and weights, and equals
/// gjk's.
bool expect_distance(const Bodies<3>& bodies, const std::string& name) {
  Search3 options;
  options.algorithm = Algorithm::gjk;
  const Distance3 expected = distance(bodies.a(), bodies.b(), {.search = options});
  if (expected.verdict != Verdict::separated) return false;
  const FilteredPair<3> filtered(pair_of(bodies));
  const auto measured = detail::vclip::measure(filtered, Request<3>{});
  EXPECT_EQ(measured.verdict, Verdict::separated) << name;
  double sum = 0;
  for (const double weight : measured.weights) {
    EXPECT_GT(weight, 0) << name;
    sum += weight;
  }
  EXPECT_NEAR(sum, 1, 1e-14) << name;
  const auto bounds = detail::distance_bounds<3>(
      filtered, measured.direction.data(), {measured.pairs.begin(), measured.pairs.end()},
      {measured.weights.begin(), measured.weights.end()});
  EXPECT_LE(bounds.lower, expected.distance.upper) << name;
  EXPECT_GE(bounds.upper, expected.distance.lower) << name;
  EXPECT_LE(bounds.upper - bounds.lower, 1e-12) << name;
  return true;
}

TEST(Vclip, MeasuresWhatGjkMeasures) {
  Random random(704);
  for (int i = 0; i < 300; ++i) {
    const ClearPair pair =
        clear_pair<3>(random, i % 2 == 0 ? Regime::far : Regime::apart_by_a_thousandth);
    EXPECT_TRUE(expect_distance(Bodies<3>(pair.a, pair.b, 3), "pair " + std::to_string(i)));
  }
}

TEST(Vclip, MeasuresInTheWorldThroughShearsAndReflections) {
  Random random(705);
  int measured = 0;
  for (int i = 0; i < 300; ++i) {
    BodyData a = clear_body(random, 3);
    BodyData b = clear_body(random, 3);
    a = with_matrix(BodyData{a.vertices, {}}, random_rows(random, {0, 0, 0}));
    std::vector<double> t = random_unit_vector(random, 3);
    const double away = 2 + 3 * random.unit();
    for (double& entry : t) entry *= away;
    b = with_matrix(BodyData{b.vertices, {}}, random_rows(random, t));
    measured += expect_distance(Bodies<3>(a, b, 3), "pair " + std::to_string(i));
  }
  EXPECT_GT(measured, 100);
}

Feature random_feature(Random& random, const PosedFaces& body, std::int32_t vertices, bool faces) {
  switch (random.in(0, faces ? 2 : 1)) {
    case 0:
      return {Kind::vertex, random.in(0, vertices - 1)};
    case 1:
      return {Kind::edge, random.in(0, body.topology().edge_count() - 1)};
    default:
      return {Kind::face, random.in(0, body.face_count() - 1)};
  }
}

// The search ends at the closest features from any pair of features, not only from near ones.
TEST(Vclip, EndsAtTheClosestFeaturesFromAnyStart) {
  Random random(706);
  int longest = 0;
  for (int i = 0; i < 150; ++i) {
    const ClearPair pair =
        clear_pair<3>(random, i % 2 == 0 ? Regime::far : Regime::apart_by_a_thousandth);
    const Bodies<3> bodies(pair.a, pair.b, 3);
    const FilteredPair<3> filtered(pair_of(bodies));
    const auto faces = posed(filtered);
    const Distance3 expected = distance(bodies.a(), bodies.b());
    for (int start = 0; start < 10; ++start) {
      Features features;
      features[0] = random_feature(random, faces[0], filtered.pair().a.hull->count, true);
      features[1] = random_feature(random, faces[1], filtered.pair().b.hull->count,
                                   features[0].kind != Kind::face);
      Outcome outcome = Outcome::moved;
      int steps = 0;
      while (outcome == Outcome::moved && steps < 200) {
        outcome = detail::vclip::step(faces, features);
        ++steps;
      }
      longest = std::max(longest, steps);
      ASSERT_EQ(outcome, Outcome::done) << "pair " << i << ", start " << start;
      const Vector3 v = detail::vclip::nearest(filtered, faces, features).closest();
      EXPECT_NEAR(detail::length<3>(v), expected.distance.upper, 1e-12) << "pair " << i;
    }
  }
  EXPECT_LT(longest, 100);
}

// Bodies that overlap never have closest features: each search ends with a piercing.
TEST(Vclip, EndsPiercedWhereBodiesOverlap) {
  Random random(707);
  for (int i = 0; i < 150; ++i) {
    const ClearPair pair =
        clear_pair<3>(random, i % 2 == 0 ? Regime::deep : Regime::overlap_by_a_thousandth);
    const Bodies<3> bodies(pair.a, pair.b, 3);
    const FilteredPair<3> filtered(pair_of(bodies));
    const auto faces = posed(filtered);
    for (int start = 0; start < 10; ++start) {
      Features features;
      features[0] = random_feature(random, faces[0], filtered.pair().a.hull->count, true);
      features[1] = random_feature(random, faces[1], filtered.pair().b.hull->count,
                                   features[0].kind != Kind::face);
      Outcome outcome = Outcome::moved;
      for (int steps = 0; outcome == Outcome::moved && steps < 200; ++steps) {
        outcome = detail::vclip::step(faces, features);
      }
      ASSERT_EQ(outcome, Outcome::pierced) << "pair " << i << ", start " << start;
    }
  }
}

// A cube, and b's apex far off its right side while the feature is its left side. The apex is
// behind that face, all of b's edges lead away from it, and it is farthest above the right one.
TEST(Vclip, EscapesFromBehindAFace) {
  const BodyData cone{{{3, 0, 0}, {5, 1, 0}, {5, -1, 1}, {5, -1, -1}}, {}};
  const Bodies<3> bodies(box_body({1, 1, 1}), cone, 3);
  const FilteredPair<3> filtered(pair_of(bodies));
  const auto faces = posed(filtered);
  std::int32_t left = -1;
  std::int32_t right = -1;
  for (std::int32_t f = 0; f < faces[0].face_count(); ++f) {
    if (faces[0].normal(f)[0] < 0) left = f;
    if (faces[0].normal(f)[0] > 0) right = f;
  }
  Features features = {Feature{Kind::face, left}, Feature{Kind::vertex, 0}};
  EXPECT_EQ(detail::vclip::step(faces, features), Outcome::moved);
  EXPECT_EQ(features[0], (Feature{Kind::face, right}));
  EXPECT_EQ(features[1], (Feature{Kind::vertex, 0}));
  EXPECT_EQ(detail::vclip::step(faces, features), Outcome::done);
  // The apex at the cube's centre is above none.
  const Bodies<3> inside(box_body({1, 1, 1}), with_translation(cone, {-3, 0, 0}), 3);
  const FilteredPair<3> filtered_inside(pair_of(inside));
  features = {Feature{Kind::face, left}, Feature{Kind::vertex, 0}};
  EXPECT_EQ(detail::vclip::step(posed(filtered_inside), features), Outcome::pierced);
}

// Two cubes, b moved by (3, 1/2, 1/4). The line of centres finds the corners (1, 1, 1) and (2,
// -1/2, -3/4). The latter is beyond the plane across the edge down to (1, 1, -1), by 7/4. From
// there it is beyond the rim of the right side, by 3/2; over that side, at 1, it stays.
TEST(Vclip, WalksFromCornerToEdgeToFace) {
  const BodyData cube = box_body({1, 1, 1});
  const Bodies<3> bodies(cube, with_translation(cube, {3, 0.5, 0.25}), 3);
  const FilteredPair<3> filtered(pair_of(bodies));
  Trace trace;
  const auto measured = detail::vclip::measure(filtered, Request<3>{nullptr, &trace});
  EXPECT_EQ(measured.verdict, Verdict::separated);
  EXPECT_EQ(measured.direction, (Vector3{0.5, 0, 0}));
  ASSERT_EQ(trace.size(), 5u);
  for (const TraceStep& step : trace) EXPECT_EQ(step.algorithm, Algorithm::vclip);
  EXPECT_EQ(trace[0].direction, (std::vector<double>{0.75, 0.125, 0.0625}));
  EXPECT_EQ(trace[0].value, 0.5 + 0.0625 - 0.125 + 0.015625);
  EXPECT_EQ(trace[1].pairs, (std::vector<IndexPair>{{7, 0}}));
  EXPECT_EQ(trace[2].pairs, (std::vector<IndexPair>{{3, 0}, {7, 0}}));
  ASSERT_EQ(trace[3].pairs.size(), 3u);
  for (const IndexPair& pair : trace[3].pairs) {
    EXPECT_EQ(pair.a & 1, 1);
    EXPECT_EQ(pair.b, 0);
  }
  EXPECT_EQ(trace[4].direction, (std::vector<double>{0.5, 0, 0}));
  EXPECT_EQ(trace[4].value, 0.5);
  // Its first direction suffices as a proof for a verdict.
  trace.clear();
  EXPECT_EQ(propose(filtered, Request<3>{nullptr, &trace}).verdict, Verdict::separated);
  EXPECT_EQ(trace.size(), 1u);
}

TEST(Vclip, ClosestOnSegmentsAgreesWithTheOracle) {
  Random random(708);
  for (int i = 0; i < 300; ++i) {
    std::array<Vector3, 4> ends{};
    oracle::Points<suite::Rational> exact[2];
    for (std::size_t k = 0; k < 4; ++k) {
      auto& point = exact[k / 2].emplace_back();
      for (double& entry : ends[k]) {
        entry = random.in(-3, 3);
        point.emplace_back(entry);
      }
    }
    if (ends[0] == ends[1] || ends[2] == ends[3]) continue;
    const auto found = detail::vclip::closest_on_segments(
        ends[0], detail::minus<3>(ends[1], ends[0]), ends[2], detail::minus<3>(ends[3], ends[2]));
    const auto expected = oracle::brute_force_distance_squared(exact[0], exact[1]);
    EXPECT_NEAR(found.square, expected.convert_to<double>(), 1e-12) << i;
    EXPECT_TRUE(found.s >= 0 && found.s <= 1 && found.t >= 0 && found.t <= 1) << i;
  }
}

// Without faces there is nothing to clip to: undecided, with the first direction, unless that one
// separates. The exact stage decides.
TEST(Vclip, LeavesFlatBodiesToOthers) {
  const BodyData flat{{{-1, -1, 0}, {1, -1, 0}, {0, 2, 0}}, {}};
  const Bodies<3> bodies(flat, box_body({0.5, 0.25, 0.25}), 3);
  const auto found = propose(FilteredPair<3>(pair_of(bodies)), Request<3>{});
  EXPECT_EQ(found.verdict, Verdict::undecided);
  Search3 options;
  options.algorithm = Algorithm::vclip;
  EXPECT_EQ(intersects(bodies.a(), bodies.b(), options).verdict, Verdict::overlapping);
  const Bodies<3> apart(flat, with_translation(box_body({0.5, 0.25, 0.25}), {0.5, 0, 1}), 3);
  const Distance3 measured = distance(apart.a(), apart.b(), {.search = options});
  EXPECT_EQ(measured.verdict, Verdict::separated);
  EXPECT_NEAR(measured.distance.lower, 0.75, 1e-15);
  EXPECT_NEAR(measured.distance.upper, 0.75, 1e-15);
}

TEST(Vclip, LeavesContactWithItsNormal) { expect_contact_left_with_normal(propose); }

// A needle and a round body, both 1e6 away from their own origins.
TEST(Vclip, AnswersForNeedlesAndFarBodies) {
  Random random(709);
  int proven = 0;
  for (int i = 0; i < 50; ++i) {
    BodyData a;
    BodyData b;
    for (int k = 0; k < 6; ++k) {
      const std::vector<double> p = random_unit_vector(random, 3);
      const std::vector<double> q = random_unit_vector(random, 3);
      a.vertices.push_back({p[0] + 1e6, p[1] * 1e-6, p[2] * 1e-3});
      b.vertices.push_back({q[0] + 1e6, q[1] + 0.9, q[2]});
    }
    const Verdict expected = truth(a, b);
    proven += expect_sound<3>(Bodies<3>(a, b, 3), expected, "needle " + std::to_string(i), propose)
                  .stage != Stage::none;
  }
  EXPECT_GE(proven, 48);
}

/// Points on a sphere of radius 1.
Polytope3 round_hull(Random& random, int count) {
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i) {
    const std::vector<double> p = random_unit_vector(random, 3);
    points.push_back({p[0], p[1], p[2]});
  }
  return Polytope3::from_points(std::span<const Vector3>(points)).value();
}

// At most one round pair in a hundred needs another algorithm, deep, near and far.
TEST(Vclip, DecidesRoundPairsItself) {
  Random random(710);
  for (const int count : {0, 8, 32, 128, 500}) {
    std::vector<Polytope3> hulls;
    for (int i = 0; i < 6; ++i) {
      hulls.push_back(count == 0 ? Polytope3::box({0.6, 0.5, 0.6}) : round_hull(random, count));
    }
    for (int workload = 0; workload < 3; ++workload) {
      int others = 0;
      for (int i = 0; i < 200; ++i) {
        const double share = random.unit();
        const double step =
            std::array{0.5 + share, 1.05 + share / 2, 0.97 + share / 20}[std::size_t(workload)];
        const std::vector<double> line = random_unit_vector(random, 3);
        std::array<std::array<double, 4>, 2> q{};
        for (auto& turn : q) {
          for (double& entry : turn) entry = 2 * random.unit() - 1;
        }
        Vector3 t{};
        for (std::size_t l = 0; l < 3; ++l) t[l] = 2 * 0.97 * step * line[l];
        const auto a = static_cast<std::size_t>(random.in(0, 5));
        const auto b = static_cast<std::size_t>(random.in(0, 5));
        Search3 options;
        options.algorithm = Algorithm::vclip;
        const Decision answer =
            intersects(Placed{hulls[a], Pose3::from_wxyz(q[0]).value()},
                       Placed{hulls[b], Pose3::from_wxyz(q[1], t).value()}, options);
        others += answer.verdict != Verdict::touching && answer.decided_by != Algorithm::vclip;
      }
      EXPECT_LE(others, 2) << count << " vertices, workload " << workload;
    }
  }
}

}  // namespace
}  // namespace sunder::test

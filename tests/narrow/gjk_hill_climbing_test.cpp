// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

#include "algorithms/gjk_hill_climbing/climb.hpp"
#include "narrow/algorithm_trials.hpp"
#include "narrow/dispatch.hpp"

namespace sunder::test {
namespace {

using detail::FilteredPair;
using detail::HullBlock;
using detail::Request;

const auto propose = []<int D>(const FilteredPair<D>& filtered, const Request<D>& search) {
  return detail::gjk_hill_climbing::propose<D>(filtered, search);
};

template <int D>
Polytope<D> hull_of(const std::vector<std::vector<double>>& points) {
  std::vector<Vector<D>> vertices;
  for (const auto& point : points) {
    std::copy_n(point.begin(), D, vertices.emplace_back().begin());
  }
  return Polytope<D>::from_points(std::span<const Vector<D>>(vertices)).value();
}

/// Points on a sphere, scaled along each axis.
std::vector<std::vector<double>> ellipsoid(Random& random, int count, std::vector<double> half) {
  std::vector<std::vector<double>> points;
  for (int i = 0; i < count; ++i) {
    points.push_back(random_unit_vector(random, static_cast<int>(half.size())));
    for (std::size_t k = 0; k < half.size(); ++k) points.back()[k] *= half[k];
  }
  return points;
}

/// A prism over a polygon with `corners` corners: two faces whose corners have equal heights.
std::vector<std::vector<double>> prism(int corners, double height) {
  std::vector<std::vector<double>> points;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners;
    for (const double z : {-height, height}) {
      points.push_back({std::cos(angle), std::sin(angle), z});
    }
  }
  return points;
}

/// The accepted distance of a climb's end below the scan's summit, relative to the body's reach
/// along u. It is many roundings, since those of the edges walked along accumulate where corners
/// are blunt.
constexpr double kShortOfSummit = 0x1p-44;

/// Climbs from `starts` vertices along random directions, and along each axis, both ways.
template <int D>
void expect_summits(Random& random, const Polytope<D>& polytope, const std::string& name) {
  const HullBlock& hull = detail::BlockAccess::block(polytope);
  ASSERT_TRUE(hull.topology) << name;
  std::vector<Vector<D>> directions;
  for (std::size_t k = 0; k < D; ++k) {
    for (const double sign : {-1.0, 1.0}) directions.emplace_back()[k] = sign;
  }
  for (int i = 0; i < 40; ++i) {
    Vector<D>& u = directions.emplace_back();
    for (double& entry : u) {
      entry = 2 * random.unit() - 1;
      if (random.chance(1, 4)) entry *= 1e-7;
    }
  }
  for (const Vector<D>& u : directions) {
    double reach = 0;
    for (int k = 0; k < D; ++k) {
      reach += std::fabs(u[static_cast<std::size_t>(k)]) * hull.max_abs[k];
    }
    const double summit = detail::support<D>(hull, u.data()).value;
    for (int i = 0; i < 6; ++i) {
      const std::int32_t start = random.in(0, hull.count - 1);
      const detail::Extreme found = detail::gjk_hill_climbing::climb<D>(hull, u, start);
      EXPECT_NEAR(found.value, summit, kShortOfSummit * reach) << name << " from " << start;
      double height = 0;
      for (int k = 0; k < D; ++k) {
        height += u[static_cast<std::size_t>(k)] * hull.coordinate(found.vertex, k);
      }
      EXPECT_EQ(found.value, height) << name;
    }
  }
}

TEST(Climb, EndsWhereAScanEnds) {
  Random random(601);
  for (const int count : {4, 8, 40, 500, 5000}) {
    const std::string name = std::to_string(count) + " points";
    expect_summits<3>(random, hull_of<3>(ellipsoid(random, count, {1, 1, 1})), name + " of a ball");
    expect_summits<3>(random, hull_of<3>(ellipsoid(random, count, {1, 1e-6, 1})), name + ", flat");
    expect_summits<3>(random, hull_of<3>(ellipsoid(random, count, {1e-6, 1, 1e-6})),
                      name + ", thin");
  }
  for (const int corners : {3, 64, 301}) {
    const std::string name = "prism over " + std::to_string(corners);
    expect_summits<3>(random, hull_of<3>(prism(corners, 1)), name);
    expect_summits<3>(random, hull_of<3>(prism(corners, 1e-6)), name + ", low");
    expect_summits<3>(random, hull_of<3>(prism(corners, 1e6)), name + ", high");
  }
  expect_summits<3>(random, Polytope3::box({1, 2, 3}), "box");
  for (int i = 0; i < 100; ++i) {
    const auto points = lattice_body(random, 3, 12, 3).vertices;
    const auto polytope = hull_of<3>(points);
    if (polytope.faces().empty()) continue;
    expect_summits<3>(random, polytope, "lattice " + std::to_string(i));
  }
}

TEST(Climb, EndsWhereAScanEndsInThePlane) {
  Random random(602);
  for (const int count : {3, 4, 40, 2000}) {
    const std::string name = std::to_string(count) + " points";
    expect_summits<2>(random, hull_of<2>(ellipsoid(random, count, {1, 1})), name);
    expect_summits<2>(random, hull_of<2>(ellipsoid(random, count, {1, 1e-6})), name + ", thin");
  }
  expect_summits<2>(random, Polytope2::box({1, 2}), "rectangle");
}

// A body far from its own origin: heights differ in their last bits only, edges do not.
TEST(Climb, SeesEdgesFarFromTheOrigin) {
  Random random(603);
  auto points = ellipsoid(random, 500, {1, 1, 1});
  for (auto& point : points) point[0] += 1e6;
  const auto polytope = hull_of<3>(points);
  const HullBlock& hull = detail::BlockAccess::block(polytope);
  for (int i = 0; i < 50; ++i) {
    Vector3 u{};
    for (double& entry : u) entry = 2 * random.unit() - 1;
    const std::int32_t summit = detail::support<3>(hull, u.data()).vertex;
    const std::int32_t found = detail::gjk_hill_climbing::climb<3>(hull, u, 0).vertex;
    double fall = 0;
    for (int k = 0; k < 3; ++k) {
      fall +=
          u[static_cast<std::size_t>(k)] * (hull.coordinate(summit, k) - hull.coordinate(found, k));
    }
    EXPECT_LE(fall, 1e-13);
  }
}

// Invalid numbers, or overflowing products: a climb still ends at a vertex.
TEST(Climb, EndsOnAnyDirection) {
  Random random(604);
  const auto polytope = hull_of<3>(ellipsoid(random, 100, {1, 1, 1}));
  const HullBlock& hull = detail::BlockAccess::block(polytope);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  for (const Vector3& u : {Vector3{0, 0, 0}, Vector3{nan, 0, 1}, Vector3{infinite, 1, -infinite},
                           Vector3{5e-324, 5e-324, -5e-324}, Vector3{1e308, -1e308, 1e308}}) {
    const std::int32_t vertex = detail::gjk_hill_climbing::climb<3>(hull, u, 7).vertex;
    EXPECT_TRUE(vertex >= 0 && vertex < hull.count);
  }
}

// A bipyramid with its apexes at (0, 0, +-2) over the square (+-1, 0, 0), (0, +-1, 0). Along (1, 0,
// 1) from the lower apex the corner (1, 0, 0) rises by 3, its neighbour (0, 0, 2) by 1 more.
TEST(Climb, WalksUphill) {
  const auto polytope =
      hull_of<3>({{0, 0, -2}, {-1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 2}});
  const HullBlock& hull = detail::BlockAccess::block(polytope);
  EXPECT_GT(detail::gjk_hill_climbing::sure_rise<3>(hull, 0, 4, {1, 0, 1}), 2.999);
  EXPECT_LT(detail::gjk_hill_climbing::sure_rise<3>(hull, 0, 1, {1, 0, 1}), 1.001);
  const detail::Extreme found = detail::gjk_hill_climbing::climb<3>(hull, {1, 0, 1}, 0);
  EXPECT_EQ(found.vertex, 5);
  EXPECT_EQ(found.value, 2);
  // Two corners of the square have equal height along x + y: no step rises.
  EXPECT_EQ(detail::gjk_hill_climbing::climb<3>(hull, {1, 1, 0}, 4).vertex, 4);
  EXPECT_EQ(detail::gjk_hill_climbing::climb<3>(hull, {1, 1, 0}, 3).vertex, 3);
}

TEST(GjkHillClimbing, IsHonestOnHardPairs) {
  expect_most_proven(try_hard_pairs<2>(500, 605, propose), 60, 15);
  expect_most_proven(try_hard_pairs<3>(500, 606, propose), 60, 15);
}

TEST(GjkHillClimbing, ProvesClearPairsAlone) {
  expect_clear_pairs_proven<2>(607, propose);
  expect_clear_pairs_proven<3>(608, propose);
}

TEST(GjkHillClimbing, AnyStartWillDo) { try_odd_starts(609, propose); }

/// Two squares of half side 1; b is three to the right and a half up.
Bodies<2> two_squares() {
  const BodyData square = box_body({1, 1});
  return Bodies<2>(square, with_translation(square, {3, 0.5}), 2);
}

// Along the line of centres (3/4, 1/8): a climbs from corner 0 over (1, -1), a rise of 3/2, to (1,
// 1). Along the opposite direction b is at its summit. The gap is 37/16 - 7/8 - 7/8.
TEST(GjkHillClimbing, SeparatesInOneStep) {
  const Bodies<2> bodies = two_squares();
  Trace trace;
  const auto found = propose(FilteredPair<2>(pair_of(bodies)), Request<2>{nullptr, &trace});
  EXPECT_EQ(found.verdict, Verdict::separated);
  ASSERT_EQ(trace.size(), 1u);
  EXPECT_EQ(trace[0].algorithm, Algorithm::gjk_hill_climbing);
  EXPECT_EQ(trace[0].direction, (std::vector<double>{0.75, 0.125}));
  EXPECT_EQ(trace[0].pairs, (std::vector<IndexPair>{{3, 0}}));
  EXPECT_EQ(trace[0].value, 0.5625);
}

// To the closest point. c0 = (1, 1) - (2, -1/2) = (-1, 3/2); along (1/2, -3/4) a moves from corner
// 3 to 1, b from 0 to 2. Then c1 = (1, -1) - (2, 3/2) = (-1, -5/2). The segment is closest to 0 in
// (-1, 0), with weights 5/8 and 3/8. Along (1/2, 0) neither moves: both corners have equal height.
TEST(GjkHillClimbing, MeasuresInThreeSteps) {
  const Bodies<2> bodies = two_squares();
  Trace trace;
  const auto measured = detail::gjk_hill_climbing::measure<2>(FilteredPair<2>(pair_of(bodies)),
                                                              Request<2>{nullptr, &trace});
  EXPECT_EQ(measured.verdict, Verdict::separated);
  EXPECT_EQ(measured.direction, (Vector2{0.5, 0}));
  std::vector<TraceStep> asked;
  for (const TraceStep& step : trace) {
    if (step.event == TraceEvent::direction) asked.push_back(step);
  }
  ASSERT_EQ(asked.size(), 3u);
  EXPECT_EQ(asked[1].direction, (std::vector<double>{0.5, -0.75}));
  EXPECT_EQ(asked[1].pairs, (std::vector<IndexPair>{{1, 2}}));
  EXPECT_EQ(asked[1].value, -1.375);
  EXPECT_EQ(asked[2].direction, (std::vector<double>{0.5, 0}));
  EXPECT_EQ(asked[2].pairs, (std::vector<IndexPair>{{1, 2}}));
  EXPECT_EQ(asked[2].value, 0.5);
  ASSERT_EQ(measured.weights.size(), 2u);
  EXPECT_EQ(measured.weights[0], 0.625);
  EXPECT_EQ(measured.weights[1], 0.375);
}

/// The algorithm's distances agree with gjk's, which are proven to the default width.
template <int D>
void expect_distances(std::uint64_t seed) {
  Random random(seed);
  int measured = 0;
  for (int i = 0; i < 200; ++i) {
    const ClearPair pair =
        clear_pair<D>(random, i % 2 == 0 ? Regime::far : Regime::apart_by_a_thousandth);
    const Bodies<D> bodies(pair.a, pair.b, D);
    Search<D> options;
    options.algorithm = Algorithm::gjk;
    const auto expected = distance(bodies.a(), bodies.b(), {.search = options});
    options.algorithm = Algorithm::gjk_hill_climbing;
    const auto found = distance(bodies.a(), bodies.b(), {.search = options});
    EXPECT_EQ(found.verdict, Verdict::separated);
    EXPECT_LE(found.distance.lower, expected.distance.upper);
    EXPECT_GE(found.distance.upper, expected.distance.lower);
    EXPECT_LE(found.distance.upper - found.distance.lower, 1e-11);
    measured += found.decided_by == Algorithm::gjk_hill_climbing;
  }
  EXPECT_GE(measured, 198);
}

TEST(GjkHillClimbing, DistancesAgreeWithGjk) {
  expect_distances<2>(610);
  expect_distances<3>(611);
}

// Flat bodies, segments and points have no edges to walk along: they are scanned.
TEST(GjkHillClimbing, ServesBodiesWithoutATopology) {
  Random random(612);
  for (int i = 0; i < 100; ++i) {
    BodyData a = lattice_body(random, 3, random.in(1, 6), 3);
    for (auto& vertex : a.vertices) vertex[2] = 0;
    const int shift = random.in(0, 6);
    const BodyData b = lattice_body(random, 3, random.in(1, 6), 3, shift);
    const Bodies<3> bodies(a, b, 3);
    Search3 options;
    options.algorithm = Algorithm::gjk_hill_climbing;
    EXPECT_EQ(intersects(bodies.a(), bodies.b(), options).verdict, truth(a, b)) << i;
  }
}

}  // namespace
}  // namespace sunder::test

// SPDX-License-Identifier: Apache-2.0
//
// Tests three solutions of the program P2: by tableau, by the revised method, in integers.
#include "narrow/lp/lp.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>

#include "narrow/algorithm_trials.hpp"
#include "narrow/lattice_bodies.hpp"
#include "narrow/lp/exact.hpp"

namespace sunder::test {
namespace {

using detail::Pair;
using detail::lp::Basis;

template <int D>
bool has_positive_gap(const Pair<D>& pair, Vector<D> direction) {
  return detail::normalise(direction.data(), pair.dimension()) &&
         detail::directional_gap(pair, direction.data()).proves_separated();
}

/// The pairs of a basis that meets: their differences hold 0.
template <int D>
Verdict verdict_of_pairs(const Pair<D>& pair, const detail::PairList<D>& pairs) {
  const int d = pair.dimension();
  BodyData differences;
  for (const IndexPair& kept : pairs) {
    auto& c = differences.vertices.emplace_back();
    for (int k = 0; k < d; ++k)
      c.push_back(pair.a.hull->coordinate(kept.a, k) - pair.b.hull->coordinate(kept.b, k));
  }
  const BodyData origin{{std::vector<double>(static_cast<std::size_t>(d), 0.0)}, {}};
  const Bodies<kRunTime> bodies(differences, origin, d);
  return detail::lp::decide_exactly<kRunTime>(pair_of(bodies), {}).verdict;
}

struct Tally {
  int asked = 0;
  int solved = 0;
  int meeting = 0;
};

constexpr Pricing kPricings[] = {Pricing::automatic, Pricing::bland, Pricing::dantzig,
                                 Pricing::support};

template <int D>
void expect_agreement(const Bodies<D>& bodies, const std::string& name, Tally& tally) {
  const Pair<D> pair = pair_of(bodies);
  const Verdict verdict = detail::lp::decide_exactly<D>(pair, {}).verdict;
  const bool meets = verdict != Verdict::separated;
  for (const Pricing pricing : {Pricing::bland, Pricing::dantzig}) {
    const Basis<D> basis = detail::lp::solve_tableau<D>(pair, pricing, nullptr);
    ++tally.asked;
    if (!basis.solved) continue;
    ++tally.solved;
    tally.meeting += basis.meets ? 1 : 0;
    EXPECT_EQ(basis.meets, meets) << name;
    EXPECT_LE(basis.pairs.size(), static_cast<std::size_t>(pair.dimension()) + 1);
    if (basis.meets) {
      EXPECT_NE(verdict_of_pairs(pair, basis.pairs), Verdict::separated) << name;
    } else {
      EXPECT_TRUE(has_positive_gap<D>(pair, basis.direction)) << name;
    }
  }
  for (const Pricing pricing : kPricings) {
    detail::Request<D> search;
    search.pricing = pricing;
    const auto proposed = detail::lp::propose<D>(detail::FilteredPair<D>(pair), search);
    if (proposed.stage == Stage::none) {
      EXPECT_EQ(verdict, Verdict::touching) << name << ", pricing " << int(pricing);
    } else {
      EXPECT_EQ(proposed.verdict, verdict) << name << ", pricing " << int(pricing);
    }
    if (proposed.verdict == Verdict::overlapping) {
      EXPECT_EQ(verdict_of_pairs(pair, proposed.pairs), Verdict::overlapping) << name;
    }
  }
}

TEST(Lp, EveryPricingAndTheTableauAgreeWithIntegers) {
  Random random(31);
  Tally tally;
  for (int i = 0; i < 300; ++i) {
    const int d = random.in(2, 8);
    const int reach = random.in(1, 6);
    const int shift = random.in(0, reach);
    const BodyData a = lattice_body(random, d, random.in(1, 12), reach, -shift);
    const BodyData b = lattice_body(random, d, random.in(1, 12), reach, shift / 2);
    const std::string name = "pair " + std::to_string(i) + " in " + std::to_string(d) + "-D";
    if (d == 2) expect_agreement(Bodies<2>(a, b, d), name, tally);
    if (d == 3) expect_agreement(Bodies<3>(a, b, d), name, tally);
    expect_agreement(Bodies<kRunTime>(a, b, d), name, tally);
  }
  EXPECT_GE(tally.solved * 100, tally.asked * 99);
  EXPECT_GT(tally.meeting * 5, tally.asked);
  EXPECT_LT(tally.meeting * 5, tally.asked * 4);
}

// The algorithm itself proves everything that does not touch, degenerate bases included.
TEST(Lp, LeavesNoClearPairToAnotherAlgorithm) {
  const auto propose = []<int D>(const detail::FilteredPair<D>& pair,
                                 const detail::Request<D>& search) {
    return detail::lp::propose<D>(pair, search);
  };
  for (const Regime regime : kRegimes) {
    EXPECT_EQ(count_proven<2>(regime, 60, 41, propose), 60) << to_string(regime);
    EXPECT_EQ(count_proven<3>(regime, 60, 42, propose), 60) << to_string(regime);
  }
}

TEST(Lp, HardPairsAndOddStartsAreNoOccasionToLie) {
  const auto propose = []<int D>(const detail::FilteredPair<D>& pair,
                                 const detail::Request<D>& search) {
    return detail::lp::propose<D>(pair, search);
  };
  const HardCounts plane = try_hard_pairs<2>(60, 43, propose);
  const HardCounts space = try_hard_pairs<3>(60, 44, propose);
  EXPECT_EQ(plane.proven[static_cast<std::size_t>(Verdict::touching)], 0);
  EXPECT_EQ(space.proven[static_cast<std::size_t>(Verdict::touching)], 0);
  try_odd_starts(45, propose);
}

// Two cross polytopes about one middle: no simplex of d+1 differences has 0 inside. One basis
// proves nothing, and two that share 0 must.
TEST(Lp, ProvesAnOverlapThatNoSimplexHoldsInside) {
  for (int d = 2; d <= 12; ++d) {
    const auto cross = PolytopeN::cross(d);
    const VectorN zero(static_cast<std::size_t>(d));
    const auto point = PolytopeN::from_points(zero.data(), 1, d, 8).value();
    const PoseN pose = PoseN::identity(d);
    SearchN options;
    options.algorithm = Algorithm::lp;
    const PosedN a{cross, pose};
    const PosedN b{point, pose};
    const Decision answer = intersects(a, b, options);
    EXPECT_EQ(answer.verdict, Verdict::overlapping) << d;
    EXPECT_EQ(answer.stage, Stage::filter) << d;
    EXPECT_TRUE(verify(a, b, certify(a, b, answer))) << d;
  }
}

// Exactly touching, and exactly decided: at a vertex, at a facet, and cubes that share one.
TEST(Lp, TouchingInTenDimensionsIsExact) {
  constexpr int kDimension = 10;
  const auto cross = PolytopeN::cross(kDimension);
  std::vector<double> corners;
  for (unsigned corner = 0; corner < (1U << kDimension); ++corner) {
    for (int k = 0; k < kDimension; ++k) corners.push_back((corner >> k) % 2);
  }
  const auto cube = PolytopeN::from_points(corners.data(), 1 << kDimension, kDimension,
                                           kDimension * sizeof(double))
                        .value();
  SearchN options;
  options.algorithm = Algorithm::lp;
  const auto verdict = [&](const PolytopeN& a, const PolytopeN& b, const VectorN& moved) {
    const PoseN still = PoseN::identity(kDimension);
    const PoseN pose = PoseN::translation(moved).value();
    return intersects(PosedN{a, still}, PosedN{b, pose}, options).verdict;
  };
  VectorN moved(kDimension);
  moved[0] = 2;
  EXPECT_EQ(verdict(cross, cross, moved), Verdict::touching) << "vertex at vertex";
  moved[0] = std::nextafter(2.0, 3.0);
  EXPECT_EQ(verdict(cross, cross, moved), Verdict::separated);
  moved.assign(kDimension, 0.25);  // their sum is 2.5 in the first ten; facets meet at 2
  moved[8] = moved[9] = 0;
  EXPECT_EQ(verdict(cross, cross, moved), Verdict::touching) << "facet at facet";
  moved.assign(kDimension, 0);
  moved[3] = 1;
  EXPECT_EQ(verdict(cube, cube, moved), Verdict::touching) << "cubes that share a facet";
  moved[3] = std::nextafter(1.0, 2.0);
  EXPECT_EQ(verdict(cube, cube, moved), Verdict::separated);
  moved[3] = 0.5;
  EXPECT_EQ(verdict(cube, cube, moved), Verdict::overlapping);
}

// The last basis is a better start than none.
TEST(Lp, TheLastBasisSavesPivots) {
  Random random(46);
  std::size_t cold = 0;
  std::size_t warm = 0;
  for (int i = 0; i < 30; ++i) {
    const int d = random.in(4, 12);
    const BodyData a = lattice_body(random, d, 6 * d, 1000);
    const BodyData b = lattice_body(random, d, 6 * d, 1000, 150);
    const Bodies<kRunTime> bodies(a, b, d);
    const detail::FilteredPair<kRunTime> before(pair_of(bodies));
    const auto last = detail::lp::propose<kRunTime>(before, {});
    if (last.verdict != Verdict::overlapping) continue;
    VectorN t(static_cast<std::size_t>(d));
    for (double& entry : t) entry = random.in(-40, 40);
    Bodies<kRunTime> moved = bodies;
    moved.pose_b = PoseN::translation(t).value();
    const detail::FilteredPair<kRunTime> after(pair_of(moved));
    Trace trace_cold;
    Trace trace_warm;
    detail::Request<kRunTime> search;
    search.trace = &trace_cold;
    const auto from_nothing = detail::lp::propose<kRunTime>(after, search);
    search.trace = &trace_warm;
    search.basis = {last.pairs.data(), last.pairs.size()};
    const auto from_basis = detail::lp::propose<kRunTime>(after, search);
    EXPECT_EQ(from_basis.verdict, from_nothing.verdict);
    cold += trace_cold.size();
    warm += trace_warm.size();
  }
  EXPECT_GT(cold, 100U);
  EXPECT_LT(warm * 2, cold);
}

// Bland's rule takes more pivots than the support points do; both end with one answer.
TEST(Lp, TheCallersHintAndPricingReachTheAlgorithm) {
  Random random(47);
  const BodyData a = lattice_body(random, 6, 30, 1000);
  const BodyData b = lattice_body(random, 6, 30, 1000, 100);
  const Bodies<kRunTime> bodies(a, b, 6);
  SearchN options;
  options.algorithm = Algorithm::lp;
  std::size_t steps[2] = {};
  for (const Pricing pricing : {Pricing::support, Pricing::bland}) {
    Trace trace;
    options.trace = &trace;
    options.pricing = pricing;
    EXPECT_EQ(intersects(bodies.a(), bodies.b(), options).verdict, Verdict::overlapping);
    steps[pricing == Pricing::bland ? 1 : 0] = trace.size();
  }
  EXPECT_GT(steps[1], steps[0]);
  options.trace = nullptr;
  options.pricing = Pricing::automatic;
  HintN hint;
  options.hint = &hint;
  intersects(bodies.a(), bodies.b(), options);
  Trace warm;
  options.trace = &warm;
  intersects(bodies.a(), bodies.b(), options);
  EXPECT_EQ(warm.size(), 1U) << "its own basis: already optimal";
}

/// b with a cross polytope of this size about each point: it meets a where f* is at most that.
BodyData widened(const BodyData& body, double size) {
  BodyData wide;
  for (const auto& vertex : body.vertices) {
    for (std::size_t k = 0; k < vertex.size(); ++k) {
      for (const double sign : {-1.0, 1.0}) {
        wide.vertices.push_back(vertex);
        wide.vertices.back()[k] += sign * size;
      }
    }
  }
  return wide;
}

template <int D>
void expect_one_norm(const BodyData& a, const BodyData& b, int d, int& apart) {
  const Bodies<D> bodies(a, b, d);
  Search<D> options;
  options.algorithm = Algorithm::lp;
  const Distance<D> by_lp = distance(bodies.a(), bodies.b(), {.search = options});
  const Distance<D> plain = distance(bodies.a(), bodies.b());
  const OneNormDistance one_norm = one_norm_distance(bodies.a(), bodies.b());
  EXPECT_EQ(one_norm.verdict, plain.verdict);
  EXPECT_EQ(one_norm.decided_by, by_lp.decided_by);
  EXPECT_EQ(by_lp.verdict, plain.verdict);
  EXPECT_LE(by_lp.distance.lower, plain.distance.upper);
  EXPECT_GE(by_lp.distance.upper, plain.distance.lower);
  EXPECT_LE(one_norm.distance.lower, one_norm.distance.upper);
  if (!(plain.distance.lower > 0)) {
    EXPECT_EQ(one_norm.distance.upper, 0);
    return;
  }
  ++apart;
  const double f = one_norm.distance.upper;
  EXPECT_LE(f - one_norm.distance.lower, 1e-11 * f);
  EXPECT_GE(f * (1 + 1e-12), plain.distance.lower) << "distance <= f*";
  EXPECT_LE(one_norm.distance.lower / std::sqrt(double(d)), plain.distance.upper)
      << "f* / sqrt(d) <= distance";
  const Bodies<D> in_reach(a, widened(b, f * (1 + 1e-9)), d);
  const Bodies<D> out_of_reach(a, widened(b, f * (1 - 1e-9)), d);
  EXPECT_TRUE(intersects(in_reach.a(), in_reach.b()));
  EXPECT_FALSE(intersects(out_of_reach.a(), out_of_reach.b()));
}

TEST(Lp, TheOneNormIsWhereWidenedBodiesBeginToMeet) {
  Random random(48);
  int apart = 0;
  for (int i = 0; i < 90; ++i) {
    const int d = random.in(2, 6);
    const int shift = random.in(3, 30);
    const BodyData a = lattice_body(random, d, random.in(1, 9), 8);
    const BodyData b = lattice_body(random, d, random.in(1, 9), 8, shift);
    if (d == 2) expect_one_norm<2>(a, b, d, apart);
    if (d == 3) expect_one_norm<3>(a, b, d, apart);
    expect_one_norm<kRunTime>(a, b, d, apart);
  }
  EXPECT_GT(apart, 60);
}

/// Points on a sphere of radius 1, and as many around `shift` along the first axis.
BodyData sphere_body(Random& random, int d, int count, double shift) {
  BodyData body;
  for (int i = 0; i < count; ++i) {
    auto& vertex = body.vertices.emplace_back();
    double square = 0;
    for (int k = 0; k < d; ++k) {
      vertex.push_back(random.unit() + random.unit() + random.unit() - 1.5);
      square += vertex.back() * vertex.back();
    }
    for (double& entry : vertex) entry /= std::sqrt(square);
    vertex.front() += shift;
  }
  return body;
}

// "dimension points" in SUNDER_LP_SIZE replaces the size, for the long tests.
TEST(Lp, ManyDimensionsAreProvenByTheFilter) {
  int dimension = 100;
  int points = 400;
  if (const char* asked = std::getenv("SUNDER_LP_SIZE")) {
    ASSERT_EQ(std::sscanf(asked, "%d %d", &dimension, &points), 2);
  }
  Random random(49);
  for (const double shift : {0.05, 1.5}) {
    const BodyData a = sphere_body(random, dimension, points, 0);
    const BodyData b = sphere_body(random, dimension, points, shift);
    const Bodies<kRunTime> bodies(a, b, dimension);
    SearchN options;
    options.algorithm = Algorithm::lp;
    const Decision answer = intersects(bodies.a(), bodies.b(), options);
    EXPECT_EQ(answer.verdict, shift < 1 ? Verdict::overlapping : Verdict::separated);
    EXPECT_EQ(answer.stage, Stage::filter);
    EXPECT_EQ(answer.decided_by, Algorithm::lp);
  }
}

}  // namespace
}  // namespace sunder::test

// SPDX-License-Identifier: Apache-2.0
//
// Lemma 4: the used share of the outward shift of a bound, from below along directions, from above
// by weighted points. The oracle is rational, in every rounding mode, flushing or not. Roots are
// rational numbers that are near enough.
#include <cmath>
#include <limits>

#include "filter/distance_bounds.hpp"
#include "filter/random_specs.hpp"
#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"

namespace sunder::detail {
namespace {

using test::BodySpec;
using test::Doubles;
using test::FloatMode;
using test::Point;
using test::Points;
using test::RandomSpecs;
using test::Rational;
using test::WorstRatio;

/// A bound, and its value if doubles did not round.
struct Moved {
  double bound;
  double centre;
};

template <int D>
Moved from_below(const FilteredPair<D>& filtered, const Doubles& u) {
  double squared = 0;
  for (const double entry : u) squared += entry * entry;
  return {lower_distance(filtered, u.data()), filtered.probe(u.data()).value / std::sqrt(squared)};
}

/// The exact |sum w c| / sum w.
template <int D>
double plain_length(const FilteredPair<D>& filtered, std::span<const IndexPair> pairs,
                    const Doubles& weights) {
  const auto d = static_cast<std::size_t>(filtered.dimension());
  Doubles sum(d);
  Doubles c(d);
  double total = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    filtered.difference(pairs[i], c.data());
    for (std::size_t l = 0; l < d; ++l) sum[l] += weights[i] * c[l];
    total += weights[i];
  }
  double squared = 0;
  for (const double entry : sum) squared += entry / total * (entry / total);
  return std::sqrt(squared);
}

struct Weighted {
  std::vector<IndexPair> pairs;
  Doubles weights;
  Rational squared;  ///< of the exact length
};

Weighted weigh(RandomSpecs& random, const Points& a, const Points& b) {
  Weighted chosen;
  Point sum(a[0].size());
  Rational total = 0;
  for (int k = random.in(1, static_cast<int>(sum.size()) + 1); k > 0; --k) {
    const int at_a = random.in(0, static_cast<int>(a.size()) - 1);
    const int at_b = random.in(0, static_cast<int>(b.size()) - 1);
    const double weight = std::fabs(random.chance(4) ? random.spread(30) : random.signed_unit());
    chosen.pairs.push_back({at_a, at_b});
    chosen.weights.push_back(weight);
    const Point c =
        test::minus(a[static_cast<std::size_t>(at_a)], b[static_cast<std::size_t>(at_b)]);
    for (std::size_t l = 0; l < c.size(); ++l) sum[l] += Rational(weight) * c[l];
    total += Rational(weight);
  }
  chosen.squared = test::dot(sum, sum) / (total * total);
  return chosen;
}

/// From a's first vertex to b's, or any direction.
Doubles direction_of(RandomSpecs& random, const Points& a, const Points& b) {
  Doubles u;
  for (const Rational& entry : test::minus(b[0], a[0])) u.push_back(entry.convert_to<double>());
  if (random.chance(3) || !normalise(u.data(), static_cast<int>(u.size()))) {
    return random.direction(u.size());
  }
  return u;
}

template <int D>
void check(std::size_t d, int cases) {
  RandomSpecs random(170 + d);
  WorstRatio below("distance from below");
  WorstRatio above("distance from above");
  for (int i = 0; i < cases * test::long_run(); ++i) {
    const auto kind = static_cast<RandomSpecs::Kind>(i % RandomSpecs::kKinds);
    const BodySpec a = random.body(d, kind);
    BodySpec b = random.body(d, kind);
    if (random.chance(2)) test::bring_together(a, b);
    if (random.chance(2)) b.offset[0] += std::ldexp(1.0, random.in(-40, 4));
    const Points of_a = test::world(a);
    const Points of_b = test::world(b);
    const Doubles u = direction_of(random, of_a, of_b);
    const Point exact_u = test::exact(u.data(), d);
    const Rational gap = test::exact_gap(of_a, of_b, exact_u);
    const Rational exact_below = gap / test::root_above(test::dot(exact_u, exact_u));
    const Weighted chosen = weigh(random, of_a, of_b);
    const Rational exact_above = test::root_above(chosen.squared);
    const test::MadePair<D> made(a, b);
    for (const FloatMode& mode : test::float_modes()) {
      SCOPED_TRACE("case " + std::to_string(i));
      const Moved lower =
          test::in_mode(mode, [&] { return from_below<D>(FilteredPair<D>(made.pair()), u); });
      if (lower.bound > 0) {
        const Rational centre(lower.centre);
        below.see_above(centre - exact_below, centre - Rational(lower.bound), mode.name);
      }
      const Moved upper = test::in_mode(mode, [&] {
        const FilteredPair<D> filtered(made.pair());
        return Moved{upper_distance<D>(filtered, chosen.pairs, chosen.weights),
                     plain_length<D>(filtered, chosen.pairs, chosen.weights)};
      });
      if (upper.bound < std::numeric_limits<double>::infinity()) {
        const Rational centre(upper.centre);
        above.see_above(exact_above - centre, Rational(upper.bound) - centre, mode.name);
      }
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(below.seen(), cases);
  EXPECT_GT(above.seen(), cases * 7);
  EXPECT_GT(below.ratio(), 0.01) << "far from tight: is the test asking anything?";
  EXPECT_GT(above.ratio(), 0.01);
}

TEST(WorstDistance, In2D) { check<2>(2, 140); }
TEST(WorstDistance, In3D) { check<3>(3, 140); }
TEST(WorstDistance, In6D) { check<kRunTime>(6, 35); }

}  // namespace
}  // namespace sunder::detail

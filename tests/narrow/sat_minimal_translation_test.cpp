// SPDX-License-Identifier: Apache-2.0
//
// Tests the minimal translation vector against sampled directions. The case of one interval inside
// the other is tested with the article's slips.
#include <cmath>
#include <gtest/gtest.h>
#include <tuple>

#include "narrow/lattice_bodies.hpp"
#include "narrow/sat/minimal_translation.hpp"

namespace sunder::test {
namespace {

using detail::FilteredPair;

template <int D>
detail::sat::MinimalTranslation<D> minimum_translation(const BodyData& a, const BodyData& b) {
  const Bodies<D> bodies(a, b, D);
  return detail::sat::minimal_translation(FilteredPair<D>(pair_of(bodies)));
}

template <int D>
void expect_least_over_all_directions(std::uint64_t seed) {
  Random random(seed);
  int inside = 0;
  for (int i = 0; i < 60; ++i) {
    const BodyData a = lattice_body(random, D, 9, 6);
    const BodyData b = lattice_body(random, D, 9, 6, 2);
    const Bodies<D> bodies(a, b, D);
    const FilteredPair<D> filtered(pair_of(bodies));
    const auto out = detail::sat::minimal_translation(filtered);
    if (truth(a, b) != Verdict::overlapping || !out.known) continue;
    ++inside;
    EXPECT_NEAR(-filtered.probe(out.direction.data()).value, out.length, 1e-12);
    // No sampled direction is shorter, and none near the found one.
    for (int k = 0; k < 500; ++k) {
      Vector<D> u{};
      double squared = 0;
      for (double& entry : u) {
        const double noise = 2 * random.unit() - 1;
        entry = k % 2 == 0
                    ? noise
                    : out.direction[static_cast<std::size_t>(&entry - u.data())] + 0.01 * noise;
        squared += entry * entry;
      }
      EXPECT_GE(-filtered.probe(u.data()).value / std::sqrt(squared), out.length - 1e-12);
    }
  }
  EXPECT_GT(inside, 20);
}

TEST(MinimalTranslation, OfRandomBodiesIsTheLeastOverAllDirections) {
  expect_least_over_all_directions<2>(203);
  expect_least_over_all_directions<3>(202);
}

TEST(MinimalTranslation, OfAFlatBodyInASolidIsThatOfItsFaces) {
  const auto plate = minimum_translation<3>(box_body({1, 1, 0}), box_body({1, 1, 1}));
  const auto segment = minimum_translation<2>(box_body({1, 0}), box_body({1, 1}));
  for (const auto& [known, lower, upper] :
       {std::tuple{plate.known, plate.lower, plate.upper},
        std::tuple{segment.known, segment.lower, segment.upper}}) {
    EXPECT_TRUE(known);
    EXPECT_LE(lower, 1);  // 0 if parallel edges span an axis that may be zero
    EXPECT_GE(upper, 1);
    EXPECT_LT(upper, 1 + 1e-12);
  }
}

TEST(MinimalTranslation, IsUnknownForBodiesApart) {
  EXPECT_FALSE(
      minimum_translation<3>(box_body({1, 1, 1}), with_translation(box_body({1, 1, 1}), {3, 0, 0}))
          .known);
}

}  // namespace
}  // namespace sunder::test

// SPDX-License-Identifier: Apache-2.0
//
// Is a in b, point by point? The empty sets, the boundary, and one ulp beyond it.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "query/trap_bodies.hpp"
#include "suite/random.hpp"

namespace sunder::traps {
namespace {

using suite::Bodies;
using suite::Random;
using suite::Rational;

TEST(Contains, EmptySets) {
  const Polytope3 nothing;
  const Polytope3 point = Polytope3::from_points({{1, 2, 3}}).value();
  EXPECT_TRUE(contains(Posed3{nothing}, Posed3{nothing}));
  EXPECT_TRUE(contains(Posed3{nothing}, Posed3{point}));
  const Containment none = contains(Posed3{point}, Posed3{nothing});
  EXPECT_FALSE(none);
  EXPECT_EQ(none.outside, 0);
  EXPECT_EQ(contains(Posed3{nothing}, Posed3{point}).outside, -1);
}

TEST(Contains, TheBoundaryIsInsideAndOneUlpBeyondIsNot) {
  const BodyData outer = box({1, 1, 1});
  const double beyond = std::nextafter(1.0, 2.0);
  const std::pair<std::vector<double>, bool> cases[] = {
      {{1, 0.5, 0.25}, true},    {{1, 1, 0.25}, true},     {{1, 1, 1}, true},
      {{beyond, 0.5, 0}, false}, {{1, 1, beyond}, false},  {{-1, -beyond, 0}, false},
      {{-0.0, 0.0, -1}, true},   {{0.1, 0.2, 0.3}, true},  {{5e-324, -5e-324, -1}, true},
      {{1e300, 0, 0}, false},    {{0, 0, -beyond}, false}, {{-1, -1, -1}, true}};
  for (const auto& [at, expected] : cases) {
    for (const Algorithm algorithm :
         {Algorithm::automatic, Algorithm::lp, Algorithm::gjk, Algorithm::sat}) {
      // The earlier points are inside, so that the index names the one that is not.
      const Bodies<3> bodies(points({{0, 0, 0}, {0, 0, 0}, {0.5, 0, 0}, at}), outer, 3,
                             {.reduce = false});
      const Containment answer = contains(bodies.a(), bodies.b(), {.algorithm = algorithm});
      EXPECT_EQ(answer.contained, expected) << at[0] << ' ' << at[1] << ' ' << at[2];
      EXPECT_EQ(answer.outside, expected ? -1 : 3);
      EXPECT_NE(answer.stage, Stage::none);
    }
  }
}

TEST(Contains, FlatSetsInFlatSets) {
  const auto contained = [](const BodyData& a, const BodyData& b) {
    const Bodies<3> bodies(a, b, 3);
    return contains(bodies.a(), bodies.b()).contained;
  };
  const BodyData plate = points({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}});
  const BodyData segment = points({{1, 1, 0}, {2, 2, 0}});
  EXPECT_TRUE(contained(plate, plate));
  EXPECT_TRUE(contained(segment, plate));
  EXPECT_FALSE(contained(plate, segment));
  EXPECT_FALSE(contained(points({{1, 1, 5e-324}}), plate));
  EXPECT_TRUE(contained(points({{1, 1, 0}}), points({{1, 1, 0}})));
  EXPECT_FALSE(contained(points({{1, 1, 0}}), points({{1, 1, 1}})));
}

// Under poses, against the enumerating oracle: a is in b if b meets each point of a.
TEST(Contains, RandomPairs) {
  Random random(91);
  int inside = 0;
  int asked = 0;
  for (int i = 0; i < 200; ++i) {
    const int d = random.in(1, 3);
    const auto body = [&](int count, int reach) {
      BodyData made;
      for (int k = 0; k < count; ++k) {
        auto& vertex = made.vertices.emplace_back();
        for (int l = 0; l < d; ++l) vertex.push_back(random.in(-reach, reach));
      }
      return made;
    };
    const BodyData a = body(random.in(1, 4), 2);
    BodyData b = body(random.in(1, 9), 4);
    if (d == 3 && random.chance(1, 2)) b = with_quaternion(b, {2, 1, 0, 0});
    const auto world_b = oracle::world_points<Rational>(b);
    const auto world_a = oracle::world_points<Rational>(a);
    std::vector<bool> is_in;
    for (const auto& point : world_a)
      is_in.push_back(oracle::brute_force_verdict({point}, world_b) != Verdict::separated);
    const bool expected = std::all_of(is_in.begin(), is_in.end(), [](bool in) { return in; });
    oracle::with_bodies(a, b, d, [&]<int D>(const Bodies<D>& bodies) {
      Counters counters;
      Search<D> options;
      options.counters = &counters;
      const Containment answer = contains(bodies.a(), bodies.b(), options);
      EXPECT_EQ(answer.contained, expected) << "pair " << i;
      if (!expected) {
        ASSERT_GE(answer.outside, 0);
        ASSERT_LT(answer.outside, std::ssize(is_in));
        EXPECT_FALSE(is_in[static_cast<std::size_t>(answer.outside)]) << "pair " << i;
      }
      EXPECT_EQ(counters.by_stage[static_cast<std::size_t>(answer.stage)], 1u);
    });
    inside += expected ? 1 : 0;
    ++asked;
  }
  EXPECT_GT(inside, asked / 10);
  EXPECT_LT(inside, asked * 9 / 10);
}

}  // namespace
}  // namespace sunder::traps

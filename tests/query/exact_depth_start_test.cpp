// SPDX-License-Identifier: Apache-2.0
//
// The exact depth from any start, and of bodies that have no start.
#include <gtest/gtest.h>

#include "query/depth/exact_depth.hpp"
#include "query/trap_bodies.hpp"
#include "suite/random.hpp"
#include "sunder/penetration.hpp"

namespace sunder::traps {
namespace {

using suite::Bodies;
using suite::Random;

TEST(ExactDepthStart, AnyStartWillDo) {
  Random random(403);
  for (int i = 0; i < 200; ++i) {
    BodyData a = points({{2, 0, 0}, {-2, 0, 0}, {0, 2, 0}, {0, -2, 0}, {0, 0, 2}, {0, 0, -2}});
    BodyData b = box({1, 1, 1});
    for (auto* body : {&a, &b}) {
      for (auto& vertex : body->vertices) {
        for (double& x : vertex) x += random.in(-1, 1) * 0.25;
      }
    }
    const Bodies<3> bodies(a, b, 3);
    const detail::Pair<3> pair{detail::make_body(bodies.a()), detail::make_body(bodies.b())};
    std::vector<IndexPair> start;
    for (int k = random.in(0, 12); k > 0; --k) {
      const std::int32_t at_a = random.in(0, pair.a.hull->count - 1);
      start.push_back({at_a, random.in(0, pair.b.hull->count - 1)});
    }
    const auto wanted = detail::find_exact_depth<3>(pair, {}, true);
    const auto found = detail::find_exact_depth<3>(pair, start, true);
    EXPECT_EQ(found.depth().lower, wanted.depth().lower);
    EXPECT_EQ(found.depth().upper, wanted.depth().upper);
    EXPECT_EQ(found.nearest.size(), wanted.nearest.size());
  }
}

TEST(ExactDepthStart, NothingIsFoundWhereNothingOverlaps) {
  const auto nearest = [](const BodyData& a, const BodyData& b) {
    const Bodies<3> bodies(a, b, 3);
    const detail::Pair<3> pair{detail::make_body(bodies.a()), detail::make_body(bodies.b())};
    const auto found = detail::find_exact_depth<3>(pair, {}, true);
    EXPECT_EQ(found.depth().lower, 0);
    EXPECT_EQ(found.depth().upper, 0);
    return found.nearest.size();
  };
  const BodyData cube = box({1, 1, 1});
  EXPECT_EQ(nearest(cube, with_translation(cube, {2, 0, 0})), 0u);
  EXPECT_EQ(nearest(cube, with_translation(cube, {9, 0, 0})), 0u);
  EXPECT_EQ(nearest(points({{0, 0, 0}}), points({{0, 0, 0}})), 0u);
  EXPECT_EQ(nearest(points({{0, 0, 0}, {1, 0, 0}}), points({{0, 0, 0}, {0, 1, 0}})), 0u);
}

TEST(ExactDepthStart, OfEmptyBodies) {
  const Polytope3 nothing;
  const Polytope3 cube = Polytope3::box({1, 1, 1});
  const Pose3 identity = Pose3::identity();
  const Posed3 a{nothing, identity};
  const Posed3 b{cube, identity};
  EXPECT_EQ(exact_penetration(a, b).verdict, Verdict::separated);
  Penetration3 answer;
  static_cast<Decision&>(answer) = intersects(a, b);
  const Certificate certificate = certify(a, b, answer);
  EXPECT_TRUE(certificate.depth);
  EXPECT_TRUE(verify(a, b, certificate)) << verify(a, b, certificate).reason;
}

}  // namespace
}  // namespace sunder::traps

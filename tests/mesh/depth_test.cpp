// SPDX-License-Identifier: Apache-2.0
//
// The depth of bodies is enclosed: convex bodies as meshes have theirs, unions of boxes that of their boxes at least.
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <string>

#include "mesh/polycubes.hpp"
#include "suite/case.hpp"
#include "suite/effort.hpp"
#include "suite/posed.hpp"
#include "sunder/penetration.hpp"

namespace sunder::test {
namespace {

using suite::Random;

TEST(BodyDepth, ConvexBodiesAsMeshes) {
  int overlapping = 0, bounded = 0;
  for (std::uint64_t index = 0; index < static_cast<std::uint64_t>(suite::cases(3'000)); ++index) {
    const suite::Case item = suite::make_case(index);
    if (item.dimension != 3) continue;
    Random random(index);
    const suite::Bodies<3> bodies(item.a, item.b, 3);
    if (bodies.polytope_a.faces().empty() || bodies.polytope_b.faces().empty()) continue;
    const Penetration3 exact = penetration(Posed3{bodies.polytope_a, bodies.pose_a},
                                           Posed3{bodies.polytope_b, bodies.pose_b});
    const Body3 a{{solid_of(soup_of(bodies.polytope_a, random))}},
        b{{solid_of(soup_of(bodies.polytope_b, random))}};
    const BodyPenetration found = penetration({a, bodies.pose_a}, {b, bodies.pose_b});
    const std::string name =
        "case " + std::to_string(index) + ", " + item.kind + ", " + item.dressing;
    EXPECT_EQ(found.verdict, exact.verdict) << name;
    EXPECT_LE(found.depth.lower, exact.depth.upper) << name;
    EXPECT_GE(found.depth.upper, exact.depth.lower) << name;
    if (found.verdict != Verdict::overlapping) {
      EXPECT_EQ(found.depth.upper, 0) << name;
      continue;
    }
    ++overlapping;
    // The hulls' depth, up to rounding of their places.
    double size = 0;
    for (const auto& body :
         {Posed3{bodies.polytope_a, bodies.pose_a}, Posed3{bodies.polytope_b, bodies.pose_b}}) {
      const Bounds<3> box = world_box(body);
      for (std::size_t k = 0; k < 3; ++k)
        size = std::max({size, std::fabs(box.lower[k]), std::fabs(box.upper[k])});
    }
    EXPECT_LE(found.depth.upper, exact.depth.upper * (1 + 1e-9) + 1e-12 * size) << name;
    bounded += found.depth.lower > 0 ? 1 : 0;
    const Body3 hull_a{{bodies.polytope_a}}, hull_b{{bodies.polytope_b}};
    const BodyPenetration hulls = penetration({hull_a, bodies.pose_a}, {hull_b, bodies.pose_b});
    EXPECT_GE(hulls.depth.lower, exact.depth.lower * (1 - 1e-9)) << name;
  }
  EXPECT_GT(overlapping, suite::cases(100));
  EXPECT_GT(bounded, overlapping / 4);
}

TEST(BodyDepth, UnionsOfBoxes) {
  const Polytope3 bar = Polytope3::box({4, 1, 1}), post = Polytope3::box({1, 1, 4});
  const Pose3 up = Pose3::translation({3, 0, 3}).value();
  const Body3 corner{{bar}, {post, up}}, cube{{Polytope3::box({1, 1, 1})}};
  // The cube is half a unit deep in the bar; the hull of the corner is far deeper there.
  const Pose3 pose = Pose3::translation({0, 0, 1.5}).value();
  const BodyPenetration found = penetration(corner, {cube, pose});
  EXPECT_EQ(found.verdict, Verdict::overlapping);
  EXPECT_NEAR(found.depth.lower, 0.5, 1e-12);
  EXPECT_GT(found.depth.upper, 0.5);
  EXPECT_EQ(found.part_a, 0);
  // Moved by the upper end they meet no more.
  const double way = found.depth.upper * (1 + 1e-9);
  const Pose3 away = Pose3::translation({way * found.normal[0], way * found.normal[1],
                                         1.5 + way * found.normal[2]})
                         .value();
  EXPECT_NE(intersects(corner, {cube, away}).verdict, Verdict::overlapping);
}

}  // namespace
}  // namespace sunder::test

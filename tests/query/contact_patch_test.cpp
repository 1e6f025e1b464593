// SPDX-License-Identifier: Apache-2.0
//
// Tests the part of a body that lies against another: the vertices that are extreme along a
// direction, and the face toward it. Bodies have known faces, unknown faces, or are flat.
#include <cmath>
#include <gtest/gtest.h>
#include <memory_resource>
#include <vector>

#include "query/contact/patch.hpp"
#include "query/contact/posed_points.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail::contact {
namespace {

Vector3 tilted(double degrees) {
  const double angle = degrees * std::acos(-1.0) / 180;
  return {std::sin(angle), 0, std::cos(angle)};
}

/// Holds the lists of all patches of this file.
Memory memory() {
  static std::pmr::monotonic_buffer_resource resource;
  return &resource;
}

Patches patches_of(const Polytope3& polytope, const Vector3& outward) {
  const Posed3 posed{polytope, Pose3::identity()};
  const PosedPoints<3> points(make_body(posed), {}, 1);
  return find_patches<3>(points, outward, memory());
}
Patches patches_of(const Polytope2& polytope, const Vector2& outward) {
  const Posed2 posed{polytope, Pose2::identity()};
  const PosedPoints<2> points(make_body(posed), {}, 1);
  return find_patches<2>(points, outward, memory());
}

TEST(ContactPatch, OfACubeIsTheFaceThatLooksThere) {
  const Polytope3 cube = Polytope3::box({1, 1, 1});
  for (const double degrees : {0.0, 10.0, 44.0}) {
    const Patches found = patches_of(cube, tilted(degrees));
    EXPECT_EQ(found.face.vertices.size(), 4U);
    EXPECT_NEAR(found.face.alignment, tilted(degrees)[2], 1e-12);
    for (const std::int32_t v : found.face.vertices) EXPECT_EQ(cube.vertex(v)[2], 1);
    EXPECT_EQ(found.support.vertices.size(), degrees == 0 ? 4U : 2U);
  }
}

TEST(ContactPatch, OfASquareIsTheEdgeThatLooksThere) {
  const Polytope2 square = Polytope2::box({1, 2});
  for (const Vector2& outward :
       {Vector2{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {0.8, 0.6}, {-0.6, 0.8}}) {
    const Patches found = patches_of(square, outward);
    ASSERT_EQ(found.face.vertices.size(), 2U);
    const std::size_t k = std::fabs(outward[0]) > std::fabs(outward[1]) ? 0 : 1;
    EXPECT_NEAR(found.face.alignment, std::fabs(outward[k]), 1e-12);
    for (const std::int32_t v : found.face.vertices) {
      EXPECT_EQ(square.vertex(v)[k], std::copysign(k == 0 ? 1 : 2, outward[k]));
    }
  }
}

// Up to 60 degrees a flat body lies with its whole face, and beyond with its rim.
TEST(ContactPatch, OfAFlatBodyIsTheWholeUpToSixtyDegrees) {
  const Polytope3 triangle = Polytope3::from_points({{5, 5, 0}, {7, 5, 0}, {6, 8, 0}}).value();
  const Polytope3 plate =
      Polytope3::from_points({{0, 0, 3}, {2, 0, 3}, {2, 2, 3}, {0, 2, 3}}).value();
  for (const Polytope3* const body : {&triangle, &plate}) {
    const auto count = static_cast<std::size_t>(body->vertex_count());
    for (const double degrees : {0.0, 30.0, 59.0, 121.0, 180.0}) {
      const Patches found = patches_of(*body, tilted(degrees));
      EXPECT_EQ(found.face.vertices.size(), count) << degrees;
      EXPECT_NEAR(found.face.alignment, std::fabs(tilted(degrees)[2]), 1e-12) << degrees;
    }
    for (const double degrees : {61.0, 90.0, 119.0}) {
      EXPECT_LT(patches_of(*body, tilted(degrees)).face.vertices.size(), count) << degrees;
    }
  }
}

// It does not depend on the first corner, on the corner farthest from it, or on the body's size.
TEST(ContactPatch, OfAFlatBodyDoesNotDependOnItsFirstCorner) {
  const Vector3 corners[] = {{0, 0, 0.5}, {4, 0, 0.5}, {3.5, 1, 0.5}};
  for (const double scale : {1.0, 0x1p-6, 0x1p6}) {
    for (const int first : {0, 1, 2}) {
      for (const int step : {1, 2}) {
        std::vector<Vector3> points;
        for (int i = 0; i < 3; ++i) {
          points.push_back(corners[(first + step * i) % 3]);
          for (double& entry : points.back()) entry *= scale;
        }
        const Polytope3 body = Polytope3::from_points(points, {.reduce = false}).value();
        const Patches found = patches_of(body, tilted(30));
        EXPECT_EQ(found.face.vertices.size(), 3U) << scale;
        EXPECT_NEAR(found.face.alignment, tilted(30)[2], 1e-12) << scale;
      }
    }
  }
}

// Points that are not coplanar have no face of all of them; nor has a segment.
TEST(ContactPatch, WhereNoFacesAreKnownItIsWhatIsAsFar) {
  std::vector<Vector3> corners;
  for (const double x : {-1.0, 1.0}) {
    for (const double y : {-1.0, 1.0}) {
      for (const double z : {-1.0, 1.0}) corners.push_back({x, y, z});
    }
  }
  const Polytope3 cube = Polytope3::from_points(corners, {.reduce = false}).value();
  const Patches flush = patches_of(cube, {0, 0, 1});
  EXPECT_EQ(flush.face.vertices.size(), 4U);
  EXPECT_EQ(flush.face.alignment, 1);
  const Patches oblique = patches_of(cube, tilted(30));
  EXPECT_EQ(oblique.face.vertices.size(), 2U);
  EXPECT_EQ(oblique.face.alignment, 0);
  const std::vector<Vector3> on_a_line{{0, 0, 0}, {4, 0, 0}, {1, 0, 0}};
  const Polytope3 rod = Polytope3::from_points(on_a_line, {.reduce = false}).value();
  EXPECT_EQ(patches_of(rod, {0, 0, 1}).face.vertices.size(), 3U);
  EXPECT_EQ(patches_of(rod, tilted(30)).face.vertices.size(), 1U);
}

}  // namespace
}  // namespace sunder::detail::contact

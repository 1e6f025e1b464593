// SPDX-License-Identifier: Apache-2.0
//
// Contacts computed by hand, corner by corner.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "suite/placed.hpp"
#include "sunder/contact.hpp"
#include "sunder/polytope.hpp"

namespace sunder {
namespace {

using test::Placed;

const Polytope3 kCube = Polytope3::box({1, 1, 1});

Pose3 at(double x, double y, double z) { return Pose3::translation({x, y, z}).value(); }

template <int D>
std::vector<Vector<D>> places(const Contact<D>& answer) {
  std::vector<Vector<D>> found;
  for (const auto& point : answer.points) {
    EXPECT_EQ(point.point_a, point.point_b);
    EXPECT_EQ(point.depth, 0);
    found.push_back(point.point_a);
  }
  return found;
}

template <int D>
std::vector<ContactId> names(const Contact<D>& answer) {
  std::vector<ContactId> found;
  for (const auto& point : answer.points) found.push_back(point.id);
  return found;
}

using Places3 = std::vector<Vector3>;
using Places2 = std::vector<Vector2>;
using Ids = std::vector<ContactId>;

TEST(ContactTouching, StackedCubes) {
  const Pose3 above = at(0, 0, 2);
  const Contact3 answer = contact(Posed3{kCube}, Posed3{kCube, above});
  EXPECT_EQ(answer.verdict, Verdict::touching);
  EXPECT_TRUE(answer.witness.has_value());
  EXPECT_EQ(answer.witness->normal, (Vector3{0, 0, 1}));
  EXPECT_EQ(answer.dimension, 2);
  EXPECT_EQ(answer.depth.upper, 0);
  // Corner on corner, from a's lowest: counter-clockwise seen from b.
  EXPECT_EQ(places(answer), (Places3{{-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1}}));
  EXPECT_EQ(names(answer),
            (Ids{{{4, -1}, {0, -1}}, {{5, -1}, {1, -1}}, {{7, -1}, {3, -1}}, {{6, -1}, {2, -1}}}));
  const Contact3 back = contact(Posed3{kCube, above}, Posed3{kCube});
  EXPECT_EQ(back.witness->normal, (Vector3{0, 0, -1}));
  EXPECT_EQ(places(back), (Places3{{-1, -1, 1}, {-1, 1, 1}, {1, 1, 1}, {1, -1, 1}}));
}

TEST(ContactTouching, OffsetCubesShareARectangle) {
  const Pose3 above = at(0.5, 1.25, 2);
  const Contact3 answer = contact(Posed3{kCube}, Posed3{kCube, above});
  EXPECT_EQ(places(answer), (Places3{{-0.5, 0.25, 1}, {1, 0.25, 1}, {1, 1, 1}, {-0.5, 1, 1}}));
  EXPECT_EQ(names(answer),
            (Ids{{{-1, -1}, {0, -1}}, {{5, 7}, {0, 1}}, {{7, -1}, {-1, -1}}, {{6, 7}, {0, 2}}}));
}

TEST(ContactTouching, TurnedByAPythagoreanAngleAnOctagon) {
  // The upper square is rotated by (3, 4) / 5: each side cuts two sides of the lower one.
  const Pose3 above = Pose3::from_wxyz({2, 0, 0, 1}, {0, 0, 2}).value();
  const Contact3 answer = contact(Posed3{kCube}, Posed3{kCube, above});
  ASSERT_EQ(answer.points.size(), 8u);
  EXPECT_EQ(answer.dimension, 2);
  EXPECT_EQ(answer.witness->normal, (Vector3{0, 0, 1}));
  // 3/5 x + 4/5 y = 1 at x = 1 is y = 1/2, at y = 1 is x = 1/3; the others follow by symmetry.
  const double third = 1.0 / 3;
  std::vector<Vector3> expected{{1, 0.5, 1},   {third, 1, 1},   {-0.5, 1, 1}, {-1, third, 1},
                                {-1, -0.5, 1}, {-third, -1, 1}, {0.5, -1, 1}, {1, -third, 1}};
  std::vector<Vector3> found = places(answer);
  for (std::size_t i = 0; i < 8; ++i) {
    const Vector3& p = found[i];
    const Vector3& q = found[(i + 1) % 8];
    EXPECT_GT(p[0] * q[1] - p[1] * q[0], 0) << "counter-clockwise";
    EXPECT_GE(answer.points[i].id, answer.points[0].id);
    EXPECT_NE(answer.points[i].id.a[1], -1) << "an edge on an edge";
    EXPECT_NE(answer.points[i].id.b[1], -1);
  }
  std::sort(found.begin(), found.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(found, expected);
}

TEST(ContactTouching, FarAwayAndSlender) {
  const double far = 1e6;
  const Polytope3 needle = Polytope3::box({1e6, 1, 1});
  const Pose3 low = at(far, -far, far);
  const Pose3 high = at(far + 0.25, -far, far + 2);
  const Contact3 cubes = contact(Posed3{kCube, low}, Posed3{kCube, high});
  EXPECT_EQ(places(cubes), (Places3{{far - 0.75, -far - 1, far + 1},
                                    {far + 1, -far - 1, far + 1},
                                    {far + 1, -far + 1, far + 1},
                                    {far - 0.75, -far + 1, far + 1}}));
  const Contact3 needles = contact(Posed3{needle, low}, Posed3{kCube, high});
  EXPECT_EQ(needles.points.size(), 4u);
  const Contact3 across = contact(Posed3{needle, low}, Posed3{needle, high});
  ASSERT_EQ(across.points.size(), 4u);
  EXPECT_EQ(across.points[0].point_a, (Vector3{far + 0.25 - 1e6, -far - 1, far + 1}));
}

TEST(ContactTouching, EdgeOnFace) {
  // A wedge rests on the cube with its edge from (-3, 0) to (1/2, 0).
  const Polytope3 wedge =
      Polytope3::from_points({{-3, 0, 1}, {0.5, 0, 1}, {-3, -1, 2}, {-3, 1, 2}, {0.5, 0, 2}})
          .value();
  const Contact3 answer = contact(Posed3{kCube}, Posed3{wedge});
  EXPECT_EQ(answer.dimension, 1);
  EXPECT_EQ(answer.witness->normal, (Vector3{0, 0, 1}));
  EXPECT_EQ(places(answer), (Places3{{0.5, 0, 1}, {-1, 0, 1}}));
  EXPECT_EQ(names(answer), (Ids{{{-1, -1}, {1, -1}}, {{4, 6}, {0, 1}}}));
}

TEST(ContactTouching, VertexOnFaceEdgeAndVertex) {
  const Polytope3 spike =
      Polytope3::from_points({{0, 0, 0}, {1, 0, 2}, {0, 1, 2}, {-1, -1, 2}}).value();
  const Contact3 face = contact(Posed3{kCube}, Placed{spike, at(0.5, 0.25, 1)});
  EXPECT_EQ(places(face), (Places3{{0.5, 0.25, 1}}));
  EXPECT_EQ(names(face), (Ids{{{-1, -1}, {0, -1}}}));
  EXPECT_EQ(face.dimension, 0);
  EXPECT_EQ(face.witness->normal, (Vector3{0, 0, 1}));
  const Contact3 edge = contact(Posed3{kCube}, Placed{spike, at(1, 0.25, 1)});
  EXPECT_EQ(places(edge), (Places3{{1, 0.25, 1}}));
  EXPECT_EQ(names(edge), (Ids{{{5, 7}, {0, -1}}}));
  const Contact3 vertex = contact(Posed3{kCube}, Placed{spike, at(1, 1, 1)});
  EXPECT_EQ(places(vertex), (Places3{{1, 1, 1}}));
  EXPECT_EQ(names(vertex), (Ids{{{7, -1}, {0, -1}}}));
  const Contact3 cubes = contact(Posed3{kCube}, Placed{kCube, at(2, 2, 2)});
  EXPECT_EQ(places(cubes), (Places3{{1, 1, 1}}));
  EXPECT_EQ(names(cubes), (Ids{{{7, -1}, {0, -1}}}));
}

TEST(ContactTouching, EdgesAcrossAndAlongEachOther) {
  const Polytope3 roof =
      Polytope3::from_points({{-2, 0, 0}, {2, 0, 0}, {-2, 1, -1}, {2, -1, -1}}).value();
  const Polytope3 keel =
      Polytope3::from_points({{0.5, -2, 0}, {0.5, 4, 0}, {1, -2, 1}, {0, 4, 1}}).value();
  const Contact3 across = contact(Posed3{roof}, Posed3{keel});
  EXPECT_EQ(places(across), (Places3{{0.5, 0, 0}}));
  EXPECT_EQ(names(across), (Ids{{{0, 1}, {0, 1}}}));
  EXPECT_EQ(across.dimension, 0);
  // Two cubes meet with their edges along y.
  const Contact3 along = contact(Posed3{kCube}, Placed{kCube, at(2, 0.5, 2)});
  EXPECT_EQ(along.dimension, 1);
  EXPECT_EQ(places(along), (Places3{{1, -0.5, 1}, {1, 1, 1}}));
  EXPECT_EQ(names(along), (Ids{{{5, 7}, {0, -1}}, {{7, -1}, {0, 2}}}));
}

TEST(ContactTouching, TrianglesInOnePlane) {
  const Polytope3 a = Polytope3::from_points({{0, 0, 1}, {4, 0, 1}, {0, 4, 1}}).value();
  const Polytope3 b = Polytope3::from_points({{1, 1, 1}, {5, 1, 1}, {1, 5, 1}}).value();
  const Contact3 answer = contact(Posed3{a}, Posed3{b});
  EXPECT_EQ(answer.dimension, 2);
  EXPECT_EQ(std::fabs(answer.witness->normal[2]), 1);
  std::vector<Vector3> found = places(answer);
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, (Places3{{1, 1, 1}, {1, 3, 1}, {3, 1, 1}}));
  // A triangle across a cube's face, flattened by its own pose.
  const Polytope3 tent =
      Polytope3::from_points({{0, 0, 5}, {4, 0, -3}, {0, 4, 7}, {1, 1, 1}}).value();
  const Pose3 flat =
      Pose3::from_matrix(std::vector<double>{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1}).value();
  const Contact3 flattened = contact(Posed3{kCube}, Posed3{tent, flat});
  EXPECT_EQ(flattened.dimension, 2);
  std::vector<Vector3> square = places(flattened);
  std::sort(square.begin(), square.end());
  EXPECT_EQ(square, (Places3{{0, 0, 1}, {0, 1, 1}, {1, 0, 1}, {1, 1, 1}}));
}

TEST(ContactTouching, InThePlane) {
  const Polytope2 square = Polytope2::box({1, 1});
  const Pose2 right = Pose2::translation({2, 0.5}).value();
  const Contact2 side = contact(Posed2{square}, Posed2{square, right});
  EXPECT_EQ(side.witness->normal, (Vector2{1, 0}));
  EXPECT_EQ(side.dimension, 1);
  EXPECT_EQ(places(side), (Places2{{1, -0.5}, {1, 1}}));
  EXPECT_EQ(names(side), (Ids{{{1, 3}, {0, -1}}, {{3, -1}, {0, 2}}}));
  const Pose2 corner = Pose2::translation({2, 2}).value();
  const Contact2 point = contact(Posed2{square}, Posed2{square, corner});
  EXPECT_EQ(point.dimension, 0);
  EXPECT_EQ(places(point), (Places2{{1, 1}}));
  const Polytope2 segment = Polytope2::from_points({{-3, 1}, {0.25, 1}}).value();
  const Contact2 flat = contact(Posed2{square}, Posed2{segment});
  EXPECT_EQ(flat.dimension, 1);
  EXPECT_EQ(places(flat), (Places2{{-1, 1}, {0.25, 1}}));
}

TEST(ContactTouching, ApartEmptyAndOneUlp) {
  const double next = std::nextafter(2.0, 3.0);
  for (const Pose3& pose : {at(0, 0, next), at(5, 0, 0)}) {
    const Contact3 apart = contact(Posed3{kCube}, Posed3{kCube, pose});
    EXPECT_EQ(apart.verdict, Verdict::separated);
    EXPECT_TRUE(apart.points.empty());
    EXPECT_EQ(apart.dimension, -1);
    EXPECT_FALSE(apart.witness.has_value());
  }
  const Contact3 empty = contact(Placed{Polytope3()}, Posed3{kCube});
  EXPECT_TRUE(empty.points.empty());
  EXPECT_EQ(empty.dimension, -1);
}

TEST(ContactTouching, HugeTinyAndSubnormal) {
  for (const double size : {0x1p-1074, 0x1p-1000, 0x1p-300, 0x1p300, 0x1p1000}) {
    const Polytope3 box = Polytope3::box({size, size, size});
    const Contact3 answer = contact(Posed3{box}, Placed{box, at(size, 0, 2 * size)});
    EXPECT_EQ(places(answer),
              (Places3{{0, -size, size}, {size, -size, size}, {size, size, size}, {0, size, size}}))
        << size;
  }
  // No double equals the common corner; the answer only contains its existence.
  const double huge = std::numeric_limits<double>::max();
  const Polytope3 box = Polytope3::box({huge, huge, huge});
  const Contact3 beyond = contact(Placed{box, at(huge, 0, 0)}, Placed{box, at(huge, 0, 0)});
  EXPECT_EQ(beyond.verdict, Verdict::overlapping);
  const Polytope3 dot = Polytope3::from_points({{huge, 0, 0}}).value();
  const Contact3 point = contact(Placed{dot, at(huge, 0, 0)}, Placed{dot, at(huge, 0, 0)});
  EXPECT_EQ(point.verdict, Verdict::touching);
  EXPECT_TRUE(point.points.empty());
}

}  // namespace
}  // namespace sunder

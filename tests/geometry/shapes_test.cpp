// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "geometry/hull_block.hpp"
#include "geometry/neighbours.hpp"
#include "sunder/io.hpp"
#include "sunder/polytope.hpp"

namespace sunder {
namespace {

template <class AnyPolytope>
void expect_counts(const AnyPolytope& polytope, int vertices, std::size_t edges,
                   std::size_t faces) {
  EXPECT_EQ(polytope.vertex_count(), vertices);
  EXPECT_EQ(polytope.report().given, vertices);
  EXPECT_EQ(polytope.edges().size(), edges);
  EXPECT_EQ(polytope.faces().size(), faces);
}

TEST(Shapes, BoxIsWrittenDownAsTheHullFindsIt) {
  const Polytope3 box = Polytope3::box({1, 2, 3});
  expect_counts(box, 8, 12, 6);
  test::check_neighbours(box);
  test::check_neighbours(Polytope2::box({1, 2}));
  EXPECT_EQ(detail::BlockAccess::block(box).shape, detail::Shape::box);
  EXPECT_EQ(box.vertex(5), (Vector3{1, -2, 3}));
  EXPECT_EQ(box.inscribed_ball().radius, 1.0);
  EXPECT_EQ(box.inscribed_ball().centre, (Vector3{0, 0, 0}));
  EXPECT_NEAR(box.circumscribed_ball().radius, std::sqrt(14), 1e-13);
  std::vector<Vector3> corners;
  for (int i = 0; i < 8; ++i) corners.push_back(box.vertex(i));
  const Polytope3 found = Polytope3::from_points(std::span<const Vector3>(corners)).value();
  EXPECT_EQ(found.content_hash(), box.content_hash());
  ASSERT_EQ(found.faces().size(), 6U);
  for (const Face& face : box.faces()) {
    ASSERT_EQ(face.vertices.size(), 4U);
    int equal = 0;
    for (const Face& other : found.faces()) equal += other.normal == face.normal ? 1 : 0;
    EXPECT_EQ(equal, 1);
    for (std::size_t i = 0; i < 4; ++i) {
      const Vector3 a = box.vertex(face.vertices[i]);
      const Vector3 b = box.vertex(face.vertices[(i + 1) % 4]);
      EXPECT_GT(face.normal[0] * (a[1] * b[2] - a[2] * b[1]) +
                    face.normal[1] * (a[2] * b[0] - a[0] * b[2]) +
                    face.normal[2] * (a[0] * b[1] - a[1] * b[0]),
                0);
    }
  }
}

TEST(Shapes, FlatBoxesHaveFewerCorners) {
  expect_counts(Polytope3::box({1, 0, 3}), 4, 0, 0);
  expect_counts(Polytope3::box({0, -0.0, 3}), 2, 0, 0);
  expect_counts(Polytope3::box({0, 0, 0}), 1, 0, 0);
  expect_counts(Polytope2::box({1, 2}), 4, 4, 0);
  expect_counts(PolytopeN::box({1, 2, 3, 4}), 16, 0, 0);
  EXPECT_EQ(Polytope3::box({1, 0, 3}).report().affine_dimension, 2);
  EXPECT_EQ(PolytopeN::box({1, 0, 3, 0, 1}).report().affine_dimension, 3);
}

TEST(Shapes, CountsAreEulers) {
  expect_counts(Polytope3::simplex(3), 4, 6, 4);
  expect_counts(Polytope2::simplex(2, 5), 3, 3, 0);
  expect_counts(PolytopeN::simplex(6), 7, 0, 0);
  expect_counts(Polytope3::cross(3), 6, 12, 8);
  expect_counts(PolytopeN::cross(5), 10, 0, 0);
  expect_counts(Polytope3::tetrahedron(), 4, 6, 4);
  expect_counts(Polytope3::icosahedron(3), 12, 30, 20);
  expect_counts(Polytope2::regular_polygon(7, 1), 7, 7, 0);
  expect_counts(Polytope3::prism(6, 2, 1), 12, 18, 8);
  EXPECT_EQ(Polytope3::dodecahedron(1).vertex_count(), 20);
  EXPECT_GT(Polytope3::dodecahedron(1).inscribed_ball().radius, 0.79);
}

TEST(Shapes, VerticesLieOnTheRadius) {
  for (const Polytope3& shape : {Polytope3::icosahedron(3), Polytope3::dodecahedron(3)}) {
    for (std::int32_t i = 0; i < shape.vertex_count(); ++i) {
      const Vector3 v = shape.vertex(i);
      EXPECT_NEAR(std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), 3, 1e-14);
    }
  }
  const Polytope2 square = Polytope2::regular_polygon(4, 2);
  EXPECT_EQ(square.vertex(1), (Vector2{0, 2}));
  EXPECT_EQ(square.vertex(2), (Vector2{-2, 0}));
}

template <int D>
Error refused_box(const Vector<D>& half_extents) {
  const auto box = Polytope<D>::from_box(half_extents);
  EXPECT_FALSE(box);
  return box ? Error{} : box.error();
}

TEST(Shapes, BoxesOfDataAreRefusedWithThePlace) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refused_box<3>({-1, 1, 1}).code, ErrorCode::wrong_shape);
  EXPECT_EQ(refused_box<3>({-1, 1, 1}).message,
            "half_extents[0] is negative; every half extent is 0 or more");
  EXPECT_EQ(refused_box<2>({1, -5e-324}).code, ErrorCode::wrong_shape);
  EXPECT_EQ(refused_box<3>({1, std::nan(""), 1}).code, ErrorCode::not_finite);
  EXPECT_EQ(refused_box<kRunTime>({1, 1, 1, -inf}).message,
            "half_extents[3] is -infinity; every half extent must be finite");
  EXPECT_EQ(refused_box<kRunTime>({}).code, ErrorCode::wrong_shape);
  EXPECT_EQ(refused_box<kRunTime>(VectorN(21, 1.0)).code, ErrorCode::too_large);
}

TEST(Shapes, ABoxOfDataIsThatOfConstants) {
  for (const Vector3& half : {Vector3{1, 2, 3}, Vector3{0.1, 0, 1e300}, Vector3{5e-324, -0.0, 0}}) {
    EXPECT_EQ(Polytope3::from_box(half).value().content_hash(),
              Polytope3::box(half).content_hash());
  }
}

TEST(ShapesDeathTest, WrongArgumentsEndTheProgramWithTheReason) {
  EXPECT_DEATH(Polytope3::box({1, -1, 1}), "half_extents\\[1\\] is negative");
  EXPECT_DEATH(Polytope3::box({1, std::nan(""), 1}), "half_extents\\[1\\] is NaN");
  EXPECT_DEATH(PolytopeN::box({}), "at least 1 half extent");
  EXPECT_DEATH(Polytope3::simplex(2), "dimension 2");
  EXPECT_DEATH(Polytope2::regular_polygon(2, 1), "at least 3 sides");
  EXPECT_DEATH(Polytope3::prism(5, -1, 1), "radius must be finite");
  EXPECT_DEATH(Polytope2::from_points({{0, std::nan("")}}).value(), "points\\[0\\]\\[1\\] is NaN");
}

TEST(ErrorDeathTest, ASuccessHasNoError) {
  const Result<Polytope3> success = Polytope3::from_box({1, 1, 1});
  EXPECT_DEATH((void)success.error(), "error.. was asked of a Result that holds a value");
  EXPECT_DEATH((void)Polytope3::from_box({1, 1, 1}).error(), "holds a value");
}

TEST(ErrorDeathTest, ASuccessfulStatusHasNoError) {
  EXPECT_DEATH((void)Status().error(), "error.. of a Status that is a success");
  const Status refused = Error{ErrorCode::too_large, "too large"};
  EXPECT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "too large");
}

TEST(Error, CodesAreThePipesWords) {
  EXPECT_EQ(to_string(io_error::syntax), "syntax");
  EXPECT_EQ(to_string(io_error::cannot_write), "cannot_write");
  EXPECT_EQ(to_string(io_error::unknown_format), "unknown_format");
  EXPECT_EQ(to_string(ErrorCode::zero_quaternion), "zero_quaternion");
  EXPECT_EQ(to_string(ErrorCode::bad_certificate), "bad_certificate");
}

}  // namespace
}  // namespace sunder

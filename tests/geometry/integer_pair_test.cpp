// SPDX-License-Identifier: Apache-2.0
//
// Pairs as integers for which R or all vertices are zero. Their product is then zero, however far
// the entries of the other factor spread. No width of integers has to hold these.
#include "geometry/integer_pair.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "sunder/sunder.hpp"

namespace sunder::detail {
namespace {

/// The pose maps all points of the hull to (3, 3, 3), whatever they are.
void expect_a_point(const Polytope3& hull, const Pose3& pose) {
  const Polytope3 zero = Polytope3::from_points(std::vector<Vector3>(1)).value();
  const Pose3 stay = Pose3::identity();
  const Pair<3> pair{make_body_of(hull, pose), make_body_of(zero, stay)};
  for (const bool turned : {false, true}) {
    const Pair<3> asked = turned ? Pair<3>{pair.b, pair.a} : pair;
    const IntegerScale scale = integer_scale(asked);
    EXPECT_LE(scale.bits, 8);
    const IntegerPair<3, Int128> points(asked, scale);
    const IntegerBody<3, Int128>& body = turned ? points.b : points.a;
    for (const Int128& entry : body.matrix) EXPECT_TRUE(entry == 0);
    for (std::int32_t v = 0; v < hull.vertex_count(); ++v) {
      for (int k = 0; k < 3; ++k) EXPECT_TRUE(body.coordinate(v, k) == 0);
      std::array<Int128, 3> c{};
      points.difference(turned ? IndexPair{0, v} : IndexPair{v, 0}, c.data());
      for (const Int128& entry : c) EXPECT_TRUE(entry == (turned ? -3 : 3));
    }
  }
}

TEST(IntegerPair, PointsAtZeroUnderEntriesThatSpreadFar) {
  const std::vector<double> rows{0x1p900, 0x1p-900, 0, 3, 1, 0x1p1000, -0x1p-1000, 3, 0, 1, 2, 3};
  expect_a_point(Polytope3::from_points(std::vector<Vector3>(1)).value(),
                 Pose3::from_matrix(rows).value());
}

TEST(IntegerPair, PointsThatSpreadFarUnderAMatrixOfZeros) {
  const std::vector<double> rows{0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 3};
  const std::vector<Vector3> points{
      {0x1p900, 0, 0}, {0x1p-900, 1, 0}, {0, 0x1p-1000, 1}, {0, -1, 0x1p1000}};
  expect_a_point(Polytope3::from_points(points).value(), Pose3::from_matrix(rows).value());
}

}  // namespace
}  // namespace sunder::detail

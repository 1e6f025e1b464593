// SPDX-License-Identifier: Apache-2.0
//
// Tests the parts of contacts: whether a pose mirrors the body, against determinants of integers,
// and the outline of a body along a normal.
#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

#include "query/contact/outline.hpp"
#include "sunder/query.hpp"

namespace sunder::test {
namespace {

using detail::contact::Outline;
using detail::contact::OutlinePoint;
using detail::contact::Patch;
using detail::contact::PosedPoints;
using detail::contact::View;

int sign(int x) { return (x > 0) - (x < 0); }
int determinant(const std::array<int, 4>& m) { return m[0] * m[3] - m[1] * m[2]; }
/// By the permutations of the columns.
int determinant(const std::array<int, 9>& m) {
  std::array<std::size_t, 3> column{0, 1, 2};
  int sum = 0;
  do {
    const int inversions =
        (column[0] > column[1]) + (column[0] > column[2]) + (column[1] > column[2]);
    const int product = m[column[0]] * m[3 + column[1]] * m[6 + column[2]];
    sum += inversions % 2 == 0 ? product : -product;
  } while (std::next_permutation(column.begin(), column.end()));
  return sum;
}

template <int D>
void check_orientation(const Polytope<D>& box, const std::array<int, D * D>& m, double scale) {
  std::array<double, static_cast<std::size_t>(D) * (D + 1)> rows{};
  for (std::size_t i = 0; i < m.size(); ++i) rows[i / D * (D + 1) + i % D] = scale * m[i];
  const auto pose = Pose<D>::from_matrix(rows, D);
  ASSERT_TRUE(pose) << testing::PrintToString(m) << " * " << scale;
  const detail::Body<D> body{&detail::BlockAccess::block(box), &pose.value()};
  const int found = PosedPoints<D>(body, {}, 1).orientation();
  ASSERT_EQ(found, sign(determinant(m))) << testing::PrintToString(m) << " * " << scale;
}

/// Entries -1, 0 and 1, at size 1 and at sizes whose products exceed the doubles.
template <int D>
void check_orientations(const Polytope<D>& box) {
  int count = 1;
  for (int i = 0; i < D * D; ++i) count *= 3;
  for (int number = 0; number < count; ++number) {
    std::array<int, D * D> m{};
    int rest = number;
    for (int& entry : m) {
      entry = rest % 3 - 1;
      rest /= 3;
    }
    for (const double scale : {1.0, 0x1p-900, 0x1p900}) {
      check_orientation<D>(box, m, scale);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(ContactOutline, MirroredOrNotIn2D) { check_orientations<2>(Polytope2::box({1, 1})); }
TEST(ContactOutline, MirroredOrNotIn3D) { check_orientations<3>(Polytope3::box({1, 1, 1})); }

/// By x, then by y; heights do not matter.
TEST(ContactOutline, OrderOfPoints) {
  for (int p = 0; p < 18; ++p) {
    for (int q = 0; q < 18; ++q) {
      const auto point = [](int i) {
        return OutlinePoint{{i / 2 / 3 - 1.0, i / 2 % 3 - 1.0}, static_cast<double>(i % 2), i};
      };
      EXPECT_EQ(detail::contact::order(point(p), point(q)), sign(p / 2 - q / 2)) << p << ' ' << q;
    }
  }
}

TEST(ContactOutline, AxesAcrossANormal) {
  const View<2> flat({0.6, 0.8});
  EXPECT_NEAR(detail::dot<2>(flat.x_axis(), {-0.8, 0.6}), 1, 1e-15);
  EXPECT_NEAR(detail::dot<2>(flat.x_axis(), {0.6, 0.8}), 0, 1e-15);
  for (const Vector3& n : {Vector3{1, 0, 0}, Vector3{0, -1, 0}, Vector3{0, 0, 1},
                           Vector3{0.6, 0, 0.8}, Vector3{2. / 3, -1. / 3, 2. / 3}}) {
    const View<3> view(n);
    // The axes are orthonormal, and right-handed with the normal.
    const Vector3& x = view.x_axis();
    const Vector3& y = view.y_axis();
    EXPECT_NEAR(detail::dot<3>(x, x), 1, 1e-15);
    EXPECT_NEAR(detail::dot<3>(y, y), 1, 1e-15);
    EXPECT_NEAR(detail::dot<3>(x, y), 0, 1e-15);
    const Vector3 third = detail::cross(x, y);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(third[k], n[k], 1e-15);
  }
}

/// All eight corners of a box, seen from above: each of the four lies over another.
TEST(ContactOutline, TheNearerOfTwoCornersStandsForBoth) {
  const Polytope3 box = Polytope3::box({3, 2, 1});
  const Pose3 pose = Pose3::translation({0, 0, 0}).value();
  const PosedPoints<3> points({&detail::BlockAccess::block(box), &pose}, {}, 1);
  std::array<std::int32_t, 8> all{};
  std::iota(all.begin(), all.end(), 0);
  const Patch patch{all};
  using detail::contact::Surface;
  for (const auto& [surface, height] : {std::pair{Surface::top, 1}, {Surface::bottom, -1}}) {
    const Outline outline = detail::contact::outline_of<3>(
        points, patch, View<3>({0, 0, 1}), surface, std::pmr::new_delete_resource());
    ASSERT_EQ(outline.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(outline[i].height, height);
      EXPECT_EQ(points.at(outline[i].vertex)[2], height);
      EXPECT_GT(detail::contact::turn(outline[i], outline[(i + 1) % 4], outline[(i + 2) % 4]), 0);
    }
  }
}

// ---- places on an outline -----------------------------------------------------------------------

using detail::contact::Place;

OutlinePoint point_at(double x, double y, double height = 0) { return {{x, y}, height, {}}; }
const Outline kSquare{point_at(0, 0, 1), point_at(4, 0, 2), point_at(4, 4, 3), point_at(0, 4, 4)};

TEST(ContactOutline, HeightsInsideAndBesideAPolygon) {
  const auto height = [](double x, double y) {
    return detail::contact::height_at(kSquare, {Place::On::inside, {}}, point_at(x, y));
  };
  for (const OutlinePoint& corner : kSquare) {
    EXPECT_EQ(height(corner.across[0], corner.across[1]), corner.height);
  }
  EXPECT_EQ(height(2, 2), 2);  // on the diagonal of the fan
  EXPECT_EQ(height(2, 1), 1.75);
  EXPECT_EQ(height(1, 2), 2.25);
  // A point that rounding moves out of the polygon is on its edge.
  EXPECT_NEAR(height(-0x1p-50, 2), 2.5, 1e-14);
  EXPECT_NEAR(height(2, -0x1p-50), 1.5, 1e-14);
  EXPECT_NEAR(height(4 + 0x1p-50, 2), 2.5, 1e-14);
}

TEST(ContactOutline, DistancesFromALine) {
  const auto distance = detail::contact::distance_to_line;
  EXPECT_EQ(distance(point_at(1, 3), point_at(0, 0), point_at(4, 0)), 3);
  EXPECT_EQ(distance(point_at(9, -3), point_at(4, 0), point_at(0, 0)), 3);
  // A segment of length 0: the distance to the point.
  EXPECT_EQ(distance(point_at(4, 5), point_at(1, 1), point_at(1, 1)), 5);
}

TEST(ContactOutline, SharesAlongAnEdge) {
  const auto share = [](std::size_t edge, double x, double y) {
    return detail::contact::share_along(kSquare, edge, point_at(x, y));
  };
  EXPECT_EQ(share(0, 1, 7), 0.25);
  EXPECT_EQ(share(3, -2, 1), 0.75);  // from (0, 4) to (0, 0)
  EXPECT_EQ(share(0, -1, 0), 0);
  EXPECT_EQ(share(0, 5, 0), 1);
  // Its squared length underflows to 0: the beginning counts.
  const Outline least{point_at(0, 0), point_at(0x1p-600, 0)};
  EXPECT_EQ(detail::contact::share_along(least, 0, point_at(0x1p-600, 0)), 0);
}

/// The nearest corner within reach, the first among equals; else the nearest edge; else the old
/// place.
TEST(ContactOutline, PlacesTakeTheNameOfWhatIsNear) {
  const auto place = [](Place::On on, double x, double y, double reach) {
    return detail::contact::place_near(kSquare, {on, 1}, point_at(x, y), reach);
  };
  const auto expect = [](const Place& found, Place::On on, std::size_t index) {
    EXPECT_EQ(found.on, on);
    EXPECT_EQ(found.index, index);
  };
  using On = Place::On;
  expect(place(On::inside, 3.5, 0.25, 10), On::vertex, 1);
  expect(place(On::inside, 3.5, 3.75, 10), On::vertex, 2);
  expect(place(On::inside, 2, 1, 10), On::vertex, 0);  // as near to corner 1
  expect(place(On::inside, 1, 2, 10), On::vertex, 0);  // as near to corner 3
  expect(place(On::inside, 3, 4, 1), On::vertex, 2);   // just within reach
  expect(place(On::edge, 3, 4, 0.5), On::edge, 1);     // an edge keeps its name
  expect(place(On::inside, 2, 0.5, 1), On::edge, 0);
  expect(place(On::inside, 2, 3.5, 1), On::edge, 2);
  expect(place(On::inside, 2, 1, 1), On::edge, 0);     // just within reach
  expect(place(On::inside, 3, 3, 1.25), On::edge, 1);  // as near to edge 2
  expect(place(On::inside, 2, 2, 1), On::inside, 1);
}

}  // namespace
}  // namespace sunder::test

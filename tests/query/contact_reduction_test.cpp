// SPDX-License-Identifier: Apache-2.0
//
// Tests the reduction of contact points: which ones are kept, their stability under small motions,
// and counts that keep all points.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <span>
#include <vector>

#include "query/contact/reduce.hpp"
#include "suite/random.hpp"
#include "sunder/contact.hpp"

namespace sunder {
namespace {

const Polytope3 kCube = Polytope3::box({1, 1, 1});

template <int D>
std::vector<ContactId> names(const Contact<D>& answer) {
  std::vector<ContactId> found;
  for (const auto& point : answer.points) found.push_back(point.id);
  return found;
}

template <int D>
std::vector<ContactPoint<D>> best_of(const std::vector<ContactPoint<D>>& points, std::size_t most,
                                     const Vector<D>& normal) {
  std::vector<ContactPoint<D>> kept(most);
  kept.resize(detail::contact::keep_best<D>(points, normal, kept, std::pmr::new_delete_resource()));
  return kept;
}

Contact3 octagon(int max_points, double turn = 0) {
  const Pose3 pose = Pose3::from_wxyz({2, 0, 0, 1 + turn}, {0, 0, 2}).value();
  ContactOptions<3> options;
  options.max_points = max_points;
  return contact(Posed3{kCube}, Posed3{kCube, pose}, options);
}

double area_of(std::span<const ContactPoint<3>> points) {
  double twice = 0;
  const std::size_t count = points.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Vector3& p = points[i].point_a;
    const Vector3& q = points[(i + 1) % count].point_a;
    twice += p[0] * q[1] - p[1] * q[0];
  }
  return twice / 2;
}

TEST(ContactReduction, OfAnOctagon) {
  const Contact3 all = octagon(0);
  ASSERT_EQ(all.points.size(), 8u);
  for (int most = 1; most <= 10; ++most) {
    const Contact3 few = octagon(most);
    EXPECT_EQ(few.points.size(), static_cast<std::size_t>(std::min(most, 8)));
    EXPECT_EQ(few.dimension, 2) << "of the common part, not of the points kept";
    // In their old order, the lowest id first: all are equally deep.
    const std::vector<ContactId> kept = names(few);
    const std::vector<ContactId> whole = names(all);
    EXPECT_EQ(kept.front(), whole.front());
    auto from = whole.begin();
    for (const ContactId& id : kept) {
      from = std::find(from, whole.end(), id);
      EXPECT_NE(from, whole.end());
    }
  }
  EXPECT_EQ(names(octagon(8)), names(all));
}

TEST(ContactReduction, TheSecondIsFarthestAndTheThirdSpansMost) {
  const Contact3 all = octagon(0);
  const Contact3 two = octagon(2);
  const Contact3 three = octagon(3);
  const auto distance = [](const Vector3& p, const Vector3& q) {
    return std::hypot(p[0] - q[0], p[1] - q[1]);
  };
  const Vector3& first = two.points[0].point_a;
  double farthest = 0;
  double largest = 0;
  for (const auto& point : all.points) {
    farthest = std::max(farthest, distance(first, point.point_a));
    std::vector<ContactPoint<3>> triangle;
    for (std::size_t at = 0; at <= 2; ++at) {
      triangle.assign(two.points.begin(), two.points.end());
      triangle.insert(triangle.begin() + static_cast<std::ptrdiff_t>(at), point);
      largest = std::max(largest, area_of(triangle));
    }
  }
  EXPECT_NEAR(distance(first, two.points[1].point_a), farthest, 1e-15);
  EXPECT_NEAR(area_of(three.points), largest, 1e-15);
  EXPECT_GT(area_of(octagon(4).points), 0.7 * area_of(all.points));
}

/// Each further point makes the polygon larger than any other would. Its points are on a curve in their
/// order. One is the deepest, and so the first.
TEST(ContactReduction, EachPointSpansMost) {
  suite::Random random(48);
  for (int i = 0; i < 200; ++i) {
    std::vector<double> angles;
    const int count = random.in(3, 24);
    for (int k = 0; k < count; ++k) angles.push_back(2 * M_PI * random.in(0, 1 << 20) * 0x1p-20);
    std::ranges::sort(angles);
    std::vector<ContactPoint<3>> points(angles.size());
    for (std::size_t k = 0; k < points.size(); ++k) {
      points[k].point_a = {7 + 3 * std::cos(angles[k]), 2 * std::sin(angles[k]), 5};
      points[k].depth = 1;
      points[k].id.a = {static_cast<std::int32_t>(k), -1};
    }
    points[static_cast<std::size_t>(random.in(0, count - 1))].depth = 2;
    std::vector<ContactPoint<3>> before = best_of<3>(points, 2, {0, 0, 1});
    for (std::size_t most = 3; most < points.size(); ++most) {
      const std::vector<ContactPoint<3>> kept = best_of<3>(points, most, {0, 0, 1});
      double largest = 0;
      for (const ContactPoint<3>& point : points) {
        std::vector<ContactPoint<3>> with = before;
        with.push_back(point);
        std::ranges::sort(with, {}, &ContactPoint<3>::id);
        largest = std::max(largest, area_of(with));
      }
      EXPECT_NEAR(area_of(kept), largest, 1e-12) << i << ", " << most;
      for (const ContactPoint<3>& point : before) {
        EXPECT_NE(std::ranges::find(kept, point.id, &ContactPoint<3>::id), kept.end());
      }
      before = kept;
    }
  }
}

TEST(ContactReduction, SmallMotionsKeepTheChoice) {
  // A contact stays a contact under a rotation about the normal.
  for (int most = 1; most <= 4; ++most) {
    const std::vector<ContactId> before = names(octagon(most));
    for (const double turn : {1e-15, -1e-14, 1e-12}) {
      EXPECT_EQ(names(octagon(most, turn)), before) << most << ", " << turn;
    }
  }
}

TEST(ContactReduction, TheDeepestIsKept) {
  const Polytope3 slab = Polytope3::box({5, 5, 0.5});
  const Pose3 pose = Pose3::from_wxyz({1, 1e-3, 4e-4, 0.2}, {0, 0, 1.49}).value();
  const Contact3 all = contact(Posed3{slab}, Posed3{kCube, pose});
  ASSERT_EQ(all.points.size(), 4u);
  const auto deepest =
      std::max_element(all.points.begin(), all.points.end(),
                       [](const auto& p, const auto& q) { return p.depth < q.depth; });
  ContactOptions<3> options;
  for (options.max_points = 1; options.max_points <= 4; ++options.max_points) {
    const Contact3 few = contact(Posed3{slab}, Posed3{kCube, pose}, options);
    EXPECT_EQ(few.points.size(), static_cast<std::size_t>(options.max_points));
    EXPECT_TRUE(std::any_of(few.points.begin(), few.points.end(),
                            [&](const auto& point) { return point.id == deepest->id; }));
  }
}

TEST(ContactReduction, InThePlaneAndOfNothing) {
  const Polytope2 square = Polytope2::box({1, 1});
  ContactOptions<2> options;
  options.max_points = 1;
  const Pose2 beside = Pose2::translation({2, 0.5}).value();
  const Contact2 one = contact(Posed2{square}, Posed2{square, beside}, options);
  EXPECT_EQ(one.points.size(), 1u);
  EXPECT_EQ(one.dimension, 1);
  const Pose2 far = Pose2::translation({3, 0.5}).value();
  EXPECT_TRUE(contact(Posed2{square}, Posed2{square, far}, options).points.empty());
}

/// Among the corners and edge midpoints of a square, the corners are kept, whatever their order and
/// the size of the square. The squares of its side may exceed the doubles.
TEST(ContactReduction, ACornerIsACornerAtAnyScale) {
  const Vector2 around[] = {{1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {1, 0}};
  for (const double scale : {0x1p-990, 0x1p-600, 1.0, 0x1p600, 0x1p990}) {
    for (const double first : {-1.0, 1.0}) {
      std::vector<ContactPoint<3>> points;
      for (const auto& [x, y] : around) {
        ContactPoint<3> point;
        point.point_a = {scale * (5 + first * x), scale * (5 + first * y), scale};
        point.depth = 1;
        point.id.a = {static_cast<std::int32_t>(points.size()), -1};
        points.push_back(point);
      }
      const auto kept = best_of<3>(points, 4, {0, 0, 1});
      ASSERT_EQ(kept.size(), 4U);
      for (std::int32_t i = 0; i < 4; ++i) {
        EXPECT_EQ(kept[static_cast<std::size_t>(i)].id.a[0], 2 * i) << scale;
      }
    }
  }
}

/// Negative depths are not greater for being large in size.
TEST(ContactReduction, TheDeepestIsTheDeepest) {
  std::vector<ContactPoint<2>> points(3);
  const double depths[] = {-3, -2, -2 * (1 + 0x1p-31)};
  for (std::size_t i = 0; i < 3; ++i) {
    points[i].depth = depths[i];
    points[i].point_a = {static_cast<double>(i), 0};
    points[i].id.a = {static_cast<std::int32_t>(3 - i), -1};
  }
  // The last is as deep as the second up to rounding, and has the lowest name.
  EXPECT_EQ(best_of<2>(points, 1, {0, 1}).front().id.a[0], 1);
  points[2].depth = -2 * (1 + 0x1p-29);
  EXPECT_EQ(best_of<2>(points, 1, {0, 1}).front().id.a[0], 2);
}

}  // namespace
}  // namespace sunder

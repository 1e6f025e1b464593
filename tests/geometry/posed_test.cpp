// SPDX-License-Identifier: Apache-2.0
//
// Tests the lines that must compile in every version, and the views of temporaries that must not.
#include <gtest/gtest.h>
#include <type_traits>
#include <utility>
#include <vector>

#include "sunder/sunder.hpp"

namespace sunder::test {
namespace {

// Written as users write them: the types of literals and braces are part of the promise.
TEST(Promises, TheLinesOfEveryVersionCompile) {
  const double w = 1, x = 0, y = 0, z = 0, tx = 3, ty = 0, tz = 0;
  auto box = sunder::Polytope3::box({0.5, 0.5, 0.5});
  auto rock = sunder::Polytope3::from_points({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}).value();
  auto pose = sunder::Pose3::from_wxyz({w, x, y, z}, {tx, ty, tz}).value();
  bool meet = bool(sunder::intersects({box}, {rock, pose}));
  auto v = sunder::contact({box}, {rock, pose}).verdict;
  EXPECT_FALSE(meet);
  EXPECT_EQ(v, Verdict::separated);

  const double rows[12] = {1, 0, 0, 0.25, 0, 1, 0, 0, 0, 0, 1, 0};
  EXPECT_TRUE(sunder::Pose3::from_xyzw({x, y, z, w}, {tx, ty, tz}));
  EXPECT_TRUE(sunder::Pose3::from_matrix(rows));
  EXPECT_TRUE(sunder::Pose3::translation({tx, ty, tz}));
  EXPECT_TRUE(sunder::intersects({box, sunder::Pose3::identity()}, {rock}));
  EXPECT_TRUE(sunder::Polytope3::from_box({0.5, 0.5, 0.5}));
  EXPECT_EQ(sunder::Polytope3::simplex(3).vertex_count(), 4);
  EXPECT_EQ(sunder::Polytope3::cross(3).vertex_count(), 6);
}

TEST(Promises, AnswersRhyme) {
  const Polytope3 box = Polytope3::box({0.5, 0.5, 0.5});
  const Pose3 away = Pose3::translation({3, 0, 0}).value();
  const Pose3 inside = Pose3::translation({0.75, 0, 0}).value();
  const auto apart = distance({box}, {box, away});
  EXPECT_EQ(apart.verdict, Verdict::separated);
  EXPECT_LE(apart.distance.lower, 2);
  EXPECT_GE(apart.distance.upper, 2);
  EXPECT_EQ(apart.witness.value().normal, (Vector3{1, 0, 0}));
  EXPECT_FALSE(apart);
  const auto deep = penetration({box}, {box, inside});
  EXPECT_LE(deep.depth.lower, 0.25);
  EXPECT_GE(deep.depth.upper, 0.25);
  EXPECT_EQ(deep.witness.value().normal, (Vector3{1, 0, 0}));
  EXPECT_TRUE(deep);
  const auto manifold = contact({box}, {box, inside});
  EXPECT_EQ(manifold.depth.upper, deep.depth.upper);
  EXPECT_EQ(manifold.witness.value().point_a, deep.witness.value().point_a);
  const auto hit = cast({box}, Motion3::linear({4, 0, 0}).value(), {box, away}, {});
  EXPECT_EQ(hit.verdict, CastVerdict::hit);
  EXPECT_EQ(hit.time.lower, 0.5);
  EXPECT_EQ(hit.witness.value().normal, (Vector3{1, 0, 0}));
  EXPECT_TRUE(hit);
}

/// The forms that create a view: braces, a constructor's call, an element of a vector.
template <class View, class Body, class Where>
concept Viewable = requires(Body&& body, Where&& where, std::vector<View>& all) {
  View{std::forward<Body>(body), std::forward<Where>(where)};
  View(std::forward<Body>(body), std::forward<Where>(where));
  all.push_back({std::forward<Body>(body), std::forward<Where>(where)});
};

template <int D>
constexpr bool no_view_of_a_temporary() {
  using Body = Polytope<D>;
  using Where = Pose<D>;
  static_assert(Viewable<Posed<D>, const Body&, const Where&>);
  static_assert(Viewable<Posed<D>, Body&, Where&>);
  static_assert(!Viewable<Posed<D>, Body, const Where&>);
  static_assert(!Viewable<Posed<D>, const Body, const Where&>);
  static_assert(!Viewable<Posed<D>, const Body&, Where>);
  static_assert(!Viewable<Posed<D>, const Body&, const Where>);
  static_assert(!Viewable<Posed<D>, Body, Where>);
  static_assert(!std::is_constructible_v<Posed<D>, Body>);
  static_assert(!std::is_constructible_v<Posed<D>, const Body>);
  static_assert(!std::is_constructible_v<Posed<D>, Body, Where>);  // tested by emplace_back()
  static_assert(std::is_copy_assignable_v<Posed<D>>);
  static_assert(std::is_trivially_copyable_v<Posed<D>>);
  return true;
}
static_assert(no_view_of_a_temporary<2>() && no_view_of_a_temporary<3>());
static_assert(no_view_of_a_temporary<kRunTime>());

using Ball = shapes::Ball<3>;
static_assert(Viewable<PosedShape3, const Ball&, const Pose3&>);
static_assert(!Viewable<PosedShape3, Ball, const Pose3&>);
static_assert(!Viewable<PosedShape3, const Ball&, Pose3>);
static_assert(std::is_constructible_v<PosedShape3, const Ball&>);
static_assert(!std::is_constructible_v<PosedShape3, Ball>);
static_assert(std::is_constructible_v<shapes::Hull<3>, const Polytope3&>);
static_assert(!std::is_constructible_v<shapes::Hull<3>, Polytope3>);

TEST(Promises, TheVersionIsOne) {
  EXPECT_EQ(SUNDER_VERSION, 10000 * kVersionMajor + 100 * kVersionMinor + kVersionPatch);
  EXPECT_EQ(std::string(kVersion), std::to_string(kVersionMajor) + "." +
                                       std::to_string(kVersionMinor) + "." +
                                       std::to_string(kVersionPatch));
}

}  // namespace
}  // namespace sunder::test

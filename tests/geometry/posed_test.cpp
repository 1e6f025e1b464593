// SPDX-License-Identifier: Apache-2.0
//
// The lines that must compile in every version, and the views of temporaries that must not.
#include <concepts>
#include <gtest/gtest.h>
#include <optional>
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

template <class T>
concept HasDistance = requires(const T& answer) {
  { answer.distance } -> std::same_as<const Interval&>;
};
template <class T>
concept HasDepth = requires(const T& answer) {
  { answer.depth } -> std::same_as<const Interval&>;
};
template <class T, int D>
concept HasWitness = requires(const T& answer) {
  { answer.witness } -> std::same_as<const std::optional<Witness<D>>&>;
  { answer.witness->normal } -> std::same_as<const Vector<D>&>;
  { answer.witness->point_a } -> std::same_as<const Vector<D>&>;
  { answer.witness->point_b } -> std::same_as<const Vector<D>&>;
};
/// True where the bodies meet, but no number by accident.
template <class T>
concept Decides = std::derived_from<T, Decision> && std::constructible_from<bool, const T&> &&
                  !std::convertible_to<const T&, bool> && !std::convertible_to<const T&, int>;

template <int D>
constexpr bool answers_share_their_members() {
  static_assert(Decides<Distance<D>> && HasDistance<Distance<D>> && HasWitness<Distance<D>, D>);
  static_assert(Decides<OneNormDistance> && HasDistance<OneNormDistance>);
  static_assert(Decides<MarginAnswer>);
  static_assert(HasDistance<Closest>);
  static_assert(std::same_as<decltype(MeasureOptions<D>::search), Search<D>>);
  static_assert(std::same_as<decltype(Search<D>::hint), Hint<D>*>);
  if constexpr (D != kRunTime) {
    static_assert(Decides<Penetration<D>> && HasDepth<Penetration<D>>);
    static_assert(HasWitness<Penetration<D>, D>);
    static_assert(Decides<SignedDistance<D>> && HasDistance<SignedDistance<D>>);
    static_assert(HasWitness<SignedDistance<D>, D>);
    static_assert(Decides<Contact<D>> && HasDepth<Contact<D>> && HasWitness<Contact<D>, D>);
    static_assert(std::derived_from<Derivative<D>, SignedDistance<D>>);
    static_assert(std::same_as<decltype(Cast<D>::time), Interval> && HasWitness<Cast<D>, D>);
    static_assert(Decides<ShapeDistance<D>> && HasDistance<ShapeDistance<D>>);
    static_assert(HasWitness<ShapeDistance<D>, D>);
    static_assert(Decides<ShapeDepth<D>> && HasDepth<ShapeDepth<D>>);
    static_assert(std::same_as<decltype(ContactOptions<D>::search), Search<D>>);
  }
  return true;
}
static_assert(answers_share_their_members<2>() && answers_share_their_members<3>());
static_assert(answers_share_their_members<kRunTime>());

TEST(Promises, AnswersShareTheirMembers) {
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

/// The same with a radius.
template <class View, class Body, class Where>
concept ViewableWithRadius = requires(Body&& body, Where&& where, std::vector<View>& all) {
  View{std::forward<Body>(body), std::forward<Where>(where), 0.5};
  View(std::forward<Body>(body), std::forward<Where>(where), 0.5);
  all.push_back({std::forward<Body>(body), std::forward<Where>(where), 0.5});
};
/// The braces of a question, as the lines above write them.
template <class Body, class Where>
concept Askable = requires(Body&& body, Where&& where, const Posed3& other) {
  intersects({std::forward<Body>(body), std::forward<Where>(where)}, other);
  contact({std::forward<Body>(body), std::forward<Where>(where)}, other);
};
template <class Body>
concept AskableAlone =
    requires(Body&& body, const Posed3& other) { intersects({std::forward<Body>(body)}, other); };
static_assert(Askable<const Polytope3&, const Pose3&> && AskableAlone<const Polytope3&>);
static_assert(!Askable<Polytope3, const Pose3&> && !Askable<const Polytope3&, Pose3>);
static_assert(!Askable<Polytope3, Pose3> && !AskableAlone<Polytope3>);

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
  static_assert(ViewableWithRadius<Posed<D>, const Body&, const Where&>);
  static_assert(!ViewableWithRadius<Posed<D>, Body, const Where&>);
  static_assert(!ViewableWithRadius<Posed<D>, const Body&, Where>);
  static_assert(!ViewableWithRadius<Posed<D>, Body, Where>);
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

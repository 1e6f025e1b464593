// SPDX-License-Identifier: Apache-2.0
//
// Tests touches of bodies along the world's axes against the general way, which decides by exact
// stages and shares only the lists of corners. Both give the same numbers to the last bit.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "query/contact/grid_touch.hpp"
#include "suite/random.hpp"
#include "sunder/contact.hpp"

namespace sunder::test {
namespace {

using detail::contact::find_touching;
using detail::contact::find_touching_along_axis;
using detail::contact::find_touching_on_grid;
using detail::contact::Touching;
using suite::Random;

double grid(Random& random, double low, double high, int bits = 10) {
  return std::ldexp(std::round(std::ldexp(low + (high - low) * random.unit(), bits)), -bits);
}

/// A body with a flat top and bottom of a few corners, at heights `low` and `high`.
Polytope3 any_stone(Random& random, double low, double high, int bits) {
  std::vector<Vector3> corners;
  const int top = random.in(1, 7);
  const int count = top + random.in(1, 7) + random.in(2, 12);
  for (int i = 0; i < count; ++i) {
    const double share = i < top ? 1 : (i % 3 == 0 ? 0 : 0.1 + 0.8 * random.unit());
    const bool is_flat = i < top || i % 3 == 0;
    corners.push_back({grid(random, -1, 1, bits), grid(random, -1, 1, bits),
                       is_flat ? (share > 0 ? high : low) : low + share * (high - low)});
  }
  return Polytope3::from_points(corners).value();
}

std::array<double, 12> any_permutation(Random& random, const Vector3& t) {
  std::array<int, 3> axis{0, 1, 2};
  for (std::size_t k = 2; k > 0; --k)
    std::swap(axis[k], axis[static_cast<std::size_t>(random.in(0, static_cast<int>(k)))]);
  std::array<double, 12> rows{};
  for (std::size_t l = 0; l < 3; ++l) {
    rows[4 * l + static_cast<std::size_t>(axis[l])] = random.in(0, 1) == 0 ? 1 : -1;
    rows[4 * l + 3] = t[l];
  }
  return rows;
}

/// Three corners of the facet at which the searches end, if they find one.
std::optional<detail::FacetCorners> facet_of(const detail::Pair<3>& pair) {
  std::optional<detail::FacetCorners> corners;
  if (detail::overlaps_in_filter(pair, corners) || corners) return corners;
  const Search3 search;
  const auto proposed =
      detail::decide_in_filter<3>(detail::FilteredPair<3>(pair), detail::Plan<3>(search));
  if (proposed.pairs.size() > 2)
    corners = {proposed.pairs[0], proposed.pairs[1], proposed.pairs[2]};
  return corners;
}

/// Compares the quick ways, by an axis of the world and by a facet, with the general one. Returns false
/// where none of them decides.
bool compare(const Posed3& a, const Posed3& b) {
  const detail::Pair<3> pair{detail::make_body(a), detail::make_body(b)};
  const Search3 search;
  const detail::Plan<3> plan(search);
  detail::lp::ExactDirection direction;
  const auto decision = detail::decide<3>(pair, plan, &direction);
  detail::Scratch quick, general;
  Touching<3> along_axis(quick.memory()), by_facet(quick.memory());
  const auto corners = facet_of(pair);
  std::vector<const Touching<3>*> ways;
  if (find_touching_along_axis(pair, quick.memory(), &along_axis)) ways.push_back(&along_axis);
  if (corners && find_touching_on_grid(pair, *corners, quick.memory(), &by_facet))
    ways.push_back(&by_facet);
  const bool is_decided =
      find_touching_along_axis(pair, quick.memory(), nullptr) ||
      (corners && find_touching_on_grid(pair, *corners, quick.memory(), nullptr));
  EXPECT_TRUE(is_decided || ways.empty());
  EXPECT_TRUE(!is_decided || decision.verdict == Verdict::touching);
  if (ways.empty()) return false;
  EXPECT_EQ(decision.verdict, Verdict::touching);
  if (decision.verdict != Verdict::touching) return false;
  const Touching<3> wanted = find_touching<3>(pair, decision, direction, general.memory());
  for (const Touching<3>* const found : ways) {
    EXPECT_EQ(found->points.size(), wanted.points.size());
    // Where edges or corners meet, there are many supporting planes.
    if (wanted.points.size() > 2) {
      for (std::size_t l = 0; l < 3; ++l) EXPECT_NEAR(found->normal[l], wanted.normal[l], 1e-15);
    }
    for (std::size_t i = 0; i < wanted.points.size() && i < found->points.size(); ++i) {
      EXPECT_EQ(found->points[i].id, wanted.points[i].id);
      EXPECT_EQ(found->points[i].point_a, wanted.points[i].point_a);
      EXPECT_EQ(found->points[i].point_b, wanted.points[i].point_b);
    }
  }
  return true;
}

TEST(ContactGrid, BoxesAsByExactStages) {
  Random random(96);
  int compared = 0;
  for (int i = 0; i < 6000; ++i) {
    const int bits = i % 3 == 0 ? 44 : 6;
    Vector3 half_a, half_b, t, from;
    for (std::size_t k = 0; k < 3; ++k) {
      half_a[k] = grid(random, 0.25, 1, bits);
      half_b[k] = i % 7 == 0 ? half_a[k] : grid(random, 0.25, 1, bits);
      from[k] = grid(random, -4, 4, bits);
      t[k] = from[k] + (i % 5 == 0 ? 0 : grid(random, -0.7, 0.7, bits));
    }
    // By faces, edges or corners. A last bit more or less is no touch.
    const int axes = random.in(0, 5) == 0 ? random.in(2, 3) : 1;
    for (int k = 0; k < axes; ++k) {
      const auto l = static_cast<std::size_t>((i + k) % 3);
      t[l] = from[l] + (random.in(0, 1) == 0 ? 1 : -1) * (half_a[l] + half_b[l]);
      if (i % 11 == 0) t[l] = std::nextafter(t[l], random.in(0, 1) == 0 ? 9 : -9);
    }
    const Polytope3 a = Polytope3::box(half_a);
    const Polytope3 b = Polytope3::box(half_b);
    const Pose3 pose_a = Pose3::translation(from).value();
    const Pose3 pose_b = Pose3::translation(t).value();
    SCOPED_TRACE(i);
    compared += compare({a, pose_a}, {b, pose_b}) ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 4500);
}

TEST(ContactGrid, HullsAsByExactStages) {
  Random random(97);
  int compared = 0;
  for (int i = 0; i < 6000; ++i) {
    const int bits = i % 4 == 0 ? 36 : random.in(2, 10);
    const Polytope3 a = any_stone(random, -1, 0.5, bits);
    const Polytope3 b = any_stone(random, -0.5, 1, bits);
    Vector3 t{grid(random, -0.5, 0.5, bits), grid(random, -0.5, 0.5, bits), 1};
    if (i % 11 == 0) t[2] = std::nextafter(1, random.in(0, 1) == 0 ? 0 : 2);
    const Pose3 pose = Pose3::translation(t).value();
    SCOPED_TRACE(i);
    const Pose3 here = Pose3::identity();
    compared += i % 2 == 0 ? (compare({a, here}, {b, pose}) ? 1 : 0)
                           : (compare({b, pose}, {a, here}) ? 1 : 0);
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 3000);
}

/// Boxes and hulls with a face along any plane, turned by quarter turns and mirrored.
TEST(ContactGrid, PermutedAxesAndSlantedPlanes) {
  Random random(98);
  int compared = 0;
  for (int i = 0; i < 6000; ++i) {
    // Points of a small lattice meet often, by faces of any plane.
    const auto lattice = [&] {
      std::vector<Vector3> corners;
      for (int k = random.in(5, 10); k > 0; --k)
        corners.push_back({0.5 * random.in(-2, 2), 0.5 * random.in(-2, 2), 0.5 * random.in(-2, 2)});
      return Polytope3::from_points(corners).value();
    };
    const Polytope3 a = i % 3 == 0 ? Polytope3::box({1, 0.5, 0.25}) : lattice();
    const Polytope3 b = i % 2 == 0 ? Polytope3::box({0.5, 0.5, 1}) : lattice();
    const Vector3 t{0.5 * random.in(-4, 4), 0.5 * random.in(-4, 4), 0.5 * random.in(-4, 4)};
    const Pose3 pose_a = Pose3::from_matrix(any_permutation(random, {})).value();
    const Pose3 pose_b = Pose3::from_matrix(any_permutation(random, t)).value();
    if (a.vertex_count() == 0 || b.vertex_count() == 0) continue;
    SCOPED_TRACE(i);
    compared += compare({a, pose_a}, {b, pose_b}) ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 200);
}

/// Numbers that spread beyond the grid, and matrices that are no permutations, are left to others.
TEST(ContactGrid, GivesUp) {
  const Polytope3 box = Polytope3::box({1, 1, 1});
  const Pose3 wide = Pose3::translation({0x1p-60, 0, 2}).value();
  const Pose3 turned = Pose3::from_wxyz({2, 0, 0, 1}, {0, 0, 2}).value();
  const Pose3 here = Pose3::identity();
  EXPECT_FALSE(compare({box, here}, {box, wide}));
  EXPECT_FALSE(compare({box, here}, {box, turned}));
  EXPECT_EQ(contact(Posed3{box, here}, Posed3{box, wide}).points.size(), 4U);
  EXPECT_EQ(contact(Posed3{box, here}, Posed3{box, turned}).points.size(), 8U);
}

}  // namespace
}  // namespace sunder::test

// SPDX-License-Identifier: Apache-2.0
//
// Tests touches of boxes turned about an axis of the world against the general way, which decides by
// exact stages and integers of any size. Both give the same numbers to the last bit.
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "query/contact/upright_touch.hpp"
#include "suite/random.hpp"
#include "sunder/contact.hpp"

namespace sunder::test {
namespace {

using detail::contact::find_touching;
using detail::contact::find_touching_upright;
using detail::contact::Touching;
using suite::Random;

constexpr std::size_t kFlat[3][2] = {{1, 2}, {2, 0}, {0, 1}};

double draw(Random& random, double low, double high) { return low + (high - low) * random.unit(); }
double on_grid(Random& random, double low, double high) {
  return std::ldexp(std::round(std::ldexp(draw(random, low, high), 10)), -10);
}

/// Returns 1 where the quick way finds what the general one finds, 0 where it gives up. A difference
/// fails the test.
int compare(const Polytope3& a, const Pose3& pose_a, const Polytope3& b, const Pose3& pose_b) {
  const detail::Pair<3> pair{detail::make_body(Posed3{a, pose_a}),
                             detail::make_body(Posed3{b, pose_b})};
  detail::Scratch quick, general;
  Touching<3> found(quick.memory());
  if (!find_touching_upright(pair, quick.memory(), found)) return 0;
  const Search3 search;
  detail::lp::ExactDirection direction;
  const auto decision = detail::decide<3>(pair, detail::Plan<3>(search), &direction);
  EXPECT_EQ(decision.verdict, Verdict::touching);
  if (decision.verdict != Verdict::touching) return 0;
  const Touching<3> wanted = find_touching<3>(pair, decision, direction, general.memory());
  EXPECT_EQ(found.points.size(), wanted.points.size());
  for (std::size_t l = 0; l < 3; ++l) EXPECT_NEAR(found.normal[l], wanted.normal[l], 1e-15);
  for (std::size_t i = 0; i < wanted.points.size() && i < found.points.size(); ++i) {
    EXPECT_EQ(found.points[i].id, wanted.points[i].id);
    EXPECT_EQ(found.points[i].point_a, wanted.points[i].point_a);
    EXPECT_EQ(found.points[i].point_b, wanted.points[i].point_b);
  }
  return 1;
}

/// A pose that maps the axis `up` to itself, or to its opposite.
Pose3 any_turn(Random& random, std::size_t up, const Vector3& t) {
  const double angle =
      std::ldexp(draw(random, 0.1, 1.5), random.in(0, 3) == 0 ? -random.in(1, 40) : 0);
  const double c = std::cos(angle), s = std::sin(angle);
  const auto [p, q] = kFlat[up];
  switch (random.in(0, 4)) {
    case 0: {  // half a turn about an axis across
      std::array<double, 4> wxyz{};
      wxyz[1 + p] = c;
      wxyz[1 + q] = s;
      return Pose3::from_wxyz(wxyz, t).value();
    }
    case 1: {  // a matrix, sheared or mirrored at times
      std::array<double, 12> rows{};
      rows[5 * up] = random.in(0, 1) == 0 ? 1 : -1;
      rows[4 * p + p] = c;
      rows[4 * p + q] = -s;
      rows[4 * q + p] = random.in(0, 1) == 0 ? s : -2 * s;
      rows[4 * q + q] = random.in(0, 1) == 0 ? c : -c / 3;
      for (std::size_t l = 0; l < 3; ++l) rows[4 * l + 3] = t[l];
      return Pose3::from_matrix(rows).value();
    }
    case 2:
      return Pose3::translation(t).value();
    default: {
      std::array<double, 4> wxyz{c, 0, 0, 0};
      wxyz[1 + up] = std::ldexp(s, random.in(-2, 2));
      return Pose3::from_wxyz(wxyz, t).value();
    }
  }
}

/// The heights are on a grid, so that the boxes touch exactly; all else is any double.
TEST(ContactUpright, AsByExactStages) {
  Random random(311);
  int compared = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto up = static_cast<std::size_t>(i % 3);
    Vector3 half_a, half_b, from, to;
    const double far = i % 4 == 0 ? std::ldexp(1, random.in(0, 20)) : 0.25;
    for (std::size_t l = 0; l < 3; ++l) {
      half_a[l] = draw(random, 0.25, 1);
      half_b[l] = i % 5 == 0 ? half_a[l] : draw(random, 0.25, 1);
      from[l] = far * draw(random, -1, 1);
      to[l] = from[l] + draw(random, -0.7, 0.7);
    }
    half_a[up] = on_grid(random, 0.25, 1);
    half_b[up] = on_grid(random, 0.25, 1);
    from[up] = on_grid(random, -1, 1);
    to[up] = from[up] + (random.in(0, 1) == 0 ? 1 : -1) * (half_a[up] + half_b[up]);
    const Polytope3 a = Polytope3::box(half_a);
    const Polytope3 b = Polytope3::box(half_b);
    SCOPED_TRACE(i);
    const Pose3 pose_a = any_turn(random, up, from);
    compared += compare(a, pose_a, b, any_turn(random, up, to));
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 2000);
}

Polytope3 box_between(const Vector3& low, const Vector3& high) {
  std::vector<Vector3> corners;
  for (unsigned v = 0; v < 8; ++v) {
    Vector3 corner;
    for (std::size_t l = 0; l < 3; ++l) corner[l] = (v >> l & 1U) != 0 ? high[l] : low[l];
    corners.push_back(corner);
  }
  return Polytope3::from_points(corners).value();
}

/// Boxes whose middles are elsewhere.
TEST(ContactUpright, BoxesAwayFromTheirOrigin) {
  Random random(312);
  int compared = 0;
  for (int i = 0; i < 500; ++i) {
    const auto low = [&] { return draw(random, -1, 0.5); };
    const Polytope3 a = box_between({low(), low(), 0.5}, {1.25, 1, 0.75});
    const Polytope3 b = box_between({low(), low(), -3}, {1, 1.5, -2.5});
    const double angle = draw(random, -1, 1);
    const Pose3 on_top =
        Pose3::from_wxyz({std::cos(angle), 0, 0, std::sin(angle)}, {0.125, 0.25, 3.75}).value();
    SCOPED_TRACE(i);
    compared += compare(a, Pose3::identity(), b, on_top) + compare(b, on_top, a, Pose3::identity());
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 700);
}

/// Turned alike, one right above the other: equal corners and edges along one line.
TEST(ContactUpright, Stacks) {
  Random random(313);
  for (int i = 0; i < 600; ++i) {
    const double angle = draw(random, 0.1, 1.4);
    const std::array<double, 4> q{std::cos(angle), 0, 0, std::sin(angle)};
    const Vector3 half{draw(random, 0.5, 1), draw(random, 0.5, 1), 0.5};
    Vector3 other = half;
    if (i % 3 == 1) other[0] = draw(random, 0.25, 2);
    if (i % 3 == 2) other[1] = std::nextafter(half[1], i % 2 == 0 ? 0 : 2);
    const Vector3 at{draw(random, -3, 3), draw(random, -3, 3), 0.25};
    const Pose3 below = Pose3::from_wxyz(q, at).value();
    const Pose3 above = Pose3::from_wxyz(q, {at[0], at[1], 1.25}).value();
    SCOPED_TRACE(i);
    EXPECT_EQ(compare(Polytope3::box(half), below, Polytope3::box(other), above), 1);
    if (HasFailure()) return;
  }
}

/// Faces that nearly share corners and edges are decided alike or left to the integers.
TEST(ContactUpright, NearlyShared) {
  Random random(314);
  int compared = 0;
  for (int i = 0; i < 1500; ++i) {
    const Vector3 half{draw(random, 0.5, 1), draw(random, 0.5, 1), 0.5};
    const double angle = std::ldexp(draw(random, 0.5, 1), -random.in(10, 60));
    const double off = std::ldexp(draw(random, -1, 1), -random.in(10, 70));
    const double aside = random.in(0, 2) == 0 ? 2 * half[0] : 0;
    const Pose3 turned =
        Pose3::from_wxyz({std::cos(angle), 0, 0, std::sin(angle)}, {aside + off, 0, 1}).value();
    SCOPED_TRACE(i);
    const Polytope3 box = Polytope3::box(half);
    compared += compare(box, Pose3::identity(), box, turned);
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 120);
}

TEST(ContactUpright, GivesUp) {
  const Polytope3 box = Polytope3::box({1, 1, 1});
  const Pose3 here = Pose3::identity();
  const auto on_top = [](const std::array<double, 4>& q, double z) {
    return Pose3::from_wxyz(q, {0.1, 0.2, z}).value();
  };
  EXPECT_EQ(compare(box, here, box, on_top({2, 0, 0, 1}, 2)), 1);
  // One bit apart, or one bit deep.
  EXPECT_EQ(compare(box, here, box, on_top({2, 0, 0, 1}, std::nextafter(2, 3))), 0);
  EXPECT_EQ(compare(box, here, box, on_top({2, 0, 0, 1}, std::nextafter(2, 1))), 0);
  // Tilted, if only by the last bit; beside each other; as thin as a sheet; far too large.
  EXPECT_EQ(compare(box, here, box, on_top({2, 5e-324, 0, 1}, 2)), 0);
  EXPECT_EQ(compare(box, here, box, Pose3::from_wxyz({2, 0, 0, 1}, {9, 0, 2}).value()), 0);
  const Polytope3 sheet = Polytope3::box({1, 0, 1});
  EXPECT_EQ(compare(sheet, here, box, on_top({2, 0, 0, 1}, 2)), 0);
  const Polytope3 huge = Polytope3::box({0x1p70, 0x1p70, 1});
  EXPECT_EQ(compare(huge, here, box, on_top({2, 0, 0, 1}, 2)), 0);
  const Pose3 turned = on_top({2, 0, 0, 1}, 2);
  EXPECT_EQ(contact(Posed3{huge, here}, Posed3{box, turned}).points.size(), 4U);
}

}  // namespace
}  // namespace sunder::test

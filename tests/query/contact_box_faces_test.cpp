// SPDX-License-Identifier: Apache-2.0
//
// Tests touches of boxes by faces against the general way, which decides by exact stages and integers of
// any size. Both give the same numbers to the last bit. The boxes are turned about an axis of the world, or
// alike, or by quaternions of few bits. Verdict, distance and depth of a touch found say the same.
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "query/contact/box_touch.hpp"
#include "suite/random.hpp"
#include "sunder/sunder.hpp"

namespace sunder::test {
namespace {

using detail::contact::find_touching;
using detail::contact::find_touching_box_faces;
using detail::contact::Touching;
using suite::Random;

constexpr std::size_t kFlat[3][2] = {{1, 2}, {2, 0}, {0, 1}};

double draw(Random& random, double low, double high) { return low + (high - low) * random.unit(); }
double on_grid(Random& random, double low, double high) {
  return std::ldexp(std::round(std::ldexp(draw(random, low, high), 10)), -10);
}

/// Every question knows the touch, and the normal supports both bodies.
void expect_known(const Posed3& a, const Posed3& b, const Touching<3>& found) {
  EXPECT_EQ(intersects(a, b).verdict, Verdict::touching);
  const Distance3 apart = distance(a, b);
  const Penetration3 deep = penetration(a, b);
  for (const auto& [verdict, interval, witness] :
       {std::tuple(apart.verdict, apart.distance, apart.witness),
        std::tuple(deep.verdict, deep.depth, deep.witness)}) {
    EXPECT_EQ(verdict, Verdict::touching);
    EXPECT_EQ(interval.lower, 0);
    EXPECT_EQ(interval.upper, 0);
    if (!witness) {
      ADD_FAILURE() << "no common point";
      continue;
    }
    EXPECT_EQ(witness->point_a, found.points.front().point_a);
    EXPECT_EQ(witness->point_b, witness->point_a);
    // Where edges or corners meet, another way may have found another plane.
    if (found.points.size() > 2) {
      EXPECT_EQ(witness->normal, found.normal);
    }
  }
  double top = -1e300, bottom = 1e300, size = 0;
  for (const bool of_a : {true, false}) {
    const Posed3& body = of_a ? a : b;
    for (int v = 0; v < body.polytope().vertex_count(); ++v) {
      const Vector3 x = body.polytope().vertex(v);
      double height = 0;
      for (int l = 0; l < 3; ++l) {
        double at = body.pose().offset(l);
        for (int k = 0; k < 3; ++k) at += body.pose().linear(l, k) * x[static_cast<std::size_t>(k)];
        height += found.normal[static_cast<std::size_t>(l)] * at;
        size = std::max(size, std::fabs(at));
      }
      (of_a ? top : bottom) = of_a ? std::max(top, height) : std::min(bottom, height);
    }
  }
  EXPECT_LE(std::fabs(top - bottom), 1e-14 * size);
}

/// Returns 1 where the quick way finds what the general one finds, 0 where it gives up. A difference
/// fails the test.
int compare(const Polytope3& a, const Pose3& pose_a, const Polytope3& b, const Pose3& pose_b) {
  const detail::Pair<3> pair{detail::make_body(Posed3{a, pose_a}),
                             detail::make_body(Posed3{b, pose_b})};
  detail::Scratch quick, general;
  Touching<3> found(quick.memory());
  if (!find_touching_box_faces(pair, quick.memory(), found)) return 0;
  const Search3 search;
  detail::lp::ExactDirection direction;
  const auto decision = detail::decide<3>(pair, detail::Plan<3>(search), &direction);
  EXPECT_EQ(decision.verdict, Verdict::touching);
  if (decision.verdict != Verdict::touching) return 0;
  const Touching<3> wanted = find_touching<3>(pair, decision, direction, general.memory());
  EXPECT_EQ(found.points.size(), wanted.points.size());
  // Where edges or corners meet, there are many supporting planes.
  for (std::size_t l = 0; l < 3 && wanted.points.size() > 2; ++l) {
    EXPECT_NEAR(found.normal[l], wanted.normal[l], 1e-15);
  }
  for (std::size_t i = 0; i < wanted.points.size() && i < found.points.size(); ++i) {
    EXPECT_EQ(found.points[i].id, wanted.points[i].id);
    EXPECT_EQ(found.points[i].point_a, wanted.points[i].point_a);
    EXPECT_EQ(found.points[i].point_b, wanted.points[i].point_b);
  }
  expect_known({a, pose_a}, {b, pose_b}, found);
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
TEST(ContactBoxFaces, AsByExactStages) {
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
TEST(ContactBoxFaces, BoxesAwayFromTheirOrigin) {
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
TEST(ContactBoxFaces, Stacks) {
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
TEST(ContactBoxFaces, NearlyShared) {
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

/// A linear map of small integers over a denominator, which is exact in products of few bits.
struct SmallMap {
  std::array<double, 9> n{};
  double denominator = 1;
  std::array<double, 4> wxyz{};  ///< zero for a matrix

  Vector3 operator()(const Vector3& x) const {
    Vector3 y{};
    for (std::size_t l = 0; l < 3; ++l)
      y[l] = n[3 * l] * x[0] + n[3 * l + 1] * x[1] + n[3 * l + 2] * x[2];
    return y;
  }
  Pose3 pose(const Vector3& t) const {
    if (wxyz != std::array<double, 4>{}) return Pose3::from_wxyz(wxyz, t).value();
    return Pose3::from_matrix(std::array<double, 12>{n[0], n[1], n[2], t[0], n[3], n[4], n[5], t[1],
                                                     n[6], n[7], n[8], t[2]})
        .value();
  }
};
using Quaternion = std::array<double, 4>;
Quaternion product(const Quaternion& p, const Quaternion& q) {
  return {p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
          p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
          p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
          p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0]};
}
SmallMap rotation_of(const Quaternion& q) {
  const auto [w, x, y, z] = q;
  return {{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y),
           2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
           2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z},
          w * w + x * x + y * y + z * z,
          q};
}
Quaternion small_quaternion(Random& random) {
  Quaternion q{1, 0, 0, 0};
  for (double& entry : q) entry += random.in(-4, 4);
  if (q == Quaternion{}) q[0] = 1;
  return q;
}
SmallMap small_matrix(Random& random) {
  while (true) {
    SmallMap map;
    for (double& entry : map.n) entry = random.in(-2, 2);
    const auto& n = map.n;
    const double determinant = n[0] * (n[4] * n[8] - n[5] * n[7]) -
                               n[1] * (n[3] * n[8] - n[5] * n[6]) +
                               n[2] * (n[3] * n[7] - n[4] * n[6]);
    if (determinant != 0) return map;
  }
}

/// Both boxes have one orientation: by small quaternions, and by matrices that shear and mirror. They
/// touch by a face, an edge or a corner, and share corners and lines of edges at times.
TEST(ContactBoxFaces, OneOrientation) {
  Random random(315);
  int compared = 0;
  for (int i = 0; i < 1500; ++i) {
    const SmallMap map = i % 3 == 0 ? small_matrix(random) : rotation_of(small_quaternion(random));
    // Multiples of the denominator, so that all places are exact.
    const double unit = std::ldexp(map.denominator, -10);
    Vector3 half_a, half_b, step;
    const int axes = random.in(1, 3);
    for (std::size_t k = 0; k < 3; ++k) {
      half_a[k] = unit * random.in(256, 1024);
      half_b[k] = random.in(0, 2) == 0 ? half_a[k] : unit * random.in(256, 1024);
      step[k] = unit * random.in(-200, 200);
      if (random.in(0, 3) == 0) step[k] = half_a[k] - half_b[k];
    }
    const auto first = static_cast<std::size_t>(random.in(0, 2));
    for (std::size_t j = 0; j < static_cast<std::size_t>(axes); ++j) {
      const std::size_t k = (first + j) % 3;
      step[k] = (random.in(0, 1) == 0 ? 1 : -1) * (half_a[k] + half_b[k]);
    }
    // Ends that need not touch may be any doubles.
    for (std::size_t k = 0; k < 3 && i % 2 == 0; ++k) {
      if (std::fabs(step[k]) != half_a[k] + half_b[k]) half_b[k] *= draw(random, 0.9, 1.1);
    }
    const Vector3 from{on_grid(random, -1, 1), on_grid(random, -1, 1), on_grid(random, -1, 1)};
    Vector3 to = map(step);
    for (std::size_t l = 0; l < 3; ++l) to[l] = from[l] + to[l] / map.denominator;
    SCOPED_TRACE(i);
    const Polytope3 a = Polytope3::box(half_a);
    const Polytope3 b = Polytope3::box(half_b);
    compared += compare(a, map.pose(from), b, map.pose(to));
    // One bit farther, or deeper.
    half_b[first] = std::nextafter(half_b[first], i % 2 == 0 ? 0 : 1e9);
    if (axes == 1) {
      EXPECT_EQ(compare(a, map.pose(from), Polytope3::box(half_b), map.pose(to)), 0);
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 1380);
}

/// Both quaternions have few bits, and a face of each lies in one plane.
TEST(ContactBoxFaces, ParallelFaces) {
  Random random(316);
  int compared = 0;
  for (int i = 0; i < 1000; ++i) {
    const Quaternion q = small_quaternion(random);
    const auto up = static_cast<std::size_t>(random.in(0, 2));
    Quaternion turn{double(random.in(1, 9)), 0, 0, 0};
    turn[1 + up] = random.in(-9, 9);
    Quaternion other = product(q, turn);
    std::size_t up_b = up;
    if (i % 3 == 0) {  // a quarter turn about the next axis moves the axis after it to `up`
      Quaternion quarter{1, 0, 0, 0};
      quarter[1 + (up + 1) % 3] = 1;
      other = product(other, quarter);
      up_b = (up + 2) % 3;
    }
    const SmallMap map = rotation_of(q);
    const double unit = std::ldexp(map.denominator, -10);
    Vector3 half_a, half_b, step;
    for (std::size_t k = 0; k < 3; ++k) {
      half_a[k] = draw(random, 0.25, 1) * map.denominator;
      half_b[k] = draw(random, 0.25, 1) * map.denominator;
      step[k] = unit * random.in(-300, 300);
    }
    half_a[up] = unit * random.in(256, 1024);
    half_b[up_b] = unit * random.in(256, 1024);
    step[up] = (random.in(0, 1) == 0 ? 1 : -1) * (half_a[up] + half_b[up_b]);
    const Vector3 from{on_grid(random, -1, 1), on_grid(random, -1, 1), on_grid(random, -1, 1)};
    Vector3 to = map(step);
    for (std::size_t l = 0; l < 3; ++l) to[l] = from[l] + to[l] / map.denominator;
    SCOPED_TRACE(i);
    const Polytope3 a = Polytope3::box(half_a);
    const Polytope3 b = Polytope3::box(half_b);
    const Pose3 pose_a = map.pose(from);
    const Pose3 pose_b = Pose3::from_wxyz(other, to).value();
    compared += compare(a, pose_a, b, pose_b);
    compared += compare(b, pose_b, a, pose_a);
    half_b[up_b] = std::nextafter(half_b[up_b], i % 2 == 0 ? 0 : 1e9);
    EXPECT_EQ(compare(a, pose_a, Polytope3::box(half_b), pose_b), 0);
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 1600);
}

TEST(ContactBoxFaces, GivesUp) {
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

// SPDX-License-Identifier: Apache-2.0
//
// Tests casts of boxes of one orientation and of polygons against the exact program. Most have whole
// numbers, so that faces, edges and corners slide along each other, touch at the start and at the end.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "geometry/float_environment.hpp"
#include "geometry/hull_block.hpp"
#include "lanes/every_target.hpp"
#include "query/cast/polygons.hpp"
#include "query/cast/ray.hpp"
#include "query/cast/ray_columns.hpp"
#include "query/cast/ray_program.hpp"
#include "query/ray_oracle.hpp"
#include "suite/random.hpp"
#include "sunder/cast.hpp"
#include "sunder/sunder.hpp"

namespace sunder::test {
namespace {

using suite::Random;

/// Whole numbers, or any.
class Numbers {
 public:
  Numbers(Random& random, bool whole) : random_(random), whole_(whole) {}

  double in(double least, double most) {
    if (!whole_) return least + (most - least) * random_.unit();
    return random_.in(static_cast<int>(std::ceil(least)), static_cast<int>(most));
  }
  template <int D>
  Vector<D> vector(double most) {
    Vector<D> v{};
    for (double& entry : v) entry = in(-most, most);
    return v;
  }
  bool one_in(int count) { return random_.in(1, count) == 1; }

 private:
  Random& random_;
  bool whole_;
};

/// A matrix of any kind whose determinant is not small.
template <int D>
std::array<double, D * D> some_matrix(Numbers& numbers) {
  while (true) {
    std::array<double, D * D> r{};
    for (double& entry : r) entry = numbers.in(-1.5, 1.5);
    double determinant = 0;
    if constexpr (D == 2) {
      determinant = r[0] * r[3] - r[1] * r[2];
    } else {
      determinant = r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) +
                    r[2] * (r[3] * r[7] - r[4] * r[6]);
    }
    if (std::fabs(determinant) > 0.1) return r;
  }
}
template <int D>
Pose<D> posed_by(const std::array<double, D * D>& r, const Vector<D>& t) {
  std::array<double, D*(D + 1)> rows{};
  for (std::size_t l = 0; l < D; ++l) {
    for (std::size_t k = 0; k < D; ++k) rows[l * (D + 1) + k] = r[l * D + k];
    rows[l * (D + 1) + D] = t[l];
  }
  return Pose<D>::from_matrix(std::span<const double>(rows)).value();
}

template <int D>
void expect_truth(const Posed<D>& a, const Vector<D>& by_a, const Posed<D>& b,
                  const Vector<D>& by_b, const Cast<D>& found) {
  const Verdict start = intersects(a, b).verdict;
  EXPECT_EQ(found.start, start);
  if (start != Verdict::separated) {
    EXPECT_EQ(found.verdict, CastVerdict::hit);
    EXPECT_EQ(found.time.lower, 0);
    EXPECT_EQ(found.time.upper, 0);
    return;
  }
  using Columns = detail::ExactColumns<D, detail::BigInt>;
  const detail::Pair<D> pair{detail::make_body(a), detail::make_body(b)};
  const detail::ExactVelocity<D> velocity{by_a, by_b};
  const Columns columns(pair, velocity, detail::scale_with_velocity(pair, velocity));
  detail::RayProgram<D, Columns> program(columns);
  const bool meets =
      program.solve({}) == detail::RayOutcome::meets && program.time() <= program.determinant();
  ASSERT_EQ(found.verdict, meets ? CastVerdict::hit : CastVerdict::free);
  if (!meets) return;
  const RayRational time(program.time(), program.determinant());
  const RayRational lower(found.time.lower);
  const RayRational upper(found.time.upper);
  EXPECT_LE(lower, time);
  EXPECT_GE(upper, time);
  if (found.time.lower < found.time.upper) {
    EXPECT_EQ(found.time.upper,
              std::nextafter(found.time.lower, std::numeric_limits<double>::infinity()));
    EXPECT_NE(lower, time);
    EXPECT_NE(upper, time);
  }
  // At that time the normal separates, and the point is on both bodies.
  ASSERT_TRUE(found.witness.has_value());
  const Witness<D>& at = *found.witness;
  Vector<D> on_a{};
  Vector<D> on_b{};
  double square = 0;
  for (std::size_t l = 0; l < D; ++l) {
    on_a[l] = at.point_a[l] - found.time.lower * by_a[l];
    on_b[l] = at.point_a[l] - found.time.lower * by_b[l];
    square += at.normal[l] * at.normal[l];
  }
  EXPECT_NEAR(square, 1, 1e-14);
  EXPECT_LT(closest_point(on_a, a).value().distance.lower, 1e-9);
  EXPECT_LT(closest_point(on_b, b).value().distance.lower, 1e-9);
}

Polytope3 some_box(Numbers& numbers) {
  const Vector3 size{numbers.in(0.3, 3), numbers.in(0.3, 3), numbers.in(0.3, 3)};
  if (!numbers.one_in(4)) return Polytope3::box(size);
  const Vector3 low = numbers.vector<3>(2);
  std::vector<Vector3> corners;
  for (int v = 0; v < 8; ++v) {
    corners.push_back({low[0] + ((v & 1) != 0 ? size[0] : 0), low[1] + ((v & 2) != 0 ? size[1] : 0),
                       low[2] + ((v & 4) != 0 ? size[2] : 0)});
  }
  return Polytope3::from_points(corners).value();
}

/// Returns the number of pairs that the quick way decides, of `count`.
int check_boxes(std::uint64_t seed, int count, const FloatMode& mode) {
  Random random(seed);
  int decided = 0;
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE(i);
    Numbers numbers(random, random.in(0, 2) != 0);
    const Polytope3 box_a = some_box(numbers);
    const Polytope3 box_b = some_box(numbers);
    const Vector3 at_a = numbers.vector<3>(5);
    const Vector3 at_b = numbers.vector<3>(3);
    const int kind = random.in(0, 2);
    const std::array<double, 9> r = some_matrix<3>(numbers);
    const Vector3 q = numbers.vector<3>(2);
    const auto pose = [&](const Vector3& t) {
      if (kind == 0) return Pose3::translation(t).value();
      if (kind == 1) return Pose3::from_wxyz({1, q[0], q[1], q[2]}, t).value();
      return posed_by<3>(r, t);
    };
    const Pose3 pose_a = pose(at_a);
    const Pose3 pose_b = pose(at_b);
    const Vector3 goal = numbers.vector<3>(2);
    const Vector3 by_b = numbers.one_in(4) ? numbers.vector<3>(2) : Vector3{};
    Vector3 by_a{};
    for (std::size_t l = 0; l < 3; ++l) {
      if (!numbers.one_in(3)) by_a[l] = 2 * (at_b[l] + goal[l] - at_a[l]) + by_b[l];
    }
    const detail::Pair<3> pair{detail::make_body_of(box_a, pose_a),
                               detail::make_body_of(box_b, pose_b)};
    Cast3 found;
    if (!in_mode(mode, [&] { return detail::cast_boxes_quickly(pair, by_a, by_b, found); })) {
      continue;
    }
    ++decided;
    expect_truth<3>({box_a, pose_a}, by_a, {box_b, pose_b}, by_b, found);
  }
  return decided;
}

Polytope2 some_polygon(Numbers& numbers, Random& random) {
  while (true) {
    std::vector<Vector2> points;
    const int count = random.in(3, 9);
    for (int i = 0; i < count; ++i) points.push_back(numbers.vector<2>(3));
    const Polytope2 polygon = Polytope2::from_points(points).value();
    if (polygon.edges().size() > 2) return polygon;
  }
}

int check_polygons(std::uint64_t seed, int count, const FloatMode& mode) {
  Random random(seed);
  int decided = 0;
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE(i);
    Numbers numbers(random, random.in(0, 2) != 0);
    const Polytope2 b = some_polygon(numbers, random);
    const Polytope2 a = numbers.one_in(4) ? Polytope2::from_points({numbers.vector<2>(2)}).value()
                                          : some_polygon(numbers, random);
    const Vector2 at_a = numbers.vector<2>(7);
    const Vector2 at_b = numbers.vector<2>(3);
    const auto pose = [&](const Vector2& t) {
      return random.in(0, 1) == 0 ? Pose2::translation(t).value()
                                  : posed_by<2>(some_matrix<2>(numbers), t);
    };
    const Pose2 pose_a = pose(at_a);
    const Pose2 pose_b = pose(at_b);
    const Vector2 goal = numbers.vector<2>(2);
    const Vector2 by_b = numbers.one_in(4) ? numbers.vector<2>(2) : Vector2{};
    Vector2 by_a{};
    for (std::size_t l = 0; l < 2; ++l) {
      if (!numbers.one_in(4)) by_a[l] = 2 * (at_b[l] + goal[l] - at_a[l]) + by_b[l];
    }
    const detail::Pair<2> pair{detail::make_body_of(a, pose_a), detail::make_body_of(b, pose_b)};
    Cast2 found;
    if (!in_mode(mode, [&] { return detail::cast_polygons(pair, by_a, by_b, found); })) continue;
    ++decided;
    expect_truth<2>({a, pose_a}, by_a, {b, pose_b}, by_b, found);
  }
  return decided;
}

TEST(CastAligned, BoxesAgreeWithTheExactProgram) {
  EXPECT_GT(check_boxes(321, 4000, float_modes().front()), 4000 * 9 / 10);
}
TEST(CastAligned, PolygonsAgreeWithTheExactProgram) {
  EXPECT_GT(check_polygons(322, 4000, float_modes().front()), 4000 * 9 / 10);
}

TEST(CastAligned, InEveryFloatMode) {
  for (const FloatMode& mode : float_modes()) {
    SCOPED_TRACE(mode.name);
    check_boxes(323, 300, mode);
    check_polygons(324, 300, mode);
  }
}

TEST(CastAligned, BoxesOnEveryTarget) {
  detail::on_every_target([] { check_boxes(325, 200, float_modes().front()); });
}

// R is 0, so that a box is a point.
TEST(CastAligned, AnEmptyRotationIsLeftToTheProgram) {
  const Polytope3 cube = Polytope3::box({1, 1, 1});
  const Pose3 point = posed_by<3>({}, {-4, 0, 0});
  const Pose3 middle = posed_by<3>({}, {0, 0, 0});
  const Cast3 found =
      cast({cube, point}, Motion3::linear({8, 0, 0}).value(), {cube, middle}, Motion3());
  EXPECT_EQ(found.verdict, CastVerdict::hit);
  EXPECT_EQ(found.time.lower, 0.5);
  EXPECT_EQ(ray_cast({-4, 0, 0}, {8, 0, 0}, {cube, point}).value().start, Verdict::touching);
}

// The determinant of the pose is 0, so that the exact program casts a segment.
TEST(CastAligned, SingularPosesAreLeftToTheProgram) {
  const Polytope2 square = Polytope2::box({1, 1});
  const Pose2 flat = posed_by<2>({1, 0, 0, 0}, {-4, 0});
  const Cast2 found = cast({square, flat}, Motion2::linear({4, 0}).value(), {square}, Motion2());
  EXPECT_EQ(found.verdict, CastVerdict::hit);
  EXPECT_EQ(found.time.lower, 0.5);
  EXPECT_EQ(found.time.upper, 0.5);
}

}  // namespace
}  // namespace sunder::test

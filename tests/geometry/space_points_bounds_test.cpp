// SPDX-License-Identifier: Apache-2.0
//
// Compares the errors behind hulls with the bounds of space_points.cpp, in rationals, in every
// rounding mode, flushing or not: local coordinates, normals, heights. It also compares the radius
// of an inscribed ball with the distance of the nearest face.
#include <cmath>

#include "filter/random_specs.hpp"
#include "filter/worst_ratio.hpp"
#include "geometry/double_bits.hpp"
#include "geometry/facet_normal.hpp"
#include "geometry/float_environment.hpp"
#include "geometry/hull_block.hpp"
#include "geometry/space_points.hpp"
#include "geometry/topology.hpp"

namespace sunder::detail {
namespace {

using test::FloatMode;
using test::RandomSpecs;
using test::Rational;
using test::RationalPoint;
using test::WorstRatio;

constexpr std::int32_t kCount = 7;
using Given = std::array<Vector3, kCount>;

/// 2^power, also beyond the range of doubles.
Rational power_of_two(int power) {
  const Rational result(boost::multiprecision::cpp_int(1) << std::abs(power));
  return power < 0 ? Rational(1 / result) : result;
}

/// One axis against the others, far from the origin, or at an end of the exponents.
Given draw_points(RandomSpecs& random) {
  Given points;
  const int wide = random.chance(2) ? random.in(0, 60) : 0;
  const double far = random.chance(3) ? std::ldexp(1, random.in(0, 30)) : 0;
  for (Vector3& point : points) {
    for (double& entry : point) entry = far + random.spread(wide);
  }
  if (random.chance(4)) {
    for (Vector3& point : points) point[2] = std::ldexp(point[2], -random.in(100, 500));
  }
  const int ends[] = {0, 0, -1040, -1010, 950};
  const int end = ends[random.in(0, 4)];
  for (Vector3& point : points) {
    for (double& entry : point) entry = std::ldexp(entry, end);
  }
  return points;
}

/// Moves `at` nearly onto the line or the plane of the three points before it.
void flatten(RandomSpecs& random, Given& points, std::size_t at) {
  const double s = random.signed_unit();
  const double t = random.chance(2) ? 0 : random.signed_unit();
  for (std::size_t k = 0; k < 3; ++k) {
    const double x = points[0][k];
    points[at][k] = x + s * (points[1][k] - x) + t * (points[at - 1][k] - x);
    if (random.chance(6)) points[at][k] = std::nextafter(points[at][k], 0.0);
  }
}

Given draw(RandomSpecs& random) {
  Given points = draw_points(random);
  if (random.chance(4)) flatten(random, points, 2);
  for (std::size_t i = 3; i < kCount; ++i) {
    if (random.chance(2)) flatten(random, points, i);
  }
  return points;
}

struct Found {
  std::array<std::array<double, 3>, kCount> local{};
  double local_error = 0;
  int scale = 0;
  PlaneFilter plane;
  std::array<double, kCount> heights{};
};

Found find(const Given& given) {
  const SpacePoints points(given[0].data(), kCount);
  Found found;
  found.local_error = points.local_error();
  found.scale = points.scale();
  found.plane = points.plane({0, 1, 2});
  for (std::int32_t i = 0; i < kCount; ++i) {
    const auto at = static_cast<std::size_t>(i);
    std::copy_n(points.local(i), 3, found.local[at].begin());
    found.heights[at] = found.plane.height(points.local(i));
  }
  return found;
}

class SpacePointsBounds : public testing::Test {
 protected:
  void compare(const Given& given, const Found& found, const char* mode) {
    const Rational unit = power_of_two(-found.scale);
    std::array<RationalPoint, kCount> at;
    for (std::size_t i = 0; i < kCount; ++i) {
      at[i] = test::minus(test::rational(given[i]), test::rational(given[0]));
      for (std::size_t k = 0; k < 3; ++k) {
        at[i][k] *= unit;
        local_.see(Rational(found.local[i][k]) - at[i][k], Rational(found.local_error), mode);
      }
    }
    const RationalPoint normal = test::cross(at[1], at[2]);
    for (std::size_t k = 0; k < 3; ++k) {
      normals_.see(Rational(found.plane.normal[k]) - normal[k], Rational(found.plane.normal_error),
                   mode);
    }
    for (std::size_t i = 0; i < kCount; ++i) {
      heights_.see(Rational(found.heights[i]) - test::dot(normal, at[i]),
                   Rational(found.plane.bound), mode);
    }
  }

  WorstRatio local_{"local coordinates of a hull's points"};
  WorstRatio normals_{"normals of planes that hulls are built with"};
  WorstRatio heights_{"heights over them"};
};

TEST_F(SpacePointsBounds, ErrorsAreWithinTheirBounds) {
  RandomSpecs random(501);
  for (int i = 0; i < 150 * test::long_run(); ++i) {
    const Given given = draw(random);
    for (const FloatMode& mode : test::float_modes()) {
      compare(given, test::in_mode(mode, [&] { return find(given); }), mode.name);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(local_.ratio(), 0.3) << "far from tight: is the test asking anything?";
  EXPECT_GT(normals_.ratio(), 0.01);
  EXPECT_GT(heights_.ratio(), 0.003);
}

Rational squared(const RationalPoint& p) { return test::dot(p, p); }

RationalPoint vertex(const HullBlock& hull, std::int32_t i) {
  RationalPoint x;
  for (int k = 0; k < hull.dimension; ++k) {
    x[static_cast<std::size_t>(k)] = Rational(hull.coordinate(i, k));
  }
  return x;
}

/// The ball is within each face's plane or edge's line, by squares of its radius and of the
/// distance. A centre without a ball may be outside.
void check_ball(const HullBlock& hull, WorstRatio& ratio, const char* mode) {
  if (hull.topology == nullptr || hull.inscribed == 0) return;
  const Rational radius(hull.inscribed);
  RationalPoint centre;
  for (std::size_t k = 0; k < static_cast<std::size_t>(hull.dimension); ++k) {
    centre[k] = Rational(hull.centre[k]);
  }
  const auto see = [&](const RationalPoint& outward, const RationalPoint& on_face) {
    const Rational below = test::dot(outward, test::minus(on_face, centre));
    ASSERT_GE(below, 0) << mode;
    ratio.see(radius * radius * squared(outward), below * below, mode);
  };
  for (const IndexList& face : hull.topology->faces()) {
    const auto triangle = spread_triangle(face);
    const RationalPoint a = vertex(hull, triangle[0]);
    see(test::cross(test::minus(vertex(hull, triangle[1]), a),
                    test::minus(vertex(hull, triangle[2]), a)),
        a);
  }
  for (const Edge& edge : hull.topology->edges()) {
    if (hull.dimension != 2) break;
    const RationalPoint a = vertex(hull, edge.vertices[0]);
    const RationalPoint along = test::minus(vertex(hull, edge.vertices[1]), a);
    see({along[1], -along[0], 0}, a);
  }
}

/// Bodies of any size and width, anywhere.
template <int D>
Polytope<D> draw_hull(RandomSpecs& random, const FloatMode& mode) {
  const int end = random.chance(4) ? random.in(-1000, 900) : 0;
  const double far = random.chance(3) ? random.spread(20) : 0;
  const int thin = random.chance(3) ? -random.in(0, 60) : 0;
  std::vector<Vector<D>> points(static_cast<std::size_t>(random.in(D + 1, 12)));
  for (Vector<D>& point : points) {
    for (double& entry : point) entry = random.signed_unit();
    point[0] = std::ldexp(point[0], thin);
    for (double& entry : point) entry = std::ldexp(far + entry, end);
  }
  return test::in_mode(mode, [&] { return Polytope<D>::from_points(points).value(); });
}

TEST(InscribedBallBounds, TheyAreInside) {
  RandomSpecs random(502);
  WorstRatio ratio("square of an inscribed radius over the distance's");
  for (int i = 0; i < 50 * test::long_run(); ++i) {
    for (const FloatMode& mode : test::float_modes()) {
      const auto polygon = draw_hull<2>(random, mode);
      const auto solid = draw_hull<3>(random, mode);
      for (const HullBlock* hull : {&BlockAccess::block(polygon), &BlockAccess::block(solid)}) {
        check_ball(*hull, ratio, mode.name);
      }
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(ratio.seen(), 600);
  EXPECT_GT(ratio.ratio(), 0.999999) << "far from tight: is the test asking anything?";
}

}  // namespace
}  // namespace sunder::detail

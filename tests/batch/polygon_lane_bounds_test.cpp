// SPDX-License-Identifier: Apache-2.0
//
// Tests Lemma P (batch/polygon_lanes-inl.hpp) against rationals, on every instruction set and in
// every rounding mode, flushing or not. It compares the largest gap of the lanes with that of the
// exact polygons, and the balls that prove a separation with their limit. No matrix may count as
// upright if its determinant is not above 0.
#include <algorithm>
#include <cmath>

#include "batch/trial.hpp"
#include "filter/random_specs.hpp"
#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "lanes/every_target.hpp"

namespace sunder::detail::batch {
namespace {

using test::FloatMode;
using test::RandomSpecs;
using test::Rational;
using test::WorstRatio;

using Point = std::array<Rational, 2>;

/// Corners on an ellipse, thin at times, or far from the frame's origin.
void draw_corners(RandomSpecs& random, PlacedPolygon& polygon) {
  const int scale = random.chance(3) ? random.in(-12, 12) : 0;
  const double thin = random.chance(4) ? std::ldexp(1.0, -random.in(1, 30)) : 1;
  const double aside = random.chance(4) ? 1e3 : 0;
  std::vector<double> angles;
  for (int k = 0; k < 8; ++k) angles.push_back(3.2 * random.signed_unit());
  std::sort(angles.begin(), angles.end());
  for (const double angle : angles) {
    const double x = std::ldexp(std::cos(angle) + aside, scale);
    const double y = std::ldexp(thin * std::sin(angle), scale);
    polygon.corners.push_back({x, y});
    polygon.farthest = std::max(polygon.farthest, std::hypot(x, y) * (1 + 0x1p-20));
  }
}

/// A matrix that rotates, scales, shears, or is nearly singular.
void draw_matrix(RandomSpecs& random, PlacedPolygon& polygon) {
  const int scale = random.chance(3) ? random.in(-16, 16) : 0;
  for (double& entry : polygon.linear) entry = std::ldexp(random.signed_unit(), scale);
  auto& r = polygon.linear;
  if (random.chance(2)) r = {r[0], r[1], -r[1], r[0]};
  if (random.chance(4)) {  // the second row nearly equals the first
    r[2] = r[0];
    r[3] = r[1] * (1 + std::ldexp(random.signed_unit(), -random.in(10, 30)));
  }
  if (random.chance(6)) r[static_cast<std::size_t>(random.in(0, 3))] *= 0x1p-130;
}

PlacedPolygon draw(RandomSpecs& random) {
  PlacedPolygon polygon;
  draw_corners(random, polygon);
  draw_matrix(random, polygon);
  return polygon;
}

std::vector<Point> world(const PlacedPolygon& polygon) {
  const auto& r = polygon.linear;
  std::vector<Point> corners;
  for (const auto& [x, y] : polygon.corners) {
    corners.push_back(
        {Rational(r[0]) * Rational(x) + Rational(r[1]) * Rational(y) + Rational(polygon.offset[0]),
         Rational(r[2]) * Rational(x) + Rational(r[3]) * Rational(y) +
             Rational(polygon.offset[1])});
  }
  return corners;
}

/// The largest gap along the normals of a's edges; each normal is as long as its edge.
Rational gap_of_edges(const std::vector<Point>& a, const std::vector<Point>& b) {
  Rational largest = -1000 * abs(a[0][0]) - Rational(0x1p200);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Point& p = a[i];
    const Point& q = a[(i + 1) % a.size()];
    const Point n{q[1] - p[1], p[0] - q[0]};
    Rational least;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const Rational height = n[0] * (b[j][0] - p[0]) + n[1] * (b[j][1] - p[1]);
      least = j == 0 ? height : std::min(least, height);
    }
    largest = std::max(largest, least);
  }
  return largest;
}

Rational determinant(const std::array<double, 4>& r) {
  return Rational(r[0]) * Rational(r[3]) - Rational(r[1]) * Rational(r[2]);
}

/// Returns the square of the largest distance of a corner's image from the offset.
Rational radius(const PlacedPolygon& polygon) {
  Rational most = 0;
  for (const Point& x : world(polygon)) {
    const Rational dx = x[0] - Rational(polygon.offset[0]);
    const Rational dy = x[1] - Rational(polygon.offset[1]);
    most = std::max(most, Rational(dx * dx + dy * dy));
  }
  return test::root_above(most);
}

/// Places b so that one of its corners or edges nearly touches a, or so that the balls do.
void place(RandomSpecs& random, PlacedPolygon& a, PlacedPolygon& b) {
  for (double& entry : a.offset) entry = random.chance(2) ? 0 : random.spread(3);
  const double angle = 3.2 * random.signed_unit();
  const double reach = Rational(radius(a) + radius(b)).convert_to<double>();
  const double length = reach * (random.chance(3) ? 1 + std::ldexp(1.0, -random.in(1, 20))
                                                  : 1.5 * random.signed_unit());
  b.offset = {a.offset[0] + length * std::cos(angle), a.offset[1] + length * std::sin(angle)};
  if (random.chance(2)) {
    const Point x = world(a)[0];
    const Point y = world(b)[0];
    for (std::size_t l = 0; l < 2; ++l) b.offset[l] += Rational(x[l] - y[l]).convert_to<double>();
  }
}

TEST(PolygonLaneBounds, GapsAreWithinTheirBound) {
  RandomSpecs random(402);
  WorstRatio gaps("gap of polygons in a batch");
  WorstRatio balls("reach over the distance of polygons told apart by balls");
  int upright = 0;
  for (int i = 0; i < 150 * test::long_run(); ++i) {
    PlacedPolygon a = draw(random);
    PlacedPolygon b = draw(random);
    place(random, a, b);
    const std::vector<Point> of_a = world(a);
    const std::vector<Point> of_b = world(b);
    const Rational exact = std::max(gap_of_edges(of_a, of_b), gap_of_edges(of_b, of_a));
    const Rational reach = radius(a) + radius(b);
    const Rational dx = Rational(b.offset[0]) - Rational(a.offset[0]);
    const Rational dy = Rational(b.offset[1]) - Rational(a.offset[1]);
    const bool is_upright = determinant(a.linear) > 0 && determinant(b.linear) > 0;
    for (const FloatMode& mode : test::float_modes()) {
      on_every_target([&] {
        const PlaneGap found = test::in_mode(mode, [&] { return polygon_lane_gap(a, b); });
        if (found.holds) {
          gaps.see(Rational(found.largest) - exact, Rational(found.bound), mode.name);
        }
        if (found.far) balls.see(reach * reach, dx * dx + dy * dy, mode.name);
        ASSERT_TRUE(is_upright || !found.upright) << mode.name;
        upright += found.upright ? 1 : 0;
      });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(gaps.seen(), 150 * 8);
  EXPECT_GT(upright, 150);
  EXPECT_GT(gaps.ratio(), 0.01) << "far from tight: is the test asking anything?";
  EXPECT_GT(balls.ratio(), 0.5);
}

}  // namespace
}  // namespace sunder::detail::batch

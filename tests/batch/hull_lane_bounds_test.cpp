// SPDX-License-Identifier: Apache-2.0
//
// Tests Lemma H (batch/hull_lanes-inl.hpp) against rationals, on every instruction set and in every
// rounding mode, flushing or not. It compares a height with that of the exact hulls, a point with a
// vertex of C, and minors with those of such vertices. If the minors claim that 0 is inside, it
// must be inside.
#include <algorithm>
#include <cmath>

#include "batch/trial.hpp"
#include "filter/random_specs.hpp"
#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "geometry/hull_block.hpp"
#include "lanes/every_target.hpp"
#include "suite/effort.hpp"

namespace sunder::detail::batch {
namespace {

using test::FloatMode;
using test::RandomSpecs;
using test::Rational;
using test::WorstRatio;

using Point = std::array<Rational, 3>;
using Points = std::vector<Point>;

Polytope3 hull_of(RandomSpecs& random, int count, const Vector3& axes, double aside) {
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i) {
    points.push_back({axes[0] * (random.signed_unit() + aside), axes[1] * random.signed_unit(),
                      axes[2] * random.signed_unit()});
  }
  return Polytope3::from_points(points).value();
}

/// Returns a solid, thin at times, or far from its frame's origin.
Polytope3 draw_hull(RandomSpecs& random) {
  const double size = std::ldexp(1.0, random.chance(3) ? random.in(-8, 8) : 0);
  const double thin = random.chance(4) ? std::ldexp(1.0, -random.in(1, 20)) : 1;
  return hull_of(random, random.in(4, 9), {size, size, size * thin}, random.chance(4) ? 30 : 0);
}

/// Returns a matrix that rotates, scales, shears, or is nearly singular.
std::array<double, 9> draw_matrix(RandomSpecs& random) {
  const int scale = random.chance(4) ? random.in(-10, 6) : 0;
  std::array<double, 9> r{};
  for (double& entry : r) entry = std::ldexp(random.signed_unit(), scale);
  if (random.chance(3)) r = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  if (random.chance(4)) {
    for (std::size_t k = 0; k < 3; ++k)
      r[6 + k] = r[k] * (1 + std::ldexp(random.signed_unit(), -20));
  }
  if (random.chance(6)) r[static_cast<std::size_t>(random.in(0, 8))] *= 0x1p-130;
  return r;
}

Point image(const std::array<double, 9>& r, const std::array<double, 3>& offset, const Vector3& x) {
  Point there;
  for (std::size_t l = 0; l < 3; ++l) {
    there[l] = Rational(offset[l]);
    for (std::size_t k = 0; k < 3; ++k) there[l] += Rational(r[3 * l + k]) * Rational(x[k]);
  }
  return there;
}
Points images(const Polytope3& hull, const std::array<double, 9>& r,
              const std::array<double, 3>& offset) {
  Points all;
  for (std::int32_t i = 0; i < hull.vertex_count(); ++i) {
    all.push_back(image(r, offset, hull.vertex(i)));
  }
  return all;
}
Point image_of_centre(const Polytope3& hull, const std::array<double, 9>& r,
                      const std::array<double, 3>& offset) {
  const double* const centre = BlockAccess::block(hull).centre;
  return image(r, offset, {centre[0], centre[1], centre[2]});
}

Point minus(const Point& p, const Point& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }
Point exactly(const FloatPoint& p) { return {Rational(p[0]), Rational(p[1]), Rational(p[2])}; }
Rational dot(const Point& p, const Point& q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }
Rational minor(const Point& p, const Point& q, const Point& r) {
  return dot(p, {q[1] * r[2] - q[2] * r[1], q[2] * r[0] - q[0] * r[2], q[0] * r[1] - q[1] * r[0]});
}
Rational size(const Point& p) {
  return std::max({Rational(abs(p[0])), Rational(abs(p[1])), Rational(abs(p[2]))});
}

struct Pair {
  Polytope3 a, b;
  HullPoses poses;
};

/// Places b so that the centres nearly coincide, or a vertex of each.
void place(RandomSpecs& random, Pair& pair) {
  auto& [a, b, poses] = pair;
  for (double& entry : poses.offset_a) entry = random.chance(2) ? 0 : random.spread(3);
  for (double& entry : poses.offset_b) entry = random.signed_unit();
  if (random.chance(5)) return;
  const bool centres = random.chance(2);
  const Point x =
      centres ? image_of_centre(a, poses.a, poses.offset_a) : images(a, poses.a, poses.offset_a)[0];
  const Point y =
      centres ? image_of_centre(b, poses.b, poses.offset_b) : images(b, poses.b, poses.offset_b)[0];
  const double left = std::ldexp(random.signed_unit(), -random.in(1, 30));
  for (std::size_t l = 0; l < 3; ++l) {
    poses.offset_b[l] += Rational(x[l] - y[l]).convert_to<double>() + left;
  }
}

Pair draw_pair(RandomSpecs& random) {
  Pair pair{
      draw_hull(random), draw_hull(random), {draw_matrix(random), draw_matrix(random), {}, {}}};
  place(random, pair);
  return pair;
}

/// A deep overlap, so that a portal proves it.
Pair draw_deep_pair(RandomSpecs& random) {
  Pair pair{hull_of(random, 14, {1, 1, 1}, 0), hull_of(random, 14, {1, 1, 1}, 0), {}};
  pair.poses.a = pair.poses.b = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (double& entry : pair.poses.offset_b) entry = random.signed_unit() / 4;
  return pair;
}

struct ExactPair {
  Points a, b;
  Point inside;

  explicit ExactPair(const Pair& pair)
      : a(images(pair.a, pair.poses.a, pair.poses.offset_a)),
        b(images(pair.b, pair.poses.b, pair.poses.offset_b)),
        inside(minus(image_of_centre(pair.a, pair.poses.a, pair.poses.offset_a),
                     image_of_centre(pair.b, pair.poses.b, pair.poses.offset_b))) {}

  Rational height(const Point& u) const {
    Rational highest = dot(u, a[0]);
    Rational lowest = dot(u, b[0]);
    for (const Point& x : a) highest = std::max(highest, dot(u, x));
    for (const Point& y : b) lowest = std::min(lowest, dot(u, y));
    return highest - lowest;
  }
  /// Returns the vertex of C that a computed point represents.
  Point nearest(const Point& to) const {
    Point best = minus(a[0], b[0]);
    for (const Point& x : a) {
      for (const Point& y : b) {
        const Point there = minus(x, y);
        if (size(minus(there, to)) < size(minus(best, to))) best = there;
      }
    }
    return best;
  }
};

FloatPoint draw_direction(RandomSpecs& random) {
  FloatPoint u;
  const int scale = random.chance(3) ? random.in(-40, 43) : 0;
  for (float& entry : u) entry = static_cast<float>(std::ldexp(random.signed_unit(), scale));
  if (random.chance(6)) u[static_cast<std::size_t>(random.in(0, 2))] = 0;
  return u;
}

/// The direction from the image of the centres to 0: a portal there often contains 0.
FloatPoint toward_zero(const ExactPair& pair) {
  FloatPoint u;
  for (std::size_t l = 0; l < 3; ++l) u[l] = Rational(-pair.inside[l]).convert_to<float>();
  return u;
}

class HullLaneBounds : public testing::Test {
 protected:
  void compare(const ExactPair& exact, const FloatPoint& u, const HullMeasures& found,
               const char* mode) {
    const Rational error = Rational(found.unit) * Rational(8.2) / 12;
    heights_.see(Rational(found.height) - exact.height(exactly(u)), Rational(found.of_height),
                 mode);
    points_.see(size(minus(exactly(found.inside), exact.inside)), error, mode);
    std::array<Point, 4> at;
    for (std::size_t i = 0; i < 4; ++i) {
      const Point there = exactly(found.points[i]);
      at[i] = exact.nearest(there);
      points_.see(size(minus(there, at[i])), error, mode);
    }
    const Rational bound(found.of_minor);
    const std::array true_minors{Rational(-minor(at[1], at[2], exact.inside)),
                                 Rational(-minor(at[2], at[3], exact.inside)),
                                 Rational(-minor(at[3], at[1], exact.inside))};
    for (std::size_t i = 0; i < 3; ++i) {
      minors_.see(Rational(found.minors[i]) - true_minors[i], bound, mode);
    }
    if (!(found.least_minor > found.of_minor)) return;
    ++inside_;
    for (const Rational& minor : true_minors) EXPECT_GT(minor, 0) << mode;
    EXPECT_GT(minor(at[1], at[2], at[3]), 0) << mode;
  }

  WorstRatio heights_{"height of hulls in a batch"};
  WorstRatio points_{"coordinates of a point of C in a batch"};
  WorstRatio minors_{"minors of a portal in a batch"};
  int inside_ = 0;
};

TEST_F(HullLaneBounds, ErrorsAreWithinTheirBounds) {
  RandomSpecs random(403);
  const int cases = suite::cases(60) * test::long_run();
  for (int i = 0; i < cases; ++i) {
    const bool deep = random.chance(4);
    const Pair pair = deep ? draw_deep_pair(random) : draw_pair(random);
    const ExactPair exact(pair);
    const FloatPoint u = deep ? toward_zero(exact) : draw_direction(random);
    for (const FloatMode& mode : test::float_modes()) {
      on_every_target([&] {
        const HullMeasures found =
            test::in_mode(mode, [&] { return measure_hulls(pair.a, pair.b, pair.poses, u); });
        if (found.holds) compare(exact, u, found, mode.name);
      });
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(heights_.seen(), 8 * cases);
  EXPECT_GT(inside_, cases);
  EXPECT_GT(heights_.ratio(), 0.01) << "far from tight: is the test asking anything?";
  EXPECT_GT(points_.ratio(), 0.01);
  EXPECT_GT(minors_.ratio(), 0.001);
}

}  // namespace
}  // namespace sunder::detail::batch

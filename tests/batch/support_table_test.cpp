// SPDX-License-Identifier: Apache-2.0
//
// Tests the bound of support tables (batch/support_table.hpp) against rationals, on every instruction set and in every
// rounding mode. A height of C by tables is never below the exact one by more than its error, and close above it.
#include <algorithm>
#include <cmath>

#include "batch/trial.hpp"
#include "filter/random_specs.hpp"
#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "lanes/every_target.hpp"
#include "suite/effort.hpp"

namespace sunder::detail::batch {
namespace {

using test::RandomSpecs;
using test::Rational;
using test::WorstRatio;

Polytope3 draw_hull(RandomSpecs& random) {
  const double size = std::ldexp(1.0, random.in(-6, 4));
  const double thin = random.chance(4) ? std::ldexp(1.0, -random.in(1, 20)) : 1;
  const double aside = random.chance(4) ? 30 : 0;
  std::vector<Vector3> points;
  for (int i = random.in(1, 40); i > 0; --i) {
    points.push_back({size * (random.signed_unit() + aside), size * random.signed_unit(),
                      size * thin * random.signed_unit()});
  }
  return Polytope3::from_points(points).value();
}

/// A rotation, up to its rounding, and at times a stretch of 2^-9.
std::array<double, 9> draw_rotation(RandomSpecs& random) {
  std::array<double, 4> q{};
  double squares = 0;
  for (double& entry : q) {
    entry = random.signed_unit();
    squares += entry * entry;
  }
  for (double& entry : q) entry /= std::sqrt(squares);
  const auto [w, x, y, z] = q;
  std::array<double, 9> r{
      1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
      2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
      2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
  if (random.chance(4)) r = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  if (random.chance(4)) {
    for (double& entry : r) entry *= 1 - 0x1p-9;
  }
  return r;
}

Rational height(const Polytope3& hull, const std::array<double, 9>& r,
                const std::array<double, 3>& t, const std::array<Rational, 3>& u) {
  Rational highest;
  for (std::int32_t i = 0; i < hull.vertex_count(); ++i) {
    const Vector3 x = hull.vertex(i);
    Rational there = 0;
    for (std::size_t l = 0; l < 3; ++l) {
      Rational image = Rational(t[l]);
      for (std::size_t k = 0; k < 3; ++k) image += Rational(r[3 * l + k]) * Rational(x[k]);
      there += u[l] * image;
    }
    highest = i == 0 ? there : std::max(highest, there);
  }
  return highest;
}

/// The largest distance of a vertex from the frame's origin, about.
double radius(const Polytope3& hull) {
  double most = 0;
  for (std::int32_t i = 0; i < hull.vertex_count(); ++i) {
    const Vector3 x = hull.vertex(i);
    most = std::max(most, std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]));
  }
  return most;
}

TEST(SupportTable, IsNeverBelowTheSupportFunction) {
  RandomSpecs random(911);
  const int cases = suite::cases(120) * test::long_run();
  WorstRatio below("height by tables");
  double widest = 0;
  for (int i = 0; i < cases; ++i) {
    const Polytope3 a = draw_hull(random);
    const Polytope3 b = draw_hull(random);
    HullPoses poses{draw_rotation(random), draw_rotation(random), {}, {}};
    for (double& entry : poses.offset_a) entry = random.chance(2) ? 0 : random.spread(3);
    for (double& entry : poses.offset_b) entry = random.signed_unit();
    FloatPoint u{};
    const int scale = random.chance(3) ? random.in(-40, 40) : 0;
    for (float& entry : u) entry = static_cast<float>(std::ldexp(random.signed_unit(), scale));
    if (random.chance(3)) u[static_cast<std::size_t>(random.in(0, 2))] = 0;
    if (random.chance(4)) u[1] = u[0];
    std::array<Rational, 3> along, against;
    double length = 0;
    for (std::size_t l = 0; l < 3; ++l) {
      along[l] = Rational(u[l]);
      against[l] = -along[l];
      length += double{u[l]} * u[l];
    }
    const Rational exact =
        height(a, poses.a, poses.offset_a, along) + height(b, poses.b, poses.offset_b, against);
    const double size = (radius(a) + radius(b)) * std::sqrt(length);
    for (const test::FloatMode& mode : test::float_modes()) {
      on_every_target([&] {
        const HullMeasures found =
            test::in_mode(mode, [&] { return measure_hulls(a, b, poses, u, true); });
        if (!found.holds) return;
        const Rational lacks = exact - Rational(found.height);
        if (lacks > 0) below.see(lacks, Rational(found.of_height), mode.name);
        if (size > 0) widest = std::max(widest, Rational(-lacks).convert_to<double>() / size);
      });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(below.ratio(), 0.001) << "far from tight: is the test asking anything?";
  // A kink in the middle of a cell: half its side, twice, times the size.
  EXPECT_LT(widest, 0.13);
  EXPECT_GT(widest, 0.001);
}

}  // namespace
}  // namespace sunder::detail::batch

// SPDX-License-Identifier: Apache-2.0
//
// Bounds that use the greatest singular value of a pose: the reach of a pair with its errors,
// balls, and distant bodies in the plane. The roundings in each are compared with rationals, in
// every rounding mode, flushing or not.
#include <cmath>

#include "filter/balls.hpp"
#include "filter/far_apart.hpp"
#include "filter/random_specs.hpp"
#include "filter/reach.hpp"
#include "filter/touching_balls.hpp"
#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"

namespace sunder::detail {
namespace {

using test::BodySpec;
using test::Doubles;
using test::FloatMode;
using test::Point;
using test::Points;
using test::RandomSpecs;
using test::Rational;
using test::WorstRatio;

Rational squared(const Point& x) { return test::dot(x, x); }

Point image(const Point& linear, const Point& x) {
  const std::size_t d = x.size();
  Point y(d);
  for (std::size_t l = 0; l < d; ++l) {
    for (std::size_t k = 0; k < d; ++k) y[l] += linear[l * d + k] * x[k];
  }
  return y;
}

/// A vector near the one that R scales most, or least: doubles iterate with R^T R, or its adjugate.
template <std::size_t D>
Doubles extreme_vector(const Point& linear, bool most) {
  std::array<std::array<double, 3>, 3> m{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  double size = 0;
  for (const Rational& entry : linear) size = std::max(size, std::fabs(entry.convert_to<double>()));
  for (std::size_t i = 0; i < D && size > 0; ++i) {
    for (std::size_t j = 0; j < D; ++j) {
      m[i][j] = 0;
      for (std::size_t l = 0; l < D; ++l) {
        m[i][j] += linear[l * D + i].convert_to<double>() / size *
                   (linear[l * D + j].convert_to<double>() / size);
      }
    }
  }
  std::array<std::array<double, 3>, 3> n = m;
  for (std::size_t i = 0; i < 3 && !most; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      n[j][i] = m[i1][j1] * m[i2][j2] - m[i1][j2] * m[i2][j1];
    }
  }
  Doubles x{0.9, 0.7, D == 3 ? 0.8 : 0};
  for (int step = 0; step < 200; ++step) {
    Doubles y(3);
    double largest = 0;
    for (std::size_t i = 0; i < D; ++i) {
      for (std::size_t j = 0; j < D; ++j) y[i] += n[i][j] * x[j];
      largest = std::max(largest, std::fabs(y[i]));
    }
    if (!(largest > 0x1p-1000)) break;
    for (std::size_t i = 0; i < D; ++i) x[i] = y[i] / largest;
  }
  x.resize(D);
  return x;
}

/// R x| against the pose's bound. Their ratio is 1 up to rounding in that vector.
template <int D>
void check_stretch(WorstRatio& most, WorstRatio& least, RandomSpecs& random, const BodySpec& spec) {
  const Point linear = test::exact_linear(spec);
  const Pose<D> pose = test::make<D>(spec).pose;
  std::vector<Doubles> vectors;
  for (const bool far : {true, false}) {
    vectors.push_back(extreme_vector<static_cast<std::size_t>(D)>(linear, far));
  }
  vectors.push_back(random.direction(D));
  for (const Doubles& v : vectors) {
    const Point x = test::exact(v.data(), v.size());
    const Rational stretched = squared(image(linear, x));
    const Rational length = squared(x);
    const Rational upper(pose.greatest_stretch());
    const Rational lower(pose.least_stretch());
    most.see(stretched, upper * upper * length, "greatest stretch");
    if (stretched > 0) least.see(lower * lower * length, stretched, "least stretch");
  }
}

template <int D>
void check_stretches() {
  RandomSpecs random(180 + D);
  WorstRatio most("square of a stretch over its upper bound's");
  WorstRatio least("square of a lower bound over the stretch's");
  for (int i = 0; i < 300 * test::long_run(); ++i) {
    const auto kind = static_cast<RandomSpecs::Kind>(i % RandomSpecs::kKinds);
    if (kind == RandomSpecs::subnormal) continue;  // bounds beyond the range are infinite
    BodySpec spec = random.body(D, kind);
    if (random.chance(4)) spec.linear = test::identity_matrix(D, random.spread(100));
    if (random.chance(4)) {  // flat up to rounding
      for (std::size_t k = 0; k < D; ++k) spec.linear[k] = spec.linear[D + k] * (1 + 0x1p-50);
    }
    const Pose<D> pose = test::make<D>(spec).pose;
    if (!(pose.greatest_stretch() < 0x1p400)) continue;
    check_stretch<D>(most, least, random, spec);
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(most.ratio(), 0.9) << "far from tight: is the test asking anything?";
  EXPECT_GT(least.ratio(), 0.9);
}

TEST(WorstReach, StretchesIn2D) { check_stretches<2>(); }
TEST(WorstReach, StretchesIn3D) { check_stretches<3>(); }

/// reach_l of filtered_pair.hpp without its errors, exactly.
Rational exact_reach(const BodySpec& a, const BodySpec& b, std::size_t l) {
  const std::size_t d = a.dimension();
  Rational sum = abs(Rational(b.offset[l]) - Rational(a.offset[l]));
  for (const BodySpec* body : {&a, &b}) {
    const Point linear = test::exact_linear(*body);
    for (std::size_t k = 0; k < d; ++k) {
      double most = 0;
      for (const Doubles& vertex : body->vertices) most = std::max(most, std::fabs(vertex[k]));
      sum += abs(linear[l * d + k]) * Rational(most);
    }
  }
  return sum;
}

struct Found {
  Reach reach{};
  double gap = 0;
  double gap_error = 0;
  Vector3 point{};
};

Found find(const Pair<3>& pair, const Doubles& u) {
  Found found;
  found.reach = reach_of(pair, offset_of(pair));
  if (!found.reach.in_range()) return found;
  const FilteredPair<3> filtered(pair);
  found.gap = filtered.probe(u.data()).value;
  found.gap_error =
      found.reach.gap_error() * sum_of_sizes({u[0], u[1], u[2]}) * kRoundUp + kLeastGapError;
  filtered.difference({0, 0}, found.point.data());
  return found;
}

TEST(WorstReach, ErrorsOfGapsAndPoints) {
  RandomSpecs random(183);
  WorstRatio reach("sizes over the reach");
  WorstRatio gap("gap, by reach");
  WorstRatio point("point, by reach");
  for (int i = 0; i < 350 * test::long_run(); ++i) {
    const auto kind = static_cast<RandomSpecs::Kind>(i % RandomSpecs::kKinds);
    const BodySpec a = random.body(3, kind);
    BodySpec b = random.body(3, random.chance(3) ? RandomSpecs::plain : kind);
    if (random.chance(2)) test::bring_together(a, b);
    const int length = random.chance(2) ? random.in(-190, 190) : 0;
    Doubles u = random.direction(3);
    for (double& entry : u) entry = std::ldexp(entry, length);
    const Points of_a = test::world(a);
    const Points of_b = test::world(b);
    const Rational exact_gap = test::exact_gap(of_a, of_b, test::exact(u.data(), 3));
    const Point exact_point = test::minus(of_a[0], of_b[0]);
    Rational sizes;
    for (std::size_t l = 0; l < 3; ++l) sizes = std::max(sizes, exact_reach(a, b, l));
    const test::MadePair<3> made(a, b);
    for (const FloatMode& mode : test::float_modes()) {
      const Found found = test::in_mode(mode, [&] { return find(made.pair(), u); });
      if (!found.reach.in_range()) continue;
      reach.see(sizes, Rational(found.reach.reach), mode.name);
      for (std::size_t l = 0; l < 3; ++l) {
        point.see(Rational(found.point[l]) - exact_point[l], Rational(found.reach.entry_error()),
                  mode.name);
      }
      gap.see(Rational(found.gap) - exact_gap, Rational(found.gap_error), mode.name);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(reach.seen(), 350);
  EXPECT_GT(reach.ratio(), 0.5) << "far from tight: is the test asking anything?";
  EXPECT_GT(gap.ratio(), 0.01);
  EXPECT_GT(point.ratio(), 0.01);
}

/// A regular polytope about 0, so that its balls are known well.
BodySpec cross_of(RandomSpecs& random, RandomSpecs::Kind kind) {
  BodySpec spec = random.body(3, kind);
  const double size = std::ldexp(1 + std::fabs(random.signed_unit()), random.in(-20, 20));
  spec.vertices.clear();
  for (std::size_t k = 0; k < 3; ++k) {
    for (const double side : {size, -size}) {
      spec.vertices.emplace_back(3);
      spec.vertices.back()[k] = side;
    }
  }
  return spec;
}

Point exact_line(const BodySpec& a, const BodySpec& b, const Pair<3>& pair) {
  const auto centre = [](const Body<3>& body) {
    return test::Doubles(body.hull->centre, body.hull->centre + 3);
  };
  return test::line_between(a, centre(pair.a), b, centre(pair.b));
}

/// Moves b along the line to where the balls touch, up to a few roundings.
void bring_balls_together(RandomSpecs& random, const Pair<3>& pair, const Rational& reach,
                          const Point& line, BodySpec& b) {
  if (squared(line) == 0 || !pair.a.in_filter_range()) return;
  const int steps = random.in(-8, 8);
  test::set_apart(reach, line, std::ldexp(steps, -random.in(40, 52)), b);
}

TEST(WorstReach, Balls) {
  RandomSpecs random(184);
  WorstRatio lines("line of centres");
  WorstRatio apart("balls' reach over the distance, proven apart");
  WorstRatio meeting("distance over the balls' core, proven to overlap");
  for (int i = 0; i < 400 * test::long_run(); ++i) {
    const RandomSpecs::Kind kinds[] = {RandomSpecs::plain, RandomSpecs::far_away,
                                       RandomSpecs::sheared, RandomSpecs::quaternion};
    const RandomSpecs::Kind kind = kinds[i % 4];
    const BodySpec a = cross_of(random, kind);
    BodySpec b = cross_of(random, kind);
    const bool outer = random.chance(2);
    Rational reach, core;
    for (const bool placed : {false, true}) {
      const test::Made<3> made_a = test::make<3>(a, true);
      const test::Made<3> made_b = test::make<3>(b, true);
      const Pair<3> pair{made_a.body(), made_b.body()};
      reach = core = 0;
      for (const Body<3>& body : {pair.a, pair.b}) {
        reach += Rational(body.hull->circumscribed) * Rational(body.pose->greatest_stretch());
        core += Rational(body.hull->inscribed) * Rational(body.pose->least_stretch());
      }
      if (placed) break;
      bring_balls_together(random, pair, outer ? reach : core, exact_line(a, b, pair), b);
    }
    const test::Made<3> made_a = test::make<3>(a, true);
    const test::Made<3> made_b = test::make<3>(b, true);
    const Pair<3> pair{made_a.body(), made_b.body()};
    const Point line = exact_line(a, b, pair);
    for (const FloatMode& mode : test::float_modes()) {
      Vector3 found{};
      Vector3 errors{};
      const Verdict verdict = test::in_mode(mode, [&] {
        const FilteredPair<3> filtered(pair);
        found = line_of_centres(filtered);
        errors = filtered.errors();
        return prove_by_balls(filtered, found);
      });
      for (std::size_t l = 0; l < 3; ++l) {
        lines.see(Rational(found[l]) - line[l], Rational(errors[l]), mode.name);
      }
      if (verdict == Verdict::separated) apart.see(reach * reach, squared(line), mode.name);
      if (verdict == Verdict::overlapping) meeting.see(squared(line), core * core, mode.name);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(apart.seen(), 100);
  EXPECT_GT(meeting.seen(), 100);
  EXPECT_GT(lines.ratio(), 0.01) << "far from tight: is the test asking anything?";
  EXPECT_GT(apart.ratio(), 0.999999);
  EXPECT_GT(meeting.ratio(), 0.999999);
}

TEST(WorstReach, FarApartInThePlane) {
  RandomSpecs random(185);
  WorstRatio apart("square of the reach over the offset's, proven apart");
  for (int i = 0; i < 1500 * test::long_run(); ++i) {
    const auto kind = static_cast<RandomSpecs::Kind>(i % RandomSpecs::subnormal);
    const BodySpec a = random.body(2, kind);
    BodySpec b = random.body(2, kind);
    Rational reach;
    {
      const test::MadePair<2> made(a, b);
      for (const Body<2>& body : {made.pair().a, made.pair().b}) {
        reach += Rational(body.hull->farthest) * Rational(body.pose->greatest_stretch());
      }
    }
    // The offset is as long as the reach, up to a few roundings; or tiny, with tiny bodies.
    const double angle = 3.2 * random.signed_unit();
    const double nudge = std::ldexp(random.in(-8, 24), -random.in(36, 46));
    const double length = Rational(reach * Rational(1 + nudge)).convert_to<double>();
    b.offset[0] = a.offset[0] + length * std::cos(angle);
    b.offset[1] = a.offset[1] + length * std::sin(angle);
    Point offset;
    for (std::size_t l = 0; l < 2; ++l) {
      offset.push_back(Rational(b.offset[l]) - Rational(a.offset[l]));
    }
    const test::MadePair<2> made(a, b);
    for (const FloatMode& mode : test::float_modes()) {
      if (!test::in_mode(mode, [&] { return are_far_apart(made.pair()); })) continue;
      apart.see(reach * reach, squared(offset), mode.name);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(apart.seen(), 1500);
  EXPECT_GT(apart.ratio(), 0.999999) << "far from tight: is the test asking anything?";
}

}  // namespace
}  // namespace sunder::detail

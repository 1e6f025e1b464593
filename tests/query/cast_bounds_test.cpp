// SPDX-License-Identifier: Apache-2.0
//
// Compares the errors of moving bodies with their bounds, in numbers of 400 bits, in every rounding
// mode, flushing or not. It covers sines and cosines, points on their path, radii, and the bound of
// a step.
#include <cmath>
#include <numbers>

#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "query/cast/moving_body.hpp"
#include "query/cast/sine_cosine.hpp"
#include "query/true_course.hpp"

namespace sunder::detail {
namespace {

using test::Course;
using test::Float;
using test::FloatMode;
using test::Place;
using test::RandomSpecs;
using test::Rational;
using test::TrueBody;
using test::WorstRatio;

TEST(CastBounds, SinesAndCosines) {
  RandomSpecs random(505);
  WorstRatio ratio("sines and cosines");
  for (int i = 0; i < 1000 * test::long_run(); ++i) {
    double angle = std::ldexp(random.signed_unit(), random.in(-70, 60));
    if (random.chance(3)) angle = random.in(-400, 400) * (std::numbers::pi / 4);
    if (random.chance(9)) angle = std::ldexp(angle, -1000);
    const double time = random.chance(2) ? 1 : std::fabs(random.signed_unit());
    const Float exact = Float(angle) * Float(time);
    const Rational sine = test::rational(sin(exact));
    const Rational cosine = test::rational(cos(exact));
    for (const FloatMode& mode : test::float_modes()) {
      SineCosine found;
      ASSERT_TRUE(test::in_mode(mode, [&] { return found.set(angle, time); }));
      ratio.see(Rational(found.sine) - sine, Rational(kSineError), mode.name);
      ratio.see(Rational(found.cosine) - cosine, Rational(kSineError), mode.name);
    }
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(ratio.ratio(), 0.4) << "far from tight: is the test asking anything?";
}

struct Ratios {
  WorstRatio points{"points of a body on its way"};
  WorstRatio radii{"square of the distance from the axis over the radius'"};
  WorstRatio ahead{"what a step sees ahead"};
};

/// The distances of the computed points from the true ones.
template <int D>
void check_points(const Course<D>& course, const Pose<D>& pose, const std::vector<Place<D>>& exact,
                  const Rational& bound, WorstRatio& ratio, const char* mode) {
  for (std::size_t i = 0; i < exact.size(); ++i) {
    Float squared = 0;
    for (int l = 0; l < D; ++l) {
      Float there(pose.offset(l));
      for (int k = 0; k < D; ++k) {
        there +=
            Float(pose.linear(l, k)) * Float(course.spec.vertices[i][static_cast<std::size_t>(k)]);
      }
      const Float off = there - exact[i][static_cast<std::size_t>(l)];
      squared += off * off;
    }
    ratio.see(test::rational(sqrt(squared)), bound, mode);
  }
}

template <int D>
void check_course(RandomSpecs& random, const Course<D>& course, Ratios& ratios) {
  const double time = random.chance(5) ? 0 : std::fabs(random.signed_unit());
  const double step = std::ldexp(std::fabs(random.signed_unit()), -random.in(0, 20));
  const Vector<D> u = test::draw_unit<D>(random);
  const TrueBody<D> truth(course);
  const std::vector<Place<D>> exact = truth.points(time);
  const std::vector<Place<D>> ahead = truth.points_ahead(time, step);
  const Rational squared_radius = test::rational(truth.squared_radius());
  const test::Made<D> made = test::make<D>(course.spec);
  for (const FloatMode& mode : test::float_modes()) {
    const auto in_this = [&](const auto& f) { return test::in_mode(mode, f); };
    const MovingBody<D> body = in_this([&] {
      return MovingBody<D>(made.body(), course.motion, course.origin, course.relative());
    });
    if (!(body.error() < 0x1p400)) continue;
    const std::optional<Pose<D>> pose = in_this([&] { return body.pose_at(time); });
    if (!pose) continue;
    const Rational error(body.error());
    check_points<D>(course, *pose, exact, error, ratios.points, mode.name);
    const Rational bound = 4 * error * (1 + Rational(step) * Rational(body.turn_rate()));
    for (const int sign : {1, -1}) {
      const double found = in_this([&] { return body.extreme_ahead(*pose, time, u, step, sign); });
      ratios.ahead.see(Rational(found) - test::rational(test::extreme<D>(u, ahead, sign)), bound,
                       mode.name);
    }
    if (!course.motion.turns() || !(body.radius() < 0x1p400)) continue;
    ratios.radii.see(squared_radius, Rational(body.radius()) * Rational(body.radius()), mode.name);
  }
}

template <int D>
void check_courses(std::uint64_t seed) {
  RandomSpecs random(seed);
  Ratios ratios;
  for (int i = 0; i < 200 * test::long_run(); ++i) {
    const auto kind = static_cast<RandomSpecs::Kind>(i % RandomSpecs::kKinds);
    check_course<D>(random, test::draw_course<D>(random, kind), ratios);
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(ratios.points.seen(), 200 * 8);
  EXPECT_GT(ratios.points.ratio(), 0.01) << "far from tight: is the test asking anything?";
  EXPECT_GT(ratios.ahead.ratio(), 0.01);
  EXPECT_GT(ratios.radii.ratio(), 0.999999);
}

TEST(CastBounds, BodiesOnTheirWayIn2D) { check_courses<2>(506); }
TEST(CastBounds, BodiesOnTheirWayIn3D) { check_courses<3>(507); }

}  // namespace
}  // namespace sunder::detail

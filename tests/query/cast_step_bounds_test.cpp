// SPDX-License-Identifier: Apache-2.0
//
// Measures the share that a cast uses of its bounds, in every rounding mode, flushing or not.
// Against numbers of 400 bits: the gap, a step that is proven free, and the deductions of its
// bound. Tests, for bodies on paths of known speed, the time until they meet.
#include <cmath>

#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "query/cast/free_step.hpp"
#include "query/cast/moving_body.hpp"
#include "query/true_course.hpp"
#include "sunder/query.hpp"

namespace sunder::detail {
namespace {

using test::Course;
using test::Float;
using test::FloatMode;
using test::RandomSpecs;
using test::Rational;
using test::TrueBody;
using test::WorstRatio;

template <int D>
struct Courses {
  Course<D> a, b;
};

/// Bodies beside each other, seen from a.
template <int D>
Courses<D> draw(RandomSpecs& random) {
  const RandomSpecs::Kind kinds[] = {RandomSpecs::plain, RandomSpecs::quaternion,
                                     RandomSpecs::off_centre, RandomSpecs::sheared};
  const RandomSpecs::Kind kind = kinds[random.in(0, 3)];
  Courses<D> both{test::draw_course<D>(random, kind), test::draw_course<D>(random, kind)};
  if (random.chance(2)) {
    both.b.spec.offset = both.a.spec.offset;
    const auto l = static_cast<std::size_t>(random.in(0, D - 1));
    both.b.spec.offset[l] += 6 * random.signed_unit();
  }
  both.b.origin = both.a.origin;
  both.a.frame = both.b.frame = both.a.motion.translation();
  return both;
}

struct Found {
  bool apart = false;
  double step = 0;   ///< proven free
  double bound = 0;  ///< of the gap, up to another
  double clearance = 0;
  Rational slack;  ///< what that takes off for curves and roundings
};

/// Returns the bounds of one body.
template <int D>
Rational slack_of(const MovingBody<D>& body, double step) {
  const Rational rate(body.turn_rate());
  const Rational far = Rational(step) * rate;
  const Rational bend = rate > 0 ? Rational(far * far / 2 * Rational(body.radius())) : Rational(0);
  return (4 * Rational(body.error()) * (1 + far) + bend) * Rational(1 + 0x1p-28);
}

template <int D>
struct Question {
  Courses<D> courses;
  test::Made<D> a, b;
  double time;
  double step;
  double clearance_share;  ///< of the distance now
};

template <int D>
Question<D> draw_question(RandomSpecs& random) {
  const Courses<D> courses = draw<D>(random);
  const double time = random.chance(3) ? 0 : std::fabs(random.signed_unit());
  const double step = (1 - time) * std::ldexp(0.75, -random.in(0, 30));
  const double share = random.chance(2) ? 0 : std::fabs(random.signed_unit());
  return {courses, test::make<D>(courses.a.spec), test::make<D>(courses.b.spec), time, step, share};
}

/// `u` is the direction that should separate them.
template <int D>
Found find(const Question<D>& question, Vector<D>& u) {
  const Course<D>& of_a = question.courses.a;
  const Course<D>& of_b = question.courses.b;
  const MovingBody<D> a(question.a.body(), of_a.motion, of_a.origin, of_a.relative());
  const MovingBody<D> b(question.b.body(), of_b.motion, of_b.origin, of_b.relative());
  Found found;
  const auto pose_a = a.pose_at(question.time);
  const auto pose_b = b.pose_at(question.time);
  if (!pose_a || !pose_b || !(a.radius() < 0x1p100 && b.radius() < 0x1p100)) return found;
  const auto apart = distance({question.a.polytope, *pose_a}, {question.b.polytope, *pose_b});
  found.apart = apart.verdict == Verdict::separated && apart.witness.has_value();
  if (!found.apart) return found;
  u = apart.witness->normal;
  found.clearance = question.clearance_share * apart.distance.lower;
  const FreeStep<D> step(a, b, {question.time, *pose_a, *pose_b}, u, found.clearance);
  found.step = step.longest(1 - question.time);
  found.bound = step.bound(question.step);
  found.slack = slack_of<D>(a, question.step) + slack_of<D>(b, question.step) +
                Rational(found.clearance) * Rational(0x1p-38);
  return found;
}

template <int D>
class FreeSteps {
 public:
  void ask(RandomSpecs& random, const FloatMode& mode) {
    const Question<D> question = draw_question<D>(random);
    Vector<D> u{};
    const Found found = test::in_mode(mode, [&] { return find<D>(question, u); });
    if (!found.apart) return;
    const TrueBody<D> a(question.courses.a);
    const TrueBody<D> b(question.courses.b);
    const auto gap = [&](double step) {
      const Float later(step);
      return Rational(test::rational(test::extreme<D>(u, b.points(question.time, later), -1) -
                                     test::extreme<D>(u, a.points(question.time, later), 1)));
    };
    const Rational clearance(found.clearance);
    const Rational now = gap(0) - clearance;
    for (int k = 1; k <= 4; ++k) {
      if (found.step > 0)
        used_.see_above(now + clearance - gap(found.step * k / 4), now, mode.name);
      const Rational least = gap(question.step * k / 4) - clearance;
      bounds_.see_above(Rational(found.bound) + found.slack - least, found.slack, mode.name);
    }
  }

  const WorstRatio& used() const { return used_; }
  const WorstRatio& bounds() const { return bounds_; }

 private:
  WorstRatio used_{"what of the gap a free step uses up"};
  WorstRatio bounds_{"what of its allowance a bound on the gap needs"};
};

template <int D>
void check_free_steps(std::uint64_t seed) {
  RandomSpecs random(seed);
  FreeSteps<D> steps;
  for (int i = 0; i < 240 * test::long_run(); ++i) {
    const std::vector<FloatMode>& modes = test::float_modes();
    steps.ask(random, modes[static_cast<std::size_t>(i) % modes.size()]);
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(steps.used().seen(), 240);
  EXPECT_GT(steps.used().ratio(), 0.9) << "far from tight: is the test asking anything?";
  EXPECT_GT(steps.bounds().ratio(), 0.1);
}

TEST(CastStepBounds, FreeIn2D) { check_free_steps<2>(508); }
TEST(CastStepBounds, FreeIn3D) { check_free_steps<3>(509); }

/// A point moves along an axis to another, at a speed that is a power of two: its position is exact
/// at any time.
TEST(CastStepBounds, PathsAreFreeNoLongerThanTheyAre) {
  RandomSpecs random(510);
  WorstRatio ratio("the time that a path is proven free until, over that of the meeting");
  const auto point = Polytope3::from_points({{0, 0, 0}}).value();
  for (int i = 0; i < 60 * test::long_run(); ++i) {
    const double speed = std::ldexp(1, random.in(-40, 40));
    const double far = speed * (0.1 + std::fabs(random.signed_unit()) * 0.85);
    const auto axis = static_cast<std::size_t>(random.in(0, 2));
    const auto place = [&](double x) {
      Vector3 at{};
      at[axis] = x;
      return Pose3::translation(at).value();
    };
    const CastOptions options{random.chance(2) ? 1e-14 : 1e-6, 200};
    const Path<3> path_a{[&](double time) { return place(speed * time); }, speed};
    const Path<3> path_b{[&](double) { return place(far); }, random.chance(2) ? 0 : 0x1p-1070};
    for (const FloatMode& mode : test::float_modes()) {
      const Cast3 found =
          test::in_mode(mode, [&] { return cast(point, path_a, point, path_b, options); });
      ASSERT_NE(found.verdict, CastVerdict::free) << mode.name;
      ratio.see(Rational(found.time.lower) * Rational(speed), Rational(far), mode.name);
    }
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(ratio.ratio(), 0.999999) << "far from tight: is the test asking anything?";
}

}  // namespace
}  // namespace sunder::detail

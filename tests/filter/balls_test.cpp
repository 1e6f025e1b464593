// SPDX-License-Identifier: Apache-2.0
//
// Balls that nearly touch, under scaled, sheared and rotating poses. A proven separation has an
// exact gap along the line of centres. A proven overlap holds on an exact list of axes.
#include "filter/balls.hpp"

#include <cstdlib>
#include <limits>

#include "gtest/gtest.h"

#include "filter/exact_boxes.hpp"
#include "filter/exact_world.hpp"
#include "filter/random_specs.hpp"
#include "geometry/float_environment.hpp"

namespace sunder::detail {
namespace {

using test::BodySpec;
using test::Doubles;
using test::FloatMode;
using test::Points;
using test::RandomSpecs;

BodySpec cross(double size) {
  BodySpec spec;
  for (std::size_t k = 0; k < 3; ++k) {
    for (const double side : {size, -size}) {
      spec.vertices.push_back({0, 0, 0});
      spec.vertices.back()[k] = side;
    }
  }
  spec.linear = test::identity_matrix(3);
  spec.offset = {0, 0, 0};
  return spec;
}

BodySpec box(double x, double y, double z) {
  BodySpec spec = cross(0);
  spec.vertices.clear();
  for (int corner = 0; corner < 8; ++corner) {
    spec.vertices.push_back(
        {(corner & 1) != 0 ? x : -x, (corner & 2) != 0 ? y : -y, (corner & 4) != 0 ? z : -z});
  }
  return spec;
}

struct Answer {
  Verdict verdict;
  Doubles line;
};

Answer ask(const test::Made<3>& a, const test::Made<3>& b, const FloatMode& mode) {
  Answer answer{Verdict::undecided, Doubles(3)};
  answer.verdict = test::in_mode(mode, [&] {
    const FilteredPair<3> filtered({a.body(), b.body()});
    const Vector3 line = line_of_centres(filtered);
    std::copy(line.begin(), line.end(), answer.line.begin());
    return prove_by_balls(filtered, line);
  });
  return answer;
}

/// A pose that rotates, scales, shears a little, or does all of it.
void pose_at_random(RandomSpecs& random, BodySpec& spec) {
  const int form = random.in(0, 3);
  if (form == 0) {
    spec.wxyz = {random.signed_unit(), random.signed_unit(), random.signed_unit(),
                 random.signed_unit()};
    return;
  }
  const double scale = form == 1 ? 1 : std::ldexp(1 + random.signed_unit() / 2, random.in(-3, 3));
  for (std::size_t i = 0; i < 9; ++i) {
    spec.linear[i] = scale * ((i % 4 == 0 ? 1 : 0) + (form == 3 ? 0.1 * random.signed_unit() : 0));
  }
}

/// Twice the point of the body that is farthest along +x: an equal body just touches there.
double contact_along_x(const BodySpec& a, const BodySpec& b) {
  const auto side = [](const BodySpec& spec, int sign) {
    test::Rational most = 0;
    for (const test::Point& x : test::world(spec))
      most = std::max(most, test::Rational(sign * x[0]));
    return most;
  };
  return test::Rational(side(a, 1) + side(b, -1)).convert_to<double>();
}

// The vertices of a cross lie on its circumscribed ball, so that a ball too small is detected at
// once.
TEST(Balls, SeparationsHaveAnExactGapAlongTheLine) {
  RandomSpecs random(41);
  int proven = 0;
  for (int i = 0; i < 600 * test::long_run(); ++i) {
    BodySpec a = cross(1 + random.signed_unit() / 2);
    BodySpec b = cross(1 + random.signed_unit() / 2);
    pose_at_random(random, a);
    pose_at_random(random, b);
    const double nudge = std::ldexp(random.in(-4, 4), -random.in(1, 52));
    b.offset[0] = contact_along_x(a, b) * (1 + nudge);
    for (double& t : a.offset) t = random.chance(2) ? 0 : 1e3 * random.signed_unit();
    for (std::size_t l = 0; l < 3; ++l) b.offset[l] += a.offset[l];
    const test::Made<3> made_a = test::make<3>(a, true);
    const test::Made<3> made_b = test::make<3>(b, true);
    for (const FloatMode& mode : test::float_modes()) {
      const Answer answer = ask(made_a, made_b, mode);
      if (answer.verdict != Verdict::separated) continue;
      ++proven;
      ASSERT_GT(test::exact_gap(test::world(a), test::world(b), test::exact(answer.line.data(), 3)),
                0)
          << mode.name << " case " << i;
    }
  }
  EXPECT_GT(proven, 500);
}

// Boxes side by side touch where their inscribed balls do.
TEST(Balls, OverlapsAreExact) {
  RandomSpecs random(42);
  int proven = 0;
  for (int i = 0; i < 500 * test::long_run(); ++i) {
    BodySpec a = box(1, 1 + std::fabs(random.signed_unit()), 1 + std::fabs(random.signed_unit()));
    BodySpec b = box(1 + std::fabs(random.signed_unit()) / 4, 1.5, 1.25);
    if (random.chance(2)) {
      pose_at_random(random, a);
      pose_at_random(random, b);
    }
    const double nudge = std::ldexp(random.in(-4, 4), -random.in(1, 52));
    b.offset[0] = contact_along_x(a, b) * (1 + nudge);
    const test::Made<3> made_a = test::make<3>(a, true);
    const test::Made<3> made_b = test::make<3>(b, true);
    const bool overlap = test::boxes_overlap(a, b);
    for (const FloatMode& mode : test::float_modes()) {
      const bool found = ask(made_a, made_b, mode).verdict == Verdict::overlapping;
      ASSERT_TRUE(overlap || !found) << mode.name << " case " << i;
      if (found) ++proven;
    }
  }
  EXPECT_GT(proven, 100);
}

TEST(Balls, EasyCasesAreDecidedUnderTurnedScaledAndShearedPoses) {
  BodySpec a = box(1, 1, 1);
  BodySpec turned = a;
  turned.wxyz = {0.3, -0.2, 0.4, 0.1};
  BodySpec scaled = a;
  scaled.linear = test::identity_matrix(3, 2);
  BodySpec sheared = a;
  sheared.linear = {1, 0.125, 0, 0, 1, 0, 0, 0, 1};
  for (BodySpec b : {a, turned, scaled, sheared}) {
    for (const FloatMode& mode : test::float_modes()) {
      b.offset = {0.5, 0.25, 0};
      EXPECT_EQ(ask(test::make<3>(a, true), test::make<3>(b, true), mode).verdict,
                Verdict::overlapping)
          << mode.name;
      b.offset = {6, 1, 0};
      EXPECT_EQ(ask(test::make<3>(a, true), test::make<3>(b, true), mode).verdict,
                Verdict::separated)
          << mode.name;
    }
  }
}

TEST(Balls, SingularAndEnormousPosesProveNoOverlap) {
  const BodySpec a = box(1, 1, 1);
  BodySpec flat = a;
  flat.linear = {1, 0, 0, 0, 1, 0, 0, 0, 0};
  BodySpec huge = a;
  huge.linear = test::identity_matrix(3, 0x1p200);
  BodySpec far = a;
  far.offset = {0x1.8p1023, 0, 0};
  BodySpec opposite = a;
  opposite.offset = {-0x1.8p1023, 0, 0};
  for (const FloatMode& mode : test::float_modes()) {
    for (const BodySpec& b : {flat, huge}) {
      EXPECT_NE(ask(test::make<3>(b, true), test::make<3>(flat, true), mode).verdict,
                Verdict::overlapping);
    }
    EXPECT_NE(ask(test::make<3>(far, true), test::make<3>(opposite, true), mode).verdict,
              Verdict::overlapping);
  }
}

}  // namespace
}  // namespace sunder::detail

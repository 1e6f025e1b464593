// SPDX-License-Identifier: Apache-2.0
//
// Measures how much of its allowances the distance of two polygons uses (polygon_proof.hpp),
// against rationals, in every rounding mode, with and without flushing. The upper bound is from two
// vertices, the lower bound from a gap. The exact distance must lie in its
// interval on every instruction set. The roots are rational numbers that are near enough.
#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "lanes/every_target.hpp"
#include "narrow/exact_polygons.hpp"
#include "narrow/random_polygons.hpp"
#include "narrow/sat/polygon_proof.hpp"
#include "narrow/sat/trial.hpp"

namespace sunder::detail::sat {
namespace {

using test::BodySpec;
using test::FloatMode;
using test::Point;
using test::RandomSpecs;
using test::Rational;
using test::WorstRatio;

struct MadePolygons {
  BodySpec spec_a, spec_b;
  test::Made<2> a, b;

  MadePolygons(const BodySpec& of_a, const BodySpec& of_b)
      : spec_a(of_a), spec_b(of_b), a(test::make<2>(of_a, true)), b(test::make<2>(of_b, true)) {}
  Pair<2> pair() const { return {a.body(), b.body()}; }
  const Polygon* polygon(std::size_t of) const {
    return (of == 0 ? pair().a : pair().b).hull->polygon.get();
  }
  bool are_known() const {
    return polygon(0) != nullptr && polygon(1) != nullptr && scale_of(posed_polygons(pair())).holds;
  }
  Point world(std::size_t of, const Vector2& v) const {
    BodySpec spec = of == 0 ? spec_a : spec_b;
    spec.vertices = {{v[0], v[1]}};
    return test::world(spec)[0];
  }
};

Vector2 vertex_of(const Polygon& polygon, std::int32_t i) {
  const double* const x = polygon.rows() + i;
  return {x[0], x[polygon.stride]};
}

/// A vertex of each.
std::array<Vector2, 2> draw_vertices(RandomSpecs& random, const MadePolygons& made) {
  std::array<Vector2, 2> drawn;
  for (std::size_t of = 0; of < 2; ++of) {
    drawn[of] = vertex_of(*made.polygon(of), random.in(0, made.polygon(of)->count - 1));
  }
  return drawn;
}

/// The distance of the two vertices.
Rational exact_length(const MadePolygons& made, const std::array<Vector2, 2>& vertices) {
  const Point off = test::minus(made.world(0, vertices[0]), made.world(1, vertices[1]));
  return test::root_above(test::dot(off, off));
}

struct Measured {
  Vector2 difference;
  double upper;
  double lower;  ///< 0 if there is none
};
Measured measure(const MadePolygons& made, const std::array<Vector2, 2>& vertices, double least) {
  PolygonPair placed;
  const PosedPolygons pair = posed_polygons(made.pair());
  place_polygons(pair, placed);
  const Vector2 reach = reach_of(pair, placed.offset);
  const Vector2 a = turned(placed.side[0].linear, vertices[0]);
  const Vector2 b = turned(placed.side[1].linear, vertices[1]);
  Measured found;
  found.difference = {(b[0] + placed.offset[0]) - a[0], (b[1] + placed.offset[1]) - a[1]};
  found.upper = upper_distance(reach, found.difference);
  Distance2 answer;
  answer.witness.emplace();
  set_interval(reach, found.difference, least, answer);
  found.lower = answer.distance.lower;
  return found;
}

Rational length_of(const Vector2& v) {
  const Point exact = test::exact(v.data(), 2);
  return test::root_below(test::dot(exact, exact));
}

TEST(PolygonProofBounds, FromBelowAndAbove) {
  RandomSpecs random(341);
  WorstRatio above("distance of polygons, from above");
  WorstRatio below("distance of polygons, from below");
  const int cases = 200 * test::long_run();
  for (int i = 0; i < cases; ++i) {
    const auto [a, b] = test::random_polygons(random);
    const MadePolygons made(a, b);
    if (!made.are_known()) continue;
    const std::array<Vector2, 2> vertices = draw_vertices(random, made);
    const Rational exact = exact_length(made, vertices);
    const double least = std::fabs(random.spread(90));
    for (const FloatMode& mode : test::float_modes()) {
      const Measured found = test::in_mode(mode, [&] { return measure(made, vertices, least); });
      const Rational centre = length_of(found.difference);
      above.see_above(exact - centre, Rational(found.upper) - centre, mode.name);
      if (!(found.lower > 0)) continue;
      const Rational gap = Rational(least) / length_of(found.difference);
      const Rational moved = 20 * Rational(kUnit) * gap;
      below.see(Rational(found.lower) - (gap - moved), moved, mode.name);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(above.seen(), cases * 4);
  EXPECT_GT(below.seen(), cases * 4);
  EXPECT_GT(above.ratio(), 0.02) << "far from tight: is the test asking anything?";
  EXPECT_GT(below.ratio(), 0.02);
}

/// Mostly apart, by more or less than their size.
void spread(RandomSpecs& random, const BodySpec& a, BodySpec& b) {
  const Point at = test::world(a)[0];
  Rational size = 0;
  for (const BodySpec* body : {&a, static_cast<const BodySpec*>(&b)}) {
    const test::Points points = test::world(*body);
    for (const Point& x : points) {
      const Point off = test::minus(x, points[0]);
      size = std::max({size, Rational(abs(off[0])), Rational(abs(off[1]))});
    }
  }
  test::bring_together(a, b);
  const double way = size.convert_to<double>() * std::ldexp(1.0, random.in(-3, 3));
  for (double& entry : b.offset) entry += way * random.signed_unit();
}

test::ExactPolygon corners_of(const MadePolygons& made, std::size_t of) {
  test::ExactPolygon corners;
  const Polygon& polygon = *made.polygon(of);
  for (std::int32_t i = 0; i < polygon.count; ++i) {
    const Point x = made.world(of, vertex_of(polygon, i));
    corners.push_back({x[0], x[1]});
  }
  return corners;
}

// A guess that leaves a wide interval may have found one of its ends: this ratio approaches 1.
TEST(PolygonProofBounds, IntervalsOfDistance) {
  RandomSpecs random(342);
  WorstRatio distances("distance of polygons from the interval's middle");
  const int cases = 60 * test::long_run();
  for (int i = 0; i < cases; ++i) {
    auto [a, b] = test::random_polygons(random);
    spread(random, a, b);
    const MadePolygons made(a, b);
    if (!made.are_known()) continue;
    const test::ExactPolygon of_a = corners_of(made, 0);
    const test::ExactPolygon of_b = corners_of(made, 1);
    const Verdict verdict = test::exact_verdict(of_a, of_b);
    const Rational squared = test::exact_distance_squared(of_a, of_b);
    for (const FloatMode& mode : test::float_modes()) {
      on_every_target([&] {
        Distance2 answer;
        test::in_mode(mode, [&] { return quick_distance(made.pair(), 0, answer); });
        if (answer.verdict != Verdict::separated) return;
        ASSERT_EQ(verdict, Verdict::separated) << mode.name;
        distances.see_root_within(answer.distance.lower, answer.distance.upper, squared, mode.name);
      });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(distances.seen(), cases * 4);
  EXPECT_GT(distances.ratio(), 0.05) << "far from tight: is the test asking anything?";
}

}  // namespace
}  // namespace sunder::detail::sat

// SPDX-License-Identifier: Apache-2.0
//
// The errors of two polygons in doubles relative to their bounds (polygon_pair.hpp), against
// rationals. All instruction sets run in every rounding mode, with and without flushing. Tested are
// normals of edges, gaps along them and along any direction, and the proofs by balls.
#include "filter/touching_balls.hpp"
#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "geometry/polygon.hpp"
#include "lanes/every_target.hpp"
#include "narrow/random_polygons.hpp"
#include "narrow/sat/polygon_pair.hpp"
#include "narrow/sat/trial.hpp"

namespace sunder::detail::sat {
namespace {

using test::BodySpec;
using test::Doubles;
using test::FloatMode;
using test::Point;
using test::Points;
using test::RandomSpecs;
using test::Rational;
using test::WorstRatio;

struct MadePolygons {
  test::Made<2> a, b;

  MadePolygons(const BodySpec& of_a, const BodySpec& of_b)
      : a(test::make<2>(of_a, true)), b(test::make<2>(of_b, true)) {}
  Pair<2> pair() const { return {a.body(), b.body()}; }
  bool are_polygons() const {
    return pair().a.hull->polygon != nullptr && pair().b.hull->polygon != nullptr;
  }
};

/// An edge's outward normal, exactly, of any length.
Point exact_normal(const Polygon& polygon, std::int32_t i) {
  const double* const x = polygon.rows();
  const double* const y = x + polygon.stride;
  const std::int32_t next = (i + 1) % polygon.count;
  return {Rational(y[next]) - Rational(y[i]), Rational(x[i]) - Rational(x[next])};
}

/// The factors between it and the entries in doubles; none for a zero entry.
std::vector<Rational> factors_of(const Polygon& polygon, std::int32_t i) {
  const Point exact = exact_normal(polygon, i);
  const double* const found = polygon.rows() + 2 * polygon.stride + i;
  std::vector<Rational> factors;
  for (std::int32_t k = 0; k < 2; ++k) {
    const double entry = found[k * polygon.stride];
    const Rational& true_entry = exact[static_cast<std::size_t>(k)];
    if (true_entry == 0) {
      EXPECT_EQ(entry, 0);
    } else {
      factors.emplace_back(Rational(entry) / true_entry);
    }
  }
  return factors;
}

// Let r and s be the factors of the entries. Some factor is within d of both, relatively, if |r -
// s| <= d (r + s).
TEST(PolygonBounds, NormalsOfEdges) {
  RandomSpecs random(310);
  WorstRatio normals("normals of polygons' edges");
  const Rational off(0x1p-51);
  const int cases = 60 * test::long_run();
  for (int i = 0; i < cases; ++i) {
    const BodySpec spec = test::random_polygon(random);
    for (const FloatMode& mode : test::float_modes()) {
      const test::Made<2> made = test::in_mode(mode, [&] { return test::make<2>(spec, true); });
      const Polygon* const polygon = made.body().hull->polygon.get();
      for (std::int32_t k = 0; polygon != nullptr && k < polygon->count; ++k) {
        const std::vector<Rational> factors = factors_of(*polygon, k);
        normals.see(factors.front() - factors.back(), off * (factors.front() + factors.back()),
                    mode.name);
      }
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(normals.seen(), cases * 8);
  EXPECT_GT(normals.ratio(), 0.02) << "far from tight: is the test asking anything?";
}

/// The image of a body's normal in the world.
Point world_normal(const BodySpec& spec, const Point& n) {
  const Point r = test::exact_linear(spec);
  return {r[3] * n[0] - r[2] * n[1], r[0] * n[1] - r[1] * n[0]};
}

/// The least and the greatest gap that an edge's normal in doubles may have.
using GapOfEdge = std::array<Rational, 2>;

std::vector<GapOfEdge> exact_gaps(const BodySpec& spec, const Polygon& polygon, bool is_a,
                                  const Points& a, const Points& b) {
  const Rational off(0x1p-51);
  std::vector<GapOfEdge> gaps;
  for (std::int32_t i = 0; i < polygon.count; ++i) {
    Point u = world_normal(spec, exact_normal(polygon, i));
    for (Rational& entry : u) entry *= is_a ? 1 : -1;
    const Rational gap = test::exact_gap(a, b, u);
    const std::vector<Rational> factors = factors_of(polygon, i);
    gaps.push_back({std::max(factors.front(), factors.back()) / (1 + off) * gap,
                    std::min(factors.front(), factors.back()) / (1 - off) * gap});
  }
  return gaps;
}

void see_gaps(const std::vector<GapOfEdge>& exact, const std::vector<double>& found, double error,
              WorstRatio& worst, const char* mode) {
  for (std::size_t i = 0; i < exact.size() && i < found.size(); ++i) {
    for (const Rational& gap : exact[i]) {
      worst.see(Rational(found[i]) - gap, Rational(error), mode);
    }
  }
}

/// Checks E, and the six bits of the gap itself. An edge that rows repeat has the gap of its first
/// occurrence. A gap of zero that is flushed has lost its index, which is then not read.
void see_greatest(const std::vector<GapOfEdge>& of_a, const std::vector<GapOfEdge>& of_b,
                  const PolygonGaps& found, WorstRatio& worst, const char* mode) {
  const std::vector<GapOfEdge>& own = found.of == 0 ? of_a : of_b;
  for (std::size_t end = 0; end < 2; ++end) {
    Rational most = of_a[0][end];
    for (const std::vector<GapOfEdge>* gaps : {&of_a, &of_b}) {
      for (const GapOfEdge& gap : *gaps) most = std::max(most, gap[end]);
    }
    const Rational bound = Rational(found.error) + Rational(0x1p-46) * abs(most);
    worst.see(Rational(found.greatest) - most, bound, mode);
    if (!(found.greatest > 0)) continue;
    worst.see(Rational(found.greatest) - own[found.edge % own.size()][end], bound, mode);
  }
}

TEST(PolygonBounds, GapsAlongEdges) {
  RandomSpecs random(311);
  WorstRatio gaps("gap along an edge of polygons");
  WorstRatio few("the same of few vertices");
  WorstRatio greatest("the greatest, with an index in its last bits");
  const int cases = 30 * test::long_run();
  for (int i = 0; i < cases; ++i) {
    const auto [a, b] = test::random_polygons(random);
    const MadePolygons made(a, b);
    if (!made.are_polygons()) continue;
    const Pair<2> pair = made.pair();
    if (!polygon_gaps(pair).holds) continue;
    const Points of_a = test::world(a);
    const Points of_b = test::world(b);
    const auto edges_a = exact_gaps(a, *pair.a.hull->polygon, true, of_a, of_b);
    const auto edges_b = exact_gaps(b, *pair.b.hull->polygon, false, of_a, of_b);
    for (const FloatMode& mode : test::float_modes()) {
      on_every_target([&] {
        const PolygonGaps found = test::in_mode(mode, [&] { return polygon_gaps(pair); });
        if (!found.holds) return;
        see_gaps(edges_a, found.of_edges[0], found.error, gaps, mode.name);
        see_gaps(edges_b, found.of_edges[1], found.error, gaps, mode.name);
        see_gaps(edges_a, found.of_few[0], found.error, few, mode.name);
        see_gaps(edges_b, found.of_few[1], found.error, few, mode.name);
        if (!found.of_few[0].empty()) see_greatest(edges_a, edges_b, found, greatest, mode.name);
      });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(gaps.seen(), cases * 8);
  EXPECT_GT(few.seen(), cases * 8);
  EXPECT_GT(gaps.ratio(), 0.01) << "far from tight: is the test asking anything?";
  EXPECT_GT(few.ratio(), 0.01);
  EXPECT_GT(greatest.ratio(), 0.01);
}

TEST(PolygonBounds, GapsAlongAnyDirection) {
  RandomSpecs random(312);
  WorstRatio scanned("gap of polygons along any direction, turned back");
  WorstRatio placed("the same with placed vertices");
  const int cases = 150 * test::long_run();
  for (int i = 0; i < cases; ++i) {
    const auto [a, b] = test::random_polygons(random);
    const MadePolygons made(a, b);
    if (!made.are_polygons() || !polygon_gaps(made.pair()).holds) continue;
    const Doubles v = random.direction(2);
    const int length = random.chance(2) ? random.in(-100, 100) : 0;
    const Vector2 u{std::ldexp(v[0], length), std::ldexp(v[1], length)};
    const Rational exact =
        test::exact_gap(test::world(a), test::world(b), test::exact(u.data(), 2));
    for (const FloatMode& mode : test::float_modes()) {
      on_every_target([&] {
        const PolygonHeights found =
            test::in_mode(mode, [&] { return polygon_heights(made.pair(), u); });
        scanned.see(Rational(found.scanned) - exact, Rational(found.error), mode.name);
        if (!found.has_placed) return;
        placed.see(Rational(found.placed) - exact, Rational(found.error), mode.name);
      });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(scanned.seen(), cases * 4);
  EXPECT_GT(scanned.ratio(), 0.02) << "far from tight: is the test asking anything?";
  EXPECT_GT(placed.ratio(), 0.02);
}

Point exact_line(const BodySpec& a, const BodySpec& b, const Pair<2>& pair) {
  const auto centre = [](const Body<2>& body) {
    const auto& at = body.hull->polygon->centre;
    return Doubles(at.begin(), at.end());
  };
  return test::line_between(a, centre(pair.a), b, centre(pair.b));
}

struct Balls {
  Rational reach, core;
};
Balls balls_of(const Pair<2>& pair) {
  Balls balls;
  for (const Body<2>& body : {pair.a, pair.b}) {
    const Polygon& polygon = *body.hull->polygon;
    balls.reach +=
        Rational(polygon.circumscribed) * Rational(detail::greatest_singular_value(*body.pose));
    balls.core += Rational(polygon.inscribed) * Rational(detail::least_singular_value(*body.pose));
  }
  return balls;
}

/// Moves b along the line to the contact of the balls, up to a few roundings.
void bring_balls_together(RandomSpecs& random, const Rational& reach, const Point& line,
                          BodySpec& b) {
  if (test::dot(line, line) == 0) return;
  const int steps = random.in(-16, 16);
  test::set_apart(reach, line, std::ldexp(steps, -random.in(36, 50)), b);
}

TEST(PolygonBounds, Balls) {
  RandomSpecs random(313);
  WorstRatio lines("line of polygons' centres");
  WorstRatio apart("balls' reach over the polygons' distance, proven apart");
  WorstRatio meeting("distance over the polygons' core, proven to overlap");
  const int cases = 300 * test::long_run();
  for (int i = 0; i < cases; ++i) {
    auto [a, b] = test::random_polygons(random);
    {
      const MadePolygons made(a, b);
      if (!made.are_polygons() || !polygon_gaps(made.pair()).holds) continue;
      const Balls balls = balls_of(made.pair());
      bring_balls_together(random, random.chance(2) ? balls.reach : balls.core,
                           exact_line(a, b, made.pair()), b);
    }
    const MadePolygons made(a, b);
    const Pair<2> pair = made.pair();
    const Balls balls = balls_of(pair);
    const Point line = exact_line(a, b, pair);
    for (const FloatMode& mode : test::float_modes()) {
      const PolygonGaps found = test::in_mode(mode, [&] { return polygon_gaps(pair); });
      if (!found.holds) continue;
      const Point off = test::minus(test::exact(found.line.data(), 2), line);
      lines.see(test::root_above(test::dot(off, off)),
                8 * Rational(kUnit) * Rational(found.span) + Rational(0x1p-500), mode.name);
      const Rational squared = test::dot(line, line);
      if (found.by_balls == Verdict::separated) {
        apart.see(balls.reach * balls.reach, squared, mode.name);
      }
      if (found.by_balls == Verdict::overlapping) {
        meeting.see(squared, balls.core * balls.core, mode.name);
      }
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(lines.seen(), cases * 2);
  EXPECT_GT(apart.seen(), cases / 2);
  EXPECT_GT(meeting.seen(), cases / 2);
  EXPECT_GT(lines.ratio(), 0.02) << "far from tight: is the test asking anything?";
  EXPECT_GT(apart.ratio(), 0.999999);
  EXPECT_GT(meeting.ratio(), 0.999999);
}

}  // namespace
}  // namespace sunder::detail::sat

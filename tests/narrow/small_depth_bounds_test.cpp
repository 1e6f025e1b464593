// SPDX-License-Identifier: Apache-2.0
//
// Measures the errors of the depth of small hulls relative to their bounds (small_spans.hpp,
// small_depth.cpp), against rationals. All rounding modes run, with and without flushing. Tested
// are the edges that span a candidate, their cross products, and heights of points along these. The
// exact depth must lie in its interval on every instruction set.
#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "lanes/every_target.hpp"
#include "narrow/random_small_hulls.hpp"
#include "narrow/sat/small_spans.hpp"
#include "sunder/penetration.hpp"

namespace sunder::detail::sat {
namespace {

using test::FloatMode;
using test::Point;
using test::Points;
using test::RandomSpecs;
using test::Rational;
using test::SmallHullPair;
using test::WorstRatio;

/// An edge of a small hull: one of a face's two, or its own.
struct EdgeEnds {
  bool of_a;
  std::int32_t from, to;
};

/// The spanning edges of a candidate, and a vertex of each body on it.
struct DrawnCandidate {
  EdgeEnds p, q;
  std::size_t a, b;
};

std::size_t any_of(RandomSpecs& random, std::size_t count) {
  return static_cast<std::size_t>(random.in(0, static_cast<int>(count) - 1));
}

DrawnCandidate draw_edges(RandomSpecs& random, const SmallHull& a, const SmallHull& b) {
  const std::size_t e = any_of(random, a.edge_count);
  const std::size_t f = any_of(random, b.edge_count);
  return {{true, a.ends[0][e], a.ends[1][e]},
          {false, b.ends[0][f], b.ends[1][f]},
          a.ends[0][e],
          b.ends[0][f]};
}

DrawnCandidate draw_face(RandomSpecs& random, const SmallHullPair& hulls, bool of_a) {
  const Pair<3> pair = hulls.pair();
  const SmallHull& hull = of_a ? *pair.a.hull->small : *pair.b.hull->small;
  const std::size_t i = any_of(random, hull.face_count);
  const auto& rim = hull.triangle;
  return {{of_a, rim[0][i], rim[1][i]},
          {of_a, rim[1][i], rim[2][i]},
          of_a ? rim[0][i] : any_of(random, hulls.of_a.size()),
          of_a ? any_of(random, hulls.of_b.size()) : rim[0][i]};
}

DrawnCandidate draw_candidate(RandomSpecs& random, const SmallHullPair& hulls) {
  const Pair<3> pair = hulls.pair();
  if (random.chance(2)) return draw_edges(random, *pair.a.hull->small, *pair.b.hull->small);
  return draw_face(random, hulls, random.chance(2));
}

struct MeasuredCandidate {
  bool known = false;
  Span p{}, q{};
  Vector3 n{};
  CandidateHeights heights{};
};

/// Measures as small_depth.cpp does.
MeasuredCandidate measure(const SmallHullPair& hulls, const DrawnCandidate& drawn) {
  MeasuredCandidate found;
  const Pair<3> bodies = hulls.pair();
  const FilteredPair<3> filtered(bodies);
  SmallPair pair;
  found.known = set_pair(filtered, pair);
  if (!found.known) return found;
  const auto span = [&](const EdgeEnds& edge) {
    return span_of(edge.of_a ? bodies.a : bodies.b, edge.of_a ? pair.turning_a : pair.turning_b,
                   edge.from, edge.to);
  };
  found.p = span(drawn.p);
  found.q = span(drawn.q);
  found.n = cross(found.p.along, found.q.along);
  Vector3 c{};
  filtered.difference({static_cast<std::int32_t>(drawn.a), static_cast<std::int32_t>(drawn.b)},
                      c.data());
  found.heights = heights_of(pair, found.p, found.q, found.n, found.n, c);
  return found;
}

struct ExactCandidate {
  Point p, q, n;
  Rational height;  ///< n . c

  ExactCandidate(const SmallHullPair& hulls, const DrawnCandidate& drawn)
      : p(edge(hulls, drawn.p)), q(edge(hulls, drawn.q)), n(test::cross(p, q)) {
    height = test::dot(n, test::minus(hulls.of_a[drawn.a], hulls.of_b[drawn.b]));
  }

 private:
  static Point edge(const SmallHullPair& hulls, const EdgeEnds& ends) {
    const Points& points = ends.of_a ? hulls.of_a : hulls.of_b;
    return test::minus(points[static_cast<std::size_t>(ends.to)],
                       points[static_cast<std::size_t>(ends.from)]);
  }
};

class SmallDepthBounds : public testing::Test {
 protected:
  void see(const ExactCandidate& exact, const MeasuredCandidate& found, const char* mode) {
    see_span(exact.p, found.p, mode);
    see_span(exact.q, found.q, mode);
    const double n_error = found.heights.n_error;
    for (std::size_t l = 0; l < 3; ++l) {
      normals_.see(Rational(found.n[l]) - exact.n[l], Rational(n_error), mode);
    }
    if (!std::isfinite(found.heights.alpha) || !std::isfinite(found.heights.beta)) return;
    see_height(exact, found.heights.here, n_error, here_, mode);
    see_height(exact, found.heights.foot, n_error, foot_, mode);
  }

  WorstRatio sizes_{"entries of an edge of C by its size"};
  WorstRatio edges_{"edges of C"};
  WorstRatio normals_{"cross products of edges of C"};
  WorstRatio here_{"height of a point of a candidate"};
  WorstRatio foot_{"the same by the foot of 0"};

 private:
  void see_span(const Point& exact, const Span& found, const char* mode) {
    for (std::size_t l = 0; l < 3; ++l) {
      sizes_.see(Rational(found.along[l]), Rational(found.size), mode);
      edges_.see(Rational(found.along[l]) - exact[l], Rational(found.error), mode);
    }
  }
  static void see_height(const ExactCandidate& exact, const HeightBound& found, double n_error,
                         WorstRatio& worst, const char* mode) {
    worst.see(Rational(found.height) - exact.height, Rational(found.error_with(n_error)), mode);
  }
};

TEST_F(SmallDepthBounds, EdgesNormalsAndHeights) {
  RandomSpecs random(331);
  const int cases = 150 * test::long_run();
  for (int i = 0; i < cases; ++i) {
    const SmallHullPair hulls = test::random_small_hulls(random);
    if (!are_small(hulls.pair())) continue;
    const DrawnCandidate drawn = draw_candidate(random, hulls);
    const ExactCandidate exact(hulls, drawn);
    for (const FloatMode& mode : test::float_modes()) {
      const MeasuredCandidate found = test::in_mode(mode, [&] { return measure(hulls, drawn); });
      if (found.known) see(exact, found, mode.name);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(here_.seen(), cases * 2);
  EXPECT_GT(edges_.ratio(), 0.05) << "far from tight: is the test asking anything?";
  EXPECT_GT(normals_.ratio(), 0.02);
  EXPECT_GT(here_.ratio(), 0.01);
  EXPECT_GT(foot_.ratio(), 0.01);
}

Rational fraction(const ExactFraction& value) {
  return Rational(boost::multiprecision::cpp_int(value.numerator),
                  boost::multiprecision::cpp_int(value.denominator));
}

TEST(SmallDepthInterval, HoldsTheExactDepth) {
  RandomSpecs random(332);
  WorstRatio depths("depth of small hulls from the interval's middle");
  const int cases = 80 * test::long_run();
  for (int i = 0; i < cases; ++i) {
    const SmallHullPair hulls = test::random_small_hulls(random);
    const Pair<3> pair = hulls.pair();
    if (!are_small(pair)) continue;
    const ExactPenetration exact =
        exact_penetration({hulls.a.polytope, hulls.a.pose}, {hulls.b.polytope, hulls.b.pose});
    const Rational squared = fraction(exact.depth_squared);
    for (const FloatMode& mode : test::float_modes()) {
      on_every_target([&] {
        const Depth<3> depth =
            test::in_mode(mode, [&] { return penetrate_small(FilteredPair<3>(pair)); });
        if (depth.verdict == Verdict::undecided) return;
        ASSERT_EQ(depth.verdict, exact.verdict) << mode.name;
        if (depth.verdict != Verdict::overlapping) return;
        depths.see_root_within(depth.lower, depth.upper, squared, mode.name);
      });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(depths.seen(), cases * 8);
  EXPECT_GT(depths.ratio(), 0.05) << "far from tight: is the test asking anything?";
}

}  // namespace
}  // namespace sunder::detail::sat

// SPDX-License-Identifier: Apache-2.0
//
// Tests the bounds of the expanding polytopes' intervals relative to the exact depth, by
// enumeration in rationals. All instruction sets run in every rounding mode, with and without
// flushing. The bodies overlap deeply or slightly, are thin, far from the origin, sheared, or
// round.
#include <cmath>

#include "filter/exact_boxes.hpp"
#include "filter/random_specs.hpp"
#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "geometry/vectors.hpp"
#include "lanes/every_target.hpp"
#include "narrow/dispatch.hpp"
#include "narrow/epa/deepen.hpp"
#include "narrow/epa/slack.hpp"
#include "narrow/hard_overlaps.hpp"
#include "oracle/brute_force_depth.hpp"
#include "sunder/query.hpp"

namespace sunder::detail::epa {
namespace {

using test::BodySpec;
using test::Doubles;
using test::FloatMode;
using test::Overlap;
using test::Point;
using test::Points;
using test::RandomSpecs;
using test::Rational;
using test::WorstRatio;

/// The result of one mode, and its allowance for rounding.
struct Found {
  bool known = false;
  double lower = 0;
  double upper = 0;
  double off_lower = 0;
  double off_upper = 0;
};

/// `relative`: the reduction by the last factor of each bound.
template <int D, class Search>
Found find(const Pair<D>& pair, double relative, const Search& search) {
  const FilteredPair<D> filtered(pair);
  const Depth<D> depth = search(filtered);
  if (depth.verdict != Verdict::overlapping || !depth.has_direction) return {};
  const Slack<D> slack(filtered);
  const double rounding = relative * depth.upper;
  return {true, depth.lower, depth.upper, slack.height / slack.scale + rounding,
          filtered.gap_error(depth.direction.data()) + rounding};
}

/// The part of the allowance for rounding that the exact depth needs at either end of the interval.
/// A lower end of 0 has no allowance.
class Ends {
 public:
  Ends(const char* lower, const char* upper) : lower_(lower), upper_(upper) {}

  void see(const Found& found, const Rational& exact, const char* mode) {
    if (!found.known) return;
    if (found.lower > 0) {
      const Rational allowed(found.off_lower);
      lower_.see_above(Rational(found.lower) + allowed - exact, allowed, mode);
    }
    const Rational allowed(found.off_upper);
    upper_.see_above(exact - Rational(found.upper) + allowed, allowed, mode);
  }
  const WorstRatio& lower() const { return lower_; }
  const WorstRatio& upper() const { return upper_; }

 private:
  WorstRatio lower_;
  WorstRatio upper_;
};

class EpaBounds : public testing::Test {
 protected:
  template <int D>
  void ask(const Overlap& drawn) {
    ask<D>(drawn, oracle::brute_force_depth(test::world(drawn.a), test::world(drawn.b)).squared);
  }

  template <int D>
  void ask(const Overlap& drawn, const Rational& squared) {
    const Rational exact = test::root_below(squared);
    const test::MadePair<D> made(drawn.a, drawn.b);
    for (const FloatMode& mode : test::float_modes()) {
      const auto see = [&](Ends& ends, double relative, const auto& search) {
        ends.see(test::in_mode(mode, [&] { return find<D>(made.pair(), relative, search); }), exact,
                 mode.name);
      };
      see(with_neighbours_, 0x1p-48, [](const auto& pair) { return penetrate<D>(pair, {}); });
      if constexpr (D == 3) {
        on_every_target(
            [&] { see(in_lanes_, 0x1p-47, [](const auto& pair) { return deepen(pair, {}); }); });
      }
    }
  }

  Ends with_neighbours_{"depth from below, faces with neighbours",
                        "depth from above, faces with neighbours"};
  Ends in_lanes_{"depth from below, faces in lanes", "depth from above, faces in lanes"};
};

TEST_F(EpaBounds, TheDepthIsInItsInterval) {
  RandomSpecs random(511);
  for (int i = 0; i < 80 * test::long_run(); ++i) {
    ask<2>(test::draw_overlap(random, 2));
    ask<3>(test::draw_overlap(random, 3));
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(in_lanes_.lower().seen(), 80 * 8);
  EXPECT_GT(in_lanes_.lower().ratio(), 0.01) << "far from tight: is the test asking anything?";
  EXPECT_GT(in_lanes_.upper().ratio(), 0.02);
  EXPECT_GT(with_neighbours_.lower().ratio(), 0.01);
  EXPECT_GT(with_neighbours_.upper().ratio(), 0.02);
}

/// Points about a ball: as many as the start from rings needs.
BodySpec draw_round_body(RandomSpecs& random) {
  BodySpec spec = random.body(3, random.chance(2) ? RandomSpecs::quaternion : RandomSpecs::sheared);
  spec.vertices.clear();
  const int count = random.in(16, 18);
  while (static_cast<int>(spec.vertices.size()) < count) {
    Doubles x{random.signed_unit(), random.signed_unit(), random.signed_unit()};
    const double length = std::hypot(x[0], x[1], x[2]);
    if (length < 0.25 || length > 1) continue;
    for (double& entry : x) entry /= length;
    spec.vertices.push_back(x);
  }
  return spec;
}

/// The depth of bodies that are not thin, in rationals, for the planes that doubles select as
/// nearest.
class RoundDepth {
 public:
  RoundDepth(const Points& a, const Points& b)
      : a_(a), b_(b), near_a_(rounded(a)), near_b_(rounded(b)) {
    for (const Points* body : {&a_, &b_}) {
      for (std::size_t i = 0; i < body->size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) edges_.push_back(test::minus((*body)[i], (*body)[j]));
      }
    }
  }

  Rational squared() const {
    const std::vector<Vector3> edges = rounded(edges_);
    double least = std::numeric_limits<double>::infinity();
    std::vector<std::array<std::size_t, 2>> nearest;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const double distance = distance_along(cross(edges[i], edges[j]));
        if (!(distance < least * (1 + 1e-6))) continue;
        if (distance < least * (1 - 1e-6)) nearest.clear();
        least = std::min(least, distance);
        nearest.push_back({i, j});
      }
    }
    Rational best = -1;
    for (const auto& [i, j] : nearest) {
      const Rational here = exactly_along(test::cross(edges_[i], edges_[j]));
      if (best < 0 || here < best) best = here;
    }
    return best;
  }

 private:
  static std::vector<Vector3> rounded(const Points& points) {
    std::vector<Vector3> near;
    for (const Point& point : points) {
      Vector3& x = near.emplace_back();
      for (std::size_t l = 0; l < 3; ++l) x[l] = point[l].convert_to<double>();
    }
    return near;
  }
  /// The distance of the nearer plane of both sides.
  double distance_along(const Vector3& n) const {
    double most_a = -std::numeric_limits<double>::infinity();
    double least_a = -most_a, most_b = most_a, least_b = -most_a;
    for (const Vector3& x : near_a_) {
      most_a = std::max(most_a, dot<3>(n, x));
      least_a = std::min(least_a, dot<3>(n, x));
    }
    for (const Vector3& y : near_b_) {
      most_b = std::max(most_b, dot<3>(n, y));
      least_b = std::min(least_b, dot<3>(n, y));
    }
    return std::min(most_a - least_b, most_b - least_a) / std::sqrt(dot<3>(n, n));
  }
  Rational exactly_along(const Point& n) const {
    const Rational ahead = -test::exact_gap(a_, b_, n);
    const Rational behind = -test::exact_gap(a_, b_, test::negated(n));
    const Rational height = std::min(ahead, behind);
    return height * height / test::dot(n, n);
  }

  const Points& a_;
  const Points& b_;
  std::vector<Vector3> near_a_, near_b_;
  Points edges_;
};

TEST_F(EpaBounds, OfRoundBodiesToo) {
  RandomSpecs random(512);
  for (int i = 0; i < 10 * test::long_run(); ++i) {
    Overlap drawn{draw_round_body(random), draw_round_body(random)};
    const Points of_a = test::world(drawn.a);
    const double far = random.signed_unit();
    for (std::size_t l = 0; l < 3; ++l) {
      drawn.b.offset[l] = drawn.a.offset[l] + (l == 0 ? far : 0.1 * random.signed_unit());
    }
    const Points of_b = test::world(drawn.b);
    ask<3>(drawn, RoundDepth(of_a, of_b).squared());
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(in_lanes_.lower().seen(), 10 * 8);
  EXPECT_GT(in_lanes_.lower().ratio(), 0.005) << "far from tight: is the test asking anything?";
  EXPECT_GT(in_lanes_.upper().ratio(), 0.01);
}

/// Moves b along x to where it meets a by a share of its size.
void place_shallow(Overlap& drawn, double share) {
  drawn.b.offset = drawn.a.offset;
  double inside = 0;
  double outside = 16;
  const auto move_to = [&](double along) { drawn.b.offset[0] = drawn.a.offset[0] + along; };
  for (int step = 0; step < 60; ++step) {
    move_to((inside + outside) / 2);
    const test::MadePair<3> made(drawn.a, drawn.b);
    const bool meet = static_cast<bool>(
        intersects(Posed3{made.a.polytope, made.a.pose}, Posed3{made.b.polytope, made.b.pose}));
    (meet ? inside : outside) = (inside + outside) / 2;
  }
  move_to(inside * (1 - share));
}

/// Twofold arithmetic reaches the default width where doubles do not.
TEST_F(EpaBounds, OfShallowDepthsTheyAreNarrow) {
  RandomSpecs random(513);
  for (int i = 0; i < 10 * test::long_run(); ++i) {
    Overlap drawn{draw_round_body(random), draw_round_body(random)};
    place_shallow(drawn, std::ldexp(1.0, -random.in(6, 12)));
    const Points of_a = test::world(drawn.a);
    const Points of_b = test::world(drawn.b);
    ask<3>(drawn, RoundDepth(of_a, of_b).squared());
    double largest = 0;
    for (const Points* body : {&of_a, &of_b}) {
      for (const Point& x : *body) {
        for (const Rational& entry : x)
          largest = std::max(largest, std::fabs(entry.convert_to<double>()));
      }
    }
    const test::MadePair<3> made(drawn.a, drawn.b);
    on_every_target([&] {
      const Depth<3> depth = deepen(FilteredPair<3>(made.pair()), {});
      ASSERT_EQ(depth.verdict, Verdict::overlapping);
      EXPECT_LE(depth.upper - depth.lower, std::max(64 * 0x1p-52 * largest, 1e-12 * depth.upper));
    });
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace sunder::detail::epa

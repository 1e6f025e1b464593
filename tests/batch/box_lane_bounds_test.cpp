// SPDX-License-Identifier: Apache-2.0
//
// Tests Lemma B (batch/box_lanes-inl.hpp) against rationals, on every instruction set and in every
// rounding mode, flushing or not. The first ratio is that of the largest gap of the lanes to the
// largest over all axes of the exact boxes. Boxes with nearly parallel edges must overlap if the
// lanes report an overlap.
#include <cmath>

#include "batch/trial.hpp"
#include "filter/exact_boxes.hpp"
#include "filter/random_specs.hpp"
#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "lanes/every_target.hpp"

namespace sunder::detail::batch {
namespace {

using test::BodySpec;
using test::Doubles;
using test::FloatMode;
using test::Point;
using test::Points;
using test::RandomSpecs;
using test::Rational;
using test::WorstRatio;

using Matrix = std::array<double, 9>;
using Space = std::array<double, 3>;

/// Returns a rotation up to a shear of at most 2^-12, or up to its rounding.
Matrix nearly_rotation(RandomSpecs& random) {
  Space q{random.signed_unit(), random.signed_unit(), random.signed_unit()};
  if (random.chance(3)) q.fill(0);
  if (random.chance(6)) q = {1, 1, 1};
  if (random.chance(3)) q[0] = q[1] = 0;
  const double s = 2 / (1 + q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  const auto [x, y, z] = q;
  Matrix r{1 - s * (y * y + z * z), s * (x * y - z),         s * (x * z + y),
           s * (x * y + z),         1 - s * (x * x + z * z), s * (y * z - x),
           s * (x * z - y),         s * (y * z + x),         1 - s * (x * x + y * y)};
  if (!random.chance(2)) return r;
  const int least = random.in(13, 40);
  for (double& entry : r) entry += std::ldexp(random.signed_unit(), -least);
  return r;
}

PlacedBoxes draw(RandomSpecs& random) {
  PlacedBoxes boxes;
  boxes.a = nearly_rotation(random);
  boxes.b = random.chance(3) ? boxes.a : nearly_rotation(random);
  if (random.chance(4)) {  // entries that floats flush
    for (double& entry : boxes.b) entry += std::ldexp(random.signed_unit(), -140);
  }
  const int scale = random.chance(2) ? random.in(-36, 30) : 0;
  const bool centred = random.chance(2);
  const bool about_each_other = random.chance(2);
  for (std::size_t k = 0; k < 3; ++k) {
    const int spread = random.chance(4) ? -random.in(0, 40) : 0;
    boxes.half_a[k] = std::ldexp(std::fabs(random.signed_unit()), scale + spread);
    boxes.half_b[k] = std::ldexp(std::fabs(random.signed_unit()), scale);
    boxes.offset_a[k] = std::ldexp(random.signed_unit(), scale);
    boxes.offset_b[k] = std::ldexp(random.signed_unit(), scale + (random.chance(4) ? 8 : 1));
    if (about_each_other) boxes.offset_b[k] = boxes.offset_a[k] + boxes.half_b[k] / 2;
    if (centred) continue;
    boxes.centre_a[k] = std::ldexp(random.signed_unit(), scale + 2);
    const double other = std::ldexp(random.signed_unit(), scale + 2);
    boxes.centre_b[k] = about_each_other ? boxes.centre_a[k] : other;
  }
  return boxes;
}

BodySpec spec_of(const Matrix& r, const Space& offset, const Space& centre, const Space& half) {
  BodySpec spec;
  spec.linear.assign(r.begin(), r.end());
  spec.offset.assign(offset.begin(), offset.end());
  spec.vertices = {Doubles(centre.begin(), centre.end()), Doubles(half.begin(), half.end())};
  return spec;
}

/// Returns the exact corners, which need not consist of doubles.
Points corners(const BodySpec& spec) {
  const Point r = test::exact_linear(spec);
  Points all;
  for (std::size_t corner = 0; corner < 8; ++corner) {
    Point x;
    for (std::size_t k = 0; k < 3; ++k) {
      const Rational half(spec.vertices[1][k]);
      x.push_back(Rational(spec.vertices[0][k]) +
                  ((corner >> k & 1) != 0 ? half : Rational(-half)));
    }
    Point& there = all.emplace_back();
    for (std::size_t l = 0; l < 3; ++l) {
      there.push_back(r[3 * l] * x[0] + r[3 * l + 1] * x[1] + r[3 * l + 2] * x[2] +
                      Rational(spec.offset[l]));
    }
  }
  return all;
}

/// Returns the faces' normals, with the lengths of the lemma: the rows of the inverse.
Points normals(const Points& edges) {
  const Rational volume = test::dot(edges[0], test::cross(edges[1], edges[2]));
  Points found;
  for (std::size_t k = 0; k < 3; ++k) {
    Point n = test::cross(edges[(k + 1) % 3], edges[(k + 2) % 3]);
    for (Rational& entry : n) entry /= volume;
    found.push_back(n);
  }
  return found;
}

struct Exact {
  Rational by_normals;  ///< the largest gap, with faces' own normals among the axes
  Rational by_edges;    ///< with edges as normals, which the lemma also allows
  bool overlap;         ///< no true axis separates or touches
};

Exact exact_gaps(const PlacedBoxes& boxes) {
  const BodySpec a = spec_of(boxes.a, boxes.offset_a, boxes.centre_a, boxes.half_a);
  const BodySpec b = spec_of(boxes.b, boxes.offset_b, boxes.centre_b, boxes.half_b);
  const Points of_a = corners(a);
  const Points of_b = corners(b);
  const Points edges_a = test::box_edges(a);
  const Points edges_b = test::box_edges(b);
  const auto gap = [&](const Point& n) {
    return std::max(test::exact_gap(of_a, of_b, n), test::exact_gap(of_a, of_b, test::negated(n)));
  };
  Exact found{-1, -1, true};
  found.by_normals = found.by_edges = gap(test::cross(edges_a[0], edges_b[0]));
  for (const Point& p : edges_a) {
    for (const Point& q : edges_b) {
      const Point n = test::cross(p, q);
      const Rational along = gap(n);
      found.by_normals = std::max(found.by_normals, along);
      found.by_edges = std::max(found.by_edges, along);
      found.overlap = found.overlap && (along < 0 || test::is_zero(n));
    }
  }
  for (const Points& edges : {edges_a, edges_b}) {
    for (const Point& n : normals(edges)) {
      const Rational along = gap(n);
      found.by_normals = std::max(found.by_normals, along);
      found.overlap = found.overlap && along < 0;
    }
    for (const Point& n : edges) found.by_edges = std::max(found.by_edges, gap(n));
  }
  return found;
}

TEST(BoxLaneBounds, GapsAreWithinTheirBound) {
  RandomSpecs random(401);
  WorstRatio by_normals("gap of boxes in a batch, along normals");
  WorstRatio by_edges("gap of boxes in a batch, along edges");
  int beside_parallel = 0;
  for (int i = 0; i < 40 * test::long_run(); ++i) {
    const PlacedBoxes boxes = draw(random);
    const Exact exact = exact_gaps(boxes);
    for (const FloatMode& mode : test::float_modes()) {
      on_every_target([&] {
        const LaneGaps found = test::in_mode(mode, [&] { return box_lane_gaps(boxes); });
        if (!found.holds) return;
        const Rational gap(found.largest);
        by_normals.see(gap - exact.by_normals, Rational(found.bound), mode.name);
        by_edges.see(gap - exact.by_edges, Rational(found.bound), mode.name);
        if (!found.overlaps) return;
        beside_parallel += found.largest < -found.bound ? 0 : 1;
        EXPECT_TRUE(exact.overlap) << mode.name;
      });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(by_normals.seen(), 40 * 8);
  EXPECT_GT(beside_parallel, 20);
  EXPECT_GT(by_normals.ratio(), 0.01) << "far from tight: is the test asking anything?";
  EXPECT_GT(by_edges.ratio(), 0.01);
}

}  // namespace
}  // namespace sunder::detail::batch

// SPDX-License-Identifier: Apache-2.0
//
// The errors behind certificates of boxes relative to their bounds, against rationals. The poses
// are rotations or reflections up to rounding (frame-inl.hpp, one_pair-inl.hpp). Every
// instruction set runs in every rounding mode, with and without flushing.
// Tested are gaps along the returned directions, and weights of corners.
#include <cmath>
#include <string>

#include "filter/exact_boxes.hpp"
#include "filter/random_specs.hpp"
#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "lanes/every_target.hpp"
#include "narrow/boxes/trial.hpp"

namespace sunder::detail::boxes {
namespace {

using test::BodySpec;
using test::Doubles;
using test::FloatMode;
using test::Point;
using test::Points;
using test::RandomSpecs;
using test::Rational;
using test::WorstRatio;

using Half = std::array<double, 3>;

/// A box about the origin, or offset from it.
BodySpec box_of(RandomSpecs& random, const Half& half, double aside) {
  BodySpec spec;
  Doubles middle(3);
  for (std::size_t k = 0; k < 3; ++k) middle[k] = aside * random.signed_unit() * half[k];
  for (std::size_t corner = 0; corner < 8; ++corner) {
    Doubles& vertex = spec.vertices.emplace_back(3);
    for (std::size_t k = 0; k < 3; ++k) {
      vertex[k] = middle[k] + ((corner >> k & 1) != 0 ? half[k] : -half[k]);
    }
  }
  spec.offset = {0, 0, 0};
  return spec;
}

/// A quaternion, or its rounded matrix, slightly scaled, or a reflection.
void turn(RandomSpecs& random, BodySpec& spec) {
  spec.wxyz.emplace();
  for (double& entry : *spec.wxyz) entry = random.signed_unit();
  if (random.chance(4)) return;
  for (const Rational& entry : test::exact_linear(spec)) {
    spec.linear.push_back(entry.convert_to<double>());
  }
  spec.wxyz.reset();
  // The largest scale that is accepted, or a smaller one.
  const double stretch = random.chance(2) ? 0x1.fep-21 : std::ldexp(1.0, -random.in(21, 50));
  const double sign = random.chance(4) ? -1 : 1;
  for (double& entry : spec.linear) entry *= sign * (1 + stretch);
}

struct DrawnBoxes {
  BodySpec a, b;
};
DrawnBoxes draw(RandomSpecs& random) {
  const double size = std::ldexp(1.0, random.chance(2) ? random.in(-56, 56) : 0);
  const double aside = random.chance(3) ? std::ldexp(1.0, random.in(0, 20)) : 0;
  const bool cube = random.chance(2);
  DrawnBoxes drawn;
  for (BodySpec* const body : {&drawn.a, &drawn.b}) {
    Half half{};
    for (double& entry : half) {
      entry = size * (1 + (cube ? 0.1 : 0.7) * random.signed_unit());
      if (!cube && random.chance(6)) entry = std::ldexp(entry, -random.in(1, 30));
    }
    *body = box_of(random, half, aside);
    turn(random, *body);
    for (double& entry : body->offset) entry = size * random.signed_unit();
  }
  if (random.chance(3)) {  // nearly the same orientation
    drawn.b.linear = drawn.a.linear;
    drawn.b.wxyz = drawn.a.wxyz;
    if (!drawn.b.linear.empty()) {
      drawn.b.linear[static_cast<std::size_t>(random.in(0, 8))] *= 1 + 0x1p-45;
    }
  }
  if (random.chance(2)) test::bring_together(drawn.a, drawn.b);
  return drawn;
}

/// A box by its half edges and its middle, in the world.
struct ExactBox {
  Points half;
  Point middle;

  explicit ExactBox(const BodySpec& spec) {
    const Points corners = test::world(spec);  // bit k of the index: the upper end of extent k
    for (std::size_t k = 0; k < 3; ++k) {
      half.push_back(test::minus(corners[std::size_t{1} << k], corners[0]));
      for (Rational& entry : half.back()) entry /= 2;
    }
    middle = corners[0];
    for (std::size_t l = 0; l < 3; ++l) middle[l] = (middle[l] + corners[7][l]) / 2;
  }
};

/// Returns the edges of an axis, a's from 0, b's from 3, by its number in frame-inl.hpp.
std::array<std::uint32_t, 2> edges_of(std::size_t number) {
  const auto k = static_cast<std::uint32_t>(number % 4);
  if (number < 8) {
    const std::uint32_t of = number < 4 ? 0 : 3;
    return {of + (k + 1) % 3, of + (k + 2) % 3};
  }
  return {static_cast<std::uint32_t>(number / 4 - 2), 3 + k};
}

int sign_of(double x) { return x > 0 ? 1 : (x < 0 ? -1 : 0); }

struct ExactPair {
  ExactBox a, b;
  Points of_a, of_b;
  Points edges;  ///< columns of both R
  int mirrored;  ///< -1 if a is

  ExactPair(const BodySpec& on_a, const BodySpec& on_b)
      : a(on_a), b(on_b), of_a(test::world(on_a)), of_b(test::world(on_b)) {
    edges = test::box_edges(on_a);
    for (const Point& edge : test::box_edges(on_b)) edges.push_back(edge);
    mirrored = test::dot(a.half[0], test::cross(a.half[1], a.half[2])) < 0 ? -1 : 1;
  }

  /// x, y, z and D for the ends that were found.
  std::array<Rational, 4> products(std::size_t number, const RigidAxis& axis) const {
    Point e(3);
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t l = 0; l < 3; ++l) {
        e[l] += sign_of(axis.end_a[k]) * a.half[k][l] - sign_of(axis.end_b[k]) * b.half[k][l];
      }
    }
    const Point p = edge(edges_of(number)[0]);
    const Point q = edge(edges_of(number)[1]);
    const Point t = test::minus(b.middle, a.middle);
    std::array<Rational, 4> exact{test::dot(t, test::cross(p, q)), test::dot(t, test::cross(q, e)),
                                  test::dot(t, test::cross(e, p)), test::dot(e, test::cross(p, q))};
    for (Rational& product : exact) product *= mirrored;
    return exact;
  }

  /// The cross product of the axis' edges, for boxes whose edges have the lengths of R's columns.
  Point axis(std::size_t number) const {
    return test::cross(edges[edges_of(number)[0]], edges[edges_of(number)[1]]);
  }

 private:
  Point edge(std::uint32_t k) const { return k < 3 ? a.half[k] : test::negated(b.half[k - 3]); }
};

/// D + v . (x, y, z), in the order of RigidAxis.
std::array<Rational, 4> weights_of(const std::array<Rational, 4>& products) {
  const auto& [x, y, z, d] = products;
  return {d + z + x + y, d - z - x + y, d + z - x - y, d - z + x - y};
}

TEST(BoxWeights, GapsAndWeightsOfCorners) {
  RandomSpecs random(304);
  WorstRatio gaps("gap of boxes along the direction found");
  WorstRatio squares("squared length of an axis of boxes");
  WorstRatio products("products of half edges");
  WorstRatio weights("weights of four corners");
  const int cases = 5 * test::long_run();
  for (int i = 0; i < cases; ++i) {
    const auto [a, b] = draw(random);
    const ExactPair exact(a, b);
    const test::MadePair<3> made(a, b);
    for (const FloatMode& mode : test::float_modes()) {
      on_every_target([&] {
        const RigidMeasures found = test::in_mode(mode, [&] { return measure_rigid(made.pair()); });
        if (!found.known || !std::isfinite(found.error)) return;
        const Rational error(found.error);
        const Rational weight_error(found.weight_error);
        for (std::size_t number = 0; number < 20U; ++number) {
          if (number % 4 == 3) continue;
          const RigidAxis& axis = found.axes[number];
          const Point u = test::exact(axis.direction.data(), 3);
          gaps.see(Rational(axis.gap) - test::exact_gap(exact.of_a, exact.of_b, u), error,
                   mode.name);
          const Point n = exact.axis(number);
          squares.see(Rational(axis.squared) - test::dot(n, n), Rational(found.square_error),
                      mode.name);
          const std::array<Rational, 4> of_axis = exact.products(number, axis);
          const std::array<Rational, 4> of_corners = weights_of(of_axis);
          for (std::size_t k = 0; k < 4; ++k) {
            products.see(Rational(axis.products[k]) - of_axis[k], weight_error, mode.name);
            weights.see(Rational(axis.weights[k]) - of_corners[k], weight_error, mode.name);
          }
        }
      });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(gaps.seen(), 15 * cases);
  EXPECT_GT(gaps.ratio(), 0.01) << "far from tight: is the test asking anything?";
  EXPECT_GT(squares.ratio(), 0.01);
  EXPECT_GT(products.ratio(), 0.0002);
  EXPECT_GT(weights.ratio(), 0.0002);
}

}  // namespace
}  // namespace sunder::detail::boxes

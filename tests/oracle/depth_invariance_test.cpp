// SPDX-License-Identifier: Apache-2.0
//
// Transformations that must not change the depth, or must change it in a known way. The exact depth
// of the mapped pair follows from that of the original pair, so that the oracle runs once.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "oracle/depth_promises.hpp"
#include "suite/random.hpp"

namespace sunder::oracle {
namespace {

using suite::BodyData;
using suite::PoseData;
using suite::Random;
using Point = std::vector<double>;

constexpr int kPairs = 60;

/// Two overlapping lattice bodies, and their depth.
struct Known {
  std::string name;
  BodyData a;
  BodyData b;
  ExactDepthOfPair truth;
};

BodyData lattice_hull(Random& random, int dimension, int reach) {
  BodyData body;
  for (int count = random.in(dimension + 1, 8); count > 0; --count) {
    Point& vertex = body.vertices.emplace_back();
    for (int k = 0; k < dimension; ++k) vertex.push_back(random.in(-reach, reach));
  }
  return body;
}

std::vector<Known> known_pairs(int dimension) {
  std::vector<Known> result;
  Random random(static_cast<std::uint64_t>(dimension));
  while (result.size() < kPairs) {
    Known known;
    known.name = std::to_string(dimension) + "-D pair " + std::to_string(result.size());
    const int reach = random.in(2, 9);
    known.a = lattice_hull(random, dimension, reach);
    known.b = lattice_hull(random, dimension, reach);
    known.truth = ExactPair(known.a, known.b)
                      .depth(every_pair_and_triple(known.a), every_pair_and_triple(known.b));
    if (known.truth.overlapping) result.push_back(std::move(known));
  }
  return result;
}

Point unit(const std::vector<BigInt>& direction) {
  Point result;
  double square = 0;
  for (const BigInt& entry : direction) {
    result.push_back(entry.convert_to<double>());
    square += result.back() * result.back();
  }
  for (double& entry : result) entry /= std::sqrt(square);
  return result;
}

template <int D>
void expect_kept(const Known& known, const char* what) {
  const suite::Bodies<D> bodies(known.a, known.b, D);
  const ExactPair exact(known.a, known.b);
  for (const auto& broken : broken_promises(bodies, exact, known.truth, 0))
    ADD_FAILURE() << known.name << ", " << what << ", " << broken.promise << ": " << broken.how;
  if (!known.truth.clearly_unique) return;
  const Penetration<D> answer = penetration(bodies.a(), bodies.b());
  const Point expected = unit(known.truth.directions.front());
  for (std::size_t k = 0; k < D; ++k)
    EXPECT_NEAR(answer.witness->normal[k], expected[k], 1e-9) << known.name << ", " << what;
}

void expect_kept(const Known& known, const char* what) {
  known.a.vertices.front().size() == 2 ? expect_kept<2>(known, what) : expect_kept<3>(known, what);
}

template <class Ask>
void for_each_pair(Ask&& ask) {
  for (const int dimension : {2, 3}) {
    for (const Known& known : known_pairs(dimension)) ask(known);
  }
}

template <class Map>
Known mapped(Known known, Map&& map) {
  for (BodyData* body : {&known.a, &known.b}) {
    for (Point& vertex : body->vertices) vertex = map(vertex);
  }
  return known;
}

TEST(DepthInvariance, ThePairsThemselves) {
  int unique = 0;
  for_each_pair([&](const Known& known) {
    expect_kept(known, "as it is");
    if (known.truth.clearly_unique) ++unique;
  });
  EXPECT_GE(unique, kPairs / 2);
}

TEST(DepthInvariance, SwapTurnsTheNormalRound) {
  for_each_pair([](const Known& known) {
    Known swapped = known;
    std::swap(swapped.a, swapped.b);
    for (auto& direction : swapped.truth.directions) {
      for (BigInt& entry : direction) entry = -entry;
    }
    expect_kept(swapped, "swapped");
  });
}

TEST(DepthInvariance, TranslationOfBothChangesNothing) {
  for_each_pair([](const Known& known) {
    for (const double step : {7.0, -1048576.0}) {
      expect_kept(mapped(known,
                         [&](Point vertex) {
                           for (double& entry : vertex) entry += step;
                           return vertex;
                         }),
                  "vertices moved");
      Known moved = known;
      for (BodyData* body : {&moved.a, &moved.b}) {
        body->pose.form = PoseData::Form::translation;
        body->pose.translation.assign(known.a.vertices.front().size(), step + 0.3);
      }
      expect_kept(moved, "poses moved");
    }
  });
}

TEST(DepthInvariance, SignedPermutationOfTheAxesTurnsTheNormalAlong) {
  const auto turn = [](auto vertex) {
    std::rotate(vertex.begin(), vertex.begin() + 1, vertex.end());
    vertex.front() = -vertex.front();
    return vertex;
  };
  for_each_pair([&](const Known& known) {
    Known turned = mapped(known, turn);
    for (auto& direction : turned.truth.directions) direction = turn(direction);
    expect_kept(turned, "axes exchanged");
  });
}

/// 5 times the rotation by the angle of the 3-4-5 triangle, in the first two coordinates; the third
/// is scaled by 5 too.
template <class Vec>
Vec five_times_turned(const Vec& x) {
  Vec y(x);
  y[0] = 3 * x[0] - 4 * x[1];
  y[1] = 4 * x[0] + 3 * x[1];
  if (x.size() == 3) y[2] = 5 * x[2];
  return y;
}

TEST(DepthInvariance, PythagoreanRotationTurnsTheNormalAlong) {
  for_each_pair([](const Known& known) {
    Known turned = mapped(known, five_times_turned<Point>);
    turned.truth.squared *= 25;
    for (auto& direction : turned.truth.directions) direction = five_times_turned(direction);
    expect_kept(turned, "turned by 3-4-5");
  });
}

TEST(DepthInvariance, OneQuaternionForBothTurnsTheNormalAlong) {
  const std::array<double, 4> q{3, 1, -2, 2};
  const auto rotation = rotation_of<Rational>(q);
  for (const Known& known : known_pairs(3)) {
    Known turned = known;
    for (BodyData* body : {&turned.a, &turned.b}) {
      body->pose.form = PoseData::Form::quaternion;
      body->pose.quaternion = q;
      body->pose.translation = {1e6, -3e5, 0.1};
    }
    for (auto& direction : turned.truth.directions) {
      const auto before = direction;
      for (std::size_t row = 0; row < 3; ++row) {
        Rational sum(0);
        for (std::size_t k = 0; k < 3; ++k) sum += rotation[row][k] * Rational(before[k]) * 18;
        direction[row] = numerator(sum);  // |q|^2 = 18: it is an integer
      }
    }
    expect_kept(turned, "turned by a quaternion");
  }
}

TEST(DepthInvariance, PowersOfTwoScaleTheDepth) {
  for_each_pair([](const Known& known) {
    for (const int exponent : {-1000, -500, -50, 1, 50, 500, 1000}) {
      const double factor = std::ldexp(1.0, exponent);
      Known scaled = mapped(known, [&](Point vertex) {
        for (double& entry : vertex) entry *= factor;
        return vertex;
      });
      scaled.truth.squared *= Rational(factor) * Rational(factor);
      expect_kept(scaled, "scaled by a power of two");
    }
  });
}

TEST(DepthInvariance, OrderDuplicatesAndInnerPointsDoNotMatter) {
  Random random(17);
  for_each_pair([&](const Known& known) {
    Known crowded = known;
    for (BodyData* body : {&crowded.a, &crowded.b}) {
      const auto vertices = body->vertices;
      for (int more = random.in(1, 6); more > 0; --more) {
        Point x = random.pick(vertices);
        const Point& y = random.pick(vertices);
        const bool between = random.chance(1, 2);
        for (std::size_t k = 0; between && k < x.size(); ++k) x[k] = (x[k] + y[k]) / 2;
        body->vertices.push_back(std::move(x));
      }
      random.shuffle(body->vertices);
    }
    expect_kept(crowded, "shuffled and crowded");
  });
}

}  // namespace
}  // namespace sunder::oracle

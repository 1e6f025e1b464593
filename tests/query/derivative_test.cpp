// SPDX-License-Identifier: Apache-2.0
//
// Slopes against central differences to fifty digits. The claim that a slope is unique is tested
// both ways. With it there is no kink in any direction, and without it there is one.
#include <cmath>
#include <gtest/gtest.h>

#include "query/motion_oracle.hpp"
#include "query/trap_bodies.hpp"
#include "suite/random.hpp"

namespace sunder::traps {
namespace {

using suite::Bodies;
using suite::Random;

const Float kStep("1e-15");

template <int D>
Derivative<D> ask(const BodyData& a, const BodyData& b) {
  const Bodies<D> bodies(a, b, D);
  return derivative(bodies.a(), bodies.b());
}

SmallMotion scaled(const SmallMotion& motion, const Float& factor) {
  SmallMotion result = motion;
  for (Float& entry : result.shift) entry *= factor;
  for (Float& entry : result.turn) entry *= factor;
  return result;
}

/// The change of the signed distance from here to h and to -h times both motions, per h.
struct Difference {
  double slope;  ///< half the difference of the two
  double kink;   ///< their sum
};
Difference difference(const MotionOracle& oracle, const SmallMotion& a, const SmallMotion& b) {
  const Float here = oracle.signed_distance(scaled(a, 0), scaled(b, 0));
  const Float ahead = oracle.signed_distance(scaled(a, kStep), scaled(b, kStep));
  const Float behind = oracle.signed_distance(scaled(a, -kStep), scaled(b, -kStep));
  return {static_cast<double>((ahead - behind) / (2 * kStep)),
          static_cast<double>((ahead + behind - 2 * here) / kStep)};
}

/// Tests each slope that is claimed to be unique, and counts both kinds.
template <int D>
int expect_slopes(const BodyData& a, const BodyData& b, double tolerance, const std::string& name) {
  const MotionOracle oracle(a, b, 1e-9);
  const Derivative<D> answer = ask<D>(a, b);
  EXPECT_TRUE(answer.valid) << name;
  const SmallMotion still = no_motion(D);
  const Float value = oracle.signed_distance(still, still);
  EXPECT_LE(Float(answer.distance.lower), value + abs(value) * 1e-30) << name;
  EXPECT_GE(Float(answer.distance.upper), value - abs(value) * 1e-30) << name;
  const auto compare = [&](const auto& of_a, const auto& of_b, FloatVector SmallMotion::*part) {
    for (std::size_t k = 0; k < of_a.size(); ++k) {
      SmallMotion motion = still;
      (motion.*part)[k] = 1;
      EXPECT_NEAR(of_a[k], difference(oracle, motion, still).slope, tolerance) << name << " a" << k;
      EXPECT_NEAR(of_b[k], difference(oracle, still, motion).slope, tolerance) << name << " b" << k;
    }
  };
  if (answer.unique_translation) {
    compare(answer.translation_a, answer.translation_b, &SmallMotion::shift);
  }
  if (answer.unique_rotation) compare(answer.rotation_a, answer.rotation_b, &SmallMotion::turn);
  EXPECT_TRUE(answer.unique_translation || !answer.unique_rotation) << name;
  return (answer.unique_translation ? 1 : 0) + (answer.unique_rotation ? 1 : 0);
}

std::vector<double> random_vector(Random& random, std::size_t d, double size) {
  std::vector<double> v;
  for (std::size_t l = 0; l < d; ++l) v.push_back(size * (2 * random.unit() - 1));
  return v;
}

template <int D>
BodyData placed(Random& random, BodyData body, const std::vector<double>& t) {
  const double x = 2 * random.unit() - 1;
  const double y = 2 * random.unit() - 1;
  const double z = 2 * random.unit() - 1;
  if constexpr (D == 3) {
    return with_quaternion(std::move(body), {0.3, x, y, z}, t);
  } else {
    return with_matrix(std::move(body), {x, -y, t[0], y, x, t[1]});
  }
}

template <int D>
BodyData hull(Random& random, int count, double size) {
  BodyData body;
  for (int k = 0; k < count; ++k) body.vertices.push_back(random_vector(random, D, size));
  return body;
}

/// Boxes and hulls in any rotation, separated and overlapping.
template <int D>
void compare_random(std::uint64_t seed, int pairs) {
  Random random(seed);
  int unique = 0;
  std::array<int, 2> seen{};
  for (int i = 0; i < pairs; ++i) {
    const bool boxes = random.chance(1, 3);
    const int count_a = random.in(D + 1, D + 3);
    const int count_b = random.in(1, D + 3);
    BodyData a = boxes ? box(std::vector<double>(D, 0.5)) : hull<D>(random, count_a, 1);
    BodyData b = boxes ? box(std::vector<double>(D, 0.75)) : hull<D>(random, count_b, 1);
    // Pivots outside the bodies, so that a rotation also translates them.
    if (random.chance(1, 2)) {
      for (auto& vertex : b.vertices) vertex[0] += 2;
    }
    const auto here = random_vector(random, D, 1);
    const auto there = random_vector(random, D, random.chance(1, 2) ? 1 : 4);
    a = placed<D>(random, std::move(a), here);
    b = placed<D>(random, std::move(b), there);
    unique += expect_slopes<D>(a, b, 1e-12, "pair " + std::to_string(i));
    ++seen[ask<D>(a, b).distance.lower > 0 ? 0 : 1];
  }
  EXPECT_GT(unique, 2 * pairs - pairs / 8) << "ties are rare";
  for (const int count : seen) EXPECT_GT(count, pairs / 8);
}

TEST(Derivative, CentralDifferencesInThePlane) { compare_random<2>(211, 120); }
TEST(Derivative, CentralDifferencesInSpace) { compare_random<3>(212, 40); }

TEST(Derivative, SlenderAndFarBodies) {
  Random random(213);
  for (int i = 0; i < 12; ++i) {
    BodyData needle = box({1e3, 1e-3, 1e-3});
    needle = placed<3>(random, std::move(needle), {1e6, 1e6, -1e6});
    auto beside = random_vector(random, 3, 1);
    for (std::size_t l = 0; l < 3; ++l) beside[l] += l == 2 ? -1e6 : 1e6;
    const BodyData rock = placed<3>(random, hull<3>(random, 5, 1), beside);
    // An arm of a kilometre: the compared values are a thousand times as large.
    expect_slopes<3>(needle, rock, 1e-8, "pair " + std::to_string(i));
  }
}

/// If no slope is unique, there is a kink in nearly every direction.
constexpr double kSmooth = 1e-9;
constexpr double kKink = 1e-4;

/// The largest kink over motions of both bodies, with or without rotations.
template <int D>
double largest_kink(Random& random, const MotionOracle& oracle, bool turning) {
  double largest = 0;
  for (int k = 0; k < 6; ++k) {
    SmallMotion a = no_motion(D);
    SmallMotion b = no_motion(D);
    for (SmallMotion* motion : {&a, &b}) {
      for (Float& entry : motion->shift) entry = 2 * random.unit() - 1;
      for (Float& entry : motion->turn) entry = turning ? 2 * random.unit() - 1 : 0;
    }
    largest = std::max(largest, std::fabs(difference(oracle, a, b).kink));
  }
  return largest;
}

/// Counts the cases: by verdict, then by which slopes are unique.
using Seen = std::array<std::array<int, 3>, 3>;

template <int D>
void expect_flags(Random& random, const BodyData& a, const BodyData& b, const std::string& name,
                  Seen& seen) {
  const MotionOracle oracle(a, b, 1e-9);
  const Derivative<D> answer = ask<D>(a, b);
  const double translating = largest_kink<D>(random, oracle, false);
  const double turning = largest_kink<D>(random, oracle, true);
  EXPECT_TRUE(answer.unique_translation ? translating < kSmooth : translating > kKink)
      << name << ": " << translating;
  EXPECT_TRUE(answer.unique_rotation ? turning < kSmooth : turning > kKink)
      << name << ": " << turning;
  const std::size_t kind =
      (answer.unique_translation ? 1u : 0u) + (answer.unique_rotation ? 1u : 0u);
  ++seen[static_cast<std::size_t>(answer.verdict)][kind];
}

/// Small integers, so that faces are parallel, depths tie and bodies touch.
template <int D>
Seen compare_flags(std::uint64_t seed, int pairs, int range) {
  Random random(seed);
  Seen seen{};
  for (int i = 0; i < pairs; ++i) {
    const auto body = [&]() {
      BodyData made;
      for (int k = random.in(1, D + 3); k > 0; --k) {
        auto& vertex = made.vertices.emplace_back();
        for (int l = 0; l < D; ++l) vertex.push_back(random.in(-range, range));
      }
      return made;
    };
    const BodyData a = body();
    BodyData b = body();
    std::vector<double> t;
    for (int l = 0; l < D; ++l) t.push_back(random.in(-range, range));
    b = with_translation(b, t);
    expect_flags<D>(random, a, b, "pair " + std::to_string(i), seen);
  }
  return seen;
}

TEST(Derivative, UniqueWhereThereIsNoKinkInThePlane) {
  const Seen seen = compare_flags<2>(221, 300, 3);
  for (std::size_t verdict = 0; verdict < 3; ++verdict) {
    for (std::size_t kind = 0; kind < 3; ++kind) {
      const bool apart = static_cast<Verdict>(verdict) == Verdict::separated;
      if (apart && kind == 0) continue;  // the closest points' direction is unique
      EXPECT_GT(seen[verdict][kind], 0) << verdict << " " << kind;
    }
  }
}

TEST(Derivative, UniqueWhereThereIsNoKinkInSpace) {
  const Seen seen = compare_flags<3>(222, 120, 2);
  for (std::size_t verdict = 0; verdict < 3; ++verdict) EXPECT_GT(seen[verdict][2], 0) << verdict;
}

struct Known {
  std::string name;
  BodyData a;
  BodyData b;
  bool translation;
  bool rotation;
  FeatureKind feature_a;
  FeatureKind feature_b;
};

TEST(Derivative, CasesOfKnownUniqueness) {
  const BodyData cube = box({1, 1, 1});
  const BodyData spike = points({{0, 0, 0}, {1, 1, 3}, {-1, 1, 3}, {0, -1, 3}});
  const BodyData along_x = points({{-1, 0, 0}, {1, 0, 0}, {-1, 0, 3}, {1, 0, 3}});
  const BodyData roof =
      points({{0, -1, 0}, {0, 1, 0}, {1, -1, 3}, {1, 1, 3}, {-1, -1, 3}, {-1, 1, 3}});
  const BodyData ridge =
      points({{-1, 0, 0}, {1, 0, 0}, {-1, 1, -3}, {1, 1, -3}, {-1, -1, -3}, {1, -1, -3}});
  const auto at = [](const BodyData& body, double x, double y, double z) {
    return with_translation(body, {x, y, z});
  };
  using enum FeatureKind;
  const Known cases[] = {
      {"parallel cubes apart", cube, at(cube, 0, 0, 3), true, false, face, face},
      {"parallel cubes overlapping", cube, at(cube, 0.25, 0, 1.5), true, false, face, face},
      {"parallel cubes touching", cube, at(cube, 0.25, 0.5, 2), true, false, face, face},
      {"vertex over face", cube, at(spike, 0.25, 0.125, 1.5), true, true, face, vertex},
      {"vertex on face", cube, at(spike, 0.25, 0.125, 1), true, true, face, vertex},
      {"vertex in face", cube, at(spike, 0.25, 0.125, 0.75), true, true, face, vertex},
      {"vertex on the rim of a face", cube, at(spike, 1, 0.125, 1), false, false, none, none},
      {"edge over face", cube, at(along_x, 0, 0, 2), true, false, face, edge},
      {"edge in face", cube, at(along_x, 0, 0, 0.75), true, false, face, edge},
      {"edge across edge, apart", ridge, at(roof, 0, 0, 0.5), true, true, edge, edge},
      {"edge across edge, touching", ridge, at(roof, 0, 0, 0), true, true, edge, edge},
      {"edge across edge, overlapping", ridge, at(roof, 0, 0, -0.25), true, true, edge, edge},
      {"concentric cubes", cube, cube, false, false, face, face},
      {"cube in a larger one", box({2, 2, 2}), cube, false, false, face, face},
      {"vertex over vertex", points({{0, 0, 0}, {1, 1, -3}, {-1, 1, -3}, {0, -1, -3}}),
       at(spike, 0.25, 0, 1), true, true, vertex, vertex},
      {"two points", points({{0, 0, 0}}), points({{1, 2, 3}}), true, true, vertex, vertex},
      {"one point twice", points({{0, 0, 0}}), points({{0, 0, 0}}), false, false, vertex, vertex},
      {"coplanar squares that share area", box({1, 1, 0}), at(box({1, 1, 0}), 0.5, 0.5, 0), false,
       false, face, face},
      {"a sheet over another", box({1, 1, 0}), at(box({1, 1, 0}), 0.5, 0.5, 1), true, false, face,
       face},
      {"cubes corner to corner", cube, at(cube, 2, 2, 2), false, false, none, none},
      {"cubes edge to edge", cube, at(cube, 2, 0.5, 2), false, false, none, none},
      {"cubes edge to edge, apart", cube, at(cube, 3, 0.5, 3), true, false, edge, edge},
  };
  for (const Known& known : cases) {
    const Derivative3 answer = ask<3>(known.a, known.b);
    EXPECT_EQ(answer.unique_translation, known.translation) << known.name;
    EXPECT_EQ(answer.unique_rotation, known.rotation) << known.name;
    if (known.feature_a != none) {
      EXPECT_EQ(answer.feature_a.kind, known.feature_a) << known.name;
      EXPECT_EQ(answer.feature_b.kind, known.feature_b) << known.name;
    }
    expect_slopes<3>(known.a, known.b, 1e-12, known.name);
    Random random(231);
    Seen seen{};
    expect_flags<3>(random, known.a, known.b, known.name, seen);
  }
}

TEST(Derivative, NumbersOfASimpleCase) {
  // The tip of the spike is above (1/4, 1/2) of a cube's upper face, at height one.
  const BodyData cube = with_translation(box({1, 1, 1}), {0, 0, -1});
  const BodyData spike =
      with_translation(points({{0.25, 0.5, 0}, {1, 1, 3}, {-1, 1, 3}, {0, -1, 3}}), {0, 0, 1});
  const Derivative3 answer = ask<3>(cube, spike);
  EXPECT_EQ(answer.distance.lower, 1);
  EXPECT_EQ(answer.distance.upper, 1);
  EXPECT_EQ(answer.translation_b, (Vector3{0, 0, 1}));
  EXPECT_EQ(answer.translation_a, (Vector3{0, 0, -1}));
  // Rotating the spike about x lifts its tip by the tip's y; about y it sinks by the tip's x.
  EXPECT_EQ(answer.rotation_b, (Vector3{0.5, -0.25, 0}));
  EXPECT_EQ(answer.rotation_a, (Vector3{-0.5, 0.25, 0}));
  EXPECT_EQ(answer.witness->point_a, (Vector3{0.25, 0.5, 0}));
  EXPECT_EQ(answer.witness->point_b, (Vector3{0.25, 0.5, 1}));
  EXPECT_EQ(answer.feature_a.vertices, (std::vector<std::int32_t>{4, 5, 7, 6}));
  EXPECT_EQ(answer.feature_b.vertices, (std::vector<std::int32_t>{0}));
}

/// The signed distance is convex in a translation: every slope is a lower bound everywhere.
template <int D>
void expect_subgradient(Random& random, const BodyData& a, const BodyData& b,
                        const std::string& name) {
  const Derivative<D> answer = ask<D>(a, b);
  const MotionOracle oracle(a, b, 100);
  const SmallMotion still = no_motion(D);
  const Float here = oracle.signed_distance(still, still);
  for (const double size : {1e-6, 0.1, 1.0, 5.0}) {
    SmallMotion motion = still;
    Float along = 0;
    for (std::size_t l = 0; l < D; ++l) {
      motion.shift[l] = size * (2 * random.unit() - 1);
      along += motion.shift[l] * answer.translation_b[l];
    }
    EXPECT_GE(oracle.signed_distance(still, motion), here + along - Float(1e-14)) << name;
  }
}

/// If the closest points are not unique the value has a ridge, and no slope rises less.
template <int D>
void expect_ridge(Random& random, const BodyData& a, const BodyData& b, const std::string& name) {
  const Derivative<D> answer = ask<D>(a, b);
  if (!answer.unique_translation) return;
  const MotionOracle oracle(a, b, 1e-9);
  const Float here = oracle.signed_distance(no_motion(D), no_motion(D));
  for (int k = 0; k < 4; ++k) {
    SmallMotion of_a = no_motion(D);
    SmallMotion of_b = no_motion(D);
    Float slope = 0;
    for (std::size_t l = 0; l < of_a.turn.size(); ++l) {
      of_a.turn[l] = 2 * random.unit() - 1;
      of_b.turn[l] = 2 * random.unit() - 1;
      slope += of_a.turn[l] * answer.rotation_a[l] + of_b.turn[l] * answer.rotation_b[l];
    }
    const Float there = oracle.signed_distance(scaled(of_a, kStep), scaled(of_b, kStep));
    EXPECT_LE((there - here) / kStep, slope + Float(1e-9)) << name;
  }
}

template <int D>
void compare_inequalities(std::uint64_t seed, int pairs) {
  Random random(seed);
  for (int i = 0; i < pairs; ++i) {
    const auto body = [&]() {
      BodyData made;
      for (int k = random.in(1, D + 2); k > 0; --k) {
        auto& vertex = made.vertices.emplace_back();
        for (int l = 0; l < D; ++l) vertex.push_back(random.in(-2, 2));
      }
      return made;
    };
    const BodyData a = body();
    const BodyData b = body();
    expect_subgradient<D>(random, a, b, "pair " + std::to_string(i));
    expect_ridge<D>(random, a, b, "pair " + std::to_string(i));
  }
}

TEST(Derivative, SlopesThatAreNotUniqueLieOnTheRightSide) {
  compare_inequalities<2>(241, 120);
  compare_inequalities<3>(242, 30);
}

template <class V>
void expect_near(const V& u, const V& v, double tolerance, const std::string& name) {
  for (std::size_t l = 0; l < u.size(); ++l) EXPECT_NEAR(u[l], v[l], tolerance) << name;
}

TEST(Derivative, SwapAndScale) {
  Random random(251);
  for (int i = 0; i < 60; ++i) {
    const std::string name = "pair " + std::to_string(i);
    const auto here = random_vector(random, 3, 1);
    const auto there = random_vector(random, 3, 2);
    const BodyData a = placed<3>(random, hull<3>(random, 6, 1), here);
    const BodyData b = placed<3>(random, hull<3>(random, 7, 1), there);
    const Derivative3 answer = ask<3>(a, b);
    const Derivative3 swapped = ask<3>(b, a);
    EXPECT_EQ(answer.unique_rotation, swapped.unique_rotation) << name;
    EXPECT_EQ(answer.feature_a, swapped.feature_b) << name;
    EXPECT_EQ(answer.feature_b, swapped.feature_a) << name;
    expect_near(answer.translation_a, swapped.translation_b, 1e-15, name);
    expect_near(answer.rotation_a, swapped.rotation_b, 1e-14, name);
    expect_near(answer.rotation_b, swapped.rotation_a, 1e-14, name);
    for (std::size_t l = 0; l < 3; ++l) {
      EXPECT_EQ(answer.translation_a[l], -answer.translation_b[l]) << name;
      EXPECT_NEAR(answer.witness->point_b[l] - answer.witness->point_a[l],
                  answer.distance.upper * answer.witness->normal[l], 1e-14)
          << name;
    }
    for (const int exponent : {-300, 100}) {
      const auto resized = [&](BodyData body) {
        for (auto& vertex : body.vertices) {
          for (double& x : vertex) x = std::ldexp(x, exponent);
        }
        for (double& x : body.pose.translation) x = std::ldexp(x, exponent);
        return body;
      };
      const Derivative3 other = ask<3>(resized(a), resized(b));
      EXPECT_EQ(other.translation_b, answer.translation_b) << name;
      EXPECT_EQ(other.unique_rotation, answer.unique_rotation) << name;
      for (std::size_t l = 0; l < 3; ++l) {
        EXPECT_EQ(other.rotation_a[l], std::ldexp(answer.rotation_a[l], exponent)) << name;
        EXPECT_EQ(other.rotation_b[l], std::ldexp(answer.rotation_b[l], exponent)) << name;
      }
    }
  }
}

TEST(Derivative, EmptyBodiesHaveNone) {
  const Polytope2 nothing;
  const Polytope2 square = Polytope2::box({1, 1});
  for (const auto& [a, b] : {std::pair{&nothing, &square}, {&square, &nothing}}) {
    const Derivative2 answer = derivative(Posed2{*a}, Posed2{*b});
    EXPECT_FALSE(answer.valid);
    EXPECT_FALSE(answer.unique_translation);
    EXPECT_FALSE(answer.unique_rotation);
    EXPECT_EQ(answer.verdict, Verdict::separated);
    EXPECT_EQ(answer.feature_a.kind, FeatureKind::none);
  }
}

}  // namespace
}  // namespace sunder::traps

// SPDX-License-Identifier: Apache-2.0
//
// Inputs for which a first version of the error bounds proved something false: numbers overflow,
// underflow or lose their digits. The tests' own exact oracle decides each.
#include <cfenv>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "oracle/host_state.hpp"
#include "oracle/random_pairs.hpp"
#include "query/trap_bodies.hpp"
#include "suite/random.hpp"

namespace sunder::traps {
namespace {

constexpr double kTiny = std::numeric_limits<double>::denorm_min();

std::vector<double> rotation_rows(const std::array<double, 4>& q, const std::vector<double>& t) {
  const auto r = oracle::rotation_of<suite::Rational>(q);
  std::vector<double> rows;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) rows.push_back(static_cast<double>(r[i][k]));
    rows.push_back(t[i]);
  }
  return rows;
}

/// x to R x for the largest corner, in double: within a few ulp of the exact corner.
std::vector<double> turned(const std::vector<double>& rows, const std::vector<double>& x) {
  std::vector<double> y;
  for (std::size_t i = 0; i < 3; ++i) {
    y.push_back(rows[4 * i] * x[0] + rows[4 * i + 1] * x[1] + rows[4 * i + 2] * x[2] +
                rows[4 * i + 3]);
  }
  return y;
}

// Squares of a quaternion of size 1e-161 are subnormal: the rotation computed from them is off by
// 1e-4.
TEST(NumberTraps, QuaternionOfSize1eMinus161) {
  const std::array<double, 4> unit{0.36, 0.48, 0.64, 0.48};
  std::array<double, 4> q{};
  for (std::size_t k = 0; k < 4; ++k) q[k] = unit[k] * 1e-161;
  const double length = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  const double naive = (q[0] * q[0] + q[1] * q[1] - q[2] * q[2] - q[3] * q[3]) / length;
  const auto rows = rotation_rows(q, {0, 0, 0});
  ASSERT_GT(std::abs(naive - rows[0]), 1e-6) << "the trap does not bite";
  const BodyData a = with_quaternion(box({1, 2, 3}), q);
  const auto corner = turned(rows, {1, 2, 3});
  for (const double gap : {1e-3, 1e-5, 1e-7, 1e-10, 1e-13, 1e-15}) {
    for (const double sign : {1.0, -1.0}) {
      BodyData b = points({{0, 0, 0}});
      for (std::size_t k = 0; k < 3; ++k) b.vertices[0][k] = corner[k] * (1 + sign * gap);
      expect(sign > 0 ? Verdict::separated : Verdict::overlapping, a, b,
             "gap " + std::to_string(sign * gap));
      EXPECT_EQ(truth(a, b), sign > 0 ? Verdict::separated : Verdict::overlapping);
    }
  }
}

// A vertex of 2^-1030 that a matrix of 2^1023 magnifies to 2^-7: if it is flushed to zero, its
// position is wrong.
TEST(NumberTraps, HugeMatrixTimesSubnormalVertexWhileTheHostFlushes) {
  const double huge = 0x1p1023;
  const double small = 0x1p-1030;
  const BodyData point =
      with_matrix(points({{small, small, small}}), {huge, 0, 0, 0, 0, huge, 0, 0, 0, 0, huge, 0});
  const BodyData around = box_between({0x1p-8, 0x1p-8, 0x1p-8}, {1, 1, 1});
  const BodyData aside = box_between({-1, -1, -1}, {0x1p-8, 0x1p-8, 0x1p-8});
  for (const oracle::Subnormals subnormals : oracle::kAllSubnormals) {
    const oracle::HostState state(FE_TONEAREST, subnormals);
    expect(Verdict::overlapping, point, around, "around the point");
    expect(Verdict::separated, point, aside, "aside of the point");
  }
}

TEST(NumberTraps, OffsetsWhoseDifferenceOverflows) {
  const BodyData far = with_translation(box({1, 1, 1}), {1e308, 1e308, -1e308});
  const BodyData opposite = with_translation(box({1, 1, 1}), {-1e308, -1e308, 1e308});
  expect(Verdict::separated, far, opposite, "opposite ends");
  expect(Verdict::overlapping, far, far, "the same place");
}

TEST(NumberTraps, WorldBeyondTheLargestDouble) {
  const double huge = 0x1p1000;
  const std::vector<double> enlarge{huge, 0, 0, 0, 0, huge, 0, 0, 0, 0, huge, 0};
  const BodyData a = with_matrix(box({huge, huge, huge}), enlarge);
  const BodyData touching = with_matrix(box_between({huge, 0, 0}, {2 * huge, huge, huge}), enlarge);
  const BodyData apart =
      with_matrix(box_between({huge * (1 + 0x1p-52), 0, 0}, {2 * huge, huge, huge}), enlarge);
  expect(Verdict::overlapping, a, a, "the same");
  expect(Verdict::touching, a, touching, "touching");
  expect(Verdict::separated, a, apart, "apart by one ulp");
}

// Roundings grow with the stored coordinates, not with their distance from the body's centre.
TEST(NumberTraps, BodiesAMillionFromTheirOwnOrigin) {
  suite::Random random(1);
  int apart = 0;
  for (int i = 0; i < 150; ++i) {
    const std::array<double, 4> q{random.unit(), random.unit() - 0.5, random.unit() - 0.5,
                                  random.unit() - 0.5};
    BodyData bodies[2];
    std::vector<double> contact[2];
    for (int side = 0; side < 2; ++side) {
      BodyData& body = bodies[side];
      for (int v = 0; v < 5; ++v) {
        auto& vertex = body.vertices.emplace_back();
        for (int k = 0; k < 3; ++k) vertex.push_back(1e6 + random.unit());
      }
      body = with_matrix(body, rotation_rows(q, {0, 0, 0}));
      contact[side] = turned(body.pose.rows, body.vertices[0]);
    }
    const double nudge = 1e-10 * (random.unit() - 0.5);
    for (std::size_t k = 0; k < 3; ++k) {
      bodies[1].pose.rows[4 * k + 3] = contact[0][k] - contact[1][k] + nudge;
    }
    if (expect_truth(bodies[0], bodies[1], "pair " + std::to_string(i)) == Verdict::separated)
      ++apart;
  }
  EXPECT_GT(apart, 10);
  EXPECT_LT(apart, 140);
}

/// A random pair without a pose that could hide the scale; all its numbers are multiplied by
/// 2^exponent.
bool scale_down(oracle::RandomPair& pair, int exponent) {
  for (BodyData* body : {&pair.a, &pair.b}) {
    if (body->pose.form == PoseData::Form::matrix || body->pose.form == PoseData::Form::quaternion)
      return false;
    for (auto& vertex : body->vertices) {
      for (double& entry : vertex) entry = std::ldexp(entry, exponent);
    }
    for (double& entry : body->pose.translation) entry = std::ldexp(entry, exponent);
  }
  return true;
}

// Three factors of 1e-107 make a determinant of 1e-321: its error is no longer relative.
TEST(NumberTraps, ScaleOf1eMinus107) {
  int asked = 0;
  for (std::uint64_t index = 0; index < 900; ++index) {
    oracle::RandomPair pair = oracle::make_random_pair(index);
    const Verdict expected = truth(pair.a, pair.b);
    if (pair.dimension > 3 || !scale_down(pair, -355)) continue;
    expect(expected, pair.a, pair.b, "pair " + std::to_string(index));
    ++asked;
  }
  EXPECT_GT(asked, 300);
}

TEST(NumberTraps, CoordinatesOfAFewUnitsOf2ToTheMinus1074) {
  suite::Random random(2);
  int counts[3] = {};
  for (int i = 0; i < 300; ++i) {
    BodyData bodies[2];
    for (BodyData& body : bodies) {
      for (int v = random.in(1, 6); v > 0; --v) {
        auto& vertex = body.vertices.emplace_back();
        for (int k = 0; k < 3; ++k) vertex.push_back(random.in(-3, 3) * kTiny);
      }
    }
    ++counts[static_cast<int>(expect_truth(bodies[0], bodies[1], "pair " + std::to_string(i)))];
  }
  for (const int count : counts) EXPECT_GT(count, 10);
}

TEST(NumberTraps, PlateOfThickness1eMinus321) {
  const double half = 1e-321;
  const BodyData plate = box({0.5, 0.5, half});
  const BodyData needle = points({{0.1, 0.2, half}, {0.1, 0.2, 1}});
  const BodyData above = points({{0.1, 0.2, half + kTiny}, {0.3, 0.1, 1}});
  const BodyData inside = points({{0.1, 0.2, half - kTiny}, {0.3, 0.1, 1}});
  const BodyData tilted =
      points({{0.1, 0.2, 0}, {0.2, 0.2, kTiny}, {0.1, 0.3, kTiny}, {0.2, 0.3, 2 * kTiny}});
  expect(Verdict::touching, plate, needle, "on the plate");
  expect(Verdict::separated, plate, above, "one unit above");
  expect(Verdict::overlapping, plate, inside, "one unit inside");
  EXPECT_EQ(expect_truth(plate, tilted, "tilted inside"), Verdict::overlapping);
}

// The product has 106 bits around 2^-1062: its rounding error is lost, not zero.
TEST(NumberTraps, ProductOf1p3eMinus160And1p7eMinus160) {
  const double x = 1.3e-160;
  const double factor = 1.7e-160;
  const BodyData a = with_matrix(box({x, 1}), {factor, 0, 0, 0, 1, 0});
  const double face = x * factor;
  ASSERT_NE(suite::Rational(x) * suite::Rational(factor), suite::Rational(face))
      << "the trap does not bite";
  const bool rounded_up = suite::Rational(face) > suite::Rational(x) * suite::Rational(factor);
  for (int step = -2; step <= 2; ++step) {
    const BodyData b = box_between({face + step * kTiny, -1}, {1, 1});
    const bool apart = step > 0 || (step == 0 && rounded_up);
    expect(apart ? Verdict::separated : Verdict::overlapping, a, b, "step " + std::to_string(step));
    EXPECT_EQ(truth(a, b), apart ? Verdict::separated : Verdict::overlapping);
  }
  const BodyData same = with_matrix(box_between({x, -1}, {2 * x, 1}), {factor, 0, 0, 0, 1, 0});
  expect(Verdict::touching, a, same, "the same product on both sides");
}

}  // namespace
}  // namespace sunder::traps

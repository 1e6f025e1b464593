// SPDX-License-Identifier: Apache-2.0
//
// Tests certificates of bodies with radii, by hand: what verify() accepts, and each list that it
// must refuse. Two unit squares are 3 apart along x.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string>

#include "sunder/sunder.hpp"

namespace sunder {
namespace {

constexpr Vector2 kHalf{1, 1};
constexpr Vector2 kStep{5, 0};

struct Squares {
  Polytope2 square = Polytope2::box(kHalf);
  Pose2 here = Pose2::identity();
  Pose2 there = Pose2::translation(kStep).value();
  Posed2 a, b;
  Squares(double radius_a, double radius_b)
      : a(square, here, radius_a), b(square, there, radius_b) {}
  Squares(const Squares&) = delete;
  Squares& operator=(const Squares&) = delete;
};

/// The vertex of a square with these coordinates.
std::int32_t vertex_at(const Polytope2& square, double x, double y) {
  for (std::int32_t i = 0; i < square.vertex_count(); ++i) {
    if (square.vertex(i) == Vector2{x, y}) return i;
  }
  return -1;
}

/// (1, 1) of a and (4, 1) of b are 3 apart.
Certificate certificate_of(const Squares& pair, Verdict verdict) {
  Certificate certificate;
  certificate.dimension = 2;
  certificate.verdict = verdict;
  if (verdict != Verdict::overlapping) certificate.direction = {{1, {}}, {0, {}}};
  if (verdict != Verdict::separated) {
    certificate.a = {{vertex_at(pair.square, 1, 1), {1, {}}}};
    certificate.b = {{vertex_at(pair.square, -1, 1), {1, {}}}};
  }
  return certificate;
}

TEST(RadiusCertificate, EachVerdictHoldsForItsOwnRadiiAlone) {
  const struct {
    double a, b;
    Verdict verdict;
  } cases[] = {{1, 1, Verdict::separated},        {0, 2.5, Verdict::separated},
               {3, 5e-324, Verdict::overlapping}, {2, 2, Verdict::overlapping},
               {1, 2, Verdict::touching},         {3, 0, Verdict::touching}};
  for (const auto& item : cases) {
    const Squares pair(item.a, item.b);
    for (const Verdict claimed : {Verdict::separated, Verdict::touching, Verdict::overlapping}) {
      const Check check = verify(pair.a, pair.b, certificate_of(pair, claimed));
      EXPECT_EQ(check.accepted, claimed == item.verdict)
          << item.a << " and " << item.b << check.reason;
    }
  }
}

TEST(RadiusCertificate, ListsThatAVerdictDoesNotNameAreRefused) {
  const Squares apart(1, 1), met(1, 2), deep(2, 2);
  const auto refuse = [](const Squares& pair, Verdict verdict, auto change) {
    Certificate forged = certificate_of(pair, verdict);
    EXPECT_TRUE(verify(pair.a, pair.b, forged));
    change(forged);
    EXPECT_FALSE(verify(pair.a, pair.b, forged));
  };
  const auto add_pairs = [](Certificate& c) { c.pairs = {{0, 0}}; };
  const auto add_points = [](Certificate& c) { c.a = c.b = {{0, {1, {}}}}; };
  const auto add_direction = [](Certificate& c) { c.direction = {{1, {}}, {0, {}}}; };
  refuse(apart, Verdict::separated, add_pairs);
  refuse(apart, Verdict::separated, add_points);
  refuse(met, Verdict::touching, add_pairs);
  refuse(met, Verdict::touching, [](Certificate& c) { c.a.clear(); });
  refuse(met, Verdict::touching, [](Certificate& c) { c.direction.clear(); });
  refuse(deep, Verdict::overlapping, add_pairs);
  refuse(deep, Verdict::overlapping, add_direction);
  refuse(deep, Verdict::overlapping, [](Certificate& c) { c.a.front().weight.value = -1; });
  refuse(deep, Verdict::overlapping, [](Certificate& c) { c.b.front().vertex = 9; });
  refuse(deep, Verdict::overlapping, [](Certificate& c) { c.verdict = Verdict::undecided; });
}

TEST(RadiusCertificate, PointsProveNothingWithoutARadius) {
  const Squares plain(0, 0);
  Certificate certificate = certificate_of(plain, Verdict::separated);
  EXPECT_TRUE(verify(plain.a, plain.b, certificate));
  certificate.a = certificate.b = {{0, {1, {}}}};
  EXPECT_FALSE(verify(plain.a, plain.b, certificate));
  EXPECT_FALSE(verify(plain.a, plain.b, certificate_of(plain, Verdict::overlapping)));
  const Polytope2 nothing;
  const Posed2 empty(nothing, plain.here, 1);
  Certificate none;
  none.dimension = 2;
  none.verdict = Verdict::separated;
  EXPECT_TRUE(verify(empty, plain.b, none));
  none.a = {{0, {1, {}}}};
  EXPECT_FALSE(verify(empty, plain.b, none));
}

TEST(RadiusCertificate, IntervalsAreLessOrMoreByTheRadii) {
  const Squares apart(1, 0.5), deep(2, 2);
  Certificate certificate = certificate_of(apart, Verdict::separated);
  DistanceProof& gap = certificate.distance.emplace();
  gap.direction = certificate.direction;
  gap.a = certificate_of(apart, Verdict::overlapping).a;
  gap.b = certificate_of(apart, Verdict::overlapping).b;
  const auto distance_is = [&](double lower, double upper) {
    gap.lower = lower;
    gap.upper = upper;
    return verify(apart.a, apart.b, certificate).accepted;
  };
  EXPECT_TRUE(distance_is(1.5, 1.5));
  EXPECT_TRUE(distance_is(1, 2));
  EXPECT_FALSE(distance_is(1.5000000000000002, 2));
  EXPECT_FALSE(distance_is(1, 1.4999999999999998));
  EXPECT_FALSE(distance_is(3, 3));
  certificate = certificate_of(deep, Verdict::overlapping);
  DepthProof& depth = certificate.depth.emplace();
  depth.direction = {{1, {}}, {0, {}}};
  const auto depth_is = [&](double lower, double upper) {
    depth.lower = lower;
    depth.upper = upper;
    return verify(deep.a, deep.b, certificate).accepted;
  };
  EXPECT_TRUE(depth_is(1, 1));
  EXPECT_TRUE(depth_is(0.5, 2));
  EXPECT_FALSE(depth_is(1.0000000000000002, 2));
  EXPECT_FALSE(depth_is(0.5, 0.9999999999999999));
  EXPECT_FALSE(depth_is(5, 6));
  depth.pairs = {{0, 0}};
  EXPECT_FALSE(depth_is(1, 1));
}

TEST(RadiusCertificate, RadiiThatAreNoneProveNothing) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double radius : {-1.0, -5e-324, kInfinity, -kInfinity, std::nan("")}) {
    for (const Verdict claimed : {Verdict::separated, Verdict::touching, Verdict::overlapping}) {
      const Squares first(radius, 1), second(1, radius), both(radius, radius);
      const Check one = verify(first.a, first.b, certificate_of(first, claimed)),
                  two = verify(second.a, second.b, certificate_of(second, claimed));
      EXPECT_NE(one.reason.find("the radius of a"), std::string::npos) << one.reason;
      EXPECT_NE(two.reason.find("the radius of b"), std::string::npos) << two.reason;
      EXPECT_FALSE(verify(both.a, both.b, certificate_of(both, claimed)));
    }
  }
}

TEST(RadiusCertificate, OneListAloneIsOneTooMany) {
  const Squares pair(0, 0);
  Certificate plain = certificate_of(pair, Verdict::separated);
  ASSERT_TRUE(verify(pair.a, pair.b, plain));
  const auto points = certificate_of(pair, Verdict::touching);
  for (auto list : {&Certificate::a, &Certificate::b}) {
    Certificate claim = plain;
    claim.*list = points.*list;
    EXPECT_FALSE(verify(pair.a, pair.b, claim));
  }
  const Squares padded(1, 2);
  for (const Verdict none : {Verdict::undecided, Verdict::not_examined}) {
    Certificate claim = points;
    claim.verdict = none;
    for (const Squares* of : {&pair, &padded}) {
      const std::string reason = verify(of->a, of->b, claim).reason;
      EXPECT_NE(reason.find(of == &padded ? "separated, touching and overlapping" : ""),
                std::string::npos)
          << reason;
      EXPECT_FALSE(reason.empty());
    }
  }
}

TEST(RadiusCertificate, AreWrittenAndReadBack) {
  const Squares pairs[] = {{1, 1}, {1, 2}, {2, 2}};
  for (const Squares& pair : pairs) {
    const Certificate written = certify(pair.a, pair.b, penetration(pair.a, pair.b));
    const std::vector<std::uint8_t> bytes = serialise(written);
    const auto read = deserialise_certificate(bytes);
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(serialise(read.value()), bytes);
    EXPECT_TRUE(verify(pair.a, pair.b, read.value()));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      std::vector<std::uint8_t> damaged = bytes;
      damaged[i] ^= 1;
      EXPECT_FALSE(deserialise_certificate(damaged).has_value());
      EXPECT_FALSE(deserialise_certificate({bytes.data(), i}).has_value());
    }
  }
}

}  // namespace
}  // namespace sunder

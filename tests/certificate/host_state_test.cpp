// SPDX-License-Identifier: Apache-2.0
//
// No check depends on the host's rounding mode, or on whether it flushes subnormals to zero.
#include "oracle/host_state.hpp"

#include <cfenv>
#include <cmath>
#include <limits>

#include "gtest/gtest.h"

#include "certificate/known_pairs.hpp"

namespace sunder::test {
namespace {

template <class Call>
void in_every_state(Call call) {
  for (const int rounding : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    for (const oracle::Subnormals subnormals : oracle::kAllSubnormals) {
      SCOPED_TRACE(testing::Message() << "rounding " << rounding << to_string(subnormals));
      const oracle::HostState state(rounding, subnormals);
      call();
    }
  }
}

/// The pair with all points, and the bounds of its distance, times 2^exponent.
KnownPair shrunk(KnownPair pair, int exponent) {
  const int d = pair.certificate.dimension;
  const auto scale = [&](const PolytopeN& polytope) {
    std::vector<double> points;
    for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) {
      for (const double x : polytope.vertex(i)) points.push_back(std::ldexp(x, exponent));
    }
    return body(d, points);
  };
  pair.a = scale(pair.a);
  pair.b = scale(pair.b);
  if (pair.certificate.verdict == Verdict::separated) pair.certificate.distance.reset();
  return pair;
}

TEST(HostState, TrueIsAcceptedAndForgedRefused) {
  for (const int exponent : {0, -1070, 1000}) {
    for (const int d : {1, 2, 3, 5}) {
      std::vector<KnownPair> pairs;
      for (const KnownPair& pair : known_pairs(d)) pairs.push_back(shrunk(pair, exponent));
      in_every_state([&] {
        for (const KnownPair& pair : pairs) {
          EXPECT_TRUE(pair.verify()) << pair.name << d << ": " << pair.verify().reason;
          Certificate forged = pair.certificate;
          forged.verdict =
              forged.verdict == Verdict::overlapping ? Verdict::touching : Verdict::overlapping;
          EXPECT_FALSE(pair.verify(forged));
        }
      });
    }
  }
}

TEST(HostState, SubnormalGapsAndDirectionsCount) {
  const PolytopeN zero = body(1, {0});
  const PolytopeN least = body(1, {5e-324});
  const PoseN identity = PoseN::identity(1);
  Certificate certificate;
  certificate.dimension = 1;
  certificate.verdict = Verdict::separated;
  certificate.direction = doubles({5e-324});
  certificate.distance.emplace();
  certificate.distance->lower = 5e-324;
  certificate.distance->upper = 5e-324;
  certificate.distance->direction = doubles({1});
  certificate.distance->a = {{0, {5e-324, {}}}};
  certificate.distance->b = {{0, {1, {}}}};
  Certificate forged = certificate;
  forged.distance->lower = 0;
  forged.distance->upper = 0;
  Certificate none = certificate;
  none.direction = doubles({0});
  in_every_state([&] {
    EXPECT_TRUE(verify(PosedN{zero, identity}, PosedN{least, identity}, certificate));
    EXPECT_FALSE(verify(PosedN{least, identity}, PosedN{zero, identity}, certificate));
    EXPECT_FALSE(verify(PosedN{zero, identity}, PosedN{zero, identity}, certificate));
    EXPECT_FALSE(verify(PosedN{zero, identity}, PosedN{least, identity}, forged));
    EXPECT_FALSE(verify(PosedN{zero, identity}, PosedN{least, identity}, none));
  });
}

TEST(HostState, DistanceIsExactInEveryState) {
  for (int d = 1; d <= 8; ++d) {
    const KnownPair pair = separated_facets(d);
    Certificate over = pair.certificate;
    over.distance->lower = std::nextafter(std::nextafter(over.distance->lower, 9.0), 9.0);
    over.distance->upper = std::numeric_limits<double>::infinity();
    Certificate under = pair.certificate;
    under.distance->lower = 0;
    under.distance->upper = std::nextafter(std::nextafter(under.distance->upper, 0.0), 0.0);
    in_every_state([&] {
      EXPECT_TRUE(pair.verify());
      EXPECT_FALSE(pair.verify(over));
      EXPECT_FALSE(pair.verify(under));
    });
  }
}

}  // namespace
}  // namespace sunder::test

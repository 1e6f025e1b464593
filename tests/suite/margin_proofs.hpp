// SPDX-License-Identifier: Apache-2.0
//
// Proofs of margins of bodies in space and in the plane: made, accepted, and refused where they are forged.
#pragma once

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>

#include "sunder/body_certificate.hpp"

namespace sunder::suite {

/// Certifies a margin. The proof is accepted; with another verdict it is not.
template <class Posed>
BodyCertificate expect_margin_proof(const Posed& a, const Posed& b, const Margin& margin,
                                    Verdict expected) {
  const auto answer = compare_to_margin(a, b, margin).value();
  EXPECT_EQ(answer.verdict, expected) << margin.distance;
  EXPECT_EQ(answer.part_a < 0, expected == Verdict::separated);
  EXPECT_EQ(answer.part_b < 0, expected == Verdict::separated);
  const auto made = certify(a, b, margin, answer);
  if (!made) {
    ADD_FAILURE() << to_string(expected) << ": " << made.error().message;
    return {};
  }
  const BodyCheck check = verify(a, b, margin, made.value());
  EXPECT_TRUE(check) << check.reason;
  for (const Verdict other : {Verdict::separated, Verdict::touching, Verdict::overlapping}) {
    BodyCertificate forged = made.value();
    forged.verdict = other;
    EXPECT_EQ(bool(verify(a, b, margin, forged)), other == answer.verdict) << to_string(other);
  }
  return made.value();
}

/// Two bodies at a distance of 3, with proofs that others change.
template <class Posed>
struct MarginForgeries {
  MarginForgeries(const Posed& a, const Posed& b) : p(a), q(b) {}

  void expect_refused(const Margin& margin, const BodyCertificate& proof, const char* name,
                      const std::function<void(BodyCertificate&)>& change) const {
    BodyCertificate forged = proof;
    change(forged);
    const BodyCheck check = verify(p, q, margin, forged);
    EXPECT_FALSE(check) << name;
    EXPECT_FALSE(check.complete) << name;
    EXPECT_FALSE(check.reason.empty()) << name;
  }

  /// What is refused in space and in the plane, of `dimension` coordinates.
  void expect_plain_ones_refused(std::size_t dimension) const {
    expect_refused(three, exactly, "no separations", [](auto& c) { c.separations.clear(); });
    expect_refused(three, exactly, "no points", [](auto& c) { c.a.weights.clear(); });
    expect_refused(three, exactly, "no pair", [](auto& c) { c.part_a = -1; });
    expect_refused(three, exactly, "a tilted cut", [&](auto& c) {
      auto& direction = c.separations.at(0).cuts.at(0).direction;
      direction.assign(dimension, {0, {}});
      direction[0] = {1, {}};
      direction[1] = {0x1p-40, {}};
    });
    expect_refused(three, exactly, "a common point",
                   [&](auto& c) { c.point.assign(dimension, {}); });
    expect_refused(three, exactly, "a distance",
                   [](auto& c) { c.distance = BodyDistanceProof{1, 2, 0, 0, c.a, c.b}; });
    expect_refused(two, farther, "a cut is missing",
                   [](auto& c) { c.separations.at(0).cuts.clear(); });
    expect_refused(four, closer, "separations",
                   [&](auto& c) { c.separations = farther.separations; });
  }

  /// Margins and radii that are none, or of which the proofs do not speak, and an answer about nobody.
  void expect_wrong_margins_refused() const {
    using Answer = std::decay_t<decltype(compare_to_margin(p, q, three).value())>;
    const double nan = std::numeric_limits<double>::quiet_NaN(), more = std::nextafter(3.0, 4.0),
                 endless = std::numeric_limits<double>::infinity();
    for (const Margin& wrong : {Margin{nan, 0, 0}, Margin{0, nan, 0}, Margin{0, 0, endless},
                                Margin{4, -1, 0}, Margin{-1, 0, 0}, Margin{more, 0, 0}}) {
      EXPECT_FALSE(verify(p, q, wrong, exactly));
    }
    for (const Margin& wrong : {Margin{nan, 0, 0}, Margin{0, -1, 2}, Margin{-1, 0, 0}}) {
      EXPECT_FALSE(certify(p, q, wrong, Answer{}));
      EXPECT_EQ(certify(p, q, wrong, Answer{}).error().code,
                compare_to_margin(p, q, wrong).error().code);
    }
    EXPECT_FALSE(distance(p, q, -1, 0));
    EXPECT_FALSE(distance(p, q, 0, nan));
    EXPECT_FALSE(certify(p, q, three, Answer{}));
  }

  Posed p, q;
  Margin three{.distance = 3}, two{.distance = 2}, four{.distance = 4};
  BodyCertificate exactly = expect_margin_proof(p, q, three, Verdict::touching),
                  farther = expect_margin_proof(p, q, two, Verdict::separated),
                  closer = expect_margin_proof(p, q, four, Verdict::overlapping);
};

}  // namespace sunder::suite

// SPDX-License-Identifier: Apache-2.0
//
// The proof of a distance of padded bodies, and forgeries of it, in the plane and in space.
#pragma once

#include <gtest/gtest.h>

#include "sunder/body_certificate.hpp"

namespace sunder::suite {

/// Certifies the distance of p and q with radii r and r / 2, and expects that the proof holds and forged ones do not.
template <class Posed, class Found>
void expect_padded_proof(const Posed& p, const Posed& q, double r, const Found& found) {
  const Margin radii{.radius_a = r, .radius_b = r / 2};
  const auto made = certify(p, q, radii, found);
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_TRUE(made.value().distance);
  EXPECT_TRUE(verify(p, q, radii, made.value())) << verify(p, q, radii, made.value()).reason;
  BodyCertificate forged = made.value();
  forged.distance->lower = forged.distance->upper = found.distance.upper + 1e-9;
  EXPECT_FALSE(verify(p, q, radii, forged)) << "too high";
  if (found.verdict != Verdict::separated) return;
  forged.distance->lower = 0;
  forged.distance->upper = found.distance.lower - 1e-9;
  EXPECT_FALSE(verify(p, q, radii, forged)) << "too low";
  EXPECT_FALSE(verify(p, q, {.radius_a = r + 1e-9, .radius_b = r / 2}, made.value()))
      << "a larger radius";
}

}  // namespace sunder::suite

// SPDX-License-Identifier: Apache-2.0
//
// Builds bodies for the traps, and expects the answers of the tests' own exact oracle.
#pragma once

#include <string>
#include <vector>

#include "oracle/brute_force.hpp"
#include "oracle/expect.hpp"
#include "suite/body_data.hpp"

namespace sunder::traps {

using suite::BodyData;
using suite::box_between;
using suite::PoseData;
using suite::with_matrix;
using suite::with_quaternion;
using suite::with_translation;

inline BodyData box(const std::vector<double>& half) { return suite::box_body(half); }

inline BodyData points(std::vector<std::vector<double>> vertices) {
  return {std::move(vertices), {}};
}

inline Verdict truth(const BodyData& a, const BodyData& b) {
  return oracle::brute_force_verdict(oracle::world_points<suite::Rational>(a),
                                     oracle::world_points<suite::Rational>(b));
}

/// Every algorithm returns `expected`.
inline void expect(Verdict expected, const BodyData& a, const BodyData& b,
                   const std::string& name) {
  const auto dimension = static_cast<int>(a.vertices.front().size());
  oracle::with_bodies(a, b, dimension, [&]<int D>(const suite::Bodies<D>& bodies) {
    oracle::expect_all_algorithms(bodies, dimension, expected, name);
  });
}

/// Every algorithm returns the oracle's verdict; the result is that verdict, for tests that count.
inline Verdict expect_truth(const BodyData& a, const BodyData& b, const std::string& name) {
  const Verdict expected = truth(a, b);
  expect(expected, a, b, name);
  return expected;
}

}  // namespace sunder::traps

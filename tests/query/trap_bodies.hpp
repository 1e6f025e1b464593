// SPDX-License-Identifier: Apache-2.0
//
// Builds bodies for the traps, and expects the answers of the tests' own exact oracle.
#pragma once

#include <string>
#include <vector>

#include "oracle/brute_force.hpp"
#include "oracle/expect.hpp"
#include "suite/case.hpp"

namespace sunder::traps {

using suite::BodyData;
using suite::PoseData;

/// Returns the corners of the box [low, high] on each axis.
inline BodyData box_between(const std::vector<double>& low, const std::vector<double>& high) {
  BodyData body;
  for (std::size_t corner = 0; corner < (std::size_t{1} << low.size()); ++corner) {
    auto& vertex = body.vertices.emplace_back();
    for (std::size_t k = 0; k < low.size(); ++k)
      vertex.push_back((corner >> k) % 2 == 0 ? low[k] : high[k]);
  }
  return body;
}

inline BodyData box(const std::vector<double>& half) {
  std::vector<double> low;
  for (const double h : half) low.push_back(-h);
  return box_between(low, half);
}

inline BodyData points(std::vector<std::vector<double>> vertices) {
  return {std::move(vertices), {}};
}

inline BodyData with_matrix(BodyData body, std::vector<double> rows) {
  body.pose.form = PoseData::Form::matrix;
  body.pose.rows = std::move(rows);
  return body;
}

inline BodyData with_translation(BodyData body, std::vector<double> t) {
  body.pose.form = PoseData::Form::translation;
  body.pose.translation = std::move(t);
  return body;
}

inline BodyData with_quaternion(BodyData body, const std::array<double, 4>& q,
                                std::vector<double> t = {0, 0, 0}) {
  body.pose.form = PoseData::Form::quaternion;
  body.pose.quaternion = q;
  body.pose.translation = std::move(t);
  return body;
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

// SPDX-License-Identifier: Apache-2.0
//
// Describes one pair of the suite: its doubles, and the facts known by construction.
#pragma once

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sunder/certificate.hpp"

namespace sunder::suite {

using Rational = boost::multiprecision::cpp_rational;

/// The placement of a body in its caller's form.
struct PoseData {
  enum class Form : std::uint8_t { identity, translation, matrix, quaternion };
  Form form = Form::identity;
  std::vector<double> rows;            ///< matrix: d x (d+1), row-major
  std::array<double, 4> quaternion{};  ///< w, x, y, z
  std::vector<double> translation;     ///< translation and quaternion
};

struct BodyData {
  std::vector<std::vector<double>> vertices;
  PoseData pose;
};

struct Case {
  int dimension = 0;
  std::string kind;      ///< the construction of the pair, such as "touching"
  std::string dressing;  ///< its placement, such as "quaternions"
  BodyData a;
  BodyData b;
  Verdict verdict = Verdict::undecided;
  std::optional<Rational> distance_squared;
  std::optional<bool> contained;  ///< is a in b?
};

/// The suite is an endless sequence: case `index` has equal doubles on every platform.
Case make_case(std::uint64_t index);

/// Returns a hash over the bits of every input of a case.
std::uint64_t hash_inputs(const Case& item);

}  // namespace sunder::suite

// SPDX-License-Identifier: Apache-2.0
//
// A robot's arm swings toward a crate, a tool drops onto it, and a ray is cast at it: when do they
// meet? Exits 0 if each time equals the one computed by hand.

#include <cmath>
#include <cstdio>

#include "sunder/sunder.hpp"

namespace {

void print(const char* what, const sunder::Cast3& answer) {
  const auto verdict = to_string(answer.verdict);
  std::printf("%s: %.*s, time in [%.17g, %.17g]\n", what, static_cast<int>(verdict.size()),
              verdict.data(), answer.time.lower, answer.time.upper);
}

}  // namespace

int main() {
  const auto crate = sunder::Polytope3::box({2, 2, 0.5});  // half extents
  const auto up = sunder::Pose3::translation({0, 0, 1}).value();
  const sunder::Motion3 still;

  // A rod from the origin to (1, 0, 0) rotates by a quarter turn about the origin, upward. After a
  // third of the turn its tip is at height 1/2, the crate's lower side.
  const auto rod = sunder::Polytope3::from_points({{0, 0, 0}, {1, 0, 0}}).value();
  const double quarter = std::acos(-1.0) / 2;
  const auto swing = sunder::Motion3::rigid({0, 0, 0}, {0, 0, 0}, {0, -1, 0}, quarter).value();
  const auto swung = sunder::cast({rod}, swing, {crate, up}, still);
  print("the arm", swung);
  bool good = swung.verdict == sunder::CastVerdict::hit && swung.time.lower <= 1 / 3.0 &&
              swung.time.upper >= 1 / 3.0 && swung.time.upper - swung.time.lower <= 1e-9;

  // Translations are answered exactly: the tool moves 2.5 of 4 units, and that time is a double.
  const auto tool = sunder::Polytope3::box({0.5, 0.5, 0.5});
  const auto high = sunder::Pose3::translation({1, 0, 4.5}).value();
  const auto drop = sunder::Motion3::linear({0, 0, -4}).value();
  const auto dropped = sunder::cast({tool, high}, drop, {crate, up}, still);
  print("the tool", dropped);
  good = good && dropped.time.lower == 0.625 && dropped.time.upper == 0.625;

  // A ray that ends one tenth before the crate.
  const auto seen = sunder::ray_cast({0, 0, -3}, {0, 0, 3.4}, {crate, up}).value();
  print("the ray", seen);
  return good && seen.verdict == sunder::CastVerdict::free ? 0 : 1;
}

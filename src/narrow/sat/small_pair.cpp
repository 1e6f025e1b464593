// SPDX-License-Identifier: Apache-2.0
//
// This file computes the values of two poses that the bounds of docs/bounds/small_hulls.md need.
#include <algorithm>
#include <cmath>

#include "geometry/vectors.hpp"
#include "narrow/sat/bounds.hpp"
#include "narrow/sat/small_cofactors.hpp"
#include "narrow/sat/small_hulls.hpp"

namespace sunder::detail::sat {
namespace {

constexpr double kLeastScale = 0x1p-100;
constexpr double kGreatestScale = 0x1p100;

/// Accepts rotations and reflections, up to the rounding errors of a simulator.
bool is_isometry(const Pose<3>& pose) noexcept {
  return least_singular_value(pose) >= 1 - 0x1p-24 && greatest_singular_value(pose) <= 1 + 0x1p-24;
}

void set_isometry(const Pose<3>& pose, Turning& turning) noexcept {
  const double* r = linear_data(pose);
  const Vector3 row{r[0], r[1], r[2]};
  const double det = dot<3>(row, cross(Vector3{r[3], r[4], r[5]}, Vector3{r[6], r[7], r[8]}));
  turning.outward = det > 0 ? 1 : -1;
  for (std::size_t i = 0; i < 9; ++i) turning.shrunk[i] = static_cast<float>(r[i]);
  turning.facing = turning.shrunk;
  turning.keeps_lengths = true;
  turning.stretch = 1 + kSmallFloatShare;
}

bool set_any(const Pose<3>& pose, Turning& turning, double& error) noexcept {
  const Cofactors cofactors = cofactors_of(pose);
  turning.outward = pose.is_quaternion() ? 1 : determinant_of(pose, cofactors).sign();
  if (turning.outward == 0 || !(cofactors.largest > 0x1p-280)) return false;
  if (!(cofactors.largest_of_r > kLeastScale && cofactors.largest_of_r < kGreatestScale))
    return false;
  const double scale = turning.outward * unit_scale(cofactors.largest);
  const double shrink = unit_scale(cofactors.largest_of_r);
  const double* linear = linear_data(pose);
  for (std::size_t i = 0; i < 9; ++i) {
    turning.shrunk[i] = static_cast<float>(linear[i] * shrink);
    turning.facing[i] = static_cast<float>(cofactors.entry[i] * scale);
  }
  turning.keeps_lengths = false;
  turning.stretch = cofactors.largest_of_r * (1 + kAxisShare);
  error = cofactors.error * std::fabs(scale);
  return true;
}

bool set_turning(const Body<3>& body, Turning& turning) noexcept {
  const Pose<3>& pose = *body.pose;
  double error = linear_error(pose);
  if (is_isometry(pose)) {
    set_isometry(pose, turning);
  } else if (!set_any(pose, turning, error)) {
    return false;
  }
  turning.linear = linear_data(pose);
  turning.share =
      (kPoseShareUnits * kUnit + kPoseShareEntries * linear_error(pose)) * (1 + kAxisShare);
  error = kTurnedNormalErrors * (error + body.hull->small->normal_error);
  turning.normal_error = static_cast<float>(error * (1 + kSmallFloatShare) + kTurnedNormalShare);
  return error <= kMostTurnedNormalError;
}

}  // namespace

bool set_pair(const FilteredPair<3>& filtered, SmallPair& pair) noexcept {
  const Pair<3>& bodies = filtered.pair();
  pair.filtered = &filtered;
  pair.a = bodies.a.hull->small.get();
  pair.b = bodies.b.hull->small.get();
  pair.reach = 0;
  pair.point_error = 0;
  for (std::size_t l = 0; l < 3; ++l) {
    // Nine units of reach and the drift instead of six.
    const double error = filtered.error(static_cast<int>(l));
    pair.gap_error[l] = kGapPerPoint * (1 + kAxisShare) * error + kSmallGapUnderflow;
    pair.point_error = std::max(pair.point_error, error);
    pair.reach += filtered.reach()[l] * (1 + kAxisShare);
  }
  if (!(pair.reach > kLeastScale && pair.reach < kGreatestScale)) return false;
  if (!(pair.point_error < kGreatestScale)) return false;
  return set_turning(bodies.a, pair.turning_a) && set_turning(bodies.b, pair.turning_b);
}

bool are_small(const Pair<3>& pair) noexcept {
  return pair.a.hull->small != nullptr && pair.b.hull->small != nullptr;
}

}  // namespace sunder::detail::sat

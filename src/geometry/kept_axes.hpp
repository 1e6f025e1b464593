// SPDX-License-Identifier: Apache-2.0
//
// Finds the axes of the world about which a pose rotates, or that it scales, exactly.
#pragma once

#include <array>
#include <cstdint>

#include "exact/dyadic.hpp"
#include "geometry/pose_access.hpp"

namespace sunder::detail {

/// Returns a bit for each axis e_k whose row and column of the exact R have no entry but R_kk. Bit tests decide: a
/// quaternion's rounded entry may be 0 where the exact one is not, and a host may flush subnormals.
inline std::uint32_t kept_axes(const Pose<3>& pose) noexcept {
  const auto zeros = [](double x, double y) { return is_zero_bits(x) && is_zero_bits(y); };
  const double* r = linear_data(pose);
  const std::array<double, 4>& q = pose.wxyz();
  std::uint32_t kept = 0;
  if (pose.is_quaternion()) {
    // The four entries are products of one of each of these pairs.
    kept |= zeros(q[2], q[3]) || zeros(q[0], q[1]) ? 1U : 0U;
    kept |= zeros(q[3], q[1]) || zeros(q[0], q[2]) ? 2U : 0U;
    kept |= zeros(q[1], q[2]) || zeros(q[0], q[3]) ? 4U : 0U;
  } else {
    kept |= zeros(r[1], r[2]) && zeros(r[3], r[6]) ? 1U : 0U;
    kept |= zeros(r[5], r[3]) && zeros(r[7], r[1]) ? 2U : 0U;
    kept |= zeros(r[6], r[7]) && zeros(r[2], r[5]) ? 4U : 0U;
  }
  return kept;
}

}  // namespace sunder::detail

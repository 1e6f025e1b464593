// SPDX-License-Identifier: Apache-2.0
//
// Finds the axes of the world about which a pose rotates, or that it scales, exactly.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "exact/dyadic.hpp"
#include "geometry/pose_access.hpp"

namespace sunder::detail {

/// Returns a bit for each axis e_k whose row and column of the exact R have no entry but R_kk. Bit tests decide: a
/// quaternion's rounded entry may be 0 where the exact one is not, and a host may flush subnormals.
inline std::uint32_t kept_axes(const Pose<3>& pose) noexcept {
  const double* r = linear_data(pose);
  const std::array<double, 4>& q = pose.wxyz();
  const auto zeros = [](double x, double y) { return is_zero_bits(x) && is_zero_bits(y); };
  std::uint32_t kept = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t i = (k + 1) % 3;
    const std::size_t j = (k + 2) % 3;
    // The four entries of a quaternion are products of one of each of these pairs.
    const bool keeps = pose.is_quaternion()
                           ? zeros(q[1 + i], q[1 + j]) || zeros(q[0], q[1 + k])
                           : zeros(r[3 * k + i], r[3 * k + j]) && zeros(r[3 * i + k], r[3 * j + k]);
    kept |= static_cast<std::uint32_t>(keeps) << k;
  }
  return kept;
}

}  // namespace sunder::detail

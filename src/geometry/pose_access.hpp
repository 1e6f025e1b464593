// SPDX-License-Identifier: Apache-2.0
//
// Reads the data of a pose that only the library may see.
#pragma once

#include "sunder/polytope.hpp"

namespace sunder::detail {

struct PoseAccess {
  template <int D>
  static const double* linear(const Pose<D>& pose) noexcept {
    return pose.r_.data();
  }
  template <int D>
  static const double* offset(const Pose<D>& pose) noexcept {
    return pose.t_.data();
  }
  template <int D>
  static bool in_filter_range(const Pose<D>& pose) noexcept {
    return pose.in_filter_range_;
  }
  template <int D>
  static double least_singular_value(const Pose<D>& pose) noexcept {
    return pose.least_singular_value_;
  }
  template <int D>
  static double greatest_singular_value(const Pose<D>& pose) noexcept {
    return pose.greatest_singular_value_;
  }
};

/// Returns R, row-major.
template <int D>
const double* linear_data(const Pose<D>& pose) noexcept {
  return PoseAccess::linear(pose);
}
/// Returns t.
template <int D>
const double* offset_data(const Pose<D>& pose) noexcept {
  return PoseAccess::offset(pose);
}
/// Returns bound on the error of each linear(): 0 for a matrix, 2^-53 for a quaternion.
template <int D>
double linear_error(const Pose<D>& pose) noexcept {
  return pose.is_quaternion() ? 0x1p-53 : 0.0;
}
/// Returns true if every |linear()| <= 2^150: the filters' bounds hold.
template <int D>
bool in_filter_range(const Pose<D>& pose) noexcept {
  return PoseAccess::in_filter_range(pose);
}
/// Bounds on the singular values of the exact R: both 1 for a quaternion and a translation, 0 and
/// infinity where no bound is known.
template <int D>
double least_singular_value(const Pose<D>& pose) noexcept {
  return PoseAccess::least_singular_value(pose);
}
template <int D>
double greatest_singular_value(const Pose<D>& pose) noexcept {
  return PoseAccess::greatest_singular_value(pose);
}

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// Combines the transform of a node with that of the node that contains it. The transform of a
// single node stays exact: a translation, a rotation by its quaternion, a matrix. Products are
// computed in doubles and marked as rounded.
#pragma once

#include <array>

#include "sunder/polytope.hpp"

namespace sunder::detail::files {

class Placement {
 public:
  Placement() = default;

  static Placement translation(const Vector3& t);
  /// A zero quaternion is accepted here, and refused by pose().
  static Placement rotation(const std::array<double, 4>& wxyz);
  static Placement scale(const Vector3& factors);
  /// Reads a row-major 3 x 4 matrix.
  static Placement matrix(const std::array<double, 12>& rows);

  /// Returns the map that applies `inner` first. Products of two rotations stay rotations.
  friend Placement operator*(const Placement& outer, const Placement& inner);

  /// Returns true if some number of this transform is a rounded product or sum.
  bool rounded() const noexcept { return rounded_; }
  Result<Pose3> pose() const;

 private:
  enum class Kind { translation, rigid, affine };

  std::array<double, 9> linear() const;
  Vector3 apply(const Vector3& point, bool& rounded) const;

  Kind kind_ = Kind::translation;
  std::array<double, 4> wxyz_{1, 0, 0, 0};
  std::array<double, 9> linear_{1, 0, 0, 0, 1, 0, 0, 0, 1};
  Vector3 offset_{};
  bool rounded_ = false;
};

}  // namespace sunder::detail::files

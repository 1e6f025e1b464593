// SPDX-License-Identifier: Apache-2.0
//
// Makes poses: by quaternions, by matrices, and in a world that is turned.
#pragma once

#include <array>

#include "bench/random.hpp"
#include "sunder/polytope.hpp"

namespace sunder::bench {

/// w, x, y, z.
using Quaternion = std::array<double, 4>;

/// Turns about any axis, by 0.1 to 3 radians.
Quaternion tilted_quaternion(Random& random);

/// Returns the pose of a body that q and t pose, after `world` has turned everything.
Pose3 turned(const Quaternion& world, const Quaternion& q, const Vector3& t);

/// Returns a pose of equal numbers whose rotation is given as a matrix.
Pose3 by_matrix(const Pose3& pose);

}  // namespace sunder::bench

// SPDX-License-Identifier: Apache-2.0
#include "bench/poses.hpp"

#include <cmath>

namespace sunder::bench {

Quaternion tilted_quaternion(Random& random) {
  const Vector3 axis = random_direction(random);
  const double half = random.in(0.05, 1.5);
  return {std::cos(half), axis[0] * std::sin(half), axis[1] * std::sin(half),
          axis[2] * std::sin(half)};
}

Pose3 turned(const Quaternion& world, const Quaternion& q, const Vector3& t) {
  const auto& [w, x, y, z] = world;
  const Quaternion product{
      w * q[0] - x * q[1] - y * q[2] - z * q[3], w * q[1] + x * q[0] + y * q[3] - z * q[2],
      w * q[2] - x * q[3] + y * q[0] + z * q[1], w * q[3] + x * q[2] - y * q[1] + z * q[0]};
  const Pose3 turn = Pose3::from_wxyz(world).value();
  Vector3 moved{};
  for (int l = 0; l < 3; ++l) {
    for (int k = 0; k < 3; ++k)
      moved[static_cast<std::size_t>(l)] += turn.linear(l, k) * t[static_cast<std::size_t>(k)];
  }
  return Pose3::from_wxyz(product, moved).value();
}

Pose3 by_matrix(const Pose3& pose) {
  std::array<double, 12> rows;
  for (int l = 0; l < 3; ++l) {
    const auto row = static_cast<std::size_t>(4 * l);
    for (int k = 0; k < 3; ++k) rows[row + static_cast<std::size_t>(k)] = pose.linear(l, k);
    rows[row + 3] = pose.offset(l);
  }
  return Pose3::from_matrix(rows).value();
}

}  // namespace sunder::bench

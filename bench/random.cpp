// SPDX-License-Identifier: Apache-2.0
#include "bench/random.hpp"

#include <cmath>

namespace sunder::bench {
namespace {

/// The rows of the matrix of a unit quaternion.
std::vector<double> rows_of(double w, double x, double y, double z) {
  return {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),     0,
          2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),     0,
          2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y), 0};
}

}  // namespace

Vector3 random_direction(Random& random) {
  for (;;) {
    Vector3 v{random.in(-1, 1), random.in(-1, 1), random.in(-1, 1)};
    const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (length < 0.1 || length > 1) continue;
    for (double& entry : v) entry /= length;
    return v;
  }
}

std::vector<double> random_rotation(Random& random) {
  double q[4];
  double length = 0;
  do {
    for (double& entry : q) entry = random.in(-1, 1);
    length = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  } while (length > 1 || length < 0.1);
  for (double& entry : q) entry /= std::sqrt(length);
  return rows_of(q[0], q[1], q[2], q[3]);
}

std::vector<double> rotation(const Vector3& axis, double angle) {
  const double s = std::sin(angle / 2);
  return rows_of(std::cos(angle / 2), s * axis[0], s * axis[1], s * axis[2]);
}

}  // namespace sunder::bench

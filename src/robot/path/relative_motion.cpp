// SPDX-License-Identifier: Apache-2.0
#include "robot/path/relative_motion.hpp"

#include <cmath>
#include <cstddef>

#include "geometry/vectors.hpp"
#include "machine/strict_arithmetic.hpp"

namespace sunder::detail::robot {
namespace {

/// Covers the roundings of a sum of 2^20 terms of one sign, each a product of a few factors.
constexpr double kSumUp = 1 + 0x1p-30;
/// Times the sizes of what a cross product takes: its roundings, and those of a direction's length.
constexpr double kProductError = 0x1p-48;

/// How far b's points can be from an axis that turns, at the middle of the interval.
double reach(const MovingAxis& axis, const Ball<3>& ball) noexcept {
  const Vector3 arm = minus<3>(ball.centre, axis.point);
  const double size = length<3>(ball.centre) + length<3>(axis.point);
  return length<3>(cross(axis.direction, arm)) + ball.radius + size * kProductError + axis.error;
}

}  // namespace

Twist twist_of(const MovingAxis& axis) noexcept {
  Twist twist;
  const Vector3 moment = axis.turns ? cross(axis.point, axis.direction) : axis.direction;
  for (std::size_t l = 0; l < 3; ++l) {
    if (axis.turns) twist.spin[l] = axis.rate * axis.direction[l];
    twist.drift[l] = axis.rate * moment[l];
  }
  return twist;
}

RelativeMotion relative_motion(std::span<const MovingAxis> axes, const Ball<3>& ball,
                               double half_length) {
  RelativeMotion motion;
  double turning = 0;  // of the axes before this one
  for (const MovingAxis& axis : axes) {
    if (axis.turns) turning += std::fabs(axis.rate);
  }
  double doubted = 0;
  for (std::size_t k = axes.size(); k-- > 0;) {
    const MovingAxis& axis = axes[k];
    const double rate = std::fabs(axis.rate);
    const double r = axis.turns ? reach(axis, ball) + motion.first : 1 + kProductError;
    if (axis.turns) turning -= rate;
    const double before = std::fmax(turning, 0) * 2 * kSumUp;
    motion.second +=
        half_length * half_length / 2 * rate * r * (before + (axis.turns ? rate : 0)) * kSumUp;
    motion.first += half_length * rate * r * kSumUp;
    doubted += axis.doubt * r;
    motion.error += half_length * rate * axis.error;
    const double size =
        axis.turns ? length<3>(axis.point) + length<3>(ball.centre) + ball.radius : 1;
    motion.error += half_length * rate * size * kProductError;
    const Twist twist = twist_of(axis);
    for (std::size_t l = 0; l < 3; ++l) {
      motion.spin[l] += twist.spin[l];
      motion.drift[l] += twist.drift[l];
    }
  }
  motion.error = (motion.error + doubted) * kSumUp;
  motion.first *= kSumUp;
  motion.second *= kSumUp;
  return motion;
}

}  // namespace sunder::detail::robot

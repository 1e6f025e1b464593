// SPDX-License-Identifier: Apache-2.0
//
// Idea: A pose at a time is the start's, rotated about the centre by an angle that is computed in fixed
// point (sine_cosine.hpp), and translated. Extremes over a step come from the vertices' places along
// the axis and their distances from it.
// Bound: moving_body.hpp derives error().
// Cost: A pose takes two sines and O(d^3) products; an extreme one pass over the vertices.
// Gives up: Angles of 2^60 and more, and entries that overflow, have no pose.
#include "query/cast/moving_body.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "filter/filtered_pair.hpp"
#include "geometry/double_bits.hpp"
#include "query/cast/sine_cosine.hpp"

namespace sunder::detail {
namespace {

/// The axis may have any length but zero: its exponent is normalised on the bits first.
Vector<3> unit_axis(Vector<3> axis) noexcept {
  int exponent = std::numeric_limits<int>::min();
  for (const double entry : axis) {
    if (!is_zero_bits(entry)) exponent = std::max(exponent, exponent_above(entry));
  }
  double squared = 0;
  for (double& entry : axis) {
    entry = times_power_of_two(entry, -exponent);
    squared += entry * entry;
  }
  const double length = std::sqrt(squared);
  for (double& entry : axis) entry /= length;
  return axis;
}

template <std::size_t N>
double one_norm(const std::array<double, N>& x) noexcept {
  double sum = 0;
  for (const double entry : x) sum += std::fabs(entry);
  return sum;
}

}  // namespace

template <int D>
MovingBody<D>::MovingBody(const Body<D>& body, const Motion<D>& motion, const Vector<D>& origin,
                          const Vector<D>& translation)
    : body_(body),
      turns_(!is_zero_bits(motion.angle())),
      angle_(motion.angle()),
      translation_(translation) {
  for (std::size_t l = 0; l < D; ++l) {
    const double offset = body.pose->offset(static_cast<int>(l));
    // A body that does not rotate has its offset for a centre, and no arm.
    centre_[l] = (turns_ ? motion.centre()[l] : offset) - origin[l];
    arm_[l] = turns_ ? offset - motion.centre()[l] : 0;
  }
  if (turns_) axis_ = unit_axis(motion.axis());
  set_error(motion);
  set_profile();
}

template <int D>
double MovingBody<D>::turn_rate() const noexcept {
  return std::fabs(angle_);
}

template <int D>
void MovingBody<D>::set_error(const Motion<D>& motion) noexcept {
  const double matrix_error = linear_error(*body_.pose);
  double size = one_norm(arm_);
  double vertices = 0;
  for (int k = 0; k < D; ++k) {
    for (int l = 0; l < D; ++l) {
      size += (std::fabs(body_.pose->linear(l, k)) + matrix_error) * body_.hull->max_abs[k];
    }
    vertices += body_.hull->max_abs[k];
  }
  const double rotation_error = !turns_ ? 0 : (D == 2 ? kSineError : 0x1p-47);
  // c is rounded relative to the origin, T relative to a's.
  const double path = one_norm(centre_) + one_norm(translation_);
  const double component = rotation_error * size + (D + 4) * kUnit * size + 4 * kUnit * path +
                           2 * D * matrix_error * vertices + 0x1p-600;
  error_ = 2 * component * (1 + 0x1p-30);
  SineCosine last;
  const bool in_range =
      body_.in_filter_range() && size < 0x1p300 && path < 0x1p300 && last.set(motion.angle(), 1);
  if (!in_range) error_ = std::numeric_limits<double>::infinity();
}

template <int D>
void MovingBody<D>::set_profile() {
  if (!turns_) return;
  profile_.reserve(static_cast<std::size_t>(body_.hull->count));
  for (std::int32_t i = 0; i < body_.hull->count; ++i) {
    Vector<D> y = arm_;
    double along = 0;
    for (int l = 0; l < D; ++l) {
      double& entry = y[static_cast<std::size_t>(l)];
      for (int k = 0; k < D; ++k) entry += body_.pose->linear(l, k) * body_.hull->coordinate(i, k);
      if constexpr (D == 3) along += entry * axis_[static_cast<std::size_t>(l)];
    }
    double squared = 0;
    for (std::size_t l = 0; l < D; ++l) {
      const double entry = D == 3 ? y[l] - along * axis_[l] : y[l];
      squared += entry * entry;
    }
    profile_.push_back({along, std::sqrt(squared)});
    radius_ = std::max(radius_, profile_.back().radial);
  }
  // The roundings here are smaller than those that error_ bounds, and of the same kind.
  radius_ = radius_ * (1 + 0x1p-30) + 2 * error_;
  if (!(radius_ < 0x1p300)) radius_ = std::numeric_limits<double>::infinity();
}

template <int D>
Vector<D> MovingBody<D>::centre_at(double time) const noexcept {
  Vector<D> centre = centre_;
  for (std::size_t l = 0; l < D; ++l) centre[l] += time * translation_[l];
  return centre;
}

template <int D>
bool MovingBody<D>::rotation_at(double time, Matrix& rotation) const noexcept {
  rotation = {};
  for (std::size_t l = 0; l < D; ++l) rotation[l * (D + 1)] = 1;
  if (!turns_) return true;
  SineCosine turn;
  if (!turn.set(angle_, time)) return false;
  if constexpr (D == 2) {
    rotation = {turn.cosine, -turn.sine, turn.sine, turn.cosine};
  } else {
    const double rest = 1 - turn.cosine;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) rotation[i * 3 + j] = rest * (axis_[i] * axis_[j]);
      rotation[i * 4] += turn.cosine;
    }
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t i = (k + 1) % 3;
      const std::size_t j = (k + 2) % 3;
      rotation[j * 3 + i] += turn.sine * axis_[k];
      rotation[i * 3 + j] -= turn.sine * axis_[k];
    }
  }
  return true;
}

template <int D>
std::optional<Pose<D>> MovingBody<D>::pose_at(double time) const {
  Matrix rotation;
  if (!rotation_at(time, rotation)) return std::nullopt;
  const Vector<D> centre = centre_at(time);
  std::array<double, static_cast<std::size_t>(D) * (D + 1)> rows;
  for (std::size_t l = 0; l < D; ++l) {
    double* const row = rows.data() + l * (D + 1);
    double offset = 0;
    for (std::size_t j = 0; j < D; ++j) offset += rotation[l * D + j] * arm_[j];
    row[D] = offset + centre[l];
    for (int k = 0; k < D; ++k) {
      double sum = 0;
      for (std::size_t j = 0; j < D; ++j) {
        sum += rotation[l * D + j] * body_.pose->linear(static_cast<int>(j), k);
      }
      row[k] = sum;
    }
  }
  auto pose = Pose<D>::from_matrix(rows, D);
  if (!pose) return std::nullopt;
  return std::move(pose).value();
}

template <int D>
Vector<D> MovingBody<D>::cross_axis(const Vector<D>& u) const noexcept {
  if constexpr (D == 2) {
    return {u[1], -u[0]};
  } else {
    const Vector<3>& n = axis_;
    return {u[1] * n[2] - u[2] * n[1], u[2] * n[0] - u[0] * n[2], u[0] * n[1] - u[1] * n[0]};
  }
}

template <int D>
Vector<D> MovingBody<D>::spun(const Vector<D>& u) const noexcept {
  if (!turns_) return {};
  Vector<D> turned = cross_axis(u);
  for (double& entry : turned) entry *= angle_;
  return turned;
}

/// Returns |u x n|, rounded up: the share of u along which a rotation can move points.
template <int D>
double MovingBody<D>::across(const Vector<D>& u) const noexcept {
  if (!turns_) return 0;
  double squared = 0;
  for (const double entry : cross_axis(u)) squared += entry * entry;
  return std::sqrt(squared) * (1 + 0x1p-30) + 0x1p-40;
}

template <int D>
double MovingBody<D>::extreme_ahead(const Pose<D>& pose, double time, const Vector<D>& u,
                                    double step, int sign) const {
  Vector<D> seen = spun(u);
  for (std::size_t l = 0; l < D; ++l) seen[l] = u[l] + step * seen[l];
  const Body<D> body{body_.hull, &pose};
  const Vector<D> direction = pull_back(body, seen.data(), sign);
  double value = sign * support<D>(*body_.hull, direction.data()).value;
  const Vector<D> centre = centre_at(time);
  for (std::size_t l = 0; l < D; ++l) {
    value += seen[l] * (pose.offset(static_cast<int>(l)) - centre[l]);
    value += u[l] * (centre[l] + step * translation_[l]);
  }
  return value;
}

template <int D>
double MovingBody<D>::extreme_within(double now, double time, const Vector<D>& u, double step,
                                     int sign) const {
  if (!turns_) return now;
  const double share = across(u);
  const double turned = step * turn_rate() * radius_ * share * (1 + 0x1p-30);
  double middle = 0;
  double along = 0;  // u . n
  const Vector<D> centre = centre_at(time);
  for (std::size_t l = 0; l < D; ++l) {
    middle += u[l] * centre[l];
    if constexpr (D == 3) along += u[l] * axis_[l];
  }
  double most = -std::numeric_limits<double>::infinity();
  for (const Place& place : profile_) {
    most = std::max(most, sign * along * place.axial + share * place.radial);
  }
  return sign > 0 ? std::min(now + turned, middle + most) : std::max(now - turned, middle - most);
}

template class MovingBody<2>;
template class MovingBody<3>;

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// Places the frames of a robot in numbers of 60 digits, from the model alone, by matrices of 4 x 4; and draws random
// robots of all kinds of joints.
#pragma once

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "sunder/robot.hpp"

namespace sunder::test {

using Digits = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<60>,
                                             boost::multiprecision::et_off>;
using Matrix = std::array<std::array<Digits, 4>, 4>;

inline Matrix unit_matrix() {
  Matrix m{};
  for (std::size_t i = 0; i < 4; ++i) m[i][i] = 1;
  return m;
}

inline Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix m{};
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      for (std::size_t k = 0; k < 4; ++k) m[i][j] += a[i][k] * b[k][j];
    }
  }
  return m;
}

inline Matrix shifted(const Digits& x, const Digits& y, const Digits& z) {
  Matrix m = unit_matrix();
  m[0][3] = x;
  m[1][3] = y;
  m[2][3] = z;
  return m;
}

/// The rotation of a quaternion of any length.
inline Matrix rotated(const Digits& w, const Digits& x, const Digits& y, const Digits& z) {
  const Digits n = w * w + x * x + y * y + z * z;
  Matrix m = unit_matrix();
  m[0] = {(w * w + x * x - y * y - z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n, 0};
  m[1] = {2 * (x * y + w * z) / n, (w * w - x * x + y * y - z * z) / n, 2 * (y * z - w * x) / n, 0};
  m[2] = {2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, (w * w - x * x - y * y + z * z) / n, 0};
  return m;
}

/// A turn about an axis of any length, as the quaternion of half the angle.
inline Matrix turned(const Vector3& axis, const Digits& angle) {
  const Digits x = axis[0], y = axis[1], z = axis[2];
  const Digits length = sqrt(x * x + y * y + z * z);
  const Digits s = sin(angle / 2) / length;
  return rotated(cos(angle / 2), s * x, s * y, s * z);
}

inline Matrix matrix_of(const Pose3& pose) {
  Matrix m = unit_matrix();
  if (pose.is_quaternion()) {
    const auto& q = pose.wxyz();
    m = rotated(q[0], q[1], q[2], q[3]);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3 && !pose.is_quaternion(); ++j) {
      m[i][j] = pose.linear(static_cast<int>(i), static_cast<int>(j));
    }
    m[i][3] = pose.offset(static_cast<int>(i));
  }
  return m;
}

inline Digits value_of(const RobotModel& model, std::int32_t joint, const std::vector<Digits>& q) {
  const RobotJoint& of = model.joints[static_cast<std::size_t>(joint)];
  if (of.mimic < 0) return q[static_cast<std::size_t>(of.variable)];
  return Digits(of.multiplier) * value_of(model, of.mimic, q) + Digits(of.offset);
}

inline Matrix motion_of(const RobotModel& model, std::int32_t index, const std::vector<Digits>& q) {
  const RobotJoint& joint = model.joints[static_cast<std::size_t>(index)];
  const auto at = [&](std::int32_t k) { return q[static_cast<std::size_t>(joint.variable + k)]; };
  switch (joint.kind) {
    case JointKind::fixed:
      return unit_matrix();
    case JointKind::revolute:
    case JointKind::continuous:
      return turned(joint.axis, value_of(model, index, q));
    case JointKind::prismatic: {
      const Digits x = joint.axis[0], y = joint.axis[1], z = joint.axis[2];
      const Digits by = value_of(model, index, q) / sqrt(x * x + y * y + z * z);
      return shifted(x * by, y * by, z * by);
    }
    case JointKind::planar:
      return shifted(at(0), at(1), 0) * turned({0, 0, 1}, at(2));
    case JointKind::floating:
      return shifted(at(0), at(1), at(2)) * rotated(at(6), at(3), at(4), at(5));
  }
  return unit_matrix();
}

inline Matrix place_of_link(const RobotModel& model, std::int32_t link,
                            const std::vector<Digits>& q) {
  const std::int32_t joint = model.links[static_cast<std::size_t>(link)].joint;
  if (joint < 0) return matrix_of(model.base);
  const RobotJoint& of = model.joints[static_cast<std::size_t>(joint)];
  return place_of_link(model, of.parent, q) * matrix_of(of.origin) * motion_of(model, joint, q);
}

/// The frames of all links, then of all parts.
inline std::vector<Matrix> places_of(const RobotModel& model,
                                     const std::vector<double>& configuration) {
  const std::vector<Digits> q(configuration.begin(), configuration.end());
  std::vector<Matrix> places;
  for (std::size_t i = 0; i < model.links.size(); ++i)
    places.push_back(place_of_link(model, static_cast<std::int32_t>(i), q));
  for (const RobotPart& part : model.parts) {
    places.push_back(places[static_cast<std::size_t>(part.link)] * matrix_of(part.pose));
  }
  return places;
}

class RandomRobots {
 public:
  explicit RandomRobots(std::uint64_t seed) : random_(seed) {}

  double number(double size) {
    return std::uniform_real_distribution<double>(-size, size)(random_);
  }
  std::int32_t below(std::int32_t end) {
    return std::uniform_int_distribution<std::int32_t>(0, end - 1)(random_);
  }

  Pose3 origin() {
    const Vector3 t{number(1), number(1), number(1)};
    switch (below(4)) {
      case 0:
        return Pose3::translation(t).value();
      case 1:
        return Pose3::from_wxyz({number(1), number(1), number(1), number(1)}, t).value();
      case 2:
        return pose_from_rpy(t, {1.5707963267948966, 0, -1.5707963267948966}).value();
      default:
        return pose_from_rpy(t, {number(3), number(3), number(3)}).value();
    }
  }

  Vector3 axis() {
    Vector3 axis{0, 0, 0};
    if (below(2) == 0) {
      axis[static_cast<std::size_t>(below(3))] = below(2) == 0 ? 1 : -3.5;
    } else {
      for (double& a : axis) a = number(2);
    }
    return axis;
  }

  RobotModel model(std::int32_t links) {
    RobotModel model;
    model.base = origin();
    for (std::int32_t i = 0; i < links; ++i) {
      model.links.push_back({"link" + std::to_string(i)});
      if (i == 0) continue;
      RobotJoint joint;
      joint.name = "joint" + std::to_string(i);
      joint.kind = static_cast<JointKind>(below(6));
      joint.child = i;
      joint.parent = below(3) == 0 ? below(i) : i - 1;
      joint.origin = origin();
      joint.axis = axis();
      const std::int32_t other = i > 1 ? below(i - 1) : -1;
      const auto single = [](JointKind kind) {
        return kind == JointKind::revolute || kind == JointKind::continuous ||
               kind == JointKind::prismatic;
      };
      if (other >= 0 && below(3) == 0 && single(joint.kind) &&
          single(model.joints[static_cast<std::size_t>(other)].kind)) {
        joint.mimic = other;
        joint.multiplier = number(2);
        joint.offset = number(1);
      }
      model.joints.push_back(joint);
    }
    for (std::int32_t p = 0; p < 2; ++p) {
      RobotPart part;
      part.name = "part" + std::to_string(p);
      part.link = below(links);
      part.hull = Polytope3::box({1, 1, 1});
      part.shape = RobotShape::box;
      part.pose = origin();
      if (below(2) == 0) {
        std::array<double, 12> rows{};
        for (double& entry : rows) entry = number(2);
        part.pose = Pose3::from_matrix(rows).value();
      }
      model.parts.push_back(part);
    }
    return model;
  }

  std::vector<double> configuration(const Robot& robot, double size) {
    std::vector<double> q(static_cast<std::size_t>(robot.variables()));
    for (double& value : q) value = number(size);
    return q;
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace sunder::test

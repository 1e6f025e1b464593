// SPDX-License-Identifier: Apache-2.0
//
// Computes exact world coordinates of a body from its caller's numbers, in any rational type.
#pragma once

#include <vector>

#include "suite/case.hpp"

namespace sunder::oracle {

template <class Number>
using Points = std::vector<std::vector<Number>>;

/// Returns the rotation matrix of q, normalised: rational in q.
template <class Number>
Points<Number> rotation_of(const std::array<double, 4>& q) {
  const Number w(q[0]), x(q[1]), y(q[2]), z(q[3]);
  const Number length = w * w + x * x + y * y + z * z;
  const auto entry = [&](const Number& value) { return Number(value / length); };
  return {{entry(w * w + x * x - y * y - z * z), entry(2 * (x * y - w * z)),
           entry(2 * (x * z + w * y))},
          {entry(2 * (x * y + w * z)), entry(w * w - x * x + y * y - z * z),
           entry(2 * (y * z - w * x))},
          {entry(2 * (x * z - w * y)), entry(2 * (y * z + w * x)),
           entry(w * w - x * x - y * y + z * z)}};
}

template <class Number>
Points<Number> world_points(const suite::BodyData& body) {
  using Form = suite::PoseData::Form;
  const suite::PoseData& pose = body.pose;
  Points<Number> rotation;
  if (pose.form == Form::quaternion) rotation = rotation_of<Number>(pose.quaternion);
  Points<Number> result;
  for (const auto& vertex : body.vertices) {
    const std::size_t d = vertex.size();
    auto& point = result.emplace_back();
    for (std::size_t row = 0; row < d; ++row) {
      Number sum(0);
      for (std::size_t k = 0; k < d; ++k) {
        if (pose.form == Form::quaternion) {
          sum += rotation[row][k] * Number(vertex[k]);
        } else if (pose.form == Form::matrix) {
          sum += Number(pose.rows[row * (d + 1) + k]) * Number(vertex[k]);
        } else if (k == row) {
          sum += Number(vertex[k]);
        }
      }
      if (pose.form == Form::matrix) sum += Number(pose.rows[row * (d + 1) + d]);
      if (!pose.translation.empty()) sum += Number(pose.translation[row]);
      point.push_back(std::move(sum));
    }
  }
  return result;
}

}  // namespace sunder::oracle

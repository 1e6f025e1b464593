// SPDX-License-Identifier: Apache-2.0
//
// Builds the bodies of a case by hand: boxes, and bodies with a pose.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "suite/case.hpp"

namespace sunder::suite {

/// Returns the corners of the box [low, high] on each axis.
inline BodyData box_between(const std::vector<double>& low, const std::vector<double>& high) {
  BodyData body;
  for (std::size_t corner = 0; corner < (std::size_t{1} << low.size()); ++corner) {
    auto& vertex = body.vertices.emplace_back();
    for (std::size_t k = 0; k < low.size(); ++k)
      vertex.push_back((corner >> k) % 2 == 0 ? low[k] : high[k]);
  }
  return body;
}

inline BodyData box_body(const std::vector<double>& half) {
  std::vector<double> low;
  for (const double h : half) low.push_back(-h);
  return box_between(low, half);
}

inline BodyData with_matrix(BodyData body, std::vector<double> rows) {
  body.pose.form = PoseData::Form::matrix;
  body.pose.rows = std::move(rows);
  return body;
}

inline BodyData with_translation(BodyData body, std::vector<double> t) {
  body.pose.form = PoseData::Form::translation;
  body.pose.translation = std::move(t);
  return body;
}

inline BodyData with_quaternion(BodyData body, const std::array<double, 4>& q,
                                std::vector<double> t = {0, 0, 0}) {
  body.pose.form = PoseData::Form::quaternion;
  body.pose.quaternion = q;
  body.pose.translation = std::move(t);
  return body;
}

}  // namespace sunder::suite

// SPDX-License-Identifier: Apache-2.0
//
// Converts bodies of data to the library's objects, in a dimension fixed at compile time or not.
#pragma once

#include <type_traits>
#include <vector>

#include "suite/case.hpp"
#include "sunder/sunder.hpp"

namespace sunder::suite {

template <int D>
using PosedOf = std::conditional_t<D == 2, Posed2, std::conditional_t<D == 3, Posed3, PosedN>>;

template <int D>
Polytope<D> make_polytope(const BodyData& body, int dimension, BuildOptions options = {}) {
  std::vector<double> flat;
  for (const auto& vertex : body.vertices) flat.insert(flat.end(), vertex.begin(), vertex.end());
  return Polytope<D>::from_points(flat.data(), static_cast<std::int64_t>(body.vertices.size()),
                                  dimension, std::int64_t{dimension} * std::int64_t{sizeof(double)},
                                  options)
      .value();
}

template <int D>
Vector<D> to_vector(const std::vector<double>& entries) {
  if constexpr (D == kRunTime) {
    return entries;
  } else {
    Vector<D> result{};
    for (std::size_t k = 0; k < result.size(); ++k) result[k] = entries[k];
    return result;
  }
}

/// There is no quaternion at run-time dimension: the caller must not request one.
template <int D>
Pose<D> make_pose(const PoseData& pose, int dimension) {
  switch (pose.form) {
    case PoseData::Form::translation:
      return Pose<D>::translation(to_vector<D>(pose.translation)).value();
    case PoseData::Form::matrix:
      return Pose<D>::from_matrix(pose.rows, dimension).value();
    case PoseData::Form::quaternion:
      if constexpr (D == 3)
        return Pose<D>::from_wxyz(pose.quaternion, to_vector<D>(pose.translation)).value();
      break;
    case PoseData::Form::identity:
      break;
  }
  if constexpr (D == kRunTime) {
    return Pose<D>::identity(dimension);
  } else {
    return Pose<D>::identity();
  }
}

/// Both bodies of a pair, alive together.
template <int D>
struct Bodies {
  Polytope<D> polytope_a;
  Polytope<D> polytope_b;
  Pose<D> pose_a;
  Pose<D> pose_b;

  Bodies(const BodyData& a, const BodyData& b, int dimension, BuildOptions options = {})
      : polytope_a(make_polytope<D>(a, dimension, options)),
        polytope_b(make_polytope<D>(b, dimension, options)),
        pose_a(make_pose<D>(a.pose, dimension)),
        pose_b(make_pose<D>(b.pose, dimension)) {}

  PosedOf<D> a() const { return {polytope_a, pose_a}; }
  PosedOf<D> b() const { return {polytope_b, pose_b}; }
};

}  // namespace sunder::suite

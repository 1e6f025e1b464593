// SPDX-License-Identifier: Apache-2.0
//
// find_foot() computes the foot of the perpendicular from 0 onto the nearest face. A facet of C
// consists of several triangles, and a neighbour may hold the foot.
#pragma once

#include <algorithm>

#include "narrow/epa/expanding.hpp"

namespace sunder::detail::epa {

/// Returns for a face with corners p and a normal of any length: weights of sum 1 whose mean is the
/// foot of 0 in its plane. The vector from corner 0 to the foot is written in the edges at that
/// corner. On a sliver that leaves an error that is small compared with the long edges; a second
/// pass removes it.
template <int D>
Vector<D> weights_of_foot(const std::array<Vector<D>, D>& p, const Vector<D>& normal) noexcept {
  const Vector<D> first = minus<D>(p[1], p[0]);
  // The component of the foot along the normal has no effect: the edges are perpendicular to it.
  const auto missing = [&](const Vector<D>& weights) {
    Vector<D> rest{};
    for (std::size_t l = 0; l < D; ++l) {
      for (std::size_t i = 0; i < D; ++i) rest[l] -= weights[i] * p[i][l];
    }
    return rest;
  };
  Vector<D> weights{1};
  if constexpr (D == 2) {
    for (int pass = 0; pass < 2; ++pass) {
      const double share = dot<2>(first, missing(weights)) / dot<2>(first, first);
      weights = {weights[0] - share, weights[1] + share};
    }
  } else {
    const Vector3 second = minus<3>(p[2], p[0]);
    const double inverse = 1 / dot<3>(normal, cross(first, second));
    const Vector3 of_first = cross(second, normal);
    const Vector3 of_second = cross(normal, first);
    for (int pass = 0; pass < 2; ++pass) {
      const Vector3 rest = missing(weights);
      const double to_first = dot<3>(rest, of_first) * inverse;
      const double to_second = dot<3>(rest, of_second) * inverse;
      weights = {weights[0] - (to_first + to_second), weights[1] + to_first,
                 weights[2] + to_second};
    }
  }
  return weights;
}

/// Clamps a foot outside the face to weights >= 0 of sum 1.
template <int D>
void clamp_to_face(Vector<D>& weights) noexcept {
  double total = 0;
  for (double& weight : weights) total += weight = std::max(weight, 0.0);
  if (total > 0) {
    for (double& weight : weights) weight /= total;
  } else {
    weights.fill(1.0 / D);
  }
}

template <int D, class Source>
Vector<D> weights_on(const Expanding<D, Source>& polytope, std::size_t at) noexcept {
  const Face<D>& face = polytope.faces()[at];
  std::array<Vector<D>, D> p;
  for (std::size_t i = 0; i < D; ++i) p[i] = polytope.corner(face.corners[i]).point;
  return weights_of_foot<D>(p, face.normal);
}

/// The face that holds the foot and the weights there (sum 1, none negative). The search starts at
/// `nearest` and moves over faces of the same distance.
template <int D>
struct Foot {
  std::size_t face = 0;
  Vector<D> weights{};
};

template <int D, class Source>
Foot<D> find_foot(const Expanding<D, Source>& polytope, std::size_t nearest, double flat) noexcept {
  const auto faces = polytope.faces();
  const double most = faces[nearest].distance + flat;
  Foot<D> foot{nearest, weights_on(polytope, nearest)};
  for (std::size_t step = 0; step < faces.size(); ++step) {
    const auto least = std::min_element(foot.weights.begin(), foot.weights.end());
    if (*least >= 0) break;
    // Corner i is opposite to the edge between the other two (2-D: to the other corner).
    const auto i = static_cast<std::size_t>(least - foot.weights.begin());
    const auto next = static_cast<std::size_t>(faces[foot.face].neighbours[(i + 1) % D]);
    if (!(faces[next].distance <= most)) break;
    foot = {next, weights_on(polytope, next)};
  }
  clamp_to_face<D>(foot.weights);
  return foot;
}

}  // namespace sunder::detail::epa

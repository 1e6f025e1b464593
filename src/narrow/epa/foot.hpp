// SPDX-License-Identifier: Apache-2.0
//
// Where the perpendicular from 0 meets the nearest face. A facet of C comes in several triangles,
// and it may be a neighbour's that holds the foot.
#pragma once

#include <algorithm>

#include "narrow/epa/expanding.hpp"

namespace sunder::detail::epa {

/// The weights of the corners at the foot of 0 in the face's plane, up to a common factor.
template <int D, class Source>
Vector<D> weights_of_foot(const Expanding<D, Source>& polytope, const Face<D>& face) noexcept {
  std::array<Vector<D>, D> p;
  for (std::size_t i = 0; i < D; ++i) p[i] = polytope.corner(face.corners[i]).point;
  if constexpr (D == 2) {
    const Vector2 edge = minus<2>(p[1], p[0]);
    return {dot<2>(edge, p[1]), -dot<2>(edge, p[0])};
  } else {
    Vector3 weights{};
    for (std::size_t i = 0; i < 3; ++i) {
      weights[i] = dot<3>(face.normal, cross(p[(i + 1) % 3], p[(i + 2) % 3]));
    }
    return weights;
  }
}

/// The face that holds the foot, from `nearest` on over faces of the same distance, and the weights
/// there (sum 1, none negative: beyond the rim the nearest corner or edge stands for the foot).
template <int D>
struct Foot {
  std::size_t face = 0;
  Vector<D> weights{};
};

template <int D, class Source>
Foot<D> find_foot(const Expanding<D, Source>& polytope, std::size_t nearest, double flat) noexcept {
  const auto faces = polytope.faces();
  const double most = faces[nearest].distance + flat;
  Foot<D> foot{nearest, weights_of_foot(polytope, faces[nearest])};
  for (std::size_t step = 0; step < faces.size(); ++step) {
    const auto least = std::min_element(foot.weights.begin(), foot.weights.end());
    if (*least >= 0) break;
    // Corner i lies across from the edge between the other two (2-D: from the other corner).
    const auto i = static_cast<std::size_t>(least - foot.weights.begin());
    const auto next = static_cast<std::size_t>(faces[foot.face].neighbours[(i + 1) % D]);
    if (!(faces[next].distance <= most)) break;
    foot = {next, weights_of_foot(polytope, faces[next])};
  }
  double total = 0;
  for (double& weight : foot.weights) total += weight = std::max(weight, 0.0);
  if (total > 0) {
    for (double& weight : foot.weights) weight /= total;
  } else {
    foot.weights.fill(1.0 / D);
  }
  return foot;
}

}  // namespace sunder::detail::epa

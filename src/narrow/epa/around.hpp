// SPDX-License-Identifier: Apache-2.0
//
// Implements Lemma 5 in doubles: tests whether the closed surface of an expanding polytope
// surrounds 0.
//
// Let every facet's determinant det(c_1, .., c_d) be positive. Then the projection from 0 onto the
// sphere keeps each facet's orientation, so it has degree 1 or more and is onto. Hence 0 is in the
// hull of the corners. A ball about 0 that the surface does not reach is in the hull too. Its
// points have the same winding number as 0, and points outside C have winding number 0.
#pragma once

#include <algorithm>
#include <cmath>

#include "filter/simplex_interior.hpp"
#include "narrow/epa/expanding.hpp"

namespace sunder::detail::epa {

/// Each entry of a corner has an error of at most e; all corners are within 2 of 0.
template <int D, class Source>
bool proves_surrounding(const Expanding<D, Source>& polytope, const Vector<D>& e) noexcept {
  Vector<D> x = e;
  for (std::size_t l = 0; l < D; ++l) {
    double size = 0;
    for (std::size_t i = 0; i < polytope.corner_count(); ++i) {
      size = std::max(size, std::fabs(polytope.corner(static_cast<std::int16_t>(i)).point[l]));
    }
    x[l] += size;
  }
  const double bound = determinant_error<D>(x, e);
  return std::all_of(polytope.faces().begin(), polytope.faces().end(), [&](const Face<D>& face) {
    const auto at = [&](std::size_t i) -> const Vector<D>& {
      return polytope.corner(face.corners[i]).point;
    };
    if constexpr (D == 2) {
      return cross(at(0), at(1)) > bound;
    } else {
      return dot<3>(at(0), cross(at(1), at(2))) > bound;
    }
  });
}

}  // namespace sunder::detail::epa

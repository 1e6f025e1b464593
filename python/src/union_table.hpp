// SPDX-License-Identifier: Apache-2.0
//
// The table of a batch whose bodies need not be convex.
#pragma once

#include <vector>

#include "bodies.hpp"
#include "unions.hpp"

namespace sunder::python {

/// The radii of a table, one by one; appends the bodies.
template <int D>
std::vector<double> take_bodies(nb::handle given, std::vector<typename UnionOf<D>::Body>& bodies) {
  std::vector<double> radii;
  for (nb::handle one : given) {
    if (const auto* const body = union_of<D>(one)) {
      bodies.push_back(*body);
      radii.push_back(0);
      continue;
    }
    if (is_union(one)) refuse_dimension("bodies", D, 5 - D);
    const Body& polytope = body_of(one, "bodies");
    const auto* const own = std::get_if<Polytope<D>>(&polytope.polytope);
    if (own == nullptr) refuse_dimension("bodies", D, polytope.dimension());
    bodies.push_back({{*own}});
    radii.push_back(polytope.radius);
  }
  return radii;
}

}  // namespace sunder::python

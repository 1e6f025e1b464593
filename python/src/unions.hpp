// SPDX-License-Identifier: Apache-2.0
//
// Bodies that need not be convex, as Python holds them, and the questions about two of them.
#pragma once

#include <vector>

#include "answers.hpp"
#include "bodies.hpp"
#include "meshes.hpp"
#include "search.hpp"
#include "sunder/body.hpp"

namespace sunder::python {

/// sunder.Body: a union, and the Polytope and Mesh objects that its parts were given as.
struct AnyBody {
  std::vector<nb::object> shapes;
  Body3 body;
};

/// The parts and triangles of the first pair that meets, or of the closest one.
struct Place {
  std::int32_t part_a = -1, part_b = -1, triangle_a = -1, triangle_b = -1;

  Place() = default;
  template <class Answer>
  explicit Place(const Answer& answer)
      : part_a(answer.part_a),
        part_b(answer.part_b),
        triangle_a(answer.triangle_a),
        triangle_b(answer.triangle_b) {}
};
/// sunder.BodyDecision, sunder.BodyDistance.
struct AnyBodyDecision : AnyDecision {
  Place place;
};
struct AnyBodyDistance : AnyDistance {
  Place place;
};

/// Returns the body of a Mesh or a Body, or null.
const Body3* union_of(nb::handle object);

AnyBodyDecision bodies_intersect(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b);
AnyBodyDistance distance_of_bodies(nb::handle a, nb::handle b, nb::handle pose_a,
                                   nb::handle pose_b);
AnyMargin compare_bodies(nb::handle a, nb::handle b, double distance, nb::handle pose_a,
                         nb::handle pose_b);

void add_unions(nb::module_& module);

}  // namespace sunder::python

// SPDX-License-Identifier: Apache-2.0
//
// Bodies that need not be convex, as Python holds them, and the questions about two of them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "answers.hpp"
#include "bodies.hpp"
#include "meshes.hpp"
#include "search.hpp"
#include "sunder/body.hpp"
#include "sunder/body_cast.hpp"
#include "sunder/body_certificate.hpp"
#include "sunder/body_contact.hpp"

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
/// sunder.BodyDecision, sunder.BodyDistance and the others of such names.
struct AnyBodyDecision : AnyDecision {
  Place place;
};
struct AnyBodyDistance : AnyDistance {
  Place place;
};
struct AnyBodyCast : AnyCast {
  Place place;
};
struct AnyBodyPenetration : AnyDecision {
  Interval interval;
  Coordinates normal;
  Place place;
};
struct AnyBodyContact : AnyDecision {
  std::vector<ContactRegion> regions;
};

/// Adds part_a, part_b, triangle_a and triangle_b to the class of an answer.
template <class Class>
void add_place(Class& type) {
  using Answer = typename Class::Type;
  type.def_prop_ro(
          "part_a", [](const Answer& x) { return x.place.part_a; },
          "The part of a that meets or is closest; -1 where there is none, and in a verdict with a "
          "radius.")
      .def_prop_ro(
          "part_b", [](const Answer& x) { return x.place.part_b; }, "The part of b.")
      .def_prop_ro(
          "triangle_a", [](const Answer& x) { return x.place.triangle_a; },
          "The triangle of a, a row of Mesh.triangles; -1 for a polytope, and where one body is "
          "inside the other.")
      .def_prop_ro(
          "triangle_b", [](const Answer& x) { return x.place.triangle_b; }, "The triangle of b.");
}

/// sunder.Mesh, or sunder.Body of a body of C++.
AnyMesh mesh_object(const Mesh3& mesh);
AnyBody body_object(const Body3& body);
/// Returns the body of a Mesh or a Body, or null.
const Body3* union_of(nb::handle object);

/// A Mesh, a Body or a Polytope of space at its pose; keeps what the view refers to.
class BodyArgument {
 public:
  BodyArgument(nb::handle object, nb::handle pose, std::string_view where,
               std::string_view where_pose);
  BodyArgument(const BodyArgument&) = delete;
  BodyArgument& operator=(const BodyArgument&) = delete;

  PosedBody3 posed() const { return {*body_, pose_.get()}; }
  /// That of a Polytope.
  double radius() const noexcept { return radius_; }
  /// Refuses a radius, for a question that has none.
  const BodyArgument& without_radius() const;

 private:
  std::string_view where_;
  PoseArgument<3> pose_;
  std::optional<Body3> made_;
  const Body3* body_;
  double radius_ = 0;
};

AnyBodyDecision bodies_intersect(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b);
AnyBodyDistance distance_of_bodies(nb::handle a, nb::handle b, nb::handle pose_a,
                                   nb::handle pose_b);
AnyMargin compare_bodies(nb::handle a, nb::handle b, double distance, nb::handle pose_a,
                         nb::handle pose_b);

AnyBodyPenetration penetration_of_bodies(nb::handle a, nb::handle b, nb::handle pose_a,
                                         nb::handle pose_b);
AnyBodyContact contact_of_bodies(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b);
BodyContainment body_contains(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b);
AnyBodyCast any_body_cast(const BodyCast& found);
/// A motion in space, or the translation over the whole time; defined in motions.cpp.
Motion3 read_space_motion(nb::handle object, std::string_view where);
AnyBodyCast cast_bodies(nb::handle a, nb::handle b, const Motion3& motion_a,
                        const Motion3& motion_b, nb::handle pose_a, nb::handle pose_b);
AnyBodyCast ray_cast_body(nb::handle origin, nb::handle direction, nb::handle body,
                          nb::handle pose);
nb::dict ray_casts_body(nb::handle origins, nb::handle directions, nb::handle body, nb::handle pose,
                        int threads);

/// The certificate of what bodies_intersect() or distance_of_bodies() returned.
BodyCertificate certify_bodies(nb::handle a, nb::handle b, nb::handle answer, nb::handle pose_a,
                               nb::handle pose_b);
BodyCheck verify_bodies(nb::handle a, nb::handle b, const BodyCertificate& certificate,
                        nb::handle pose_a, nb::handle pose_b, bool simple);

void add_unions(nb::module_& module);
void add_union_certificates(nb::module_& module);
void add_union_questions(nb::module_& module);

}  // namespace sunder::python

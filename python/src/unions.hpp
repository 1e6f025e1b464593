// SPDX-License-Identifier: Apache-2.0
//
// Bodies that need not be convex, as Python holds them, and the questions about two of them.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "answers.hpp"
#include "bodies.hpp"
#include "meshes.hpp"
#include "polygons.hpp"
#include "search.hpp"
#include "sunder/body.hpp"
#include "sunder/body2.hpp"
#include "sunder/body_cast.hpp"
#include "sunder/body_certificate.hpp"
#include "sunder/body_contact.hpp"

namespace sunder::python {

/// The types of unions, by dimension.
template <int D>
struct UnionOf;
template <>
struct UnionOf<2> {
  using Body = Body2;
  using Part = Part2;
  using Margined = BodyMarginAnswer2;
  using Distance = BodyDistance2;
};
template <>
struct UnionOf<3> {
  using Body = Body3;
  using Part = Part3;
  using Margined = BodyMarginAnswer;
  using Distance = BodyDistance;
};
template <int D>
using PosedUnion = PosedBody<typename UnionOf<D>::Body, Pose<D>>;

/// sunder.Body: a union, and the Polytope, Mesh and Polygon objects that its parts were given as.
/// Without parts it is one of space, and stands for one of the plane too.
struct AnyBody {
  std::vector<nb::object> shapes;
  std::variant<Body3, Body2> body;

  int dimension() const noexcept { return body.index() == 0 ? 3 : 2; }
};

/// The parts, and triangles, convex pieces or edges, of the first pair that meets, or of the closest
/// one.
struct Place {
  std::int32_t part_a = -1, part_b = -1, triangle_a = -1, triangle_b = -1, piece_a = -1,
               piece_b = -1, edge_a = -1, edge_b = -1;

  Place() = default;
  template <class Answer>
  explicit Place(const Answer& answer) : part_a(answer.part_a), part_b(answer.part_b) {
    if constexpr (requires { answer.triangle_a; }) {
      triangle_a = answer.triangle_a;
      triangle_b = answer.triangle_b;
    } else if constexpr (requires { answer.edge_a; }) {
      edge_a = answer.edge_a;
      edge_b = answer.edge_b;
    } else {
      piece_a = answer.piece_a;
      piece_b = answer.piece_b;
    }
  }
  /// Sets the places of an answer of C++.
  template <class Answer>
  void copy_to(Answer& answer) const {
    answer.part_a = part_a;
    answer.part_b = part_b;
    if constexpr (requires { answer.triangle_a; }) {
      answer.triangle_a = triangle_a;
      answer.triangle_b = triangle_b;
    } else {
      answer.piece_a = piece_a;
      answer.piece_b = piece_b;
    }
  }
};
/// sunder.BodyDecision, sunder.BodyDistance and the others of such names.
struct AnyBodyDecision : AnyDecision {
  Place place;
};
struct AnyBodyDistance : AnyDistance {
  Place place;
};
struct AnyBodyMargin : AnyMargin {
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
/// sunder.ContactRegion, of space or of the plane.
struct AnyContactRegion {
  std::variant<ContactRegion, ContactRegion2> of;
};
struct AnyBodyContact : AnyDecision {
  std::vector<AnyContactRegion> regions;
};
/// sunder.BodyContainment.
struct AnyBodyContainment {
  bool contained = false;
  std::int32_t part = -1, triangle = -1, edge = -1;
  Stage stage = Stage::none;
};

/// sunder.BodyCertificate: a proof, and the margin that it is about, if any.
struct AnyBodyCertificate {
  BodyCertificate proof;
  std::optional<double> margin;
};

/// Adds part_a, part_b, triangle_a and triangle_b to the class of an answer.
template <class Class>
void add_place(Class& type) {
  using Answer = typename Class::Type;
  type.def_prop_ro(
          "part_a", [](const Answer& x) { return x.place.part_a; },
          "The part of a that meets or is closest; -1 where there is none.")
      .def_prop_ro(
          "part_b", [](const Answer& x) { return x.place.part_b; }, "The part of b.")
      .def_prop_ro(
          "triangle_a", [](const Answer& x) { return x.place.triangle_a; },
          "The triangle of a, a row of Mesh.triangles; -1 for a polytope, in the plane, and where "
          "one body is inside the other.")
      .def_prop_ro(
          "triangle_b", [](const Answer& x) { return x.place.triangle_b; }, "The triangle of b.");
}
/// Adds piece_a and piece_b.
template <class Class>
void add_pieces(Class& type) {
  using Answer = typename Class::Type;
  type.def_prop_ro(
          "piece_a", [](const Answer& x) { return x.place.piece_a; },
          "Which of Polygon.parts of a; -1 for a polytope, and in space.")
      .def_prop_ro(
          "piece_b", [](const Answer& x) { return x.place.piece_b; }, "The piece of b.");
}

/// sunder.Mesh, or sunder.Body of a body of C++.
AnyMesh mesh_object(const Mesh3& mesh);
AnyBody body_object(const Body3& body);
/// Returns the body of a Mesh, a Polygon or a Body, or null where there is none of this dimension.
template <int D>
const typename UnionOf<D>::Body* union_of(nb::handle object);

/// A Mesh, a Polygon, a Body or a Polytope at its pose; keeps what the view refers to.
template <int D>
class BodyArgument {
 public:
  BodyArgument(nb::handle object, nb::handle pose, std::string_view where,
               std::string_view where_pose);
  BodyArgument(const BodyArgument&) = delete;
  BodyArgument& operator=(const BodyArgument&) = delete;

  PosedUnion<D> posed() const { return {*body_, pose_.get()}; }
  /// That of a Polytope.
  double radius() const noexcept { return radius_; }
  /// Refuses a radius, for a question that has none.
  const BodyArgument& without_radius() const;

 private:
  std::string_view where_;
  PoseArgument<D> pose_;
  std::optional<typename UnionOf<D>::Body> made_;
  const typename UnionOf<D>::Body* body_;
  double radius_ = 0;
};

/// Do these bodies lie in the plane? A Polygon or a Body decides, and a Polytope beside one without
/// parts.
bool are_planar(nb::handle a, nb::handle b);
bool is_planar(nb::handle body);
/// Calls ask(a, b) with both bodies at their poses, in the plane or in space.
template <class Ask>
auto with_arguments(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                    const Ask& ask) {
  const auto in = [&]<int D>() {
    const BodyArgument<D> of_a(a, pose_a, "a", "pose_a"), of_b(b, pose_b, "b", "pose_b");
    return ask(of_a, of_b);
  };
  return are_planar(a, b) ? in.template operator()<2>() : in.template operator()<3>();
}

/// Refuses a body of the plane, for a question that is asked of bodies of space alone.
void require_space(nb::handle body, std::string_view where, std::string_view question);

/// Refuses an algorithm that does not serve the question.
BodySearch read_body_search(std::string_view name, Question question, int dimension);

/// The named algorithm is asked about convex parts, "auto" of all bodies.
AnyBodyDecision bodies_intersect(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                                 std::string_view algorithm);
AnyBodyDistance distance_of_bodies(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                                   std::string_view algorithm);
AnyBodyMargin compare_bodies(nb::handle a, nb::handle b, double distance, nb::handle pose_a,
                             nb::handle pose_b);

AnyBodyPenetration penetration_of_bodies(nb::handle a, nb::handle b, nb::handle pose_a,
                                         nb::handle pose_b, std::string_view algorithm);
AnyBodyContact contact_of_bodies(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b);
AnyBodyContainment body_contains(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b);
template <class Found>
AnyBodyCast any_body_cast(const Found& found) {
  AnyBodyCast cast;
  static_cast<AnyCast&>(cast) = {found.verdict, found.time, any_witness(found.witness), found.start,
                                 found.steps};
  cast.place = Place(found);
  return cast;
}
/// A motion in space, or the translation over the whole time; defined in motions.cpp.
Motion3 read_space_motion(nb::handle object, std::string_view where);
template <int D>
AnyBodyCast cast_bodies(nb::handle a, nb::handle b, const Motion<D>& motion_a,
                        const Motion<D>& motion_b, nb::handle pose_a, nb::handle pose_b);
AnyBodyCast ray_cast_body(nb::handle origin, nb::handle direction, nb::handle body,
                          nb::handle pose);
nb::dict ray_casts_body(nb::handle origins, nb::handle directions, nb::handle body, nb::handle pose,
                        int threads);

/// The certificate of what bodies_intersect(), distance_of_bodies() or compare_bodies() returned.
AnyBodyCertificate certify_bodies(nb::handle a, nb::handle b, nb::handle answer, nb::handle pose_a,
                                  nb::handle pose_b);
/// `interval` are the ends that are claimed for a distance, where the certificate was read from text.
BodyCheck verify_bodies(nb::handle a, nb::handle b, const AnyBodyCertificate& certificate,
                        nb::handle pose_a, nb::handle pose_b,
                        const std::optional<std::pair<double, double>>& interval, bool simple);

void add_unions(nb::module_& module);
void add_union_certificates(nb::module_& module);
void add_union_questions(nb::module_& module);

}  // namespace sunder::python

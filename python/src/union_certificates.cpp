// SPDX-License-Identifier: Apache-2.0
//
// Idea: The proofs about bodies that need not be convex are those of C++, made and checked without the
//   lock.
// Cost: That of the proof.
// Gives up: Only verdicts and distances have one; a radius is refused.
#include <fmt/format.h>
#include <string>
#include <utility>

#include "unions.hpp"

namespace sunder::python {
namespace {

/// The places of an answer, as C++ has them.
template <class Answer>
void set_place(const Place& place, Answer& answer) {
  answer.part_a = place.part_a;
  answer.part_b = place.part_b;
  answer.triangle_a = place.triangle_a;
  answer.triangle_b = place.triangle_b;
}

Vector3 space_vector(const Coordinates& v) { return to_vector<3>(v.all()); }

template <class Answer>
BodyCertificate certify_answer(const PosedBody3& x, const PosedBody3& y, const Answer& answer) {
  auto found = [&] {
    const nb::gil_scoped_release released;
    return certify(x, y, answer);
  }();
  return accepted("answer", std::move(found));
}

nb::object number_or_text(const ExactNumber& number) {
  if (number.integer.empty()) return nb::float_(number.value);
  return nb::module_::import_("fractions").attr("Fraction")(number.integer);
}

}  // namespace

BodyCertificate certify_bodies(nb::handle a, nb::handle b, nb::handle answer, nb::handle pose_a,
                               nb::handle pose_b) {
  const BodyArgument of_a(a, pose_a, "a", "pose_a"), of_b(b, pose_b, "b", "pose_b");
  const PosedBody3 x = of_a.without_radius().posed(), y = of_b.without_radius().posed();
  const AnyBodyDistance* gap = nullptr;
  if (nb::try_cast(answer, gap, false) && gap != nullptr) {
    BodyDistance plain;
    static_cast<Decision&>(plain) = *gap;
    plain.distance = gap->interval;
    if (gap->witness) {
      plain.witness =
          Witness<3>{space_vector(gap->witness->normal), space_vector(gap->witness->point_a),
                     space_vector(gap->witness->point_b)};
    }
    set_place(gap->place, plain);
    return certify_answer(x, y, plain);
  }
  const AnyBodyDecision* decision = nullptr;
  if (!nb::try_cast(answer, decision, false) || decision == nullptr) {
    refuse_type("answer", "no verdict and no distance of a mesh or a union",
                "give what intersects() or distance() returned about these bodies");
  }
  BodyDecision plain;
  static_cast<Decision&>(plain) = *decision;
  set_place(decision->place, plain);
  return certify_answer(x, y, plain);
}

BodyCheck verify_bodies(nb::handle a, nb::handle b, const BodyCertificate& certificate,
                        nb::handle pose_a, nb::handle pose_b, bool simple) {
  const BodyArgument of_a(a, pose_a, "a", "pose_a"), of_b(b, pose_b, "b", "pose_b");
  const PosedBody3 x = of_a.without_radius().posed(), y = of_b.without_radius().posed();
  const nb::gil_scoped_release released;
  return verify(x, y, certificate, {.simple = simple});
}

void add_union_certificates(nb::module_& module) {
  nb::class_<BodyCertificate>(
      module, "BodyCertificate",
      R"(The proof of a verdict about two bodies of which one is a Mesh or a Body, and of a distance.

separated: cuts of ranges of triangles by planes, and winding numbers. overlapping: a point of both.
touching: a point of both, too; that nothing overlaps is proven where cuts cover every pair of parts,
else it rests on the theorem of docs/bodies.md. A checker needs the vertices and triangles alone.)")
      .def_ro("verdict", &BodyCertificate::verdict)
      .def_ro("part_a", &BodyCertificate::part_a, "Of the pair that meets; -1 where none does.")
      .def_ro("part_b", &BodyCertificate::part_b)
      .def_prop_ro(
          "point",
          [](const BodyCertificate& x) {
            nb::list all;
            for (const ExactNumber& number : x.point) all.append(number_or_text(number));
            return all;
          },
          nb::sig("def point(self) -> list[float | fractions.Fraction]"),
          "Of solids that overlap: a point of both, world frame, exact; else empty.")
      .def_prop_ro(
          "cuts",
          [](const BodyCertificate& x) {
            std::size_t count = 0;
            for (const PartSeparation& one : x.separations) count += one.cuts.size();
            return count;
          },
          "The number of cuts by planes.")
      .def_prop_ro(
          "distance",
          [](const BodyCertificate& x) -> nb::object {
            if (!x.distance) return nb::none();
            return nb::make_tuple(x.distance->lower, x.distance->upper);
          },
          nb::sig("def distance(self) -> tuple[float, float] | None"),
          "The interval that it proves.")
      .def("__repr__", [](const BodyCertificate& x) {
        return fmt::format("<sunder.BodyCertificate: {}{}>", to_string(x.verdict),
                           x.distance ? ", distance" : "");
      });
  nb::class_<BodyCheck, Check>(module, "BodyCheck",
                               "What verify() found about bodies; true where it accepted the "
                               "certificate.")
      .def_ro("complete", &BodyCheck::complete,
              "Is nothing left to the theorem of docs/bodies.md? True for what is separated or "
              "overlaps.");
}

}  // namespace sunder::python

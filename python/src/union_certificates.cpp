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

template <class Posed, class Answer>
BodyCertificate certify_answer(const Posed& x, const Posed& y, const Answer& answer) {
  auto found = [&] {
    const nb::gil_scoped_release released;
    return certify(x, y, answer);
  }();
  return accepted("answer", std::move(found));
}

/// An answer of Python as C++ has it, for bodies of dimension D.
template <int D>
typename UnionOf<D>::Distance plain_answer(const AnyBodyDistance& gap) {
  typename UnionOf<D>::Distance plain;
  static_cast<Decision&>(plain) = gap;
  plain.distance = gap.interval;
  if (gap.witness && gap.witness->normal.all().size() == D) {
    const auto vector = [](const Coordinates& v) { return to_vector<D>(v.all()); };
    plain.witness = Witness<D>{vector(gap.witness->normal), vector(gap.witness->point_a),
                               vector(gap.witness->point_b)};
  }
  gap.place.copy_to(plain);
  return plain;
}
template <int D>
typename UnionOf<D>::Decision plain_answer(const AnyBodyDecision& decision) {
  typename UnionOf<D>::Decision plain;
  static_cast<Decision&>(plain) = decision;
  decision.place.copy_to(plain);
  return plain;
}

nb::object number_or_text(const ExactNumber& number) {
  if (number.integer.empty()) return nb::float_(number.value);
  return nb::module_::import_("fractions").attr("Fraction")(number.integer);
}

}  // namespace

BodyCertificate certify_bodies(nb::handle a, nb::handle b, nb::handle answer, nb::handle pose_a,
                               nb::handle pose_b) {
  return with_arguments(
      a, b, pose_a, pose_b, [&]<int D>(const BodyArgument<D>& of_a, const BodyArgument<D>& of_b) {
        const PosedUnion<D> x = of_a.without_radius().posed(), y = of_b.without_radius().posed();
        const AnyBodyDistance* gap = nullptr;
        if (nb::try_cast(answer, gap, false) && gap != nullptr)
          return certify_answer(x, y, plain_answer<D>(*gap));
        const AnyBodyDecision* decision = nullptr;
        if (!nb::try_cast(answer, decision, false) || decision == nullptr) {
          refuse_type("answer", "no verdict and no distance of a mesh, a polygon or a union",
                      "give what intersects() or distance() returned about these bodies");
        }
        return certify_answer(x, y, plain_answer<D>(*decision));
      });
}

BodyCheck verify_bodies(nb::handle a, nb::handle b, const BodyCertificate& certificate,
                        nb::handle pose_a, nb::handle pose_b, bool simple) {
  return with_arguments(
      a, b, pose_a, pose_b, [&]<int D>(const BodyArgument<D>& of_a, const BodyArgument<D>& of_b) {
        const PosedUnion<D> x = of_a.without_radius().posed(), y = of_b.without_radius().posed();
        const nb::gil_scoped_release released;
        if constexpr (D == 2) {
          return verify(x, y, certificate);
        } else {
          return verify(x, y, certificate, {.simple = simple});
        }
      });
}

void add_union_certificates(nb::module_& module) {
  nb::class_<BodyCertificate>(
      module, "BodyCertificate",
      R"(The proof of a verdict about two bodies of which one is a Mesh, a Polygon or a Body, and of a
distance.

separated: cuts of ranges of triangles by planes, and winding numbers; in the plane of triangles that
cover the polygons, by lines. overlapping: a point of both.
touching: a point of both, too; that nothing overlaps is proven where cuts cover every pair of parts,
else it rests on the theorem of docs/bodies.md. A checker needs the vertices, triangles and rings alone.)")
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
          "Of solids or polygons that overlap: a point of both, world frame, exact; else empty.")
      .def_prop_ro(
          "cuts",
          [](const BodyCertificate& x) {
            std::size_t count = 0;
            for (const PartSeparation& one : x.separations) count += one.cuts.size();
            return count;
          },
          "The number of cuts by planes, or by lines.")
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

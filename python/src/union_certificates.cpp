// SPDX-License-Identifier: Apache-2.0
//
// Idea: The proofs about bodies that need not be convex are those of C++, made and checked without the
//   lock.
// Cost: That of the proof.
// Gives up: Only verdicts, distances and margins have one.
#include <fmt/format.h>
#include <iterator>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <optional>
#include <string>
#include <utility>

#include "sunder/report.hpp"
#include "unions.hpp"

namespace sunder::python {
namespace {

template <int D, class Answer>
BodyCertificate certify_answer(const BodyArgument<D>& a, const BodyArgument<D>& b, double distance,
                               const Answer& answer) {
  const PosedUnion<D> x = a.posed(), y = b.posed();
  const Margin margin{.distance = distance, .radius_a = a.radius(), .radius_b = b.radius()};
  auto found = [&] {
    const nb::gil_scoped_release released;
    return certify(x, y, margin, answer);
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
template <int D, class Answer>
typename UnionOf<D>::Margined margin_answer(const Answer& given) {
  typename UnionOf<D>::Margined plain;
  static_cast<Decision&>(plain) = given;
  given.place.copy_to(plain);
  return plain;
}

nb::object number_or_text(const ExactNumber& number) {
  if (number.integer.empty()) return nb::float_(number.value);
  return nb::module_::import_("fractions").attr("Fraction")(number.integer);
}

}  // namespace

AnyBodyCertificate certify_bodies(nb::handle a, nb::handle b, nb::handle answer, nb::handle pose_a,
                                  nb::handle pose_b) {
  return with_arguments(
      a, b, pose_a, pose_b,
      [&]<int D>(const BodyArgument<D>& of_a, const BodyArgument<D>& of_b) -> AnyBodyCertificate {
        const AnyBodyDistance* gap = nullptr;
        if (nb::try_cast(answer, gap, false) && gap != nullptr)
          return {certify_answer<D>(of_a, of_b, 0, plain_answer<D>(*gap)), std::nullopt};
        const AnyBodyMargin* compared = nullptr;
        if (nb::try_cast(answer, compared, false) && compared != nullptr) {
          const double distance = compared->margin.distance;
          return {certify_answer<D>(of_a, of_b, distance, margin_answer<D>(*compared)), distance};
        }
        const AnyBodyDecision* decision = nullptr;
        if (!nb::try_cast(answer, decision, false) || decision == nullptr) {
          refuse_type("answer",
                      "no verdict, no distance and no margin of a mesh, a polygon or a union",
                      "give what intersects(), distance() or margin() returned about these bodies");
        }
        return {certify_answer<D>(of_a, of_b, 0, margin_answer<D>(*decision)), std::nullopt};
      });
}

BodyCheck verify_bodies(nb::handle a, nb::handle b, const AnyBodyCertificate& certificate,
                        nb::handle pose_a, nb::handle pose_b,
                        const std::optional<std::pair<double, double>>& interval, bool simple) {
  std::optional<BodyCertificate> completed;
  if (interval) {
    if (certificate.margin) {
      refuse_shape("interval", "an interval, but the certificate is about a margin",
                   "leave it out");
    }
    completed = certificate.proof;
    if (!completed->distance) completed->distance.emplace();
    completed->distance->lower = interval->first;
    completed->distance->upper = interval->second;
  }
  const BodyCertificate& proof = completed ? *completed : certificate.proof;
  return with_arguments(a, b, pose_a, pose_b,
                        [&]<int D>(const BodyArgument<D>& of_a, const BodyArgument<D>& of_b) {
                          const PosedUnion<D> x = of_a.posed(), y = of_b.posed();
                          const Margin margin{.distance = certificate.margin.value_or(0),
                                              .radius_a = of_a.radius(),
                                              .radius_b = of_b.radius()};
                          const nb::gil_scoped_release released;
                          if constexpr (D == 2) return verify(x, y, margin, proof);
                          if constexpr (D == 3)
                            return verify(x, y, margin, proof, {.simple = simple});
                        });
}

namespace {

constexpr const char* kVerdictWords[] = {"separated", "touching", "overlapping"};

/// Reads the pipe's text; the verdict is that of its keys, or the given one where they leave it open.
AnyBodyCertificate read_json(const std::string& text, const std::optional<Verdict>& verdict,
                             const std::optional<double>& margin) {
  AnyBodyCertificate read{accepted("text", body_certificate_from_json(text)), margin};
  Verdict& claimed = read.proof.verdict;
  const bool is_open = claimed == Verdict::undecided;
  if (verdict && (*verdict > Verdict::overlapping || (!is_open && *verdict != claimed))) {
    refuse_shape("verdict", std::string(to_string(*verdict)),
                 is_open ? "give sunder.Verdict.TOUCHING or OVERLAPPING"
                         : "the text proves " + std::string(to_string(claimed)) + "; leave it out");
  }
  if (is_open && !verdict) {
    refuse_shape("verdict", "None, and a point of each body may prove two verdicts",
                 "give sunder.Verdict.TOUCHING or OVERLAPPING, as the answer has it");
  }
  if (is_open) claimed = *verdict;
  return read;
}

/// What equal certificates have in common: the text, and what is no part of it.
nb::tuple state_of(const AnyBodyCertificate& x) {
  nb::object interval = nb::none(), margin = nb::none();
  if (x.proof.distance) interval = nb::make_tuple(x.proof.distance->lower, x.proof.distance->upper);
  if (x.margin) margin = nb::float_(*x.margin);
  return nb::make_tuple(to_json(x.proof), static_cast<int>(x.proof.verdict), interval, margin);
}

AnyBodyCertificate from_state(const nb::tuple& state) {
  if (state.size() != 4) refuse_shape("state", "no state of a BodyCertificate", "pickle it anew");
  AnyBodyCertificate x;
  x.proof = accepted("state", body_certificate_from_json(nb::cast<std::string>(state[0])));
  const int verdict = nb::cast<int>(state[1]);
  if (verdict < 0 || verdict >= static_cast<int>(std::size(kVerdictWords)))
    refuse_shape("state", "no state of a BodyCertificate", "pickle it anew");
  x.proof.verdict = static_cast<Verdict>(verdict);
  if (!state[2].is_none()) {
    const auto [lower, upper] = nb::cast<std::pair<double, double>>(state[2]);
    if (!x.proof.distance) x.proof.distance.emplace();
    x.proof.distance->lower = lower;
    x.proof.distance->upper = upper;
  }
  if (!state[3].is_none()) x.margin = nb::cast<double>(state[3]);
  return x;
}

std::string describe(const AnyBodyCertificate& x) {
  std::string text = "<sunder.BodyCertificate: ";
  if (x.margin) {
    text += fmt::format("{}, margin {}", to_string(margin_verdict(x.proof.verdict)), *x.margin);
  } else {
    text += to_string(x.proof.verdict);
  }
  return text + (x.proof.distance ? ", distance>" : ">");
}

}  // namespace

void add_union_certificates(nb::module_& module) {
  nb::class_<AnyBodyCertificate>(
      module, "BodyCertificate",
      R"(The proof of a verdict about two bodies of which one is a Mesh, a Polygon or a Body, of a
distance, or of a margin.

separated: cuts of ranges of triangles by planes, and winding numbers; in the plane of triangles that
cover the polygons, by lines. overlapping: a point of both.
touching: a point of both, too; that nothing overlaps is proven where cuts cover every pair of parts,
else it rests on the theorem of docs/bodies.md. A checker needs the vertices, triangles and rings alone.)")
      .def_prop_ro(
          "verdict", [](const AnyBodyCertificate& x) { return x.proof.verdict; },
          "Of the bodies padded by the margin and the radii.")
      .def_prop_ro(
          "margin", [](const AnyBodyCertificate& x) { return x.margin; },
          "Of a comparison with a margin: the distance; else None.")
      .def_prop_ro(
          "part_a", [](const AnyBodyCertificate& x) { return x.proof.part_a; },
          "Of the pair that meets; -1 where none does.")
      .def_prop_ro("part_b", [](const AnyBodyCertificate& x) { return x.proof.part_b; })
      .def_prop_ro(
          "point",
          [](const AnyBodyCertificate& x) {
            nb::list all;
            for (const ExactNumber& number : x.proof.point) all.append(number_or_text(number));
            return all;
          },
          nb::sig("def point(self) -> list[float | fractions.Fraction]"),
          "Of solids or polygons that overlap: a point of both, world frame, exact; else empty.")
      .def_prop_ro(
          "cuts",
          [](const AnyBodyCertificate& x) {
            std::size_t count = 0;
            for (const PartSeparation& one : x.proof.separations) count += one.cuts.size();
            return count;
          },
          "The number of cuts by planes, or by lines.")
      .def_prop_ro(
          "distance",
          [](const AnyBodyCertificate& x) -> nb::object {
            if (!x.proof.distance) return nb::none();
            return nb::make_tuple(x.proof.distance->lower, x.proof.distance->upper);
          },
          nb::sig("def distance(self) -> tuple[float, float] | None"),
          "The interval that it proves.")
      .def(
          "to_json", [](const AnyBodyCertificate& x) { return to_json(x.proof); },
          "The pipe's CERT: one line, \"null\" of empty bodies. It holds neither the verdict nor "
          "the "
          "ends of an interval nor the margin, which an answer states.")
      .def_static(
          "from_json", &read_json, nb::arg("text"), nb::arg("verdict") = nb::none(), nb::kw_only(),
          nb::arg("margin") = nb::none(),
          "Reads a CERT or MCERT of the pipe. `verdict` is needed only where a point of each "
          "body is all there is, which proves a touch or an overlap; that of a margin is the "
          "padded bodies'. Give the ends of a distance to verify().")
      .def(
          "to_dict",
          [](const AnyBodyCertificate& x) {
            return nb::module_::import_("json").attr("loads")(to_json(x.proof));
          },
          nb::sig("def to_dict(self) -> dict[str, typing.Any] | None"),
          "to_json() as a dict; numbers that no double holds are strings.")
      .def_static(
          "from_dict",
          [](nb::handle given, const std::optional<Verdict>& verdict,
             const std::optional<double>& margin) {
            if (!given.is_none() && !nb::isinstance<nb::dict>(given))
              refuse_type("given", class_name(given), "give what to_dict() returns");
            const nb::object text = nb::module_::import_("json").attr("dumps")(given);
            return read_json(nb::cast<std::string>(text), verdict, margin);
          },
          nb::arg("given").none(), nb::arg("verdict") = nb::none(), nb::kw_only(),
          nb::arg("margin") = nb::none(),
          nb::sig("def from_dict(given: collections.abc.Mapping[str, typing.Any] | None, verdict: "
                  "Verdict | None = None, *, margin: float | None = None) -> BodyCertificate"),
          "Reads what to_dict() returned, as from_json() does.")
      .def(
          "__eq__",
          [](const AnyBodyCertificate& x, nb::handle y) {
            const AnyBodyCertificate* other = nullptr;
            return nb::try_cast(y, other, false) && other != nullptr &&
                   state_of(x).equal(state_of(*other));
          },
          nb::arg("other").none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const AnyBodyCertificate& x) { return nb::hash(state_of(x)); })
      .def("__getstate__", &state_of,
           nb::sig("def __getstate__(self) -> tuple[str, int, tuple[float, float] | None, float | "
                   "None]"))
      .def(
          "__setstate__",
          [](AnyBodyCertificate& x, const nb::tuple& state) {
            AnyBodyCertificate read = from_state(state);
            new (&x) AnyBodyCertificate(std::move(read));
          },
          nb::sig("def __setstate__(self, state: tuple[str, int, tuple[float, float] | None, float "
                  "| None], /) -> None"))
      .def("__repr__", [](const AnyBodyCertificate& x) { return describe(x); });
  nb::class_<BodyCheck, Check>(module, "BodyCheck",
                               "What verify() found about bodies; true where it accepted the "
                               "certificate.")
      .def_ro("complete", &BodyCheck::complete,
              "Is nothing left to the theorem of docs/bodies.md? True for what is separated or "
              "overlaps.");
}

}  // namespace sunder::python

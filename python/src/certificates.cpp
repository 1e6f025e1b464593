// SPDX-License-Identifier: Apache-2.0
//
// Idea: A certificate of Python is that of C++. Its text is the pipe's CERT, so that any checker
//   reads it; its state for pickling is the byte form.
// Cost: certify() costs what the exact stage costs where the answer proves nothing by itself.
// Gives up: Shapes have no certificates.
#include "certificates.hpp"

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/variant.h>

#include "answers.hpp"
#include "search.hpp"
#include "sunder/io.hpp"
#include "sunder/report.hpp"
#include "sunder/sunder.hpp"
#include "unions.hpp"

namespace sunder::python {
namespace {

struct AnyMarginCertificate {
  MarginCertificate certificate;
  Margin margin;
};

/// A float, or an int where no double is exact.
nb::object number_of(const ExactNumber& number) {
  if (number.integer.empty()) return nb::float_(number.value);
  return nb::module_::import_("builtins").attr("int")(number.integer);
}

nb::list direction_of(const std::vector<ExactNumber>& direction) {
  nb::list all;
  for (const ExactNumber& number : direction) all.append(number_of(number));
  return all;
}

nb::list pairs_of(const std::vector<IndexPair>& pairs) {
  nb::list all;
  for (const IndexPair& pair : pairs) all.append(nb::make_tuple(pair.a, pair.b));
  return all;
}

/// The witness of C++ in dimension D, if the answer has one of this dimension.
template <int D>
std::optional<Witness<D>> witness_of(const AnyMeasure& answer, int dimension) {
  if (!answer.witness || answer.witness->normal.all().size() != static_cast<std::size_t>(dimension))
    return std::nullopt;
  return Witness<D>{to_vector<D>(answer.witness->normal.all()),
                    to_vector<D>(answer.witness->point_a.all()),
                    to_vector<D>(answer.witness->point_b.all())};
}

template <class Answer, int D>
Answer as_answer(const AnyMeasure& given, int dimension) {
  Answer answer;
  static_cast<Decision&>(answer) = given;
  if constexpr (requires { answer.distance; }) answer.distance = given.interval;
  if constexpr (requires { answer.depth; }) answer.depth = given.interval;
  answer.witness = witness_of<D>(given, dimension);
  return answer;
}

/// The answer as one of its own class, or null.
template <class Answer>
const Answer* answer_as(nb::handle object) {
  const Answer* answer = nullptr;
  return nb::try_cast(object, answer, false) ? answer : nullptr;
}

using Either = std::variant<Certificate, AnyMarginCertificate, AnyBodyCertificate>;

Either ask_certify(nb::handle a, nb::handle b, nb::handle answer, nb::handle pose_a,
                   nb::handle pose_b) {
  if (is_union(a) || is_union(b)) return certify_bodies(a, b, answer, pose_a, pose_b);
  const auto* const decision = answer_as<AnyDecision>(answer);
  if (decision == nullptr) {
    refuse_type("answer", "no answer about a pair",
                "give what intersects(), distance(), penetration() or margin() returned");
  }
  const bool measured =
      answer_as<AnyDistance>(answer) != nullptr || answer_as<AnyPenetration>(answer) != nullptr;
  const Points points = measured ? Points::written : Points::kept;
  return with_bodies(
      body_of(a, "a"), body_of(b, "b"), pose_a, pose_b,
      [&]<int D>(const Posed<D>& x, const Posed<D>& y) -> Either {
        const int dimension = x.polytope().dimension();
        if (const auto* const margin = answer_as<AnyMargin>(answer)) {
          MarginAnswer plain;
          static_cast<Decision&>(plain) = *margin;
          return AnyMarginCertificate{certify(x, y, margin->margin, plain), margin->margin};
        }
        if (const auto* const gap = answer_as<AnyDistance>(answer)) {
          return certify(x, y, as_answer<Distance<D>, D>(*gap, dimension));
        }
        if constexpr (D != kRunTime) {
          if (const auto* const depth = answer_as<AnyPenetration>(answer)) {
            return certify(x, y, as_answer<Penetration<D>, D>(*depth, dimension));
          }
        }
        return certify(x, y, static_cast<const Decision&>(*decision));
      },
      points);
}

/// Completes a certificate that was read from text: it has no dimension, which the bodies have, and
/// no ends of an interval, which the caller claims.
Certificate completed(const Certificate& given, int dimension,
                      const std::optional<std::pair<double, double>>& interval) {
  Certificate certificate = given;
  if (certificate.dimension == 0) certificate.dimension = dimension;
  if (!interval) return certificate;
  if (!certificate.distance && !certificate.depth) {
    refuse_shape("interval", "an interval, but the certificate proves none", "leave it out");
  }
  const auto [lower, upper] = *interval;
  if (certificate.distance)
    certificate.distance->lower = lower, certificate.distance->upper = upper;
  if (certificate.depth) certificate.depth->lower = lower, certificate.depth->upper = upper;
  return certificate;
}

using AnyProof =
    std::variant<const Certificate*, const AnyMarginCertificate*, const AnyBodyCertificate*>;

std::variant<Check, BodyCheck> ask_verify(nb::handle a, nb::handle b, const AnyProof& certificate,
                                          nb::handle pose_a, nb::handle pose_b,
                                          const std::optional<std::pair<double, double>>& interval,
                                          bool simple) {
  if (const auto* const of_bodies = std::get_if<const AnyBodyCertificate*>(&certificate))
    return verify_bodies(a, b, **of_bodies, pose_a, pose_b, interval, simple);
  if (simple) {
    throw Refusal("not_served", "simple", "an option of certificates of meshes", "leave it out");
  }
  return with_bodies(
      body_of(a, "a"), body_of(b, "b"), pose_a, pose_b,
      [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
        if (const auto* const plain = std::get_if<0>(&certificate)) {
          return verify(x, y, completed(**plain, x.polytope().dimension(), interval));
        }
        const AnyMarginCertificate& margin = *std::get<1>(certificate);
        return verify(x, y, margin.margin, margin.certificate);
      },
      Points::written);
}

Certificate from_json(const std::string& text) {
  return accepted("text", certificate_from_json(text));
}

nb::bytes to_bytes(const Certificate& certificate) {
  const std::vector<std::uint8_t> bytes = serialise(certificate);
  return nb::bytes(bytes.data(), bytes.size());
}

Certificate from_bytes(const nb::bytes& bytes) {
  const auto* const first = reinterpret_cast<const std::uint8_t*>(bytes.c_str());
  return accepted("bytes", deserialise_certificate({first, bytes.size()}));
}

nb::object proof_of(const std::optional<DistanceProof>& proof) {
  if (!proof) return nb::none();
  return nb::make_tuple(proof->lower, proof->upper);
}
nb::object proof_of(const std::optional<DepthProof>& proof) {
  if (!proof) return nb::none();
  return nb::make_tuple(proof->lower, proof->upper);
}

#define SUNDER_ANSWER                                                         \
  ", answer: BodyDecision | BodyDistance | BodyMarginAnswer, pose_a: Pose | " \
  "numpy.typing.ArrayLike | None = None, "                                    \
  "pose_b: Pose | numpy.typing.ArrayLike | None = None) -> BodyCertificate"

}  // namespace

void add_certificates(nb::module_& module) {
  nb::class_<Certificate>(
      module, "Certificate",
      R"(The proof of a verdict, and of a distance or depth where it was asked for.

separated: a direction u with u.y > u.x for every x in a and y in b. touching: such a direction with
>=, and pairs of vertices whose differences hold 0 in their hull. overlapping: pairs whose differences
hold 0 inside their hull.)")
      .def_static("from_json", &from_json, nb::arg("text"),
                  "Reads the pipe's CERT. Refuses malformed text.")
      .def_static("from_bytes", &from_bytes, nb::arg("bytes"),
                  "Reads what to_bytes() wrote, on any platform.")
      .def(
          "to_json", [](const Certificate& x) { return to_json(x); },
          "The pipe's CERT: one line of JSON.")
      .def("to_bytes", &to_bytes)
      .def_ro("dimension", &Certificate::dimension)
      .def_ro("verdict", &Certificate::verdict)
      .def_ro("stage", &Certificate::stage)
      .def_prop_ro(
          "direction", [](const Certificate& x) { return direction_of(x.direction); },
          nb::sig("def direction(self) -> list[float | int]"),
          "Exact: a float, or an int where no double holds the number.")
      .def_prop_ro(
          "pairs", [](const Certificate& x) { return pairs_of(x.pairs); },
          nb::sig("def pairs(self) -> list[tuple[int, int]]"),
          "Caller's indices into a's and b's points.")
      .def_prop_ro(
          "distance", [](const Certificate& x) { return proof_of(x.distance); },
          nb::sig("def distance(self) -> tuple[float, float] | None"),
          "The interval that it proves.")
      .def_prop_ro(
          "depth", [](const Certificate& x) { return proof_of(x.depth); },
          nb::sig("def depth(self) -> tuple[float, float] | None"), "The interval that it proves.")
      .def(
          "__eq__",
          [](const Certificate& x, nb::handle y) {
            const Certificate* other = nullptr;
            return nb::try_cast(y, other, false) && other != nullptr &&
                   serialise(x) == serialise(*other);
          },
          nb::arg("other").none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const Certificate& x) {
             return static_cast<std::int64_t>(std::hash<std::string>()(to_json(x)) >> 2);
           })
      .def("__getstate__", &to_bytes)
      .def("__setstate__",
           [](Certificate& x, const nb::bytes& bytes) { new (&x) Certificate(from_bytes(bytes)); })
      .def("__repr__", [](const Certificate& x) {
        return fmt::format("<sunder.Certificate: {}, {} pairs{}{}>", to_string(x.verdict),
                           x.pairs.size(), x.distance ? ", distance" : "",
                           x.depth ? ", depth" : "");
      });
  nb::class_<AnyMarginCertificate>(module, "MarginCertificate",
                                   "The proof of a comparison with a margin.")
      .def(
          "to_json", [](const AnyMarginCertificate& x) { return to_json(x.certificate); },
          "The value of the pipe's \"margin_certificate\".")
      .def_prop_ro("dimension",
                   [](const AnyMarginCertificate& x) { return x.certificate.dimension; })
      .def_prop_ro("verdict", [](const AnyMarginCertificate& x) { return x.certificate.verdict; })
      .def_prop_ro("margin", [](const AnyMarginCertificate& x) { return x.margin.distance; })
      .def("__repr__", [](const AnyMarginCertificate& x) {
        return fmt::format("<sunder.MarginCertificate: {} than {}>",
                           to_string(x.certificate.verdict), x.margin.distance);
      });
  nb::class_<Check>(module, "Check", "What verify() found; true where it accepted the certificate.")
      .def_ro("accepted", &Check::accepted)
      .def_ro("reason", &Check::reason, "The first condition that does not hold; else empty.")
      .def("__bool__", [](const Check& x) { return x.accepted; })
      .def("__repr__", [](const Check& x) {
        return x.accepted ? std::string("<sunder.Check: accepted>")
                          : "<sunder.Check: refused, " + x.reason + ">";
      });
  add_union_certificates(module);
  module.def("certify", &ask_certify, nb::arg("a").none(), nb::arg("b").none(),
             nb::arg("answer").none(), nb::arg("pose_a") = nb::none(),
             nb::arg("pose_b") = nb::none(),
             nb::sig("def certify(a: Polytope, b: Polytope, answer: Decision, pose_a: Pose | "
                     "numpy.typing.ArrayLike | None "
                     "= None, pose_b: Pose | numpy.typing.ArrayLike | None = None) -> Certificate "
                     "| MarginCertificate"),
             "The certificate of an answer to intersects(), distance(), penetration() or margin() "
             "about the same bodies "
             "at the same poses. That of a distance or a depth proves the interval too.");
  for (const char* const bodies :
       {"def certify(a: Mesh | Polygon | Body, b: Polytope | Mesh | Polygon | Body" SUNDER_ANSWER,
        "def certify(a: Polytope, b: Mesh | Polygon | Body" SUNDER_ANSWER}) {
    module.def(
        "certify", &certify_bodies, nb::arg("a").none(), nb::arg("b").none(),
        nb::arg("answer").none(), nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(),
        nb::sig(bodies),
        "Of meshes, polygons and unions: of an answer to intersects() or distance(), in space "
        "also to margin() and with radii. Raises "
        "sunder.Error "
        "(not_served) where no proof is found.");
  }
  module.def("verify", &ask_verify, nb::arg("a").none(), nb::arg("b").none(),
             nb::arg("certificate"), nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(),
             nb::kw_only(), nb::arg("interval") = nb::none(), nb::arg("simple") = false,
             nb::sig("def verify(a: Polytope, b: Polytope, certificate: Certificate | "
                     "MarginCertificate, pose_a: Pose | "
                     "numpy.typing.ArrayLike | None = None, pose_b: Pose | numpy.typing.ArrayLike "
                     "| None = None, *, interval: "
                     "tuple[float, float] | None = None) -> Check"),
             "Checks a certificate against the bodies in exact arithmetic; no algorithm runs. "
             "Accepts nothing that is not "
             "true. interval: the claimed ends, which the text of a certificate does not hold.");
  module.def(
      "verify", &verify_bodies, nb::arg("a").none(), nb::arg("b").none(), nb::arg("certificate"),
      nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
      nb::arg("interval") = nb::none(), nb::arg("simple") = false,
      nb::sig(
          "def verify(a: Polytope | Mesh | Polygon | Body, b: Polytope | Mesh | Polygon | Body, "
          "certificate: BodyCertificate, pose_a: Pose | numpy.typing.ArrayLike | None = None, "
          "pose_b: Pose | numpy.typing.ArrayLike | None = None, *, interval: tuple[float, float] | "
          "None = None, simple: bool = False) -> BodyCheck"),
      "Of meshes, polygons and unions: from the vertices, triangles and rings alone, no tree and "
      "no "
      "search. simple: compares all pairs of triangles too, whether solids cross themselves, "
      "O(n^2).");
}

}  // namespace sunder::python

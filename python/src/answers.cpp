// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each answer of C++ has a class in Python with the fields of docs/which-function.md. Vectors
//   become NumPy arrays where they are read, so that an answer costs no array that nobody reads.
// Cost: An object for each answer; a microsecond for each vector that is read.
// Gives up: Nothing.
#include "answers.hpp"

#include <fmt/format.h>

namespace sunder::python {
namespace {

std::string vector_text(std::span<const double> v) {
  std::string text = "(";
  for (std::size_t k = 0; k < v.size(); ++k)
    text += fmt::format("{}{:.6g}", k > 0 ? ", " : "", v[k]);
  return text + ")";
}

template <class Answer, Coordinates AnyWitness::*kField>
nb::object of_witness(const Answer& answer) {
  return answer.witness ? to_numpy(((*answer.witness).*kField).all()) : nb::none();
}

/// Adds lower, upper, value and the witness to the class of an answer with an interval.
template <class Answer, class Class>
void add_interval(Class& type) {
  type.def_prop_ro(
          "lower", [](const Answer& x) { return x.interval.lower; },
          "Proven lower end of the interval.")
      .def_prop_ro(
          "upper", [](const Answer& x) { return x.interval.upper; },
          "Proven upper end of the interval.")
      .def_prop_ro("normal", &of_witness<Answer, &AnyWitness::normal>,
                   nb::sig("def normal(self) -> numpy.typing.NDArray[numpy.float64] | None"),
                   "Unit, from a to b, world frame, rounded; None where there is none.")
      .def_prop_ro("point_a", &of_witness<Answer, &AnyWitness::point_a>,
                   nb::sig("def point_a(self) -> numpy.typing.NDArray[numpy.float64] | None"),
                   "On a, world frame, rounded; None where there is none.")
      .def_prop_ro("point_b", &of_witness<Answer, &AnyWitness::point_b>,
                   nb::sig("def point_b(self) -> numpy.typing.NDArray[numpy.float64] | None"),
                   "On b, world frame, rounded; None where there is none.");
}

template <class Answer>
void add_measure(nb::module_& module, const char* name, const char* doc) {
  nb::class_<Answer, AnyDecision> type(module, name, doc);
  add_interval<Answer>(type);
  type.def("__repr__", [name](const Answer& x) { return describe_measure(name, x); });
}

nb::tuple id_of(const ContactId& id) {
  return nb::make_tuple(nb::make_tuple(id.a[0], id.a[1]), nb::make_tuple(id.b[0], id.b[1]));
}

}  // namespace

std::string describe(const Decision& x) {
  return fmt::format("{}, {} by {}", to_string(x.verdict),
                     x.proven ? to_string(x.stage) : "not proven", decided_by(x));
}

std::string describe_measure(const char* name, const AnyMeasure& x) {
  std::string text = fmt::format("<sunder.{}: {}, [{}, {}]", name, to_string(x.verdict),
                                 x.interval.lower, x.interval.upper);
  if (x.witness) text += fmt::format(", normal {}", vector_text(x.witness->normal.all()));
  return text + fmt::format(", {} by {}>", to_string(x.stage), decided_by(x));
}

void add_answers(nb::module_& module) {
  nb::enum_<Verdict>(module, "Verdict", nb::is_arithmetic(),
                     "How two bodies meet; the numbers of a batch's verdicts.")
      .value("SEPARATED", Verdict::separated, "They have no common point.")
      .value("TOUCHING", Verdict::touching, "They meet, but no interior point is shared.")
      .value("OVERLAPPING", Verdict::overlapping, "They share interior points.")
      .value("UNDECIDED", Verdict::undecided, "A proposal or a curved shape that proved nothing.")
      .value("NOT_EXAMINED", Verdict::not_examined, "Batches: this item was not looked at.");
  nb::enum_<Stage>(module, "Stage", nb::is_arithmetic(),
                   "The step of the pipeline that proved a verdict.")
      .value("NONE", Stage::none)
      .value("HINT", Stage::hint, "The caller's last certificate, proven anew.")
      .value("BOUNDS", Stage::bounds, "Balls, boxes or the centre line.")
      .value("FILTER", Stage::filter, "Doubles with a proven error bound.")
      .value("EXPANSION", Stage::expansion, "Error-free transforms.")
      .value("INTEGER", Stage::integer, "Exact integers, on the algorithm's own proposal.")
      .value("LP", Stage::lp, "Exact pivoting.");
  nb::enum_<MarginVerdict>(module, "MarginVerdict",
                           "How the signed distance compares with a margin.")
      .value("CLOSER", MarginVerdict::closer)
      .value("EXACTLY", MarginVerdict::exactly)
      .value("FARTHER", MarginVerdict::farther);
  nb::enum_<CastVerdict>(module, "CastVerdict", "Whether moving bodies meet.")
      .value("FREE", CastVerdict::free)
      .value("HIT", CastVerdict::hit)
      .value("UNRESOLVED", CastVerdict::unresolved);

  nb::class_<AnyDecision>(module, "Decision",
                          "The verdict about two bodies, and what proved it; true where they meet.")
      .def_prop_ro("verdict", [](const AnyDecision& x) { return x.verdict; })
      .def_prop_ro("stage", [](const AnyDecision& x) { return x.stage; })
      .def_prop_ro(
          "decided_by", [](const AnyDecision& x) { return std::string(decided_by(x)); },
          "\"hint\", \"bounds\", or the algorithm whose proposal was proven.")
      .def_prop_ro("proven", [](const AnyDecision& x) { return x.proven; })
      .def_ro("why", &AnyDecision::why,
              "Why another algorithm than the one named decided; else empty.")
      .def("__bool__", [](const AnyDecision& x) { return static_cast<bool>(x); })
      .def("__repr__",
           [](const AnyDecision& x) { return "<sunder.Decision: " + describe(x) + ">"; });

  add_measure<AnyDistance>(module, "Distance",
                           "How far apart two bodies are: [lower, upper] holds the real number; "
                           "[0, 0] where they meet.");
  add_measure<AnyPenetration>(
      module, "Penetration",
      "How deep two bodies overlap: the length of the shortest translation that separates them; "
      "[0, 0] where they do "
      "not overlap. Moving b by `upper` along `normal` leaves no common interior point.");
  add_measure<AnySignedDistance>(module, "SignedDistance",
                                 "The distance, or minus the depth where the bodies overlap.");
  add_measure<AnyOneNormDistance>(
      module, "OneNormDistance",
      "The smallest 1-norm of a difference of a point of a and one of b.");

  nb::class_<AnyContactPoint>(module, "ContactPoint",
                              "A point of contact: point_a - point_b = depth * normal.")
      .def_prop_ro(
          "point_a", [](const AnyContactPoint& x) { return to_numpy(x.point_a.all()); },
          nb::sig("def point_a(self) -> numpy.typing.NDArray[numpy.float64]"))
      .def_prop_ro(
          "point_b", [](const AnyContactPoint& x) { return to_numpy(x.point_b.all()); },
          nb::sig("def point_b(self) -> numpy.typing.NDArray[numpy.float64]"))
      .def_ro("depth", &AnyContactPoint::depth, "0 in touch, negative across a gap.")
      .def_prop_ro(
          "id", [](const AnyContactPoint& x) { return id_of(x.id); },
          nb::sig("def id(self) -> tuple[tuple[int, int], tuple[int, int]]"),
          "The features of a and b that it comes from: stable from frame to frame.")
      .def("__repr__", [](const AnyContactPoint& x) {
        return fmt::format("<sunder.ContactPoint: depth {}, point_a {}>", x.depth,
                           vector_text(x.point_a.all()));
      });
  {
    nb::class_<AnyContact, AnyDecision> type(
        module, "Contact", "The contact manifold: the points that a physics engine pushes at.");
    add_interval<AnyContact>(type);
    type.def_prop_ro(
            "points",
            [](const AnyContact& x) {
              nb::list all;
              for (const AnyContactPoint& point : x.points) all.append(nb::cast(point));
              return all;
            },
            nb::sig("def points(self) -> list[ContactPoint]"),
            "Counter-clockwise about the normal in 3-D.")
        .def_ro("found", &AnyContact::found, "Points in all; max_points may have left some out.")
        .def_ro("dimension", &AnyContact::contact_dimension,
                "0 a point, 1 a segment, 2 a polygon; -1 where there are no points.")
        .def("__repr__", [](const AnyContact& x) {
          return fmt::format("<sunder.Contact: {}, {} points, depth [{}, {}]>", describe(x),
                             x.points.size(), x.interval.lower, x.interval.upper);
        });
  }

  nb::class_<Feature>(module, "Feature", "A vertex, an edge, a face, or the interior of a body.")
      .def_prop_ro("kind", [](const Feature& x) { return std::string(to_string(x.kind)); })
      .def_ro("dimension", &Feature::dimension)
      .def_ro("vertices", &Feature::vertices, "Caller's indices of its corners.")
      .def("__repr__", [](const Feature& x) {
        return fmt::format("<sunder.Feature: {} of {} vertices>", to_string(x.kind),
                           x.vertices.size());
      });
  nb::class_<AnyRelation, AnyDecision>(module, "RelationAnswer",
                                       "How two bodies meet, and by which features; exact.")
      .def_prop_ro(
          "relation",
          [](const AnyRelation& x) { return std::string(to_string(x.answer.relation)); },
          "\"separated\", \"vertex\", \"edge-vertex\", \"edge-edge\", \"face\", \"piercing\" or "
          "\"containment\".")
      .def_prop_ro("feature_a", [](const AnyRelation& x) { return x.answer.feature_a; })
      .def_prop_ro("feature_b", [](const AnyRelation& x) { return x.answer.feature_b; })
      .def_prop_ro("contact_dimension",
                   [](const AnyRelation& x) { return x.answer.contact_dimension; })
      .def_prop_ro("meets_relative_interiors",
                   [](const AnyRelation& x) { return x.answer.meets_relative_interiors; })
      .def_prop_ro("a_in_b", [](const AnyRelation& x) { return x.answer.a_in_b; })
      .def_prop_ro("b_in_a", [](const AnyRelation& x) { return x.answer.b_in_a; })
      .def("__repr__", [](const AnyRelation& x) {
        return fmt::format("<sunder.RelationAnswer: {}>", to_string(x.answer.relation));
      });
  nb::class_<Containment>(module, "Containment",
                          "Whether every point of a lies in b; true where it does.")
      .def_ro("contained", &Containment::contained)
      .def_ro("outside", &Containment::outside,
              "Caller's index of a point of a that is outside b, else -1.")
      .def_ro("stage", &Containment::stage)
      .def("__bool__", [](const Containment& x) { return x.contained; })
      .def("__repr__", [](const Containment& x) {
        return x.contained ? std::string("<sunder.Containment: contained>")
                           : fmt::format("<sunder.Containment: point {} is outside>", x.outside);
      });
  nb::class_<AnyMargin, AnyDecision>(
      module, "MarginAnswer",
      "The verdict of the bodies padded by a margin: separated where they are farther.")
      .def_prop_ro("margin_verdict",
                   [](const AnyMargin& x) {
                     if (x.verdict > Verdict::overlapping)
                       refuse_shape("margin_verdict", "nothing was decided", "ask anew");
                     return margin_verdict(x.verdict);
                   })
      .def_prop_ro("margin", [](const AnyMargin& x) { return x.margin.distance; })
      .def("__repr__", [](const AnyMargin& x) {
        const auto word = x.verdict > Verdict::overlapping ? to_string(x.verdict)
                                                           : to_string(margin_verdict(x.verdict));
        return fmt::format("<sunder.MarginAnswer: {} than {}, {} by {}>", word, x.margin.distance,
                           to_string(x.stage), decided_by(x));
      });
  {
    nb::class_<AnyDerivative, AnyDecision> type(module, "Derivative",
                                                "First derivatives of the signed distance, per "
                                                "unit of length and per radian, world frame.");
    add_interval<AnyDerivative>(type);
    type.def_prop_ro(
            "translation_a", [](const AnyDerivative& x) { return to_numpy(x.translation_a.all()); },
            nb::sig("def translation_a(self) -> numpy.typing.NDArray[numpy.float64]"))
        .def_prop_ro(
            "translation_b", [](const AnyDerivative& x) { return to_numpy(x.translation_b.all()); },
            nb::sig("def translation_b(self) -> numpy.typing.NDArray[numpy.float64]"))
        .def_prop_ro(
            "rotation_a", [](const AnyDerivative& x) { return to_numpy(x.rotation_a.all()); },
            nb::sig("def rotation_a(self) -> numpy.typing.NDArray[numpy.float64]"))
        .def_prop_ro(
            "rotation_b", [](const AnyDerivative& x) { return to_numpy(x.rotation_b.all()); },
            nb::sig("def rotation_b(self) -> numpy.typing.NDArray[numpy.float64]"))
        .def_ro("valid", &AnyDerivative::valid, "False for empty bodies.")
        .def_ro("unique_translation", &AnyDerivative::unique_translation)
        .def_ro("unique_rotation", &AnyDerivative::unique_rotation)
        .def_ro("feature_a", &AnyDerivative::feature_a)
        .def_ro("feature_b", &AnyDerivative::feature_b)
        .def("__repr__", [](const AnyDerivative& x) {
          return fmt::format("<sunder.Derivative: [{}, {}], translation_b {}>", x.interval.lower,
                             x.interval.upper, vector_text(x.translation_b.all()));
        });
  }
  nb::class_<AnyCast>(module, "Cast", "When moving bodies meet first; true where they do.")
      .def_ro("verdict", &AnyCast::verdict)
      .def_prop_ro(
          "lower", [](const AnyCast& x) { return x.time.lower; }, "Proven apart before this time.")
      .def_prop_ro(
          "upper", [](const AnyCast& x) { return x.time.upper; },
          "A hit is at this time or before.")
      .def_prop_ro("normal", &of_witness<AnyCast, &AnyWitness::normal>,
                   nb::sig("def normal(self) -> numpy.typing.NDArray[numpy.float64] | None"))
      .def_prop_ro("point", &of_witness<AnyCast, &AnyWitness::point_a>,
                   nb::sig("def point(self) -> numpy.typing.NDArray[numpy.float64] | None"),
                   "Where they meet, at about `lower`; None where they do not.")
      .def_ro("start", &AnyCast::start, "The exact verdict at time 0.")
      .def_ro("steps", &AnyCast::steps)
      .def("__bool__", [](const AnyCast& x) { return x.verdict == CastVerdict::hit; })
      .def("__repr__", [](const AnyCast& x) {
        return fmt::format("<sunder.Cast: {}, time [{}, {}]>", to_string(x.verdict), x.time.lower,
                           x.time.upper);
      });
}

}  // namespace sunder::python

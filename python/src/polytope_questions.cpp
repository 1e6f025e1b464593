// SPDX-License-Identifier: Apache-2.0
//
// Idea: The questions about polytopes alone: signed and 1-norm distances, exact depths, relations, derivatives, and
//   proposals. Each resolves bodies, poses and options, and calls the question of C++ that its name says.
// Cost: That of questions.cpp.
// Gives up: Questions that a dimension does not have are refused as not_served.
#include <string>
#include <string_view>
#include <utility>

#include "answers.hpp"
#include "questions.hpp"
#include "sunder/sunder.hpp"

namespace sunder::python {
namespace {

using Name = std::string_view;

AnySignedDistance ask_signed_distance(nb::handle a, nb::handle b, nb::handle pose_a,
                                      nb::handle pose_b, double width, AnyHint* hint) {
  const SearchArguments given = hinted(hint);
  return with_flat_bodies(
      body_of(a, "a"), body_of(b, "b"), pose_a, pose_b, "signed_distance",
      [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
        const SearchOf<D> search(given, Question::distance, D);
        return measure<AnySignedDistance>(signed_distance(x, y, {search.get(), read_width(width)}));
      },
      Points::written);
}

AnyOneNormDistance ask_one_norm_distance(nb::handle a, nb::handle b, nb::handle pose_a,
                                         nb::handle pose_b) {
  return with_bodies(body_of(a, "a"), body_of(b, "b"), pose_a, pose_b,
                     []<int D>(const Posed<D>& x, const Posed<D>& y) {
                       return measure<AnyOneNormDistance>(one_norm_distance(x, y));
                     });
}

AnyRelation ask_relation(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                         AnyHint* hint) {
  const SearchArguments given = hinted(hint);
  return with_flat_bodies(body_of(a, "a"), body_of(b, "b"), pose_a, pose_b, "relation",
                          [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
                            const SearchOf<D> search(given, Question::relation, D);
                            AnyRelation answer;
                            answer.answer = relation(x, y, search.get());
                            static_cast<Decision&>(answer) = answer.answer;
                            return answer;
                          });
}

AnyDerivative ask_derivative(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                             AnyHint* hint) {
  const SearchArguments given = hinted(hint);
  return with_flat_bodies(body_of(a, "a"), body_of(b, "b"), pose_a, pose_b, "derivative",
                          [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
                            const SearchOf<D> search(given, Question::derivative, D);
                            const Derivative<D> found = derivative(x, y, search.get());
                            auto answer = measure<AnyDerivative>(found);
                            answer.translation_a = Coordinates(found.translation_a);
                            answer.translation_b = Coordinates(found.translation_b);
                            answer.rotation_a = Coordinates(found.rotation_a);
                            answer.rotation_b = Coordinates(found.rotation_b);
                            answer.valid = found.valid;
                            answer.unique_translation = found.unique_translation;
                            answer.unique_rotation = found.unique_rotation;
                            answer.feature_a = found.feature_a;
                            answer.feature_b = found.feature_b;
                            return answer;
                          });
}

/// exact_penetration() as a dict of Python's integers and fractions.
nb::dict ask_exact_penetration(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b) {
  if (body_of(a, "a").radius > 0 || body_of(b, "b").radius > 0) {
    throw Refusal("not_served", "exact_penetration", "a radius", "ask penetration(), to any width");
  }
  return with_flat_bodies(body_of(a, "a"), body_of(b, "b"), pose_a, pose_b, "exact_penetration",
                          []<int D>(const Posed<D>& x, const Posed<D>& y) {
                            const ExactPenetration found = exact_penetration(x, y);
                            const nb::object integer = nb::module_::import_("builtins").attr("int");
                            const nb::object fraction =
                                nb::module_::import_("fractions").attr("Fraction");
                            const auto to_fraction = [&](const ExactFraction& q) {
                              return fraction(integer(q.numerator), integer(q.denominator));
                            };
                            nb::dict answer;
                            answer["verdict"] = found.verdict;
                            answer["depth_squared"] = to_fraction(found.depth_squared);
                            nb::list translations;
                            for (const ExactTranslation& one : found.translations) {
                              nb::dict entry;
                              nb::list direction;
                              for (const std::string& number : one.direction)
                                direction.append(integer(number));
                              entry["direction"] = direction;
                              entry["gap_squared"] = to_fraction(one.gap_squared);
                              entry["direction_squared"] = integer(one.direction_squared);
                              translations.append(entry);
                            }
                            answer["translations"] = translations;
                            return answer;
                          });
}

AnyHint ask_propose(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                    Name algorithm) {
  const SearchArguments given{algorithm, nullptr, nb::none(), 0};
  return with_bodies(body_of(a, "a"), body_of(b, "b"), pose_a, pose_b,
                     [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
                       const SearchOf<D> search(given, Question::verdict, x.polytope().dimension());
                       return AnyHint{propose(x, y, search.get())};
                     });
}

AnyDecision ask_prove(nb::handle a, nb::handle b, AnyHint& proposal, nb::handle pose_a,
                      nb::handle pose_b) {
  return with_bodies(body_of(a, "a"), body_of(b, "b"), pose_a, pose_b,
                     [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
                       return AnyDecision(prove(x, y, proposal.in<D>("proposal")));
                     });
}

}  // namespace

void add_polytope_questions(nb::module_& module) {
  module.def(
      "signed_distance", &ask_signed_distance, nb::arg("a").none(), nb::arg("b").none(),
      nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
      nb::arg("width") = 0.0, nb::arg("hint") = nb::none(),
      nb::sig("def signed_distance" SUNDER_PAIR
              "width: float = 0.0, hint: Hint | None = None) -> SignedDistance"),
      documented(
          "The distance where they are apart, minus the depth where they overlap (2-D, 3-D).")
          .c_str());
  module.def(
      "one_norm_distance", &ask_one_norm_distance, nb::arg("a").none(), nb::arg("b").none(),
      nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(),
      nb::sig("def one_norm_distance(a: Polytope, b: Polytope, pose_a: Pose | "
              "numpy.typing.ArrayLike | None = None, "
              "pose_b: Pose | numpy.typing.ArrayLike | None = None) -> OneNormDistance"),
      documented("The smallest 1-norm of a difference of a point of a and one of b, by linear "
                 "programming.")
          .c_str());
  module.def(
      "exact_penetration", &ask_exact_penetration, nb::arg("a").none(), nb::arg("b").none(),
      nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(),
      nb::sig("def exact_penetration(a: Polytope, b: Polytope, pose_a: Pose | "
              "numpy.typing.ArrayLike | None = None, "
              "pose_b: Pose | numpy.typing.ArrayLike | None = None) -> dict[str, typing.Any]"),
      documented(
          "The squared depth as a fraction, and every minimum translation, without rounding (2-D, "
          "3-D). Radii "
          "are not served.")
          .c_str());
  module.def(
      "relation", &ask_relation, nb::arg("a").none(), nb::arg("b").none(),
      nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
      nb::arg("hint") = nb::none(),
      nb::sig("def relation" SUNDER_PAIR "hint: Hint | None = None) -> RelationAnswer"),
      documented("How do the bodies meet, and by which features (2-D, 3-D)? Exact.").c_str());
  module.def(
      "derivative", &ask_derivative, nb::arg("a").none(), nb::arg("b").none(),
      nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
      nb::arg("hint") = nb::none(),
      nb::sig("def derivative" SUNDER_PAIR "hint: Hint | None = None) -> Derivative"),
      documented("How does the signed distance change when a body moves a little (2-D, 3-D)?")
          .c_str());
  module.def("propose", &ask_propose, nb::arg("a").none(), nb::arg("b").none(),
             nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
             nb::arg("algorithm") = "auto",
             nb::sig("def propose" SUNDER_PAIR "algorithm: str = \"auto\") -> Hint"),
             documented("The verdict of the named algorithm by itself, unproven.").c_str());
  module.def(
      "prove", &ask_prove, nb::arg("a").none(), nb::arg("b").none(), nb::arg("proposal"),
      nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(),
      nb::sig("def prove(a: Polytope, b: Polytope, proposal: Hint, pose_a: Pose | "
              "numpy.typing.ArrayLike | None = "
              "None, pose_b: Pose | numpy.typing.ArrayLike | None = None) -> Decision"),
      documented("Proves a proposal of any origin: a direction, or index pairs. Undecided where it "
                 "proves nothing.")
          .c_str());
}

}  // namespace sunder::python

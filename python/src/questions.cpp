// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each function resolves bodies, poses and options, and calls the question of C++ that its
//   name says. The lock is kept: a query is shorter than giving it up.
// Cost: Some tens of nanoseconds beside the query with poses of the class Pose; with arrays a tenth of
//   a microsecond each.
// Gives up: Questions that a dimension does not have are refused as not_served.
#include "questions.hpp"

#include <cmath>

#include "answers.hpp"
#include "search.hpp"
#include "shapes.hpp"
#include "sunder/sunder.hpp"

namespace sunder::python {
namespace {

using Name = std::string_view;

/// Intervals are asked of the points as they were given; a named algorithm may need faces.
Points measured(Name algorithm) { return algorithm == "auto" ? Points::written : Points::kept; }

/// Refuses a question in dimensions other than 2 and 3.
void require_plane_or_space(const Body& a, Name question) {
  if (std::holds_alternative<PolytopeN>(a.polytope)) {
    throw Refusal("not_served", question, "dimension " + std::to_string(a.dimension()),
                  "ask it about bodies of dimension 2 and 3");
  }
}

/// Calls ask(a, b) in the dimensions 2 and 3.
template <class Ask>
auto with_flat_bodies(const Body& a, const Body& b, nb::handle pose_a, nb::handle pose_b,
                      Name question, const Ask& ask, Points points = Points::kept) {
  require_plane_or_space(a, question);
  using Answer = decltype(ask(std::declval<const Posed3&>(), std::declval<const Posed3&>()));
  return with_bodies(
      a, b, pose_a, pose_b,
      [&]<int D>(const Posed<D>& x, const Posed<D>& y) -> Answer {
        if constexpr (D == kRunTime) {
          return {};
        } else {
          return ask(x, y);
        }
      },
      points);
}

double read_width(double width) {
  if (std::isfinite(width) && width >= 0) return width;
  refuse_shape("width", "a relative width that is negative or not finite",
               "give 0 for the default");
}

template <int D>
void set_why(const SearchArguments& given, const Posed<D>& a, const Posed<D>& b,
             AnyDecision& answer) {
  if (given.algorithm == "auto") return;
  const auto named = algorithm_from_name(given.algorithm);
  if (named && answer.decided_by != *named) answer.why = why_not(*named, a, b, answer);
}

template <class Answer, class Found>
Answer measure(const Found& found) {
  Answer answer;
  static_cast<Decision&>(answer) = found;
  if constexpr (requires { found.distance; }) answer.interval = found.distance;
  if constexpr (requires { requires std::same_as<decltype(found.depth), Interval>; })
    answer.interval = found.depth;
  if constexpr (requires { found.witness; }) answer.witness = any_witness(found.witness);
  return answer;
}

AnyDecision ask_intersects(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                           Name algorithm, AnyHint* hint, nb::handle trace,
                           std::int32_t max_faces) {
  if (are_shapes(a, b)) return shapes_intersect(a, b, pose_a, pose_b, {.algorithm = algorithm});
  const SearchArguments given{algorithm, hint, trace, max_faces};
  return with_bodies(body_of(a, "a"), body_of(b, "b"), pose_a, pose_b,
                     [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
                       const SearchOf<D> search(given, Question::verdict, x.polytope().dimension());
                       AnyDecision answer(intersects(x, y, search.get()));
                       set_why(given, x, y, answer);
                       search.finish();
                       return answer;
                     });
}

AnyDistance ask_distance(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                         double width, Name algorithm, AnyHint* hint, nb::handle trace,
                         double tolerance) {
  if (are_shapes(a, b)) {
    return distance_of_shapes(a, b, pose_a, pose_b,
                              {.algorithm = algorithm, .tolerance = tolerance});
  }
  const SearchArguments given{algorithm, hint, trace, 0};
  return with_bodies(
      body_of(a, "a"), body_of(b, "b"), pose_a, pose_b,
      [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
        const SearchOf<D> search(given, Question::distance, x.polytope().dimension());
        auto answer = measure<AnyDistance>(distance(x, y, {search.get(), read_width(width)}));
        answer.dimension = x.polytope().dimension();
        set_why(given, x, y, answer);
        search.finish();
        return answer;
      },
      measured(algorithm));
}

AnyPenetration ask_penetration(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                               double width, Name algorithm, AnyHint* hint, nb::handle trace,
                               double tolerance) {
  if (are_shapes(a, b)) {
    return depth_of_shapes(a, b, pose_a, pose_b, {.algorithm = algorithm, .tolerance = tolerance});
  }
  const SearchArguments given{algorithm, hint, trace, 0};
  return with_flat_bodies(
      body_of(a, "a"), body_of(b, "b"), pose_a, pose_b, "penetration",
      [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
        const SearchOf<D> search(given, Question::depth, D);
        auto answer = measure<AnyPenetration>(penetration(x, y, {search.get(), read_width(width)}));
        answer.dimension = D;
        set_why(given, x, y, answer);
        search.finish();
        return answer;
      },
      measured(algorithm));
}

AnySignedDistance ask_signed_distance(nb::handle a, nb::handle b, nb::handle pose_a,
                                      nb::handle pose_b, double width, AnyHint* hint) {
  const SearchArguments given{"auto", hint, nb::none(), 0};
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

Containment ask_contains(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                         Name algorithm) {
  const SearchArguments given{algorithm, nullptr, nb::none(), 0};
  return with_bodies(
      body_of(a, "a"), body_of(b, "b"), pose_a, pose_b,
      [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
        const SearchOf<D> search(given, Question::contains, x.polytope().dimension());
        const Containment answer = contains(x, y, search.get());
        if (D == kRunTime && answer.stage == Stage::none && x.radius() > y.radius()) {
          throw Refusal("not_served", "a", "a radius larger than b's in this dimension",
                        "it takes a depth, which is known in dimensions 2 and 3 alone");
        }
        return answer;
      });
}

AnyRelation ask_relation(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                         AnyHint* hint) {
  const SearchArguments given{"auto", hint, nb::none(), 0};
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
  const SearchArguments given{"auto", hint, nb::none(), 0};
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

AnyMargin ask_margin(nb::handle a, nb::handle b, nb::handle distance, nb::handle pose_a,
                     nb::handle pose_b, AnyHint* hint) {
  const Margin margin{.distance = read_number(distance, "distance")};
  const SearchArguments given{"auto", hint, nb::none(), 0};
  return with_bodies(body_of(a, "a"), body_of(b, "b"), pose_a, pose_b,
                     [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
                       const SearchOf<D> search(given, Question::verdict, x.polytope().dimension());
                       AnyMargin answer;
                       static_cast<Decision&>(answer) =
                           accepted("distance", compare_to_margin(x, y, margin, search.get()));
                       answer.margin = margin;
                       return answer;
                     });
}

AnyContact ask_contact(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                       int max_points, double width, double near, AnyHint* hint) {
  if (max_points < 0) refuse_shape("max_points", "a negative number", "give 0 for all");
  if (!std::isfinite(near) || near < 0)
    refuse_shape("near", "a length that is negative or not finite", "give 0 or more");
  const SearchArguments given{"auto", hint, nb::none(), 0};
  return with_flat_bodies(
      body_of(a, "a"), body_of(b, "b"), pose_a, pose_b, "contact",
      [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
        const SearchOf<D> search(given, Question::contact, D);
        ContactOptions<D> options{.search = search.get(),
                                  .max_points = max_points,
                                  .width = read_width(width),
                                  .near = near};
        Contact<D> found = contact(x, y, options);
        std::vector<ContactPoint<D>> all(found.points.begin(), found.points.end());
        const std::size_t wanted =
            max_points == 0
                ? found.found
                : std::min<std::size_t>(found.found, static_cast<std::size_t>(max_points));
        if (wanted > all.size()) {
          all.resize(wanted);
          options.all = all;
          found = contact(x, y, options);
        }
        AnyContact answer;
        static_cast<Decision&>(answer) = found;
        answer.interval = found.depth;
        answer.witness = any_witness(found.witness);
        answer.found = found.found;
        answer.contact_dimension = found.dimension;
        for (const ContactPoint<D>& point : all) {
          answer.points.push_back(
              {Coordinates(point.point_a), Coordinates(point.point_b), point.depth, point.id});
        }
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

// ---- Motions

struct AnyMotion {
  std::variant<Motion2, Motion3> motion;
};

AnyMotion linear_motion(nb::handle translation) {
  const Numbers numbers(translation, "translation");
  if (numbers.ndim() == 1 && numbers.shape(0) == 2) {
    return {accepted("translation", Motion2::linear(read_fixed<2>(translation, "translation")))};
  }
  return {accepted("translation", Motion3::linear(read_fixed<3>(translation, "translation")))};
}

AnyMotion rigid_motion(nb::handle translation, nb::handle centre, nb::handle angle,
                       nb::handle axis) {
  const double radians = read_number(angle, "angle");
  if (axis.is_none()) {
    return {accepted("motion", Motion2::rigid(read_fixed<2>(translation, "translation"),
                                              read_fixed<2>(centre, "centre"), radians))};
  }
  return {accepted("axis", Motion3::rigid(read_fixed<3>(translation, "translation"),
                                          read_fixed<3>(centre, "centre"),
                                          read_fixed<3>(axis, "axis"), radians))};
}

template <int D>
Motion<D> read_motion(nb::handle object, Name where) {
  if (object.is_none()) return {};
  const AnyMotion* known = nullptr;
  if (nb::try_cast(object, known, false) && known != nullptr) {
    const auto* const motion = std::get_if<Motion<D>>(&known->motion);
    if (motion == nullptr) refuse_dimension(where, D, 5 - D);
    return *motion;
  }
  return accepted(where, Motion<D>::linear(read_fixed<D>(object, where)));
}

template <int D>
AnyCast any_cast(const Cast<D>& found) {
  return {found.verdict, found.time, any_witness(found.witness), found.start, found.steps};
}

AnyCast ask_cast(nb::handle a, nb::handle b, nb::handle motion_a, nb::handle motion_b,
                 nb::handle pose_a, nb::handle pose_b, double tolerance, int max_steps) {
  if (!(tolerance > 0) || !std::isfinite(tolerance))
    refuse_shape("tolerance", "not positive", "give a length of time");
  if (max_steps < 0) refuse_shape("max_steps", "a negative number", "give 0 for a million");
  return with_flat_bodies(
      body_of(a, "a"), body_of(b, "b"), pose_a, pose_b, "cast",
      [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
        return any_cast(cast(x, read_motion<D>(motion_a, "motion_a"), y,
                             read_motion<D>(motion_b, "motion_b"), {tolerance, max_steps}));
      },
      Points::written);
}

AnyCast ask_cast_within(nb::handle a, nb::handle bound_a, nb::handle b, nb::handle bound_b,
                        nb::handle pose_a, nb::handle pose_b) {
  return with_flat_bodies(body_of(a, "a"), body_of(b, "b"), pose_a, pose_b, "cast_within",
                          [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
                            return any_cast(cast_within(x, read_number(bound_a, "bound_a"), y,
                                                        read_number(bound_b, "bound_b")));
                          });
}

/// A body that moves as a function of Python says.
AnyCast ask_cast_path(nb::handle a, nb::handle b, nb::object path_a, nb::handle speed_a,
                      nb::object path_b, nb::handle speed_b, double tolerance, int max_steps) {
  const Body& of_a = body_of(a, "a");
  const Body& of_b = body_of(b, "b");
  std::exception_ptr failure;
  return with_flat_bodies(of_a, of_b, nb::none(), nb::none(), "cast_path",
                          [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
                            // The searches are compiled without exceptions: a failure is kept, and raised at the end.
                            const auto path_of = [&](const nb::object& path, nb::handle speed,
                                                     double radius, const char* where) {
                              Path<D> made;
                              made.speed = speed.is_none() ? 0 : read_number(speed, "speed");
                              made.radius = radius;
                              made.pose = [&path, &failure, where](double t) -> Pose<D> {
                                if (failure || path.is_none()) return Pose<D>::identity();
                                try {
                                  const nb::object at = path(t);
                                  return PoseArgument<D>(at, D, where).get();
                                } catch (...) {
                                  failure = std::current_exception();
                                  return Pose<D>::identity();
                                }
                              };
                              return made;
                            };
                            const auto found =
                                cast(x.polytope(), path_of(path_a, speed_a, x.radius(), "path_a"),
                                     y.polytope(), path_of(path_b, speed_b, y.radius(), "path_b"),
                                     {tolerance, max_steps});
                            if (failure) std::rethrow_exception(failure);
                            return any_cast(found);
                          });
}

/// Calls ask with the body at its pose, in the dimensions 2 and 3.
template <class Ask>
auto with_body(nb::handle body, nb::handle pose, Name question, const Ask& ask) {
  const Body& of = body_of(body, "body");
  require_plane_or_space(of, question);
  const auto in_dimension = [&]<int D>() {
    const PoseArgument<D> at(pose, D, "pose");
    return ask(Posed<D>{std::get<kAlternative<D>>(of.polytope), at.get(), of.radius});
  };
  return of.dimension() == 2 ? in_dimension.template operator()<2>()
                             : in_dimension.template operator()<3>();
}

AnyCast ask_ray_cast(nb::handle origin, nb::handle direction, nb::handle body, nb::handle pose) {
  return with_body(body, pose, "ray_cast", [&]<int D>(const Posed<D>& posed) {
    return any_cast(accepted(
        "origin, direction",
        ray_cast(read_fixed<D>(origin, "origin"), read_fixed<D>(direction, "direction"), posed)));
  });
}

AnyDistance ask_closest_point(nb::handle point, nb::handle body, nb::handle pose, double width) {
  return with_body(body, pose, "closest_point", [&]<int D>(const Posed<D>& posed) {
    return measure<AnyDistance>(
        accepted("point", closest_point(read_fixed<D>(point, "point"), posed, read_width(width))));
  });
}

#define SUNDER_PAIR                                                                  \
  "(a: Polytope, b: Polytope, pose_a: Pose | numpy.typing.ArrayLike | None = None, " \
  "pose_b: Pose | numpy.typing.ArrayLike | None = None, *, "
#define SUNDER_SHAPED                                                                          \
  "(a: Polytope | Shape, b: Polytope | Shape, pose_a: Pose | numpy.typing.ArrayLike | None = " \
  "None, "                                                                                     \
  "pose_b: Pose | numpy.typing.ArrayLike | None = None, *, "
#define SUNDER_SEARCH \
  "algorithm: str = \"auto\", hint: Hint | None = None, trace: list[TraceStep] | None = None"

constexpr const char* kFrame =
    "\n\na, b: bodies of one dimension d. pose_a, pose_b: None (the world's frame), a Pose, or an "
    "array of shape "
    "(d, d+1) or (d+1, d+1). Raises sunder.Error for data that is refused.";

std::string doc(const char* promise) { return std::string(promise) + kFrame; }

void add_measuring(nb::module_& module) {
  module.def(
      "intersects", &ask_intersects, nb::arg("a").none(), nb::arg("b").none(),
      nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
      nb::arg("algorithm") = "auto", nb::arg("hint") = nb::none(), nb::arg("trace") = nb::none(),
      nb::arg("max_faces") = 0,
      nb::sig("def intersects" SUNDER_SHAPED SUNDER_SEARCH ", max_faces: int = 0) -> Decision"),
      doc("Do the bodies meet? Exact and proven. Cost: tens to hundreds of nanoseconds; "
          "microseconds where they "
          "touch exactly.")
          .c_str());
  module.def("distance", &ask_distance, nb::arg("a").none(), nb::arg("b").none(),
             nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
             nb::arg("width") = 0.0, nb::arg("algorithm") = "auto", nb::arg("hint") = nb::none(),
             nb::arg("trace") = nb::none(), nb::arg("tolerance") = 1e-9,
             nb::sig("def distance" SUNDER_SHAPED "width: float = 0.0, " SUNDER_SEARCH
                     ", tolerance: float = 1e-9) -> Distance"),
             doc("How far apart are they? A proven interval. width: relative width of the "
                 "interval; 0: max(1e-12 of "
                 "the value, 64 * 2^-52 of the largest world coordinate). tolerance: of shapes.")
                 .c_str());
  module.def("penetration", &ask_penetration, nb::arg("a").none(), nb::arg("b").none(),
             nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
             nb::arg("width") = 0.0, nb::arg("algorithm") = "auto", nb::arg("hint") = nb::none(),
             nb::arg("trace") = nb::none(), nb::arg("tolerance") = 1e-9,
             nb::sig("def penetration" SUNDER_SHAPED "width: float = 0.0, " SUNDER_SEARCH
                     ", tolerance: float = 1e-9) -> Penetration"),
             doc("How deep do they overlap (2-D, 3-D)? The length of the minimum translation, as a "
                 "proven interval.")
                 .c_str());
  module.def(
      "signed_distance", &ask_signed_distance, nb::arg("a").none(), nb::arg("b").none(),
      nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
      nb::arg("width") = 0.0, nb::arg("hint") = nb::none(),
      nb::sig("def signed_distance" SUNDER_PAIR
              "width: float = 0.0, hint: Hint | None = None) -> SignedDistance"),
      doc("The distance where they are apart, minus the depth where they overlap (2-D, 3-D).")
          .c_str());
  module.def("one_norm_distance", &ask_one_norm_distance, nb::arg("a").none(), nb::arg("b").none(),
             nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(),
             nb::sig("def one_norm_distance(a: Polytope, b: Polytope, pose_a: Pose | "
                     "numpy.typing.ArrayLike | None = None, "
                     "pose_b: Pose | numpy.typing.ArrayLike | None = None) -> OneNormDistance"),
             doc("The smallest 1-norm of a difference of a point of a and one of b, by linear "
                 "programming.")
                 .c_str());
  module.def(
      "exact_penetration", &ask_exact_penetration, nb::arg("a").none(), nb::arg("b").none(),
      nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(),
      nb::sig("def exact_penetration(a: Polytope, b: Polytope, pose_a: Pose | "
              "numpy.typing.ArrayLike | None = None, "
              "pose_b: Pose | numpy.typing.ArrayLike | None = None) -> dict[str, typing.Any]"),
      doc("The squared depth as a fraction, and every minimum translation, without rounding (2-D, "
          "3-D). Radii "
          "are not served.")
          .c_str());
  module.def(
      "margin", &ask_margin, nb::arg("a").none(), nb::arg("b").none(), nb::arg("distance").none(),
      nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
      nb::arg("hint") = nb::none(),
      nb::sig("def margin(a: Polytope, b: Polytope, distance: float, pose_a: Pose | "
              "numpy.typing.ArrayLike | None "
              "= None, pose_b: Pose | numpy.typing.ArrayLike | None = None, *, hint: Hint | None = "
              "None) -> MarginAnswer"),
      doc("Is the signed distance less than, equal to or more than `distance`? Exact.").c_str());
  module.def("contains", &ask_contains, nb::arg("a").none(), nb::arg("b").none(),
             nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
             nb::arg("algorithm") = "auto",
             nb::sig("def contains" SUNDER_PAIR "algorithm: str = \"auto\") -> Containment"),
             doc("Does every point of a lie in b? Exact.").c_str());
  module.def("relation", &ask_relation, nb::arg("a").none(), nb::arg("b").none(),
             nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
             nb::arg("hint") = nb::none(),
             nb::sig("def relation" SUNDER_PAIR "hint: Hint | None = None) -> RelationAnswer"),
             doc("How do the bodies meet, and by which features (2-D, 3-D)? Exact.").c_str());
  module.def(
      "derivative", &ask_derivative, nb::arg("a").none(), nb::arg("b").none(),
      nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
      nb::arg("hint") = nb::none(),
      nb::sig("def derivative" SUNDER_PAIR "hint: Hint | None = None) -> Derivative"),
      doc("How does the signed distance change when a body moves a little (2-D, 3-D)?").c_str());
  module.def("contact", &ask_contact, nb::arg("a").none(), nb::arg("b").none(),
             nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
             nb::arg("max_points") = 0, nb::arg("width") = 0.0, nb::arg("near") = 0.0,
             nb::arg("hint") = nb::none(),
             nb::sig("def contact" SUNDER_PAIR
                     "max_points: int = 0, width: float = 0.0, near: float = 0.0, "
                     "hint: Hint | None = None) -> Contact"),
             doc("The contact manifold (2-D, 3-D). near: bodies at most this far apart have points "
                 "too, of negative depth.")
                 .c_str());
  module.def("propose", &ask_propose, nb::arg("a").none(), nb::arg("b").none(),
             nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
             nb::arg("algorithm") = "auto",
             nb::sig("def propose" SUNDER_PAIR "algorithm: str = \"auto\") -> Hint"),
             doc("The verdict of the named algorithm by itself, unproven.").c_str());
  module.def("prove", &ask_prove, nb::arg("a").none(), nb::arg("b").none(), nb::arg("proposal"),
             nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(),
             nb::sig("def prove(a: Polytope, b: Polytope, proposal: Hint, pose_a: Pose | "
                     "numpy.typing.ArrayLike | None = "
                     "None, pose_b: Pose | numpy.typing.ArrayLike | None = None) -> Decision"),
             doc("Proves a proposal of any origin: a direction, or index pairs. Undecided where it "
                 "proves nothing.")
                 .c_str());
}

void add_moving(nb::module_& module) {
  nb::class_<AnyMotion>(module, "Motion",
                        "How a posed body moves while time goes from 0 to 1, world frame.")
      .def_static("linear", &linear_motion, nb::arg("translation").none(),
                  nb::sig("def linear(translation: numpy.typing.ArrayLike) -> Motion"),
                  "x -> x + t * translation.")
      .def_static("rigid", &rigid_motion, nb::arg("translation").none(), nb::arg("centre").none(),
                  nb::arg("angle").none(), nb::arg("axis") = nb::none(),
                  nb::sig("def rigid(translation: numpy.typing.ArrayLike, centre: "
                          "numpy.typing.ArrayLike, angle: float, "
                          "axis: numpy.typing.ArrayLike | None = None) -> Motion"),
                  "c + R(t * angle)(x - c) + t * translation; in 3-D about `axis`, right-handed, "
                  "in radians.")
      .def("__repr__", [](const AnyMotion& any) {
        return std::visit(
            [](const auto& m) {
              return std::string(m.turns() ? "<sunder.Motion: turning>"
                                           : "<sunder.Motion: translating>");
            },
            any.motion);
      });
  module.def("cast", &ask_cast, nb::arg("a").none(), nb::arg("b").none(),
             nb::arg("motion_a") = nb::none(), nb::arg("motion_b") = nb::none(),
             nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
             nb::arg("tolerance") = 1e-9, nb::arg("max_steps") = 0,
             nb::sig("def cast(a: Polytope, b: Polytope, motion_a: Motion | numpy.typing.ArrayLike "
                     "| None = None, motion_b: "
                     "Motion | numpy.typing.ArrayLike | None = None, pose_a: Pose | "
                     "numpy.typing.ArrayLike | None = None, "
                     "pose_b: Pose | numpy.typing.ArrayLike | None = None, *, tolerance: float = "
                     "1e-9, max_steps: int = 0) "
                     "-> Cast"),
             doc("When do moving bodies meet first (2-D, 3-D)? Translations are answered exactly, "
                 "rotations by steps that "
                 "are proven free. A motion is a Motion, or the translation over the whole time.")
                 .c_str());
  module.def("cast_within", &ask_cast_within, nb::arg("a").none(), nb::arg("bound_a").none(),
             nb::arg("b").none(), nb::arg("bound_b").none(), nb::arg("pose_a") = nb::none(),
             nb::arg("pose_b") = nb::none(),
             nb::sig("def cast_within(a: Polytope, bound_a: float, b: Polytope, bound_b: float, "
                     "pose_a: Pose | "
                     "numpy.typing.ArrayLike | None = None, pose_b: Pose | numpy.typing.ArrayLike "
                     "| None = None) -> Cast"),
             doc("For unknown motions: no point of a moves farther than bound_a, none of b farther "
                 "than bound_b.")
                 .c_str());
  module.def("cast_path", &ask_cast_path, nb::arg("a").none(), nb::arg("b").none(),
             nb::arg("path_a") = nb::none(), nb::arg("speed_a") = nb::none(),
             nb::arg("path_b") = nb::none(), nb::arg("speed_b") = nb::none(), nb::kw_only(),
             nb::arg("tolerance") = 1e-9, nb::arg("max_steps") = 0,
             nb::sig("def cast_path(a: Polytope, b: Polytope, path_a: "
                     "collections.abc.Callable[[float], Pose | "
                     "numpy.typing.ArrayLike] | None = None, speed_a: float | None = None, path_b: "
                     "collections.abc.Callable[[float], Pose | numpy.typing.ArrayLike] | None = "
                     "None, speed_b: float | None "
                     "= None, *, tolerance: float = 1e-9, max_steps: int = 0) -> Cast"),
             "When do bodies meet that move as functions say? path(t) is the pose at t in [0, 1]; "
             "speed bounds the speed "
             "of every point of the body. None: the body rests in the world's frame.");
  module.def("ray_cast", &ask_ray_cast, nb::arg("origin").none(), nb::arg("direction").none(),
             nb::arg("body").none(), nb::arg("pose") = nb::none(),
             nb::sig("def ray_cast(origin: numpy.typing.ArrayLike, direction: "
                     "numpy.typing.ArrayLike, body: Polytope, pose: "
                     "Pose | numpy.typing.ArrayLike | None = None) -> Cast"),
             "Where does origin + t * direction, t in [0, 1], meet the body first? Exact.");
  module.def("closest_point", &ask_closest_point, nb::arg("point").none(), nb::arg("body").none(),
             nb::arg("pose") = nb::none(), nb::kw_only(), nb::arg("width") = 0.0,
             nb::sig("def closest_point(point: numpy.typing.ArrayLike, body: Polytope, pose: Pose "
                     "| numpy.typing.ArrayLike | "
                     "None = None, *, width: float = 0.0) -> Distance"),
             "The point of the body closest to a point: `point_b` of the answer.");
}

}  // namespace

void add_questions(nb::module_& module) {
  add_measuring(module);
  add_moving(module);
}

}  // namespace sunder::python

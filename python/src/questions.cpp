// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each function resolves bodies, poses and options, and calls the question of C++ that its
//   name says. The lock is kept: a query is shorter than giving it up.
// Cost: Some tens of nanoseconds beside the query with poses of the class Pose; with arrays a tenth of
//   a microsecond each.
// Gives up: Questions that a dimension does not have are refused as not_served.
#include "questions.hpp"

#include <cmath>
#include <nanobind/stl/optional.h>
#include <optional>
#include <utility>

#include "answers.hpp"
#include "search.hpp"
#include "shapes.hpp"
#include "sunder/sunder.hpp"
#include "unions.hpp"

namespace sunder::python {
namespace {

using Name = std::string_view;

/// Intervals are asked of the points as they were given; a named algorithm may need faces.
Points measured(Name algorithm) { return algorithm == "auto" ? Points::written : Points::kept; }

template <int D>
void set_why(const SearchArguments& given, const Posed<D>& a, const Posed<D>& b,
             AnyDecision& answer) {
  if (given.algorithm == "auto") return;
  const auto named = algorithm_from_name(given.algorithm);
  if (named && answer.decided_by != *named) answer.why = why_not(*named, a, b, answer);
}

/// Refuses what a question does not read about other bodies than polytopes.
void refuse_unread(const SearchArguments& given, double width, const char* other,
                   const char* instead_of_width) {
  const auto refuse = [&](const char* where, const char* remedy) {
    throw Refusal("not_served", where,
                  std::string("an option of questions about polytopes; one body is ") + other,
                  remedy);
  };
  if (given.hint != nullptr) refuse("hint", "leave it out");
  if (!given.trace.is_none()) refuse("trace", "leave it out");
  if (given.max_faces != 0) refuse("max_faces", "leave it out");
  if (width != 0) refuse("width", instead_of_width);
}

/// Refuses what a question about curved shapes does not read.
void refuse_unread_of_shapes(const SearchArguments& given, double width = 0) {
  refuse_unread(given, width, "a curved shape", "give a tolerance, which is a length");
}

/// Refuses what a question about meshes and unions does not read.
void refuse_unread_of_unions(const SearchArguments& given, double width = 0) {
  refuse_unread(given, width, "a mesh, a polygon or a union", "leave it out");
  if (given.algorithm == "auto") return;
  throw Refusal("not_served", "algorithm",
                "algorithms answer the verdict, distance and depth of the convex parts of unions",
                "give auto");
}

/// Whom a question is about. Polytopes come first, since they are asked in tens of nanoseconds; what
/// is none of these is refused as no polytope.
enum class Kind { polytopes, shapes, unions };
Kind kind_of(nb::handle a, nb::handle b) {
  if (nb::isinstance<Body>(a) && nb::isinstance<Body>(b)) return Kind::polytopes;
  if (are_shapes(a, b)) return Kind::shapes;
  return is_union(a) || is_union(b) ? Kind::unions : Kind::polytopes;
}

/// The options of a question about curved shapes.
ShapeArguments read_shape_arguments(const SearchArguments& given, double width,
                                    std::optional<double> tolerance) {
  refuse_unread_of_shapes(given, width);
  return {.algorithm = given.algorithm, .tolerance = tolerance.value_or(kShapeTolerance)};
}

void refuse_tolerance(std::optional<double> tolerance, const char* remedy) {
  if (!tolerance) return;
  throw Refusal("not_served", "tolerance",
                "an option of questions about curved shapes; no body is one", remedy);
}
constexpr const char* kGiveWidth = "give a width, relative to the answer";

/// An answer whose class depends on the bodies.
nb::object ask_intersects(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                          Name algorithm, AnyHint* hint, nb::handle trace, std::int32_t max_faces) {
  const SearchArguments given{algorithm, hint, trace, max_faces};
  const Kind kind = kind_of(a, b);
  if (kind == Kind::shapes) {
    refuse_unread_of_shapes(given);
    return nb::cast(shapes_intersect(a, b, pose_a, pose_b, {.algorithm = algorithm}));
  }
  if (kind == Kind::unions) {
    refuse_unread(given, 0, "a mesh, a polygon or a union", "leave it out");
    return nb::cast(bodies_intersect(a, b, pose_a, pose_b, given.algorithm));
  }
  return with_bodies(body_of(a, "a"), body_of(b, "b"), pose_a, pose_b,
                     [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
                       const SearchOf<D> search(given, Question::verdict, x.polytope().dimension());
                       AnyDecision answer(intersects(x, y, search.get()));
                       set_why(given, x, y, answer);
                       search.finish();
                       return nb::cast(std::move(answer));
                     });
}

nb::object ask_distance(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                        double width, Name algorithm, AnyHint* hint, nb::handle trace,
                        std::optional<double> tolerance) {
  const SearchArguments given{algorithm, hint, trace, 0};
  const Kind kind = kind_of(a, b);
  if (kind == Kind::shapes) {
    return nb::cast(
        distance_of_shapes(a, b, pose_a, pose_b, read_shape_arguments(given, width, tolerance)));
  }
  if (kind == Kind::unions) {
    refuse_unread(given, width, "a mesh, a polygon or a union", "leave it out");
    refuse_tolerance(tolerance, "leave it out");
    return nb::cast(distance_of_bodies(a, b, pose_a, pose_b, given.algorithm));
  }
  refuse_tolerance(tolerance, kGiveWidth);
  return with_bodies(
      body_of(a, "a"), body_of(b, "b"), pose_a, pose_b,
      [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
        const SearchOf<D> search(given, Question::distance, x.polytope().dimension());
        auto answer = measure<AnyDistance>(distance(x, y, {search.get(), read_width(width)}));
        set_why(given, x, y, answer);
        search.finish();
        return nb::cast(std::move(answer));
      },
      measured(algorithm));
}

nb::object ask_penetration(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                           double width, Name algorithm, AnyHint* hint, nb::handle trace,
                           std::optional<double> tolerance) {
  const SearchArguments given{algorithm, hint, trace, 0};
  const Kind kind = kind_of(a, b);
  if (kind == Kind::shapes) {
    return nb::cast(
        depth_of_shapes(a, b, pose_a, pose_b, read_shape_arguments(given, width, tolerance)));
  }
  if (kind == Kind::unions) {
    refuse_unread(given, width, "a mesh, a polygon or a union", "leave it out");
    refuse_tolerance(tolerance, "leave it out");
    return nb::cast(penetration_of_bodies(a, b, pose_a, pose_b, given.algorithm));
  }
  refuse_tolerance(tolerance, kGiveWidth);
  return with_flat_bodies(
      body_of(a, "a"), body_of(b, "b"), pose_a, pose_b, "penetration",
      [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
        const SearchOf<D> search(given, Question::depth, D);
        auto answer = measure<AnyPenetration>(penetration(x, y, {search.get(), read_width(width)}));
        set_why(given, x, y, answer);
        search.finish();
        return nb::cast(std::move(answer));
      },
      measured(algorithm));
}

/// An answer whose class depends on the bodies.
nb::object ask_contains(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                        Name algorithm) {
  const SearchArguments given{algorithm, nullptr, nb::none(), 0};
  if (kind_of(a, b) == Kind::unions) {
    refuse_unread_of_unions(given);
    return nb::cast(body_contains(a, b, pose_a, pose_b));
  }
  return with_bodies(
      body_of(a, "a"), body_of(b, "b"), pose_a, pose_b,
      [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
        const SearchOf<D> search(given, Question::contains, x.polytope().dimension());
        const Containment answer = contains(x, y, search.get());
        if (D == kRunTime && answer.stage == Stage::none && x.radius() > y.radius()) {
          throw Refusal("not_served", "a", "a radius larger than b's in this dimension",
                        "it takes a depth, which is known in dimensions 2 and 3 alone");
        }
        return nb::cast(answer);
      });
}

AnyBodyMargin ask_margin_of_bodies(nb::handle a, nb::handle b, nb::handle distance,
                                   nb::handle pose_a, nb::handle pose_b) {
  return compare_bodies(a, b, read_number(distance, "distance"), pose_a, pose_b);
}

/// An answer whose class depends on the bodies.
nb::object ask_margin(nb::handle a, nb::handle b, nb::handle distance, nb::handle pose_a,
                      nb::handle pose_b, AnyHint* hint) {
  const Margin margin{.distance = read_number(distance, "distance")};
  const SearchArguments given = hinted(hint);
  if (kind_of(a, b) == Kind::unions) {
    refuse_unread_of_unions(given);
    return nb::cast(ask_margin_of_bodies(a, b, distance, pose_a, pose_b));
  }
  return with_bodies(body_of(a, "a"), body_of(b, "b"), pose_a, pose_b,
                     [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
                       const SearchOf<D> search(given, Question::verdict, x.polytope().dimension());
                       AnyMargin answer;
                       static_cast<Decision&>(answer) =
                           accepted("distance", compare_to_margin(x, y, margin, search.get()));
                       answer.margin = margin;
                       return nb::cast(std::move(answer));
                     });
}

/// An answer whose class depends on the bodies.
nb::object ask_contact(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                       int max_points, double width, double near, AnyHint* hint) {
  const SearchArguments given = hinted(hint);
  if (kind_of(a, b) == Kind::unions) {
    refuse_unread_of_unions(given, width);
    for (const auto& [where, is_given] :
         {std::pair("max_points", max_points != 0), std::pair("near", near != 0)}) {
      if (!is_given) continue;
      throw Refusal("not_served", where, "an option of polytopes; one body is a mesh or a union",
                    "leave it out");
    }
    return nb::cast(contact_of_bodies(a, b, pose_a, pose_b));
  }
  return with_flat_bodies(
      body_of(a, "a"), body_of(b, "b"), pose_a, pose_b, "contact",
      [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
        const SearchOf<D> search(given, Question::contact, D);
        auto options = contact_options<D>(max_points, width, near);
        options.search = search.get();
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
        return nb::cast(std::move(answer));
      });
}

#define SUNDER_SHAPED                                                                          \
  "(a: Polytope | Shape, b: Polytope | Shape, pose_a: Pose | numpy.typing.ArrayLike | None = " \
  "None, "                                                                                     \
  "pose_b: Pose | numpy.typing.ArrayLike | None = None, *, "
#define SUNDER_AT                                                                                 \
  "pose_a: Pose | numpy.typing.ArrayLike | None = None, pose_b: Pose | numpy.typing.ArrayLike | " \
  "None = None"
#define SUNDER_UNION_FIRST(more) \
  "(a: Mesh | Polygon | Body, b: Polytope | Mesh | Polygon | Body, " SUNDER_AT more ") -> "
#define SUNDER_UNION_SECOND(more) "(a: Polytope, b: Mesh | Polygon | Body, " SUNDER_AT more ") -> "
#define SUNDER_NAMED ", *, algorithm: str = \"auto\""
#define SUNDER_SEARCH \
  "algorithm: str = \"auto\", hint: Hint | None = None, trace: list[TraceStep] | None = None"

/// Adds the signatures of a question with a Mesh, a Polygon or a Body, whose answers have a class of their own.
/// The function added first answers all, so that polytopes are tried once.
template <class Ask, class... More>
void add_for_unions(nb::module_& module, const char* name, Ask ask, const nb::sig& first,
                    const nb::sig& second, const More&... more) {
  for (const nb::sig& signature : {first, second}) {
    module.def(name, ask, nb::arg("a").none(), nb::arg("b").none(), nb::arg("pose_a") = nb::none(),
               nb::arg("pose_b") = nb::none(), more..., signature);
  }
}

constexpr const char* kFrame =
    "\n\na, b: bodies of one dimension d. pose_a, pose_b: None (the world's frame), a Pose, or an "
    "array of shape "
    "(d, d+1) or (d+1, d+1). Raises sunder.Error for data that is refused.";

}  // namespace

std::string documented(const char* promise) { return std::string(promise) + kFrame; }

#define SUNDER_COMPARED                                                                     \
  ", distance: float, pose_a: Pose | numpy.typing.ArrayLike | None = None, pose_b: Pose | " \
  "numpy.typing.ArrayLike | None = None) -> BodyMarginAnswer"

void add_questions(nb::module_& module) {
  module.def(
      "intersects", &ask_intersects, nb::arg("a").none(), nb::arg("b").none(),
      nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
      nb::arg("algorithm") = "auto", nb::arg("hint") = nb::none(), nb::arg("trace") = nb::none(),
      nb::arg("max_faces") = 0,
      nb::sig("def intersects" SUNDER_SHAPED SUNDER_SEARCH ", max_faces: int = 0) -> Decision"),
      documented(
          "Do the bodies meet? Exact and proven. Cost: tens to hundreds of nanoseconds; "
          "microseconds where they "
          "touch exactly; see docs/bodies.md for meshes and unions, which read an algorithm alone. "
          "Curved shapes "
          "read no hint, trace or max_faces.")
          .c_str());
  add_for_unions(module, "intersects", &bodies_intersect,
                 nb::sig("def intersects" SUNDER_UNION_FIRST(SUNDER_NAMED) "BodyDecision"),
                 nb::sig("def intersects" SUNDER_UNION_SECOND(SUNDER_NAMED) "BodyDecision"),
                 nb::kw_only(), nb::arg("algorithm") = "auto");
  module.def("distance", &ask_distance, nb::arg("a").none(), nb::arg("b").none(),
             nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
             nb::arg("width") = 0.0, nb::arg("algorithm") = "auto", nb::arg("hint") = nb::none(),
             nb::arg("trace") = nb::none(), nb::arg("tolerance") = nb::none(),
             nb::sig("def distance" SUNDER_SHAPED "width: float = 0.0, " SUNDER_SEARCH
                     ", tolerance: float | None = None) -> Distance"),
             documented("How far apart are they? A proven interval. width: relative width of the "
                        "interval; 0: max(1e-12 of "
                        "the value, 64 * 2^-52 of the largest world coordinate). Of curved shapes: "
                        "tolerance, a length, 1e-9 if "
                        "None; they read no width, hint or trace. Meshes and unions read an "
                        "algorithm alone.")
                 .c_str());
  add_for_unions(module, "distance", &distance_of_bodies,
                 nb::sig("def distance" SUNDER_UNION_FIRST(SUNDER_NAMED) "BodyDistance"),
                 nb::sig("def distance" SUNDER_UNION_SECOND(SUNDER_NAMED) "BodyDistance"),
                 nb::kw_only(), nb::arg("algorithm") = "auto");
  module.def(
      "penetration", &ask_penetration, nb::arg("a").none(), nb::arg("b").none(),
      nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
      nb::arg("width") = 0.0, nb::arg("algorithm") = "auto", nb::arg("hint") = nb::none(),
      nb::arg("trace") = nb::none(), nb::arg("tolerance") = nb::none(),
      nb::sig("def penetration" SUNDER_SHAPED "width: float = 0.0, " SUNDER_SEARCH
              ", tolerance: float | None = None) -> Penetration"),
      documented(
          "How deep do they overlap (2-D, 3-D)? The length of the minimum translation, as a "
          "proven interval, wide for meshes that are far from convex. width, tolerance: as in "
          "distance().")
          .c_str());
  add_for_unions(module, "penetration", &penetration_of_bodies,
                 nb::sig("def penetration" SUNDER_UNION_FIRST(SUNDER_NAMED) "BodyPenetration"),
                 nb::sig("def penetration" SUNDER_UNION_SECOND(SUNDER_NAMED) "BodyPenetration"),
                 nb::kw_only(), nb::arg("algorithm") = "auto");
  module.def(
      "margin", &ask_margin, nb::arg("a").none(), nb::arg("b").none(), nb::arg("distance").none(),
      nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
      nb::arg("hint") = nb::none(),
      nb::sig("def margin(a: Polytope, b: Polytope, distance: float, pose_a: Pose | "
              "numpy.typing.ArrayLike | None "
              "= None, pose_b: Pose | numpy.typing.ArrayLike | None = None, *, hint: Hint | None = "
              "None) -> MarginAnswer"),
      documented(
          "Is the signed distance less than, equal to or more than `distance`? Exact. Beside "
          "meshes and unions the sum of `distance` and the radii must not be negative, and no "
          "hint is read.")
          .c_str());
  for (const char* const bodies :
       {"def margin(a: Mesh | Polygon | Body, b: Polytope | Mesh | Polygon | Body" SUNDER_COMPARED,
        "def margin(a: Polytope, b: Mesh | Polygon | Body" SUNDER_COMPARED}) {
    module.def("margin", &ask_margin_of_bodies, nb::arg("a").none(), nb::arg("b").none(),
               nb::arg("distance").none(), nb::arg("pose_a") = nb::none(),
               nb::arg("pose_b") = nb::none(), nb::sig(bodies));
  }
  module.def(
      "contains", &ask_contains, nb::arg("a").none(), nb::arg("b").none(),
      nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
      nb::arg("algorithm") = "auto",
      nb::sig("def contains" SUNDER_PAIR "algorithm: str = \"auto\") -> Containment"),
      documented("Does every point of a lie in b? Exact. A union as b must hold each part of a "
                 "in one of its own, or leave out a vertex, else it is refused (not_served).")
          .c_str());
  add_for_unions(module, "contains", &body_contains,
                 nb::sig("def contains" SUNDER_UNION_FIRST("") "BodyContainment"),
                 nb::sig("def contains" SUNDER_UNION_SECOND("") "BodyContainment"));
  module.def(
      "contact", &ask_contact, nb::arg("a").none(), nb::arg("b").none(),
      nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
      nb::arg("max_points") = 0, nb::arg("width") = 0.0, nb::arg("near") = 0.0,
      nb::arg("hint") = nb::none(),
      nb::sig("def contact" SUNDER_PAIR
              "max_points: int = 0, width: float = 0.0, near: float = 0.0, "
              "hint: Hint | None = None) -> Contact"),
      documented("The contact manifold (2-D, 3-D). near: bodies at most this far apart have points "
                 "too, of negative depth. Meshes and unions meet in regions, and read no option.")
          .c_str());
  add_for_unions(module, "contact", &contact_of_bodies,
                 nb::sig("def contact" SUNDER_UNION_FIRST("") "BodyContact"),
                 nb::sig("def contact" SUNDER_UNION_SECOND("") "BodyContact"));
}

}  // namespace sunder::python

// SPDX-License-Identifier: Apache-2.0
//
// Idea: A motion is one of C++, or the translation over the whole time. Rays are casts of points, one
//   by one or in arrays.
// Cost: That of the casts.
// Gives up: Dimensions other than 2 and 3 are refused.
#include <atomic>
#include <cmath>
#include <exception>
#include <utility>
#include <variant>

#include "answers.hpp"
#include "cast_arrays.hpp"
#include "questions.hpp"
#include "running.hpp"
#include "search.hpp"
#include "sunder/sunder.hpp"
#include "unions.hpp"

namespace sunder::python {
namespace {

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
Motion<D> read_motion(nb::handle object, std::string_view where) {
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

AnyBodyCast ask_cast_of_unions(nb::handle a, nb::handle b, nb::handle motion_a, nb::handle motion_b,
                               nb::handle pose_a, nb::handle pose_b) {
  const auto in = [&]<int D>() {
    return cast_bodies<D>(a, b, read_motion<D>(motion_a, "motion_a"),
                          read_motion<D>(motion_b, "motion_b"), pose_a, pose_b);
  };
  return are_planar(a, b) ? in.template operator()<2>() : in.template operator()<3>();
}

/// An answer whose class depends on the bodies.
nb::object ask_cast(nb::handle a, nb::handle b, nb::handle motion_a, nb::handle motion_b,
                    nb::handle pose_a, nb::handle pose_b, double tolerance, int max_steps) {
  const CastOptions options = read_cast_options(tolerance, max_steps);
  if (is_union(a) || is_union(b)) {
    const CastOptions untouched;
    for (const auto& [where, is_given] :
         {std::pair("tolerance", options.tolerance != untouched.tolerance),
          std::pair("max_steps", options.max_steps != untouched.max_steps)}) {
      if (!is_given) continue;
      throw Refusal("not_served", where,
                    "an option of polytopes that turn; one body is a mesh or a union",
                    "leave it out");
    }
    return nb::cast(ask_cast_of_unions(a, b, motion_a, motion_b, pose_a, pose_b));
  }
  return with_flat_bodies(
      body_of(a, "a"), body_of(b, "b"), pose_a, pose_b, "cast",
      [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
        return nb::cast(any_cast(cast(x, read_motion<D>(motion_a, "motion_a"), y,
                                      read_motion<D>(motion_b, "motion_b"), options)));
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
  const CastOptions options = read_cast_options(tolerance, max_steps);
  std::exception_ptr failure;
  return with_flat_bodies(of_a, of_b, nb::none(), nb::none(), "cast_path",
                          [&]<int D>(const Posed<D>& x, const Posed<D>& y) {
                            // Searches are compiled without exceptions: a failure waits for their end.
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
                                     options);
                            if (failure) std::rethrow_exception(failure);
                            return any_cast(found);
                          });
}

/// Calls ask with the body at its pose, in the dimensions 2 and 3.
template <class Ask>
auto with_body(nb::handle body, nb::handle pose, std::string_view question, const Ask& ask) {
  const Body& of = body_of(body, "body");
  require_plane_or_space(of, question);
  const auto at_pose = [&]<int D>() {
    const PoseArgument<D> at(pose, D, "pose");
    return ask(Posed<D>{std::get<kAlternative<D>>(of.polytope), at.get(), of.radius});
  };
  return of.dimension() == 2 ? at_pose.template operator()<2>() : at_pose.template operator()<3>();
}

nb::object ask_ray_cast(nb::handle origin, nb::handle direction, nb::handle body, nb::handle pose) {
  if (is_union(body)) return nb::cast(ray_cast_body(origin, direction, body, pose));
  return with_body(body, pose, "ray_cast", [&]<int D>(const Posed<D>& posed) {
    return nb::cast(any_cast(accepted(
        "origin, direction",
        ray_cast(read_fixed<D>(origin, "origin"), read_fixed<D>(direction, "direction"), posed))));
  });
}

AnyDistance ask_closest_point(nb::handle point, nb::handle body, nb::handle pose, double width) {
  return with_body(body, pose, "closest_point", [&]<int D>(const Posed<D>& posed) {
    return measure<AnyDistance>(
        accepted("point", closest_point(read_fixed<D>(point, "point"), posed, read_width(width))));
  });
}

/// Rays against one body, in arrays.
nb::dict ask_ray_casts(nb::handle origins, nb::handle directions, nb::handle body, nb::handle pose,
                       int threads) {
  if (is_union(body)) return ray_casts_body(origins, directions, body, pose, threads);
  const Numbers from(origins, "origins");
  const Numbers along(directions, "directions");
  Running running({threads, nb::none(), 0, 0});
  return with_body(body, pose, "ray_casts", [&]<int D>(const Posed<D>& posed) {
    if (from.ndim() != 2 || from.shape(1) != D) {
      refuse_shape("origins", "shape " + from.shape_text(),
                   "give an array of shape (n, " + std::to_string(D) + ")");
    }
    if (along.ndim() != 2 || along.shape(1) != D || along.shape(0) != from.shape(0)) {
      refuse_shape("directions", "shape " + along.shape_text(), "give the shape of origins");
    }
    const std::int64_t count = from.shape(0);
    std::vector<Cast<D>> found(static_cast<std::size_t>(count));
    std::atomic<std::int64_t> refused{-1};
    running.each_range(count, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        auto cast = ray_cast(row<D>(from, i), row<D>(along, i), posed);
        if (cast) {
          found[static_cast<std::size_t>(i)] = std::move(cast).value();
        } else {
          refused = i;
        }
      }
    });
    if (refused >= 0) {
      throw Refusal("not_finite", "origins, directions", "ray " + std::to_string(refused),
                    "give finite numbers");
    }
    return cast_arrays<D>(found);
  });
}

#define SUNDER_MOVING                                                                     \
  ", motion_a: Motion | numpy.typing.ArrayLike | None = None, motion_b: Motion | "        \
  "numpy.typing.ArrayLike | None = None, pose_a: Pose | numpy.typing.ArrayLike | None = " \
  "None, pose_b: Pose | numpy.typing.ArrayLike | None = None) -> "

}  // namespace

Motion3 read_space_motion(nb::handle object, std::string_view where) {
  return read_motion<3>(object, where);
}

void add_motions(nb::module_& module) {
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
  module.def(
      "cast", &ask_cast, nb::arg("a").none(), nb::arg("b").none(), nb::arg("motion_a") = nb::none(),
      nb::arg("motion_b") = nb::none(), nb::arg("pose_a") = nb::none(),
      nb::arg("pose_b") = nb::none(), nb::kw_only(), nb::arg("tolerance") = 1e-9,
      nb::arg("max_steps") = 0,
      nb::sig("def cast(a: Polytope, b: Polytope, motion_a: Motion | numpy.typing.ArrayLike "
              "| None = None, motion_b: "
              "Motion | numpy.typing.ArrayLike | None = None, pose_a: Pose | "
              "numpy.typing.ArrayLike | None = None, "
              "pose_b: Pose | numpy.typing.ArrayLike | None = None, *, tolerance: float = "
              "1e-9, max_steps: int = 0) "
              "-> Cast"),
      documented("When do moving bodies meet first (2-D, 3-D)? Translations are answered exactly, "
                 "rotations by steps that "
                 "are proven free. A motion is a Motion, or the translation over the whole time. "
                 "Meshes, polygons and unions do not turn, and read no option.")
          .c_str());
  for (const char* const bodies :
       {"def cast(a: Mesh | Polygon | Body, b: Polytope | Mesh | Polygon | Body" SUNDER_MOVING
        "BodyCast",
        "def cast(a: Polytope, b: Mesh | Polygon | Body" SUNDER_MOVING "BodyCast"}) {
    module.def("cast", &ask_cast_of_unions, nb::arg("a").none(), nb::arg("b").none(),
               nb::arg("motion_a") = nb::none(), nb::arg("motion_b") = nb::none(),
               nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::sig(bodies));
  }
  module.def(
      "cast_within", &ask_cast_within, nb::arg("a").none(), nb::arg("bound_a").none(),
      nb::arg("b").none(), nb::arg("bound_b").none(), nb::arg("pose_a") = nb::none(),
      nb::arg("pose_b") = nb::none(),
      nb::sig("def cast_within(a: Polytope, bound_a: float, b: Polytope, bound_b: float, "
              "pose_a: Pose | "
              "numpy.typing.ArrayLike | None = None, pose_b: Pose | numpy.typing.ArrayLike "
              "| None = None) -> Cast"),
      documented("For unknown motions: no point of a moves farther than bound_a, none of b farther "
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
  module.def("ray_cast", &ray_cast_body, nb::arg("origin").none(), nb::arg("direction").none(),
             nb::arg("body").none(), nb::arg("pose") = nb::none(),
             nb::sig("def ray_cast(origin: numpy.typing.ArrayLike, direction: "
                     "numpy.typing.ArrayLike, body: Mesh | Polygon | Body, pose: Pose | "
                     "numpy.typing.ArrayLike | None = None) -> BodyCast"));
  module.def("closest_point", &ask_closest_point, nb::arg("point").none(), nb::arg("body").none(),
             nb::arg("pose") = nb::none(), nb::kw_only(), nb::arg("width") = 0.0,
             nb::sig("def closest_point(point: numpy.typing.ArrayLike, body: Polytope, pose: Pose "
                     "| numpy.typing.ArrayLike | "
                     "None = None, *, width: float = 0.0) -> Distance"),
             "The point of the body closest to a point: `point_b` of the answer.");
  module.def(
      "ray_casts", &ask_ray_casts, nb::arg("origins").none(), nb::arg("directions").none(),
      nb::arg("body").none(), nb::arg("pose") = nb::none(), nb::arg("threads") = 1,
      nb::sig("def ray_casts(origins: numpy.typing.ArrayLike, directions: numpy.typing.ArrayLike, "
              "body: Polytope | Mesh | Polygon | Body, "
              "pose: Pose | numpy.typing.ArrayLike | None = None, threads: int = 1) -> dict[str, "
              "numpy.typing.NDArray[typing.Any]]"),
      "Many rays against one body: verdicts (n,) of CastVerdict, times (n, 2), normals and points "
      "(n, d), NaN where there is none. Of a Mesh or a Body of space parts and triangles (n,) too, "
      "of "
      "a Polygon or a Body of the plane parts and edges, -1 where there is none.");
}

}  // namespace sunder::python

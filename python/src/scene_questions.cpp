// SPDX-License-Identifier: Apache-2.0
//
// Idea: A scene's questions about rays, moving bodies and neighbours, of C++. They run without Python's
//   lock, and share a lock of the scene that its writers take.
// Cost: That of the question and some tenths of a microsecond.
// Gives up: A radius is refused.
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

#include "cast_arrays.hpp"
#include "running.hpp"
#include "scenes.hpp"
#include "unions.hpp"

namespace sunder::python {
namespace {

/// sunder.SceneCast, SceneDistance, SceneMeeting: an answer, and the body of the scene.
template <class Answer>
struct OfScene : Answer {
  std::int32_t body = -1;
};
using AnySceneCast = OfScene<AnyBodyCast>;
using AnySceneDistance = OfScene<AnyBodyDistance>;
using AnySceneMeeting = OfScene<AnyBodyDecision>;

AnySceneCast scene_cast(const SceneCast& found) {
  AnySceneCast answer;
  static_cast<AnyBodyCast&>(answer) = any_body_cast(found);
  answer.body = found.body;
  return answer;
}

AnySceneDistance scene_distance(const SceneDistance& found) {
  AnySceneDistance answer;
  static_cast<AnyDistance&>(answer) = measure<AnyDistance>(found);
  answer.place = Place(found);
  answer.body = found.body;
  return answer;
}

AnySceneCast ask_ray_cast(const AnyScene& all, nb::handle origin, nb::handle direction) {
  const Vector3 from = read_fixed<3>(origin, "origin");
  const Vector3 along = read_fixed<3>(direction, "direction");
  return scene_cast(accepted("origin, direction", while_reading(all, [&](const Scene& scene) {
                               return scene.ray_cast(from, along);
                             })));
}

AnySceneCast ask_cast(const AnyScene& all, nb::handle moving, nb::handle motion, nb::handle pose) {
  const BodyArgument<3> body(moving, pose, "moving", "pose");
  const PosedBody3 posed = body.without_radius().posed();
  const Motion3 way = read_space_motion(motion, "motion");
  return scene_cast(accepted(
      "motion", while_reading(all, [&](const Scene& scene) { return scene.cast(posed, way); })));
}

AnySceneDistance ask_closest(const AnyScene& all, nb::handle given, nb::handle pose) {
  const BodyArgument<3> body(given, pose, "body", "pose");
  const PosedBody3 posed = body.without_radius().posed();
  return scene_distance(
      while_reading(all, [&](const Scene& scene) { return scene.closest(posed); }));
}

std::vector<AnySceneMeeting> ask_meet(const AnyScene& all, nb::handle given, nb::handle pose) {
  const BodyArgument<3> body(given, pose, "body", "pose");
  const PosedBody3 posed = body.without_radius().posed();
  const std::vector<SceneMeeting> found =
      while_reading(all, [&](const Scene& scene) { return scene.meet(posed); });
  std::vector<AnySceneMeeting> answers;
  for (const SceneMeeting& one : found) {
    AnySceneMeeting answer;
    static_cast<Decision&>(answer) = one;
    answer.place = Place(one);
    answer.body = one.body;
    answers.push_back(std::move(answer));
  }
  return answers;
}

nb::object ask_near(const AnyScene& all, nb::handle given, nb::handle distance, nb::handle pose) {
  const BodyArgument<3> body(given, pose, "body", "pose");
  const PosedBody3 posed = body.without_radius().posed();
  const double reach = read_number(distance, "distance");
  std::vector<std::int32_t> ids = accepted(
      "distance", while_reading(all, [&](const Scene& scene) { return scene.near(posed, reach); }));
  const std::size_t count = ids.size();
  return to_numpy(std::move(ids), {count});
}

std::vector<Vector3> read_rows(nb::handle source, std::string_view where) {
  const Numbers numbers(source, where);
  if (numbers.ndim() != 2 || numbers.shape(1) != 3) {
    refuse_shape(where, "shape " + numbers.shape_text(), "give an array of shape (n, 3)");
  }
  std::vector<Vector3> rows;
  for (std::int64_t i = 0; i < numbers.shape(0); ++i) rows.push_back(row<3>(numbers, i));
  return rows;
}

nb::dict ask_ray_casts(const AnyScene& all, nb::handle origins, nb::handle directions,
                       int threads) {
  const std::vector<Vector3> from = read_rows(origins, "origins");
  const std::vector<Vector3> along = read_rows(directions, "directions");
  if (along.size() != from.size()) {
    refuse_shape("directions", std::to_string(along.size()) + " rows", "give the shape of origins");
  }
  const auto executor = read_threads(threads);
  BatchOptions options;
  options.executor = executor.get();
  std::vector<SceneCast> found(from.size());
  accepted("origins, directions", while_reading(all, [&](const Scene& scene) {
             return scene.ray_casts(from, along, found, options);
           }));
  nb::dict answers = cast_arrays<3>(found);
  answers["bodies"] = column<std::int32_t>(found, &SceneCast::body);
  answers["parts"] = column<std::int32_t>(found, &SceneCast::part_b);
  answers["triangles"] = column<std::int32_t>(found, &SceneCast::triangle_b);
  return answers;
}

nb::dict ask_closest_points(const AnyScene& all, nb::handle points, int threads) {
  const std::vector<Vector3> from = read_rows(points, "points");
  const auto executor = read_threads(threads);
  BatchOptions options;
  options.executor = executor.get();
  std::vector<SceneDistance> found(from.size());
  accepted("points", while_reading(all, [&](const Scene& scene) {
             return scene.closest(from, found, options);
           }));
  const std::size_t count = found.size();
  nb::dict answers;
  answers["distances"] = collect<double>(count, {count, 2}, [&](std::size_t i, auto& to) {
    to.insert(to.end(), {found[i].distance.lower, found[i].distance.upper});
  });
  answers["points"] = collect<double>(count, {count, 3}, [&](std::size_t i, auto& to) {
    for (std::size_t k = 0; k < 3; ++k)
      to.push_back(found[i].witness ? found[i].witness->point_b[k] : kNoNumber);
  });
  answers["bodies"] = column<std::int32_t>(found, &SceneDistance::body);
  answers["parts"] = column<std::int32_t>(found, &SceneDistance::part_b);
  answers["triangles"] = column<std::int32_t>(found, &SceneDistance::triangle_b);
  return answers;
}

template <class Answer, class Base>
void add_answer(nb::module_& module, const char* name, const char* doc, const char* body_doc) {
  nb::class_<Answer, Base>(module, name, doc)
      .def_ro("body", &Answer::body, body_doc)
      .def("__repr__", [name](const Answer& x) {
        const auto verdict = to_string(x.verdict);
        return x.body < 0 ? fmt::format("<sunder.{}: {}>", name, verdict)
                          : fmt::format("<sunder.{}: {}, body {}>", name, verdict, x.body);
      });
}

}  // namespace

void add_scene_questions(nb::module_& module, nb::class_<AnyScene>& type) {
  add_answer<AnySceneCast, AnyBodyCast>(module, "SceneCast",
                                        "Which body of a scene a ray or a moving body hits first, "
                                        "and when; what moves is a.",
                                        "The id of the body; -1 where none is hit.");
  add_answer<AnySceneDistance, AnyBodyDistance>(
      module, "SceneDistance", "Which body of a scene is closest, and how far it is; it is b.",
      "The id of the body; -1 in a scene without one.");
  add_answer<AnySceneMeeting, AnyBodyDecision>(module, "SceneMeeting",
                                               "A body of a scene that another one meets; it is b.",
                                               "The id of the body.");
  type.def("ray_cast", &ask_ray_cast, nb::arg("origin").none(), nb::arg("direction").none(),
           nb::sig("def ray_cast(self, origin: numpy.typing.ArrayLike, direction: "
                   "numpy.typing.ArrayLike) -> SceneCast"),
           "Which body does origin + t * direction, t in [0, 1], hit first? Exact. Of several at "
           "once "
           "the one of the lowest id. Cost: O(log n), and the bodies on the way.")
      .def(
          "ray_casts", &ask_ray_casts, nb::arg("origins").none(), nb::arg("directions").none(),
          nb::arg("threads") = 1,
          nb::sig("def ray_casts(self, origins: numpy.typing.ArrayLike, directions: "
                  "numpy.typing.ArrayLike, threads: int = 1) -> dict[str, "
                  "numpy.typing.NDArray[typing.Any]]"),
          "Many rays, shape (n, 3): verdicts, times, normals and points as sunder.ray_casts(), and "
          "bodies, parts and triangles (n,), -1 where there is none.")
      .def("cast", &ask_cast, nb::arg("moving").none(), nb::arg("motion").none(),
           nb::arg("pose") = nb::none(),
           nb::sig("def cast(self, moving: Polytope | Mesh | Body, motion: Motion | "
                   "numpy.typing.ArrayLike, pose: Pose | numpy.typing.ArrayLike | None = None) -> "
                   "SceneCast"),
           "Which body does a moving one hit first? Along a line; the scene stands still.")
      .def("closest", &ask_closest, nb::arg("body").none(), nb::arg("pose") = nb::none(),
           nb::sig("def closest(self, body: Polytope | Mesh | Body, pose: Pose | "
                   "numpy.typing.ArrayLike | None = None) -> SceneDistance"),
           "Which body is closest to another one?")
      .def("closest_points", &ask_closest_points, nb::arg("points").none(), nb::arg("threads") = 1,
           nb::sig("def closest_points(self, points: numpy.typing.ArrayLike, threads: int = 1) -> "
                   "dict[str, numpy.typing.NDArray[typing.Any]]"),
           "What is closest to many points, shape (n, 3): distances (n, 2), points (n, 3) on the "
           "bodies, NaN where they meet; bodies, parts and triangles (n,).")
      .def("meet", &ask_meet, nb::arg("body").none(), nb::arg("pose") = nb::none(),
           nb::sig("def meet(self, body: Polytope | Mesh | Body, pose: Pose | "
                   "numpy.typing.ArrayLike | None = None) -> list[SceneMeeting]"),
           "Which bodies does another one meet? Exact; by ascending ids.")
      .def("near", &ask_near, nb::arg("body").none(), nb::arg("distance").none(),
           nb::arg("pose") = nb::none(),
           nb::sig("def near(self, body: Polytope | Mesh | Body, distance: float, pose: Pose | "
                   "numpy.typing.ArrayLike | None = None) -> numpy.typing.NDArray[numpy.int32]"),
           "The ids of the bodies that are at most this far from another one, exactly; ascending.");
}

}  // namespace sunder::python

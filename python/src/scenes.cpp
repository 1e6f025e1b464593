// SPDX-License-Identifier: Apache-2.0
//
// Idea: A scene of Python is that of C++. Its report becomes one dict a pair, so that lists, JSON and
//   pandas take it as it is.
// Cost: That of the check; a microsecond for each reported pair.
// Gives up: Nothing.
#include "scenes.hpp"

#include <fmt/format.h>

#include "answers.hpp"
#include "bodies.hpp"
#include "running.hpp"
#include "search.hpp"
#include "sunder/io.hpp"
#include "sunder/scene.hpp"

namespace sunder::python {
namespace {

using Name = std::string_view;

/// sunder.SceneReport: the report, and the names of the bodies.
struct AnyReport {
  SceneReport report;
  std::vector<std::string> names;
};

std::int32_t add_body(Scene& scene, nb::handle polytope, nb::handle pose, const std::string& name,
                      std::uint64_t user) {
  const Body& body = body_of(polytope, "polytope");
  const auto* const solid = std::get_if<Polytope3>(&body.polytope);
  if (solid == nullptr) refuse_dimension("polytope", 3, body.dimension());
  if (body.radius > 0) {
    throw Refusal("not_served", "polytope", "a radius in a scene",
                  "add the polytope, and check with a clearance");
  }
  const PoseArgument<3> at(pose, 3, "pose");
  return scene.add({name, *solid, at.get(), user});
}

std::int32_t read_id(const Scene& scene, nb::handle which) {
  std::int32_t id = -1;
  if (nb::isinstance<nb::str>(which)) {
    id = scene.find(nb::cast<std::string>(which));
    if (id < 0) {
      throw Refusal("unknown_body", "body", "no body of this name", "give one of scene.names");
    }
    return id;
  }
  if (!nb::try_cast(which, id) || id < 0 || id >= scene.size()) {
    throw nb::index_error(
        fmt::format("no body of this id; the scene has {}", scene.size()).c_str());
  }
  return id;
}

std::vector<std::string> names_of(const Scene& scene) {
  std::vector<std::string> names;
  for (std::int32_t id = 0; id < scene.size(); ++id) names.push_back(scene.body(id).name);
  return names;
}

/// Reads into a scene of its own, since other threads may use this one while the lock is released.
nb::dict read_file(Scene& scene, nb::handle path, bool reduce) {
  const nb::module_ os = nb::module_::import_("os");
  const auto text = nb::cast<std::string>(os.attr("fsdecode")(os.attr("fspath")(path)));
  Scene read;
  const auto result = [&] {
    const nb::gil_scoped_release released;
    return read_bodies(text, read, {}, {.reduce = reduce}, {.as = BodyForm::hull});
  }();
  if (!result) refuse(text, result.error());
  for (std::int32_t id = 0; id < read.size(); ++id) scene.add(read.body(id));
  const FileReport& found = result.value();
  nb::dict all;
  all["path"] = text;
  all["format"] = found.format;
  all["bodies"] = found.bodies;
  all["skipped"] = found.skipped;
  all["unused_points"] = found.unused_points;
  all["unit_in_metres"] = found.unit_in_metres > 0 ? nb::object(nb::float_(found.unit_in_metres))
                                                   : nb::object(nb::none());
  all["notes"] = found.notes;
  all["sha256"] = found.sha256;
  return all;
}

AnyReport check_scene(const Scene& scene, double clearance, Name algorithm, double width,
                      bool prune, bool measure, int threads, nb::handle progress) {
  CheckOptions options;
  options.clearance = clearance;
  options.algorithm = read_algorithm(algorithm, Question::verdict, 3);
  options.width = width;
  options.prune = prune;
  options.measure = measure;
  const auto executor = read_threads(threads);
  options.executor = executor.get();
  Watch watch(progress);
  options.cancel = &watch.cancel();
  options.progress = [&](const Progress& done) { watch.step(done.settled, done.pairs); };
  // Other threads may add bodies while the lock is released.
  const Scene kept = scene;
  auto found = [&] {
    const nb::gil_scoped_release released;
    return check(kept, options);
  }();
  watch.rethrow();
  return {accepted("check", std::move(found)), names_of(kept)};
}

nb::object vector_or_none(const std::optional<Witness<3>>& witness, Vector3 Witness<3>::*member) {
  if (!witness) return nb::none();
  const Vector3& v = (*witness).*member;
  return nb::make_tuple(v[0], v[1], v[2]);
}

nb::list pairs_of(const AnyReport& all) {
  nb::list pairs;
  for (const PairReport& pair : all.report.pairs) {
    nb::dict one;
    one["a"] = all.names[static_cast<std::size_t>(pair.a)];
    one["b"] = all.names[static_cast<std::size_t>(pair.b)];
    one["id_a"] = pair.a;
    one["id_b"] = pair.b;
    one["proximity"] = std::string(to_string(pair.proximity));
    one["verdict"] = std::string(to_string(pair.verdict));
    one["lower"] =
        pair.distance ? nb::object(nb::float_(pair.distance->lower)) : nb::object(nb::none());
    one["upper"] =
        pair.distance ? nb::object(nb::float_(pair.distance->upper)) : nb::object(nb::none());
    one["normal"] = vector_or_none(pair.witness, &Witness<3>::normal);
    one["point_a"] = vector_or_none(pair.witness, &Witness<3>::point_a);
    one["point_b"] = vector_or_none(pair.witness, &Witness<3>::point_b);
    one["stage"] = std::string(to_string(pair.stage));
    one["decided_by"] = std::string(decided_by(pair));
    pairs.append(one);
  }
  return pairs;
}

nb::dict dict_of(const AnyReport& all) {
  const SceneReport& report = all.report;
  nb::dict found;
  found["bodies"] = report.bodies;
  found["pairs_total"] = report.pairs_total;
  found["pruned"] = report.pruned;
  found["examined"] = report.examined;
  found["not_examined"] = report.not_examined;
  found["overlapping"] = report.overlapping;
  found["touching"] = report.touching;
  found["near"] = report.near;
  found["clear"] = report.clear;
  found["pairs"] = pairs_of(all);
  return found;
}

}  // namespace

void add_scenes(nb::module_& module) {
  nb::class_<Scene>(module, "Scene",
                    "Bodies of space with names and ids 0 to len(scene) - 1, in the order added.")
      .def(nb::init<>())
      .def("add", &add_body, nb::arg("polytope").none(), nb::arg("pose") = nb::none(),
           nb::arg("name") = "body", nb::arg("user") = 0,
           nb::sig("def add(self, polytope: Polytope, pose: Pose | numpy.typing.ArrayLike | None = "
                   "None, name: str = "
                   "\"body\", user: int = 0) -> int"),
           "Adds a body and returns its id. A name that is taken gets \"#2\", \"#3\" and so on "
           "behind it.")
      .def("read", &read_file, nb::arg("path").none(), nb::kw_only(), nb::arg("reduce") = true,
           nb::sig("def read(self, path: str | os.PathLike[str], *, reduce: bool = True) -> "
                   "dict[str, typing.Any]"),
           "Adds every body of a file (.stl .obj .ply .off .gltf .glb .dae .xml), each mesh as its "
           "convex hull. Returns "
           "what the file held; coordinates are those of the file.")
      .def("__len__", &Scene::size)
      .def_prop_ro("names", &names_of)
      .def(
          "polytope",
          [](const Scene& scene, nb::handle which) {
            return Body{scene.body(read_id(scene, which)).polytope};
          },
          nb::arg("which").none(), nb::sig("def polytope(self, which: int | str) -> Polytope"))
      .def(
          "pose",
          [](const Scene& scene, nb::handle which) {
            return AnyPose{scene.body(read_id(scene, which)).pose};
          },
          nb::arg("which").none(), nb::sig("def pose(self, which: int | str) -> Pose"))
      .def(
          "user",
          [](const Scene& scene, nb::handle which) {
            return scene.body(read_id(scene, which)).user;
          },
          nb::arg("which").none(), nb::sig("def user(self, which: int | str) -> int"))
      .def(
          "world_box",
          [](const Scene& scene, nb::handle which) {
            const Bounds<3> box = world_box(scene.posed(read_id(scene, which)));
            return nb::make_tuple(to_numpy(std::span<const double>(box.lower)),
                                  to_numpy(std::span<const double>(box.upper)));
          },
          nb::arg("which").none(),
          nb::sig(
              "def world_box(self, which: int | str) -> tuple[numpy.typing.NDArray[numpy.float64], "
              "numpy.typing.NDArray[numpy.float64]]"),
          "A box of the world's axes that holds the body, rounded outward, proven.")
      .def(
          "candidate_pairs",
          [](const Scene& scene, double clearance) {
            std::vector<std::int32_t> ids;
            for (const BodyPair& pair : candidate_pairs(scene, clearance))
              ids.insert(ids.end(), {pair.a, pair.b});
            const std::size_t count = ids.size() / 2;
            return to_numpy(std::move(ids), {count, 2});
          },
          nb::arg("clearance") = 0.0,
          nb::sig("def candidate_pairs(self, clearance: float = 0.0) -> "
                  "numpy.typing.NDArray[numpy.int32]"),
          "The pairs of ids that boxes do not prove farther apart, shape (k, 2), sorted.")
      .def("check", &check_scene, nb::arg("clearance") = 0.0, nb::kw_only(),
           nb::arg("algorithm") = "auto", nb::arg("width") = 0.0, nb::arg("prune") = true,
           nb::arg("measure") = false, nb::arg("threads") = 1, nb::arg("progress") = nb::none(),
           nb::sig("def check(self, clearance: float = 0.0, *, algorithm: str = \"auto\", width: "
                   "float = 0.0, prune: bool = "
                   "True, measure: bool = False, threads: int = 1, progress: "
                   "collections.abc.Callable[[int, int], typing.Any] | "
                   "None = None) -> SceneReport"),
           "Decides every pair: overlapping, touching, near (at most `clearance` apart, exactly) "
           "or clear.")
      .def("__repr__", [](const Scene& scene) {
        return fmt::format("<sunder.Scene: {} bodies>", scene.size());
      });

  nb::class_<AnyReport>(module, "SceneReport",
                        "Who meets whom: pairs_total = pruned + examined + not_examined.")
      .def_prop_ro("pairs", &pairs_of, nb::sig("def pairs(self) -> list[dict[str, typing.Any]]"),
                   "A dict for each pair that is not clear: a, b, proximity, lower, upper, normal, "
                   "points, ...")
      .def_prop_ro("bodies", [](const AnyReport& x) { return x.report.bodies; })
      .def_prop_ro("pairs_total", [](const AnyReport& x) { return x.report.pairs_total; })
      .def_prop_ro("pruned", [](const AnyReport& x) { return x.report.pruned; })
      .def_prop_ro("examined", [](const AnyReport& x) { return x.report.examined; })
      .def_prop_ro("not_examined", [](const AnyReport& x) { return x.report.not_examined; })
      .def_prop_ro("overlapping", [](const AnyReport& x) { return x.report.overlapping; })
      .def_prop_ro("touching", [](const AnyReport& x) { return x.report.touching; })
      .def_prop_ro("near", [](const AnyReport& x) { return x.report.near; })
      .def_prop_ro("clear", [](const AnyReport& x) { return x.report.clear; })
      .def("to_dict", &dict_of, nb::sig("def to_dict(self) -> dict[str, typing.Any]"))
      .def(
          "to_pandas",
          [](const AnyReport& x) {
            return nb::module_::import_("pandas").attr("DataFrame")(pairs_of(x));
          },
          nb::sig("def to_pandas(self) -> typing.Any"),
          "The pairs as a pandas.DataFrame; needs pandas.")
      .def(
          "__bool__",
          [](const AnyReport& x) {
            return x.report.overlapping + x.report.touching + x.report.near > 0;
          },
          "True where a pair overlaps, touches or is near.")
      .def("__repr__", [](const AnyReport& x) {
        const SceneReport& r = x.report;
        return fmt::format(
            "<sunder.SceneReport: {} bodies, {} overlapping, {} touching, {} near, {} clear, {} "
            "pruned>",
            r.bodies, r.overlapping, r.touching, r.near, r.clear, r.pruned);
      });
}

}  // namespace sunder::python

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
#include "globs.hpp"
#include "page_frames.hpp"
#include "pair_rules.hpp"
#include "report_page.hpp"
#include "running.hpp"
#include "search.hpp"
#include "sunder/io.hpp"
#include "sunder/scene.hpp"
#include "texts.hpp"
#include "unions.hpp"

namespace sunder::python {
namespace {

using Name = std::string_view;

/// sunder.SceneReport: the report, the names of the bodies and what they were taken as, and what a page needs.
struct AnyReport {
  SceneReport report;
  std::vector<std::string> names;
  std::vector<TakenMesh> taken;
  nb::object scene;  ///< that was checked
  std::uint64_t changes = 0;
  CheckOptions options;  ///< without an executor and a flag
};

std::int32_t add_body(AnyScene& all, nb::handle given, nb::handle pose, const std::string& name,
                      std::uint64_t user, std::int32_t group, std::uint32_t categories,
                      std::uint32_t mask) {
  const PoseArgument<3> at(pose, 3, "pose");
  SceneBody body{name, {}, at.get(), user};
  body.group = group;
  body.categories = categories;
  body.mask = mask;
  require_space(given, "body", "a scene");
  TakenMesh taken;
  const AnyMesh* mesh = nullptr;
  if (nb::try_cast(given, mesh, false) && mesh != nullptr) {
    taken = take_mesh(*mesh, body.polytope, body.body);
  } else if (const Body3* const parts = union_of<3>(given)) {
    body.body = *parts;
    taken.as = BodyForm::parts;
  } else {
    const Body& polytope = body_of(given, "body");
    const auto* const solid = std::get_if<Polytope3>(&polytope.polytope);
    if (solid == nullptr) refuse_dimension("body", 3, polytope.dimension());
    if (polytope.radius > 0) {
      throw Refusal("not_served", "body", "a radius in a scene",
                    "add the polytope, and check with a clearance");
    }
    body.polytope = *solid;
  }
  const Writing writing(all);
  const std::int32_t id = all.scene->add(std::move(body));
  all.taken.resize(static_cast<std::size_t>(all.scene->size()));
  all.taken.back() = std::move(taken);
  return id;
}

[[noreturn]] void refuse_id() { throw nb::index_error("no body of this id; see scene.ids"); }

/// Calls change(id) of a body while nothing reads the scene.
template <class Change>
void change_body(AnyScene& all, nb::handle which, const Change& change) {
  const std::int32_t id = read_id(*all.scene, which);
  const Writing writing(all);
  if (!all.scene->holds(id)) refuse_id();  // another thread took it out meanwhile
  change(id);
}

/// By id, those of removed bodies empty.
std::vector<std::string> names_of(const Scene& scene) {
  std::vector<std::string> names;
  for (std::int32_t id = 0; id < scene.size(); ++id) names.push_back(scene.body(id).name);
  return names;
}

/// The ids that have a body.
std::vector<std::int32_t> ids_of(const Scene& scene) {
  std::vector<std::int32_t> ids;
  for (std::int32_t id = 0; id < scene.size(); ++id) {
    if (scene.holds(id)) ids.push_back(id);
  }
  return ids;
}

/// A list of what get(id) returns for each body.
template <class Get>
nb::list of_bodies(const Scene& scene, const Get& get) {
  nb::list all;
  for (const std::int32_t id : ids_of(scene)) all.append(get(static_cast<std::size_t>(id)));
  return all;
}

BodyForm read_form(std::string_view word) {
  for (const BodyForm form :
       {BodyForm::automatic, BodyForm::solid, BodyForm::surface, BodyForm::hull}) {
    if (word == to_string(form)) return form;
  }
  refuse_shape("as_", "\"" + std::string(word) + "\"", "give auto, solid, surface or hull");
}

BodyUnit read_unit(std::string_view word) {
  for (const BodyUnit unit : {BodyUnit::mesh, BodyUnit::node, BodyUnit::file, BodyUnit::shell}) {
    if (word == to_string(unit)) return unit;
  }
  refuse_shape("body", "\"" + std::string(word) + "\"", "give mesh, node, file or shell");
}

/// The words and the reasons of bodies, as two lists.
nb::list words_of(std::span<const TakenMesh> taken) {
  nb::list words;
  for (const TakenMesh& one : taken) words.append(std::string(to_string(one.as)));
  return words;
}
nb::list reasons_of(std::span<const TakenMesh> taken) {
  nb::list reasons;
  for (const TakenMesh& one : taken) reasons.append(one.why);
  return reasons;
}

/// Reads into a scene of its own, since other threads may use this one while the lock is released.
nb::dict read_file(AnyScene& all, nb::handle path, bool reduce, nb::handle as,
                   std::string_view unit) {
  const MeshOptions meshes = read_mesh_options(as, unit);
  const std::string text = path_text(path);
  Scene read;
  const auto result = [&] {
    const nb::gil_scoped_release released;
    return read_bodies(text, read, {}, {.reduce = reduce}, meshes);
  }();
  if (!result) refuse(text, result.error());
  const FileReport& found = result.value();
  std::vector<TakenMesh> taken;
  for (const std::int32_t index : found.taken_index)
    taken.push_back(found.taken[static_cast<std::size_t>(index)]);
  {
    const Writing writing(all);
    for (std::int32_t id = 0; id < read.size(); ++id) all.scene->add(read.body(id));
    all.taken.insert(all.taken.end(), taken.begin(), taken.end());
  }
  nb::dict told;
  told["path"] = text_of_bytes(text);
  told["format"] = found.format;
  told["bodies"] = found.bodies;
  told["skipped"] = found.skipped;
  told["unused_points"] = found.unused_points;
  told["unit_in_metres"] = found.unit_in_metres > 0 ? nb::object(nb::float_(found.unit_in_metres))
                                                    : nb::object(nb::none());
  told["notes"] = found.notes;
  told["sha256"] = found.sha256;
  told["taken_as"] = words_of(taken);
  told["why"] = reasons_of(taken);
  return told;
}

/// Rules of pairs of patterns. Refuses a rule that matches no body where `must_match`.
std::vector<cli::PairRule> read_rules(nb::handle given, const Scene& scene, const char* where,
                                      bool must_match) {
  std::vector<cli::PairRule> rules;
  const auto refuse_rule = [where] {
    refuse_type(where, "no list of pairs of names", "give [(pattern, pattern), ...]");
  };
  if (!nb::isinstance<nb::iterable>(given) || nb::isinstance<nb::str>(given)) refuse_rule();
  for (nb::handle rule : given) {
    const bool listed = nb::isinstance<nb::tuple>(rule) || nb::isinstance<nb::list>(rule);
    if (!listed || nb::len(rule) != 2) refuse_rule();
    const std::string first = bytes_of_text(rule[0], where);
    const std::string second = bytes_of_text(rule[1], where);
    rules.emplace_back(first, second, scene);
    if (must_match && rules.back().is_vain()) {
      throw Refusal(
          "unknown_body", where,
          fmt::format("no body has a name like \"{}\", or none like \"{}\"", first, second),
          "see scene.names; * stands for any text, ? for one byte");
    }
  }
  return rules;
}

AnyReport check_scene(const AnyScene& all, double clearance, Name algorithm, double width,
                      bool prune, bool measure, int threads, nb::handle progress, nb::handle ignore,
                      nb::handle between) {
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
  // Other threads may add bodies while the lock is released, and so may `progress`: they then write to a copy.
  const std::shared_ptr<const Scene> kept = all.kept();
  const std::vector<TakenMesh> taken = all.taken;
  const std::uint64_t changes = all.changes;
  options.skip = cli::skip_by(read_rules(ignore, *kept, "ignore", false),
                              read_rules(between, *kept, "between", true));
  auto found = [&] {
    const nb::gil_scoped_release released;
    return check(*kept, options);
  }();
  watch.rethrow();
  options.executor = nullptr;
  options.cancel = nullptr;
  options.progress = nullptr;
  return {
      accepted("check", std::move(found)), names_of(*kept), taken, nb::find(all), changes, options};
}

/// What each body of a scene was taken as, by id.
std::shared_ptr<const cli::LoadedBodies> made_of(const AnyScene& all, const Scene& scene) {
  std::vector<TakenMesh> taken = all.taken;
  taken.resize(static_cast<std::size_t>(scene.size()));
  return cli::made_bodies(scene, std::move(taken), "scene");
}

std::string page_of_scene(const AnyScene& all) {
  const std::shared_ptr<const Scene> kept = all.kept();
  const auto made = made_of(all, *kept);
  const nb::gil_scoped_release released;
  return cli::bodies_page(*made);
}

std::string page_of_report(const AnyReport& all) {
  const auto& scene = nb::cast<const AnyScene&>(all.scene);
  if (scene.changes != all.changes) {
    throw Refusal("not_served", "report", "a scene that changed since its check",
                  "check it again: a page shows where the bodies are");
  }
  if (all.report.cancelled) {
    throw Refusal("not_served", "report", "a check that was interrupted", "check the scene again");
  }
  const std::shared_ptr<const Scene> kept = scene.kept();
  const auto made = made_of(scene, *kept);
  const nb::gil_scoped_release released;
  return cli::made_report_page(made, all.report, all.options, {});
}

nb::object vector_or_none(const std::optional<Witness<3>>& witness, Vector3 Witness<3>::*member) {
  if (!witness) return nb::none();
  const Vector3& v = (*witness).*member;
  return nb::make_tuple(v[0], v[1], v[2]);
}

nb::object index_or_none(std::int32_t index) {
  return index < 0 ? nb::object(nb::none()) : nb::object(nb::int_(index));
}

nb::list pairs_with(const AnyReport& all, nb::str (*text)(std::string_view)) {
  nb::list pairs;
  for (const PairReport& pair : all.report.pairs) {
    nb::dict one;
    one["a"] = text(all.names[static_cast<std::size_t>(pair.a)]);
    one["b"] = text(all.names[static_cast<std::size_t>(pair.b)]);
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
    one["part_a"] = index_or_none(pair.part_a);
    one["part_b"] = index_or_none(pair.part_b);
    one["triangle_a"] = index_or_none(pair.triangle_a);
    one["triangle_b"] = index_or_none(pair.triangle_b);
    one["stage"] = std::string(to_string(pair.stage));
    one["decided_by"] = std::string(decided_by(pair));
    pairs.append(one);
  }
  return pairs;
}
nb::list pairs_of(const AnyReport& all) { return pairs_with(all, text_of_bytes); }

nb::dict dict_of(const AnyReport& all) {
  const SceneReport& report = all.report;
  nb::dict found;
  found["bodies"] = report.bodies;
  found["pairs_total"] = report.pairs_total;
  found["pruned"] = report.pruned;
  found["examined"] = report.examined;
  found["skipped"] = report.skipped;
  found["not_examined"] = report.not_examined;
  found["overlapping"] = report.overlapping;
  found["touching"] = report.touching;
  found["near"] = report.near;
  found["clear"] = report.clear;
  found["names"] = texts_of_bytes(all.names);
  found["taken_as"] = words_of(all.taken);
  found["why"] = reasons_of(all.taken);
  found["pairs"] = pairs_of(all);
  return found;
}

}  // namespace

TakenMesh take_mesh(const AnyMesh& mesh, Polytope3& hull, std::optional<Body3>& body) {
  const nb::gil_scoped_release released;
  hull = accepted("body", Polytope3::from_points(mesh.mesh.points()));
  if (mesh.mesh.is_convex()) return {BodyForm::hull, "it is a convex solid"};
  body = mesh.body;
  const bool solid = mesh.mesh.kind() == MeshKind::solid;
  return {solid ? BodyForm::solid : BodyForm::surface, mesh.mesh.report().why};
}

MeshOptions read_mesh_options(nb::handle as, std::string_view unit) {
  MeshOptions options;
  options.body = read_unit(unit);
  if (nb::isinstance<nb::str>(as)) {
    options.as = read_form(bytes_of_text(as, "as_"));
    return options;
  }
  if (!nb::isinstance<nb::dict>(as)) {
    refuse_type("as_", "a word or a dict was expected, not " + class_name(as),
                "give a word, or {pattern of names: word}");
  }
  std::vector<std::pair<std::string, BodyForm>> rules;
  for (const auto& [glob, word] : nb::borrow<nb::dict>(as)) {
    if (!nb::isinstance<nb::str>(glob) || !nb::isinstance<nb::str>(word)) {
      refuse_type("as_", "a pattern or a word that is no text", "give {pattern of names: word}");
    }
    rules.emplace_back(bytes_of_text(glob, "as_"), read_form(bytes_of_text(word, "as_")));
  }
  options.form_of = [rules = std::move(rules)](std::string_view body) {
    BodyForm form = BodyForm::automatic;
    for (const auto& [glob, named] : rules) {
      if (cli::glob_matches(glob, body)) form = named;
    }
    return form;
  };
  return options;
}

std::int32_t read_id(const Scene& scene, nb::handle which) {
  std::int32_t id = -1;
  if (nb::isinstance<nb::str>(which)) {
    id = scene.find(bytes_of_text(which, "body"));
    if (id < 0) {
      throw Refusal("unknown_body", "body", "no body of this name", "give one of scene.names");
    }
    return id;
  }
  if (!nb::try_cast(which, id) || !scene.holds(id)) {
    refuse_id();
  }
  return id;
}

void add_scenes(nb::module_& module) {
  nb::class_<AnyScene> type(
      module, "Scene",
      R"(Bodies of space that move, with names, and with ids from 0 on in the order added.

Each is a polytope, a mesh taken as what it is, or a union of such parts. An id stays with its body; one
that was removed is not given again. Questions read a tree of boxes that moves keep up to date.)");
  type.def(nb::init<>())
      .def(
          "add", &add_body, nb::arg("body").none(), nb::arg("pose") = nb::none(),
          nb::arg("name") = "body", nb::arg("user") = 0, nb::kw_only(), nb::arg("group") = -1,
          nb::arg("categories") = 1U, nb::arg("mask") = 0xffffffffU,
          nb::sig("def add(self, body: Polytope | Mesh | Body, pose: Pose | "
                  "numpy.typing.ArrayLike | None = "
                  "None, name: str = "
                  "\"body\", user: int = 0, *, group: int = -1, categories: int = 1, mask: int = "
                  "4294967295) -> int"),
          R"(Adds a body and returns its id. A name that is taken gets "#2", "#3" and so on behind it.

A mesh that is a convex solid becomes the polytope that it equals. Bodies of one group, 0 or more, are
not examined together; two others are, if each one's mask has a category of the other.)")
      .def(
          "remove",
          [](AnyScene& all, nb::handle which) {
            change_body(all, which, [&](std::int32_t id) {
              all.scene->remove(id);
              all.taken[static_cast<std::size_t>(id)] = {};
            });
          },
          nb::arg("which").none(), nb::sig("def remove(self, which: int | str) -> None"),
          "Takes a body out. Its name is free again, its id is not.")
      .def(
          "skip",
          [](AnyScene& all, nb::handle a, nb::handle b) {
            const BodyPair pair{read_id(*all.scene, a), read_id(*all.scene, b)};
            const Writing writing(all);
            all.scene->skip(pair);
          },
          nb::arg("a").none(), nb::arg("b").none(),
          nb::sig("def skip(self, a: int | str, b: int | str) -> None"),
          "Does not examine this pair; check() counts it as skipped.")
      .def(
          "set_pose",
          [](AnyScene& all, nb::handle which, nb::handle pose) {
            const PoseArgument<3> at(pose, 3, "pose");
            change_body(all, which, [&](std::int32_t id) { all.scene->set_pose(id, at.get()); });
          },
          nb::arg("which").none(), nb::arg("pose").none(),
          nb::sig("def set_pose(self, which: int | str, pose: Pose | numpy.typing.ArrayLike | "
                  "None) -> None"),
          "Moves a body. Cost: O(log n) at the next question.")
      .def(
          "read", &read_file, nb::arg("path").none(), nb::kw_only(), nb::arg("reduce") = true,
          nb::arg("as_") = "auto", nb::arg("body") = "mesh",
          nb::sig("def read(self, path: str | os.PathLike[str], *, reduce: bool = True, as_: str | "
                  "dict[str, str] = \"auto\", body: str = \"mesh\") -> dict[str, typing.Any]"),
          R"(Adds every body of a file: .stl .obj .ply .off .gltf .glb .dae .xml.

as_: what meshes are taken as, docs/scenes.md. "auto": a solid, else a surface, and the hull where it
equals the mesh; "solid", "surface", "hull"; or a dict of such words by patterns of names (* and ?), of
which the last that matches counts. body: what makes a body: "mesh", "node" (a top-level node with all
below it), "file" or "shell" (each closed piece of a mesh). Returns what the file held, taken_as and why of each body among it. Coordinates are
those of the file.)")
      .def("__len__", [](const AnyScene& all) { return all.scene->count(); })
      .def_prop_ro(
          "ids",
          [](const AnyScene& all) {
            std::vector<std::int32_t> ids = ids_of(*all.scene);
            const std::size_t count = ids.size();
            return to_numpy(std::move(ids), {count});
          },
          nb::sig("def ids(self) -> numpy.typing.NDArray[numpy.int32]"),
          "The ids of the bodies, ascending; names, taken_as and why are in this order.")
      .def_prop_ro(
          "names",
          [](const AnyScene& all) {
            return of_bodies(*all.scene, [&](std::size_t id) {
              return text_of_bytes(all.scene->body(static_cast<std::int32_t>(id)).name);
            });
          },
          nb::sig("def names(self) -> list[str]"))
      .def_prop_ro(
          "taken_as",
          [](const AnyScene& all) {
            return of_bodies(*all.scene, [&](std::size_t id) {
              return nb::cast(std::string(to_string(all.taken[id].as)));
            });
          },
          nb::sig("def taken_as(self) -> list[str]"),
          "Of each body: \"hull\" (a polytope), \"solid\", \"surface\" or \"parts\" (a union).")
      .def_prop_ro(
          "why",
          [](const AnyScene& all) {
            return of_bodies(*all.scene,
                             [&](std::size_t id) { return nb::cast(all.taken[id].why); });
          },
          nb::sig("def why(self) -> list[str]"),
          "Of each body: why it was taken so; empty for a solid.")
      .def(
          "body",
          [](const AnyScene& all, nb::handle which) -> nb::object {
            const std::int32_t id = read_id(*all.scene, which);
            const SceneBody& one = all.scene->body(id);
            if (!one.body) return nb::cast(Body{one.polytope});
            if (all.taken[static_cast<std::size_t>(id)].as == BodyForm::parts) {
              return nb::cast(body_object(*one.body));
            }
            return nb::cast(mesh_object(std::get<Mesh3>(one.body->parts().front().shape)));
          },
          nb::arg("which").none(),
          nb::sig("def body(self, which: int | str) -> Polytope | Mesh | Body"),
          "What the body is taken as, in its own frame; it shares the scene's memory.")
      .def(
          "polytope",
          [](const AnyScene& all, nb::handle which) {
            return Body{all.scene->body(read_id(*all.scene, which)).polytope};
          },
          nb::arg("which").none(), nb::sig("def polytope(self, which: int | str) -> Polytope"),
          "The polytope; of a mesh or a union a polytope that holds it.")
      .def(
          "pose",
          [](const AnyScene& all, nb::handle which) {
            return AnyPose{all.scene->body(read_id(*all.scene, which)).pose};
          },
          nb::arg("which").none(), nb::sig("def pose(self, which: int | str) -> Pose"))
      .def(
          "user",
          [](const AnyScene& all, nb::handle which) {
            return all.scene->body(read_id(*all.scene, which)).user;
          },
          nb::arg("which").none(), nb::sig("def user(self, which: int | str) -> int"))
      .def(
          "world_box",
          [](const AnyScene& all, nb::handle which) {
            return bounds_tuple(world_box(all.scene->posed(read_id(*all.scene, which))));
          },
          nb::arg("which").none(),
          nb::sig(
              "def world_box(self, which: int | str) -> tuple[numpy.typing.NDArray[numpy.float64], "
              "numpy.typing.NDArray[numpy.float64]]"),
          "A box of the world's axes that holds the body, rounded outward, proven.")
      .def(
          "candidate_pairs",
          [](const AnyScene& all, double clearance) {
            std::vector<std::int32_t> ids;
            for (const BodyPair& pair : candidate_pairs(*all.scene, clearance))
              ids.insert(ids.end(), {pair.a, pair.b});
            const std::size_t count = ids.size() / 2;
            return to_numpy(std::move(ids), {count, 2});
          },
          nb::arg("clearance") = 0.0,
          nb::sig("def candidate_pairs(self, clearance: float = 0.0) -> "
                  "numpy.typing.NDArray[numpy.int32]"),
          "The pairs of ids that boxes do not prove farther apart, shape (k, 2), sorted.")
      .def(
          "check", &check_scene, nb::arg("clearance") = 0.0, nb::kw_only(),
          nb::arg("algorithm") = "auto", nb::arg("width") = 0.0, nb::arg("prune") = true,
          nb::arg("measure") = false, nb::arg("threads") = 1, nb::arg("progress") = nb::none(),
          nb::arg("ignore") = nb::make_tuple(), nb::arg("between") = nb::make_tuple(),
          nb::sig("def check(self, clearance: float = 0.0, *, algorithm: str = \"auto\", width: "
                  "float = 0.0, prune: bool = "
                  "True, measure: bool = False, threads: int = 1, progress: "
                  "collections.abc.Callable[[int, int], typing.Any] | "
                  "None = None, ignore: collections.abc.Iterable[tuple[str, str]] = (), between: "
                  "collections.abc.Iterable[tuple[str, str]] = ()) -> SceneReport"),
          R"(Decides every pair: overlapping, touching, near (at most `clearance` apart, exactly) or clear.

ignore, between: pairs of patterns of names (* and ?), in either order of the bodies. Pairs that one of
`ignore` matches are skipped, and with `between` all that none of it matches. algorithm and width are for
pairs of polytopes; meshes and unions do not read them.)")
      .def("__repr__", [](const AnyScene& all) {
        return fmt::format("<sunder.Scene: {} bodies>", all.scene->count());
      });

  add_page(type, &page_of_scene,
           "A complete HTML file that shows the bodies; it needs no other file and no network.",
           "The bodies of a scene");
  add_scene_questions(module, type);
  nb::class_<AnyReport> report(
      module, "SceneReport",
      "Who meets whom: pairs_total = pruned + examined + skipped + not_examined.");
  add_page(report, &page_of_report,
           "A complete HTML file as `sunder check --html` writes it: the pairs, drawn, with "
           "their contacts and proofs, which are made now. Refused once the scene changed.",
           "The pairs of a check");
  report
      .def_prop_ro(
          "pairs", &pairs_of, nb::sig("def pairs(self) -> list[dict[str, typing.Any]]"),
          "A dict for each pair that is not clear: a, b, proximity, lower, upper, normal, "
          "points, ... Of meshes and unions the parts and triangles that meet or are closest, "
          "else None.")
      .def_prop_ro("bodies", [](const AnyReport& x) { return x.report.bodies; })
      .def_prop_ro("pairs_total", [](const AnyReport& x) { return x.report.pairs_total; })
      .def_prop_ro("pruned", [](const AnyReport& x) { return x.report.pruned; })
      .def_prop_ro("examined", [](const AnyReport& x) { return x.report.examined; })
      .def_prop_ro("skipped", [](const AnyReport& x) { return x.report.skipped; })
      .def_prop_ro("not_examined", [](const AnyReport& x) { return x.report.not_examined; })
      .def_prop_ro("overlapping", [](const AnyReport& x) { return x.report.overlapping; })
      .def_prop_ro("touching", [](const AnyReport& x) { return x.report.touching; })
      .def_prop_ro("near", [](const AnyReport& x) { return x.report.near; })
      .def_prop_ro("clear", [](const AnyReport& x) { return x.report.clear; })
      .def("to_dict", &dict_of, nb::sig("def to_dict(self) -> dict[str, typing.Any]"),
           "All of it. names, taken_as and why are by id; a removed body has no name.")
      .def(
          "to_pandas",
          [](const AnyReport& x) {
            return nb::module_::import_("pandas").attr("DataFrame")(pairs_with(x, shown_text));
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

// SPDX-License-Identifier: Apache-2.0
//
// Idea: The rules of a checker name links and bodies by patterns; they become the numbers of C++ once, here.
// Cost: A look at each name for each pattern.
// Gives up: Margins between a link and a single body of the scene.
#include <fmt/format.h>
#include <memory>
#include <string>
#include <utility>

#include "bodies.hpp"
#include "globs.hpp"
#include "robot_models.hpp"
#include "robot_rules.hpp"
#include "robots.hpp"
#include "scenes.hpp"
#include "sunder/robot_scene.hpp"
#include "unions.hpp"

namespace sunder::python {
namespace {

/// sunder.RobotAttachment: a part, and links by name or number.
struct AnyAttachment {
  RobotPart part;
  nb::object link;
  std::vector<nb::object> touches;
};

/// The names of all links by their numbers in RobotCheckOptions.
class LinkNames {
 public:
  void add(std::string name) { names_.push_back(std::move(name)); }
  std::span<const std::string> all() const noexcept { return names_; }

  /// The links of a number, or of names like this.
  std::vector<std::int32_t> like(nb::handle which, const char* where) const {
    std::vector<std::int32_t> found;
    if (nb::isinstance<nb::str>(which)) {
      const std::string glob = bytes_of_text(which, where);
      for (std::size_t i = 0; i < names_.size(); ++i) {
        if (cli::glob_matches(glob, names_[i])) found.push_back(static_cast<std::int32_t>(i));
      }
      if (found.empty()) {
        throw Refusal("unknown_body", where, "no link has a name like \"" + glob + "\"",
                      "give one of robot.links; * stands for any text, ? for one byte");
      }
      return found;
    }
    std::int32_t number = -1;
    if (!nb::try_cast(which, number) || nb::isinstance<nb::bool_>(which)) {
      refuse_type(where, "a link that is neither a name nor a number, but " + class_name(which),
                  "give one of robot.links");
    }
    if (number < 0 || number >= static_cast<std::int32_t>(names_.size())) {
      throw Refusal("unknown_body", where, fmt::format("link {}", number),
                    fmt::format("give 0 to {}", names_.size() - 1));
    }
    return {number};
  }

  std::int32_t one(nb::handle which, const char* where) const {
    const std::vector<std::int32_t> found = like(which, where);
    if (found.size() == 1) return found.front();
    throw Refusal("unknown_body", where, fmt::format("{} links have such a name", found.size()),
                  "give the number of one: those of the second robot follow those of the first");
  }

 private:
  std::vector<std::string> names_;
};

/// None, one radius for all links, or radii by patterns; the last pattern that matches counts.
void read_padding(nb::handle given, bool scene_only, const char* where, const LinkNames& names,
                  std::vector<RobotPadding>& padding) {
  if (given.is_none()) return;
  const auto add = [&](std::int32_t link, double radius) {
    padding.push_back({link, radius, scene_only});
  };
  if (!is_dict(given)) {
    const double radius = read_length(given, where);
    for (std::size_t i = 0; i < names.all().size(); ++i) add(static_cast<std::int32_t>(i), radius);
    return;
  }
  for (nb::handle item : given.attr("items")()) {
    const nb::object which = item[0], radius = item[1];
    for (const std::int32_t link : names.like(which, where)) add(link, read_length(radius, where));
  }
}

std::pair<nb::object, nb::object> read_two(nb::handle given, const char* where,
                                           const char* remedy) {
  const bool listed = nb::isinstance<nb::tuple>(given) || nb::isinstance<nb::list>(given);
  if (!listed || nb::len(given) != 2) refuse_type(where, "no pair of names", remedy);
  return {nb::object(given[0]), nb::object(given[1])};
}

void read_margins(nb::handle given, const LinkNames& names, std::vector<RobotMargin>& margins) {
  constexpr const char* kRemedy = "give {(link, link): margin}, or (link, None) for the scene";
  if (given.is_none()) return;
  if (!is_dict(given)) refuse_type("margins", "no dict, but " + class_name(given), kRemedy);
  for (nb::handle item : given.attr("items")()) {
    const nb::object pair = item[0], value = item[1];
    const auto [first, second] = read_two(pair, "margins", kRemedy);
    const double margin = read_length(value, "margins");
    bool used = false;
    for (const std::int32_t a : names.like(first, "margins")) {
      if (second.is_none()) {
        margins.push_back({a, -1, margin});
        used = true;
        continue;
      }
      for (const std::int32_t b : names.like(second, "margins")) {
        if (a == b) continue;
        margins.push_back({a, b, margin});
        used = true;
      }
    }
    if (!used) refuse_shape("margins", "a link with itself", kRemedy);
  }
}

void read_skipped(nb::handle given, const LinkNames& names, const Scene& scene,
                  RobotCheckOptions& options) {
  constexpr const char* kRemedy = "give [(pattern, pattern), ...]";
  for (const nb::object& rule : read_list(given, "skip", kRemedy)) {
    const auto [first, second] = read_two(rule, "skip", kRemedy);
    std::string a, b;
    if (!nb::try_cast(first, a) || !nb::try_cast(second, b))
      refuse_type("skip", "a pattern that is no text", kRemedy);
    if (cli::skip_pairs_like(a, b, names.all(), scene, options)) continue;
    throw Refusal("unknown_body", "skip",
                  fmt::format("no link and body, and no two links, have names like \"{}\" and "
                              "\"{}\"",
                              a, b),
                  "see robot.links and scene.names; * stands for any text, ? for one byte");
  }
}

std::vector<Robot> read_robots(nb::handle given) {
  std::vector<Robot> robots;
  const AnyRobot* one = nullptr;
  if (nb::try_cast(given, one, false) && one != nullptr) return {one->robot};
  for (const nb::object& item :
       read_list(given, "robots", "give a sunder.Robot, or a list of them")) {
    if (!nb::try_cast(item, one, false) || one == nullptr)
      refuse_type("robots", "no robot, but " + class_name(item), "give a sunder.Robot each");
    robots.push_back(one->robot);
  }
  return robots;
}

/// Adds what a file holds to the rules, and to a copy of the scene.
std::shared_ptr<const Scene> add_planning_scene(nb::handle given, nb::handle packages,
                                                CheckerRecipe& recipe, const Scene& scene) {
  if (recipe.robots.size() != 1) {
    throw Refusal("not_served", "planning_scene", "a checker of several robots",
                  "give one robot: the scene's names are those of its links");
  }
  const std::string path = path_text(given);
  PlanningSceneOptions reading;
  reading.packages = read_packages(packages);
  auto all = std::make_shared<Scene>(scene);
  const auto report = [&] {
    const nb::gil_scoped_release released;
    return read_planning_scene(path, recipe.robots.front(), *all, recipe.options, reading);
  }();
  if (!report) refuse_file(path, report.error());
  for (const std::string& note : report.value().notes) recipe.notes.push_back(note);
  return all;
}

AnyRobotChecker make_robot_checker(nb::handle given, nb::handle with, double margin,
                                   nb::handle padding, nb::handle scene_padding, nb::handle margins,
                                   nb::handle skip, nb::handle attached, nb::handle planning_scene,
                                   nb::handle packages) {
  CheckerRecipe recipe;
  recipe.robots = read_robots(given);
  const std::vector<Robot>& robots = recipe.robots;
  std::shared_ptr<const Scene> scene = std::make_shared<const Scene>();
  if (!with.is_none()) {
    const AnyScene* all = nullptr;
    if (!nb::try_cast(with, all, false) || all == nullptr)
      refuse_type("scene", "no scene, but " + class_name(with), "give a sunder.Scene, in metres");
    scene = all->kept();
  }
  RobotCheckOptions& options = recipe.options;
  if (!planning_scene.is_none())
    scene = add_planning_scene(planning_scene, packages, recipe, *scene);
  options.margin = margin;
  LinkNames names;
  for (const Robot& robot : robots) {
    for (const RobotLink& link : robot.model().links) names.add(link.name);
  }
  const LinkNames of_robots = names;
  const std::size_t first = options.attached.size();  // behind those of a planning scene
  for (const RobotAttachment& kept : options.attached) names.add(kept.part.name);
  std::vector<const AnyAttachment*> carried;
  for (const nb::object& item :
       read_list(attached, "attached", "give a list of sunder.RobotAttachment")) {
    const AnyAttachment* one = nullptr;
    if (!nb::try_cast(item, one, false) || one == nullptr) {
      refuse_type("attached", "no attached body, but " + class_name(item),
                  "give a sunder.RobotAttachment each");
    }
    RobotAttachment& kept = options.attached.emplace_back();
    kept.part = one->part;
    kept.link = of_robots.one(one->link, "attached");
    names.add(kept.part.name);
    carried.push_back(one);
  }
  for (std::size_t i = 0; i < carried.size(); ++i) {
    for (const nb::object& link : carried[i]->touches) {
      for (const std::int32_t found : names.like(link, "touches"))
        options.attached[first + i].touches.push_back(found);
    }
  }
  read_padding(padding, false, "padding", names, options.padding);
  read_padding(scene_padding, true, "scene_padding", names, options.padding);
  read_margins(margins, names, options.margins);
  read_skipped(skip, names, *scene, options);
  auto made = [&] {
    const nb::gil_scoped_release released;
    return RobotChecker::make(robots, *scene, options);
  }();
  RobotChecker checker = accepted("checker", std::move(made));
  recipe.scene = std::move(scene);
  return {std::move(checker), std::make_shared<const CheckerRecipe>(std::move(recipe))};
}

std::int64_t read_pair(const AnyRobotChecker& self, std::int64_t pair) {
  if (pair < 0 || pair >= self.checker.pairs()) throw nb::index_error("no such pair");
  return pair;
}

nb::tuple pair_of(const AnyRobotChecker& self, std::int64_t index) {
  const RobotCheckPair pair = self.checker.pair(read_pair(self, index));
  const auto name = [&](std::int32_t part) {
    return self.checker.parts()[static_cast<std::size_t>(part)].name;
  };
  return nb::make_tuple(name(pair.part_a), pair.body >= 0
                                               ? std::string(self.checker.body_name(pair.body))
                                               : name(pair.part_b));
}

nb::list parts_of_checker(const AnyRobotChecker& self) {
  nb::list all;
  for (const RobotCheckPart& part : self.checker.parts()) {
    nb::dict one;
    one["name"] = part.name;
    one["robot"] = part.robot;
    one["link"] = part.link;
    one["shape"] = std::string(to_string(part.shape));
    all.append(one);
  }
  return all;
}

nb::dict counts_of(const AnyRobotChecker& self) {
  const RobotPairCounts& counts = self.checker.counts();
  nb::dict skipped;
  for (const auto& [reason, count] : counts.skipped) skipped[nb::cast(reason)] = count;
  nb::dict all;
  all["total"] = counts.total;
  all["examined"] = counts.examined;
  all["still"] = counts.still;
  all["same_link"] = counts.same_link;
  all["skipped"] = skipped;
  return all;
}

#define SUNDER_RADII                                                            \
  "float | collections.abc.Mapping[str, float] | collections.abc.Mapping[int, " \
  "float] | None = None"

}  // namespace

void add_robot_checkers(nb::module_& module) {
  nb::class_<AnyAttachment>(module, "RobotAttachment",
                            "A body that a link carries, such as a grasped object.")
      .def(
          "__init__",
          [](AnyAttachment* self, nb::object link, nb::handle body, nb::handle pose,
             const std::string& name, nb::handle touches) {
            AnyAttachment made{read_part_body(body), std::move(link),
                               read_list(touches, "touches", "give a list of links")};
            made.part.why = "it is attached";
            made.part.name = name;
            made.part.pose = PoseArgument<3>(pose, 3, "pose").get();
            new (self) AnyAttachment(std::move(made));
          },
          nb::arg("link"), nb::arg("body").none(), nb::arg("pose") = nb::none(), nb::kw_only(),
          nb::arg("name") = "attached", nb::arg("touches") = nb::make_tuple(),
          nb::sig("def __init__(self, link: str | int, body: Polytope | Mesh, pose: Pose | "
                  "numpy.typing.ArrayLike | None = None, *, name: str = \"attached\", touches: "
                  "collections.abc.Iterable[str | int] = ()) -> None"),
          "pose: of the body in the frame of the link. touches: patterns of links that it is not "
          "examined with, beside its own. A radius is that of a point or a segment.")
      .def_prop_ro("name", [](const AnyAttachment& x) { return x.part.name; })
      .def("__repr__", [](const AnyAttachment& x) {
        return fmt::format("<sunder.RobotAttachment {}: {}>", x.part.name, to_string(x.part.shape));
      });
  nb::class_<AnyRobotChecker> type(
      module, "RobotChecker",
      R"(Robots, a scene that stands still, and rules which pairs to examine. Any number of threads may ask it.

Examined are all parts of different links that no rule skips, and all parts with all bodies of the scene, as it
is now, in metres: later changes of the scene are not seen. Pairs have numbers, those of two parts first. A configuration
of several robots is theirs one behind the other, and so are the numbers of links.)");
  type.def(
          "__init__",
          [](AnyRobotChecker* self, nb::handle robots, nb::handle scene, double margin,
             nb::handle padding, nb::handle scene_padding, nb::handle margins, nb::handle skip,
             nb::handle attached, nb::handle planning_scene, nb::handle packages) {
            new (self) AnyRobotChecker(make_robot_checker(robots, scene, margin, padding,
                                                          scene_padding, margins, skip, attached,
                                                          planning_scene, packages));
          },
          nb::arg("robots").none(), nb::arg("scene") = nb::none(), nb::kw_only(),
          nb::arg("margin") = 0.0, nb::arg("padding") = nb::none(),
          nb::arg("scene_padding") = nb::none(), nb::arg("margins") = nb::none(),
          nb::arg("skip") = nb::make_tuple(), nb::arg("attached") = nb::make_tuple(),
          nb::arg("planning_scene") = nb::none(), nb::arg("packages") = nb::none(),
          nb::sig("def __init__(self, robots: Robot | collections.abc.Iterable[Robot], scene: "
                  "Scene | None = None, *, margin: float = 0.0, padding: " SUNDER_RADII
                  ", scene_padding: " SUNDER_RADII
                  ", margins: collections.abc.Mapping[tuple[str | int, str | int | None], float] "
                  "| None = None, skip: collections.abc.Iterable[tuple[str, str]] = (), attached: "
                  "collections.abc.Iterable[RobotAttachment] = (), planning_scene: str | "
                  "os.PathLike[str] | None = None, packages: collections.abc.Mapping[str, str | "
                  "os.PathLike[str]] | None = None) -> None"),
          R"(Links are named by patterns (* and ?) or numbers. Lengths are metres.

margin: what is no farther apart counts as meeting, exactly. padding: balls that are added to parts, one radius
or radii by link; scene_padding: against the scene alone. margins: {(link, link): margin}, and (link, None)
for the scene. skip: pairs of patterns of links, or of links and bodies. Of several patterns that match, the
last counts. planning_scene: a file of MoveIt (.yaml, .scene), whose bodies, attached bodies and allowed pairs are
added; packages: where its meshes are. Raises sunder.Error: unknown_body, wrong_shape, not_finite, too_large. Cost: milliseconds for
large hulls and meshes.)")
      .def_prop_ro(
          "variables", [](const AnyRobotChecker& x) { return x.checker.variables(); },
          "How many numbers a configuration has, of all robots.")
      .def_prop_ro("parts", &parts_of_checker,
                   nb::sig("def parts(self) -> list[dict[str, typing.Any]]"),
                   "A dict each: name, robot, link (a number), shape.")
      .def_prop_ro("pairs", [](const AnyRobotChecker& x) { return x.checker.pairs(); })
      .def("pair", &pair_of, nb::arg("index"),
           nb::sig("def pair(self, index: int) -> tuple[str, str]"),
           "The names of a part and of another, or of a body of the scene.")
      .def(
          "pair_name",
          [](const AnyRobotChecker& x, std::int64_t index) {
            return x.checker.pair_name(read_pair(x, index));
          },
          nb::arg("index"), "\"part and part\".")
      .def_prop_ro(
          "notes", [](const AnyRobotChecker& x) { return nb::cast(x.recipe->notes); },
          nb::sig("def notes(self) -> list[str]"),
          "What was read of a planning scene otherwise than written.")
      .def(
          "__copy__",
          [](const AnyRobotChecker& x) {
            return AnyRobotChecker{x.checker, x.recipe};
          },
          nb::sig("def __copy__(self) -> RobotChecker"))
      .def(
          "__deepcopy__",
          [](const AnyRobotChecker& x, nb::handle) {
            return AnyRobotChecker{x.checker, x.recipe};
          },
          nb::arg("memo").none(),
          nb::sig("def __deepcopy__(self, memo: typing.Any, /) -> RobotChecker"))
      .def("__getstate__", &checker_state,
           nb::sig("def __getstate__(self) -> dict[str, typing.Any]"))
      .def(
          "__setstate__",
          [](AnyRobotChecker& x, nb::handle state) {
            new (&x) AnyRobotChecker(checker_of_state(state));
          },
          nb::arg("state"),
          nb::sig("def __setstate__(self, state: dict[str, typing.Any], /) -> None"))
      .def_prop_ro("counts", &counts_of, nb::sig("def counts(self) -> dict[str, typing.Any]"),
                   "Pairs: total, examined, still (apart for good: no joint moves either), "
                   "same_link, and skipped by reason.")
      .def_ro("report", &AnyRobotChecker::report,
              nb::sig("def report(self) -> dict[str, typing.Any] | None"),
              "The counts of the last question: separated, touching, overlapping, refused "
              "(undecided and refused configurations), next, ...")
      .def("__repr__", [](const AnyRobotChecker& x) {
        const RobotPairCounts& counts = x.checker.counts();
        return fmt::format("<sunder.RobotChecker: {} parts, {} of {} pairs examined>",
                           x.checker.parts().size(), counts.examined, counts.total);
      });
  add_robot_questions(type);
}

}  // namespace sunder::python

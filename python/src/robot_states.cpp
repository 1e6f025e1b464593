// SPDX-License-Identifier: Apache-2.0
//
// Idea: A checker's state is what it was made of, as lists of numbers and bodies; the one that comes back is made anew.
// Cost: That of making the checker.
// Gives up: Pairs of a scene's bodies, which a checker of robots does not examine.
#include <string>
#include <utility>

#include "bodies.hpp"
#include "robot_models.hpp"
#include "robots.hpp"
#include "unions.hpp"

namespace sunder::python {
namespace {

[[noreturn]] void refuse_state() {
  refuse_shape("state", "no state of a RobotChecker", "pickle it anew");
}

nb::list pairs_state(const std::vector<RobotPair>& pairs) {
  nb::list all;
  for (const RobotPair& pair : pairs) all.append(nb::make_tuple(pair.a, pair.b, pair.reason));
  return all;
}

/// Of each id its name, pose, hull and body; None where it was removed.
nb::list scene_state(const Scene& scene) {
  nb::list all;
  for (std::int32_t id = 0; id < scene.size(); ++id) {
    if (!scene.holds(id)) {
      all.append(nb::none());
      continue;
    }
    const SceneBody& body = scene.body(id);
    all.append(nb::make_tuple(text_of_bytes(body.name), AnyPose{body.pose}, Body{body.polytope},
                              body.body ? nb::cast(body_object(*body.body)) : nb::none()));
  }
  return all;
}

template <class T>
T read_as(nb::handle given) {
  T found{};
  if (!nb::try_cast(given, found)) refuse_state();
  return found;
}

std::vector<nb::object> entries(nb::handle given, std::size_t size) {
  std::vector<nb::object> all = read_list(given, "state", "pickle it anew");
  if (all.size() != size) refuse_state();
  return all;
}

Polytope3 read_polytope(nb::handle given) {
  const auto* const polytope = std::get_if<Polytope3>(&body_of(given, "state").polytope);
  if (polytope == nullptr) refuse_state();
  return *polytope;
}

Scene read_scene(nb::handle given) {
  Scene scene;
  std::vector<std::int32_t> removed;
  for (const nb::object& one : read_list(given, "state", "pickle it anew")) {
    SceneBody body;
    if (one.is_none()) {
      removed.push_back(scene.add(std::move(body)));
      continue;
    }
    const std::vector<nb::object> parts = entries(one, 4);
    body.name = bytes_of_text(parts[0], "state");
    body.pose = PoseArgument<3>(parts[1], 3, "state").get();
    body.polytope = read_polytope(parts[2]);
    if (!parts[3].is_none()) {
      const Body3* const of = union_of<3>(parts[3]);
      if (of == nullptr) refuse_state();
      body.body = *of;
    }
    scene.add(std::move(body));
  }
  for (const std::int32_t id : removed) scene.remove(id);
  return scene;
}

std::vector<RobotPair> read_pairs(nb::handle given) {
  std::vector<RobotPair> all;
  for (const nb::object& one : read_list(given, "state", "pickle it anew")) {
    const std::vector<nb::object> of = entries(one, 3);
    all.push_back(
        {read_as<std::int32_t>(of[0]), read_as<std::int32_t>(of[1]), read_as<std::string>(of[2])});
  }
  return all;
}

RobotCheckOptions read_options_state(const nb::dict& state) {
  const auto list = [&](const char* key) {
    return read_list(state[key], "state", "pickle it anew");
  };
  RobotCheckOptions options;
  options.margin = read_as<double>(state["margin"]);
  for (const nb::object& one : list("padding")) {
    const auto of = entries(one, 3);
    options.padding.push_back(
        {read_as<std::int32_t>(of[0]), read_as<double>(of[1]), read_as<bool>(of[2])});
  }
  for (const nb::object& one : list("margins")) {
    const auto of = entries(one, 3);
    options.margins.push_back(
        {read_as<std::int32_t>(of[0]), read_as<std::int32_t>(of[1]), read_as<double>(of[2])});
  }
  for (const nb::object& one : list("attached")) {
    const auto of = entries(one, 3);
    options.attached.push_back({read_as<std::int32_t>(of[0]), read_part(of[1], "state"),
                                read_as<std::vector<std::int32_t>>(of[2])});
  }
  options.skipped = read_pairs(state["skipped"]);
  options.examined = read_pairs(state["examined"]);
  for (const nb::object& one : list("skipped_scene")) {
    const auto of = entries(one, 3);
    options.skipped_scene.push_back(
        {read_as<std::int32_t>(of[0]), read_as<std::int32_t>(of[1]), read_as<std::string>(of[2])});
  }
  for (const nb::object& one : list("scene_inner")) {
    const auto of = entries(one, 2);
    options.scene_inner.push_back({read_as<std::int32_t>(of[0]), read_polytope(of[1])});
  }
  return options;
}

}  // namespace

nb::dict checker_state(const AnyRobotChecker& self) {
  const CheckerRecipe& recipe = *self.recipe;
  const RobotCheckOptions& options = recipe.options;
  nb::dict state;
  nb::list robots, padding, margins, attached, skipped_scene, inner;
  for (const Robot& robot : recipe.robots) robots.append(AnyRobot{robot, {}});
  for (const RobotPadding& one : options.padding)
    padding.append(nb::make_tuple(one.link, one.radius, one.scene_only));
  for (const RobotMargin& one : options.margins)
    margins.append(nb::make_tuple(one.a, one.b, one.margin));
  for (const RobotAttachment& one : options.attached)
    attached.append(nb::make_tuple(one.link, part_dict(one.part), one.touches));
  for (const RobotScenePair& one : options.skipped_scene)
    skipped_scene.append(nb::make_tuple(one.link, one.body, one.reason));
  for (const RobotSceneInner& one : options.scene_inner)
    inner.append(nb::make_tuple(one.body, Body{one.inner}));
  state["robots"] = robots;
  state["scene"] = scene_state(*recipe.scene);
  state["margin"] = options.margin;
  state["padding"] = padding;
  state["margins"] = margins;
  state["attached"] = attached;
  state["skipped"] = pairs_state(options.skipped);
  state["examined"] = pairs_state(options.examined);
  state["skipped_scene"] = skipped_scene;
  state["scene_inner"] = inner;
  state["notes"] = nb::cast(recipe.notes);
  return state;
}

AnyRobotChecker checker_of_state(nb::handle given) {
  if (!nb::isinstance<nb::dict>(given)) refuse_state();
  const auto state = nb::borrow<nb::dict>(given);
  for (const char* const key : {"robots", "scene", "margin", "padding", "margins", "attached",
                                "skipped", "examined", "skipped_scene", "scene_inner", "notes"}) {
    if (!state.contains(key)) refuse_state();
  }
  auto recipe = std::make_shared<CheckerRecipe>();
  for (const nb::object& one : read_list(state["robots"], "state", "pickle it anew")) {
    const AnyRobot* robot = nullptr;
    if (!nb::try_cast(one, robot, false) || robot == nullptr) refuse_state();
    recipe->robots.push_back(robot->robot);
  }
  recipe->scene = std::make_shared<const Scene>(read_scene(state["scene"]));
  recipe->options = read_options_state(state);
  recipe->notes = read_as<std::vector<std::string>>(state["notes"]);
  auto made = [&] {
    const nb::gil_scoped_release released;
    return RobotChecker::make(recipe->robots, *recipe->scene, recipe->options);
  }();
  return {accepted("state", std::move(made)), std::move(recipe)};
}

}  // namespace sunder::python

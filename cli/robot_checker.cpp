// SPDX-License-Identifier: Apache-2.0
#include "robot_checker.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "bodies.hpp"
#include "globs.hpp"
#include "length.hpp"
#include "pair_rules.hpp"
#include "robot_rules.hpp"
#include "robot_waypoints.hpp"
#include "sunder/robot_scene.hpp"
#include "terminal.hpp"

namespace sunder::cli {
namespace {

const Unit kMetre{"m", 1, 1};

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  for (std::size_t first = 0; first <= text.size() && !text.empty();) {
    const std::size_t end = std::min(text.find(at, first), text.size());
    parts.push_back(text.substr(first, end - first));
    first = end + 1;
  }
  return parts;
}

bool is_planning_scene(const std::string& path) {
  return path.ends_with(".yaml") || path.ends_with(".yml") || path.ends_with(".scene");
}

/// Loads the files of bodies among those of the scene, in metres.
std::optional<Scene> load_scene(const CheckerArguments& arguments) {
  std::vector<std::string> files;
  for (const std::string& path : arguments.scene) {
    if (!is_planning_scene(path)) files.push_back(path);
  }
  if (files.empty()) return Scene();
  auto forms = BodyForms::from_words(arguments.scene_as, "mesh");
  if (!forms) return std::nullopt;
  auto loaded = load_bodies(files, arguments.unit, {}, *std::move(forms));
  if (!loaded) return std::nullopt;
  Scene scene = std::move(loaded->scene);
  const double scale = metres(loaded->unit);
  if (scale == 1) return scene;
  const auto scaled =
      Pose3::from_matrix(std::array<double, 12>{scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0});
  std::int64_t rounded = 0;
  for (std::int32_t id = 0; id < scene.size(); ++id) {
    const auto pose = compose(scaled.value(), scene.body(id).pose);
    if (!pose) {
      complain(fmt::format("{}: {}", printable(scene.body(id).name), pose.error().message));
      return std::nullopt;
    }
    scene.set_pose(id, pose.value().pose);
    if (pose.value().rounded) ++rounded;
  }
  complain(fmt::format("note: the scene is in {}, and was scaled to metres; {} poses were rounded",
                       loaded->unit.name, rounded));
  return scene;
}

/// Adds what the planning scenes hold.
bool add_planning_scenes(const CheckerArguments& arguments, const Robot& robot, Scene& scene,
                         RobotCheckOptions& options) {
  for (const std::string& path : arguments.scene) {
    if (!is_planning_scene(path)) continue;
    PlanningSceneOptions reading;
    auto packages = packages_of(arguments.robot);
    auto forms = BodyForms::from_words(arguments.scene_as, "mesh");
    if (!packages || !forms) return false;
    reading.packages = *std::move(packages);
    reading.as = forms->of(path, path);
    const auto report = read_planning_scene(path, robot, scene, options, reading);
    if (!report) {
      complain(report.error().message);
      return false;
    }
    for (const std::string& note : report.value().notes) complain(fmt::format("note: {}", note));
  }
  return true;
}

/// The name of a file without its folder and ending.
std::string stem_of(const std::string& path) {
  const std::string name = path.substr(path.find_last_of('/') + 1);
  return name.substr(0, name.rfind('.'));
}

/// Adds the bodies of --attach, FILE:LINK[:POSE[:TOUCHED,TOUCHED]].
bool add_attached(const CheckerArguments& arguments, const Robot& robot,
                  RobotCheckOptions& options) {
  const auto& links = robot.model().links;
  const auto refuse = [](const std::string& word, const std::string& why) {
    complain(fmt::format("--attach {}: {}", printable(word), why));
    return false;
  };
  for (const std::string& word : arguments.attach) {
    const std::vector<std::string> fields = split(word, ':');
    if (fields.size() < 2 || fields.size() > 4 || fields[0].empty())
      return refuse(word,
                    "write FILE:LINK, FILE:LINK:\"X Y Z ROLL PITCH YAW\", or with :LINK,LINK "
                    "behind it for links that it may touch");
    const std::int32_t link = robot.find_link(fields[1]);
    if (link < 0)
      return refuse(word, fmt::format("no link is called \"{}\"; `sunder robot info` lists them",
                                      printable(fields[1])));
    std::vector<std::int32_t> touches;
    if (fields.size() > 3) {
      for (const std::string& glob : split(fields[3], ',')) {
        const std::size_t before = touches.size();
        for (std::size_t l = 0; l < links.size(); ++l) {
          if (glob_matches(glob, links[l].name)) touches.push_back(static_cast<std::int32_t>(l));
        }
        if (touches.size() == before)
          return refuse(word, fmt::format("no link has a name like \"{}\"", printable(glob)));
      }
    }
    Pose3 pose = Pose3::identity();
    if (fields.size() > 2 && !fields[2].empty()) {
      const auto given = pose_from_words("--attach", fields[2]);
      if (!given) return false;
      pose = *given;
    }
    const auto parts = read_mesh_parts(fields[0]);
    if (!parts) {
      complain(parts.error().message);
      return false;
    }
    for (RobotPart part : parts.value()) {
      const auto number = static_cast<std::int32_t>(links.size() + options.attached.size());
      part.name =
          parts.value().size() == 1 ? stem_of(fields[0]) : stem_of(fields[0]) + "/" + part.name;
      const auto placed = compose(pose, part.pose);
      if (!placed) return refuse(word, placed.error().message);
      part.pose = placed.value().pose;
      options.attached.push_back({link, std::move(part), touches});
      touches.push_back(number);  // the parts of one file are not examined with each other
    }
  }
  return true;
}

/// Adds the pairs of --ignore: of links, or of a link and a body of the scene.
bool add_ignored(const CheckerArguments& arguments, const Robot& robot, const Scene& scene,
                 RobotCheckOptions& options) {
  const auto rules = expand_lists(arguments.ignore);
  if (!rules) return false;
  std::vector<std::string> links;
  for (const RobotLink& link : robot.model().links) links.push_back(link.name);
  for (const RobotAttachment& attached : options.attached) links.push_back(attached.part.name);
  for (const std::string& rule : *rules) {
    const std::size_t wide = rule.find("::");
    const std::size_t colon = wide == std::string::npos ? rule.find(':') : wide;
    if (colon == std::string::npos) {
      complain(fmt::format("--ignore {}: A:B was expected", rule));
      return false;
    }
    const std::string first = rule.substr(0, colon);
    const std::string second = rule.substr(colon + (wide == std::string::npos ? 1 : 2));
    if (skip_pairs_like(first, second, links, scene, options)) continue;
    complain(fmt::format("--ignore {}: no link and body, and no two links, have such names",
                         printable(rule)));
    return false;
  }
  return true;
}

/// The order of a file's numbers, and the values of those that it lacks.
std::optional<ConfigurationOrder> order_of(const CheckerArguments& arguments, const Robot& robot) {
  ConfigurationOrder order;
  order.names = robot.variable_names();
  order.others = robot.default_configuration();
  order.columns = split(arguments.joints, ',');
  if (!arguments.state) return order;
  for (const RobotState& state : robot.model().states) {
    if (state.name != *arguments.state) continue;
    for (const auto& [variable, value] : state.values)
      order.others[static_cast<std::size_t>(variable)] = value;
    return order;
  }
  complain(
      fmt::format("--state {}: the SRDF has no such group_state", printable(*arguments.state)));
  return std::nullopt;
}

}  // namespace

void CheckerArguments::add_to(Verb& verb) {
  robot.add_to(verb);
  verb.text("--joints", joints, "The variables of columns without names, with commas between them")
      .text("--state", state, "A group_state of the SRDF, for variables that are not given")
      .texts("--scene", scene,
             "A file of bodies that stand still; a .yaml or .scene is a planning scene of MoveIt, "
             "with "
             "what it attaches and allows")
      .texts("--attach", attach,
             "FILE:LINK[:\"X Y Z ROLL PITCH YAW\"[:LINK,LINK]]: a mesh that a link carries, its "
             "pose in "
             "the link's frame, and links that it may touch; may be repeated")
      .text("--unit", unit, kUnitHelp)
      .texts("--scene-as", scene_as, "What meshes of the scene are taken as, as --as")
      .texts("--ignore", ignore,
             "Skip links and bodies with names like these, A:B; @FILE for a list")
      .text("--margin", margin, "What is no farther apart counts as meeting, such as 1cm")
      .threads(threads);
}

std::optional<RobotChecker> make_checker(const CheckerArguments& arguments, const Robot& robot,
                                         CheckedScene* kept) {
  auto loaded = load_scene(arguments);
  if (!loaded) return std::nullopt;
  Scene& scene = *loaded;
  RobotCheckOptions options;
  if (!add_planning_scenes(arguments, robot, scene, options) ||
      !add_attached(arguments, robot, options)) {
    return std::nullopt;
  }
  if (arguments.margin) {
    const auto length = parse_length(*arguments.margin);
    options.margin = length ? convert(*length, kMetre) : -1;
    if (!length || !std::isfinite(options.margin) || options.margin < 0) {
      complain(fmt::format("--margin \"{}\": a length such as 1cm or 0.01 was expected",
                           *arguments.margin));
      return std::nullopt;
    }
  }
  if (!add_ignored(arguments, robot, scene, options)) return std::nullopt;
  auto checker = RobotChecker::make(robot, scene, options);
  if (!checker) {
    complain(checker.error().message);
    return std::nullopt;
  }
  if (kept != nullptr) *kept = {scene, options};
  return std::move(checker).value();
}

std::unique_ptr<ConfigurationReader> open_configurations(const CheckerArguments& arguments,
                                                         const Robot& robot,
                                                         const std::string& path) {
  auto order = order_of(arguments, robot);
  if (!order) return nullptr;
  auto reader = ConfigurationReader::open(path, *std::move(order));
  if (reader) return std::move(reader).value();
  complain(reader.error().message);
  return nullptr;
}

void note_missing(const CheckerArguments& arguments, const Robot& robot,
                  const std::vector<bool>& variables) {
  std::string missing;
  for (std::size_t v = 0; v < variables.size(); ++v) {
    if (!variables[v]) continue;
    missing += (missing.empty() ? "" : ", ") + printable(robot.variable_names()[v]);
  }
  if (!missing.empty()) {
    complain(fmt::format("note: not given, and so {}: {}",
                         arguments.state ? "as --state has them, or 0, or at the limit next to 0"
                                         : "0, or at the limit next to 0",
                         missing));
  }
}

std::string missing_json(const Robot& robot, const std::vector<bool>& variables) {
  std::string missing;
  for (std::size_t v = 0; v < variables.size(); ++v) {
    if (variables[v])
      missing += (missing.empty() ? "" : ", ") + json_string(robot.variable_names()[v]);
  }
  return missing;
}

std::string names_json(const RobotChecker& checker, std::int64_t pair) {
  const RobotCheckPair of = checker.pair(pair);
  const std::string& a = checker.parts()[static_cast<std::size_t>(of.part_a)].name;
  const std::string_view b = of.body >= 0
                                 ? checker.body_name(of.body)
                                 : checker.parts()[static_cast<std::size_t>(of.part_b)].name;
  return fmt::format("[{}, {}]", json_string(a), json_string(b));
}

bool compares_nothing(const RobotChecker& checker) {
  if (checker.counts().examined + checker.counts().still > 0) return false;
  complain("nothing was compared: no pair is examined");
  return true;
}

std::string counts_json(const RobotChecker& checker) {
  const RobotPairCounts& counts = checker.counts();
  std::string skipped;
  for (const auto& [reason, count] : counts.skipped) {
    skipped += fmt::format("{}{}: {}", skipped.empty() ? "" : ", ", json_string(reason), count);
  }
  return fmt::format(
      "{{\"total\": {}, \"examined\": {}, \"still\": {}, \"same_link\": {}, \"skipped\": {{{}}}}}",
      counts.total, counts.examined, counts.still, counts.same_link, skipped);
}

std::string counts_text(const RobotChecker& checker) {
  const RobotPairCounts& counts = checker.counts();
  std::string text = fmt::format("{} of {} pairs are examined", counts.examined, counts.total);
  if (counts.still > 0) text += fmt::format("; {} stand still, apart", counts.still);
  if (counts.same_link > 0) text += fmt::format("; {} are of one link", counts.same_link);
  for (const auto& [reason, count] : counts.skipped) {
    text += fmt::format("; {} skipped: {}", count, printable(reason));
  }
  return text + '\n';
}

}  // namespace sunder::cli

// SPDX-License-Identifier: Apache-2.0
//
// sunder robot info: what a robot consists of, what its shapes were taken as, and which pairs are checked.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "list_json.hpp"
#include "robot_files.hpp"
#include "sunder/robot.hpp"
#include "terminal.hpp"
#include "verb.hpp"

namespace sunder::cli {
namespace {

constexpr const char* kRobotInfoExamples = R"(Examples:
  sunder robot info panda.urdf --srdf panda.srdf
  sunder robot info ur5.urdf --package ur_description=../ur_description --pairs
  sunder robot info panda.urdf --as hull:panda_hand --json

A configuration is a list of numbers, one for each variable, in the order shown.
Without --srdf, links with a joint between them are not checked, nor are links that only fixed
joints join. docs/robots.md says what is exact and what is not.

Exit status: 0, or 2 for bad input.)";

struct InfoArguments {
  RobotArguments robot;
  bool json = false;
  bool pairs = false;
};

/// Counts pairs of links that both have parts.
struct LinkPairs {
  struct Pair {
    std::int32_t a, b;
    const RobotPair* skipped;  ///< null: checked
  };
  std::int64_t total = 0, checked = 0, checked_parts = 0;
  std::map<std::string, std::int64_t> skipped;  ///< by reason
  std::vector<Pair> list;                       ///< empty unless asked for

  LinkPairs(const RobotModel& model, bool list_them) {
    std::vector<std::int64_t> parts(model.links.size());
    for (const RobotPart& part : model.parts) ++parts[static_cast<std::size_t>(part.link)];
    std::vector<std::int32_t> links;
    std::int64_t before = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i] == 0) continue;
      total += static_cast<std::int64_t>(links.size());
      checked_parts += before * parts[i];
      before += parts[i];
      links.push_back(static_cast<std::int32_t>(i));
    }
    checked = total;
    for (const RobotPair& pair : model.skipped) {
      const std::int64_t both =
          parts[static_cast<std::size_t>(pair.a)] * parts[static_cast<std::size_t>(pair.b)];
      if (both == 0) continue;
      ++skipped[pair.reason];
      --checked;
      checked_parts -= both;
    }
    if (list_them) fill(model, links);
  }

 private:
  void fill(const RobotModel& model, const std::vector<std::int32_t>& links) {
    auto next = model.skipped.begin();  // sorted as the pairs below
    for (std::size_t i = 0; i < links.size(); ++i) {
      for (std::size_t j = i + 1; j < links.size(); ++j) {
        const auto ends = std::pair(links[i], links[j]);
        while (next != model.skipped.end() && std::pair(next->a, next->b) < ends) ++next;
        const bool skip = next != model.skipped.end() && std::pair(next->a, next->b) == ends;
        list.push_back({ends.first, ends.second, skip ? &*next : nullptr});
      }
    }
  }
};

const std::string& link_name(const RobotModel& model, std::int32_t link) {
  return model.links[static_cast<std::size_t>(link)].name;
}

/// Returns the number of variables that a joint has in a configuration.
std::int32_t variables_of(const RobotJoint& joint) {
  if (joint.variable < 0) return 0;
  return joint.kind == JointKind::planar ? 3 : joint.kind == JointKind::floating ? 7 : 1;
}

std::int64_t triangles_of(const RobotPart& part) {
  if (!part.body) return 0;
  return std::get<Mesh3>(part.body->parts().front().shape).triangle_count();
}

std::string joint_json(const Robot& robot, const RobotJoint& joint) {
  const RobotModel& model = robot.model();
  std::string text = fmt::format(R"({{"name": {}, "kind": "{}", "parent": {}, "child": {})",
                                 json_string(joint.name), to_string(joint.kind),
                                 json_string(link_name(model, joint.parent)),
                                 json_string(link_name(model, joint.child)));
  if (joint.kind == JointKind::revolute || joint.kind == JointKind::continuous ||
      joint.kind == JointKind::prismatic) {
    text += ", \"axis\": " + vector_json(joint.axis);
    text += fmt::format(R"(, "lower": {}, "upper": {})", json_number(joint.lower),
                        json_number(joint.upper));
  }
  if (joint.mimic >= 0) {
    text += fmt::format(R"(, "mimic": {{"joint": {}, "multiplier": {}, "offset": {}}})",
                        json_string(model.joints[static_cast<std::size_t>(joint.mimic)].name),
                        json_number(joint.multiplier), json_number(joint.offset));
  }
  const auto names = variables_of(joint) > 0 ? robot.variable_names().subspan(
                                                   static_cast<std::size_t>(joint.variable),
                                                   static_cast<std::size_t>(variables_of(joint)))
                                             : robot.variable_names().first(0);
  return text + ", \"variables\": " + list_json(names, json_string) + "}";
}

std::string part_json(const RobotModel& model, const RobotPart& part) {
  std::string text =
      fmt::format(R"({{"name": {}, "link": {}, "taken_as": "{}", "why": {}, "vertices": {})",
                  json_string(part.name), json_string(link_name(model, part.link)),
                  to_string(part.shape), json_string(part.why), part.hull.vertex_count());
  if (part.body) text += fmt::format(R"(, "triangles": {})", triangles_of(part));
  if (part.radius > 0) text += ", \"radius\": " + json_number(part.radius);
  return text + "}";
}

std::string state_json(const Robot& robot, const RobotState& state) {
  std::string values;
  for (const auto& [variable, value] : state.values) {
    values += fmt::format("{}{}: {}", values.empty() ? "" : ", ",
                          json_string(robot.variable_names()[static_cast<std::size_t>(variable)]),
                          json_number(value));
  }
  return fmt::format(R"({{"name": {}, "group": {}, "values": {{{}}}}})", json_string(state.name),
                     json_string(state.group), values);
}

std::string info_json(const Robot& robot, const LinkPairs& pairs, bool list) {
  const RobotModel& model = robot.model();
  const auto joint_name = [&](std::int32_t joint) {
    return json_string(model.joints[static_cast<std::size_t>(joint)].name);
  };
  std::string text = fmt::format(
      R"({{"robot": {}, "links": {})", json_string(model.name),
      list_json(model.links, [](const RobotLink& link) { return json_string(link.name); }));
  text += ", \"joints\": " + list_json(model.joints, [&](const RobotJoint& joint) {
            return joint_json(robot, joint);
          });
  text += ", \"variables\": " + list_json(robot.variable_names(), json_string);
  text += ", \"parts\": " +
          list_json(model.parts, [&](const RobotPart& part) { return part_json(model, part); });
  text += ", \"groups\": " + list_json(model.groups, [&](const RobotGroup& group) {
            return fmt::format(R"({{"name": {}, "joints": {}}})", json_string(group.name),
                               list_json(group.joints, joint_name));
          });
  text += ", \"states\": " + list_json(model.states, [&](const RobotState& state) {
            return state_json(robot, state);
          });
  std::string reasons;
  std::int64_t skipped = 0;
  for (const auto& [reason, count] : pairs.skipped) {
    reasons += fmt::format("{}{}: {}", reasons.empty() ? "" : ", ", json_string(reason), count);
    skipped += count;
  }
  text += fmt::format(
      R"(, "pairs": {{"links": {}, "checked": {}, "skipped": {}, "reasons": {{{}}}, "part_pairs": {}}})",
      pairs.total, pairs.checked, skipped, reasons, pairs.checked_parts);
  if (list) {
    text += ", \"link_pairs\": " + list_json(pairs.list, [&](const LinkPairs::Pair& pair) {
              return fmt::format(
                  R"({{"a": {}, "b": {}, "skipped": {}}})", json_string(link_name(model, pair.a)),
                  json_string(link_name(model, pair.b)),
                  pair.skipped == nullptr ? "null" : json_string(pair.skipped->reason));
            });
  }
  return text + ", \"notes\": " + list_json(model.notes, json_string) + "}\n";
}

std::string limits_text(const RobotJoint& joint) {
  if (joint.kind != JointKind::revolute && joint.kind != JointKind::prismatic) return "";
  return fmt::format(", {} to {}{}", joint.lower, joint.upper,
                     joint.kind == JointKind::prismatic ? " m" : "");
}

/// "variable 3", "variables 0 to 6", "follows NAME", or nothing.
std::string variables_text(const RobotModel& model, const RobotJoint& joint) {
  if (joint.mimic >= 0) {
    return fmt::format(", follows {} as {} x + {}",
                       printable(model.joints[static_cast<std::size_t>(joint.mimic)].name),
                       joint.multiplier, joint.offset);
  }
  const std::int32_t count = variables_of(joint);
  if (count == 0) return "";
  if (count == 1) return fmt::format(", variable {}", joint.variable);
  return fmt::format(", variables {} to {}", joint.variable, joint.variable + count - 1);
}

std::string size_text(const RobotPart& part) {
  if (part.body) return fmt::format("{} triangles", triangles_of(part));
  if (part.radius > 0) return fmt::format("radius {}", part.radius);
  return fmt::format("{} vertices", part.hull.vertex_count());
}

std::string info_text(const Robot& robot, const LinkPairs& pairs, bool list) {
  const RobotModel& model = robot.model();
  std::string text =
      fmt::format("robot {}: {} links, {} joints, {} variables, {} parts\n",
                  model.name.empty() ? "without a name" : printable(model.name), model.links.size(),
                  model.joints.size(), robot.variables(), model.parts.size());
  text += "\nJoints\n";
  for (const RobotJoint& joint : model.joints) {
    text += fmt::format("  {}: {} -> {}, {}{}{}\n", printable(joint.name),
                        printable(link_name(model, joint.parent)),
                        printable(link_name(model, joint.child)), to_string(joint.kind),
                        limits_text(joint), variables_text(model, joint));
  }
  text += "\nVariables of a configuration, in this order\n";
  for (std::size_t v = 0; v < robot.variable_names().size(); ++v) {
    text += fmt::format("  {} {}\n", v, printable(robot.variable_names()[v]));
  }
  text += "\nParts\n";
  for (const RobotPart& part : model.parts) {
    const std::string of = part.name == link_name(model, part.link)
                               ? ""
                               : " of " + printable(link_name(model, part.link));
    text += fmt::format("  {}{}: {}, {}; {}\n", printable(part.name), of, to_string(part.shape),
                        size_text(part), printable(part.why));
  }
  for (const RobotGroup& group : model.groups) {
    text += fmt::format("{}  {}: {} joints\n", &group == model.groups.data() ? "\nGroups\n" : "",
                        printable(group.name), group.joints.size());
  }
  for (const RobotState& state : model.states) {
    const std::string group = state.group.empty() ? "" : " of " + printable(state.group);
    text += fmt::format("{}  {}{}: {} values\n", &state == model.states.data() ? "\nStates\n" : "",
                        printable(state.name), group, state.values.size());
  }
  text +=
      fmt::format("\nPairs of links with parts: {}\n  {} checked, which are {} pairs of parts\n",
                  pairs.total, pairs.checked, pairs.checked_parts);
  for (const auto& [reason, count] : pairs.skipped)
    text += fmt::format("  {} skipped: {}\n", count, printable(reason));
  for (const LinkPairs::Pair& pair : pairs.list) {
    if (!list) break;
    text += fmt::format(
        "  {} {}: {}\n", printable(link_name(model, pair.a)), printable(link_name(model, pair.b)),
        pair.skipped == nullptr ? "checked" : "skipped, " + printable(pair.skipped->reason));
  }
  return text;
}

ExitStatus run_info(const InfoArguments& arguments) {
  const std::optional<Robot> robot = load_robot(arguments.robot);
  if (!robot) return ExitStatus::bad_input;
  const LinkPairs pairs(robot->model(), arguments.pairs);
  const std::string text = arguments.json ? info_json(*robot, pairs, arguments.pairs)
                                          : info_text(*robot, pairs, arguments.pairs);
  return write_output(text) ? ExitStatus::clear : ExitStatus::bad_input;
}

}  // namespace

void add_robot_info(CLI::App& robot, ExitStatus& status) {
  const auto arguments = std::make_shared<InfoArguments>();
  Verb verb(robot, "info", "What a robot was read as, and which pairs are checked",
            kRobotInfoExamples);
  arguments->robot.add_to(verb);
  verb.flag("--pairs", arguments->pairs, "List every pair of links, and why it is skipped")
      .flag("--json", arguments->json, "Write one JSON object")
      .runs(status, [arguments] { return run_info(*arguments); });
}

}  // namespace sunder::cli

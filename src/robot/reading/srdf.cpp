// SPDX-License-Identifier: Apache-2.0
//
// Idea: The joint that holds the root comes first, since it changes the numbers of joints; then pairs, groups and states.
// Source: srdfdom, and MoveIt's RobotModel for what names that the URDF lacks mean.
// Cost: O(n); pairs and joints of groups are limited to kMostPairs each.
// Gives up: End effectors, passive joints and approximations by spheres are not read.
#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files/refused.hpp"
#include "robot/model/robot_data.hpp"
#include "robot/reading/urdf_model.hpp"
#include "sunder/io.hpp"

namespace sunder::detail::robot {
namespace {

using Ends = std::pair<std::int32_t, std::int32_t>;

Ends ordered(std::int32_t a, std::int32_t b) { return {std::min(a, b), std::max(a, b)}; }

/// Returns the joint that holds each link, -1 for roots. A link of two joints is refused later.
std::vector<std::int32_t> holders(const RobotModel& model) {
  std::vector<std::int32_t> held(model.links.size(), -1);
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    held[static_cast<std::size_t>(model.joints[j].child)] = static_cast<std::int32_t>(j);
  }
  return held;
}

class SrdfReader {
 public:
  SrdfReader(const XmlFile& file, NamedModel& named)
      : file_(file), named_(named), model_(named.model) {}

  void read() {
    // The root of both is <robot>.
    for (const char* const own : {"link", "joint"}) {
      if (const pugi::xml_node element = file_.root().child(own)) {
        file_.refuse(io_error::syntax, element,
                     "links and joints are those of a URDF; give the robot's SRDF");
      }
    }
    const std::string_view name = file_.root().attribute("name").value();
    if (!name.empty() && !model_.name.empty() && name != model_.name) {
      note(fmt::format("the SRDF is of robot \"{}\", and the URDF of \"{}\"", name, model_.name));
    }
    for (const pugi::xml_node joint : file_.root().children("virtual_joint")) hold_root(joint);
    held_ = holders(model_);
    number_variables();
    read_pairs();
    read_groups();
    for (const pugi::xml_node state : file_.root().children("group_state")) read_state(state);
    if (unknown_ > 0) {
      note(
          fmt::format("{} names in the SRDF are of no link or joint of the URDF, and were skipped; "
                      "the first is \"{}\"",
                      unknown_, first_unknown_));
    }
  }

 private:
  void note(std::string text) { model_.notes.push_back(std::move(text)); }

  std::string required(pugi::xml_node element, const char* attribute) const {
    return file_.required(element, attribute, fmt::format("write {}=\"NAME\"", attribute));
  }

  std::optional<std::int32_t> find(const Ids& ids, const std::string& name) {
    if (const auto found = ids.find(name); found != ids.end()) return found->second;
    if (unknown_++ == 0) first_unknown_ = name;
    return std::nullopt;
  }

  std::int32_t known_link(pugi::xml_node element, const char* attribute) const {
    const std::string name = required(element, attribute);
    if (const auto found = named_.links.find(name); found != named_.links.end())
      return found->second;
    file_.refuse(io_error::unknown_body, element,
                 fmt::format("{} is \"{}\", and the URDF has no such link; correct the name",
                             attribute, name));
  }

  /// Adds a joint between the world's frame and the root.
  void hold_root(pugi::xml_node element) {
    RobotJoint joint;
    joint.name = required(element, "name");
    const std::string type = required(element, "type");
    const std::string world = required(element, "parent_frame");
    const std::string child = required(element, "child_link");
    if (type == "planar") joint.kind = JointKind::planar;
    if (type == "floating") joint.kind = JointKind::floating;
    if (joint.kind == JointKind::fixed && type != "fixed") {
      file_.refuse(io_error::syntax, element,
                   fmt::format("its type \"{}\" is none; write fixed, planar or floating", type));
    }
    const auto found = named_.links.find(child);
    if (found == named_.links.end() ||
        holders(model_)[static_cast<std::size_t>(found->second)] >= 0) {
      note(fmt::format("the virtual joint \"{}\" was skipped: its child \"{}\" is not the root",
                       joint.name, child));
      return;
    }
    joint.child = found->second;
    joint.parent = static_cast<std::int32_t>(model_.links.size());
    if (!named_.links.emplace(world, joint.parent).second) {
      file_.refuse(
          ErrorCode::wrong_shape, element,
          fmt::format("its parent_frame \"{}\" is a link of the robot; name the world's frame",
                      world));
    }
    if (named_.joints.contains(joint.name)) {
      file_.refuse(ErrorCode::wrong_shape, element,
                   "a joint of the URDF has this name; give it another one");
    }
    model_.links.push_back({world});
    for (RobotJoint& other : model_.joints) other.mimic += other.mimic >= 0 ? 1 : 0;
    for (auto& [name, id] : named_.joints) ++id;
    named_.joints.emplace(joint.name, 0);
    model_.joints.insert(model_.joints.begin(), std::move(joint));
  }

  std::string reason_of(pugi::xml_node element) const {
    const std::string_view reason = element.attribute("reason").value();
    return reason.empty() ? "User" : std::string(reason);
  }

  /// Numbers variables as Robot::from_model() does.
  void number_variables() {
    std::int32_t next = 0;
    for (const RobotJoint& joint : model_.joints) {
      first_variables_.push_back(next);
      if (joint.mimic < 0) next += variables_of(joint.kind);
    }
  }

  void read_pairs() {
    std::set<Ends> enabled;
    for (const pugi::xml_node element : file_.root().children("enable_collisions")) {
      enabled.insert(ordered(known_link(element, "link1"), known_link(element, "link2")));
    }
    std::map<Ends, std::string> skipped;
    const auto skip = [&](pugi::xml_node element, std::int32_t a, std::int32_t b,
                          const std::string& reason) {
      if (a == b)
        file_.refuse(ErrorCode::wrong_shape, element, "link1 and link2 are one link; name two");
      if (enabled.contains(ordered(a, b))) return;
      skipped.emplace(ordered(a, b), reason);
      if (skipped.size() > kMostPairs) {
        file_.refuse(
            ErrorCode::too_large, element,
            fmt::format("more than {} pairs of links are skipped; split the robot", kMostPairs));
      }
    };
    for (const pugi::xml_node element : file_.root().children("disable_collisions")) {
      const auto a = find(named_.links, required(element, "link1"));
      const auto b = find(named_.links, required(element, "link2"));
      if (a && b) skip(element, *a, *b, reason_of(element));
    }
    for (const pugi::xml_node element : file_.root().children("disable_default_collisions")) {
      const auto link = find(named_.links, required(element, "link"));
      for (std::int32_t other = 0; link && other < static_cast<std::int32_t>(model_.links.size());
           ++other) {
        if (other != *link) skip(element, *link, other, reason_of(element));
      }
    }
    for (auto& [ends, reason] : skipped)
      model_.skipped.push_back({ends.first, ends.second, std::move(reason)});
  }

  /// Groups may contain each other in any order: a group is closed after those that it contains.
  void read_groups() {
    std::vector<pugi::xml_node> elements;
    Ids ids;
    for (const pugi::xml_node element : file_.root().children("group")) {
      if (!ids.emplace(required(element, "name"), static_cast<std::int32_t>(elements.size()))
               .second) {
        file_.refuse(ErrorCode::wrong_shape, element,
                     "another group has this name; each needs one of its own");
      }
      elements.push_back(element);
    }
    std::vector<std::set<std::int32_t>> joints(elements.size());
    enum : std::uint8_t { unseen, open, closed };
    std::vector<std::uint8_t> state(elements.size(), unseen);
    std::vector<std::pair<std::size_t, pugi::xml_node>> way;
    for (std::size_t start = 0; start < elements.size(); ++start) {
      if (state[start] == unseen) way.emplace_back(start, elements[start].child("group"));
      state[start] = std::max<std::uint8_t>(state[start], open);
      while (!way.empty()) {
        auto& [group, next] = way.back();
        if (!next) {
          add_own(elements[group], joints[group]);
          state[group] = closed;
          const std::size_t done = group;
          way.pop_back();
          if (!way.empty()) include(elements[done], joints[done], joints[way.back().first]);
          continue;
        }
        const pugi::xml_node inner = next;
        next = next.next_sibling("group");
        const auto found = ids.find(required(inner, "name"));
        if (found == ids.end()) {
          file_.refuse(io_error::unknown_body, inner,
                       "no group has this name; add it or correct the name");
        }
        const auto id = static_cast<std::size_t>(found->second);
        if (state[id] == open)
          file_.refuse(ErrorCode::wrong_shape, inner,
                       "the group contains itself; take it out of one of its own");
        if (state[id] == closed) {
          include(inner, joints[id], joints[way.back().first]);
        } else {
          state[id] = open;
          way.emplace_back(id, elements[id].child("group"));
        }
      }
    }
    for (const auto& [name, id] : ids) group_ids_.emplace(name, id);
    for (std::size_t g = 0; g < elements.size(); ++g) {
      model_.groups.push_back(
          {elements[g].attribute("name").value(), {joints[g].begin(), joints[g].end()}});
    }
  }

  void count(pugi::xml_node element, std::size_t added) {
    entries_ += added;
    if (entries_ <= kMostPairs) return;
    file_.refuse(
        ErrorCode::too_large, element,
        fmt::format("the groups have more than {} joints in all; make them smaller", kMostPairs));
  }

  void include(pugi::xml_node element, const std::set<std::int32_t>& from,
               std::set<std::int32_t>& into) {
    count(element, from.size());
    into.insert(from.begin(), from.end());
  }

  void add_own(pugi::xml_node element, std::set<std::int32_t>& joints) {
    for (const pugi::xml_node joint : element.children("joint")) {
      if (const auto id = find(named_.joints, required(joint, "name"))) joints.insert(*id);
    }
    for (const pugi::xml_node link : element.children("link")) {
      const auto id = find(named_.links, required(link, "name"));
      if (id && held_[static_cast<std::size_t>(*id)] >= 0)
        joints.insert(held_[static_cast<std::size_t>(*id)]);
    }
    for (const pugi::xml_node chain : element.children("chain")) add_chain(chain, joints);
    count(element, joints.size());
  }

  void add_chain(pugi::xml_node chain, std::set<std::int32_t>& joints) {
    const auto base = find(named_.links, required(chain, "base_link"));
    const auto tip = find(named_.links, required(chain, "tip_link"));
    if (!base || !tip) return;
    std::size_t steps = 0;
    for (std::int32_t link = *tip; link != *base;) {
      const std::int32_t joint = held_[static_cast<std::size_t>(link)];
      if (joint < 0 || ++steps > model_.joints.size()) {
        file_.refuse(ErrorCode::wrong_shape, chain,
                     "its base_link is not above its tip_link; name one on the way to the root");
      }
      joints.insert(joint);
      link = model_.joints[static_cast<std::size_t>(joint)].parent;
    }
    count(chain, steps);
  }

  void read_state(pugi::xml_node element) {
    // Some files, such as those of Pinocchio's examples, name no group.
    RobotState state{required(element, "name"), element.attribute("group").value(), {}};
    if (!state.group.empty() && !group_ids_.contains(state.group)) {
      file_.refuse(
          io_error::unknown_body, element,
          fmt::format("its group \"{}\" is none; add it or correct the name", state.group));
    }
    for (const pugi::xml_node joint : element.children("joint")) {
      const auto id = find(named_.joints, required(joint, "name"));
      if (id) add_values(joint, *id, state);
    }
    model_.states.push_back(std::move(state));
  }

  void add_values(pugi::xml_node element, std::int32_t joint, RobotState& state) {
    const RobotJoint& of = model_.joints[static_cast<std::size_t>(joint)];
    const std::vector<double> values = file_.numbers(element, "value");
    const std::int32_t own = variables_of(of.kind);
    if (own == 0) {
      note(fmt::format("group_state \"{}\" gives joint \"{}\" a value, and it is fixed", state.name,
                       of.name));
      return;
    }
    if (values.size() != static_cast<std::size_t>(own)) {
      file_.refuse(ErrorCode::wrong_shape, element,
                   fmt::format("value has {} numbers; the joint is {} and has {}", values.size(),
                               to_string(of.kind), own));
    }
    if (of.mimic >= 0) return;  // it follows another joint's value
    const std::int32_t first = first_variables_[static_cast<std::size_t>(joint)];
    for (std::size_t k = 0; k < values.size(); ++k) {
      state.values.emplace_back(first + static_cast<std::int32_t>(k), values[k]);
    }
  }

  const XmlFile& file_;
  NamedModel& named_;
  RobotModel& model_;
  std::vector<std::int32_t> held_, first_variables_;
  Ids group_ids_;
  std::size_t entries_ = 0;
  std::int64_t unknown_ = 0;
  std::string first_unknown_;
};

}  // namespace

void add_srdf(const XmlFile& file, NamedModel& named) { SrdfReader(file, named).read(); }

void skip_adjacent(const std::string& path, RobotModel& model) {
  const std::vector<std::int32_t> held = holders(model);
  std::vector<bool> has_parts(model.links.size());
  for (const RobotPart& part : model.parts) has_parts[static_cast<std::size_t>(part.link)] = true;
  // Links that fixed joints join are known by the topmost of them. A loop, which is refused later, ends the walk.
  std::map<std::int32_t, std::vector<std::int32_t>> rigid;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    if (!has_parts[i]) continue;
    bool fixed = true, adjacent = false;
    auto top = static_cast<std::int32_t>(i);
    std::int32_t link = top;
    for (std::size_t steps = 0; steps <= model.joints.size() && !(adjacent && !fixed); ++steps) {
      const std::int32_t joint = held[static_cast<std::size_t>(link)];
      if (joint < 0) break;
      const RobotJoint& of = model.joints[static_cast<std::size_t>(joint)];
      link = of.parent;
      fixed = fixed && of.kind == JointKind::fixed;
      if (fixed) top = link;
      if (!adjacent && has_parts[static_cast<std::size_t>(link)]) {
        adjacent = true;
        const auto [a, b] = ordered(static_cast<std::int32_t>(i), link);
        if (a != b) model.skipped.push_back({a, b, "Adjacent"});
      }
    }
    rigid[top].push_back(static_cast<std::int32_t>(i));
  }
  std::size_t pairs = 0;
  for (const auto& [top, links] : rigid) {
    pairs += links.size() * (links.size() - 1) / 2;
    if (pairs > kMostPairs) {
      files::refuse(
          ErrorCode::too_large,
          fmt::format(
              "{}: more than {} pairs of links are joined by fixed joints; give such links several "
              "<collision> elements instead",
              path, kMostPairs));
    }
    for (std::size_t i = 0; i < links.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) model.skipped.push_back({links[j], links[i], "Fixed"});
    }
  }
}

}  // namespace sunder::detail::robot

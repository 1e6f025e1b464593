// SPDX-License-Identifier: Apache-2.0
//
// Idea: A robot is a dict of lists, and back. Whoever puts one together by hand, a bridge to another library and a pickle
//   all go this way, and from_model() of C++ checks it.
// Cost: That of the bodies. Lists are made at each look.
// Gives up: Parts that are unions.
#include "robot_models.hpp"

#include <array>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "bodies.hpp"
#include "scenes.hpp"
#include "unions.hpp"

namespace sunder::python {
namespace {

const std::string& link_name(const RobotModel& model, std::int32_t link) {
  return model.links[static_cast<std::size_t>(link)].name;
}

/// What a part is, in its own frame, as Python has it.
nb::object part_body(const RobotPart& part) {
  if (!part.body) return nb::cast(Body{part.hull, part.radius});
  const auto& parts = part.body->parts();
  const auto* const mesh = parts.size() == 1 ? std::get_if<Mesh3>(&parts.front().shape) : nullptr;
  return mesh != nullptr ? nb::cast(mesh_object(*mesh)) : nb::cast(body_object(*part.body));
}

/// A dict with text for keys, whose values are asked for by name.
class Fields {
 public:
  Fields(nb::handle given, const char* where) : where_(where) {
    if (!nb::isinstance<nb::dict>(given))
      refuse_type(where, "no dict, but " + class_name(given), "give what Robot.to_model() gives");
    dict_ = nb::borrow<nb::dict>(given);
  }

  /// None where it is absent.
  nb::object get(const char* key) const {
    return dict_.contains(key) ? nb::object(dict_[key]) : nb::none();
  }
  nb::object required(const char* key) const {
    if (dict_.contains(key)) return dict_[key];
    throw Refusal("missing_key", where_, fmt::format("no \"{}\"", key), "add it");
  }
  std::string text(const char* key) const {
    std::string found;
    if (!nb::try_cast(required(key), found))
      refuse_type(where_, fmt::format("\"{}\" is no text", key), "give a text");
    return found;
  }
  std::string text_or(const char* key, const char* other) const {
    return dict_.contains(key) ? text(key) : std::string(other);
  }
  double number(const char* key, double other) const {
    if (!dict_.contains(key)) return other;
    double found = 0;
    if (!nb::try_cast(nb::object(dict_[key]), found))
      refuse_type(where_, fmt::format("\"{}\" is no number", key), "give a float");
    return found;
  }
  std::vector<nb::object> list(const char* key) const {
    if (!dict_.contains(key)) return {};
    return read_list(dict_[key], where_, fmt::format("give a list for \"{}\"", key).c_str());
  }
  Pose3 pose(const char* key) const { return PoseArgument<3>(get(key), 3, where_).get(); }

 private:
  const char* where_;
  nb::dict dict_;
};

const Body& polytope_of(nb::handle given, const char* where) {
  const Body& body = body_of(given, where);
  if (std::get_if<Polytope3>(&body.polytope) == nullptr)
    refuse_dimension(where, 3, body.dimension());
  return body;
}

RobotShape read_shape(const std::string& word, const char* where) {
  for (const RobotShape shape : {RobotShape::box, RobotShape::sphere, RobotShape::capsule,
                                 RobotShape::cylinder, RobotShape::convex, RobotShape::hull,
                                 RobotShape::solid, RobotShape::surface, RobotShape::cone}) {
    if (word == to_string(shape)) return shape;
  }
  throw Refusal("wrong_shape", where, "\"" + word + "\" is no shape",
                "give box, sphere, capsule, cylinder, cone, convex, hull, solid or surface");
}

JointKind read_kind(const std::string& word) {
  for (const JointKind kind : {JointKind::fixed, JointKind::revolute, JointKind::continuous,
                               JointKind::prismatic, JointKind::planar, JointKind::floating}) {
    if (word == to_string(kind)) return kind;
  }
  throw Refusal("wrong_shape", "joints", "\"" + word + "\" is no kind",
                "give fixed, revolute, continuous, prismatic, planar or floating");
}

/// The numbers of names.
class Numbered {
 public:
  explicit Numbered(const char* where) : where_(where) {}
  void add(const std::string& name) {
    numbers_.emplace(name, static_cast<std::int32_t>(numbers_.size()));
  }
  std::int32_t of(const std::string& name) const {
    const auto found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    throw Refusal("unknown_body", where_, "\"" + name + "\" is none of them",
                  "add it, or correct it");
  }

 private:
  const char* where_;
  std::unordered_map<std::string, std::int32_t> numbers_;
};

RobotJoint read_joint(const Fields& of, const Numbered& links, const Numbered& joints) {
  RobotJoint joint;
  joint.name = of.text("name");
  joint.kind = read_kind(of.text("kind"));
  joint.parent = links.of(of.text("parent"));
  joint.child = links.of(of.text("child"));
  joint.origin = of.pose("origin");
  if (const nb::object axis = of.get("axis"); !axis.is_none()) {
    const std::vector<double> given = read_vector(axis, 3, "joints");
    joint.axis = {given[0], given[1], given[2]};
  }
  joint.lower = of.number("lower", joint.lower);
  joint.upper = of.number("upper", joint.upper);
  if (!of.get("mimic").is_none()) joint.mimic = joints.of(of.text("mimic"));
  joint.multiplier = of.number("multiplier", 1);
  joint.offset = of.number("offset", 0);
  return joint;
}

RobotPair read_skip(nb::handle given, const Numbered& links) {
  RobotPair pair;
  const std::vector<nb::object> three =
      read_list(given, "skipped", "give (link, link, reason) each");
  std::array<std::string, 3> words{"", "", "User"};
  if (three.size() < 2 || three.size() > 3)
    refuse_shape("skipped", "no two links and a reason", "give (link, link, reason) each");
  for (std::size_t k = 0; k < three.size(); ++k) {
    if (!nb::try_cast(three[k], words[k]))
      refuse_type("skipped", "a name that is no text", "give (link, link, reason) each");
  }
  return {links.of(words[0]), links.of(words[1]), words[2]};
}

AnyRobot from_model(nb::handle given) {
  const Fields all(given, "model");
  RobotModel model;
  model.name = all.text_or("name", "");
  model.base = all.pose("base");
  Numbered links("links"), joints("joints");
  for (const nb::object& name : all.list("links")) {
    std::string link;
    if (!nb::try_cast(name, link)) refuse_type("links", "a name that is no text", "give names");
    links.add(link);
    model.links.push_back({std::move(link)});
  }
  const std::vector<nb::object> listed = all.list("joints");
  for (const nb::object& one : listed) joints.add(Fields(one, "joints").text("name"));
  for (const nb::object& one : listed)
    model.joints.push_back(read_joint(Fields(one, "joints"), links, joints));
  for (const nb::object& one : all.list("parts")) {
    model.parts.push_back(read_part(one, "parts"));
    model.parts.back().link = links.of(Fields(one, "parts").text("link"));
  }
  for (const nb::object& one : all.list("skipped")) model.skipped.push_back(read_skip(one, links));
  for (const nb::object& one : all.list("groups")) {
    const Fields group(one, "groups");
    RobotGroup& made = model.groups.emplace_back();
    made.name = group.text("name");
    for (const nb::object& name : group.list("joints")) {
      std::string joint;
      if (!nb::try_cast(name, joint)) refuse_type("groups", "a name that is no text", "give names");
      made.joints.push_back(joints.of(joint));
    }
  }
  for (const nb::object& note : all.list("notes"))
    model.notes.push_back(nb::cast<std::string>(note));
  auto made = [&] {
    const nb::gil_scoped_release released;
    return Robot::from_model(model);
  }();
  Robot robot = accepted("model", std::move(made));
  const std::vector<nb::object> states = all.list("states");
  if (states.empty()) return {std::move(robot), {}};
  // Values of states are of variables, which the robot has first.
  for (const nb::object& one : states) {
    const Fields state(one, "states");
    RobotState& of = model.states.emplace_back();
    of.name = state.text("name");
    of.group = state.text("group");
    const nb::object values = state.required("values");
    if (!nb::isinstance<nb::dict>(values))
      refuse_type("states", "values that are no dict", "give {variable: value}");
    for (const auto& [key, value] : nb::borrow<nb::dict>(values)) {
      const std::int32_t variable = robot.find_variable(bytes_of_text(key, "states"));
      if (variable < 0)
        throw Refusal("unknown_body", "states", "a variable that the robot has not", "correct it");
      of.values.emplace_back(variable, nb::cast<double>(value));
    }
  }
  return {accepted("model", Robot::from_model(std::move(model))), {}};
}

nb::dict to_model(const AnyRobot& self) {
  const RobotModel& model = self.robot.model();
  nb::dict all;
  nb::list links, notes, groups;
  for (const RobotLink& link : model.links) links.append(link.name);
  for (const std::string& note : model.notes) notes.append(note);
  for (const RobotGroup& group : model.groups) {
    nb::list joints;
    for (const std::int32_t joint : group.joints)
      joints.append(model.joints[static_cast<std::size_t>(joint)].name);
    nb::dict one;
    one["name"] = group.name;
    one["joints"] = joints;
    groups.append(one);
  }
  all["name"] = model.name;
  all["links"] = links;
  all["joints"] = joints_of(self);
  all["parts"] = parts_of(self);
  all["skipped"] = skipped_of(self);
  all["groups"] = groups;
  all["states"] = states_of(self);
  all["base"] = AnyPose{model.base};
  all["notes"] = notes;
  return all;
}

/// Bridges to other libraries are written in Python.
nb::object bridge(const char* name) { return nb::module_::import_("sunder._robots").attr(name); }

}  // namespace

std::vector<nb::object> read_list(nb::handle given, const char* where, const char* remedy) {
  if (!nb::isinstance<nb::iterable>(given) || nb::isinstance<nb::str>(given))
    refuse_type(where, "no list, but " + class_name(given), remedy);
  std::vector<nb::object> all;
  for (nb::handle one : given) all.push_back(nb::borrow(one));
  return all;
}

nb::dict part_dict(const RobotPart& part) {
  nb::dict one;
  one["name"] = part.name;
  one["shape"] = std::string(to_string(part.shape));
  one["why"] = part.why;
  one["pose"] = AnyPose{part.pose};
  one["body"] = part_body(part);
  one["inner"] = part.inner ? nb::cast(Body{*part.inner}) : nb::none();
  if (part.body) one["hull"] = nb::cast(Body{part.hull});
  return one;
}

nb::list parts_of(const AnyRobot& self) {
  const RobotModel& model = self.robot.model();
  nb::list all;
  for (std::size_t i = 0; i < model.parts.size(); ++i) {
    nb::dict one = part_dict(model.parts[i]);
    one["link"] = link_name(model, model.parts[i].link);
    one["frame"] = self.robot.frame_of_part(static_cast<std::int32_t>(i));
    all.append(one);
  }
  return all;
}

RobotPart read_part_body(nb::handle given) {
  RobotPart part;
  require_space(given, "body", "a robot");
  const AnyMesh* mesh = nullptr;
  if (nb::try_cast(given, mesh, false) && mesh != nullptr) {
    const TakenMesh taken = take_mesh(*mesh, part.hull, part.body);
    part.shape = taken.as == BodyForm::hull    ? RobotShape::convex
                 : taken.as == BodyForm::solid ? RobotShape::solid
                                               : RobotShape::surface;
    part.why = part.shape == RobotShape::solid ? "its mesh is closed and simple" : taken.why;
    return part;
  }
  if (is_union(given)) {
    throw Refusal("not_served", "body", "a union that a link carries", "give each of its parts");
  }
  const Body& polytope = polytope_of(given, "body");
  part.hull = std::get<Polytope3>(polytope.polytope);
  part.radius = polytope.radius;
  if (part.radius > 0) {
    if (part.hull.vertex_count() > 2) {
      throw Refusal("not_served", "body", "a radius of more than a point or a segment",
                    "give the polytope, and a padding for it");
    }
    part.shape = part.hull.vertex_count() == 2 ? RobotShape::capsule : RobotShape::sphere;
  }
  return part;
}

RobotPart read_part(nb::handle dict, const char* where) {
  const Fields of(dict, where);
  const nb::object body = of.required("body");
  RobotPart part;
  if (of.get("shape").is_none()) {
    part = read_part_body(body);
  } else {
    part.shape = read_shape(of.text("shape"), where);
    if (part.shape == RobotShape::solid || part.shape == RobotShape::surface) {
      const Body3* const mesh = union_of<3>(body);
      if (mesh == nullptr)
        refuse_type(where, "a " + of.text("shape") + " that is no mesh", "give a sunder.Mesh");
      part.body = *mesh;
      const nb::object hull = of.get("hull");
      if (!hull.is_none()) {
        part.hull = std::get<Polytope3>(polytope_of(hull, where).polytope);
      } else {
        std::vector<Vector3> points;
        const auto* const single =
            mesh->parts().size() == 1 ? std::get_if<Mesh3>(&mesh->parts().front().shape) : nullptr;
        if (single == nullptr)
          throw Refusal("not_served", where, "a union", "give each of its parts");
        part.hull = accepted(where, Polytope3::from_points(single->points()));
      }
    } else {
      const Body& polytope = polytope_of(body, where);
      part.hull = std::get<Polytope3>(polytope.polytope);
      part.radius = polytope.radius;
    }
    if (const nb::object inner = of.get("inner"); !inner.is_none())
      part.inner = std::get<Polytope3>(polytope_of(inner, where).polytope);
  }
  part.name = of.text_or("name", "");
  if (!of.get("why").is_none()) part.why = of.text("why");
  part.pose = of.pose("pose");
  return part;
}

nb::list joints_of(const AnyRobot& self) {
  const RobotModel& model = self.robot.model();
  nb::list all;
  for (const RobotJoint& joint : model.joints) {
    nb::dict one;
    one["name"] = joint.name;
    one["kind"] = std::string(to_string(joint.kind));
    one["parent"] = link_name(model, joint.parent);
    one["child"] = link_name(model, joint.child);
    one["origin"] = AnyPose{joint.origin};
    one["axis"] = nb::make_tuple(joint.axis[0], joint.axis[1], joint.axis[2]);
    one["lower"] = joint.lower;
    one["upper"] = joint.upper;
    one["variable"] = joint.variable;
    one["mimic"] = joint.mimic < 0
                       ? nb::none()
                       : nb::cast(model.joints[static_cast<std::size_t>(joint.mimic)].name);
    one["multiplier"] = joint.multiplier;
    one["offset"] = joint.offset;
    all.append(one);
  }
  return all;
}

nb::list skipped_of(const AnyRobot& self) {
  const RobotModel& model = self.robot.model();
  nb::list all;
  for (const RobotPair& pair : model.skipped)
    all.append(nb::make_tuple(link_name(model, pair.a), link_name(model, pair.b), pair.reason));
  return all;
}

nb::list states_of(const AnyRobot& self) {
  nb::list all;
  for (const RobotState& state : self.robot.model().states) {
    nb::dict values;
    for (const auto& [variable, value] : state.values) {
      const std::string& name = self.robot.variable_names()[static_cast<std::size_t>(variable)];
      values[nb::cast(name)] = value;
    }
    nb::dict one;
    one["name"] = state.name;
    one["group"] = state.group;
    one["values"] = values;
    all.append(one);
  }
  return all;
}

void add_robot_models(nb::class_<AnyRobot>& type) {
  type.def_static(
          "from_mujoco",
          [](nb::handle model, const std::string& unsupported) {
            return bridge("from_mujoco")(model, nb::arg("unsupported") = unsupported);
          },
          nb::arg("model"), nb::kw_only(), nb::arg("unsupported") = "refuse",
          nb::sig("def from_mujoco(model: typing.Any, *, unsupported: str = \"refuse\") -> Robot"),
          R"(The robot of a mujoco.MjModel: its bodies as links, its geoms as parts. Needs mujoco.

Hinges, slides and free joints; ball joints are refused (not_served). Boxes, spheres, capsules, cylinders, and
meshes as their hulls, as MuJoCo takes them. Planes, ellipsoids and height fields are refused, or with
unsupported="skip" left out with a note. Skipped are the pairs that MuJoCo does not examine: of one welded body,
of parent and child, by contype and conaffinity, and by <exclude>. A configuration is qpos, but for the
quaternion of a free joint: sunder.mujoco_configurations().)")
      .def_static(
          "from_pinocchio",
          [](nb::handle model, nb::handle geometry, const std::string& unsupported) {
            return bridge("from_pinocchio")(model, geometry, nb::arg("unsupported") = unsupported);
          },
          nb::arg("model"), nb::arg("geometry_model"), nb::kw_only(),
          nb::arg("unsupported") = "refuse",
          nb::sig(
              "def from_pinocchio(model: typing.Any, geometry_model: typing.Any, *, unsupported: "
              "str = \"refuse\") -> Robot"),
          R"(The robot of a pinocchio.Model and its collision GeometryModel. Needs pin.

Each joint is a link of its name. Examined are the collision pairs of the geometry model, and no others. Revolute,
prismatic, planar and free-flyer joints; others are refused (not_served). Meshes are what they are, solids where
they are closed. unsupported: as in from_mujoco(). A configuration has an angle where q has its cosine and sine:
sunder.pinocchio_configurations().)");
  type.def_static("from_model", &from_model, nb::arg("model"),
                  nb::sig("def from_model(model: dict[str, typing.Any]) -> Robot"),
                  R"(Puts a robot together of what to_model() gives.

Keys: links (names); joints (dicts of name, kind, parent, child, and where they differ from the default origin, axis,
lower, upper, mimic, multiplier, offset); parts (dicts of name, link, body, and where needed shape, pose, inner).
Optional: name, skipped ((link, link, reason) each), groups, states, base, notes. Raises sunder.Error: missing_key,
unknown_body, wrong_shape, not_finite, too_large.)")
      .def("to_model", &to_model, nb::sig("def to_model(self) -> dict[str, typing.Any]"),
           "All of the robot as a dict, for from_model(). Pickles are made of it.")
      .def(
          "__copy__", [](nb::handle self) { return nb::borrow(self); },
          nb::sig("def __copy__(self) -> Robot"))
      .def(
          "__deepcopy__", [](nb::handle self, nb::handle) { return nb::borrow(self); },
          nb::arg("memo").none(), nb::sig("def __deepcopy__(self, memo: typing.Any, /) -> Robot"))
      .def("__getstate__", &to_model, nb::sig("def __getstate__(self) -> dict[str, typing.Any]"))
      .def(
          "__setstate__",
          [](AnyRobot& self, nb::handle model) { new (&self) AnyRobot(from_model(model)); },
          nb::arg("model"),
          nb::sig("def __setstate__(self, model: dict[str, typing.Any], /) -> None"));
}

}  // namespace sunder::python

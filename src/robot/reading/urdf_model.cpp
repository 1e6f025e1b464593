// SPDX-License-Identifier: Apache-2.0
//
// Idea: Links are numbered first, since joints may come before them. Then each joint and each collision shape is read in
// the order of the file.
// Source: the URDF XML specification of ROS, and urdfdom for what it leaves open.
// Cost: O(n), and that of the meshes.
// Gives up: It refuses the file at the first fault. Visual shapes, masses, transmissions and extensions are not read.
#include "robot/reading/urdf_model.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "files/refused.hpp"
#include "robot/model/robot_data.hpp"
#include "robot/reading/packages.hpp"
#include "robot/reading/shapes.hpp"
#include "sunder/io.hpp"

namespace sunder::detail::robot {
namespace {

class UrdfReader {
 public:
  UrdfReader(const XmlFile& file, const UrdfOptions& options)
      : file_(file), options_(options), shelf_(options.limits) {}

  NamedModel read() && {
    RobotModel& model = named_.model;
    model.name = file_.root().attribute("name").value();
    model.base = options_.base;
    for (const pugi::xml_node link : file_.root().children("link")) add_link(link);
    if (model.links.empty()) {
      file_.refuse(io_error::syntax, file_.root(), "it has no <link>; a robot needs one at least");
    }
    for (const pugi::xml_node joint : file_.root().children("joint")) number_joint(joint);
    for (const pugi::xml_node joint : file_.root().children("joint")) add_joint(joint);
    std::int32_t id = 0;
    for (const pugi::xml_node link : file_.root().children("link")) add_parts(link, id++);
    add_notes();
    return std::move(named_);
  }

 private:
  std::string name_of(pugi::xml_node element) const {
    return file_.required(element, "name", "give it a name of its own");
  }

  void add_link(pugi::xml_node link) {
    RobotLink added{name_of(link)};
    const auto id = static_cast<std::int32_t>(named_.model.links.size());
    if (!named_.links.emplace(added.name, id).second) {
      file_.refuse(ErrorCode::wrong_shape, link,
                   "another link has this name; each needs one of its own");
    }
    named_.model.links.push_back(std::move(added));
  }

  void number_joint(pugi::xml_node joint) {
    const auto id = static_cast<std::int32_t>(named_.joints.size());
    if (!named_.joints.emplace(name_of(joint), id).second) {
      file_.refuse(ErrorCode::wrong_shape, joint,
                   "another joint has this name; each needs one of its own");
    }
  }

  JointKind kind_of(pugi::xml_node joint) const {
    const std::string type = file_.required(
        joint, "type", "write revolute, continuous, prismatic, fixed, planar or floating");
    for (const JointKind kind : {JointKind::fixed, JointKind::revolute, JointKind::continuous,
                                 JointKind::prismatic, JointKind::planar, JointKind::floating}) {
      if (type == to_string(kind)) return kind;
    }
    file_.refuse(io_error::syntax, joint,
                 fmt::format("its type \"{}\" is none; write revolute, continuous, prismatic, "
                             "fixed, planar or floating",
                             type));
  }

  std::int32_t end_of(pugi::xml_node joint, const char* end) const {
    const pugi::xml_node element = file_.only(joint, end);
    if (!element) {
      file_.refuse(io_error::syntax, joint,
                   fmt::format("it has no <{0}>; write <{0} link=\"NAME\"/>", end));
    }
    const std::string link = file_.required(element, "link", "name a link");
    const auto found = named_.links.find(link);
    if (found != named_.links.end()) return found->second;
    file_.refuse(
        io_error::unknown_body, joint,
        fmt::format("its {} is \"{}\", and no link has this name; add it or correct the name", end,
                    link));
  }

  void read_limits(pugi::xml_node element, RobotJoint& joint) {
    const pugi::xml_node limit = file_.only(element, "limit");
    const bool limited = joint.kind == JointKind::revolute || joint.kind == JointKind::prismatic;
    if (!limited) {
      if (limit.attribute("lower") || limit.attribute("upper")) unlimited_.push_back(joint.name);
      return;
    }
    if (!limit) {
      file_.refuse(io_error::syntax, element,
                   fmt::format("it is {} and has no <limit>; give it lower and upper{}",
                               to_string(joint.kind),
                               joint.kind == JointKind::revolute ? ", or make it continuous" : ""));
    }
    joint.lower = file_.number(limit, "lower").value_or(0.0);
    joint.upper = file_.number(limit, "upper").value_or(0.0);
    if (joint.lower > joint.upper) {
      file_.refuse(ErrorCode::wrong_shape, element,
                   fmt::format("its lower limit {} is above its upper one, {}; exchange them",
                               joint.lower, joint.upper));
    }
  }

  void read_mimic(pugi::xml_node element, RobotJoint& joint) {
    const pugi::xml_node mimic = file_.only(element, "mimic");
    if (!mimic) return;
    if (joint.kind == JointKind::fixed) {
      still_.push_back(joint.name);
      return;
    }
    const std::string leader = file_.required(mimic, "joint", "name the joint that it follows");
    const auto found = named_.joints.find(leader);
    if (found == named_.joints.end()) {
      file_.refuse(
          io_error::unknown_body, element,
          fmt::format("it mimics \"{}\", and no joint has this name; correct the name", leader));
    }
    joint.mimic = found->second;
    joint.multiplier = file_.number(mimic, "multiplier").value_or(1.0);
    joint.offset = file_.number(mimic, "offset").value_or(0.0);
  }

  void add_joint(pugi::xml_node element) {
    RobotJoint joint;
    joint.name = name_of(element);
    joint.kind = kind_of(element);
    joint.parent = end_of(element, "parent");
    joint.child = end_of(element, "child");
    if (joint.parent == joint.child) {
      file_.refuse(ErrorCode::wrong_shape, element,
                   "its parent and its child are one link; they must be two");
    }
    const auto [holder, free] = holders_.emplace(joint.child, joint.name);
    if (!free) {
      file_.refuse(ErrorCode::wrong_shape, element,
                   fmt::format("its child \"{}\" hangs on joint \"{}\" too; a robot is a tree, and "
                               "each link has one parent",
                               named_.model.links[static_cast<std::size_t>(joint.child)].name,
                               holder->second));
    }
    joint.origin = origin_of(element);
    joint.axis = file_.three(file_.only(element, "axis"), "xyz").value_or(joint.axis);
    const bool along_z = std::fabs(joint.axis[0]) <= 0 && std::fabs(joint.axis[1]) <= 0;
    if (joint.kind == JointKind::planar && !along_z) planar_.push_back(joint.name);
    if (variables_of(joint.kind) == 1 && along_z && std::fabs(joint.axis[2]) <= 0) {
      file_.refuse(ErrorCode::wrong_shape, element,
                   "its axis is 0 0 0; name a direction, such as 0 0 1");
    }
    read_limits(element, joint);
    read_mimic(element, joint);
    named_.model.joints.push_back(std::move(joint));
  }

  Pose3 origin_of(pugi::xml_node element) const {
    const pugi::xml_node origin = file_.only(element, "origin");
    const Vector3 xyz = file_.three(origin, "xyz").value_or(Vector3{0, 0, 0});
    const Vector3 rpy = file_.three(origin, "rpy").value_or(Vector3{0, 0, 0});
    return pose_from_rpy(xyz, rpy).value();
  }

  double positive(pugi::xml_node element, const char* attribute, bool or_zero = false) const {
    const double value = file_.required_number(element, attribute);
    if (value > 0 || (or_zero && value >= 0)) return value;
    file_.refuse(ErrorCode::wrong_shape, element,
                 fmt::format("{} is {}; it must be {}", attribute, value,
                             or_zero ? "0 or more" : "more than 0"));
  }

  RobotPart accepted(pugi::xml_node element, Result<RobotPart> part) const {
    if (!part) file_.refuse(part.error().code, element, part.error().message);
    return std::move(part).value();
  }

  std::vector<RobotPart> mesh_parts(pugi::xml_node mesh, const std::string& part) {
    const std::string uri = file_.required(mesh, "filename", "name a mesh file");
    const Vector3 scale = file_.three(mesh, "scale").value_or(Vector3{1, 1, 1});
    if (std::ranges::any_of(scale, [](double s) { return !(std::fabs(s) > 0); })) {
      file_.refuse(ErrorCode::wrong_shape, mesh,
                   "its scale has a 0; leave scale out for the size of the file");
    }
    const Result<FoundFile> found = find_file(uri, file_.path(), options_);
    if (!found) file_.refuse(found.error().code, mesh, found.error().message);
    if (!found.value().note.empty()) note_once(found.value().note);
    const BodyForm form = options_.form_of ? options_.form_of(part) : options_.as;
    const Result<const MeshParts*> parts = shelf_.take(found.value().path, scale, form);
    if (!parts) file_.refuse(parts.error().code, mesh, parts.error().message);
    for (const std::string& note : parts.value()->notes)
      note_once(found.value().path + ": " + note);
    return parts.value()->parts;
  }

  std::vector<RobotPart> parts_of(pugi::xml_node collision, const std::string& name) {
    const pugi::xml_node geometry = file_.only(collision, "geometry");
    if (!geometry) {
      file_.refuse(io_error::syntax, collision, "it has no <geometry>; give it one, or remove it");
    }
    pugi::xml_node shape;
    for (const pugi::xml_node child : geometry.children()) {
      if (child.type() != pugi::node_element) continue;
      if (shape)
        file_.refuse(io_error::syntax, child,
                     "its <geometry> has a second shape; give each a <collision> of its own");
      shape = child;
    }
    const std::string_view kind = shape.name();
    if (kind == "box") {
      const auto size = file_.three(shape, "size");
      if (!size)
        file_.refuse(io_error::syntax, shape,
                     "its attribute size is missing; give it three lengths");
      for (const double length : *size) {
        if (!(length > 0))
          file_.refuse(ErrorCode::wrong_shape, shape,
                       fmt::format("size has the length {}; all must be more than 0", length));
      }
      return {accepted(shape, make_box(*size))};
    }
    if (kind == "sphere") return {make_sphere(positive(shape, "radius"))};
    if (kind == "capsule")
      return {accepted(shape,
                       make_capsule(positive(shape, "radius"), positive(shape, "length", true)))};
    if (kind == "cylinder") {
      return {accepted(shape, make_cylinder(positive(shape, "radius"), positive(shape, "length"),
                                            options_.cylinder_sides))};
    }
    if (kind == "mesh") return mesh_parts(shape, name);
    if (!shape)
      file_.refuse(io_error::syntax, geometry,
                   "it is empty; write <box>, <sphere>, <cylinder>, <capsule> or <mesh>");
    file_.refuse(io_error::syntax, shape,
                 "no such shape is read; write <box>, <sphere>, <cylinder>, <capsule> or <mesh>");
  }

  std::string free_name(std::string name) {
    if (names_.insert(name).second) return name;
    for (int n = ++suffixes_[name];; ++n) {
      std::string numbered = fmt::format("{}#{}", name, n + 1);
      if (names_.insert(numbered).second) {
        suffixes_[name] = n;
        return numbered;
      }
    }
  }

  void add_parts(pugi::xml_node link, std::int32_t id) {
    const std::string& link_name = named_.model.links[static_cast<std::size_t>(id)].name;
    if (link.child("visual") && !link.child("collision")) unseen_.push_back(link_name);
    for (const pugi::xml_node collision : link.children("collision")) {
      const std::string_view own = collision.attribute("name").value();
      const std::string base = own.empty() ? link_name : fmt::format("{}/{}", link_name, own);
      const Pose3 pose = origin_of(collision);
      std::vector<RobotPart> parts = parts_of(collision, base);
      for (RobotPart& part : parts) {
        part.name = free_name(parts.size() > 1 ? fmt::format("{}/{}", base, part.name) : base);
        part.link = id;
        part.pose = pose;
        named_.model.parts.push_back(std::move(part));
      }
    }
  }

  void note_once(const std::string& note) {
    if (std::ranges::find(named_.model.notes, note) == named_.model.notes.end())
      named_.model.notes.push_back(note);
  }

  void note_list(const std::vector<std::string>& names, std::string_view what) {
    if (names.empty()) return;
    std::string list;
    for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 10); ++i)
      list += (i > 0 ? ", " : "") + names[i];
    if (names.size() > 10) list += fmt::format(" and {} more", names.size() - 10);
    named_.model.notes.push_back(fmt::format("{}: {}", what, list));
  }

  void add_notes() {
    note_list(unseen_, "links with visual shapes and no collision shapes, which are not examined");
    note_list(unlimited_, "joints whose limits were not read, since their kind has none");
    note_list(still_, "fixed joints whose <mimic> was not read, since nothing moves them");
    note_list(planar_,
              "planar joints that move in the plane z = 0 of their own frame, as in MoveIt, "
              "whatever their axis");
  }

  const XmlFile& file_;
  const UrdfOptions& options_;
  MeshShelf shelf_;
  NamedModel named_;
  std::unordered_map<std::int32_t, std::string> holders_;  ///< the joint of each child
  std::unordered_set<std::string> names_;
  std::unordered_map<std::string, int> suffixes_;
  std::vector<std::string> unseen_, unlimited_, still_, planar_;
};

}  // namespace

NamedModel read_urdf_model(const XmlFile& file, const UrdfOptions& options) {
  return UrdfReader(file, options).read();
}

}  // namespace sunder::detail::robot

// SPDX-License-Identifier: Apache-2.0
//
// Idea: Every key of the message is known, so that a misspelt one is refused; those that say nothing about bodies are
// passed over. Points and quaternions are lists, as some planners write them, or have keys, as messages are printed.
// Source: moveit_msgs/PlanningScene, and the dialect of MotionBenchMaker's files.
// Gives up: Planes, octomaps, scaled links, and objects that are moved or removed are refused, since a body would be missed.
#include <array>
#include <fmt/format.h>
#include <utility>

#include "files/refused.hpp"
#include "robot/reading/planning_message.hpp"
#include "robot/reading/yaml_file.hpp"

namespace sunder::detail::robot {
namespace {

using Node = YamlFile::Node;

std::string without_slash(const std::string& frame) {
  return frame.starts_with('/') ? frame.substr(1) : frame;
}

class PlanningYaml {
 public:
  PlanningYaml(const std::string& path, std::string_view text, const PlanningSceneOptions& options)
      : file_(path, text), shapes_(path, options) {}

  PlanningMessage read() && {
    const Node root = file_.root();
    file_.expect_keys(root, "a planning scene",
                      {"name", "robot_state", "robot_model_name", "fixed_frame_transforms",
                       "allowed_collision_matrix", "link_padding", "link_scale", "object_colors",
                       "world", "is_diff"});
    if (const Node name = file_.find(root, "name")) message_.name = file_.text(name, "name");
    for (const Node one :
         file_.items(file_.find(root, "fixed_frame_transforms"), "fixed_frame_transforms"))
      add_frame(one);
    if (const Node world = file_.find(root, "world")) read_world(world);
    if (const Node state = file_.find(root, "robot_state")) read_state(state);
    if (const Node matrix = file_.find(root, "allowed_collision_matrix")) read_matrix(matrix);
    for (const Node one : file_.items(file_.find(root, "link_padding"), "link_padding")) {
      file_.expect_keys(one, "link_padding", {"link_name", "padding"});
      message_.padding.emplace_back(
          file_.text(file_.required(one, "link_padding", "link_name"), "link_name"),
          file_.number(file_.required(one, "link_padding", "padding"), "padding"));
    }
    for (const Node one : file_.items(file_.find(root, "link_scale"), "link_scale")) {
      file_.expect_keys(one, "link_scale", {"link_name", "scale"});
      const Node scale = file_.required(one, "link_scale", "scale");
      const double value = file_.number(scale, "scale");
      if (value < 1 || value > 1)
        file_.refuse(not_served, scale, "a scaled link is not read; pad it with link_padding");
    }
    return std::move(message_);
  }

 private:
  static constexpr ErrorCode not_served = ErrorCode::not_served;

  std::string where(Node at, std::string_view what) const {
    return fmt::format("{}: line {}: {}", file_.path(), at->line, what);
  }

  std::string frame_of(Node holder) const {
    const Node header = file_.find(holder, "header");
    if (header == nullptr) return {};
    file_.expect_keys(header, "header", {"seq", "stamp", "frame_id"});
    const Node frame = file_.find(header, "frame_id");
    return frame == nullptr ? std::string() : without_slash(file_.text(frame, "frame_id"));
  }

  Vector3 point(Node node, std::string_view what) const {
    const std::vector<double> all = file_.named_numbers(node, what, {"x", "y", "z"});
    return {all[0], all[1], all[2]};
  }

  Pose3 pose(Node node, std::string_view what, std::string_view at, std::string_view turn) const {
    Vector3 position{};
    std::array<double, 4> xyzw{0, 0, 0, 1};
    if (node == nullptr) return Pose3::identity();
    file_.expect_keys(node, what, {at, turn});
    if (const Node given = file_.find(node, at)) position = point(given, at);
    if (const Node given = file_.find(node, turn)) {
      const std::vector<double> all = file_.named_numbers(given, turn, {"x", "y", "z", "w"});
      xyzw = {all[0], all[1], all[2], all[3]};
    }
    return MessageShapes::pose(position, xyzw, where(node, what));
  }

  void add_frame(Node one) {
    file_.expect_keys(one, "fixed_frame_transforms", {"header", "child_frame_id", "transform"});
    FramedPose framed;
    framed.frame = frame_of(one);
    framed.where = where(one, "fixed_frame_transforms");
    framed.pose = pose(file_.find(one, "transform"), "transform", "translation", "rotation");
    const Node child = file_.required(one, "fixed_frame_transforms", "child_frame_id");
    message_.frames.emplace_back(without_slash(file_.text(child, "child_frame_id")),
                                 std::move(framed));
  }

  void read_world(Node world) {
    file_.expect_keys(world, "world", {"collision_objects", "octomap"});
    for (const Node one : file_.items(file_.find(world, "collision_objects"), "collision_objects"))
      message_.objects.push_back(object(one));
    const Node octomap = file_.find(world, "octomap");
    if (octomap == nullptr) return;
    file_.expect_keys(octomap, "octomap", {"header", "origin", "octomap"});
    const Node inside = file_.find(octomap, "octomap");
    const Node data = inside == nullptr || inside->kind != YamlNode::Kind::mapping
                          ? nullptr
                          : file_.find(inside, "data");
    if (data == nullptr || (data->children.empty() && data->text.empty())) return;
    file_.refuse(not_served, data, "an octomap is not read; give its occupied boxes as primitives");
  }

  MessageObject object(Node one) {
    file_.expect_keys(
        one, "a collision object",
        {"header", "pose", "id", "type", "primitives", "primitive_poses", "meshes", "mesh_poses",
         "planes", "plane_poses", "subframe_names", "subframe_poses", "operation"});
    MessageObject made;
    made.id = file_.text(file_.required(one, "a collision object", "id"), "id");
    const std::string what = fmt::format("object \"{}\"", made.id.substr(0, 60));
    if (made.id.empty()) file_.refuse(ErrorCode::wrong_shape, one, "an object without a name");
    made.place.frame = frame_of(one);
    made.place.where = where(one, what);
    made.place.pose = pose(file_.find(one, "pose"), "pose", "position", "orientation");
    if (const Node operation = file_.find(one, "operation")) {
      const std::string& word = file_.text(operation, "operation");
      if (word != "0" && word != "add" && word != "ADD") {
        file_.refuse(not_served, operation,
                     what +
                         ": it is moved, removed or appended to; only objects that are added "
                         "are read: write the scene as it is after all");
      }
    }
    if (const Node planes = file_.find(one, "planes");
        planes != nullptr && !planes->children.empty()) {
      file_.refuse(
          not_served, planes,
          what + ": a plane has no end and is not read; write a box as large as is needed");
    }
    read_primitives(one, what, made);
    read_meshes(one, what, made);
    if (made.parts.empty()) {
      file_.refuse(ErrorCode::wrong_shape, one,
                   what + ": it has no shape; give it primitives or meshes");
    }
    return made;
  }

  /// The poses of a list of shapes; shapes without one have none of their own.
  std::vector<Pose3> poses(Node one, const char* key, std::size_t shapes,
                           const std::string& what) const {
    std::vector<Pose3> all;
    const Node list = file_.find(one, key);
    for (const Node item : file_.items(list, key))
      all.push_back(pose(item, key, "position", "orientation"));
    if (all.size() > shapes) {
      file_.refuse(ErrorCode::wrong_shape, list,
                   fmt::format("{}: {} has {} poses for {} shapes", what, key, all.size(), shapes));
    }
    all.resize(shapes, Pose3::identity());
    return all;
  }

  void read_primitives(Node one, const std::string& what, MessageObject& made) {
    const std::vector<Node> list = file_.items(file_.find(one, "primitives"), "primitives");
    const std::vector<Pose3> placed = poses(one, "primitive_poses", list.size(), what);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Node shape = list[i];
      file_.expect_keys(shape, "a primitive", {"type", "dimensions", "polygon"});
      const Node type = file_.required(shape, "a primitive", "type");
      const std::string_view kind = kind_of(type, what);
      RobotPart part = shapes_.primitive(
          kind, file_.numbers(file_.required(shape, "a primitive", "dimensions"), "dimensions"),
          where(shape, what));
      part.pose = placed[i];
      made.parts.push_back(std::move(part));
    }
  }

  std::string_view kind_of(Node type, const std::string& what) const {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kKinds{
        {{"1", "box"}, {"2", "sphere"}, {"3", "cylinder"}, {"4", "cone"}}};
    std::string word = file_.text(type, "type");
    for (char& c : word) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    for (const auto& [number, kind] : kKinds) {
      if (word == number || word == kind) return kind;
    }
    file_.refuse(not_served, type,
                 fmt::format("{}: a shape of type \"{}\" is not read; write box, sphere, cylinder, "
                             "cone or a mesh",
                             what, word.substr(0, 60)));
  }

  void read_meshes(Node one, const std::string& what, MessageObject& made) {
    const std::vector<Node> list = file_.items(file_.find(one, "meshes"), "meshes");
    const std::vector<Pose3> placed = poses(one, "mesh_poses", list.size(), what);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Node mesh = list[i];
      file_.expect_keys(mesh, "a mesh", {"vertices", "triangles", "resource", "dimensions"});
      std::vector<RobotPart> parts;
      if (const Node resource = file_.find(mesh, "resource")) {
        Vector3 scale{1, 1, 1};
        if (const Node given = file_.find(mesh, "dimensions")) scale = point(given, "dimensions");
        parts = shapes_.resource(file_.text(resource, "resource"), scale, where(resource, what),
                                 message_.notes);
      } else {
        parts.push_back(inline_mesh(mesh, what));
      }
      for (RobotPart& part : parts) {
        part.pose = placed[i];
        made.parts.push_back(std::move(part));
      }
    }
  }

  RobotPart inline_mesh(Node mesh, const std::string& what) const {
    std::vector<Vector3> points;
    for (const Node one : file_.items(file_.required(mesh, "a mesh", "vertices"), "vertices"))
      points.push_back(point(one, "vertices"));
    std::vector<MeshTriangle> triangles;
    for (const Node one : file_.items(file_.required(mesh, "a mesh", "triangles"), "triangles")) {
      Node list = one;
      if (one->kind == YamlNode::Kind::mapping) {
        file_.expect_keys(one, "a triangle", {"vertex_indices"});
        list = file_.required(one, "a triangle", "vertex_indices");
      }
      const std::vector<double> corners = file_.numbers(list, "triangles");
      MeshTriangle& triangle = triangles.emplace_back();
      if (corners.size() != 3)
        file_.refuse(ErrorCode::wrong_shape, list, what + ": a triangle has three corners");
      for (std::size_t k = 0; k < 3; ++k) {
        const double corner = corners[k];
        if (!(corner >= 0 && corner < static_cast<double>(points.size())) ||
            static_cast<double>(static_cast<std::int32_t>(corner)) < corner) {
          file_.refuse(
              ErrorCode::wrong_shape, list,
              fmt::format("{}: corner {} is none of its {} vertices", what, corner, points.size()));
        }
        triangle[k] = static_cast<std::int32_t>(corner);
      }
    }
    return shapes_.mesh(points, triangles, where(mesh, what));
  }

  void read_state(Node state) {
    file_.expect_keys(
        state, "robot_state",
        {"joint_state", "multi_dof_joint_state", "attached_collision_objects", "is_diff"});
    if (const Node joints = file_.find(state, "joint_state")) {
      file_.expect_keys(joints, "joint_state",
                        {"header", "name", "position", "velocity", "effort"});
      const std::vector<std::string> names =
          file_.texts(file_.find(joints, "name"), "the names of joint_state");
      const std::vector<double> values =
          file_.numbers(file_.find(joints, "position"), "the positions of joint_state");
      if (names.size() != values.size()) {
        file_.refuse(
            ErrorCode::wrong_shape, joints,
            fmt::format("joint_state has {} names and {} positions", names.size(), values.size()));
      }
      for (std::size_t i = 0; i < names.size(); ++i)
        message_.state.emplace_back(names[i], values[i]);
    }
    for (const Node one : file_.items(file_.find(state, "attached_collision_objects"),
                                      "attached_collision_objects")) {
      file_.expect_keys(one, "an attached object",
                        {"link_name", "object", "touch_links", "detach_posture", "weight"});
      MessageAttachment made;
      made.link = file_.text(file_.required(one, "an attached object", "link_name"), "link_name");
      made.object = object(file_.required(one, "an attached object", "object"));
      made.touches = file_.texts(file_.find(one, "touch_links"), "touch_links");
      message_.attached.push_back(std::move(made));
    }
  }

  void read_matrix(Node matrix) {
    file_.expect_keys(
        matrix, "allowed_collision_matrix",
        {"entry_names", "entry_values", "default_entry_names", "default_entry_values"});
    message_.entries = file_.texts(file_.find(matrix, "entry_names"), "entry_names");
    const std::size_t count = message_.entries.size();
    const Node values = file_.find(matrix, "entry_values");
    for (Node row : file_.items(values, "entry_values")) {
      if (row->kind == YamlNode::Kind::mapping) {
        file_.expect_keys(row, "entry_values", {"enabled"});
        row = file_.required(row, "entry_values", "enabled");
      }
      std::vector<bool>& allowed = message_.allowed.emplace_back();
      for (const Node one : file_.items(row, "entry_values"))
        allowed.push_back(file_.boolean(one, "entry_values"));
      if (allowed.size() != count) {
        file_.refuse(ErrorCode::wrong_shape, row,
                     fmt::format("a row of entry_values has {} entries, and entry_names {}",
                                 allowed.size(), count));
      }
    }
    if (message_.allowed.size() != count) {
      file_.refuse(ErrorCode::wrong_shape, matrix,
                   fmt::format("entry_values has {} rows, and entry_names {} names",
                               message_.allowed.size(), count));
    }
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        if (message_.allowed[i][k] == message_.allowed[k][i]) continue;
        file_.refuse(ErrorCode::wrong_shape, values,
                     fmt::format("entry_values says both true and false of \"{}\" and \"{}\"",
                                 message_.entries[k], message_.entries[i]));
      }
    }
    const Node names = file_.find(matrix, "default_entry_names");
    const std::vector<std::string> of = file_.texts(names, "default_entry_names");
    const std::vector<Node> defaults =
        file_.items(file_.find(matrix, "default_entry_values"), "default_entry_values");
    if (of.size() != defaults.size()) {
      file_.refuse(ErrorCode::wrong_shape, matrix,
                   fmt::format("{} default_entry_names and {} default_entry_values", of.size(),
                               defaults.size()));
    }
    for (std::size_t i = 0; i < of.size(); ++i)
      message_.defaults[of[i]] = file_.boolean(defaults[i], "default_entry_values");
  }

  YamlFile file_;
  MessageShapes shapes_;
  PlanningMessage message_;
};

}  // namespace

PlanningMessage read_planning_yaml(const std::string& path, std::string_view text,
                                   const PlanningSceneOptions& options) {
  return PlanningYaml(path, text, options).read();
}

}  // namespace sunder::detail::robot

// SPDX-License-Identifier: Apache-2.0
//
// Idea: The nodes of the visual scene of COLLADA 1.4 and 1.5 place the geometries. The document's
// unit is reported, and its up axis is ignored: coordinates stay those of the file.
// Cost: One visit for each node and instance; a stack replaces recursion.
// Gives up: It refuses nodes that nest too deep or instance themselves, and more nodes than the
// limits allow.
#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include "files/collada_geometry.hpp"
#include "files/placement.hpp"
#include "files/refused.hpp"
#include "text/decimal.hpp"
#include "text/text_scanner.hpp"

namespace sunder::detail::files {
namespace {

/// Deeper nesting than any exporter writes: the descent of nodes that instance themselves ends
/// here.
constexpr int kDeepest = 256;
/// Nodes visited for each body that the limits allow: instances of instances multiply.
constexpr std::int64_t kNodesPerBody = 4;

/// Returns the rotation by `degrees` about `axis`. Quarter turns about a coordinate axis are exact.
Placement turn(const std::vector<double>& axis, double degrees) {
  const double length = std::hypot(axis[0], axis[1], axis[2]);
  double w = 0;
  double s = 0;
  if (std::fmod(degrees, 90) == 0 && std::abs(degrees) <= 360) {
    // (w, s) is (cos, sin) of half the angle, times the square root of two if that gives integers.
    static constexpr double kCosine[] = {1, 1, 0, -1, -1};
    static constexpr double kSine[] = {0, 1, 1, 1, 0};
    const auto quarter = static_cast<std::size_t>(std::abs(degrees) / 90);
    w = kCosine[quarter];
    s = std::copysign(kSine[quarter], degrees);
  } else {
    const double half = degrees / 360 * std::numbers::pi;
    w = std::cos(half);
    s = std::sin(half);
  }
  const double scale = length == 0 ? 0 : s / length;
  return Placement::rotation({w, axis[0] * scale, axis[1] * scale, axis[2] * scale});
}

class ColladaReader {
 public:
  explicit ColladaReader(const Input& input) : input_(input), document_(input) {
    model_.format = "COLLADA";
  }

  Model read() {
    const pugi::xml_node root = document_.root();
    model_.unit_in_metres = unit_in_metres(root.child("asset").child("unit"));
    const pugi::xml_node instance = root.child("scene").child("instance_visual_scene");
    if (instance) {
      push_children(document_.target(instance, "url"), Placement(), nullptr);
      while (!stack_.empty()) {
        const Visit visit = stack_.back();
        stack_.pop_back();
        visit_node(visit);
      }
    }
    add_notes();
    return std::move(model_);
  }

 private:
  /// The schema's default is the metre, both for the element and for its attribute.
  double unit_in_metres(pugi::xml_node unit) {
    const pugi::xml_attribute metres = unit.attribute("meter");
    if (!metres) return 1;
    Words words(metres.value(), true);
    const std::string_view text = words.remainder();
    const auto value = read_text_decimal(text);
    if (!value || !std::isfinite(*value) || !(*value > 0)) {
      document_.refuse(
          ErrorCode::wrong_shape, unit,
          fmt::format("meter is \"{}\"; it must be a length above 0, in metres", text));
    }
    return *value;
  }

  struct Visit {
    pugi::xml_node node;
    Placement parent;
    int depth;
    std::int64_t root;  ///< the number of the top-level node that holds it
    pugi::xml_node root_node;
  };

  /// Pushes in reverse, so that the first child is on top.
  void push_children(pugi::xml_node parent, const Placement& here, const Visit* visit) {
    for (pugi::xml_node child = parent.last_child(); child; child = child.previous_sibling()) {
      const std::string_view name = child.name();
      if (name != "node" && name != "instance_node") continue;
      const pugi::xml_node node = name == "node" ? child : document_.target(child, "url");
      if (visit == nullptr) {
        stack_.push_back({node, here, 0, ++roots_, node});
      } else {
        stack_.push_back({node, here, visit->depth + 1, visit->root, visit->root_node});
      }
    }
  }

  void visit_node(const Visit& visit) {
    if (visit.depth > kDeepest) {
      document_.refuse(
          io_error::syntax, visit.node,
          fmt::format("nodes are nested deeper than {}; does one instance itself?", kDeepest));
    }
    if (++nodes_ > kNodesPerBody * input_.limits.bodies) {
      document_.refuse(ErrorCode::too_large, visit.node, "more nodes than are read of one file");
    }
    const Placement here = visit.parent * placement(visit.node);
    for (const pugi::xml_node child : visit.node.children()) {
      const std::string_view name = child.name();
      if (name == "instance_geometry") add_instance(visit, document_.target(child, "url"), here);
      if (name == "instance_controller") {
        ++skinned_;
        add_instance(visit, skinned_geometry(child), here);
      }
    }
    push_children(visit.node, here, &visit);
  }

  /// Returns the geometry behind a chain of skins and morphs.
  pugi::xml_node skinned_geometry(pugi::xml_node instance) {
    pugi::xml_node found = document_.target(instance, "url");
    for (int i = 0; i < kDeepest && std::string_view(found.name()) == "controller"; ++i) {
      const pugi::xml_node skin = found.child("skin");
      found = document_.target(skin ? skin : found.child("morph"), "source");
    }
    return found;
  }

  Placement placement(pugi::xml_node node) {
    Placement result;
    for (const pugi::xml_node child : node.children()) {
      const std::string_view name = child.name();
      const std::size_t count = name == "matrix"                         ? 16
                                : name == "rotate"                       ? 4
                                : name == "translate" || name == "scale" ? 3
                                                                         : 0;
      if (name == "lookat" || name == "skew") {
        document_.refuse(ErrorCode::not_served, child,
                         fmt::format("<{}> is not read; export a <matrix>", name));
      }
      if (count == 0) continue;
      const auto numbers = numbers_in(child);
      if (!numbers || numbers->size() != count) {
        document_.refuse(io_error::syntax, child, fmt::format("must be {} numbers", count));
      }
      result = result * step(child, *numbers);
    }
    return result;
  }

  Placement step(pugi::xml_node place, const std::vector<double>& x) {
    const std::string_view name = place.name();
    if (name == "translate") return Placement::translation({x[0], x[1], x[2]});
    if (name == "scale") return Placement::scale({x[0], x[1], x[2]});
    if (name == "rotate") {
      for (const double number : x) {
        if (!std::isfinite(number)) {
          document_.refuse(ErrorCode::not_finite, place, "every number must be finite");
        }
      }
      if (std::fmod(x[3], 90) != 0 || (x[0] != 0) + (x[1] != 0) + (x[2] != 0) != 1) ++turns_;
      return turn(x, x[3]);
    }
    if (x[12] != 0 || x[13] != 0 || x[14] != 0 || x[15] != 1) {
      document_.refuse(ErrorCode::wrong_shape, place,
                       "the last row of a matrix must be 0 0 0 1: no projections");
    }
    return Placement::matrix(
        {x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], x[10], x[11]});
  }

  static std::string name_of(pugi::xml_node node) {
    const std::string name = node.attribute("name").value();
    return name.empty() ? node.attribute("id").value() : name;
  }

  void add_instance(const Visit& visit, pugi::xml_node geometry, const Placement& here) {
    const pugi::xml_node node = visit.node;
    const std::size_t mesh = mesh_of(geometry);
    if (static_cast<std::int64_t>(model_.instances.size()) >= input_.limits.bodies) {
      document_.refuse(ErrorCode::too_large, node,
                       fmt::format("more than {} bodies; split the file", input_.limits.bodies));
    }
    const auto pose = here.pose();
    if (!pose) document_.refuse(pose.error().code, node, pose.error().message);
    if (here.rounded()) ++model_.rounded_poses;
    std::string name = name_of(node);
    if (name.empty()) name = model_.meshes[mesh].name;
    model_.instances.push_back(
        {std::move(name), mesh, pose.value(), visit.root, name_of(visit.root_node)});
  }

  std::size_t mesh_of(pugi::xml_node geometry) {
    const auto [known, added] = meshes_.try_emplace(geometry.hash_value(), model_.meshes.size());
    if (!added) return known->second;
    std::string name = name_of(geometry);
    if (name.empty()) name = input_.stem();
    model_.meshes.push_back(document_.mesh(geometry, std::move(name), model_.unused_points));
    points_ += static_cast<std::int64_t>(model_.meshes.back().points.size());
    if (points_ > input_.limits.points) {
      document_.refuse(ErrorCode::too_large, geometry,
                       fmt::format("more than {} points; split the file", input_.limits.points));
    }
    return known->second;
  }

  void add_notes() {
    const auto note = [&](std::int64_t count, std::string_view text) {
      if (count > 0) model_.notes.push_back(fmt::format("{} {}", count, text));
    };
    note(model_.rounded_poses, "poses were rounded: a node's transforms are multiplied in double");
    note(turns_, "rotations by an angle were rounded to a quaternion, whose rotation is exact");
    note(skinned_, "bodies have a skin or morph: the mesh was taken as it stands at its node");
  }

  const Input& input_;
  ColladaDocument document_;
  Model model_;
  std::vector<Visit> stack_;
  std::unordered_map<std::size_t, std::size_t> meshes_;
  std::int64_t points_ = 0;
  std::int64_t nodes_ = 0;
  std::int64_t roots_ = 0;
  std::int64_t turns_ = 0;
  std::int64_t skinned_ = 0;
};

}  // namespace

Result<Model> read_collada(const Input& input) {
  try {
    return ColladaReader(input).read();
  } catch (Refused& refused) {
    return std::move(refused.error);
  }
}

}  // namespace sunder::detail::files

// SPDX-License-Identifier: Apache-2.0
//
// Idea: The nodes of the default scene of glTF 2.0, or of its binary form GLB, place the meshes.
// All primitives of a mesh form one body, since they differ in material only.
// Source: The glTF 2.0 specification.
// Cost: One visit for each node; each accessor is read once.
// Gives up: It refuses unknown required extensions, cycles of nodes, and more corners or nodes than
// the limits allow.
#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <utility>

#include "files/faces.hpp"
#include "files/gltf_document.hpp"
#include "files/placement.hpp"
#include "files/refused.hpp"
#include "text/raw_bytes.hpp"

namespace sunder::detail::files {
namespace {

/// The number of corners read from one file, for each point that the limits allow. Primitives may
/// share indices, so that a small file can ask for far more work than its size.
constexpr std::int64_t kCornersPerPoint = 16;

class GltfReader {
 public:
  GltfReader(const Input& input, std::string_view json, std::optional<std::string_view> binary,
             std::string_view format)
      : input_(input), document_(input, json, binary) {
    model_.format = format;
  }

  Model read() {
    check_extensions();
    visit_nodes();
    add_notes();
    model_.sha256 = document_.buffer_hashes();
    return std::move(model_);
  }

 private:
  struct Visit {
    std::uint64_t node = 0;
    std::uint64_t root = 0;  ///< the top-level node that holds it, or itself
    Placement parent{};
  };

  /// A required extension may move, hide or encode geometry. Extensions known not to do so are
  /// ignored; all others are refused by name. A prefix proves nothing about future extensions.
  static bool leaves_geometry_alone(std::string_view extension) {
    static constexpr std::string_view kKnown[] = {
        "EXT_lights_ies", "EXT_lights_image_based", "EXT_texture_avif", "EXT_texture_webp",
        "KHR_lights_punctual", "KHR_materials_anisotropy", "KHR_materials_clearcoat",
        "KHR_materials_diffuse_transmission", "KHR_materials_dispersion",
        "KHR_materials_emissive_strength", "KHR_materials_ior", "KHR_materials_iridescence",
        "KHR_materials_pbrSpecularGlossiness", "KHR_materials_sheen", "KHR_materials_specular",
        "KHR_materials_transmission", "KHR_materials_unlit", "KHR_materials_variants",
        "KHR_materials_volume", "KHR_techniques_webgl", "KHR_texture_basisu",
        "KHR_texture_transform", "KHR_xmp", "KHR_xmp_json_ld", "MSFT_texture_dds",
        // Positions of these types are read like any others.
        "KHR_mesh_quantization"};
    return std::find(std::begin(kKnown), std::end(kKnown), extension) != std::end(kKnown);
  }

  void check_extensions() {
    const auto required = document_.find_array(document_.root(), "extensionsRequired", "document");
    if (!required) return;
    for (const JsonElement element : *required) {
      const auto name = element.get_string();
      if (name.error() != simdjson::SUCCESS) {
        document_.refuse(io_error::syntax, "extensionsRequired", "must hold names");
      }
      if (leaves_geometry_alone(name.value_unsafe())) continue;
      document_.refuse(ErrorCode::not_served, "extensionsRequired",
                       fmt::format("\"{}\" is not read; export without it", name.value_unsafe()));
    }
  }

  void visit_nodes() {
    std::vector<Visit> stack;
    for (const std::uint64_t root : root_nodes()) stack.push_back({root, root});
    std::vector<bool> visited(document_.count("nodes"), false);
    std::uint64_t reached = 0;
    while (!stack.empty()) {
      const Visit visit = stack.back();
      stack.pop_back();
      const std::string place = fmt::format("nodes[{}]", visit.node);
      const JsonObject node = document_.item("nodes", visit.node);
      if (visited[visit.node]) {
        document_.refuse(io_error::syntax, place, "has two parents, or is inside itself");
      }
      visited[visit.node] = true;
      ++reached;
      const auto extensions = document_.find_object(node, "extensions", place);
      if (extensions &&
          extensions->at_key("EXT_mesh_gpu_instancing").error() == simdjson::SUCCESS) {
        document_.refuse(ErrorCode::not_served, place,
                         "places its mesh many times (EXT_mesh_gpu_instancing); export nodes");
      }
      const Placement here = visit.parent * placement(node, place);
      if (const auto mesh = document_.find_index(node, "mesh", place)) {
        add_instance(node, place, *mesh, here, visit.root);
      }
      const std::vector<std::uint64_t> children = indices(node, "children", place);
      for (auto child = children.rbegin(); child != children.rend(); ++child) {
        stack.push_back({*child, visit.root, here});
      }
    }
    nodes_left_out_ = visited.size() - reached;
  }

  /// Lists the root nodes in reverse, for a stack. Without any scene, these are the nodes without a
  /// parent.
  std::vector<std::uint64_t> root_nodes() {
    std::vector<std::uint64_t> roots;
    if (document_.count("scenes") > 0) {
      const std::uint64_t scene =
          document_.find_index(document_.root(), "scene", "document").value_or(0);
      roots = indices(document_.item("scenes", scene), "nodes", fmt::format("scenes[{}]", scene));
    } else {
      std::vector<bool> child(document_.count("nodes"), false);
      for (std::uint64_t i = 0; i < child.size(); ++i) {
        const std::string place = fmt::format("nodes[{}]", i);
        for (const std::uint64_t c : indices(document_.item("nodes", i), "children", place)) {
          if (c < child.size()) child[c] = true;
        }
      }
      for (std::uint64_t i = 0; i < child.size(); ++i) {
        if (!child[i]) roots.push_back(i);
      }
    }
    return {roots.rbegin(), roots.rend()};
  }

  std::vector<std::uint64_t> indices(const JsonObject& object, std::string_view key,
                                     const std::string& place) {
    std::vector<std::uint64_t> result;
    const auto array = document_.find_array(object, key, place);
    if (!array) return result;
    for (const JsonElement element : *array) {
      const auto index = document_.index_of(element);
      if (!index) {
        document_.refuse(io_error::syntax, place, fmt::format("{} must hold indices", key));
      }
      result.push_back(*index);
    }
    return result;
  }

  Placement placement(const JsonObject& node, const std::string& place) {
    if (const auto m = document_.find_numbers(node, "matrix", 16, place)) return matrix(*m, place);
    Placement result;
    if (const auto t = document_.find_numbers(node, "translation", 3, place)) {
      result = Placement::translation({(*t)[0], (*t)[1], (*t)[2]});
    }
    if (const auto q = document_.find_numbers(node, "rotation", 4, place)) {
      const std::array<double, 4> wxyz{(*q)[3], (*q)[0], (*q)[1], (*q)[2]};
      if (const auto pose = Pose3::from_wxyz(wxyz); !pose) {
        document_.refuse(pose.error().code, place, pose.error().message);
      }
      result = result * Placement::rotation(wxyz);
    }
    if (const auto s = document_.find_numbers(node, "scale", 3, place)) {
      result = result * Placement::scale({(*s)[0], (*s)[1], (*s)[2]});
    }
    return result;
  }

  Placement matrix(const std::vector<double>& m, const std::string& place) const {
    if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1) {
      document_.refuse(ErrorCode::wrong_shape, place,
                       "the last row of its matrix must be 0 0 0 1: no projections");
    }
    return Placement::matrix(
        {m[0], m[4], m[8], m[12], m[1], m[5], m[9], m[13], m[2], m[6], m[10], m[14]});
  }

  void add_instance(const JsonObject& node, const std::string& place, std::uint64_t mesh,
                    const Placement& here, std::uint64_t root) {
    const std::size_t index = mesh_of(mesh);
    if (static_cast<std::int64_t>(model_.instances.size()) >= input_.limits.bodies) {
      document_.refuse(ErrorCode::too_large, place,
                       fmt::format("more than {} bodies; split the file", input_.limits.bodies));
    }
    const auto pose = here.pose();
    if (!pose) document_.refuse(pose.error().code, place, pose.error().message);
    std::string name = document_.find_string(node, "name");
    if (name.empty()) name = model_.meshes[index].name;
    if (here.rounded()) ++model_.rounded_poses;
    if (node.at_key("skin").error() == simdjson::SUCCESS) ++skinned_;
    model_.instances.push_back({std::move(name), index, pose.value(),
                                static_cast<std::int64_t>(root),
                                document_.find_string(document_.item("nodes", root), "name")});
  }

  std::size_t mesh_of(std::uint64_t index) {
    const auto known = meshes_.find(index);
    if (known != meshes_.end()) return known->second;
    const std::string place = fmt::format("meshes[{}]", index);
    const JsonObject object = document_.item("meshes", index);
    std::string name = document_.find_string(object, "name");
    Mesh mesh = read_mesh(object, place, name.empty() ? input_.stem() : std::move(name));
    total_points_ += static_cast<std::int64_t>(mesh.points.size());
    if (total_points_ > input_.limits.points) {
      document_.refuse(ErrorCode::too_large, place,
                       fmt::format("more than {} points; split the file", input_.limits.points));
    }
    model_.meshes.push_back(std::move(mesh));
    return meshes_[index] = model_.meshes.size() - 1;
  }

  /// A primitive of triangles, lines or points, over the positions of an accessor.
  struct Primitive {
    JsonObject object;
    std::uint64_t accessor = 0;
    FaceKind kind = FaceKind::none;
  };

  /// Returns the points that the primitives use, and their triangles. Each accessor is read once,
  /// however many primitives share it.
  Mesh read_mesh(const JsonObject& mesh, const std::string& place, std::string name) {
    const std::vector<Primitive> primitives = primitives_of(mesh, place);
    std::map<std::uint64_t, std::int64_t> first;  // of each accessor, among all points
    for (const Primitive& primitive : primitives) first.try_emplace(primitive.accessor);
    std::vector<Vector3> points;
    for (auto& [accessor, begin] : first) {
      begin = static_cast<std::int64_t>(points.size());
      const std::vector<Vector3>& all = document_.positions(accessor);
      points.insert(points.end(), all.begin(), all.end());
    }
    Faces faces;
    for (const Primitive& primitive : primitives) {
      add_corners(primitive, place, first.at(primitive.accessor), faces);
    }
    Mesh made = faces.mesh(std::move(name), points);
    model_.unused_points += static_cast<std::int64_t>(points.size() - made.points.size());
    return made;
  }

  std::vector<Primitive> primitives_of(const JsonObject& mesh, const std::string& place) {
    std::vector<Primitive> list;
    const auto primitives = document_.find_array(mesh, "primitives", place);
    if (!primitives) document_.refuse(io_error::syntax, place, "primitives are missing");
    for (const JsonElement element : *primitives) {
      const auto primitive = element.get_object();
      if (primitive.error() != simdjson::SUCCESS) {
        document_.refuse(io_error::syntax, place, "a primitive must be an object");
      }
      const JsonObject& object = primitive.value_unsafe();
      const auto extensions = document_.find_object(object, "extensions", place);
      if (extensions &&
          extensions->at_key("KHR_draco_mesh_compression").error() == simdjson::SUCCESS) {
        document_.refuse(ErrorCode::not_served, place, "is compressed (Draco); export without it");
      }
      if (object.at_key("targets").error() == simdjson::SUCCESS) ++morphed_;
      const auto attributes = document_.find_object(object, "attributes", place);
      const auto accessor = attributes ? document_.find_index(*attributes, "POSITION", place)
                                       : std::optional<std::uint64_t>();
      if (!accessor) continue;  // allowed by the standard: nothing to draw, no vertex
      list.push_back({object, *accessor, kind_of(object, place)});
    }
    return list;
  }

  FaceKind kind_of(const JsonObject& primitive, const std::string& place) const {
    constexpr std::uint64_t kTriangles = 4;  // below are points and lines
    constexpr std::uint64_t kStrip = 5;
    constexpr std::uint64_t kFan = 6;
    const std::uint64_t mode = document_.find_index(primitive, "mode", place).value_or(kTriangles);
    if (mode > kFan) document_.refuse(io_error::syntax, place, "a mode must be 0 to 6");
    if (mode < kTriangles) return FaceKind::none;
    return mode == kTriangles ? FaceKind::triangles
                              : (mode == kStrip ? FaceKind::strip : FaceKind::fan);
  }

  /// `first` is the number of the accessor's first point.
  void add_corners(const Primitive& primitive, const std::string& place, std::int64_t first,
                   Faces& faces) {
    faces.begin(primitive.kind);
    const auto count = static_cast<std::int64_t>(document_.positions(primitive.accessor).size());
    const auto add = [&](std::int64_t index) {
      faces.add(first + index);
      if (++corners_ > input_.limits.points * kCornersPerPoint) {
        document_.refuse(ErrorCode::too_large, place, "more corners than are read of one file");
      }
    };
    const auto indices = document_.find_index(primitive.object, "indices", place);
    if (!indices) {
      for (std::int64_t i = 0; i < count; ++i) add(i);
      return;
    }
    for (const std::int64_t index : document_.indices(*indices)) {
      if (index < 0 || index >= count) {
        document_.refuse(io_error::syntax, place,
                         fmt::format("uses vertex {}, but there are only {}", index, count));
      }
      add(index);
    }
  }

  void add_notes() {
    model_.unit_in_metres = 1;  // glTF's unit, by its standard
    const auto note = [&](auto count, std::string_view text) {
      if (count > 0) model_.notes.push_back(fmt::format("{} {}", count, text));
    };
    note(nodes_left_out_, "nodes are not part of the default scene and were left out");
    note(model_.rounded_poses,
         "poses were rounded: transforms of nested nodes, or a rotation with a "
         "scale, are multiplied in double");
    note(morphed_, "primitives have morph targets: their base shape was taken");
    note(skinned_, "bodies have a skin: the mesh was taken as it stands at its node");
    if (document_.normalised()) {
      model_.notes.push_back("quantized positions were divided and rounded to double");
    }
  }

  const Input& input_;
  GltfDocument document_;
  Model model_;
  std::map<std::uint64_t, std::size_t> meshes_;
  std::int64_t total_points_ = 0;
  std::int64_t corners_ = 0;
  std::uint64_t nodes_left_out_{};
  std::uint64_t morphed_ = 0;
  std::uint64_t skinned_ = 0;
};

constexpr std::uint32_t kGlbMagic = 0x46546c67;     // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4e4f534a;    // "JSON"
constexpr std::uint32_t kBinaryChunk = 0x004e4942;  // "BIN"
constexpr std::size_t kGlbHeader = 12;
constexpr std::size_t kChunkHeader = 8;

struct Chunk {
  std::uint32_t type = 0;
  std::string_view data;
};

/// Returns the chunk at `at`, which advances past it.
Chunk read_chunk(const Input& input, std::size_t& at) {
  const std::string_view bytes = input.bytes;
  if (bytes.size() - at < kChunkHeader) {
    refuse(io_error::syntax, fmt::format("{}: byte {}: the file ends inside a chunk's header: "
                                         "truncated",
                                         input.path, at));
  }
  const auto length = load<std::uint32_t>(bytes, at);
  const auto type = load<std::uint32_t>(bytes, at + 4);
  const std::size_t left = bytes.size() - at - kChunkHeader;
  if (length > left) {
    refuse(io_error::syntax,
           fmt::format("{}: byte {}: a chunk claims {} bytes, but {} follow: truncated or damaged",
                       input.path, at, length, left));
  }
  const std::string_view data = bytes.substr(at + kChunkHeader, length);
  at += kChunkHeader + length;
  return {type, data};
}

Model read_glb_chunks(const Input& input) {
  const std::string_view bytes = input.bytes;
  if (bytes.size() < kGlbHeader || load<std::uint32_t>(bytes, 0) != kGlbMagic) {
    refuse(io_error::syntax, input.path + ": does not begin with a GLB header (\"glTF\")");
  }
  const auto version = load<std::uint32_t>(bytes, 4);
  if (version != 2) {
    refuse(ErrorCode::not_served,
           fmt::format("{}: GLB version {} is not read, only 2", input.path, version));
  }
  const auto length = load<std::uint32_t>(bytes, 8);
  if (length != bytes.size()) {
    refuse(io_error::syntax,
           fmt::format("{}: the header claims {} bytes, but the file has {}: truncated or damaged",
                       input.path, length, bytes.size()));
  }
  std::size_t at = kGlbHeader;
  const Chunk json = read_chunk(input, at);
  if (json.type != kJsonChunk) {
    refuse(io_error::syntax, input.path + ": the first chunk must be JSON");
  }
  std::optional<std::string_view> binary;
  if (at < bytes.size()) {
    const Chunk second = read_chunk(input, at);
    if (second.type == kBinaryChunk) binary = second.data;
  }
  return GltfReader(input, json.data, binary, "GLB").read();
}

}  // namespace

Result<Model> read_gltf(const Input& input) {
  try {
    return GltfReader(input, input.bytes, std::nullopt, "glTF").read();
  } catch (Refused& refused) {
    return std::move(refused.error);
  }
}

Result<Model> read_glb(const Input& input) {
  try {
    return read_glb_chunks(input);
  } catch (Refused& refused) {
    return std::move(refused.error);
  }
}

}  // namespace sunder::detail::files

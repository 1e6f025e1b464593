// SPDX-License-Identifier: Apache-2.0
//
// Defines the results of every reader of mesh files: meshes and their placements.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "machine/strict_arithmetic.hpp"
#include "sunder/io.hpp"

namespace sunder::detail::files {

using Triangle = std::array<std::int32_t, 3>;  ///< of indices of points

/// Points and the triangles over them; without triangles, a point set that represents its hull.
struct Mesh {
  std::string name{};
  std::vector<Vector3> points{};
  std::vector<Triangle> triangles{};
  std::string_view no_triangles = "it has no faces";  ///< why there are none, if there are none
};

/// A mesh placed by a node.
struct Instance {
  std::string name;
  std::size_t mesh{};
  Pose3 pose = Pose3::identity();
  std::int64_t root =
      -1;  ///< the top-level node that holds it; equal ones are neighbours; -1: none
  std::string root_name{};  ///< empty where the node has no name
};

struct Model {
  std::string format{};
  std::vector<Mesh> meshes{};
  std::vector<Instance> instances{};
  double unit_in_metres = 0;
  std::int64_t unused_points = 0;
  std::int64_t rounded_poses = 0;
  bool keep_empty = false;  ///< an empty point set is a body: lists of polyhedra contain such
  std::vector<std::string> notes{};
  std::vector<std::string> sha256{};  ///< of the files that buffers were read from
};

/// The input of a reader: the whole file, and the path for its neighbours and for names.
struct Input {
  const std::string& path;
  std::string_view bytes;
  const ReadLimits& limits;

  /// Returns the file's name without folders and extension.
  std::string stem() const;
};

Result<Model> read_stl(const Input& input);
Result<Model> read_obj(const Input& input);
Result<Model> read_ply(const Input& input);
Result<Model> read_off(const Input& input);
Result<Model> read_gltf(const Input& input);
Result<Model> read_glb(const Input& input);
Result<Model> read_collada(const Input& input);
Result<Model> read_xml(const Input& input);

/// Places each mesh at the identity as a body of its own, for formats without nodes.
void place_all(Model& model);

/// Makes each shell of a mesh a mesh of its own, named "NAME/shell 2"; a mesh of one shell stays as it is. The refusal
/// begins with the path.
Status split_meshes(const std::string& path, Model& model);

/// Returns the first point that is not finite, as the beginning of a sentence, "vertex 3 of mesh
/// "x""; or empty.
std::string find_not_finite(const Mesh& mesh);

/// Reads a whole file. It refuses one that cannot be read, is no regular file, is empty, or is too
/// large.
Result<std::string> read_file(const std::string& path, std::int64_t max_bytes);

}  // namespace sunder::detail::files

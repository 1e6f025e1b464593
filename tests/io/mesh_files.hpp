// SPDX-License-Identifier: Apache-2.0
//
// Writes small files of every format, so that the tests create their own, valid and damaged.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sunder/io.hpp"

namespace sunder::test {

/// A folder that is deleted with its contents at the end of the scope.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string path(std::string_view name) const { return folder_ + "/" + std::string(name); }
  /// Writes a file and returns its path.
  std::string write(std::string_view name, std::string_view bytes) const;

 private:
  std::string folder_;
};

/// Points of a tetrahedron that no floats represent, and its faces.
struct Tetrahedron {
  std::vector<Vector3> points{{0.1, 0.2, 0.3}, {1.1, 0, 0}, {0, 1.1, 0}, {0, 0, 1.1}};
  std::vector<std::vector<int>> faces{{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
  Tetrahedron as_float() const;
};

void append_float(std::string& bytes, double value);
void append_u32(std::string& bytes, std::uint32_t value);

std::string stl_binary(const Tetrahedron& mesh);
std::string stl_ascii(const Tetrahedron& mesh);
std::string obj(const Tetrahedron& mesh);
std::string off(const Tetrahedron& mesh);
std::string ply_ascii(const Tetrahedron& mesh);
/// Doubles, little or big endian.
std::string ply_binary(const Tetrahedron& mesh, bool big_endian);

/// Returns the JSON of a glTF whose one buffer contains the tetrahedron: positions, then 12 indices
/// of 16 bits. `nodes` is the text of that array and `uri` that of the buffer, if any.
std::string gltf_json(std::string_view nodes, std::string_view uri);
std::string gltf_buffer(const Tetrahedron& mesh);
std::string glb(std::string_view json, std::string_view binary);
std::string base64(std::string_view bytes);

/// `nodes` is the text of the visual scene.
std::string collada(const Tetrahedron& mesh, std::string_view nodes);

/// A valid file of each kind: name and bytes.
struct NamedFile {
  std::string name;
  std::string bytes;
};
std::vector<NamedFile> one_of_each(const Tetrahedron& mesh);

}  // namespace sunder::test

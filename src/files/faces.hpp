// SPDX-License-Identifier: Apache-2.0
//
// Collects the faces of one mesh as a file lists them: runs of corners, each a polygon, a strip or a
// list of triangles. A mesh keeps the points that they use, and their triangles.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "files/model.hpp"

namespace sunder::detail::files {

/// The triangles of a run of corners. A polygon is a fan from its first corner. Lines and points
/// make none.
enum class FaceKind : std::uint8_t { none, triangles, strip, fan };

class Faces {
 public:
  /// The corners that follow form a face, or several, of this kind.
  void begin(FaceKind kind) { runs_.push_back({corners_.size(), kind}); }
  /// Adds a corner: the index of one of the mesh's points, which the caller has tested.
  void add(std::int64_t point) { corners_.push_back(static_cast<std::uint32_t>(point)); }

  bool empty() const noexcept { return corners_.empty(); }
  std::span<const std::uint32_t> corners() const noexcept { return corners_; }
  /// Returns the mesh of the points that the corners use, each once, in the order of the file.
  Mesh mesh(std::string name, const std::vector<Vector3>& points) const;

 private:
  struct Run {
    std::size_t begin = 0;
    FaceKind kind = FaceKind::none;
  };

  std::vector<std::uint32_t> corners_;
  std::vector<Run> runs_;
};

/// Returns the one mesh of a file with these faces, placed at the identity. If nothing uses a point,
/// the points are a cloud, and all belong to the mesh.
Model one_mesh(std::string format, std::string name, std::vector<Vector3> points,
               const Faces& faces);

}  // namespace sunder::detail::files

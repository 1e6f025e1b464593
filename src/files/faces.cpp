// SPDX-License-Identifier: Apache-2.0
//
// Idea: The points that corners use are numbered in the order of the file, and each run of corners
// becomes triangles over them.
// Cost: Linear in points and corners, or O(n log n) in the corners where they are few.
// Gives up: Never; the readers have tested each corner.
#include "files/faces.hpp"

#include <algorithm>

namespace sunder::detail::files {
namespace {

/// With fewer corners than this share of the points, a search costs less than a table of all points.
/// A file may hold many small meshes over one list of points.
constexpr std::size_t kDenseShare = 16;

/// Numbers the points that corners use, in the order of the file.
class UsedPoints {
 public:
  UsedPoints(std::span<const std::uint32_t> corners, std::size_t points) {
    if (corners.size() >= points / kDenseShare) {
      table_.assign(points, -1);
      for (const std::uint32_t corner : corners) table_[corner] = 0;
      for (std::size_t i = 0; i < points; ++i) {
        if (table_[i] < 0) continue;
        table_[i] = static_cast<std::int32_t>(used_.size());
        used_.push_back(static_cast<std::uint32_t>(i));
      }
      return;
    }
    used_.assign(corners.begin(), corners.end());
    std::sort(used_.begin(), used_.end());
    used_.erase(std::unique(used_.begin(), used_.end()), used_.end());
  }

  std::span<const std::uint32_t> all() const noexcept { return used_; }
  std::int32_t number(std::uint32_t point) const {
    if (!table_.empty()) return table_[point];
    return static_cast<std::int32_t>(std::lower_bound(used_.begin(), used_.end(), point) -
                                     used_.begin());
  }

 private:
  std::vector<std::uint32_t> used_;
  std::vector<std::int32_t> table_;
};

/// Calls add(i, j, k) for each triangle of `count` corners, as positions in their run.
template <class Add>
void for_each_triangle(FaceKind kind, std::size_t count, Add&& add) {
  switch (kind) {
    case FaceKind::none:
      return;
    case FaceKind::triangles:
      for (std::size_t i = 2; i < count; i += 3) add(i - 2, i - 1, i);
      return;
    case FaceKind::strip:
      for (std::size_t i = 2; i < count; ++i) add(i - 2 + i % 2, i - 1 - i % 2, i);
      return;
    case FaceKind::fan:
      for (std::size_t i = 2; i < count; ++i) add(0, i - 1, i);
      return;
  }
}

}  // namespace

Mesh Faces::mesh(std::string name, const std::vector<Vector3>& points) const {
  Mesh mesh{.name = std::move(name)};
  const UsedPoints used(corners_, points.size());
  mesh.points.reserve(used.all().size());
  for (const std::uint32_t point : used.all()) {
    mesh.points.push_back(points[point]);
  }
  for (std::size_t r = 0; r < runs_.size(); ++r) {
    const std::size_t begin = runs_[r].begin;
    const std::size_t end = r + 1 < runs_.size() ? runs_[r + 1].begin : corners_.size();
    for_each_triangle(runs_[r].kind, end - begin, [&](std::size_t i, std::size_t j, std::size_t k) {
      const Triangle triangle{used.number(corners_[begin + i]), used.number(corners_[begin + j]),
                              used.number(corners_[begin + k])};
      // Strips are joined by triangles that name a point twice; they are not part of the mesh.
      const bool joint =
          triangle[0] == triangle[1] || triangle[1] == triangle[2] || triangle[2] == triangle[0];
      if (!joint || runs_[r].kind != FaceKind::strip) mesh.triangles.push_back(triangle);
    });
  }
  return mesh;
}

Model one_mesh(std::string format, std::string name, std::vector<Vector3> points,
               const Faces& faces) {
  Model model{.format = std::move(format)};
  if (faces.empty()) {
    model.meshes.push_back({std::move(name), std::move(points)});
  } else {
    model.meshes.push_back(faces.mesh(std::move(name), points));
    model.unused_points =
        static_cast<std::int64_t>(points.size() - model.meshes.back().points.size());
  }
  place_all(model);
  return model;
}

}  // namespace sunder::detail::files

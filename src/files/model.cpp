// SPDX-License-Identifier: Apache-2.0
#include "files/model.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "exact/dyadic.hpp"

namespace sunder::detail::files {

std::string Input::stem() const {
  const std::size_t slash = path.find_last_of('/');
  std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  const std::size_t dot = name.find_last_of('.');
  if (dot != std::string::npos && dot != 0) name.resize(dot);
  return name;
}

void place_all(Model& model) {
  for (std::size_t i = 0; i < model.meshes.size(); ++i) {
    model.instances.push_back({model.meshes[i].name, i, Pose3::identity()});
  }
}

std::vector<Vector3> used_points(const std::vector<Vector3>& points,
                                 std::vector<std::int64_t> used) {
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  std::vector<Vector3> kept;
  kept.reserve(used.size());
  for (const std::int64_t index : used) kept.push_back(points[static_cast<std::size_t>(index)]);
  return kept;
}

Model one_mesh(std::string format, std::string name, std::vector<Vector3> points,
               std::vector<std::int64_t> used) {
  Model model{.format = std::move(format)};
  const std::size_t given = points.size();
  if (!used.empty()) points = used_points(points, std::move(used));
  model.unused_points = static_cast<std::int64_t>(given - points.size());
  model.meshes.push_back({std::move(name), std::move(points)});
  place_all(model);
  return model;
}

std::string find_not_finite(const Mesh& mesh) {
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    const Vector3& point = mesh.points[i];
    for (std::size_t k = 0; k < 3; ++k) {
      if (is_finite_bits(point[k])) continue;
      return fmt::format("vertex {} of mesh \"{}\" has {} = {}", i, mesh.name, "xyz"[k], point[k]);
    }
  }
  return {};
}

}  // namespace sunder::detail::files

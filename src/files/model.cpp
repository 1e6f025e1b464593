// SPDX-License-Identifier: Apache-2.0
#include "files/model.hpp"

#include <fmt/format.h>

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

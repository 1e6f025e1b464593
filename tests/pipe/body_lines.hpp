// SPDX-License-Identifier: Apache-2.0
//
// Writes bodies of triangles and parts as the pipe reads them.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "mesh/soup.hpp"
#include "sunder/io.hpp"

namespace sunder::test {

inline std::string numbers_text(std::span<const double> numbers) {
  std::string text = "[";
  for (const double number : numbers) text += (text.size() > 1 ? "," : "") + json_number(number);
  return text + "]";
}

inline std::string points_text(std::span<const Vector3> points) {
  std::string text = "\"vertices\": [";
  for (std::size_t i = 0; i < points.size(); ++i) {
    text += (i > 0 ? "," : "") + numbers_text(points[i]);
  }
  return text + "]";
}

/// The keys of a mesh, without braces.
inline std::string mesh_text(const Soup& soup, std::string_view as = "auto") {
  std::string text = points_text(soup.points) + ", \"triangles\": [";
  for (std::size_t i = 0; i < soup.triangles.size(); ++i) {
    const auto& t = soup.triangles[i];
    text += (i > 0 ? ",[" : "[") + std::to_string(t[0]) + "," + std::to_string(t[1]) + "," +
            std::to_string(t[2]) + "]";
  }
  return text + "], \"as\": \"" + std::string(as) + "\"";
}

/// A pose as it was made: by its quaternion, or by its matrix.
inline std::string pose_text(const Pose3& pose) {
  const std::array<double, 3> t{pose.offset(0), pose.offset(1), pose.offset(2)};
  if (pose.is_quaternion()) {
    return "\"quaternion\": " + numbers_text(pose.wxyz()) + ", \"translation\": " + numbers_text(t);
  }
  std::string text = "\"transform\": [";
  for (int row = 0; row < 3; ++row) {
    const std::array<double, 4> entries{pose.linear(row, 0), pose.linear(row, 1),
                                        pose.linear(row, 2), pose.offset(row)};
    text += (row > 0 ? "," : "") + numbers_text(entries);
  }
  return text + "]";
}

/// A union of boxes, as polytopes with a pose each.
inline std::string parts_text(std::span<const Part3> parts) {
  std::string text = "\"parts\": [";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto& polytope = std::get<Polytope3>(parts[i].shape);
    std::vector<Vector3> points;
    for (std::int32_t k = 0; k < polytope.vertex_count(); ++k) points.push_back(polytope.vertex(k));
    text += (i > 0 ? ", {" : "{") + points_text(points) + ", " + pose_text(parts[i].pose) + "}";
  }
  return text + "]";
}

inline std::string braced(const std::string& keys) { return "{" + keys + "}"; }

inline std::string ask_text(const std::string& a, const std::string& b,
                            const std::string& more = "\"ask\": [\"distance\"]") {
  return "{\"a\": {" + a + "}, \"b\": {" + b + "}, " + more + "}\n";
}

inline std::string define_text(const std::string& name, const std::string& keys) {
  return "{\"define\": \"" + name + "\", " + keys + "}\n";
}

}  // namespace sunder::test

// SPDX-License-Identifier: Apache-2.0
#include "drawn_mesh.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numbers>
#include <string_view>
#include <variant>

#include "archive.hpp"
#include "list_json.hpp"
#include "model.hpp"

namespace sunder::cli {
namespace {

/// Pieces of a capsule around its axis, and from its equator to its pole.
constexpr std::int32_t kSectors = 32, kRings = 8;
constexpr double kSteps16 = 65535;

void append_little_endian(std::string& bytes, std::uint32_t number, int size) {
  for (int k = 0; k < size; ++k) bytes += static_cast<char>(number >> (8 * k) & 255);
}

/// A frame with this direction as its z axis.
std::array<Vector3, 3> frame_along(Vector3 z) {
  const double length = std::hypot(z[0], z[1], z[2]);
  if (!(length > 0)) return {Vector3{1, 0, 0}, Vector3{0, 1, 0}, Vector3{0, 0, 1}};
  for (double& entry : z) entry /= length;
  const Vector3 other = std::fabs(z[0]) < 0.6 ? Vector3{1, 0, 0} : Vector3{0, 1, 0};
  Vector3 x{other[1] * z[2] - other[2] * z[1], other[2] * z[0] - other[0] * z[2],
            other[0] * z[1] - other[1] * z[0]};
  const double across = std::hypot(x[0], x[1], x[2]);
  for (double& entry : x) entry /= across;
  return {x, {z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]}, z};
}

void append(DrawnMesh& all, const DrawnMesh& part, const Pose3& pose) {
  const auto first = static_cast<std::int32_t>(all.points.size());
  for (const Vector3& p : part.points) all.points.push_back(moved(pose, p));
  for (const auto& [a, b, c] : part.triangles)
    all.triangles.push_back({first + a, first + b, first + c});
}

DrawnMesh used_points(const Mesh3& mesh) {
  DrawnMesh used;
  std::vector<std::int32_t> places(mesh.points().size(), -1);
  for (const auto& triangle : mesh.triangles()) {
    std::array<std::int32_t, 3>& corners = used.triangles.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) {
      std::int32_t& place = places[static_cast<std::size_t>(triangle[k])];
      if (place < 0) {
        place = static_cast<std::int32_t>(used.points.size());
        used.points.push_back(mesh.points()[static_cast<std::size_t>(triangle[k])]);
      }
      corners[k] = place;
    }
  }
  return used;
}

}  // namespace

DrawnMesh drawn_mesh(const Polytope3& polytope) {
  DrawnMesh drawn;
  for (std::int32_t i = 0; i < polytope.vertex_count(); ++i)
    drawn.points.push_back(polytope.vertex(i));
  for (const Face& face : polytope.faces()) {
    for (std::size_t i = 2; i < face.vertices.size(); ++i)
      drawn.triangles.push_back({face.vertices[0], face.vertices[i - 1], face.vertices[i]});
  }
  return drawn;
}

DrawnMesh drawn_mesh(const Body3& body) {
  DrawnMesh drawn;
  for (const Part3& part : body.parts()) {
    if (const auto* mesh = std::get_if<Mesh3>(&part.shape)) {
      append(drawn, used_points(*mesh), part.pose);
    } else {
      append(drawn, drawn_mesh(std::get<Polytope3>(part.shape)), part.pose);
    }
  }
  return drawn;
}

DrawnMesh drawn_capsule(const Vector3& begin, const Vector3& end, double radius) {
  DrawnMesh drawn;
  const auto [x, y, z] = frame_along({end[0] - begin[0], end[1] - begin[1], end[2] - begin[2]});
  const std::int32_t rows = 2 * (kRings + 1);  // from the pole at `begin`, the equator twice
  for (std::int32_t row = 0; row < rows; ++row) {
    const bool ends = row > kRings;
    const double angle = (ends ? row - kRings - 1 : row - kRings) * std::numbers::pi / 2 / kRings;
    for (std::int32_t sector = 0; sector < kSectors; ++sector) {
      const double around = 2 * std::numbers::pi * sector / kSectors;
      const double u = radius * std::cos(angle) * std::cos(around);
      const double v = radius * std::cos(angle) * std::sin(around), w = radius * std::sin(angle);
      Vector3 p = ends ? end : begin;
      for (std::size_t k = 0; k < 3; ++k) p[k] += u * x[k] + v * y[k] + w * z[k];
      drawn.points.push_back(p);
    }
  }
  for (std::int32_t row = 0; row + 1 < rows; ++row) {
    for (std::int32_t sector = 0; sector < kSectors; ++sector) {
      const std::int32_t next = (sector + 1) % kSectors, low = row * kSectors,
                         high = low + kSectors;
      drawn.triangles.push_back({low + sector, low + next, high + next});
      drawn.triangles.push_back({low + sector, high + next, high + sector});
    }
  }
  return drawn;
}

std::string mesh_json(const DrawnMesh& mesh) {
  Vector3 low, step;
  low.fill(mesh.points.empty() ? 0 : std::numeric_limits<double>::infinity());
  Vector3 high = low;
  for (double& entry : high) entry = -entry;
  for (const Vector3& p : mesh.points) {
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], p[k]);
      high[k] = std::max(high[k], p[k]);
    }
  }
  for (std::size_t k = 0; k < 3; ++k) step[k] = high[k] / kSteps16 - low[k] / kSteps16;
  std::string points, indices;
  for (const Vector3& p : mesh.points) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double place = step[k] > 0 ? std::round((p[k] - low[k]) / step[k]) : 0;
      append_little_endian(points, static_cast<std::uint32_t>(std::clamp(place, 0.0, kSteps16)), 2);
    }
  }
  const int width = mesh.points.size() <= 65536 ? 2 : 4;
  for (const auto& triangle : mesh.triangles) {
    for (const std::int32_t i : triangle)
      append_little_endian(indices, static_cast<std::uint32_t>(i), width);
  }
  return fmt::format(R"({{"positions": "{}", "indices": "{}", "origin": {}, "step": {}}})",
                     base64(points), base64(indices), vector_json(low), vector_json(step));
}

std::string float32_base64(const std::vector<float>& numbers) {
  std::string bytes;
  bytes.reserve(4 * numbers.size());
  for (const float number : numbers)
    append_little_endian(bytes, std::bit_cast<std::uint32_t>(number), 4);
  return base64(bytes);
}

std::string unit16_base64(const std::vector<float>& numbers) {
  std::string bytes;
  bytes.reserve(2 * numbers.size());
  for (const float number : numbers) {
    const auto whole =
        static_cast<std::int32_t>(std::lround(std::clamp(number, -1.0F, 1.0F) * 32767));
    append_little_endian(bytes, static_cast<std::uint32_t>(whole), 2);
  }
  return base64(bytes);
}

}  // namespace sunder::cli

// SPDX-License-Identifier: Apache-2.0
//
// Idea: The extension selects a reader. The common steps follow: finite coordinates, hulls, poses,
// unique names.
// Cost: That of the reader and of one hull for each mesh; instances share it.
// Gives up: It refuses the whole file at the first fault; the scene then stays unchanged.
#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

#include "files/model.hpp"
#include "files/tracked_sum.hpp"
#include "text/sha256.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

namespace files = detail::files;
using Reader = Result<files::Model> (*)(const files::Input&);

Reader reader_of(std::string_view path) {
  static constexpr std::pair<std::string_view, Reader> kReaders[] = {
      {".stl", files::read_stl},     {".obj", files::read_obj}, {".ply", files::read_ply},
      {".off", files::read_off},     {".glb", files::read_glb}, {".gltf", files::read_gltf},
      {".dae", files::read_collada}, {".xml", files::read_xml}};
  for (const auto& [extension, reader] : kReaders) {
    if (path.size() < extension.size()) continue;
    const bool same =
        std::equal(extension.begin(), extension.end(),
                   path.end() - static_cast<std::ptrdiff_t>(extension.size()),
                   [](char x, char y) { return x == std::tolower(static_cast<unsigned char>(y)); });
    if (same) return reader;
  }
  return nullptr;
}

Result<files::Model> read_model(const std::string& path, const ReadLimits& limits) {
  const Reader reader = reader_of(path);
  // The file is tested first: a missing file is the likelier mistake.
  const Result<std::string> bytes = files::read_file(path, limits.bytes);
  if (!bytes) return bytes.error();
  if (reader == nullptr) {
    return Error{io_error::unknown_format,
                 path + ": its name must end in .stl, .obj, .ply, .off, .gltf, .glb, .dae or .xml"};
  }
  Result<files::Model> model = reader({path, bytes.value(), limits});
  if (model) {
    std::vector<std::string>& hashes = model.value().sha256;
    hashes.insert(hashes.begin(), detail::sha256(bytes.value()));
  }
  return model;
}

std::optional<Error> beyond_limits(const std::string& path, const files::Model& model,
                                   const ReadLimits& limits) {
  if (static_cast<std::int64_t>(model.instances.size()) > limits.bodies) {
    return Error{ErrorCode::too_large,
                 fmt::format("{}: {} bodies, and at most {} are read; split the file", path,
                             model.instances.size(), limits.bodies)};
  }
  std::int64_t points = 0;
  for (const files::Mesh& mesh : model.meshes) {
    points += static_cast<std::int64_t>(mesh.points.size());
  }
  if (points <= limits.points) return std::nullopt;
  return Error{ErrorCode::too_large,
               fmt::format("{}: {} points, and at most {} are read; split the file", path, points,
                           limits.points)};
}

/// Returns the hull of each mesh; empty for a mesh without a point.
Result<std::vector<Polytope3>> build_hulls(const std::string& path, const files::Model& model,
                                           BuildOptions build) {
  std::vector<Polytope3> hulls;
  for (const files::Mesh& mesh : model.meshes) {
    const std::string bad = find_not_finite(mesh);
    if (!bad.empty()) {
      return Error{ErrorCode::not_finite,
                   fmt::format("{}: {}; every coordinate must be finite", path, bad)};
    }
    Result<Polytope3> hull = Polytope3::from_points(mesh.points, build);
    if (!hull) {
      return Error{hull.error().code,
                   fmt::format("{}: mesh \"{}\": {}", path, mesh.name, hull.error().message)};
    }
    hulls.push_back(std::move(hull).value());
  }
  return hulls;
}

void add_common_notes(FileReport& report) {
  if (report.skipped > 0) {
    report.notes.push_back(fmt::format("{} without a vertex: skipped", report.skipped));
  }
  if (report.unused_points > 0) {
    report.notes.push_back(
        fmt::format("{} vertices that no face uses were left out", report.unused_points));
  }
}

/// It may run out of memory half-way.
Result<FileReport> add_bodies(const std::string& path, Scene& scene, const ReadLimits& limits,
                              BuildOptions build) {
  Result<files::Model> read = read_model(path, limits);
  if (!read) return read.error();
  files::Model& model = read.value();
  if (std::optional<Error> error = beyond_limits(path, model, limits)) return *std::move(error);
  const Result<std::vector<Polytope3>> hulls = build_hulls(path, model, build);
  if (!hulls) return hulls.error();

  FileReport report{.format = std::move(model.format),
                    .unused_points = model.unused_points,
                    .unit_in_metres = model.unit_in_metres,
                    .notes = std::move(model.notes),
                    .sha256 = std::move(model.sha256)};
  for (files::Instance& instance : model.instances) {
    const Polytope3& hull = hulls.value()[instance.mesh];
    if (hull.empty() && !model.keep_empty) {
      ++report.skipped;
      continue;
    }
    scene.add({std::move(instance.name), hull, instance.pose});
    ++report.bodies;
  }
  add_common_notes(report);
  return report;
}

}  // namespace

Result<FileReport> read_bodies(const std::string& path, Scene& scene, const ReadLimits& limits,
                               BuildOptions build) {
  const std::int32_t before = scene.size();
  try {
    return add_bodies(path, scene, limits, build);
  } catch (const std::bad_alloc&) {
    scene.truncate(before);
    return Error{ErrorCode::too_large, path + ": more than this machine's memory; split the file"};
  }
}

WorldPoints world_points(const Posed3& body) {
  WorldPoints world;
  const Pose3& pose = body.pose();
  for (std::int32_t i = 0; i < body.polytope().vertex_count(); ++i) {
    const Vector3 vertex = body.polytope().vertex(i);
    Vector3 point{};
    for (int row = 0; row < 3; ++row) {
      files::TrackedSum sum;
      for (int k = 0; k < 3; ++k) {
        sum.add_product(pose.linear(row, k), vertex[static_cast<std::size_t>(k)]);
      }
      sum.add(pose.offset(row));
      point[static_cast<std::size_t>(row)] = sum.value();
      if (sum.rounded() || pose.is_quaternion()) ++world.rounded;
    }
    world.points.push_back(point);
  }
  return world;
}

}  // namespace sunder::inline SUNDER_ABI

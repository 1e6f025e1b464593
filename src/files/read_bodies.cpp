// SPDX-License-Identifier: Apache-2.0
//
// Idea: The extension selects a reader. The common steps follow: finite coordinates, hulls, meshes as
// what they are, poses, unique names.
// Cost: That of the reader, and of one hull and one mesh for each that the file holds. Instances share
// both.
// Gives up: It refuses the whole file at the first fault; the scene then stays unchanged.
#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

#include "files/model.hpp"
#include "files/tracked_sum.hpp"
#include "machine/enum_names.hpp"
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

Status all_finite(const std::string& path, const files::Model& model) {
  for (const files::Mesh& mesh : model.meshes) {
    const std::string bad = find_not_finite(mesh);
    if (bad.empty()) continue;
    return Error{ErrorCode::not_finite,
                 fmt::format("{}: {}; every coordinate must be finite", path, bad)};
  }
  return {};
}

/// A mesh in one of the forms that its bodies ask for.
struct Taken {
  std::int32_t index = 0;  ///< in the report
  std::optional<Body3> body;
};

/// Takes the meshes of a file: each hull is built once, and each mesh once in each form.
class MeshTaker {
 public:
  MeshTaker(const std::string& path, const files::Model& model) : path_(path), model_(model) {
    taken_.resize(model.meshes.size());
  }

  Status build_hulls(BuildOptions build) {
    for (const files::Mesh& mesh : model_.meshes) {
      Result<Polytope3> hull = Polytope3::from_points(mesh.points, build);
      if (!hull) return refusal(mesh, hull.error());
      hulls_.push_back(std::move(hull).value());
    }
    return {};
  }

  const Polytope3& hull(std::size_t mesh) const { return hulls_[mesh]; }

  Result<const Taken*> take(std::size_t index, BodyForm form, FileReport& report) {
    std::optional<Taken>& taken = taken_[index][static_cast<std::size_t>(form)];
    if (taken) return &*taken;
    TakenMesh made;
    std::optional<Body3> body;
    const files::Mesh& mesh = model_.meshes[index];
    if (form == BodyForm::hull) {
      made.why = "it was to be taken as its hull";
    } else if (mesh.triangles.empty()) {
      made.why = mesh.no_triangles;
      if (form != BodyForm::automatic) {
        return refusal(mesh, {ErrorCode::not_solid,
                              fmt::format("it is no {}: {}", to_string(form), mesh.no_triangles)});
      }
    } else {
      const Result<Mesh3> built = Mesh3::from_triangles(mesh.points, mesh.triangles, take_as(form));
      if (!built) return refusal(mesh, built.error());
      if (form != BodyForm::surface && built.value().is_convex()) {
        made.why = "it is a convex solid";
      } else {
        const bool solid = built.value().kind() == MeshKind::solid;
        made.as = solid ? BodyForm::solid : BodyForm::surface;
        made.why = built.value().report().why;
        body.emplace(Body3{{built.value()}});
      }
    }
    report.taken.push_back(std::move(made));
    taken = Taken{static_cast<std::int32_t>(report.taken.size() - 1), std::move(body)};
    return &*taken;
  }

 private:
  static TakeAs take_as(BodyForm form) {
    if (form == BodyForm::surface) return TakeAs::surface;
    return form == BodyForm::solid ? TakeAs::solid : TakeAs::automatic;
  }
  Error refusal(const files::Mesh& mesh, const Error& error) const {
    return {error.code, fmt::format("{}: mesh \"{}\": {}", path_, mesh.name, error.message)};
  }

  const std::string& path_;
  const files::Model& model_;
  std::vector<Polytope3> hulls_;
  std::vector<std::array<std::optional<Taken>, 4>> taken_;  ///< of each mesh, by form
};

/// An instance of a mesh, as it was taken.
struct Placed {
  const files::Instance* instance;
  const Polytope3* hull;
  const Taken* taken;
};

/// Returns true if an instance belongs to the body that `first` begins.
bool joins(const files::Instance& first, const files::Instance& next, BodyUnit unit, bool same) {
  if (same || unit == BodyUnit::file) return true;
  return unit == BodyUnit::node && first.root >= 0 && first.root == next.root;
}

SceneBody single(const Placed& placed) {
  const files::Instance& instance = *placed.instance;
  return {instance.name, *placed.hull, instance.pose, 0, placed.taken->body};
}

/// Returns the corners of a box that holds all instances; they are not finite where a pose is too large.
std::vector<Vector3> corners_around(const std::vector<Placed>& placed) {
  Bounds<3> all = world_box({*placed[0].hull, placed[0].instance->pose});
  for (const Placed& part : placed) {
    const Bounds<3> box = world_box({*part.hull, part.instance->pose});
    for (std::size_t k = 0; k < 3; ++k) {
      all.lower[k] = std::min(all.lower[k], box.lower[k]);
      all.upper[k] = std::max(all.upper[k], box.upper[k]);
    }
  }
  std::vector<Vector3> corners;
  for (const double x : {all.lower[0], all.upper[0]}) {
    for (const double y : {all.lower[1], all.upper[1]}) {
      for (const double z : {all.lower[2], all.upper[2]}) corners.push_back({x, y, z});
    }
  }
  return corners;
}

/// Returns the union of instances, and tells the report what its parts were taken as.
Result<SceneBody> united(const std::string& path, const std::vector<Placed>& placed,
                         FileReport& report) {
  std::vector<Part3> parts;
  std::array<std::int64_t, 5> counts{};
  std::string first_surface;
  for (const Placed& part : placed) {
    if (part.taken->body) {
      parts.push_back({part.taken->body->parts().front().shape, part.instance->pose});
    } else {
      parts.push_back({*part.hull, part.instance->pose});
    }
    const TakenMesh& taken = report.taken[static_cast<std::size_t>(part.taken->index)];
    ++counts[static_cast<std::size_t>(taken.as)];
    if (taken.as == BodyForm::surface && first_surface.empty()) {
      first_surface = fmt::format("; {}: {}", part.instance->name, taken.why);
    }
  }
  std::string why;
  for (const BodyForm form : {BodyForm::hull, BodyForm::solid, BodyForm::surface}) {
    const std::int64_t count = counts[static_cast<std::size_t>(form)];
    if (count == 0) continue;
    why += fmt::format("{}{} {}{}", why.empty() ? "" : ", ", count, to_string(form),
                       count == 1 ? "" : "s");
  }
  Result<Polytope3> around = Polytope3::from_points(corners_around(placed));
  if (!around) {
    return Error{ErrorCode::too_large,
                 fmt::format("{}: {}: its parts are too far apart for one body", path,
                             placed.front().instance->name)};
  }
  report.taken.push_back({BodyForm::parts, why + first_surface});
  return SceneBody{placed.front().instance->name, std::move(around).value(), Pose3::identity(), 0,
                   Body3(std::span<const Part3>(parts))};
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
                              BuildOptions build, const MeshOptions& meshes) {
  Result<files::Model> read = read_model(path, limits);
  if (!read) return read.error();
  files::Model& model = read.value();
  if (std::optional<Error> error = beyond_limits(path, model, limits)) return *std::move(error);
  if (Status status = all_finite(path, model); !status) return status.error();
  if (meshes.body == BodyUnit::shell) {
    if (Status status = files::split_meshes(path, model); !status) return status.error();
    if (std::optional<Error> error = beyond_limits(path, model, limits)) return *std::move(error);
  }
  MeshTaker taker(path, model);
  if (Status status = taker.build_hulls(build); !status) return status.error();

  std::vector<SceneBody> added;  // a refusal leaves the scene unchanged
  FileReport report{.format = std::move(model.format),
                    .unused_points = model.unused_points,
                    .rounded_poses = model.rounded_poses,
                    .unit_in_metres = model.unit_in_metres,
                    .notes = std::move(model.notes),
                    .sha256 = std::move(model.sha256)};
  const std::vector<files::Instance>& instances = model.instances;
  for (std::size_t begin = 0; begin < instances.size();) {
    std::vector<Placed> placed;
    std::size_t end = begin;
    for (; end < instances.size() &&
           joins(instances[begin], instances[end], meshes.body, end == begin);
         ++end) {
      const files::Instance& instance = instances[end];
      if (taker.hull(instance.mesh).empty() && !model.keep_empty) {
        ++report.skipped;
        continue;
      }
      const BodyForm form = meshes.form_of ? meshes.form_of(instance.name) : meshes.as;
      const Result<const Taken*> taken = taker.take(instance.mesh, form, report);
      if (!taken) return taken.error();
      placed.push_back({&instance, &taker.hull(instance.mesh), taken.value()});
    }
    begin = end;
    if (placed.empty()) continue;
    Result<SceneBody> body =
        placed.size() == 1 ? single(placed.front()) : united(path, placed, report);
    if (!body) return body.error();
    const files::Instance& first = *placed.front().instance;
    if (meshes.body == BodyUnit::node && !first.root_name.empty())
      body.value().name = first.root_name;
    if (meshes.body == BodyUnit::file) body.value().name = files::Input{path, {}, limits}.stem();
    report.taken_index.push_back(placed.size() == 1
                                     ? placed.front().taken->index
                                     : static_cast<std::int32_t>(report.taken.size() - 1));
    added.push_back(std::move(body).value());
    ++report.bodies;
  }
  for (SceneBody& body : added) scene.add(std::move(body));
  add_common_notes(report);
  return report;
}

}  // namespace

std::string_view to_string(BodyForm form) noexcept {
  static constexpr std::string_view kNames[] = {"auto", "solid", "surface", "hull", "parts"};
  return detail::name_of<BodyForm::parts>(kNames, form, "auto");
}

std::string_view to_string(BodyUnit unit) noexcept {
  static constexpr std::string_view kNames[] = {"mesh", "node", "file", "shell"};
  return detail::name_of<BodyUnit::shell>(kNames, unit, "mesh");
}

Result<FileReport> read_bodies(const std::string& path, Scene& scene, const ReadLimits& limits,
                               BuildOptions build, const MeshOptions& meshes) {
  const std::int32_t before = scene.size();
  try {
    return add_bodies(path, scene, limits, build, meshes);
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

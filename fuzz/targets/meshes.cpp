// SPDX-License-Identifier: Apache-2.0
//
// Tests any bytes as a file of each format. It is read or refused with a message, within the
// limits, and its bodies can be built. No count in a file is trusted.
#include <algorithm>
#include <cmath>
#include <string>

#include "files/model.hpp"
#include "fuzz/demand.hpp"
#include "fuzz/targets.hpp"
#include "sunder/io.hpp"

namespace sunder::fuzz {
namespace {

namespace files = detail::files;

void check_model(const files::Model& model) {
  demand(!model.format.empty(), "a format is named");
  for (const files::Instance& instance : model.instances) {
    demand(instance.mesh < model.meshes.size(), "what is placed is there");
  }
  for (const files::Mesh& read : model.meshes) {
    const bool finite = std::all_of(read.points.begin(), read.points.end(), [](const Vector3& p) {
      return std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2]);
    });
    demand(finite == files::find_not_finite(read).empty(), "what is not finite is named");
    const bool built = static_cast<bool>(Polytope3::from_points(read.points));
    demand(built == finite, "finite points build, others are refused");
    const auto count = static_cast<std::int32_t>(read.points.size());
    for (const files::Triangle& triangle : read.triangles) {
      for (const std::int32_t corner : triangle) {
        demand(0 <= corner && corner < count, "a triangle names points that are there");
      }
    }
    const auto mesh = Mesh3::from_triangles(read.points, read.triangles);
    demand(static_cast<bool>(mesh) == finite, "and so do their triangles");
    if (mesh) static_cast<void>(mesh.value().is_convex());
  }
}

void read(Bytes bytes, const char* name, Result<files::Model> (*reader)(const files::Input&)) {
  const std::string path = name;
  const std::string text(bytes.begin(), bytes.end());
  ReadLimits limits;
  limits.bytes = 1 << 20;
  limits.points = 100'000;
  limits.bodies = 1000;
  const Result<files::Model> model = reader({path, text, limits});
  if (model) return check_model(model.value());
  if (!model.error().message.starts_with(path)) {
    broken("a refusal names the file", model.error().message);
  }
}

}  // namespace

void fuzz_stl(Bytes bytes) { read(bytes, "fuzz.stl", files::read_stl); }
void fuzz_obj(Bytes bytes) { read(bytes, "fuzz.obj", files::read_obj); }
void fuzz_ply(Bytes bytes) { read(bytes, "fuzz.ply", files::read_ply); }
void fuzz_off(Bytes bytes) { read(bytes, "fuzz.off", files::read_off); }
void fuzz_gltf(Bytes bytes) { read(bytes, "fuzz.gltf", files::read_gltf); }
void fuzz_glb(Bytes bytes) { read(bytes, "fuzz.glb", files::read_glb); }
void fuzz_collada(Bytes bytes) { read(bytes, "fuzz.dae", files::read_collada); }

void fuzz_xml(Bytes bytes) {
  read(bytes, "fuzz.xml", files::read_xml);
  const std::string text(bytes.begin(), bytes.end());
  const auto list = read_polyhedra_xml(text);
  if (!list) return;
  const std::string written = write_polyhedra_xml(list.value());
  const auto again = read_polyhedra_xml(written);
  demand(static_cast<bool>(again), "a list that is written is read");
  demand(again.value().size() == list.value().size(), "with as many polyhedra");
  demand(write_polyhedra_xml(again.value()) == written, "and is written the same");
}

}  // namespace sunder::fuzz

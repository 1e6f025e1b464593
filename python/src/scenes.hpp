// SPDX-License-Identifier: Apache-2.0
//
// Scenes as Python holds them, and what keeps questions without the lock from writers.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <nanobind/nanobind.h>
#include <optional>
#include <shared_mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "meshes.hpp"
#include "sunder/io.hpp"
#include "sunder/scene.hpp"

namespace sunder::python {

/// sunder.Scene: the bodies, and what each was taken as, by id.
struct AnyScene {
  std::shared_ptr<Scene> scene = std::make_shared<Scene>();
  std::vector<TakenMesh> taken;
  std::uint64_t changes = 0;  ///< how often it was written to; read and written with Python's lock
  mutable std::shared_mutex mutex;

  /// Returns the scene as it is now, which later writers leave as it is.
  std::shared_ptr<const Scene> kept() const {
    const nanobind::gil_scoped_release released;
    const std::shared_lock<std::shared_mutex> reading(mutex);
    return scene;
  }
};

/// Held while a scene changes, together with Python's lock, for which no one waits who holds this one. A scene that
/// somebody keeps is copied first.
class Writing {
 public:
  explicit Writing(AnyScene& all) : lock_(all.mutex, std::defer_lock) {
    {
      const nanobind::gil_scoped_release released;
      lock_.lock();
    }
    // Now, since others read the pointer with Python's lock alone.
    if (all.scene.use_count() > 1) all.scene = std::make_shared<Scene>(*all.scene);
    ++all.changes;
  }
  Writing(const Writing&) = delete;
  Writing& operator=(const Writing&) = delete;

 private:
  std::unique_lock<std::shared_mutex> lock_;
};

/// Calls ask(scene) without Python's lock, while nothing writes. It must not call Python.
template <class Ask>
auto while_reading(const AnyScene& all, const Ask& ask) {
  const nanobind::gil_scoped_release released;
  const std::shared_lock<std::shared_mutex> reading(all.mutex);
  return ask(std::as_const(*all.scene));
}

/// What a Mesh is beside other bodies: the hull where it equals it, as in read_bodies(); else a body too.
TakenMesh take_mesh(const AnyMesh& mesh, Polytope3& hull, std::optional<Body3>& body);
/// What meshes are to be taken as: a word, or words by patterns of names, of which the last that matches counts.
MeshOptions read_mesh_options(nanobind::handle as, std::string_view unit);

/// Returns the id of a body of this name or id. Refuses what no body has.
std::int32_t read_id(const Scene& scene, nanobind::handle which);

void add_scenes(nanobind::module_& module);
/// Adds the questions of a scene to its class.
void add_scene_questions(nanobind::module_& module, nanobind::class_<AnyScene>& type);

}  // namespace sunder::python

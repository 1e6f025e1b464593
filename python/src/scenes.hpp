// SPDX-License-Identifier: Apache-2.0
//
// Scenes as Python holds them, and what keeps questions without the lock from writers.
#pragma once

#include <nanobind/nanobind.h>
#include <shared_mutex>
#include <vector>

#include "sunder/io.hpp"
#include "sunder/scene.hpp"

namespace sunder::python {

/// sunder.Scene: the bodies, and what each was taken as, by id.
struct AnyScene {
  Scene scene;
  std::vector<TakenMesh> taken;
  mutable std::shared_mutex mutex;
};

/// Held while a scene changes, together with Python's lock, for which no one waits who holds this one.
class Writing {
 public:
  explicit Writing(AnyScene& scene) : mutex_(scene.mutex) {
    const nanobind::gil_scoped_release released;
    mutex_.lock();
  }
  ~Writing() { mutex_.unlock(); }
  Writing(const Writing&) = delete;
  Writing& operator=(const Writing&) = delete;

 private:
  std::shared_mutex& mutex_;
};

/// Calls ask(scene) without Python's lock, while nothing writes. It must not call Python.
template <class Ask>
auto while_reading(const AnyScene& all, const Ask& ask) {
  const nanobind::gil_scoped_release released;
  const std::shared_lock<std::shared_mutex> reading(all.mutex);
  return ask(all.scene);
}

/// Returns the id of a body of this name or id. Refuses what no body has.
std::int32_t read_id(const Scene& scene, nanobind::handle which);

void add_scenes(nanobind::module_& module);
/// Adds the questions of a scene to its class.
void add_scene_questions(nanobind::module_& module, nanobind::class_<AnyScene>& type);

}  // namespace sunder::python

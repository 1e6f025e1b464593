// SPDX-License-Identifier: Apache-2.0
//
// Questions about many pairs without JavaScript between them: what a module takes by itself, for peers.mjs.
#include "module.hpp"
#include "sunder/query.hpp"

namespace sunder::web {
namespace {

/// Handles of a polytope, a prepared pose, and the same of b.
struct Item {
  const Object *a, *pose_a, *b, *pose_b;
};

const Pose3& pose_of(const Object* object) {
  return static_cast<const PoseObject<3>*>(object)->pose;
}
const Polytope3& polytope_of(const Object* object) {
  return std::get<Polytope3>(shape_of<3>(object));
}

}  // namespace

// Request: four handles for each item. Decides all of them `rounds` times; returns how many meet in all.
SUNDER_WEB(decide_in_loop)(std::uint32_t rounds) {
  Reader message = request();
  std::vector<std::uintptr_t> handles;
  message(handles);
  std::uint32_t met = 0;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i + 3 < handles.size(); i += 4) {
      const auto object = [&](std::size_t k) {
        return reinterpret_cast<const Object*>(handles[i + k]);
      };
      const Posed3 a(polytope_of(object(0)), pose_of(object(1)));
      const Posed3 b(polytope_of(object(2)), pose_of(object(3)));
      met += intersects(a, b) ? 1 : 0;
    }
  }
  return static_cast<std::int32_t>(met);
}

}  // namespace sunder::web

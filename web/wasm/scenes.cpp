// SPDX-License-Identifier: Apache-2.0
//
// Scenes of many bodies that move.
#include "answers.hpp"
#include "module.hpp"
#include "sunder/scene.hpp"

namespace sunder::web {
namespace {

struct SceneObject final : Object {
  Scene scene;
};

Scene& read_scene(Reader& message) {
  auto* const object = reinterpret_cast<Object*>(message.read<std::uintptr_t>());
  return static_cast<SceneObject*>(object)->scene;
}

std::int32_t refuse_body(std::int32_t id) {
  return refuse(ErrorCode::wrong_shape,
                "the scene has no body " + std::to_string(id) + "; add() returns the ids");
}

}  // namespace

SUNDER_WEB(make_scene)() {
  const Object* const object = new SceneObject;
  return answer(reinterpret_cast<std::uintptr_t>(object));
}

// Request: scene, shape, pose, name, group, categories, mask. Answer: the id and the name that it got.
SUNDER_WEB(scene_add)() {
  Reader message = request();
  Scene& scene = read_scene(message);
  const Shape<3>& shape = read_shape<3>(message);
  Result<Pose3> pose = read_pose<3>(message);
  if (!pose) return refuse(pose.error());
  SceneBody body;
  body.pose = pose.value();
  message(body.name);
  message(body.group);
  message(body.categories);
  message(body.mask);
  if (const auto* const hull = std::get_if<Polytope3>(&shape)) {
    body.polytope = *hull;
  } else {
    body.body = body_of<3>(shape);
  }
  const std::int32_t id = scene.add(std::move(body));
  return answer(id, std::string_view(scene.body(id).name));
}

SUNDER_WEB(scene_move)() {
  Reader message = request();
  Scene& scene = read_scene(message);
  const auto id = message.read<std::int32_t>();
  const Result<Pose3> pose = read_pose<3>(message);
  if (!pose) return refuse(pose.error());
  if (!scene.holds(id)) return refuse_body(id);
  scene.set_pose(id, pose.value());
  return 1;
}

SUNDER_WEB(scene_remove)() {
  Reader message = request();
  Scene& scene = read_scene(message);
  const auto id = message.read<std::int32_t>();
  if (!scene.holds(id)) return refuse_body(id);
  scene.remove(id);
  return 1;
}

SUNDER_WEB(scene_skip)() {
  Reader message = request();
  Scene& scene = read_scene(message);
  const auto a = message.read<std::int32_t>(), b = message.read<std::int32_t>();
  for (const std::int32_t id : {a, b}) {
    if (!scene.holds(id)) return refuse_body(id);
  }
  scene.skip({a, b});
  return 1;
}

// Request: scene, clearance, whether to measure. Answer: pairs and counts.
SUNDER_WEB(scene_check)() {
  Reader message = request();
  const Scene& scene = read_scene(message);
  CheckOptions options;
  message(options.clearance);
  message(options.measure);
  const Result<SceneReport> found = scene.check(options);
  if (!found) return refuse(found.error());
  const SceneReport& report = found.value();
  Writer& out = result();
  out(static_cast<std::uint32_t>(report.pairs.size()));
  for (const PairReport& pair : report.pairs) {
    out(pair.a);
    out(pair.b);
    out(pair.proximity);
    visit_decision(out, pair);
    out(pair.distance);
    out(pair.witness);
    for (const std::int32_t at : {pair.part_a, pair.part_b, pair.triangle_a, pair.triangle_b})
      out(at);
  }
  for (const std::int64_t count :
       {report.bodies, report.pairs_total, report.pruned, report.examined, report.skipped,
        report.overlapping, report.touching, report.near, report.clear})
    out(static_cast<double>(count));
  return 1;
}

// Request: scene, origin, direction. Answer: the body hit first or -1, the time's interval.
SUNDER_WEB(scene_ray)() {
  Reader message = request();
  const Scene& scene = read_scene(message);
  const auto origin = message.read<Vector3>(), direction = message.read<Vector3>();
  const Result<SceneCast> found = scene.ray_cast(origin, direction);
  if (!found) return refuse(found.error());
  return answer(found.value().body, found.value().time);
}

// Request: scene, point. Answer: the closest body or -1, and the distance.
SUNDER_WEB(scene_closest)() {
  Reader message = request();
  const Scene& scene = read_scene(message);
  const Result<SceneDistance> found = scene.closest(message.read<Vector3>());
  if (!found) return refuse(found.error());
  return answer(found.value().body, found.value().distance);
}

}  // namespace sunder::web

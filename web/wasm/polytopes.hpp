// SPDX-License-Identifier: Apache-2.0
//
// Polytopes of the plane and of space, what is known of them, and prepared poses.
#pragma once

#include "module.hpp"

namespace sunder::web {

/// Request: points, whether to remove those that lie in the hull of the rest.
template <int D>
std::int32_t make_polytope_of() {
  Reader message = request();
  const auto points = read_rows<double, D>(message, "points");
  if (!points) return refuse(points.error());
  const auto reduces = message.read<bool>();
  auto made = Polytope<D>::from_points(points.value(), BuildOptions{.reduce = reduces});
  return made ? hand_over<D>(std::move(made).value()) : refuse(made.error());
}

/// Answer: the counts of the report, the kept vertices by the caller's index and with coordinates, in space the faces,
/// and edges by the caller's indices, bounds.
template <int D>
std::int32_t describe_polytope_of(const Object* object) {
  const auto& polytope = std::get<Polytope<D>>(shape_of<D>(object));
  Writer& out = result();
  out.clear();
  const PointReport& report = polytope.report();
  for (const std::int64_t count : {report.given, report.kept, report.duplicate, report.interior})
    out(static_cast<double>(count));
  out(report.affine_dimension);
  const std::int32_t count = polytope.vertex_count();
  std::vector<std::int32_t> callers;
  for (std::int32_t i = 0; i < count; ++i) callers.push_back(polytope.caller_index(i));
  out(callers);
  for (std::int32_t i = 0; i < count; ++i) out(polytope.vertex(i));
  const auto caller = [&](std::int32_t kept) { return callers[static_cast<std::size_t>(kept)]; };
  if constexpr (D == 3) {
    out(static_cast<std::uint32_t>(polytope.faces().size()));
    for (const Face& face : polytope.faces()) {
      std::vector<std::int32_t> corners;
      for (const std::int32_t kept : face.vertices) corners.push_back(caller(kept));
      out(corners);
    }
  }
  out(static_cast<std::uint32_t>(polytope.edges().size()));
  for (const Edge& edge : polytope.edges()) {
    out(caller(edge.vertices[0]));
    out(caller(edge.vertices[1]));
  }
  const Bounds<D> bounds = polytope.bounds();
  out(bounds.lower);
  out(bounds.upper);
  return 1;
}

/// Request: a pose. Answer: the handle of one that is prepared.
template <int D>
std::int32_t make_pose_of() {
  Reader message = request();
  Result<Pose<D>> pose = read_pose<D>(message);
  if (!pose) return refuse(pose.error());
  const Object* const object = new PoseObject<D>(std::move(pose).value());
  return answer(reinterpret_cast<std::uintptr_t>(object));
}

}  // namespace sunder::web

// SPDX-License-Identifier: Apache-2.0
//
// Polytopes in space, and what is known of them.
#include "module.hpp"

namespace sunder::web {

// Request: points, whether to remove those that lie in the hull of the rest.
SUNDER_WEB(make_polytope)() {
  Reader message = request();
  const auto points = read_points(message);
  if (!points) return refuse(points.error());
  const auto reduces = message.read<bool>();
  auto made = Polytope3::from_points(points.value(), BuildOptions{.reduce = reduces});
  return made ? hand_over(std::move(made).value()) : refuse(made.error());
}

SUNDER_WEB(make_box)() {
  Reader message = request();
  auto made = Polytope3::from_box(message.read<Vector3>());
  return made ? hand_over(std::move(made).value()) : refuse(made.error());
}

// Answer: the counts of the report, the kept vertices by the caller's index and with coordinates, faces and edges by
// the caller's indices, bounds.
SUNDER_WEB(describe_polytope)(const Object* object) {
  const auto& polytope = std::get<Polytope3>(static_cast<const ShapeObject*>(object)->shape);
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
  out(static_cast<std::uint32_t>(polytope.faces().size()));
  for (const Face& face : polytope.faces()) {
    std::vector<std::int32_t> corners;
    for (const std::int32_t kept : face.vertices) corners.push_back(caller(kept));
    out(corners);
  }
  out(static_cast<std::uint32_t>(polytope.edges().size()));
  for (const Edge& edge : polytope.edges()) {
    out(caller(edge.vertices[0]));
    out(caller(edge.vertices[1]));
  }
  const Bounds<3> bounds = polytope.bounds();
  out(bounds.lower);
  out(bounds.upper);
  return 1;
}

}  // namespace sunder::web

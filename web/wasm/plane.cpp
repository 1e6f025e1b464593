// SPDX-License-Identifier: Apache-2.0
//
// Bodies in the plane: polytopes, polygons and their unions, and every question about them.
#include "batches.hpp"
#include "body_questions.hpp"
#include "casts.hpp"
#include "pair_questions.hpp"
#include "polytopes.hpp"
#include "unions.hpp"
#include "verify_questions.hpp"

namespace sunder::web {

template <>
Result<Pose2> make_pose<2>(PoseForm form, const double* numbers) {
  if (form == PoseForm::matrix) return Pose2::from_matrix({numbers, 6});
  return Pose2::from_angle(numbers[0], {numbers[1], numbers[2]});
}

SUNDER_WEB(make_polytope_2)() { return make_polytope_of<2>(); }
SUNDER_WEB(describe_polytope_2)(const Object* object) { return describe_polytope_of<2>(object); }
SUNDER_WEB(make_pose_2)() { return make_pose_of<2>(); }

// Request: the number of rings, and the points of each.
SUNDER_WEB(make_polygon)() {
  Reader message = request();
  std::vector<std::vector<Vector2>> rings(message.read<std::uint32_t>());
  for (auto& ring : rings) {
    auto points = read_rows<double, 2>(message, "points");
    if (!points) return refuse(points.error());
    ring = std::move(points).value();
  }
  auto made = Polygon2::from_rings(rings);
  return made ? hand_over<2>(std::move(made).value()) : refuse(made.error());
}

// Answer: the counts of the report, the area, points, outline and cuts, the corners of each part, bounds.
SUNDER_WEB(describe_polygon)(const Object* object) {
  const auto& polygon = std::get<Polygon2>(shape_of<2>(object));
  Writer& out = result();
  out.clear();
  const PolygonReport& report = polygon.report();
  for (const std::int64_t count :
       {report.rings, report.points_given, report.points, report.welded, report.cut,
        report.cancelled, report.outline, report.cuts, report.parts})
    out(static_cast<double>(count));
  out(report.area);
  out(polygon.points());
  out(polygon.outline());
  out(polygon.cuts());
  out(static_cast<std::uint32_t>(polygon.parts().size()));
  for (const Polytope2& part : polygon.parts()) {
    std::vector<Vector2> corners;
    for (std::int32_t i = 0; i < part.vertex_count(); ++i) corners.push_back(part.vertex(i));
    out(corners);
  }
  const Bounds<2> bounds = polygon.bounds();
  out(bounds.lower);
  out(bounds.upper);
  return 1;
}

SUNDER_WEB(make_body_2)() { return make_body_of<2>(); }
SUNDER_WEB(ask_pair_2)() { return ask_pair_of<2>(); }
SUNDER_WEB(ask_bodies_2)() { return ask_bodies_of<2>(); }
SUNDER_WEB(ask_batch_2)() { return ask_batch_of<2>(); }
SUNDER_WEB(ask_cast_2)() { return ask_cast_of<2>(); }
SUNDER_WEB(ask_ray_2)() { return ask_ray_of<2>(); }
SUNDER_WEB(ask_point_2)() { return ask_point_of<2>(); }
SUNDER_WEB(locate_point_2)() { return locate_of<2>(); }
SUNDER_WEB(ask_derivative_2)() { return ask_derivative_of<2>(); }
SUNDER_WEB(list_algorithms_2)() { return list_algorithms_of(2); }
SUNDER_WEB(verify_certificate_2)() { return verify_certificate_of<2>(verify_parts<2>); }

}  // namespace sunder::web

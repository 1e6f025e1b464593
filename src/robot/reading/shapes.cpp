// SPDX-License-Identifier: Apache-2.0
//
// Idea: Boxes, points and segments are exact. A cylinder lies between two prisms. Meshes are read as scenes of bodies.
// Where a file's unit, its nodes or the scale move points, each mesh is built again from the moved points.
// Bound: The vertices of a prism of radius R are within 2^-50 R of exact ones. The inner one has R = r (1 - 2^-48), so
// that they lie in the cylinder. The outer one has R = r (1 + 2^-48) / cos(pi / n), so that its sides do not cut it.
// Cones have pyramids over the same polygons. A ball's polytope has faces at a distance of at least 1 - 2^-45 times the
// computed one: normals of triangles of edges above 0.1 are good to 2^-47.
// Cost: that of reading the file, and of a hull or a mesh for each moved one.
#include "robot/reading/shapes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include "machine/strict_arithmetic.hpp"
#include "sunder/io.hpp"
#include "sunder/scene.hpp"

namespace sunder::detail::robot {
namespace {

constexpr double kPrismShare = 0x1p-48;

bool is_one(const Vector3& scale) {
  return std::ranges::all_of(scale, [](double s) { return s <= 1 && s >= 1; });
}

Result<Pose3> scaling(const Vector3& scale) {
  return Pose3::from_matrix(
      std::array{scale[0], 0.0, 0.0, 0.0, 0.0, scale[1], 0.0, 0.0, 0.0, 0.0, scale[2], 0.0});
}

/// Returns the points at a pose, each coordinate rounded once.
Result<std::vector<Vector3>> moved(std::span<const Vector3> points, const Pose3& pose) {
  const Result<Polytope3> stored =
      Polytope3::from_points(points, {.reduce = false, .tables = false});
  if (!stored) return stored.error();
  return world_points({stored.value(), pose}).points;
}

/// A body of a file as a part; `why` as the file's report has it.
Result<RobotPart> part_of(const SceneBody& body, const TakenMesh& taken,
                          const std::optional<Pose3>& move) {
  RobotPart part;
  part.name = body.name;
  part.why = taken.why;
  part.hull = body.polytope;
  part.body = body.body;
  if (move) {
    std::vector<Vector3> corners;
    for (std::int32_t v = 0; v < part.hull.vertex_count(); ++v)
      corners.push_back(part.hull.vertex(v));
    if (body.body) {
      const Mesh3& mesh = std::get<Mesh3>(body.body->parts().front().shape);
      Result<std::vector<Vector3>> points = moved(mesh.points(), *move);
      if (!points) return points.error();
      corners = std::move(points).value();
      const Result<Mesh3> built = Mesh3::from_triangles(
          corners, mesh.triangles(),
          taken.as == BodyForm::surface ? TakeAs::surface : TakeAs::automatic);
      if (!built) return built.error();
      part.body = Body3{{built.value()}};
      if (taken.as == BodyForm::solid) part.why = built.value().report().why;
    } else {
      Result<std::vector<Vector3>> points = moved(corners, *move);
      if (!points) return points.error();
      corners = std::move(points).value();
    }
    Result<Polytope3> hull = Polytope3::from_points(corners);
    if (!hull) return hull.error();
    part.hull = std::move(hull).value();
  }
  if (part.body) {
    const Mesh3& mesh = std::get<Mesh3>(part.body->parts().front().shape);
    part.shape = mesh.kind() == MeshKind::solid ? RobotShape::solid : RobotShape::surface;
    if (part.shape == RobotShape::solid) part.why = "its mesh is closed and simple";
    return part;
  }
  part.shape = part.why == "it is a convex solid" ? RobotShape::convex : RobotShape::hull;
  return part;
}

/// The radii of two prisms with a cylinder between them.
struct TwoRadii {
  double outer = 0, inner = 0;
  double percent = 0;  ///< by which the outer one is wider
};

Result<TwoRadii> prism_radii(double radius, std::int32_t sides) {
  const Result<Pose2> turn = Pose2::from_angle(std::numbers::pi / sides);
  if (!turn) return turn.error();
  const double wider = 1 / turn.value().linear(0, 0);
  const TwoRadii found{radius * wider * (1 + kPrismShare), radius * (1 - kPrismShare),
                       100 * (wider - 1)};
  if (!std::isfinite(found.outer) || found.inner < 0x1p-900) {
    return Error{ErrorCode::too_large, "its radius is beyond what a prism can hold; give metres"};
  }
  return found;
}

/// The hull of the lower polygon of a prism and of a tip above it.
Result<Polytope3> pyramid(std::int32_t sides, double radius, double half_height) {
  const Polytope3 prism = Polytope3::prism(sides, radius, half_height);
  std::vector<Vector3> points{{0, 0, half_height}};
  for (std::int32_t v = 0; v < prism.vertex_count(); ++v) {
    if (prism.vertex(v)[2] < 0) points.push_back(prism.vertex(v));
  }
  return Polytope3::from_points(points);
}

/// Halvings of the edges of the icosahedron that stands for a ball, and what rounding there may cost.
constexpr int kBallRounds = 3;
constexpr double kBallSlack = 64;

Vector3 on_unit_sphere(const Vector3& v) {
  const double length = std::hypot(v[0], v[1], v[2]);
  return {v[0] / length, v[1] / length, v[2] / length};
}

std::int64_t mesh_points(const RobotPart& part) {
  return part.body ? std::get<Mesh3>(part.body->parts().front().shape).report().points : 0;
}

}  // namespace

Result<RobotPart> make_box(const Vector3& size) {
  RobotPart part;
  Result<Polytope3> box = Polytope3::from_box({size[0] / 2, size[1] / 2, size[2] / 2});
  if (!box) return box.error();
  part.hull = std::move(box).value();
  part.shape = RobotShape::box;
  part.why = "a box, exact";
  return part;
}

RobotPart make_sphere(double radius) {
  RobotPart part;
  part.hull = Polytope3::from_points({Vector3{0, 0, 0}}).value();
  part.shape = RobotShape::sphere;
  part.radius = radius;
  part.why = "a point with a radius, exact";
  return part;
}

Result<RobotPart> make_capsule(double radius, double length) {
  RobotPart part;
  Result<Polytope3> segment =
      Polytope3::from_points({Vector3{0, 0, -length / 2}, Vector3{0, 0, length / 2}});
  if (!segment) return segment.error();
  part.hull = std::move(segment).value();
  part.shape = RobotShape::capsule;
  part.radius = radius;
  part.why = "a segment with a radius, exact";
  return part;
}

Result<RobotPart> make_cylinder(double radius, double length, std::int32_t sides) {
  const Result<TwoRadii> radii = prism_radii(radius, sides);
  if (!radii) return radii.error();
  RobotPart part;
  part.hull = Polytope3::prism(sides, radii.value().outer, length / 2);
  part.inner = Polytope3::prism(sides, radii.value().inner, length / 2);
  part.shape = RobotShape::cylinder;
  part.why = fmt::format("between two prisms of {} sides; the outer one is {:.2g} % wider", sides,
                         radii.value().percent);
  return part;
}

Result<RobotPart> make_cone(double radius, double length, std::int32_t sides) {
  const Result<TwoRadii> radii = prism_radii(radius, sides);
  if (!radii) return radii.error();
  Result<Polytope3> outer = pyramid(sides, radii.value().outer, length / 2);
  if (!outer) return outer.error();
  Result<Polytope3> inner = pyramid(sides, radii.value().inner, length / 2);
  if (!inner) return inner.error();
  RobotPart part;
  part.hull = std::move(outer).value();
  part.inner = std::move(inner).value();
  part.shape = RobotShape::cone;
  part.why = fmt::format("between two pyramids of {} sides; the outer one is {:.2g} % wider", sides,
                         radii.value().percent);
  return part;
}

Result<RobotPart> make_polyhedral_ball(double radius) {
  // An icosahedron whose edges are halved three times: 642 points of the unit sphere, up to rounding.
  const Polytope3 start = Polytope3::icosahedron(1);
  std::vector<Vector3> points;
  for (std::int32_t v = 0; v < start.vertex_count(); ++v)
    points.push_back(on_unit_sphere(start.vertex(v)));
  for (int round = 0; round < kBallRounds; ++round) {
    const Result<Polytope3> hull = Polytope3::from_points(points);
    if (!hull) return hull.error();
    for (const Edge& edge : hull.value().edges()) {
      const Vector3 a = hull.value().vertex(edge.vertices[0]);
      const Vector3 b = hull.value().vertex(edge.vertices[1]);
      points.push_back(on_unit_sphere({a[0] + b[0], a[1] + b[1], a[2] + b[2]}));
    }
  }
  const Result<Polytope3> hull = Polytope3::from_points(points);
  if (!hull) return hull.error();
  double least = 1;  // distance of a face from the centre
  for (const Face& face : hull.value().faces()) {
    const Vector3 at = hull.value().vertex(face.vertices.front());
    const Vector3& n = face.normal;
    const double along = n[0] * at[0] + n[1] * at[1] + n[2] * at[2];
    least = std::min(least, along / std::hypot(n[0], n[1], n[2]));
  }
  const double wider = 1 / least;
  const auto scaled = [&](double by) {
    std::vector<Vector3> moved = points;
    for (Vector3& point : moved) {
      for (double& x : point) x *= by;
    }
    return Polytope3::from_points(moved);
  };
  Result<Polytope3> outer = scaled(radius * wider * (1 + kPrismShare * kBallSlack));
  if (!outer) return outer.error();
  Result<Polytope3> inner = scaled(radius * (1 - kPrismShare));
  if (!inner) return inner.error();
  RobotPart part;
  part.hull = std::move(outer).value();
  part.inner = std::move(inner).value();
  part.shape = RobotShape::convex;
  part.why =
      fmt::format("a ball between two polytopes of {} vertices; the outer one is {:.2g} % wider",
                  points.size(), 100 * (wider - 1));
  return part;
}

Result<RobotPart> make_mesh(std::span<const Vector3> points,
                            std::span<const MeshTriangle> triangles, BodyForm form) {
  RobotPart part;
  const TakeAs as = form == BodyForm::solid     ? TakeAs::solid
                    : form == BodyForm::surface ? TakeAs::surface
                                                : TakeAs::automatic;
  const Result<Mesh3> mesh = Mesh3::from_triangles(points, triangles, as);
  if (!mesh) return mesh.error();
  Result<Polytope3> hull = Polytope3::from_points(points);
  if (!hull) return hull.error();
  part.hull = std::move(hull).value();
  if (form == BodyForm::hull || (form == BodyForm::automatic && mesh.value().is_convex())) {
    part.shape = form == BodyForm::hull ? RobotShape::hull : RobotShape::convex;
    part.why = form == BodyForm::hull ? "its hull was asked for" : "it is a convex solid";
    return part;
  }
  part.body = Body3{{mesh.value()}};
  part.shape = mesh.value().kind() == MeshKind::solid ? RobotShape::solid : RobotShape::surface;
  part.why =
      part.shape == RobotShape::solid ? "its mesh is closed and simple" : mesh.value().report().why;
  return part;
}

Result<const MeshParts*> MeshShelf::take(const std::string& path, const Vector3& scale,
                                         BodyForm form) {
  const auto key = std::tuple(path, scale, form);
  if (const auto found = shelf_.find(key); found != shelf_.end()) return &found->second;
  Scene scene;
  const Result<FileReport> read = read_bodies(path, scene, limits_, {}, {.as = form});
  if (!read) return read.error();
  const FileReport& report = read.value();
  MeshParts made;
  made.notes = report.notes;
  Vector3 factors = scale;
  if (report.unit_in_metres > 0 && (report.unit_in_metres < 1 || report.unit_in_metres > 1)) {
    for (double& factor : factors) factor *= report.unit_in_metres;
    made.notes.push_back(fmt::format("its unit of {} m was applied", report.unit_in_metres));
  }
  const Result<Pose3> scaled = scaling(factors);
  if (!scaled) return scaled.error();
  for (std::int32_t id = 0; id < scene.size(); ++id) {
    const SceneBody& body = scene.body(id);
    std::optional<Pose3> move;
    const bool turned = !body.pose.is_translation() || std::fabs(body.pose.offset(0)) > 0 ||
                        std::fabs(body.pose.offset(1)) > 0 || std::fabs(body.pose.offset(2)) > 0;
    if (turned || !is_one(factors)) {
      const auto composed = sunder::compose(scaled.value(), body.pose);
      if (!composed) return composed.error();
      move = composed.value().pose;
    }
    const auto taken = static_cast<std::size_t>(report.taken_index[static_cast<std::size_t>(id)]);
    Result<RobotPart> part = part_of(body, report.taken[taken], move);
    if (!part) return Error{part.error().code, fmt::format("{}: {}", path, part.error().message)};
    points_ += part.value().hull.vertex_count() + mesh_points(part.value());
    if (points_ > limits_.points) {
      return Error{
          ErrorCode::too_large,
          fmt::format(
              "{}: with it the meshes have more than {} points, each scale counted; give fewer",
              path, limits_.points)};
    }
    if (move) part.value().why += "; its points were scaled or moved, and rounded";
    made.parts.push_back(std::move(part).value());
  }
  if (made.parts.empty())
    return Error{io_error::syntax, path + ": it holds no points; a mesh was expected"};
  return &shelf_.emplace(key, std::move(made)).first->second;
}

}  // namespace sunder::detail::robot

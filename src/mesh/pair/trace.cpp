// SPDX-License-Identifier: Apache-2.0
//
// Idea: Pieces' triangles and vertices become the caller's triangles and points of the world.
// Bound: Points are rounded, for the eye alone.
// Cost: The lists.
#include "mesh/pair/trace.hpp"

#include <algorithm>
#include <limits>

#include "geometry/vectors.hpp"
#include "mesh/pair/nearest.hpp"
#include "mesh/pair/part_pair.hpp"

namespace sunder::detail::mesh {
namespace {

std::array<Vector3, 3> rounded_corners(const Placed& placed, std::int32_t triangle) {
  const Corners& corners = placed.piece->corners(triangle);
  return {rounded_world(placed, corners[0]), rounded_world(placed, corners[1]),
          rounded_world(placed, corners[2])};
}

/// Returns the image of an axis of the piece's own frame.
Vector3 rounded_axis(const Placed& placed, std::size_t axis) {
  Vector3 v{};
  v[axis] = 1;
  for (const Pose3* pose : placed.poses) {
    if (pose == nullptr) continue;
    Vector3 image;
    for (int k = 0; k < 3; ++k) {
      image[static_cast<std::size_t>(k)] =
          pose->linear(k, 0) * v[0] + pose->linear(k, 1) * v[1] + pose->linear(k, 2) * v[2];
    }
    v = image;
  }
  return v;
}

/// Returns where a ray meets the plane of a triangle; its start where rounding leaves no answer.
Vector3 place_on_plane(const Vector3& start, const Vector3& direction,
                       const std::array<Vector3, 3>& corners) {
  const Vector3 normal = cross(minus<3>(corners[1], corners[0]), minus<3>(corners[2], corners[0]));
  const double along = dot<3>(normal, direction);
  const double t = along != 0 ? dot<3>(normal, minus<3>(corners[0], start)) / along : 0;
  return {start[0] + t * direction[0], start[1] + t * direction[1], start[2] + t * direction[2]};
}

void list_triangle(std::vector<std::int32_t>& list, std::int32_t triangle) {
  if (triangle < 0 || list.size() == BodyStep::kMost) return;
  const auto place = std::lower_bound(list.begin(), list.end(), triangle);
  if (place == list.end() || *place != triangle) list.insert(place, triangle);
}

}  // namespace

BodyStep& Tracer::start(BodyEvent event) {
  BodyStep& step = trace_.steps.emplace_back();
  step.event = event;
  step.part_a = part_a_;
  step.part_b = part_b_;
  return step;
}

bool Tracer::has_room(bool overlaps) {
  if (overlaps || trace_.steps.size() < BodyTrace::kMost) return true;
  ++trace_.left_out;
  return false;
}

void Tracer::begin_walk() {
  const bool is_kept = has_room(false);
  walk_ = is_kept ? trace_.steps.size() : std::numeric_limits<std::size_t>::max();
  if (is_kept) start(BodyEvent::boxes);
}

void Tracer::leaves(Leaf a, Leaf b) {
  BodyStep& step = walk();
  ++step.leaf_pairs;
  step.triangle_pairs += std::int64_t{a.count} * b.count;
  for (std::int32_t t = a.begin; t < a.begin + a.count; ++t)
    list_triangle(step.near_a, caller_of(*placed_[0].piece, t));
  for (std::int32_t t = b.begin; t < b.begin + b.count; ++t)
    list_triangle(step.near_b, caller_of(*placed_[1].piece, t));
}

void Tracer::set_triangles(BodyStep& step, std::int32_t triangle_a, std::int32_t triangle_b) const {
  step.triangle_a = caller_of(*placed_[0].piece, triangle_a);
  step.triangle_b = caller_of(*placed_[1].piece, triangle_b);
  step.corners_a = rounded_corners(placed_[0], triangle_a);
  step.corners_b = rounded_corners(placed_[1], triangle_b);
}

std::vector<Vector3> Tracer::points_of(std::size_t side, const Feature& feature) const {
  const Placed& placed = placed_[side];
  if (feature.dimension == 2) {
    const std::array<Vector3, 3> corners = rounded_corners(placed, feature.i);
    return {corners.begin(), corners.end()};
  }
  std::vector<Vector3> points{rounded_world(placed, feature.i)};
  if (feature.dimension == 1) points.push_back(rounded_world(placed, feature.j));
  return points;
}

void Tracer::piercing(std::int32_t triangle_a, std::int32_t triangle_b) {
  BodyStep& step = start(BodyEvent::contact);
  set_triangles(step, triangle_a, triangle_b);
  step.in_doubles = true;
  step.overlaps = true;
}

void Tracer::contact(PiecePair& pair, std::int32_t triangle_a, std::int32_t triangle_b,
                     const Contact& contact, const ConeStep& cones, bool overlaps) {
  if (!has_room(overlaps)) return;
  BodyStep& step = start(BodyEvent::contact);
  set_triangles(step, triangle_a, triangle_b);
  step.overlaps = overlaps;
  step.reason = cones.reason;
  step.direction = cones.direction;
  step.feature_a = points_of(0, contact.a);
  step.feature_b = points_of(1, contact.b);
  const int exponent = pair.maps().exponent;
  const auto difference = [&](const Direction& d) {
    return pair.exact().difference({d.side, d.from}, {d.side, d.to}, exponent);
  };
  for (std::size_t side = 0; side < 2; ++side) {
    std::vector<DirectionArc>& cone = side == 0 ? step.cone_a : step.cone_b;
    for (const Arc& arc : cones.arcs[side]) {
      if (cone.size() == BodyStep::kMost) break;
      cone.push_back({difference(arc.from), difference(arc.to)});
    }
  }
}

void Tracer::enclosure(int side, std::int32_t vertex, int winding,
                       const std::vector<CrossedTriangle>& crossed, bool overlaps) {
  if (!has_room(overlaps)) return;
  BodyStep& step = start(BodyEvent::enclosure);
  const Placed& other = placed_[static_cast<std::size_t>(1 - side)];
  step.side = side;
  step.overlaps = overlaps;
  step.winding = winding;
  step.start = rounded_world(placed_[static_cast<std::size_t>(side)], vertex);
  step.direction = rounded_axis(other, RayStart{}.axis);
  for (const CrossedTriangle& one : crossed) {
    if (step.crossings.size() == BodyStep::kMost) break;
    step.crossings.push_back(
        {caller_of(*other.piece, one.triangle), one.sign,
         place_on_plane(step.start, step.direction, rounded_corners(other, one.triangle))});
  }
  const auto height = [&](const RayCrossing& one) { return dot<3>(step.direction, one.at); };
  std::stable_sort(step.crossings.begin(), step.crossings.end(),
                   [&](const auto& p, const auto& q) { return height(p) < height(q); });
}

}  // namespace sunder::detail::mesh

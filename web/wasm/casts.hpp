// SPDX-License-Identifier: Apache-2.0
//
// Questions about bodies that move, rays, points and derivatives.
#pragma once

#include "answers.hpp"
#include "module.hpp"
#include "sunder/body2.hpp"
#include "sunder/body_cast.hpp"
#include "sunder/cast.hpp"
#include "sunder/derivative.hpp"

namespace sunder::web {

/// Reads translation and centre, in space an axis, and an angle.
template <int D>
Result<Motion<D>> read_motion(Reader& message) {
  const auto translation = message.read<Vector<D>>(), centre = message.read<Vector<D>>();
  Vector3 axis{};
  if constexpr (D == 3) message(axis);
  const auto angle = message.read<double>();
  if (angle == 0 && axis == Vector3{}) return Motion<D>::linear(translation);
  if constexpr (D == 3) {
    return Motion3::rigid(translation, centre, axis, angle);
  } else {
    return Motion2::rigid(translation, centre, angle);
  }
}

template <int D>
std::int32_t answer_cast(const Cast<D>& found) {
  return answer(found, std::int32_t{-1}, std::int32_t{-1}, std::int32_t{-1}, std::int32_t{-1});
}
template <class Found>
  requires(requires(const Found& found) { found.part_a; })
std::int32_t answer_cast(const Found& found) {
  constexpr int kDimension = std::is_same_v<Found, BodyCast2> ? 2 : 3;
  answer(static_cast<const Cast<kDimension>&>(found), found.part_a, found.part_b);
  if constexpr (kDimension == 3)
    return answer(found.triangle_a, found.triangle_b);
  else
    return answer(found.edge_a, found.edge_b);
}
template <class Found>
std::int32_t answer_cast(const Result<Found>& found) {
  return found ? answer_cast(found.value()) : refuse(found.error());
}

/// Request: a side and its motion, twice; the tolerance, the most steps. Answer: the cast, parts, and triangles or edges.
template <int D>
std::int32_t ask_cast_of() {
  Reader message = request();
  const Result<Side<D>> first = read_side<D>(message);
  if (!first) return refuse(first.error());
  const Result<Motion<D>> motion_a = read_motion<D>(message);
  if (!motion_a) return refuse(motion_a.error());
  const Result<Side<D>> second = read_side<D>(message);
  if (!second) return refuse(second.error());
  const Result<Motion<D>> motion_b = read_motion<D>(message);
  if (!motion_b) return refuse(motion_b.error());
  CastOptions options;
  message(options.tolerance);
  message(options.max_steps);
  if (!(options.tolerance > 0))
    return refuse(ErrorCode::wrong_shape, "the tolerance must be more than 0");
  const Side<D>&a = first.value(), &b = second.value();
  if (a.is_polytope() && b.is_polytope())
    return answer_cast(cast(a.posed(), motion_a.value(), b.posed(), motion_b.value(), options));
  if (a.radius > 0 || b.radius > 0)
    return refuse(ErrorCode::not_served,
                  "a cast is answered of convex bodies alone where one has a radius; leave the "
                  "radii out, or cast the parts");
  const auto body_a = body_of<D>(*a.shape), body_b = body_of<D>(*b.shape);
  return answer_cast(cast(PosedBody(body_a, a.pose), motion_a.value(), PosedBody(body_b, b.pose),
                          motion_b.value()));
}

/// Request: origin, direction, side. Answer: as of a cast.
template <int D>
std::int32_t ask_ray_of() {
  Reader message = request();
  const auto origin = message.read<Vector<D>>(), direction = message.read<Vector<D>>();
  const Result<Side<D>> side = read_side<D>(message);
  if (!side) return refuse(side.error());
  if (side.value().is_polytope())
    return answer_cast(ray_cast(origin, direction, side.value().posed()));
  if (side.value().radius > 0)
    return refuse(ErrorCode::not_served, "rays meet convex bodies alone where they have a radius");
  const auto body = body_of<D>(*side.value().shape);
  return answer_cast(ray_cast(origin, direction, PosedBody(body, side.value().pose)));
}

/// Request: point, width, side of a polytope. Answer: the distance.
template <int D>
std::int32_t ask_point_of() {
  Reader message = request();
  const auto point = message.read<Vector<D>>();
  const auto width = message.read<double>();
  const Result<Side<D>> side = read_side<D>(message);
  if (!side) return refuse(side.error());
  if (!side.value().is_polytope())
    return refuse(ErrorCode::not_served,
                  "the closest point is that of a polytope; ask for the distance of a polytope of "
                  "one point");
  const auto found = closest_point(point, side.value().posed(), width);
  return found ? answer(found.value()) : refuse(found.error());
}

/// Request: point, side. Answer: where it lies, as a word.
template <int D>
std::int32_t locate_of() {
  Reader message = request();
  const auto point = message.read<Vector<D>>();
  const Result<Side<D>> side = read_side<D>(message);
  if (!side) return refuse(side.error());
  if (side.value().radius > 0)
    return refuse(ErrorCode::not_served,
                  "a point is located in bodies without a radius; compare a distance with it");
  const auto body = body_of<D>(*side.value().shape);
  const auto found = locate(point, PosedBody(body, side.value().pose));
  return found ? answer(to_string(found.value())) : refuse(found.error());
}

/// Request: two sides of polytopes. Answer: the derivative.
template <int D>
std::int32_t ask_derivative_of() {
  Reader message = request();
  const Result<Side<D>> a = read_side<D>(message);
  if (!a) return refuse(a.error());
  const Result<Side<D>> b = read_side<D>(message);
  if (!b) return refuse(b.error());
  return answer(derivative(a.value().posed(), b.value().posed()));
}

}  // namespace sunder::web

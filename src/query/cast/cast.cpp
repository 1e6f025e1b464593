// SPDX-License-Identifier: Apache-2.0
//
// Idea: Motions that only translate are cast exactly, the others by steps that are proven free. A ray
// is the cast of a point.
// Cost: That of the cast. A ray that doubles cannot decide builds a polytope of one point.
// Gives up: Rays and points that are not finite are refused.
#include "sunder/cast.hpp"

#include <string>

#include "exact/dyadic.hpp"
#include "geometry/refusal.hpp"
#include "query/cast/linear.hpp"
#include "query/cast/ray.hpp"
#include "query/cast/rounded.hpp"
#include "query/cast/turning.hpp"
#include "query/rounded/radii.hpp"

namespace sunder::detail {
namespace {

template <int D>
Cast<D> cast_translating(const Posed<D>& a, const Vector<D>& translation_a, const Posed<D>& b,
                         const Vector<D>& translation_b) {
  if (rounded::has_radius(a, b)) return cast_rounded<D>(a, translation_a, b, translation_b);
  return cast_linear<D>({make_body(a), make_body(b)}, translation_a, translation_b);
}

template <int D>
Cast<D> cast_pair(const Posed<D>& a, const Motion<D>& motion_a, const Posed<D>& b,
                  const Motion<D>& motion_b, const CastOptions& options) {
  const bool turns = !is_zero_bits(motion_a.angle()) || !is_zero_bits(motion_b.angle());
  Cast<D> answer = turns
                       ? cast_turning<D>(a, motion_a, b, motion_b, options)
                       : cast_translating<D>(a, motion_a.translation(), b, motion_b.translation());
  set_touching_place<D>(a, b, answer);
  return answer;
}

/// A ray that starts in the body or on it hits it there. Inside the body there is no normal.
template <int D>
void set_start(const Vector<D>& origin, Cast<D>& answer) {
  if (answer.verdict != CastVerdict::hit || answer.start == Verdict::separated) return;
  Witness<D> at;
  if (answer.witness) at.normal = answer.witness->normal;
  at.point_a = at.point_b = origin;
  answer.witness = at;
}

template <int D>
Result<Cast<D>> cast_ray(const Vector<D>& origin, const Vector<D>& direction,
                         const Posed<D>& body) {
  bool finite = true;
  for (const double entry : origin) finite &= is_finite_bits(entry);
  for (const double entry : direction) finite &= is_finite_bits(entry);
  if (!finite) [[unlikely]]
    return refuse_ray(origin, direction);
  Cast<D> answer;
  if constexpr (D == 3) {
    if (is_zero_bits(body.radius()) &&
        cast_ray_quickly(origin, direction, make_body(body), answer)) {
      set_start(origin, answer);
      return answer;
    }
  }
  const auto point = Polytope<D>::from_points({origin}).value();
  const Posed<D> start{point};
  answer = cast_translating<D>(start, direction, body, {});
  if (!answer.witness) set_touching_place<D>(start, body, answer);
  set_start(origin, answer);
  return answer;
}

template <int D>
Result<Distance<D>> find_closest(const Vector<D>& point, const Posed<D>& body, double width) {
  const Error refusal = refuse_entries("point", point, "entry");
  if (!refusal.message.empty()) return refusal;
  const auto single = Polytope<D>::from_points({point}).value();
  Distance<D> answer = distance(Posed<D>{single}, body, {.width = width});
  if (answer) {  // in the body it is its own closest point
    Witness<D> at;
    if (answer.witness) at.normal = answer.witness->normal;
    at.point_a = at.point_b = point;
    answer.witness = at;
  }
  return answer;
}

}  // namespace
}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

Cast2 cast(const Posed2& a, const Motion2& motion_a, const Posed2& b, const Motion2& motion_b,
           const CastOptions& options) {
  return detail::cast_pair<2>(a, motion_a, b, motion_b, options);
}
Cast3 cast(const Posed3& a, const Motion3& motion_a, const Posed3& b, const Motion3& motion_b,
           const CastOptions& options) {
  return detail::cast_pair<3>(a, motion_a, b, motion_b, options);
}

Result<Cast2> ray_cast(const Vector2& origin, const Vector2& direction, const Posed2& body) {
  return detail::cast_ray<2>(origin, direction, body);
}
Result<Cast3> ray_cast(const Vector3& origin, const Vector3& direction, const Posed3& body) {
  return detail::cast_ray<3>(origin, direction, body);
}

Result<Distance2> closest_point(const Vector2& point, const Posed2& body, double width) {
  return detail::find_closest<2>(point, body, width);
}
Result<Distance3> closest_point(const Vector3& point, const Posed3& body, double width) {
  return detail::find_closest<3>(point, body, width);
}

}  // namespace sunder::inline SUNDER_ABI

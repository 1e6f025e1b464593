// SPDX-License-Identifier: Apache-2.0
//
// Idea: The circumscribed ball proves most misses. Else a walk over the faces finds the face where
// the line enters, and its sides prove it. The time is computed as the doubles next to it. A line
// beyond an edge of the outline misses. What doubles leave open integers decide, sign by sign.
// Bound: pierced_face.hpp for the face, entry_time.hpp for the time, moving_ball.hpp for the ball.
// Cost: Some 1,500 instructions for a hit, 200 to 700 for a miss, 5,000 to 10,000 where it grazes.
// It allocates only for numbers of very different sizes.
// Gives up: On bodies without faces, and numbers outside the filters' range.
#include "query/cast/ray.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/cast/ray.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "geometry/vectors.hpp"
#include "narrow/gjk/nearest_supports-inl.hpp"
#include "query/cast/entry_time-inl.hpp"
#include "query/cast/face_walk-inl.hpp"
#include "query/cast/grazing_ray.hpp"
#include "query/cast/moving_ball-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {

/// Returns the sign of det R, or 0 where doubles do not tell. A determinant of entries up to s is off by
/// at most 36 units of s^3.
HWY_INLINE int sense_of(const Pose<3>& pose) {
  if (pose.is_quaternion() || pose.is_translation()) return 1;
  const double* const r = linear_data(pose);
  const double size = greatest_singular_value(pose);
  const double determinant =
      (r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6])) +
      r[2] * (r[3] * r[7] - r[4] * r[6]);
  if (!(size > 0x1p-100 && size < 0x1p100)) return 0;
  if (!(std::fabs(determinant) > kReachDet3Units * kUnit * (size * size * size))) return 0;
  return determinant > 0 ? 1 : -1;
}

class QuickRay {
 public:
  HWY_INLINE QuickRay(const Vector3& origin, const Vector3& direction, const Body<3>& body)
      : origin_(origin),
        direction_(direction),
        body_(body),
        columns_(load_columns(linear_data(*body.pose))) {}

  HWY_INLINE bool cast(Cast<3>& answer) {
    const HullBlock& hull = *body_.hull;
    if (hull.topology == nullptr || hull.topology->face_count() == 0) return false;
    Segment ray;
    if (!ray.set(load_packed(direction_.data()))) return false;
    const Packed offset = Sub(load_packed(offset_data(*body_.pose)), load_packed(origin_.data()));
    const double stretch = greatest_singular_value(*body_.pose);
    const double size = sum_of_three(hull.max_abs);
    reach_.reach = (stretch * size + total(Abs(offset))) * kRoundUp;
    reach_.drift = linear_error(*body_.pose) * size * kRoundUp;
    if (!reach_.in_range() || !body_.in_filter_range()) return false;
    const Ball ball{Add(without_last(turn(load_packed(hull.centre))), offset), reach_.entry_error(),
                    hull.circumscribed * stretch};
    const double closest = closest_place(ray, ball);
    if (misses(ray, ball, closest)) return set_free_cast(answer);
    const int sense = sense_of(*body_.pose);
    const std::int32_t start = vertex_near(ray, ball, closest - hull.circumscribed);
    offset_ = vector_of(offset);
    const FaceWalk faces(body_, vector_of(ray.d), offset_, reach_, sense < 0);
    PiercedFace entered;
    if (sense != 0) faces.walk(start, false, entered);
    if (entered.outcome == Pierced::face) [[likely]] {
      const EntryTime entry = time_at(entered);
      if (entry.sign == EntryTime::Sign::positive) [[likely]]
        return set_entry(entry, answer);
    }
    if (entered.outcome == Pierced::missed) return set_free_cast(answer);
    if (entered.outcome == Pierced::unknown) entered.corners[0] = start;
    const std::int32_t end = vertex_near(ray, ball, closest + hull.circumscribed);
    return cast_closely(faces, sense, vector_of(ray.d), end, entered, answer);
  }

 private:
  HWY_INLINE Packed turn(Packed x) const { return combined(columns_, spread(x)); }
  /// Returns a vertex close to where the line is at this place.
  HWY_INLINE std::int32_t vertex_near(const Segment& ray, const Ball& ball, double place) const {
    const Packed toward = MulSub(filled(place), ray.d, ball.centre);
    return gjk::HWY_NAMESPACE::top_of(*body_.hull, pull_back(toward)).vertex;
  }
  HWY_INLINE Vector3 pull_back(Packed u) const {
    const double* const r = linear_data(*body_.pose);
    const Mat3<Packed> rows{{load_packed(r), load_packed(r + 3), load_packed(r + 6)}};
    return vector_of(combined(rows, spread(u)));
  }

  HWY_INLINE EntryTime time_at(const PiercedFace& pierced) const {
    EntryPoints points;
    points.weights = pierced.weights;
    const HullBlock& hull = *body_.hull;
    for (std::size_t i = 0; i < 3; ++i) points.pairs[i] = {0, pierced.corners[i]};
    const auto vertex = [&](std::size_t i) HWY_ATTR {
      const double* const x = hull.points + pierced.corners[i];
      return side_by_side(x[0], x[hull.stride], x[2 * std::ptrdiff_t{hull.stride}]);
    };
    const Packed first = vertex(0);
    for (std::size_t i = 0; i < 2; ++i) {
      points.edges[i] = vector_of(turn(Sub(first, vertex(i + 1))));
    }
    static constexpr Vector3 kStill{};
    const EntryBody point{nullptr, nullptr, origin_.data(), direction_.data()};
    const EntryBody hull_body{&hull, body_.pose, offset_data(*body_.pose), kStill.data()};
    EntryTime entry;
    find_entry_time(point, hull_body, points, reach_.reach, entry);
    return entry;
  }

  /// Continues where doubles do not decide, or where the ray does not start before the body.
  HWY_NOINLINE bool cast_closely(const FaceWalk& faces, int sense, const Vector3& d,
                                 std::int32_t end, PiercedFace& entered, Cast<3>& answer) const {
    static constexpr Vector3 kStill{};
    const Pose<3>& pose = *body_.pose;
    const SeenLine line{body_,
                        {&pose,
                         body_.hull->exponents,
                         {origin_.data(), offset_data(pose)},
                         {direction_.data(), kStill.data()}},
                        d,
                        offset_,
                        faces.error(),
                        sense};
    GrazingRay grazing(line);
    const auto find_time = [&](const PiercedFace& pierced) {
      EntryTime time = time_at(pierced);
      if (time.sign == EntryTime::Sign::unknown) grazing.enter(pierced, time);
      return time;
    };
    if (entered.outcome == Pierced::unknown &&
        !grazing.pierce(entered.corners[0], false, entered)) {
      return false;
    }
    if (entered.outcome == Pierced::missed) return set_free_cast(answer);
    const EntryTime entry = find_time(entered);
    if (entry.sign == EntryTime::Sign::positive) return set_entry(entry, answer);
    if (entry.sign == EntryTime::Sign::zero) return set_touching(entry.normal, answer);
    PiercedFace left;
    if (sense != 0) faces.walk(end, true, left);
    // The line enters the body, so that it leaves it.
    if (left.outcome == Pierced::unknown) grazing.pierce(end, true, left);
    const EntryTime exit = find_time(left);
    if (exit.sign == EntryTime::Sign::negative) return set_free_cast(answer);
    if (exit.sign == EntryTime::Sign::zero) return set_touching(exit.normal, answer);
    if (entered.beside >= 0) return set_touching(grazing.inward_normal(entered.beside), answer);
    answer.steps = 1;
    answer.start = Verdict::overlapping;
    answer.verdict = CastVerdict::hit;
    answer.time = {0, 0};
    return true;
  }
  HWY_INLINE bool set_touching(const Vector3& normal, Cast<3>& answer) const {
    answer.steps = 1;
    answer.start = Verdict::touching;
    answer.verdict = CastVerdict::hit;
    answer.time = {0, 0};
    answer.witness = Witness<3>{normal, origin_, origin_};
    return true;
  }
  HWY_INLINE bool set_entry(const EntryTime& entry, Cast<3>& answer) const {
    Vector3 point{};
    for (std::size_t l = 0; l < 3; ++l) {
      point[l] = origin_[l] + entry.time.lower * direction_[l];
    }
    return set_entry_cast(entry, point, answer);
  }

  const Vector3& origin_;
  const Vector3& direction_;
  const Body<3>& body_;
  Mat3<Packed> columns_;  ///< of R
  Vector3 offset_;        ///< from the origin to the body's
  Reach reach_;
};

bool cast_quickly(const Vector3& origin, const Vector3& direction, const Body<3>& body,
                  Cast<3>& answer) {
  return QuickRay(origin, direction, body).cast(answer);
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail {

HWY_EXPORT(cast_quickly);

bool cast_ray_quickly(const Vector3& origin, const Vector3& direction, const Body<3>& body,
                      Cast<3>& answer) noexcept {
  return HWY_DYNAMIC_DISPATCH(cast_quickly)(origin, direction, body, answer);
}

}  // namespace sunder::detail
#endif

// SPDX-License-Identifier: Apache-2.0
//
// Idea: The circumscribed ball proves most misses. Else a walk over the faces finds the face where
// the line enters, and its sides prove it. The planes of a hull of 17 to 64 faces propose the first face,
// which mostly is that face. The time is computed as the doubles next to it. A line
// beyond an edge of the outline misses. What doubles leave open integers decide, sign by sign. Boxes of
// one orientation are cast as a point against their difference, which is a box.
// Bound: pierced_face.hpp for the face, entry_time.hpp for the time, moving_ball.hpp for the ball.
// Cost: Some 1,500 instructions for a hit, 200 to 700 for a miss, 5,000 to 10,000 where it grazes.
// It allocates only for numbers of very different sizes.
// Gives up: On bodies without faces, boxes that are not in box order, and numbers outside the filters'
// range.
#include "query/cast/ray.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/cast/ray.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "geometry/vectors.hpp"
#include "narrow/boxes/boxes.hpp"
#include "narrow/gjk/nearest_supports-inl.hpp"
#include "query/cast/entry_face-inl.hpp"
#include "query/cast/entry_time-inl.hpp"
#include "query/cast/face_walk-inl.hpp"
#include "query/cast/grazing_ray.hpp"
#include "query/cast/linear.hpp"
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

/// A point that moves along a line and a hull, or two boxes of one orientation that move apart or
/// together. The boxes are the point 0 and the box K_B - K_A.
template <bool kBoxes>
class QuickLine {
 public:
  /// `a` is a point, or a box in box order like b.
  HWY_INLINE QuickLine(const EntryBody& a, const EntryBody& b)
      : a_(a), b_(b), hull_(*b.hull), columns_(load_columns(linear_data(*b.pose))) {
    solid_ = {hull_.points, hull_.stride, hull_.topology.get()};
  }

  HWY_INLINE bool cast(Cast<3>& answer) {
    Segment way;
    if (!way.set(Sub(load_packed(a_.translation), load_packed(b_.translation)))) return false;
    const Packed offset = Sub(load_packed(b_.offset), load_packed(a_.offset));
    const double stretch = greatest_singular_value(*b_.pose);
    if (!(stretch > 0)) return false;
    double size = sum_of_three(hull_.max_abs);
    double radius = hull_.circumscribed;
    Packed middle = load_packed(hull_.centre);
    if constexpr (kBoxes) {
      size += sum_of_three(a_.hull->max_abs);
      radius += a_.hull->circumscribed;
      middle = Sub(middle, load_packed(a_.hull->centre));
    }
    reach_.reach = (stretch * size + total(Abs(offset))) * kRoundUp;
    reach_.drift = linear_error(*b_.pose) * size * kRoundUp;
    if (!reach_.in_range() || !hull_.in_filter_range || !in_filter_range(*b_.pose)) return false;
    if (kBoxes && !a_.hull->in_filter_range) return false;
    const Ball ball{Add(without_last(turn(middle)), offset), reach_.entry_error(),
                    radius * stretch};
    const double closest = closest_place(way, ball);
    if (misses(way, ball, closest)) return set_free_cast(answer);
    if constexpr (kBoxes) subtract_boxes();
    const int sense = sense_of(*b_.pose);
    offset_ = vector_of(offset);
    const FaceWalk faces(solid_, *b_.pose, vector_of(way.d), offset_, side_error(), sense < 0);
    PiercedFace entered;
    if (sense != 0 && !enter_by_planes(faces, way, ball, closest, stretch, entered)) {
      faces.walk(vertex_near(way, ball, closest - radius), false, entered);
    }
    if (entered.outcome == Pierced::face) [[likely]] {
      const EntryTime entry = time_at(entered);
      if (entry.sign == EntryTime::Sign::positive) [[likely]] {
        return set_entry(entry, entered, answer);
      }
    }
    if (entered.outcome == Pierced::missed) return set_free_cast(answer);
    if (entered.outcome == Pierced::unknown) {
      entered.corners[0] = vertex_near(way, ball, closest - radius);
    }
    const std::int32_t end = vertex_near(way, ball, closest + radius);
    return cast_closely(faces, sense, vector_of(way.d), end, entered, answer);
  }

 private:
  /// The corner of a that makes up a corner of K_B - K_A.
  HWY_INLINE static std::int32_t opposite_corner(std::int32_t v) { return kBoxes ? 7 - v : 0; }

  HWY_INLINE void subtract_boxes() {
    for (std::int32_t k = 0; k < 3; ++k) {
      for (std::int32_t v = 0; v < 8; ++v) {
        corners_[8 * k + v] = hull_.row(k)[v] - a_.hull->row(k)[opposite_corner(v)];
      }
    }
    solid_.points = corners_;
    solid_.stride = 8;
  }
  /// Bounds the error of a projected coordinate.
  HWY_INLINE double side_error() const {
    const double rounded = kBoxes ? kDifferenceUnits * kUnit * reach_.reach : 0;
    return 2 * reach_.gap_error() + kLeastGapError + rounded;
  }
  HWY_INLINE Packed turn(Packed x) const { return combined(columns_, spread(x)); }
  /// Returns a vertex close to where the line is at this place.
  HWY_INLINE std::int32_t vertex_near(const Segment& way, const Ball& ball, double place) const {
    const Packed toward = MulSub(filled(place), way.d, ball.centre);
    const double* const r = linear_data(*b_.pose);
    const Mat3<Packed> rows{{load_packed(r), load_packed(r + 3), load_packed(r + 6)}};
    const Vector3 u = vector_of(combined(rows, spread(toward)));
    if constexpr (kBoxes) return (u[0] > 0 ? 1 : 0) + (u[1] > 0 ? 2 : 0) + (u[2] > 0 ? 4 : 0);
    return gjk::HWY_NAMESPACE::top_of(hull_, u).vertex;
  }

  /// Walks from the face whose plane the line enters last, up to rounding, if R is a scaled rotation.
  /// Returns false if there is no such start.
  HWY_INLINE bool enter_by_planes(const FaceWalk& faces, const Segment& way, const Ball& ball,
                                  double closest, double stretch, PiercedFace& entered) const {
    if constexpr (kBoxes) return false;
    const Topology& topology = *hull_.topology;
    const Topology::Planes planes = topology.planes();
    if (planes.rows == nullptr) return false;
    const double* const r = linear_data(*b_.pose);
    const Mat3<Packed> rows{{load_packed(r), load_packed(r + 3), load_packed(r + 6)}};
    const double scale = 1 / (stretch * stretch);
    const Packed from = Mul(combined(rows, spread(ball.centre)), filled(scale));
    const Packed along = combined(rows, spread(way.d));
    const Packed at = MulSub(filled(closest * scale), along, from);
    return faces.walk_from_face(
        last_entered(planes, topology.face_count(), vector_of(at), vector_of(along)), entered);
  }

  HWY_INLINE EntryTime time_at(const PiercedFace& pierced) const {
    EntryPoints points;
    points.weights = pierced.weights;
    for (std::size_t i = 0; i < 3; ++i) {
      points.pairs[i] = {opposite_corner(pierced.corners[i]), pierced.corners[i]};
    }
    const auto vertex = [&](std::size_t i) HWY_ATTR {
      const double* const x = solid_.points + pierced.corners[i];
      return side_by_side(x[0], x[solid_.stride], x[2 * solid_.stride]);
    };
    const Packed first = vertex(0);
    for (std::size_t i = 0; i < 2; ++i)
      store_packed(turn(Sub(first, vertex(i + 1))), points.edges[i].data());
    EntryTime entry;
    find_entry_time(a_, b_, points, reach_.reach, entry);
    return entry;
  }

  /// Continues where doubles do not decide, or where the motion does not start before the body.
  HWY_NOINLINE bool cast_closely(const FaceWalk& faces, int sense, const Vector3& d,
                                 std::int32_t end, PiercedFace& entered, Cast<3>& answer) const {
    GrazingRay grazing({a_, b_, solid_, d, offset_, side_error(), sense});
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
    if (entry.sign == EntryTime::Sign::positive) return set_entry(entry, entered, answer);
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
    const Vector3 origin{a_.offset[0], a_.offset[1], a_.offset[2]};
    answer.witness = Witness<3>{normal, origin, origin};
    return true;
  }
  HWY_INLINE bool set_entry(const EntryTime& entry, const PiercedFace& entered,
                            Cast<3>& answer) const {
    Vector3 point{};
    for (std::size_t l = 0; l < 3; ++l) point[l] = entry.time.lower * a_.translation[l];
    if constexpr (kBoxes) {
      add_point_of_a(Body<3>{a_.hull, a_.pose}, entered, point);
    } else {
      for (std::size_t l = 0; l < 3; ++l) point[l] = a_.offset[l] + point[l];
    }
    return set_entry_cast(entry, point, answer);
  }
  HWY_INLINE static void add_point_of_a(const Body<3>& a, const PiercedFace& entered,
                                        Vector3& point) {
    const auto [second, third] = entered.weights.values;
    const std::array<double, 3> weights{(1 - second) - third, second, third};
    for (std::size_t i = 0; i < 3; ++i) {
      add_weighted_vertex<3>(a, opposite_corner(entered.corners[i]), weights[i], point);
    }
  }

  const EntryBody& a_;
  const EntryBody& b_;
  const HullBlock& hull_;  ///< of b
  Solid solid_;
  Mat3<Packed> columns_;  ///< of R
  Vector3 offset_;        ///< from a's to b's
  Reach reach_;
  double corners_[kBoxes ? 24 : 1];  ///< of K_B - K_A, by rows
};

bool cast_point(const EntryBody& a, const EntryBody& b, Cast<3>& answer) {
  return QuickLine<false>(a, b).cast(answer);
}
bool cast_boxes(const EntryBody& a, const EntryBody& b, Cast<3>& answer) {
  return QuickLine<true>(a, b).cast(answer);
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail {
namespace {

bool has_faces(const HullBlock& hull) noexcept {
  return hull.topology != nullptr && hull.topology->face_count() > 0;
}

}  // namespace

HWY_EXPORT(cast_point);
HWY_EXPORT(cast_boxes);

bool cast_ray_quickly(const Vector3& origin, const Vector3& direction, const Body<3>& body,
                      Cast<3>& answer) noexcept {
  if (!has_faces(*body.hull)) return false;
  static constexpr Vector3 kStill{};
  const EntryBody point{nullptr, nullptr, origin.data(), direction.data()};
  const EntryBody hull{body.hull, body.pose, offset_data(*body.pose), kStill.data()};
  return HWY_DYNAMIC_DISPATCH(cast_point)(point, hull, answer);
}

bool cast_boxes_quickly(const Pair<3>& pair, const Vector3& translation_a,
                        const Vector3& translation_b, Cast<3>& answer) noexcept {
  if (!pair.a.hull->in_box_order || !pair.b.hull->in_box_order) return false;
  if (!has_faces(*pair.b.hull) || !boxes::have_equal_linear_parts(*pair.a.pose, *pair.b.pose))
    return false;
  const EntryBody a{pair.a.hull, pair.a.pose, offset_data(*pair.a.pose), translation_a.data()};
  const EntryBody b{pair.b.hull, pair.b.pose, offset_data(*pair.b.pose), translation_b.data()};
  return HWY_DYNAMIC_DISPATCH(cast_boxes)(a, b, answer);
}

}  // namespace sunder::detail
#endif

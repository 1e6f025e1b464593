// SPDX-License-Identifier: Apache-2.0
//
// Draws random bodies that translate and rotate, and computes the true positions of their points,
// in numbers of 400 bits.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

#include "filter/random_specs.hpp"
#include "sunder/cast.hpp"

namespace sunder::test {

using Float = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<120>,
                                            boost::multiprecision::et_off>;
template <int D>
using Place = std::array<Float, static_cast<std::size_t>(D)>;

inline Rational rational(const Float& x) { return x.convert_to<Rational>(); }

/// A body, its motion, and the frame in which it is seen.
template <int D>
struct Course {
  BodySpec spec;
  Motion<D> motion;
  Vector<D> origin{};
  Vector<D> frame{};  ///< the motion of the origin

  Vector<D> relative() const {
    Vector<D> v;
    for (std::size_t l = 0; l < D; ++l) v[l] = motion.translation()[l] - frame[l];
    return v;
  }
};

template <int D>
Motion<D> draw_motion(RandomSpecs& random, const Vector<D>& near) {
  const auto draw = [&](double size) {
    Vector<D> x;
    for (double& entry : x) entry = size * random.signed_unit();
    return x;
  };
  Vector<D> centre = draw(random.chance(2) ? 1 : random.spread(20));
  for (std::size_t l = 0; l < D; ++l) centre[l] += near[l];
  double angle = 4 * random.signed_unit();
  if (random.chance(4)) angle = random.spread(50);
  if (random.chance(6)) angle = 0;
  const Vector<D> along = draw(random.chance(2) ? 1 : random.spread(20));
  if constexpr (D == 2) {
    return Motion2::rigid(along, centre, angle).value();
  } else {
    Vector<3> axis = draw(random.chance(3) ? std::ldexp(1, random.in(-900, 900)) : 1);
    if (random.chance(4)) axis = {0, 0, random.chance(2) ? 1.0 : -2.0};
    return Motion3::rigid(along, centre, axis, angle).value();
  }
}

template <int D>
Course<D> draw_course(RandomSpecs& random, RandomSpecs::Kind kind) {
  Course<D> course{random.body(D, kind), {}, {}, {}};
  Vector<D> offset;
  std::copy_n(course.spec.offset.begin(), D, offset.begin());
  course.motion = draw_motion<D>(random, offset);
  for (std::size_t l = 0; l < D; ++l) {
    course.origin[l] = offset[l] + (random.chance(2) ? 0 : random.signed_unit());
    course.frame[l] = random.chance(2) ? 0 : random.signed_unit();
  }
  return course;
}

/// The true points, relative to the frame.
template <int D>
class TrueBody {
 public:
  explicit TrueBody(const Course<D>& course) : angle_(course.motion.angle()) {
    Float squared = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      axis_[k] = Float(course.motion.axis()[k]);
      squared += axis_[k] * axis_[k];
    }
    for (Float& entry : axis_) entry /= sqrt(squared);
    const bool turns = course.motion.turns();
    const Points all = world(course.spec);
    for (std::size_t l = 0; l < D; ++l) {
      const Float centre(turns ? course.motion.centre()[l] : course.spec.offset[l]);
      centre_[l] = centre - Float(course.origin[l]);
      rate_[l] = Float(course.motion.translation()[l]) - Float(course.frame[l]);
      arms_.resize(all.size());
      for (std::size_t i = 0; i < all.size(); ++i) arms_[i][l] = Float(all[i][l]) - centre;
    }
  }

  std::vector<Place<D>> points(double time, const Float& later = 0) const {
    return moved(Float(time) + later, 0);
  }
  /// Their positions if they continued with their velocity at that time.
  std::vector<Place<D>> points_ahead(double time, double step) const {
    return moved(Float(time), Float(step));
  }
  /// Returns the square of the largest distance from the axis.
  Float squared_radius() const {
    Float most = 0;
    for (const Place<D>& arm : arms_) {
      const Place<D> side = crossed(arm);
      Float squared = 0;
      for (const Float& entry : side) squared += entry * entry;
      most = std::max(most, squared);
    }
    return most;
  }

 private:
  /// n x y.
  Place<D> crossed(const Place<D>& y) const {
    if constexpr (D == 2) {
      return {-y[1], y[0]};
    } else {
      const auto& n = axis_;
      return {n[1] * y[2] - n[2] * y[1], n[2] * y[0] - n[0] * y[2], n[0] * y[1] - n[1] * y[0]};
    }
  }
  /// y + sin n x y + (1 - cos) n x (n x y), and its rate of change `ahead`.
  std::vector<Place<D>> moved(const Float& time, const Float& ahead) const {
    const Float turned = angle_ * time;
    const Float sine = sin(turned);
    const Float rest = 1 - cos(turned);
    std::vector<Place<D>> points;
    for (const Place<D>& arm : arms_) {
      const Place<D> side = crossed(arm);
      const Place<D> back = crossed(side);
      Place<D> y;
      for (std::size_t l = 0; l < D; ++l) y[l] = arm[l] + sine * side[l] + rest * back[l];
      const Place<D> velocity = crossed(y);
      Place<D>& point = points.emplace_back();
      for (std::size_t l = 0; l < D; ++l) {
        point[l] = centre_[l] + (time + ahead) * rate_[l] + y[l] + ahead * angle_ * velocity[l];
      }
    }
    return points;
  }

  Float angle_;
  std::array<Float, 3> axis_;
  Place<D> centre_;
  Place<D> rate_;
  std::vector<Place<D>> arms_;
};

template <int D>
Float dot(const Vector<D>& u, const Place<D>& x) {
  Float sum = 0;
  for (std::size_t l = 0; l < D; ++l) sum += Float(u[l]) * x[l];
  return sum;
}
template <int D>
Float extreme(const Vector<D>& u, const std::vector<Place<D>>& points, int sign) {
  Float most = sign * dot<D>(u, points[0]);
  for (const Place<D>& point : points) most = std::max<Float>(most, sign * dot<D>(u, point));
  return sign * most;
}

template <int D>
Vector<D> draw_unit(RandomSpecs& random) {
  Vector<D> u;
  double squared = 0;
  for (double& entry : u) {
    entry = random.signed_unit();
    squared += entry * entry;
  }
  for (double& entry : u) entry /= std::sqrt(squared);
  return u;
}

}  // namespace sunder::test

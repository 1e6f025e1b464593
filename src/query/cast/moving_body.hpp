// SPDX-License-Identifier: Apache-2.0
//
// Computes a moving body's pose at any time in doubles, and a bound on the error of its points.
//
// Frame. All coordinates are relative to an origin near the bodies that moves with a. Roundings then
// scale with the bodies' separation, and not with their place in the world.
//
// Let u = 2^-52, and let S be the sum over l, k of (|R_lk| + rho_R) M_k, which bounds the 1-norm of
// every R p. Let y0 = t - c be the offset from the centre, and e the error of an entry of the computed
// rotation: kSineError in the plane, 2^-47 in space. In space an entry is
// cos + (1 - cos) n_i n_j + sin n_k. There |n| is off by 3.5 u, products and sums each by u, 24 u in
// all. The error of a component of a computed point is at most the sum of
//
//   e (S + |y0|_1)                            the rotation
//   (d+4) u (S + |y0|_1) + 4 u (|c| + |T|)    products and sums
//   2 d rho_R |M|_1                           the rounded matrix of a quaternion
//   2^-600                                    underflow
//
// and that of the point at most sqrt(d) < 2 times as much. An infinite bound, or NaN, proves nothing.
#pragma once

#include <optional>
#include <vector>

#include "geometry/body.hpp"
#include "sunder/cast.hpp"

namespace sunder::detail {

template <int D>
class MovingBody {
 public:
  /// `translation` and the centre are relative to the moving frame with this origin.
  MovingBody(const Body<D>& body, const Motion<D>& motion, const Vector<D>& origin,
             const Vector<D>& translation);

  /// Returns bound on the distance of a computed point from the true one, at any time in [0, 1]. It
  /// is a tenth larger than proven, which covers the rounding of a sum of two.
  double error() const noexcept { return error_; }
  /// Returns radians per unit of time, without sign.
  double turn_rate() const noexcept;
  /// Returns bound on the distance of the body's points from the axis, rounded up.
  double radius() const noexcept { return radius_; }
  const Vector<D>& translation() const noexcept { return translation_; }

  /// Returns nothing where an entry overflows, or the angle is too large.
  std::optional<Pose<D>> pose_at(double time) const;

  /// Returns the vector with velocity . u = y . spun(u) + translation . u for each point, where y
  /// is the point relative to the centre.
  Vector<D> spun(const Vector<D>& u) const noexcept;
  /// Returns max (sign = 1) or min (sign = -1) over the body's points x at `time`, with
  /// pose_at(time), of u . (x + step * velocity of x).
  double extreme_ahead(const Pose<D>& pose, double time, const Vector<D>& u, double step,
                       int sign) const;
  /// Returns a bound on u . x over [time, time + step] without the translation. It is the tighter
  /// of two: the extreme now plus the path of the rotation, and the reach of the body at any angle.
  double extreme_within(double now, double time, const Vector<D>& u, double step, int sign) const;

 private:
  using Matrix = std::array<double, static_cast<std::size_t>(D) * D>;
  Vector<D> cross_axis(const Vector<D>& u) const noexcept;
  bool rotation_at(double time, Matrix& rotation) const noexcept;
  void set_error(const Motion<D>& motion) noexcept;
  void set_profile();
  double across(const Vector<D>& u) const noexcept;
  Vector<D> centre_at(double time) const noexcept;

  Body<D> body_;
  bool turns_;
  double angle_;
  Vector<D> centre_{};       ///< in the frame
  Vector<D> arm_{};          ///< t - c
  Vector<D> translation_{};  ///< in the frame
  Vector<3> axis_{0, 0, 1};  ///< unit, rounded
  double error_ = 0;
  double radius_ = 0;
  /// A vertex relative to the centre: its coordinate along the axis and its distance from it.
  struct Place {
    double axial;
    double radial;
  };
  std::vector<Place> profile_;
};

}  // namespace sunder::detail

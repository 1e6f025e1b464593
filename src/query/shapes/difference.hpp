// SPDX-License-Identifier: Apache-2.0
//
// Represents the Minkowski difference C of two shapes as the searches read it: one support point at
// a time, and the bounds that these points have proven.
//
// Let s be the depth of 0 inside C, or minus its distance where it is outside. A support plane bounds s
// from above by its height. A point of C near 0, or a ball in C, bounds it from below. C may be the
// difference of the cores. The shapes' own difference is then C plus a ball of radius rounding(), which
// adds rounding() to s. C may also be the difference of the whole shapes, where rounding() is 0.
// Coordinates are relative to a's origin, so that bodies far from the world's origin lose no precision.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/pose_access.hpp"
#include "narrow/epa/expanding.hpp"
#include "sunder/shapes.hpp"

namespace sunder::detail::shapes {

using epa::to_unit;

/// A support point of C, and the points of a and of b whose difference it is.
template <int D>
struct Sample {
  Vector<D> point{};
  Vector<D> a{};
  Vector<D> b{};
};

enum class Of : std::uint8_t { cores, whole_shapes };

template <int D>
class Difference {
 public:
  Difference(const PosedShape<D>& a, const PosedShape<D>& b, Of of, int max_steps)
      : a_(a, of), b_(b, of), steps_left_(max_steps) {
    for (int l = 0; l < D; ++l) {
      const auto at = static_cast<std::size_t>(l);
      offset_[at] = b.pose().offset(l) - a.pose().offset(l);
      offset_size_ += std::fabs(offset_[at]);
    }
  }

  /// Queries the support point along a unit vector. Returns false if it is not finite, or if the
  /// steps are used up.
  bool ask(const Vector<D>& u, Sample<D>& sample) {
    if (steps_left_ <= 0) return false;
    --steps_left_;
    ++steps_;
    double size = offset_size_ + a_.rounding() + b_.rounding();
    sample.a = a_.support(u, size);
    sample.b = b_.support(negated<D>(u), size);
    for (std::size_t l = 0; l < D; ++l) {
      sample.b[l] += offset_[l];
      sample.point[l] = sample.a[l] - sample.b[l];
    }
    if (!(size < 0x1p300)) {
      steps_left_ = 0;
      return false;
    }
    reach_ = std::max(reach_, size);
    const double height = dot<D>(u, sample.point);
    if (height < height_) {
      height_ = height;
      direction_ = u;
    }
    return true;
  }

  /// Records that s is at least this.
  void show_least(double least) noexcept { least_ = std::max(least_, least); }

  /// Bounds on s of the shapes themselves, allowance included.
  double least() const noexcept { return least_ + rounding() - allowance(); }
  double most() const noexcept { return height_ + rounding() + allowance(); }
  double rounding() const noexcept { return a_.rounding() + b_.rounding(); }
  double allowance() const noexcept {
    return 0x1p-44 * reach_ + a_.rounding_error() + b_.rounding_error();
  }
  /// Returns the unit normal of the lowest support plane seen; has_direction() if there was one.
  const Vector<D>& direction() const noexcept { return direction_; }
  bool has_direction() const noexcept { return height_ < std::numeric_limits<double>::infinity(); }
  double rounding_a() const noexcept { return a_.rounding(); }
  double rounding_b() const noexcept { return b_.rounding(); }
  const Vector<D>& offset() const noexcept { return offset_; }
  int steps() const noexcept { return steps_; }

  Verdict verdict() const noexcept {
    if (most() < 0) return Verdict::separated;
    return least() > 0 ? Verdict::overlapping : Verdict::undecided;
  }

 private:
  /// One shape, rotated but not translated.
  class Turned {
   public:
    Turned(const PosedShape<D>& posed, Of of) : posed_(posed) {
      const double radius = posed.shape().rounding();
      const double least = radius * least_singular_value(posed.pose());
      const double greatest = radius * greatest_singular_value(posed.pose());
      // A negative or NaN radius does not stay round either: then nothing is ever known.
      const bool stays_round = greatest - least <= 1e-12 * greatest;
      if (of == Of::cores && stays_round) {
        rounding_ = least;
        rounding_error_ = greatest - least;
      } else {
        inside_ = radius >= 0 ? radius : std::numeric_limits<double>::quiet_NaN();
      }
    }

    /// Adds to `size` the quantity to which the point's roundings are proportional.
    Vector<D> support(const Vector<D>& u, double& size) const {
      Vector<D> own{};
      for (std::size_t k = 0; k < D; ++k) {
        for (std::size_t l = 0; l < D; ++l) own[k] += entry(l, k) * u[l];
      }
      // A singular pose may leave no direction: then all points are equally far along it.
      if (!to_unit<D>(own)) own = first_axis();
      Vector<D> point = posed_.shape().support(own);
      for (std::size_t k = 0; k < D; ++k) point[k] += inside_ * own[k];
      Vector<D> turned{};
      for (std::size_t l = 0; l < D; ++l) {
        for (std::size_t k = 0; k < D; ++k) {
          const double product = entry(l, k) * point[k];
          turned[l] += product;
          size += std::fabs(product);
        }
      }
      return turned;
    }
    double rounding() const noexcept { return rounding_; }
    double rounding_error() const noexcept { return rounding_error_; }

   private:
    double entry(std::size_t row, std::size_t column) const noexcept {
      return posed_.pose().linear(static_cast<int>(row), static_cast<int>(column));
    }
    static Vector<D> first_axis() noexcept {
      Vector<D> axis{};
      axis[0] = 1;
      return axis;
    }

    const PosedShape<D>& posed_;
    double rounding_ = 0;        ///< added to C as a ball
    double rounding_error_ = 0;  ///< the ball's radius is at most this much larger
    double inside_ = 0;          ///< added to the core's points
  };

  Turned a_;
  Turned b_;
  Vector<D> offset_{};
  double offset_size_ = 0;
  int steps_left_;
  int steps_ = 0;
  double reach_ = 0;
  double height_ = std::numeric_limits<double>::infinity();
  double least_ = -std::numeric_limits<double>::infinity();
  Vector<D> direction_{};
};

/// What a search has to bound before it ends.
enum class Until : std::uint8_t { verdict, distance, depth };

template <int D>
bool shown(const Difference<D>& difference, Until until, double tolerance) noexcept {
  const double least = difference.least();
  const double most = difference.most();
  if (until == Until::verdict) return least > 0 || most < 0;
  const double slack = 4 * difference.allowance();
  if (until == Until::distance) {
    return least > 0 || (most < 0 && most - least <= tolerance * -most + slack);
  }
  return most < 0 || (least > 0 && most - least <= tolerance * most + slack);
}

/// Records the ball about 0 that fits into the simplex of these points of C, if 0 is inside.
template <int D>
void show_ball(Difference<D>& difference, const std::array<Vector<D>, D + 1>& points) noexcept {
  std::array<epa::Corner<D, int>, D + 1> corners;
  for (std::size_t i = 0; i <= D; ++i) corners[i] = {points[i], 0, true};
  epa::Expanding<D, int> polytope;
  if (!polytope.start(corners, difference.allowance() / 4)) return;
  const double distance = polytope.faces()[polytope.nearest()].distance;
  if (distance > 0) difference.show_least(distance);
}

}  // namespace sunder::detail::shapes

// SPDX-License-Identifier: Apache-2.0
//
// Computes the columns of a RayProgram: the points of C = K_A - K_B and the velocity v of b
// relative to a. Doubles propose; integers of one common unit prove.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "filter/filtered_pair.hpp"
#include "geometry/integer_pair.hpp"
#include "geometry/integer_support.hpp"

namespace sunder::detail {

/// A difference of two vectors of doubles, translation_b - translation_a, that is never rounded.
template <int D>
struct ExactVelocity {
  const Vector<D>& a;
  const Vector<D>& b;
};

/// Returns the scale of a pair, made fine and wide enough to hold v as well.
template <int D>
IntegerScale scale_with_velocity(const Pair<D>& pair, const ExactVelocity<D>& v) noexcept {
  IntegerScale scale = integer_scale(pair);
  ExponentSpan span;
  for (const double entry : v.a) span.include(entry);
  for (const double entry : v.b) span.include(entry);
  if (span.empty()) return scale;
  const int finer = std::max(0, scale.exponent - span.low);
  scale.exponent -= finer;
  scale.bits += finer;
  const auto denominator_bits = [](const Pose<D>& pose, const ExponentSpan& linear) {
    return pose.is_quaternion() ? 2 * linear.bits() + 2 : 0;
  };
  const int v_bits = span.top - scale.exponent + 1 +
                     denominator_bits(*pair.a.pose, scale.linear_a) +
                     denominator_bits(*pair.b.pose, scale.linear_b);
  scale.bits = std::max(scale.bits, v_bits);
  return scale;
}

template <int D, class Int>
class ExactColumns {
 public:
  using Number = Int;
  static constexpr int kPivots = 0;
  static int least_rate() noexcept { return 0; }

  ExactColumns(const Pair<D>& pair, const ExactVelocity<D>& v, const IntegerScale& scale)
      : points_(pair, scale) {
    for (std::size_t l = 0; l < D; ++l) {
      velocity_[l] =
          (to_integer<Int>(v.b[l], scale.exponent) - to_integer<Int>(v.a[l], scale.exponent)) *
          points_.denominator;
    }
  }

  const std::array<Int, D>& velocity() const noexcept { return velocity_; }
  void difference(IndexPair pair, Int* c) const { points_.difference(pair, c); }

  struct Extreme {
    IndexPair pair;
    Int value;
  };
  Extreme support(const Int* u) const {
    const auto a = exact_support(points_.a, u, 1);
    const auto b = exact_support(points_.b, u, -1);
    return {{a.vertex, b.vertex}, a.value - b.value};
  }
  static bool above_zero(const Int& price, const Int*) { return price > 0; }

  /// Finds the first pair, in lexicographic order, with u.c + u[D] > 0.
  bool first_above(const Int* u, IndexPair& first) const {
    const Extreme best = support(u);
    if (best.value + u[D] <= 0) return false;
    std::array<Int, D> c{};
    for (first.a = 0; first.a < points_.a.hull->count; ++first.a) {
      for (first.b = 0; first.b < points_.b.hull->count; ++first.b) {
        points_.difference(first, c.data());
        Int price = u[D];
        for (std::size_t l = 0; l < D; ++l) price += u[l] * c[l];
        if (price > 0) return true;
      }
    }
    return false;
  }

 private:
  IntegerPair<D, Int> points_;
  std::array<Int, D> velocity_{};
};

/// Rounded columns, with C and v scaled to entries of size 1 or less.
template <int D>
class RoughColumns {
 public:
  using Number = double;
  static constexpr int kPivots = 40;  // hulls of 500 vertices take about 15
  static double least_rate() noexcept { return 1e-14; }

  RoughColumns(const FilteredPair<D>& pair, const Vector<D>& velocity) : pair_(pair) {
    double reach = 0;
    double speed = 0;
    for (std::size_t l = 0; l < D; ++l) {
      reach = std::max(reach, pair.reach()[l]);
      speed = std::max(speed, std::fabs(velocity[l]));
    }
    usable_ = reach > 0x1p-400 && reach < 0x1p400 && speed > 0x1p-400 && speed < 0x1p400;
    shrink_ = 1 / reach;
    for (std::size_t l = 0; l < D; ++l) velocity_[l] = velocity[l] / speed;
  }

  bool usable() const noexcept { return usable_; }
  const std::array<double, D>& velocity() const noexcept { return velocity_; }
  void difference(IndexPair pair, double* c) const {
    pair_.difference(pair, c);
    for (std::size_t l = 0; l < D; ++l) c[l] *= shrink_;
  }

  struct Extreme {
    IndexPair pair;
    double value;
  };
  Extreme support(const double* u) const {
    const DirectionalGap gap = pair_.probe(u);
    return {gap.vertices, -gap.value * shrink_};
  }
  /// Is the price larger than what roundings can produce?
  static bool above_zero(double price, const double* u) {
    double size = 0;
    for (std::size_t l = 0; l < D; ++l) size += std::fabs(u[l]);
    return price > 1e-15 * size;
  }
  static bool first_above(const double*, IndexPair&) { return false; }

 private:
  const FilteredPair<D>& pair_;
  std::array<double, D> velocity_{};
  double shrink_ = 0;
  bool usable_ = false;
};

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// Converts the points of a pair to integers. Both bodies are scaled by one common positive factor.
// Every coordinate of the Minkowski difference C = K_A - K_B is then an integer, and every sign is
// kept.
//
// A world point is R a + t. With R = N 2^r, a = a' 2^s, t = t' 2^o it is a sum of integers times
// powers of two. A quaternion gives R = N / n with the integer n = |q|^2. Both bodies are then
// multiplied by both n, or by one if both share the quaternion. B's translation is subtracted from
// both bodies, which leaves C unchanged.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "exact/integer.hpp"
#include "exact/wide.hpp"
#include "geometry/body.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail {

/// The exponent of an empty span, for numbers that do not matter.
inline constexpr int kNothingCounts = ExponentSpan{}.low;

/// Returns value / 2^exponent as an integer; the caller knows that it is one. 0 if the exponent is
/// kNothingCounts.
template <class Int>
Int to_integer(double value, int exponent) {
  const Dyadic dyadic = decode(value);
  if (dyadic.mantissa == 0 || exponent == kNothingCounts) return Int(0);
  if constexpr (requires { Int::shifted(dyadic.mantissa, 0); }) {
    return Int::shifted(dyadic.mantissa, dyadic.exponent - exponent);
  } else {
    Int result(dyadic.mantissa);
    result <<= dyadic.exponent - exponent;
    return result;
  }
}

/// The data that decide the width of the integers. If R or all vertices are zero, so is their
/// product, and the span of the other factor is made empty too. Its entries then need not fit,
/// however far they spread. A quaternion is never zero, and its length counts.
struct IntegerScale {
  ExponentSpan linear_a, linear_b;  ///< of R, or of the quaternion
  ExponentSpan points_a, points_b;
  ExponentSpan offset_a, offset_b;
  bool same_rotation = false;  ///< both share one quaternion: one n is the denominator
  int exponent = 0;  ///< C's integers are multiples of 2^exponent / (n_a n_b), or of 2^exponent / n
  int bits = 0;      ///< every coordinate of C, of K_A and of K_B is below 2^bits in size
};

template <int D>
IntegerScale integer_scale(const Pair<D>& pair) noexcept;

template <int D, class T>
using PerAxis = std::conditional_t<D == kRunTime, std::vector<T>,
                                   std::array<T, D == kRunTime ? std::size_t{1} : std::size_t{D}>>;
template <int D, class T>
using PerAxisPair =
    std::conditional_t<D == kRunTime, std::vector<T>,
                       std::array<T, D == kRunTime ? std::size_t{1} : std::size_t{D} * D>>;

/// One body of the pair: point i is matrix * vertex(i) + offset.
template <int D, class Int>
struct IntegerBody {
  const HullBlock* hull;
  int vertex_exponent;
  PerAxisPair<D, Int> matrix;  ///< row-major
  PerAxis<D, Int> offset;

  int dimension() const noexcept { return D == kRunTime ? hull->dimension : D; }
  const Int& entry(int row, int column) const noexcept {
    const auto d = static_cast<std::size_t>(dimension());
    return matrix[static_cast<std::size_t>(row) * d + static_cast<std::size_t>(column)];
  }
  Int coordinate(std::int32_t vertex, int k) const {
    return to_integer<Int>(hull->coordinate(vertex, k), vertex_exponent);
  }
  /// Adds sign * the point of a vertex to `sum`, one entry an axis.
  void add_point(std::int32_t vertex, int sign, Int* sum) const {
    const int d = dimension();
    for (int l = 0; l < d; ++l) {
      if (sign > 0) {
        sum[l] += offset[static_cast<std::size_t>(l)];
      } else {
        sum[l] -= offset[static_cast<std::size_t>(l)];
      }
    }
    for (int k = 0; k < d; ++k) {
      const Int x = sign > 0 ? coordinate(vertex, k) : Int(-coordinate(vertex, k));
      if (x == 0) continue;
      for (int l = 0; l < d; ++l) sum[l] += entry(l, k) * x;
    }
  }
};

template <int D, class Int>
struct IntegerPair {
  IntegerBody<D, Int> a;
  IntegerBody<D, Int> b;
  Int denominator;  ///< n_a n_b, or the common n: real coordinates are integers * 2^exponent /
                    ///< denominator
  int exponent;

  IntegerPair(const Pair<D>& pair, const IntegerScale& scale);

  int dimension() const noexcept { return a.dimension(); }
  /// Computes the Minkowski point a_i - b_j (kept indices), one entry an axis.
  void difference(IndexPair kept, Int* c) const {
    std::fill_n(c, dimension(), Int(0));
    a.add_point(kept.a, 1, c);
    b.add_point(kept.b, -1, c);
  }
};

// ---- implementation ----------------------------------------------------------------------------

template <int D, class Int>
void set_linear(const Pose<D>& pose, const ExponentSpan& span, int d, PerAxisPair<D, Int>& matrix,
                Int& denominator) {
  const int low = span.low;
  if (!pose.is_quaternion()) {
    for (int i = 0; i < d * d; ++i) {
      matrix[static_cast<std::size_t>(i)] = to_integer<Int>(linear_data(pose)[i], low);
    }
    denominator = 1;
    return;
  }
  if constexpr (D == 3) {
    const Int w = to_integer<Int>(pose.wxyz()[0], low), x = to_integer<Int>(pose.wxyz()[1], low);
    const Int y = to_integer<Int>(pose.wxyz()[2], low), z = to_integer<Int>(pose.wxyz()[3], low);
    const Int ww = w * w, xx = x * x, yy = y * y, zz = z * z;
    const Int xy = x * y, xz = x * z, yz = y * z, wx = w * x, wy = w * y, wz = w * z;
    matrix = {ww + xx - yy - zz, 2 * (xy - wz), 2 * (xz + wy), 2 * (xy + wz),    ww - xx + yy - zz,
              2 * (yz - wx),     2 * (xz - wy), 2 * (yz + wx), ww - xx - yy + zz};
    denominator = ww + xx + yy + zz;
  }
}

template <int D, class Int>
IntegerPair<D, Int>::IntegerPair(const Pair<D>& pair, const IntegerScale& scale)
    : a{pair.a.hull, scale.points_a.low, {}, {}},
      b{pair.b.hull, scale.points_b.low, {}, {}},
      denominator(1),
      exponent(scale.exponent) {
  const int d = pair.dimension();
  if constexpr (D == kRunTime) {
    const auto axes = static_cast<std::size_t>(d);
    for (auto* body : {&a, &b}) {
      body->matrix.resize(axes * axes);
      body->offset.resize(axes);
    }
  }
  Int n_a(1), n_b(1);
  set_linear<D, Int>(*pair.a.pose, scale.linear_a, d, a.matrix, n_a);
  set_linear<D, Int>(*pair.b.pose, scale.linear_b, d, b.matrix, n_b);
  const auto finish = [&](IntegerBody<D, Int>& body, const Pose<D>& pose,
                          const ExponentSpan& linear, const ExponentSpan& points,
                          const Int& other) {
    // If R or all vertices are zero the product is zero, and its exponent does not matter.
    if (linear.empty() || points.empty()) {
      for (auto& entry : body.matrix) entry = 0;
      return;
    }
    const int shift = (pose.is_quaternion() ? 0 : linear.low) + points.low - exponent;
    for (auto& entry : body.matrix) {
      entry *= other;
      if (shift > 0) entry <<= shift;
    }
  };
  finish(a, *pair.a.pose, scale.linear_a, scale.points_a, scale.same_rotation ? Int(1) : n_b);
  finish(b, *pair.b.pose, scale.linear_b, scale.points_b, scale.same_rotation ? Int(1) : n_a);
  denominator = scale.same_rotation ? n_a : Int(n_a * n_b);
  for (int l = 0; l < d; ++l) {
    const Int t = to_integer<Int>(pair.a.pose->offset(l), exponent) -
                  to_integer<Int>(pair.b.pose->offset(l), exponent);
    a.offset[static_cast<std::size_t>(l)] = t * denominator;
    b.offset[static_cast<std::size_t>(l)] = 0;
  }
}

// Instantiated once, in integer_pair.cpp: a dozen stages begin with these constructors.
extern template IntegerPair<2, Wide<4>>::IntegerPair(const Pair<2>&, const IntegerScale&);
extern template IntegerPair<2, Wide<8>>::IntegerPair(const Pair<2>&, const IntegerScale&);
extern template IntegerPair<2, Wide<16>>::IntegerPair(const Pair<2>&, const IntegerScale&);
extern template IntegerPair<2, FixedInt<512>>::IntegerPair(const Pair<2>&, const IntegerScale&);
extern template IntegerPair<2, FixedInt<1024>>::IntegerPair(const Pair<2>&, const IntegerScale&);
extern template IntegerPair<2, BigInt>::IntegerPair(const Pair<2>&, const IntegerScale&);
extern template IntegerPair<3, Wide<4>>::IntegerPair(const Pair<3>&, const IntegerScale&);
extern template IntegerPair<3, Wide<8>>::IntegerPair(const Pair<3>&, const IntegerScale&);
extern template IntegerPair<3, Wide<16>>::IntegerPair(const Pair<3>&, const IntegerScale&);
extern template IntegerPair<3, FixedInt<512>>::IntegerPair(const Pair<3>&, const IntegerScale&);
extern template IntegerPair<3, FixedInt<1024>>::IntegerPair(const Pair<3>&, const IntegerScale&);
extern template IntegerPair<3, BigInt>::IntegerPair(const Pair<3>&, const IntegerScale&);
extern template IntegerPair<kRunTime, BigInt>::IntegerPair(const Pair<kRunTime>&,
                                                           const IntegerScale&);

}  // namespace sunder::detail

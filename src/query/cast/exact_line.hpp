// SPDX-License-Identifier: Apache-2.0
//
// Computes the exact signs of a line beside a posed body, and its times, in integers.
//
// The line is t d, and a vertex x of the body is at R x + o. Let A be the adjugate of R, so that A R = D
// with D = det R. In the body's frame the line is t A d, and the vertex is at D x + A o. For a quaternion
// R = M / n, where M^T in the place of A and n in that of D keep all signs. An edge from x to y has the
// line on its left or right as
//
//   det(R x + o, R y + o, d) = (A d).(x cross y) + (R^T (d cross o)).(y - x),
//
// where a quaternion multiplies both terms by n. The line crosses the plane through x with normal n at
//
//   t = (n.(A o) + D n.x) / n.(A d).
//
// An entry then has two rotations' factors at most. That is half the width of the exact points of C.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "exact/nearest.hpp"
#include "exact/whole_vector.hpp"
#include "geometry/integer_pair.hpp"

namespace sunder::detail {

/// The motion of one point relative to a body: differences of doubles that are not rounded.
struct RelativeLine {
  const Pose<3>* pose;                     ///< of R
  ExponentSpan points;                     ///< of the vertices' coordinates
  std::array<const double*, 2> offset;     ///< o = offset[1] - offset[0]
  std::array<const double*, 2> direction;  ///< d = direction[0] - direction[1]
};

/// The common units of the numbers, and the width of all that is computed.
struct LineScale {
  int linear;     ///< exponent of the entries of R, or of the quaternion
  int length;     ///< of the entries of o
  int vertex;     ///< of the coordinates
  int direction;  ///< of the entries of d
  int bits;

  explicit LineScale(const RelativeLine& line) noexcept {
    const bool rotates = line.pose->is_quaternion();
    ExponentSpan entries;
    ExponentSpan offsets;
    ExponentSpan steps;
    for (std::size_t i = 0; i < (rotates ? 4 : 9); ++i) {
      entries.include(rotates ? line.pose->wxyz()[i] : linear_data(*line.pose)[i]);
    }
    for (std::size_t i = 0; i < 2; ++i) {
      for (int l = 0; l < 3; ++l) offsets.include(line.offset[i][l]);
      for (int l = 0; l < 3; ++l) steps.include(line.direction[i][l]);
    }
    // Zeros are integers in any unit.
    ExponentSpan points = line.points;
    for (ExponentSpan* const span : {&entries, &steps, &points}) {
      if (span->empty()) *span = {0, 0};
    }
    linear = entries.low;
    const int turned = rotates ? 0 : linear;
    length = std::min(turned + points.low, offsets.low);
    vertex = length - turned;
    direction = steps.low;
    const int entry = rotates ? 2 * entries.bits() + 2 : entries.bits();
    const int adjoint = rotates ? entry : 2 * entry + 1;
    const int determinant = rotates ? entry : 3 * entry + 3;
    const int x = points.top - vertex + 1;  // a difference too
    const int o = offsets.empty() ? 1 : offsets.top - length + 1;
    const int d = steps.bits() + 1;
    const int normal = 2 * x + 1;
    const int side = std::max(adjoint + d + 2 * x + 5, entry + d + o + x + 6);
    const int time = std::max(adjoint + o, determinant + x) + normal + 5;
    bits = std::max({side, time, adjoint + d + normal + 4 + kQuotientRoom});
  }
};

/// Calls visit(zero), where zero has the narrowest type that holds the numbers of a line.
template <class Visit>
bool at_line_width(int bits, const Visit& visit) {
  if (bits <= 127) return visit(Int128{});
  if (bits <= 383) return visit(Wide<6>(0));
  if (bits <= 1023) return visit(Wide<16>(0));
  return visit(BigInt{});
}

template <class Int>
class ExactLine {
 public:
  using Vector = Whole3<Int>;

  ExactLine(const RelativeLine& line, const LineScale& scale)
      : vertex_(scale.vertex), unit_(scale.length - scale.direction) {
    std::array<Int, 9> m{};
    set_linear<3, Int>(*line.pose, {scale.linear, scale.linear}, 3, m, determinant_);
    const Mat columns{Vector{m[0], m[3], m[6]}, {m[1], m[4], m[7]}, {m[2], m[5], m[8]}};
    adjoint_ = columns;
    if (!line.pose->is_quaternion()) {
      for (std::size_t i = 0; i < 3; ++i) {
        adjoint_[i] = cross(columns[(i + 1) % 3], columns[(i + 2) % 3]);
      }
      determinant_ = dot(columns[0], adjoint_[0]);
    }
    Vector d;
    for (std::size_t l = 0; l < 3; ++l) {
      offset_[l] = to_integer<Int>(line.offset[1][l], scale.length) -
                   to_integer<Int>(line.offset[0][l], scale.length);
      d[l] = to_integer<Int>(line.direction[0][l], scale.direction) -
             to_integer<Int>(line.direction[1][l], scale.direction);
    }
    along_ = product(adjoint_, d);
    moment_ = product(columns, cross(d, offset_));
  }

  /// Returns the sign of det R, or 0: then the signs below mean nothing.
  int sense() const { return sign_of(determinant_); }

  Vector vertex(const HullBlock& hull, std::int32_t v) const {
    return {to_integer<Int>(hull.coordinate(v, 0), vertex_),
            to_integer<Int>(hull.coordinate(v, 1), vertex_),
            to_integer<Int>(hull.coordinate(v, 2), vertex_)};
  }
  static Vector normal(const Vector& x, const Vector& y, const Vector& z) {
    return cross(minus(y, x), minus(z, x));
  }
  /// Returns the sign of det(R x + o, R y + o, d).
  int side(const Vector& x, const Vector& y) const {
    return sign_of(dot(along_, cross(x, y)) + dot(moment_, minus(y, x)));
  }
  /// Returns the sign of n.d, for a normal in the body's frame.
  int rate(const Vector& n) const { return sign_of(dot(n, along_)); }

  /// The time at which the line crosses the plane of n through x, which it is not parallel to.
  struct Time {
    int sign;
    Enclosed size;  ///< of a positive time: the doubles next to it
  };
  Time time(const Vector& n, const Vector& x) const {
    Int numerator = dot(n, product(adjoint_, offset_)) + determinant_ * dot(n, x);
    Int denominator = dot(n, along_);
    if (denominator < Int(0)) {
      numerator = -numerator;
      denominator = -denominator;
    }
    const int sign = sign_of(numerator);
    if (sign <= 0) return {sign, {0, 0}};
    return {sign, enclose_quotient(numerator, denominator, unit_)};
  }
  /// Returns a multiple of the normal in the world; a positive one if det R is positive.
  Vector turned(const Vector& n) const {
    Vector sum;
    for (std::size_t l = 0; l < 3; ++l) {
      sum[l] = n[0] * adjoint_[0][l] + n[1] * adjoint_[1][l] + n[2] * adjoint_[2][l];
    }
    return sum;
  }

 private:
  using Mat = std::array<Vector, 3>;

  static Vector minus(const Vector& p, const Vector& q) {
    return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
  }
  static Vector product(const Mat& rows, const Vector& v) {
    return {dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)};
  }

  int vertex_;
  int unit_;       ///< of a time: a power of two
  Mat adjoint_{};  ///< rows of A, or of M^T
  Int determinant_{};
  Vector offset_{};
  Vector along_{};   ///< A d
  Vector moment_{};  ///< R^T (d cross o)
};

}  // namespace sunder::detail

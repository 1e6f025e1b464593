// SPDX-License-Identifier: Apache-2.0
//
// Chains of poses of the plane in integers, and points under them over one unit.
#pragma once

#include <algorithm>
#include <array>
#include <climits>
#include <cstddef>
#include <span>

#include "exact/dyadic.hpp"
#include "exact/integer.hpp"
#include "geometry/integer_pair.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail::polygon {

/// One or two poses, the innermost first; nullptr is the identity.
using PoseChain2 = std::array<const Pose2*, 2>;

/// A point or a vector of the plane, in units that its user knows.
using Place = std::array<BigInt, 2>;

inline Place minus(const Place& p, const Place& q) { return {p[0] - q[0], p[1] - q[1]}; }
inline Place plus(const Place& p, const Place& q) { return {p[0] + q[0], p[1] + q[1]}; }
inline Place times(const Place& p, const BigInt& factor) { return {p[0] * factor, p[1] * factor}; }
inline BigInt dot(const Place& p, const Place& q) { return p[0] * q[0] + p[1] * q[1]; }
inline BigInt cross(const Place& p, const Place& q) { return p[0] * q[1] - p[1] * q[0]; }
/// The sign of (q - p) x (r - p).
inline int turn_of(const Place& p, const Place& q, const Place& r) {
  return sign_of(cross(minus(q, p), minus(r, p)));
}

inline ExponentSpan span_of(std::span<const Vector2> points) noexcept {
  ExponentSpan span;
  for (const Vector2& point : points) {
    for (const double x : point) span.include(x);
  }
  return span;
}

/// A chain in integers with exponents apart: x -> matrix 2^matrix_exponent x + offset 2^offset_exponent.
struct ExactChain2 {
  std::array<BigInt, 4> matrix{1, 0, 0, 1};
  std::array<BigInt, 2> offset{};
  int matrix_exponent = 0, offset_exponent = 0;

  explicit ExactChain2(const PoseChain2& poses) {
    for (const Pose2* pose : poses) {
      if (pose != nullptr) then(*pose);
    }
  }

  bool has_offset() const { return offset[0] != 0 || offset[1] != 0; }
  bool has_matrix() const {
    return std::any_of(matrix.begin(), matrix.end(), [](const BigInt& x) { return x != 0; });
  }

 private:
  void then(const Pose2& pose) {
    if (!pose.is_translation()) rotate(pose);
    ExponentSpan span;
    for (int k = 0; k < 2; ++k) span.include(pose.offset(k));
    if (span.empty()) return;
    const int low = has_offset() ? std::min(offset_exponent, span.low) : span.low;
    for (std::size_t k = 0; k < 2; ++k) {
      if (offset[k] != 0) offset[k] <<= offset_exponent - low;
      offset[k] += to_integer<BigInt>(pose.offset(static_cast<int>(k)), low);
    }
    offset_exponent = low;
  }

  void rotate(const Pose2& pose) {
    ExponentSpan span;
    for (int i = 0; i < 4; ++i) span.include(linear_data(pose)[i]);
    std::array<BigInt, 4> r;
    BigInt denominator;
    set_linear<2, BigInt>(pose, span, 2, r, denominator);
    matrix = {r[0] * matrix[0] + r[1] * matrix[2], r[0] * matrix[1] + r[1] * matrix[3],
              r[2] * matrix[0] + r[3] * matrix[2], r[2] * matrix[1] + r[3] * matrix[3]};
    offset = {r[0] * offset[0] + r[1] * offset[1], r[2] * offset[0] + r[3] * offset[1]};
    const int exponent = span.empty() ? 0 : span.low;
    matrix_exponent += exponent;
    offset_exponent += exponent;
  }
};

/// Points are integers of a unit 2^point_exponent in their own frame, and of the common unit in the world.
struct IntegerMap2 {
  std::array<BigInt, 4> matrix{};
  std::array<BigInt, 2> offset{};
  int point_exponent = 0;

  Place of(const Vector2& point) const {
    const BigInt x = to_integer<BigInt>(point[0], point_exponent),
                 y = to_integer<BigInt>(point[1], point_exponent);
    return {matrix[0] * x + matrix[1] * y + offset[0], matrix[2] * x + matrix[3] * y + offset[1]};
  }
};

/// The maps of two bodies into a common unit, 2^exponent.
struct IntegerMaps2 {
  std::array<IntegerMap2, 2> of_side;
  int exponent = 0;

  /// `points` are the spans of each body's coordinates; `also` is one of numbers of the world that are to be whole too.
  IntegerMaps2(const PoseChain2& chain_a, const ExponentSpan& points_a, const PoseChain2& chain_b,
               const ExponentSpan& points_b, const ExponentSpan& also = {}) {
    const std::array<ExactChain2, 2> chains{ExactChain2(chain_a), ExactChain2(chain_b)};
    const std::array<const ExponentSpan*, 2> spans{&points_a, &points_b};
    int low = also.empty() ? INT_MAX : also.low;
    std::array<bool, 2> counts{};
    for (std::size_t side = 0; side < 2; ++side) {
      const ExactChain2& chain = chains[side];
      counts[side] = !spans[side]->empty() && chain.has_matrix();
      if (counts[side]) low = std::min(low, chain.matrix_exponent + spans[side]->low);
      if (chain.has_offset()) low = std::min(low, chain.offset_exponent);
    }
    if (low == INT_MAX) low = 0;
    exponent = low;
    for (std::size_t side = 0; side < 2; ++side) {
      const ExactChain2& chain = chains[side];
      IntegerMap2& map = of_side[side];
      map.point_exponent = spans[side]->low;
      for (std::size_t i = 0; i < 4; ++i) {
        if (!counts[side] || chain.matrix[i] == 0) continue;
        map.matrix[i] = chain.matrix[i] << (chain.matrix_exponent + map.point_exponent - low);
      }
      for (std::size_t k = 0; k < 2; ++k) {
        if (chain.offset[k] != 0) map.offset[k] = chain.offset[k] << (chain.offset_exponent - low);
      }
    }
  }
};

}  // namespace sunder::detail::polygon

// SPDX-License-Identifier: Apache-2.0
//
// Converts two posed bodies to integers. Each world point R x + t is an integer vector times
// `unit`, one positive rational for both bodies. Integers then decide every sign and every
// comparison.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "certificate/exact_numbers.hpp"
#include "exact/dot.hpp"
#include "geometry/body.hpp"

namespace sunder::detail::certificate {

/// A body and its pose, of any dimension.
struct PosedHull {
  const HullBlock* hull;
  int dimension;
  const double* linear;               ///< d x d, row-major; not read for a quaternion
  const double* offset;               ///< d
  const std::array<double, 4>* wxyz;  ///< the quaternion, or null
};

template <int D>
PosedHull posed_hull(const Body<D>& body) noexcept {
  const Pose<D>& pose = *body.pose;
  return {body.hull, pose.dimension(), linear_data(pose), offset_data(pose),
          pose.is_quaternion() ? &pose.wxyz() : nullptr};
}

/// Returns the reason why bodies and poses do not have the dimension that a certificate claims, or
/// nothing. An empty run-time body need not know its dimension.
std::string refute_dimensions(const PosedHull& a, const PosedHull& b, int claimed);

/// linear = R * denominator, all integers times 2^exponent.
struct ExactLinear {
  ScaledIntegers entries;
  BigInt denominator = 1;
};
/// Returns the exact rotation of a quaternion that is not 0.
ExactLinear exact_rotation(const std::array<double, 4>& wxyz);

/// An end of the range of a linear function over a body.
enum class End { least, greatest };

/// The vertex (kept index) at which a linear function is extreme, and its value there.
struct Extreme {
  std::int32_t kept = -1;
  BigInt value;
};

/// One body. A world point is (linear * vertex + offset) * unit, where vertices are doubles times
/// 2^-vertex_exponent.
class ExactBody {
 public:
  ExactBody() = default;

  int dimension() const { return dimension_; }
  std::int32_t count() const { return hull_->count; }
  std::int32_t caller_index(std::int32_t kept) const { return hull_->caller[kept]; }
  /// Returns the kept vertex with the caller's index, or -1. A body keeps its vertices in their
  /// order.
  std::int32_t find(std::int32_t caller) const;

  /// Returns the world point / unit.
  IntegerVector point(std::int32_t kept) const;
  /// Returns the sum of weights[i] * vertex kept[i] in the world / unit. The offset counts
  /// sum-of-weights times.
  IntegerVector combination(std::span<const std::int32_t> kept, const IntegerVector& weights) const;
  /// Returns the extreme value of u . point over all kept vertices; the first vertex if several
  /// tie.
  Extreme extreme(const IntegerVector& u, End end) const;

 private:
  friend class ExactPair;
  IntegerVector place(const IntegerVector& vertex, const BigInt& weight) const;
  void add_product(BigInt& sum, BigInt& scratch, const BigInt& factor, double coordinate) const;

  const HullBlock* hull_ = nullptr;
  int dimension_ = 0;
  int vertex_exponent_ = 0;
  IntegerVector linear_;
  IntegerVector offset_;
};

/// Both bodies over one unit = 2^exponent() / denominator(). Neither body is empty, and all
/// dimensions agree.
class ExactPair {
 public:
  ExactPair(const PosedHull& a, const PosedHull& b);

  int dimension() const { return a_.dimension(); }
  const ExactBody& a() const { return a_; }
  const ExactBody& b() const { return b_; }
  int exponent() const { return exponent_; }
  /// Returns |q_a|^2 |q_b|^2 up to a power of two; 1 for matrices.
  const BigInt& denominator() const { return denominator_; }

  /// Returns (vertex of a - vertex of b) / unit.
  IntegerVector difference(std::int32_t kept_a, std::int32_t kept_b) const;

 private:
  ExactBody a_;
  ExactBody b_;
  BigInt denominator_;
  int exponent_ = 0;
};

}  // namespace sunder::detail::certificate

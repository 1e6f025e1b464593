// SPDX-License-Identifier: Apache-2.0
//
// Computes error-free transforms and the sign of a sum of products without rounding (Shewchuk 1997,
// "Adaptive precision floating-point arithmetic and fast robust geometric predicates").
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

/// value + residue is the exact result of an operation.
struct Exact2 {
  double value;
  double residue;
};

/// Computes Knuth's two_sum, which is exact in round-to-nearest unless it overflows.
inline Exact2 two_sum(double a, double b) noexcept {
  const double sum = a + b;
  const double virtual_b = sum - a;
  return {sum, (a - (sum - virtual_b)) + (b - virtual_b)};
}

/// It is exact in round-to-nearest if a * b lies in [2^-968, 2^1023] or is zero.
inline Exact2 two_product(double a, double b) noexcept {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

/// The range rule: every nonzero factor lies within these bounds. A term is a product of at most
/// three factors (u, R, a). No product or residue then leaves [2^-760, 2^604]. None is lost to
/// underflow, as the residue of 1.3e-160 * 1.7e-160 would be.
inline constexpr double kExpansionLeast = 0x1p-200;
inline constexpr double kExpansionGreatest = 0x1p200;
inline constexpr int kExpansionExponent = 200;  ///< of both bounds
bool in_expansion_range(const double* values, std::ptrdiff_t count) noexcept;

/// Returns true if this thread rounds to nearest and does not flush subnormals. The mode is per
/// thread and can change at any time, so that each use of expansions tests it again.
bool expansions_hold() noexcept;

/// A sum of doubles held without rounding, as nonoverlapping components in increasing order.
/// Capacity counts the terms added; to add more is a programmer's mistake.
template <std::size_t Capacity>
class Expansion {
 public:
  static constexpr std::size_t kCapacity = Capacity;

  void add(double term) noexcept {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      const Exact2 sum = two_sum(term, parts_[i]);
      term = sum.value;
      if (sum.residue != 0) parts_[kept++] = sum.residue;
    }
    if (term != 0) parts_[kept++] = term;
    size_ = kept;
  }
  void add(Exact2 pair) noexcept {
    add(pair.residue);
    add(pair.value);
  }
  /// Adds a * b * c exactly.
  void add_product(double a, double b, double c) noexcept {
    if (a == 0 || b == 0 || c == 0) return;
    const Exact2 ab = two_product(a, b);
    add(two_product(ab.residue, c));
    add(two_product(ab.value, c));
  }
  template <std::size_t Other>
  void add_all(const Expansion<Other>& other) noexcept {
    for (std::size_t i = 0; i < other.size(); ++i) add(other.part(i));
  }
  template <std::size_t Other>
  void subtract(const Expansion<Other>& other) noexcept {
    for (std::size_t i = 0; i < other.size(); ++i) add(-other.part(i));
  }
  std::size_t size() const noexcept { return size_; }
  double part(std::size_t i) const noexcept { return parts_[i]; }
  int sign() const noexcept {
    if (size_ == 0) return 0;
    return parts_[size_ - 1] > 0 ? 1 : -1;
  }

 private:
  std::array<double, Capacity> parts_;
  std::size_t size_ = 0;
};

}  // namespace sunder::detail

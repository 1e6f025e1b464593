// SPDX-License-Identifier: Apache-2.0
//
// Computes the SAT form of the filter: gaps along true axes. A complete list of axes proves an
// overlap only if each axis is the body's own normal. An axis computed in doubles therefore carries
// a bound on its error:
//
//   g(u) <= value + E |u|_inf + sum_l eta_l reach_l   for every u with |u_l - u^_l| <= eta_l.
//
// Here E is Lemma 1's error for |u|_inf <= 1, and reach_l bounds component l of every point of C.
#pragma once

#include <array>
#include <cmath>

#include "exact/expansion.hpp"
#include "exact/integer.hpp"
#include "filter/bounds.hpp"
#include "filter/filtered_pair.hpp"

namespace sunder::detail {

template <int D>
struct Axis {
  Vector<D> direction{};          ///< rounded
  std::array<double, D> error{};  ///< of each entry
  bool zero = false;              ///< proven to be exactly zero: parallel edges, no axis at all
  bool usable = false;            ///< proven to differ from zero
};

/// a b - c d with a bound on its error, and whether it is exactly zero.
struct Minor {
  double value;
  double error;
  bool zero;
};

/// The factors may themselves be off by rho. An exact zero test needs factors in the range in which
/// residues of products are not lost.
inline Minor minor(double a, double b, double c, double d, double rho) noexcept {
  const double ab = a * b;
  const double cd = c * d;
  Minor result{ab - cd, 0, false};
  result.error =
      kMinorUnits * kUnit * (std::fabs(ab) + std::fabs(cd)) +
      kMinorEntries * rho * (std::fabs(a) + std::fabs(b) + std::fabs(c) + std::fabs(d) + 2 * rho) +
      kLeastMinorError;
  if (rho == 0 && result.value == 0) {
    const bool no_products =
        (is_zero_bits(a) || is_zero_bits(b)) && (is_zero_bits(c) || is_zero_bits(d));
    const std::array<double, 4> factors{a, b, c, d};
    result.zero = no_products || (in_expansion_range(factors.data(), 4) &&
                                  std::fma(a, b, -ab) == std::fma(c, d, -cd));
  }
  return result;
}

/// Returns the cross product of two edges as an axis; entries of the edges are off by at most rho.
inline Axis<3> cross_axis(const Vector3& p, const Vector3& q, double rho) noexcept {
  Axis<3> axis;
  axis.zero = true;
  for (std::size_t l = 0; l < 3; ++l) {
    const std::size_t m = (l + 1) % 3;
    const std::size_t n = (l + 2) % 3;
    const Minor entry = minor(p[m], q[n], p[n], q[m], rho);
    axis.direction[l] = entry.value;
    axis.error[l] = entry.error;
    axis.zero = axis.zero && entry.zero;
    axis.usable = axis.usable || std::fabs(entry.value) > entry.error;
  }
  return axis;
}

/// Returns Lemma 1's error along any direction whose largest entry is 1. It is homogeneous except
/// for its additive term, which 2^-400 covers for entries up to 2^300.
template <int D>
double unit_axis_error(const FilteredPair<D>& pair) noexcept {
  Vector<D> ones{};
  ones.fill(1.0);
  return pair.gap_error(ones.data()) * (1 + kAxisShare);
}

/// Returns the most by which the gap along the true axis exceeds that along the rounded one: sum
/// eta_l reach_l.
template <int D>
double axis_drift(const FilteredPair<D>& pair, const Axis<D>& axis) noexcept {
  double sum = 0;
  for (std::size_t l = 0; l < D; ++l) sum += axis.error[l] * pair.reach()[l];
  return sum * (1 + kAxisShare);
}

}  // namespace sunder::detail

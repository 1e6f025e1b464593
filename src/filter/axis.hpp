// SPDX-License-Identifier: Apache-2.0
//
// The SAT form of the filter: gaps along true axes. A complete list of axes proves an overlap only
// if each is the body's own normal, so an axis computed in doubles carries a bound on its error:
//   g(u) <= value + E |u|_inf + sum_l eta_l Q_l   for every u with |u_l - u^_l| <= eta_l,
// where E is Lemma 1's error for |u|_inf <= 1 (homogeneous but for its additive term) and Q_l bounds
// component l of every point of C.
#pragma once

#include <array>
#include <cmath>

#include "exact/expansion.hpp"
#include "filter/gap.hpp"
#include "filter/minkowski.hpp"

namespace sunder::detail {

template <int D>
struct Axis {
  Vector<D> direction{};          ///< rounded
  std::array<double, D> error{};  ///< of each entry
  bool zero = false;              ///< proven to be exactly zero: parallel edges, no axis at all
  bool usable = false;            ///< told apart from zero
};

/// a b - c d with a bound on its error, and whether it is exactly zero.
struct Minor {
  double value;
  double error;
  bool zero;
};

/// The factors may themselves be off by rho. Exactness of the zero test needs factors in the range
/// where residues of products are not lost.
inline Minor minor(double a, double b, double c, double d, double rho) noexcept {
  const double ab = a * b;
  const double cd = c * d;
  Minor result{ab - cd, 0, false};
  result.error = 3 * kUnit * (std::fabs(ab) + std::fabs(cd)) +
                 2 * rho * (std::fabs(a) + std::fabs(b) + std::fabs(c) + std::fabs(d) + 2 * rho) +
                 0x1p-1000;
  if (rho == 0 && result.value == 0) {
    const std::array<double, 4> factors{a, b, c, d};
    result.zero = in_expansion_range(factors.data(), 4) &&
                  std::fma(a, b, -ab) == std::fma(c, d, -cd);
  }
  return result;
}

/// The cross product of two edges, entries off by at most rho, as an axis.
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

/// What all axes of a pair share.
template <int D>
class AxisFilter {
 public:
  explicit AxisFilter(const Pair<D>& pair) noexcept {
    const double rho = pair.a.pose->linear_error() + pair.b.pose->linear_error();
    double size = 0;
    double norms = 0;
    for (int l = 0; l < D; ++l) {
      double q = std::fabs(pair.b.pose->offset(l) - pair.a.pose->offset(l));
      for (const Body<D>* body : {&pair.a, &pair.b}) {
        for (int k = 0; k < D; ++k) {
          q += (std::fabs(body->pose->linear(l, k)) + rho) * body->hull->max_abs[k];
        }
      }
      reach_[static_cast<std::size_t>(l)] = q * (1 + 0x1p-30);
      size += q;
    }
    for (int k = 0; k < D; ++k) norms += pair.a.hull->max_abs[k] + pair.b.hull->max_abs[k];
    const bool valid = size < 0x1p500 && pair.a.in_filter_range() && pair.b.in_filter_range();
    error_ = valid ? (2 * D + 3) * kUnit * size + 2 * D * rho * norms
                   : std::numeric_limits<double>::infinity();
  }

  /// Error of a gap along a direction with this largest entry, at most 2^300.
  double error(double largest_entry) const noexcept {
    return error_ * largest_entry * (1 + 0x1p-30) + 0x1p-400;
  }
  /// What the true axis may have on top: sum eta_l Q_l.
  double drift(const Axis<D>& axis) const noexcept {
    double sum = 0;
    for (std::size_t l = 0; l < D; ++l) sum += axis.error[l] * reach_[l];
    return sum * (1 + 0x1p-30);
  }

 private:
  double error_ = 0;
  std::array<double, D> reach_{};
};

}  // namespace sunder::detail

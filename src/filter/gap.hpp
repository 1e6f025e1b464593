// SPDX-License-Identifier: Apache-2.0
//
// Lemma 1: the directional gap in doubles, with a proven bound on its error.
//
// For a direction u (binary64, largest entry in [1/2, 1]) the gap is
//   g(u) = min over b of u . (R_B b + t_B)  -  max over a of u . (R_A a + t_A).
// g(u) > 0 proves the bodies separated. Computed in any order of summation, fused or not, in any
// rounding mode (unit 2 eps = 2^-52):
//   p = R_A^T u, q = R_B^T u, s_A = max p.a, s_B = min q.b, delta = t_B - t_A,
//   value = (s_B - s_A) + u.delta,
//   size  = sum_k P_k M_A,k + Q_k M_B,k + |u_k||delta_k|,   P_k = sum_l (|R_A,lk| + rho_A) |u_l|, ...
//   |value - g(u)| <= (2d+3) 2^-52 size + rho_A |u|_1 |M_A|_1 + rho_B |u|_1 |M_B|_1 + 2^-600,
// where M is the largest |coordinate| of the body's vertices (not about its centre: roundings scale
// with |a|) and rho bounds the error of the entries of a quaternion's matrix (0 for a matrix).
// It holds if both bodies are in filter range (coordinates and entries of R at most 2^150) and size
// < 2^1000; the latter also catches NaN and infinities, which a packed maximum may drop.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "geometry/body.hpp"
#include "lanes/support.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail {

/// Two units in the last place of 1: the rounding error in any mode, relative.
inline constexpr double kUnit = 0x1p-52;

struct DirectionalGap {
  double value = 0;
  double error = std::numeric_limits<double>::infinity();
  IndexPair vertices{};  ///< kept indices that attain max over a, min over b

  bool proves_separated() const noexcept { return value > error; }
  bool proves_meeting_along() const noexcept { return value < -error; }
};

/// Scales a direction by a power of two, so that its largest entry is in [1/2, 1). False for zero,
/// for directions that the host's flush-to-zero makes zero, and beyond 2^1000.
inline bool normalise(double* u, int d) noexcept {
  double largest = 0;
  for (int k = 0; k < d; ++k) largest = std::fmax(largest, std::fabs(u[k]));
  if (!(largest > 0x1p-1000 && largest < 0x1p1000)) return false;
  const std::uint64_t exponent = (std::bit_cast<std::uint64_t>(largest) >> 52) & 0x7ff;
  const double scale = std::bit_cast<double>((std::uint64_t{2045} - exponent) << 52);
  for (int k = 0; k < d; ++k) u[k] *= scale;
  return true;
}

template <int D>
Extreme support(const HullBlock& hull, const double* direction) noexcept {
  if constexpr (D == 2) {
    return support2(hull.points, hull.stride, hull.count, direction);
  } else if constexpr (D == 3) {
    return support3(hull.points, hull.stride, hull.count, direction);
  } else {
    return support_n(hull.points, hull.stride, hull.count, direction, hull.dimension);
  }
}

/// A direction pulled back to a body's frame, with the body's share of Lemma 1's size.
template <int D>
struct PulledBack {
  Vector<D> direction;  ///< sign * R^T u
  double size;          ///< sum_k P_k M_k
  double drift;         ///< rho |u|_1 |M|_1

  PulledBack(const Body<D>& body, const double* u, double sign) noexcept
      : direction(make_vector<D>(body.dimension())), size(0), drift(0) {
    const int d = body.dimension();
    const double rho = body.pose->linear_error();
    double u_norm = 0;
    double m_norm = 0;
    for (int k = 0; k < d; ++k) {
      double sum = 0;
      double absolute = 0;
      for (int l = 0; l < d; ++l) {
        const double entry = body.pose->linear(l, k);
        sum += entry * u[l];
        absolute += (std::fabs(entry) + rho) * std::fabs(u[l]);
      }
      direction[static_cast<std::size_t>(k)] = sign * sum;
      size += absolute * body.hull->max_abs[k];
      u_norm += std::fabs(u[k]);
      m_norm += body.hull->max_abs[k];
    }
    drift = rho * u_norm * m_norm;
  }
};

/// The gap along u, which is in [1/2, 1] as the lemma asks, and its error; the error is infinite
/// where the lemma does not hold.
template <int D>
DirectionalGap directional_gap(const Pair<D>& pair, const double* u) noexcept {
  const int d = pair.dimension();
  const PulledBack<D> p(pair.a, u, 1.0);
  const PulledBack<D> q(pair.b, u, -1.0);
  const Extreme s_a = support<D>(*pair.a.hull, p.direction.data());
  const Extreme s_b = support<D>(*pair.b.hull, q.direction.data());
  double offset = 0;
  double size = p.size + q.size;
  for (int k = 0; k < d; ++k) {
    const double delta = pair.b.pose->offset(k) - pair.a.pose->offset(k);
    offset += u[k] * delta;
    size += std::fabs(u[k]) * std::fabs(delta);
  }
  DirectionalGap gap;
  gap.value = (-s_b.value - s_a.value) + offset;
  gap.vertices = {s_a.vertex, s_b.vertex};
  if (size < 0x1p1000 && pair.a.in_filter_range() && pair.b.in_filter_range()) {
    // The drift's own roundings, and those of the sum, are covered by doubling it.
    gap.error = ((2 * d + 3) * kUnit * size + 2 * (p.drift + q.drift)) + 0x1p-600;
  }
  return gap;
}

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// Points of C = K_A - K_B in doubles with a bound on their error, and Lemma 2: is 0 inside a
// triangle (2-D) or tetrahedron (3-D) of such points?
//
// |c^ - c| <= e_l = (d+3) 2^-52 Q_l + rho_A |M_A|_1 + rho_B |M_B|_1 + 2^-850 in component l, with
// Q_l = sum_m (|R_A,lm| + rho_A) M_A,m + (|R_B,lm| + rho_B) M_B,m + |delta_l|; the last term stands
// for what gradual underflow, or flush to zero, can lose while entries of R stay below 2^150.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "filter/gap.hpp"

namespace sunder::detail {

template <int D>
class MinkowskiPoints {
 public:
  explicit MinkowskiPoints(const Pair<D>& pair) noexcept
      : pair_(pair), delta_(make_vector<D>(pair.dimension())) {
    for (int l = 0; l < pair.dimension(); ++l) {
      delta_[static_cast<std::size_t>(l)] = pair.a.pose->offset(l) - pair.b.pose->offset(l);
    }
  }

  const Pair<D>& pair() const noexcept { return pair_; }
  const Vector<D>& delta() const noexcept { return delta_; }

  /// c^ for the kept vertices i of a and j of b.
  void difference(IndexPair kept, double* c) const noexcept {
    const int d = pair_.dimension();
    for (int l = 0; l < d; ++l) {
      double a = 0;
      double b = 0;
      for (int k = 0; k < d; ++k) {
        a += pair_.a.pose->linear(l, k) * pair_.a.hull->coordinate(kept.a, k);
        b += pair_.b.pose->linear(l, k) * pair_.b.hull->coordinate(kept.b, k);
      }
      c[l] = (a - b) + delta_[static_cast<std::size_t>(l)];
    }
  }

  /// e_l for every l; infinite where the bodies are out of filter range.
  void errors(double* e) const noexcept {
    const int d = pair_.dimension();
    const bool valid = pair_.a.in_filter_range() && pair_.b.in_filter_range();
    for (int l = 0; l < d; ++l) {
      const double q = row_size(pair_.a, l) + row_size(pair_.b, l) +
                       std::fabs(delta_[static_cast<std::size_t>(l)]);
      const double drift = row_drift(pair_.a) + row_drift(pair_.b);
      e[l] = valid && q < 0x1p500 ? ((d + 3) * kUnit * q + 2 * drift) + 0x1p-850
                                  : std::numeric_limits<double>::infinity();
    }
  }

 private:
  static double row_size(const Body<D>& body, int l) noexcept {
    double sum = 0;
    const double rho = body.pose->linear_error();
    for (int k = 0; k < body.dimension(); ++k) {
      sum += (std::fabs(body.pose->linear(l, k)) + rho) * body.hull->max_abs[k];
    }
    return sum;
  }
  static double row_drift(const Body<D>& body) noexcept {
    const double rho = body.pose->linear_error();
    if (rho == 0) return 0;
    double norm = 0;
    for (int k = 0; k < body.dimension(); ++k) norm += body.hull->max_abs[k];
    return rho * norm;
  }

  Pair<D> pair_;
  Vector<D> delta_;
};

/// Lemma 2. `c` are D+1 points of C with errors e; true only if 0 is in the interior of the simplex
/// of the exact points, hence inside C. D is 2 or 3.
///
/// All points and errors are first scaled by one power of two where they are far from 1, so that no
/// product of three is lost; 2^-600 then stands for what underflow can still do.
template <int D>
bool proves_interior(std::array<Vector<D>, D + 1> c, std::array<double, D> e) noexcept {
  double largest = 0;
  for (const auto& point : c) {
    for (const double entry : point) largest = std::fmax(largest, std::fabs(entry));
  }
  if (!(largest > 0x1p-700 && largest < 0x1p500)) return false;
  if (largest < 0x1p-64 || largest > 0x1p64) {
    const std::uint64_t exponent = (std::bit_cast<std::uint64_t>(largest) >> 52) & 0x7ff;
    const double scale = std::bit_cast<double>((std::uint64_t{2045} - exponent) << 52);
    for (auto& point : c) {
      for (double& entry : point) entry *= scale;
    }
    // Scaling c may itself flush an entry, by less than the smallest normal number.
    for (double& entry : e) entry = entry * scale + 0x1p-1000;
  }
  std::array<double, D> x{};
  for (int l = 0; l < D; ++l) {
    const auto at = static_cast<std::size_t>(l);
    for (const auto& point : c) x[at] = std::fmax(x[at], std::fabs(point[at]));
    x[at] += e[at];
  }
  double bound;
  std::array<double, D + 1> minor;
  if constexpr (D == 2) {
    const auto cross = [](const Vector<2>& p, const Vector<2>& q) {
      return p[0] * q[1] - p[1] * q[0];
    };
    minor = {cross(c[1], c[2]), cross(c[2], c[0]), cross(c[0], c[1])};
    bound = 8 * kUnit * x[0] * x[1] + 2 * (e[0] * x[1] + x[0] * e[1]);
  } else {
    const auto cross = [](const Vector<3>& p, const Vector<3>& q) {
      return Vector<3>{p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2],
                       p[0] * q[1] - p[1] * q[0]};
    };
    const auto dot = [](const Vector<3>& p, const Vector<3>& q) {
      return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    };
    const Vector<3> n01 = cross(c[0], c[1]);
    const Vector<3> n23 = cross(c[2], c[3]);
    minor = {dot(c[1], n23), -dot(c[0], n23), dot(c[3], n01), -dot(c[2], n01)};
    bound = 36 * kUnit * x[0] * x[1] * x[2] +
            6 * (e[0] * x[1] * x[2] + x[0] * e[1] * x[2] + x[0] * x[1] * e[2]);
  }
  bound = bound * (1 + 0x1p-30) + 0x1p-600;
  const auto [least, most] = std::minmax_element(minor.begin(), minor.end());
  return *least > bound || *most < -bound;
}

}  // namespace sunder::detail

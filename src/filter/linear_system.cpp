// SPDX-License-Identifier: Apache-2.0
//
// Idea: Invert the matrix of the simplex by Gauss-Jordan. Then bound by residuals how far the true
// barycentric weights are from the computed ones.
// Source: Rump's verified linear system; Lemma 3 in linear_system.hpp.
// Bound: row_bounds() adds the roundings of its own sums; exceeds_error() those of alpha and rho.
// Cost: O(d^3), a few allocations.
// Gives up: For a pivot of 2^-500 or less, for alpha or rho of 1 or more, and for sizes without a
// scale.
#include "filter/linear_system.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "filter/bounds.hpp"
#include "filter/inverse_error.hpp"
#include "filter/linear_system_bounds.hpp"

namespace sunder::detail {

bool invert(SquareMatrix m, SquareMatrix& inverse) {
  const std::size_t n = m.n;
  for (std::size_t i = 0; i < n; ++i) inverse(i, i) = 1;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t r = k + 1; r < n; ++r) {
      if (std::fabs(m(r, k)) > std::fabs(m(pivot, k))) pivot = r;
    }
    if (!(std::fabs(m(pivot, k)) > 0x1p-500)) return false;
    for (std::size_t c = 0; c < n && pivot != k; ++c) {
      std::swap(m(k, c), m(pivot, c));
      std::swap(inverse(k, c), inverse(pivot, c));
    }
    const double scale = 1 / m(k, k);
    for (std::size_t c = 0; c < n; ++c) {
      m(k, c) *= scale;
      inverse(k, c) *= scale;
    }
    for (std::size_t r = 0; r < n; ++r) {
      const double factor = m(r, k);
      if (r == k || factor == 0) continue;
      for (std::size_t c = 0; c < n; ++c) {
        m(r, c) -= factor * m(k, c);
        inverse(r, c) -= factor * inverse(k, c);
      }
    }
  }
  return true;
}

SystemBounds row_bounds(const SquareMatrix& m, const SquareMatrix& y, const SquareMatrix& error,
                        std::span<const double> lambda, std::size_t row) {
  const std::size_t n = m.n;
  const double gamma_product = gamma(n + kProductRoundings);
  const double gamma_residual = gamma(kResidualRoundingsPerTerm * n + kResidualRoundings);
  double alpha = 0;
  for (std::size_t c = 0; c < n; ++c) {
    double product = 0;
    double size = 0;
    double spread = 0;
    for (std::size_t k = 0; k < n; ++k) {
      product += y(row, k) * m(k, c);
      size += std::fabs(y(row, k)) * std::fabs(m(k, c));
      spread += std::fabs(y(row, k)) * error(k, c);
    }
    alpha +=
        std::fabs((row == c ? 1.0 : 0.0) - product) + gamma_product * (size + 1) + spread + kTiny;
  }
  double residual = 0;
  double size = 0;
  double spread = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const double right = k + 1 == n ? 1.0 : 0.0;
    double sum = 0;
    double absolute = right;
    double off = 0;
    for (std::size_t c = 0; c < n; ++c) {
      sum += m(k, c) * lambda[c];
      absolute += std::fabs(m(k, c)) * std::fabs(lambda[c]);
      off += error(k, c) * std::fabs(lambda[c]);
    }
    residual += y(row, k) * (sum - right);
    size += std::fabs(y(row, k)) * absolute;
    spread += std::fabs(y(row, k)) * off;
  }
  return {alpha, std::fabs(residual) + gamma_residual * size + spread + kTiny};
}

double unit_scale_of(std::span<const double> values) noexcept {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::fabs(value));
  return largest > 0x1p-700 && largest < 0x1p500 ? unit_scale(largest) : 0.0;
}

bool fill_system(std::span<const double> points, std::span<const double> errors, SquareMatrix& m,
                 SquareMatrix& error) {
  const std::size_t d = errors.size();
  const double scale = unit_scale_of(points);
  if (scale == 0) return false;
  for (std::size_t c = 0; c <= d; ++c) {
    for (std::size_t l = 0; l < d; ++l) {
      m(l, c) = points[c * d + l] * scale;
      error(l, c) = errors[l] * scale + kScalingUnderflow;
      if (!(error(l, c) < std::numeric_limits<double>::infinity())) return false;
    }
    m(d, c) = 1;
  }
  return true;
}

bool include_row(SystemBounds& largest, const SystemBounds& row) noexcept {
  largest = {std::max(largest.alpha, row.alpha), std::max(largest.rho, row.rho)};
  return row.alpha < 1 && row.rho < 1;
}

bool exceeds_error(double least, SystemBounds bounds, std::size_t n) noexcept {
  const double roundings = 1 + (kSystemUnitsPerRow * static_cast<double>(n) + kSystemUnits) * kUnit;
  const double alpha = bounds.alpha * roundings;
  const double rho = bounds.rho * roundings;
  return alpha < 1 && least > rho / (1 - alpha) * (1 + kInverseShare);
}

// The steps are separate functions only for their tests. They are flattened, since calls cost 5 %
// more.
[[gnu::flatten]] bool proves_interior(std::span<const double> points,
                                      std::span<const double> errors) {
  const std::size_t d = errors.size();
  const std::size_t n = d + 1;
  SquareMatrix m(n), error(n), y(n);
  if (!fill_system(points, errors, m, error) || !invert(m, y)) return false;
  std::vector<double> lambda(n);
  for (std::size_t r = 0; r < n; ++r) lambda[r] = y(r, d);
  SystemBounds bounds;
  for (std::size_t r = 0; r < n; ++r) {
    if (!include_row(bounds, row_bounds(m, y, error, lambda, r))) return false;
  }
  return exceeds_error(*std::min_element(lambda.begin(), lambda.end()), bounds, n);
}

}  // namespace sunder::detail

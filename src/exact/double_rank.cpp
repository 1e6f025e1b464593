// SPDX-License-Identifier: Apache-2.0
//
// Idea: Gaussian elimination reduces the differences to the first point, with column pivoting. A
// row is reduced by the rows held. It is held itself if its remainder is not rounding noise; its
// largest entry becomes the pivot, and that column is swapped to the diagonal. The held rows form
// A, with computed factors L (unit lower) and U.
// Source: Higham, Accuracy and Stability of Numerical Algorithms (2002), lemma 8.4 and section 9.3.
// Bound: A = LU + E with |E| <= c |L||U| + h. Here c counts the roundings of an entry: d products,
// d sums, two of a multiplication by a reciprocal, one of the difference of points. The term h
// bounds what is flushed.
//   A = L (I + F) U with |F| <= M(L)^-1 (c |L||U| + h) M(U)^-1. M(.) is the comparison matrix:
//   |diagonal|, and -|entry| elsewhere. If |F| w < w for some w > 0, then F's spectral radius is
//   below 1 and A is regular. Let z = M(U)^-1 w, and let u be the diagonal of U. Then
//   |U| z = 2 |u| z - w, and M(L)^-1 |L| = 2 M(L)^-1 - I. Hence twice
//   M(L)^-1 (2 c |u| z + h sum(z)) bounds |F| w: two triangular systems, free of subtractions.
//   The weight w is the size of each row as given. Neither the scale of a row nor that of a
//   coordinate then matters.
//   Range: pivots and w lie from 2^-200 to 2^200. An overflow gives infinities or NaN. These end in
//   a pivot out of range or in the last test, and fail there. A flushed number errs by less than
//   2^-1022, magnified by at most 2^200. An entry has fewer than 4d + 4 of them, so that the sum is
//   below d 2^-800.
// Cost: O(d^2) for each point offered, and two triangular systems of size d; no allocation for d <=
// 16.
// Gives up: When rows are dependent or nearly so, when a pivot or a row leaves the range, or for d
// > 4096.
#include "exact/double_rank.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace sunder::detail {
namespace {

constexpr double kSmallestPivot = 0x1p-200;
constexpr double kLargestPivot = 0x1p200;

// The remainder of a dependent row is a few roundings in size. No proof rests on this.
constexpr double kNothingLeft = 0x1p-44;

constexpr std::size_t kLargestDimension = 4096;  // far beyond, d^2 roundings reach the slack
constexpr std::size_t kInline = 16;              // up to here without an allocation

/// Row r of `rows` holds L left of the diagonal, and U from the diagonal on. The first row that is
/// not held is the scratch space of the next.
class Elimination {
 public:
  Elimination(std::size_t dimension, const double* first) : d_(dimension), first_(first) {
    if (d_ > kInline) {
      heap_.resize(d_ * d_ + 4 * d_);
      heap_columns_.resize(d_);
    }
    rows_ = d_ > kInline ? heap_.data() : stack_.data();
    reciprocal_ = rows_ + d_ * d_;
    weight_ = reciprocal_ + d_;
    columns_ = d_ > kInline ? heap_columns_.data() : stack_columns_.data();
    std::iota(columns_, columns_ + d_, std::size_t{0});
  }
  Elimination(const Elimination&) = delete;
  Elimination& operator=(const Elimination&) = delete;

  std::size_t held() const noexcept { return held_; }

  void offer(const double* point) noexcept {
    double* const row = rows_ + held_ * d_;
    double given = 0;
    for (std::size_t k = 0; k < d_; ++k) {
      row[k] = point[columns_[k]] - first_[columns_[k]];
      given = std::max(given, std::fabs(row[k]));
    }
    for (std::size_t j = 0; j < held_; ++j) {
      if (row[j] == 0) continue;
      const double* const other = rows_ + j * d_;
      const double factor = row[j] * reciprocal_[j];
      row[j] = factor;
      for (std::size_t k = j + 1; k < d_; ++k) row[k] -= factor * other[k];
    }
    double left = 0;
    for (std::size_t k = held_; k < d_; ++k) left = std::max(left, std::fabs(row[k]));
    const bool in_range =
        std::min(left, given) >= kSmallestPivot && std::max(left, given) <= kLargestPivot;
    if (!in_range || !(left > kNothingLeft * given)) return;
    weight_[held_] = given;
    hold(left);
  }

  /// Returns true if the held rows are proven independent.
  bool proven() noexcept {
    double* const z = weight_ + d_;
    double* const t = z + d_;
    double sum = 0;
    for (std::size_t j = held_; j-- > 0;) {
      const double* const row = rows_ + j * d_;
      std::array<double, 2> partial{weight_[j], 0};
      for (std::size_t k = j + 1; k < held_; ++k) partial[k & 1] += std::fabs(row[k]) * z[k];
      z[j] = (partial[0] + partial[1]) / std::fabs(row[j]);
      sum += z[j];
    }
    const auto d = static_cast<double>(d_);
    // Everything is a sum of positive terms with fewer than 4d^2 roundings each. The factor 2 more
    // than covers them.
    const double relative = 2 * (2 * d + 8) * kUnit;
    const double absolute = d * 0x1p-799 * sum;
    for (std::size_t i = 0; i < held_; ++i) {
      const double* const row = rows_ + i * d_;
      std::array<double, 2> partial{2 * relative * std::fabs(row[i]) * z[i] + absolute, 0};
      for (std::size_t j = 0; j < i; ++j) partial[j & 1] += std::fabs(row[j]) * t[j];
      t[i] = partial[0] + partial[1];
      if (!(2 * t[i] < weight_[i])) return false;
    }
    return true;
  }

 private:
  void hold(double largest) noexcept {
    double* const row = rows_ + held_ * d_;
    std::size_t pivot = held_;
    while (std::fabs(row[pivot]) != largest) ++pivot;
    if (pivot != held_) {
      std::swap(columns_[pivot], columns_[held_]);
      for (std::size_t r = 0; r <= held_; ++r)
        std::swap(rows_[r * d_ + pivot], rows_[r * d_ + held_]);
    }
    reciprocal_[held_] = 1 / row[held_];
    ++held_;
  }

  std::size_t d_;
  const double* first_;
  std::size_t held_ = 0;
  double* rows_;
  double* reciprocal_;    // of the pivots
  double* weight_;        // w of the proof; z and t follow it
  std::size_t* columns_;  // the coordinate in each column
  std::array<double, (kInline + 4) * kInline> stack_;
  std::array<std::size_t, kInline> stack_columns_;
  std::vector<double> heap_;
  std::vector<std::size_t> heap_columns_;
};

}  // namespace

bool spans_by_doubles(const double* points, std::int32_t count, int dimension) {
  const auto d = static_cast<std::size_t>(dimension);
  if (d > kLargestDimension) return false;
  const std::size_t full = std::min(d, static_cast<std::size_t>(count) - 1);
  Elimination elimination(d, points);
  std::int32_t i = 1;
  for (; elimination.held() < full && i < count; ++i) {
    elimination.offer(points + static_cast<std::size_t>(i) * d);
  }
  return elimination.held() == full && elimination.proven();
}

}  // namespace sunder::detail

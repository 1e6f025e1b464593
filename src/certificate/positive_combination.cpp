// SPDX-License-Identifier: Apache-2.0
//
// Idea: If the points have exactly one vanishing combination up to a factor, its signs decide.
// Otherwise phase one of the simplex method decides.
// Source: Bareiss (1968) and Edmonds (1967) for fraction-free pivoting; Bland (1977) for the rule
// that ends the search.
// Bound: Everything is exact in integers; every division has no remainder.
// Cost: O(d^2 k) products of integers for k points, and some pivots more for phase one.
// Gives up: Never.
#include "certificate/positive_combination.hpp"

#include <optional>
#include <utility>

namespace sunder::detail::certificate {
namespace {

/// A matrix under fraction-free pivoting (Bareiss, Edmonds); its values are entry / denominator.
/// Each entry is a minor of the first matrix, so that every division is exact and numbers stay as
/// short as determinants.
class Tableau {
 public:
  Tableau(int rows, int columns)
      : columns_(columns),
        rows_(rows),
        entries_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns)) {}

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  BigInt& at(int row, int column) { return entries_[index(row, column)]; }
  const BigInt& at(int row, int column) const { return entries_[index(row, column)]; }

  void negate_row(int row) {
    for (int j = 0; j < columns_; ++j) at(row, j) = -at(row, j);
  }

  void swap_rows(int first, int second) {
    if (first == second) return;
    for (int j = 0; j < columns_; ++j) at(first, j).swap(at(second, j));
  }

  /// Makes `column` a unit column. The entry at (row, column) must be positive.
  void pivot(int row, int column) {
    const BigInt pivot = at(row, column);
    for (int i = 0; i < rows_; ++i) {
      if (i == row) continue;
      const BigInt factor = at(i, column);
      for (int j = 0; j < columns_; ++j) {
        BigInt& entry = at(i, j);
        entry *= pivot;
        if (!factor.is_zero()) entry -= factor * at(row, j);
        entry /= denominator_;
      }
    }
    denominator_ = pivot;
  }

 private:
  std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(column);
  }

  int columns_;
  int rows_;
  std::vector<BigInt> entries_;
  BigInt denominator_ = 1;  // always positive
};

/// Removes the power of two that all entries of a column, or of a row, have in common. Either
/// scaling preserves every answer. It keeps 1e300 beside 1e-300 from filling the matrix with zero
/// bits.
class CommonShift {
 public:
  void see(const BigInt& value) { seen_ |= abs(value); }
  void apply(BigInt& value) const {
    // In Boost a right shift of a negative number rounds down; here the shifted-out bits are 0.
    if (!value.is_zero()) value >>= lsb(seen_);
  }

 private:
  BigInt seen_;  // the OR of all values: its trailing zeros are the common ones
};

Tableau tableau_of(std::span<const IntegerVector> points, int dimension) {
  const auto count = static_cast<int>(points.size());
  Tableau tableau(dimension, count);
  for (int j = 0; j < count; ++j) {
    const IntegerVector& point = points[static_cast<std::size_t>(j)];
    CommonShift shift;
    for (const BigInt& value : point) shift.see(value);
    for (int i = 0; i < dimension; ++i) {
      tableau.at(i, j) = point[static_cast<std::size_t>(i)];
      shift.apply(tableau.at(i, j));
    }
  }
  for (int i = 0; i < dimension; ++i) {
    CommonShift shift;
    for (int j = 0; j < count; ++j) shift.see(tableau.at(i, j));
    for (int j = 0; j < count; ++j) shift.apply(tableau.at(i, j));
  }
  return tableau;
}

/// The reduced row echelon form; `free` are the columns without a pivot.
struct Echelon {
  Tableau tableau;
  int rank = 0;
  std::vector<int> free;
};

Echelon echelon(Tableau tableau) {
  Echelon out{std::move(tableau), 0, {}};
  Tableau& t = out.tableau;
  for (int column = 0; column < t.columns(); ++column) {
    int row = out.rank;
    while (row < t.rows() && t.at(row, column).is_zero()) ++row;
    if (row == t.rows()) {
      out.free.push_back(column);
      continue;
    }
    t.swap_rows(row, out.rank);
    if (t.at(out.rank, column) < 0) t.negate_row(out.rank);
    t.pivot(out.rank, column);
    ++out.rank;
  }
  return out;
}

/// If exactly one column is free, the vanishing combinations are the multiples of one. In it the
/// free column has the denominator as weight, and the pivot column of row i minus the entry there.
bool only_combination_has_sign(const Echelon& form, bool strictly_positive) {
  for (int i = 0; i < form.rank; ++i) {
    const BigInt& entry = form.tableau.at(i, form.free.front());
    if (entry > 0 || (strictly_positive && entry.is_zero())) return false;
  }
  return true;
}

/// Phase one of the simplex method with Bland's rule: finds whether A x = b for some x >= 0; the
/// last column of `system` is b. The artificial variable of row i has index columns + i, and is
/// dropped for good when it leaves. Between two drops Bland's rule repeats no basis, so that the
/// search ends.
class Feasibility {
 public:
  explicit Feasibility(const Tableau& system)
      : cost_(system.rows()),
        right_(system.columns() - 1),
        tableau_(system.rows() + 1, system.columns()) {
    for (int i = 0; i < cost_; ++i) {
      const bool flip = system.at(i, right_) < 0;
      for (int j = 0; j <= right_; ++j) {
        BigInt& entry = tableau_.at(i, j);
        entry = system.at(i, j);
        if (flip) entry = -entry;
        tableau_.at(cost_, j) -= entry;
      }
      basis_.push_back(right_ + i);
    }
  }

  bool solve() {
    while (!tableau_.at(cost_, right_).is_zero()) {
      const std::optional<int> column = entering();
      if (!column) return false;
      const int row = leaving(*column);
      tableau_.pivot(row, *column);
      basis_[static_cast<std::size_t>(row)] = *column;
    }
    return true;
  }

 private:
  std::optional<int> entering() const {
    for (int j = 0; j < right_; ++j) {
      if (tableau_.at(cost_, j) < 0) return j;
    }
    return std::nullopt;
  }

  /// A leaving row always exists: the sum of the artificial variables is bounded below by 0.
  int leaving(int column) const {
    int best = -1;
    for (int i = 0; i < cost_; ++i) {
      if (tableau_.at(i, column) <= 0) continue;
      if (best < 0 || leaves_before(i, best, column)) best = i;
    }
    return best;
  }

  bool leaves_before(int i, int best, int column) const {
    const BigInt left = tableau_.at(i, right_) * tableau_.at(best, column);
    const BigInt right = tableau_.at(best, right_) * tableau_.at(i, column);
    if (left != right) return left < right;
    return basis_[static_cast<std::size_t>(i)] < basis_[static_cast<std::size_t>(best)];
  }

  int cost_;   // the row of reduced costs
  int right_;  // the column of the right side
  Tableau tableau_;
  std::vector<int> basis_;
};

/// Builds the system sum lambda_k c_k = 0, sum lambda_k = 1.
Tableau hull_system(const Tableau& points) {
  Tableau system(points.rows() + 1, points.columns() + 1);
  for (int j = 0; j < points.columns(); ++j) {
    for (int i = 0; i < points.rows(); ++i) system.at(i, j) = points.at(i, j);
    system.at(points.rows(), j) = 1;
  }
  system.at(points.rows(), points.columns()) = 1;
  return system;
}

/// Substitutes lambda_k = 1 + x_k with x >= 0: positive weights can be scaled until each is at
/// least 1.
Tableau interior_system(const Tableau& points) {
  Tableau system(points.rows(), points.columns() + 1);
  for (int i = 0; i < points.rows(); ++i) {
    BigInt& right = system.at(i, points.columns());
    for (int j = 0; j < points.columns(); ++j) {
      system.at(i, j) = points.at(i, j);
      right -= points.at(i, j);
    }
  }
  return system;
}

}  // namespace

bool zero_in_hull(std::span<const IntegerVector> points, int dimension) {
  const Tableau tableau = tableau_of(points, dimension);
  const Echelon form = echelon(tableau);
  if (form.free.empty()) return false;
  if (form.free.size() == 1) return only_combination_has_sign(form, false);
  return Feasibility(hull_system(tableau)).solve();
}

bool zero_in_interior(std::span<const IntegerVector> points, int dimension) {
  const Tableau tableau = tableau_of(points, dimension);
  const Echelon form = echelon(tableau);
  if (form.rank < dimension) return false;
  if (form.free.empty()) return false;
  if (form.free.size() == 1) return only_combination_has_sign(form, true);
  return Feasibility(interior_system(tableau)).solve();
}

}  // namespace sunder::detail::certificate

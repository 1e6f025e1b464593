// SPDX-License-Identifier: Apache-2.0
//
// Idea: This is the article's own form: the full tableau of P2 with one slack a row, pivoted by
// Bland's rule, or by Dantzig's until it stalls. Columns are (a_i; 1; 0) and (-b_j; 0; 1), the
// right side (0, ..., 0, 1, 1).
// Source: The simplex article, without its slips. Every row takes part in the ratio test, bounds
// are checked before a row is read, and the tolerance is relative to the data. A search that does
// not end reports that.
// Bound: It has none. The tableau is rounded; lp.cpp proves or rejects its end.
// Cost: (d+2)(n+m) operations a pivot, at most 2000 pivots. It allocates the tableau.
// Gives up: After that number of pivots, or when no row limits the entering column.
#include <cmath>
#include <vector>

#include "filter/filtered_pair.hpp"
#include "narrow/lp/lp.hpp"

namespace sunder::detail::lp {
namespace {

constexpr int kMostPivots = 2000;
constexpr int kPatience = 32;         // pivots without progress before Bland's rule takes over
constexpr double kTolerance = 1e-11;  // relative to the largest coordinate, which is scaled to 1

template <int D>
class Tableau {
 public:
  explicit Tableau(const Pair<D>& pair)
      : d_(static_cast<std::size_t>(pair.dimension())),
        n_(static_cast<std::size_t>(pair.a.hull->count)),
        m_(static_cast<std::size_t>(pair.b.hull->count)),
        rows_(d_ + 2),
        columns_(n_ + m_ + rows_ + 1),
        cells_((rows_ + 1) * columns_),
        basis_(rows_) {
    fill(pair);
  }

  bool solve(Pricing pricing, Trace* trace, const Pair<D>& pair) {
    int stalled = 0;
    for (int pivots = 0; pivots < kMostPivots; ++pivots) {
      const bool bland = pricing == Pricing::bland || stalled > kPatience;
      const std::size_t column = bland ? first_improving() : most_improving();
      if (trace != nullptr) {
        const PairList<D> pairs = basic_pairs();
        append_step<D>(*trace, Algorithm::lp, TraceEvent::pivot, pair, {pairs.begin(), pairs.end()},
                       nullptr, objective());
      }
      if (column == n_ + m_) return true;
      const std::size_t row = leaving(column);
      if (row == rows_) return false;
      const double before = objective();
      pivot(row, column);
      stalled = objective() < before - kTolerance ? 0 : stalled + 1;
    }
    return false;
  }

  /// Returns the value of f: the residual, in units of the largest coordinate.
  double objective() const { return -cell(rows_, columns_ - 1); }

  /// Returns the dual: minus the reduced costs of the slacks, so that y.column <= 0 for every
  /// column.
  double dual(std::size_t row) const { return 1 - cell(rows_, n_ + m_ + row); }

  /// Returns pairs of the basic vertices by the north-west-corner rule: a simultaneous walk over
  /// both lists of weights.
  PairList<D> basic_pairs() const {
    std::vector<std::pair<std::int32_t, double>> a, b;
    for (std::size_t r = 0; r < rows_; ++r) {
      const double level = cell(r, columns_ - 1);
      if (!(level > kTolerance)) continue;
      if (basis_[r] < n_) {
        a.emplace_back(static_cast<std::int32_t>(basis_[r]), level);
      } else if (basis_[r] < n_ + m_) {
        b.emplace_back(static_cast<std::int32_t>(basis_[r] - n_), level);
      }
    }
    PairList<D> pairs;
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size() && pairs.size() <= d_) {
      pairs.push_back({a[i].first, b[j].first});
      const double moved = std::fmin(a[i].second, b[j].second);
      a[i].second -= moved;
      b[j].second -= moved;
      if (a[i].second <= b[j].second) {
        ++i;
      } else {
        ++j;
      }
    }
    return pairs;
  }

 private:
  double& cell(std::size_t row, std::size_t column) { return cells_[row * columns_ + column]; }
  double cell(std::size_t row, std::size_t column) const { return cells_[row * columns_ + column]; }

  /// Returns by Bland's rule the first column of negative reduced cost; n + m if there is none.
  std::size_t first_improving() const {
    std::size_t column = 0;
    while (column < n_ + m_ && !(cell(rows_, column) < -kTolerance)) ++column;
    return column;
  }
  /// Returns by Dantzig's rule the column of the most negative reduced cost.
  std::size_t most_improving() const {
    std::size_t best = n_ + m_;
    double least = -kTolerance;
    for (std::size_t column = 0; column < n_ + m_; ++column) {
      if (!(cell(rows_, column) < least)) continue;
      least = cell(rows_, column);
      best = column;
    }
    return best;
  }

  /// Fills in coordinates about the first vertex of b, scaled so that the largest is 1.
  void fill(const Pair<D>& pair) {
    const FilteredPair<D> points(pair);
    Vector<D> c = make_vector<D>(pair.dimension());
    double largest = 0;
    // c of (0, j) is a_0 - b_j; subtracting c of (0, 0) leaves -(b_j - b_0).
    Vector<D> first = c;
    points.difference({0, 0}, first.data());
    for (std::size_t i = 0; i < n_ + m_; ++i) {
      const bool of_a = i < n_;
      const IndexPair pair_at = of_a ? IndexPair{static_cast<std::int32_t>(i), 0}
                                     : IndexPair{0, static_cast<std::int32_t>(i - n_)};
      points.difference(pair_at, c.data());
      for (std::size_t l = 0; l < d_; ++l) {
        cell(l, i) = of_a ? c[l] : c[l] - first[l];
        largest = std::fmax(largest, std::fabs(cell(l, i)));
      }
      cell(of_a ? d_ : d_ + 1, i) = 1;
    }
    const double scale = largest > 0 ? 1 / largest : 1;
    for (std::size_t l = 0; l < d_; ++l) {
      for (std::size_t i = 0; i < n_ + m_; ++i) cell(l, i) *= scale;
    }
    cell(d_, columns_ - 1) = 1;
    cell(d_ + 1, columns_ - 1) = 1;
    for (std::size_t r = 0; r < rows_; ++r) {
      cell(r, n_ + m_ + r) = 1;
      basis_[r] = n_ + m_ + r;
      for (std::size_t k = 0; k < columns_; ++k) {
        if (k < n_ + m_ || k + 1 == columns_) cell(rows_, k) -= cell(r, k);
      }
    }
  }

  /// Returns by Bland's rule, among the rows of least ratio, the one with the first basic variable.
  std::size_t leaving(std::size_t column) const {
    std::size_t best = rows_;
    double least = 0;
    for (std::size_t r = 0; r < rows_; ++r) {
      if (!(cell(r, column) > kTolerance)) continue;
      const double ratio = cell(r, columns_ - 1) / cell(r, column);
      if (best == rows_ || ratio < least || (ratio == least && basis_[r] < basis_[best])) {
        best = r;
        least = ratio;
      }
    }
    return best;
  }

  void pivot(std::size_t row, std::size_t column) {
    const double scale = 1 / cell(row, column);
    for (std::size_t k = 0; k < columns_; ++k) cell(row, k) *= scale;
    for (std::size_t r = 0; r <= rows_; ++r) {
      const double factor = cell(r, column);
      if (r == row || factor == 0) continue;
      for (std::size_t k = 0; k < columns_; ++k) cell(r, k) -= factor * cell(row, k);
    }
    basis_[row] = column;
  }

  std::size_t d_, n_, m_, rows_, columns_;
  std::vector<double> cells_;  ///< rows of P2, then the row of reduced costs
  std::vector<std::size_t> basis_;
};

}  // namespace

template <int D>
Basis<D> solve_tableau(const Pair<D>& pair, Pricing pricing, Trace* trace) {
  Tableau<D> tableau(pair);
  Basis<D> basis;
  basis.solved = tableau.solve(pricing, trace, pair);
  basis.objective = tableau.objective();
  basis.meets = basis.objective <= kTolerance * pair.dimension() * 16;
  basis.pairs = tableau.basic_pairs();
  basis.direction = make_vector<D>(pair.dimension());
  for (std::size_t l = 0; l < basis.direction.size(); ++l) basis.direction[l] = tableau.dual(l);
  return basis;
}

template Basis<2> solve_tableau<2>(const Pair<2>&, Pricing, Trace*);
template Basis<3> solve_tableau<3>(const Pair<3>&, Pricing, Trace*);
template Basis<kRunTime> solve_tableau<kRunTime>(const Pair<kRunTime>&, Pricing, Trace*);

}  // namespace sunder::detail::lp

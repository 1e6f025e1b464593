// SPDX-License-Identifier: Apache-2.0
//
// The revised simplex method in double, over pairs of vertices as in exact_simplex.hpp. Pricing by
// Dantzig's rule needs no table of columns: the best pair is one support query on each body.
#include <cmath>
#include <limits>
#include <vector>

#include "filter/filtered_pair.hpp"
#include "narrow/lp/lp.hpp"

namespace sunder::detail::lp {
namespace {

template <int D>
class RevisedSimplex {
 public:
  RevisedSimplex(const Pair<D>& pair, Trace* trace)
      : pair_(pair),
        points_(pair),
        trace_(trace),
        d_(static_cast<std::size_t>(pair.dimension())),
        rows_(d_ + 1),
        inverse_(rows_ * rows_),
        column_(rows_),
        dual_(rows_),
        is_pair_(rows_, 0),
        pairs_(rows_) {
    start();
  }

  /// True if the search came to an end: objective() then says which.
  bool solve() {
    const int most_pivots = 64 + 32 * static_cast<int>(d_);
    for (int pivots = 0; pivots < most_pivots; ++pivots) {
      set_dual();
      if (trace_ != nullptr) {
        const PairList<D> basis = pairs();
        append_step<D>(*trace_, Algorithm::lp, TraceEvent::pivot, pair_,
                       {basis.begin(), basis.end()}, nullptr, objective());
      }
      if (objective() <= tolerance_) return true;
      IndexPair entering;
      const double price = best_pair(entering);
      if (!(price > tolerance_)) return true;
      set_column(entering);
      const std::size_t row = leaving();
      if (row == rows_) return false;
      pivot(row, entering);
    }
    return false;
  }

  double objective() const { return dual_[d_]; }
  bool meets() const { return objective() <= tolerance_; }
  Vector<D> direction() const {
    Vector<D> w = make_vector<D>(pair_.dimension());
    for (std::size_t l = 0; l < d_; ++l) w[l] = dual_[l];
    return w;
  }
  PairList<D> pairs() const {
    PairList<D> list;
    for (std::size_t r = 0; r < rows_; ++r) {
      if (is_pair_[r] != 0) list.push_back(pairs_[r]);
    }
    return list;
  }

 private:
  double& cell(std::size_t row, std::size_t column) { return inverse_[row * rows_ + column]; }
  double cell(std::size_t row, std::size_t column) const { return inverse_[row * rows_ + column]; }

  void start() {
    Vector<D> c = make_vector<D>(pair_.dimension());
    points_.difference({0, 0}, c.data());
    double size = 0;
    for (std::size_t l = 0; l < d_; ++l) {
      cell(l, l) = c[l] > 0 ? -1 : 1;
      cell(l, d_) = std::fabs(c[l]);
      size += std::fabs(c[l]);
    }
    cell(d_, d_) = 1;
    is_pair_[d_] = 1;
    tolerance_ = 1e-12 * size;
  }

  /// The sum of the rows whose basic variable is an artificial.
  void set_dual() {
    for (std::size_t k = 0; k < rows_; ++k) {
      dual_[k] = 0;
      for (std::size_t r = 0; r < rows_; ++r) {
        if (is_pair_[r] == 0) dual_[k] += cell(r, k);
      }
    }
  }

  double best_pair(IndexPair& best) const {
    const Vector<D> w = direction();
    const DirectionalGap gap = points_.probe(w.data());
    best = gap.vertices;
    return dual_[d_] - gap.value;
  }

  void set_column(IndexPair entering) {
    Vector<D> c = make_vector<D>(pair_.dimension());
    points_.difference(entering, c.data());
    for (std::size_t r = 0; r < rows_; ++r) {
      double sum = cell(r, d_);
      for (std::size_t l = 0; l < d_; ++l) sum += cell(r, l) * c[l];
      column_[r] = sum;
    }
  }

  std::size_t leaving() const {
    std::size_t best = rows_;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t r = 0; r < rows_; ++r) {
      if (!(column_[r] > 1e-12)) continue;
      const double ratio = cell(r, d_) / column_[r];
      if (ratio < least) {
        best = r;
        least = ratio;
      }
    }
    return best;
  }

  void pivot(std::size_t row, IndexPair entering) {
    const double scale = 1 / column_[row];
    for (std::size_t k = 0; k < rows_; ++k) cell(row, k) *= scale;
    for (std::size_t r = 0; r < rows_; ++r) {
      if (r == row) continue;
      for (std::size_t k = 0; k < rows_; ++k) cell(r, k) -= column_[r] * cell(row, k);
    }
    is_pair_[row] = 1;
    pairs_[row] = entering;
  }

  Pair<D> pair_;
  FilteredPair<D> points_;
  Trace* trace_;
  std::size_t d_, rows_;
  std::vector<double> inverse_, column_, dual_;
  std::vector<char> is_pair_;
  std::vector<IndexPair> pairs_;
  double tolerance_ = 0;
};

}  // namespace

template <int D>
Basis<D> solve_revised(const Pair<D>& pair, Trace* trace) {
  RevisedSimplex<D> simplex(pair, trace);
  Basis<D> basis;
  basis.solved = simplex.solve();
  basis.objective = simplex.objective();
  basis.meets = simplex.meets();
  basis.pairs = simplex.pairs();
  basis.direction = simplex.direction();
  return basis;
}

template Basis<2> solve_revised<2>(const Pair<2>&, Trace*);
template Basis<3> solve_revised<3>(const Pair<3>&, Trace*);
template Basis<kRunTime> solve_revised<kRunTime>(const Pair<kRunTime>&, Trace*);

}  // namespace sunder::detail::lp

// SPDX-License-Identifier: Apache-2.0
#include "narrow/lp/revised.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lanes/dense.hpp"

namespace sunder::detail::lp {
template <int D>
RevisedSimplex<D>::RevisedSimplex(const FilteredPair<D>& filtered, const Search<D>& search)
    : filtered_(filtered),
      search_(search),
      d_(static_cast<std::size_t>(filtered.dimension())),
      rows_(d_ + 1),
      stride_(dense_stride(rows_)),
      buffer_((rows_ + 1) * stride_ + 3 * dense_stride(rows_ + 1) + 2 * d_),
      inverse_(buffer_.data()),
      column_(inverse_ + (rows_ + 1) * stride_),
      point_(column_ + dense_stride(rows_ + 1)),
      pivot_row_(point_ + dense_stride(rows_ + 1)),
      scratch_(pivot_row_ + dense_stride(rows_ + 1)),
      columns_(filtered, scratch_),
      basis_(rows_) {
  for (const double reach : filtered.reach()) size_ += reach;
  tolerance_ = 16 * kUnit * size_;
  most_stalled_ = search.pricing == Pricing::bland ? 0 : 16 + static_cast<int>(d_);
}

template <int D>
void RevisedSimplex<D>::start(std::span<const IndexPair> pairs) {
  factorise(pairs, {});
}

/// Weights on more pairs than a basis has: the heaviest ones make the basis, and each of the others
/// hands its weight to them, or takes the place of one that it empties.
template <int D>
void RevisedSimplex<D>::start(std::span<const IndexPair> pairs, std::span<const double> weights) {
  std::vector<std::size_t> order(pairs.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t j) { return weights[i] > weights[j]; });
  std::vector<IndexPair> heaviest;
  heaviest.reserve(pairs.size());
  for (const std::size_t i : order) heaviest.push_back(pairs[i]);
  eliminate(heaviest, {});
  if (this->pairs().size() == rows_) {
    std::vector<double> held(rows_);
    for (const std::size_t i : order) {
      const auto in_basis = std::find_if(
          basis_.begin(), basis_.end(), [&](const Basic& basic) { return basic.pair == pairs[i]; });
      if (in_basis != basis_.end()) {
        held[static_cast<std::size_t>(in_basis - basis_.begin())] = weights[i];
      } else {
        hand_over(pairs[i], weights[i], held);
      }
    }
  }
  make_feasible();
  set_dual();
}

/// `held` are the weights of the basis; a basic pair that comes to 0 leaves for this one.
template <int D>
void RevisedSimplex<D>::hand_over(IndexPair pair, double weight, std::vector<double>& held) {
  const Basic entering{Kind::pair, 0, pair};
  set_column(entering);
  column_[rows_] = 0;
  double largest = 0;
  for (std::size_t r = 0; r < rows_; ++r) largest = std::max(largest, std::fabs(column_[r]));
  double step = weight;
  std::size_t emptied = rows_;
  for (std::size_t r = 0; r < rows_; ++r) {
    if (!(column_[r] < -kLeastPivot * largest) || !(held[r] < -column_[r] * step)) continue;
    step = held[r] / -column_[r];
    emptied = r;
  }
  for (std::size_t r = 0; r < rows_; ++r) held[r] = std::max(held[r] + step * column_[r], 0.0);
  if (emptied == rows_) return;
  held[emptied] = weight - step;
  pivot(emptied, entering);
}

/// The basis of these pairs, by elimination; a pair that depends on those before it is left out,
/// and so is one that would take the place of a slack to be kept.
template <int D>
void RevisedSimplex<D>::factorise(std::span<const IndexPair> pairs,
                                  std::span<const char> keep_slack) {
  eliminate(pairs, keep_slack);
  make_feasible();
  set_dual();
}

template <int D>
void RevisedSimplex<D>::eliminate(std::span<const IndexPair> pairs,
                                  std::span<const char> keep_slack) {
  std::fill_n(inverse_, (rows_ + 1) * stride_, 0.0);
  for (std::size_t r = 0; r < rows_; ++r) {
    row(r)[r] = 1;
    basis_[r] = {Kind::plus, static_cast<std::int32_t>(r), {}};
  }
  std::size_t taken = 0;
  for (const IndexPair& pair : pairs) {
    if (taken == rows_) break;
    const Basic entering{Kind::pair, 0, pair};
    set_column(entering);
    std::size_t best = d_;  // the first pair takes the row of weights
    if (basis_[d_].kind == Kind::pair) {
      best = rows_;
      double largest = 0;
      double most = 0;
      for (std::size_t r = 0; r < d_; ++r) {
        const double entry = std::fabs(column_[r]);
        largest = std::max(largest, entry);
        if (basis_[r].kind == Kind::pair || (!keep_slack.empty() && keep_slack[r] != 0)) continue;
        if (entry > most) {
          most = entry;
          best = r;
        }
      }
      if (!(most > kLeastPivot * largest && most > tolerance_)) continue;
    }
    pivot(best, entering);
    ++taken;
  }
  since_factorised_ = 0;
  stalled_ = 0;
}

template <int D>
void RevisedSimplex<D>::factorise_again() {
  std::vector<IndexPair> pairs;
  std::vector<char> keep(rows_, 0);
  for (const Basic& basic : basis_) {
    if (basic.kind == Kind::pair) {
      pairs.push_back(basic.pair);
    } else if (basic.kind == Kind::plus || basic.kind == Kind::minus) {
      keep[static_cast<std::size_t>(basic.slack)] = 1;
    }
  }
  factorise(pairs, keep);
}

/// Levels that are negative: a slack's other sign is the remedy. For pairs it is one artificial
/// column, minus the sum of those pairs' columns, which enters at the size of the worst of them.
template <int D>
void RevisedSimplex<D>::make_feasible() {
  std::size_t worst = rows_;
  for (std::size_t r = 0; r < rows_; ++r) {
    if (!(level(r) < 0)) continue;
    if (is_slack(r)) {
      for (std::size_t k = 0; k < rows_; ++k) row(r)[k] = -row(r)[k];
      basis_[r].kind = Kind::minus;
    } else if (level(r) < -kNoLevel && (worst == rows_ || level(r) < level(worst))) {
      worst = r;
    }
  }
  if (worst == rows_) return;
  for (std::size_t r = 0; r < rows_; ++r) {
    column_[r] = !is_slack(r) && level(r) < 0 ? -1 : 0;
  }
  column_[rows_] = 0;
  pivot(worst, {Kind::artificial, 0, {}});
}

/// The sum of the slacks' rows, and the artificial's as if it were as long as a difference.
template <int D>
void RevisedSimplex<D>::set_dual() {
  double* const dual = row(rows_);
  std::fill_n(dual, stride_, 0.0);
  for (std::size_t r = 0; r < rows_; ++r) {
    const double cost = is_slack(r) ? 1 : basis_[r].kind == Kind::artificial ? size_ : 0;
    if (cost == 0) continue;
    for (std::size_t k = 0; k < rows_; ++k) dual[k] += cost * row(r)[k];
  }
}

template <int D>
End RevisedSimplex<D>::minimise(bool to_the_end) {
  const int most_pivots = 64 + 32 * static_cast<int>(d_);
  price_tolerance_ = tolerance_;
  const int often = 64 + 2 * static_cast<int>(d_);
  for (int pivots = 0; pivots < most_pivots; ++pivots) {
    if (since_factorised_ > often) factorise_again();
    record_pivot();
    const double before = objective();
    if (!(before < std::numeric_limits<double>::infinity())) return End::gave_up;
    Entering entering;
    if (before <= tolerance_) return End::zero;
    const bool improves = find_entering(to_the_end, entering);
    if (!to_the_end && proves_apart()) return End::apart;
    if (!improves) return End::optimal;
    set_column(entering.basic);
    column_[rows_] = entering.price;
    const std::size_t at = leaving();
    if (at == rows_) return End::gave_up;
    pivot(at, entering.basic);
    stalled_ = objective() < before - tolerance_ ? 0 : stalled_ + 1;
  }
  return End::gave_up;
}

/// A column of positive price.
template <int D>
bool RevisedSimplex<D>::find_entering(bool slacks_return, Entering& entering) {
  const double* const dual = row(rows_);
  IndexPair pair;
  const double along = columns_.farthest(dual, pair);
  along_ = along;
  entering.basic = {Kind::pair, 0, pair};
  entering.price = dual[d_] + along;
  const bool bland = stalled_ >= most_stalled_;
  if (bland && entering.price > price_tolerance_) {
    if (first_pair(dual, dual[d_], pair)) {
      entering.basic.pair = pair;
      columns_.difference(pair, point_);
      entering.price = dual[d_];
      for (std::size_t l = 0; l < d_; ++l) entering.price += dual[l] * point_[l];
    }
    return true;
  }
  if (slacks_return) {
    for (std::size_t l = 0; l < d_; ++l) {
      const double price = std::fabs(dual[l]) - 1;
      if (!(price > 1e-13)) continue;
      if (entering.price > price_tolerance_ && price * size_ <= entering.price) continue;
      entering.basic = {dual[l] > 0 ? Kind::plus : Kind::minus, static_cast<std::int32_t>(l), {}};
      entering.price = price;
      if (bland) return true;
    }
    if (entering.basic.kind != Kind::pair) return true;
  }
  return entering.price > price_tolerance_;
}

/// Bland's: the first pair, in lexicographic order, of positive price.
template <int D>
bool RevisedSimplex<D>::first_pair(const double* w, double constant, IndexPair& first) const {
  const HullBlock& a = *filtered_.pair().a.hull;
  const HullBlock& b = *filtered_.pair().b.hull;
  const auto price = [&](IndexPair pair) {
    columns_.difference(pair, point_);
    double sum = constant;
    for (std::size_t l = 0; l < d_; ++l) sum += w[l] * point_[l];
    return sum;
  };
  IndexPair best;
  columns_.farthest(w, best);
  for (std::int32_t i = 0; i < a.count; ++i) {
    if (!(price({i, best.b}) > price_tolerance_)) continue;
    for (std::int32_t j = 0; j < b.count; ++j) {
      if (!(price({i, j}) > price_tolerance_)) continue;
      first = {i, j};
      return true;
    }
  }
  return false;
}

template <int D>
void RevisedSimplex<D>::set_column(const Basic& entering) {
  if (entering.kind == Kind::pair) {
    columns_.difference(entering.pair, point_);
    point_[d_] = 1;
    multiply(inverse_, rows_ + 1, stride_, point_, column_);
    return;
  }
  const double sign = entering.kind == Kind::plus ? 1 : -1;
  const auto l = static_cast<std::size_t>(entering.slack);
  for (std::size_t r = 0; r < rows_; ++r) column_[r] = sign * row(r)[l];
}

/// The row that reaches zero first; of rows that tie, one that is no pair, else the largest entry.
/// While the search stalls, the first variable by precedes(), as Bland's rule wants it.
template <int D>
std::size_t RevisedSimplex<D>::leaving() const {
  const double least_pivot = kLeastPivot * largest_size(column_, rows_);
  // Whether an entry counts is as good as random: chosen from a table, not by a branch.
  const double slacks[2] = {tolerance_, kNoLevel};
  constexpr double kNone = std::numeric_limits<double>::infinity();
  double least = kNone;
  for (std::size_t r = 0; r < rows_; ++r) {
    const double slack = slacks[basis_[r].kind == Kind::pair ? 1 : 0];
    const double ratios[2] = {kNone, (std::max(level(r), 0.0) + slack) / column_[r]};
    least = std::min(least, ratios[column_[r] > least_pivot ? 1 : 0]);
  }
  const bool bland = stalled_ >= most_stalled_;
  std::size_t best = rows_;
  for (std::size_t r = 0; r < rows_; ++r) {
    const bool first = level(r) <= least * column_[r];
    if (!(first & (column_[r] > least_pivot))) continue;
    if (best == rows_) {
      best = r;
    } else if (bland) {
      if (precedes(basis_[r], basis_[best])) best = r;
    } else {
      const bool pair = basis_[r].kind == Kind::pair;
      const bool best_pair = basis_[best].kind == Kind::pair;
      if (pair == best_pair ? column_[r] > column_[best] : best_pair) best = r;
    }
  }
  return best;
}

template <int D>
bool RevisedSimplex<D>::precedes(const Basic& x, const Basic& y) const {
  const bool slack_x = x.kind != Kind::pair;
  const bool slack_y = y.kind != Kind::pair;
  if (slack_x != slack_y) return slack_x;
  if (slack_x) return x.slack < y.slack;
  return x.pair.a != y.pair.a ? x.pair.a < y.pair.a : x.pair.b < y.pair.b;
}

template <int D>
void RevisedSimplex<D>::pivot(std::size_t at, const Basic& entering) {
  pivot_rows(inverse_, rows_ + 1, stride_, column_, at);
  basis_[at] = entering;
  ++since_factorised_;
}

template <int D>
bool RevisedSimplex<D>::proves_apart() {
  if (!(along_ < 0)) return false;
  const Vector<D> u = direction();
  const DirectionalGap gap = columns_.gap(u.data());
  if (!gap.proves_separated()) return false;
  record<D>(search_.trace, Algorithm::lp, TraceEvent::pivot, filtered_.pair(), {&gap.vertices, 1},
            &u, gap.value);
  return true;
}

template <int D>
Vector<D> RevisedSimplex<D>::direction() const {
  Vector<D> w = make_vector<D>(filtered_.dimension());
  std::copy_n(row(rows_), d_, w.begin());
  normalise(w.data(), filtered_.dimension());
  return w;
}

template <int D>
PairList<D> RevisedSimplex<D>::pairs() const {
  PairList<D> list;
  if constexpr (D == kRunTime) list.reserve(rows_ + 1);
  for (const Basic& basic : basis_) {
    if (basic.kind == Kind::pair) list.push_back(basic.pair);
  }
  return list;
}

template <int D>
void RevisedSimplex<D>::active(PairList<D>& pairs, ShortList<D, double>& weights) const {
  for (std::size_t r = 0; r < rows_; ++r) {
    if (basis_[r].kind != Kind::pair || !(level(r) > 0)) continue;
    pairs.push_back(basis_[r].pair);
    weights.push_back(level(r));
  }
}

template <int D>
void RevisedSimplex<D>::record_pivot() const {
  if (search_.trace == nullptr) return;
  const PairList<D> list = pairs();
  append_step<D>(*search_.trace, Algorithm::lp, TraceEvent::pivot, filtered_.pair(),
                 {list.begin(), list.end()}, nullptr, objective());
}

template class RevisedSimplex<2>;
template class RevisedSimplex<3>;
template class RevisedSimplex<kRunTime>;

}  // namespace sunder::detail::lp

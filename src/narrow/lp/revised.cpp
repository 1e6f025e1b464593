// SPDX-License-Identifier: Apache-2.0
//
// Idea: The revised simplex method of revised.hpp pivots on the inverse of the basis, and prices by
// one support query for each body.
// Source: Dantzig, Orchard-Hays (1953); Bland (1977) for the rule that prevents cycles.
// Bound: Levels and prices are rounded. A separation is proven by Lemma 1's gap of the dual, an
// overlap by inside.cpp.
// Cost: Two support queries and (d+1)^2 products a pivot. At most 64 + 32 d pivots; a new inversion
// every 64 + 2 d.
// Gives up: After that number of pivots, on NaN or infinity, and where no row may leave.
#include "narrow/lp/revised.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lanes/dense.hpp"

namespace sunder::detail::lp {
template <int D>
RevisedSimplex<D>::RevisedSimplex(const FilteredPair<D>& filtered, const Request<D>& search)
    : filtered_(filtered),
      search_(search),
      d_(static_cast<std::size_t>(filtered.dimension())),
      rows_(d_ + 1),
      stride_(dense_stride(rows_)),
      buffer_((3 * rows_ + 7) * stride_ + Columns<D>::scratch_size(filtered.dimension())),
      inverse_{{buffer_.data(), rows_, stride_}, nullptr, nullptr, 0, nullptr},
      points_{inverse_.all.column(rows_), rows_, stride_},
      work_{points_.column(rows_), rows_, stride_},
      column_(work_.column(rows_)),
      dual_(column_ + stride_),
      point_(dual_ + stride_),
      row_(point_ + stride_),
      is_length_(row_ + stride_),
      columns_(filtered, is_length_ + 3 * stride_),
      basis_(rows_, &few_),
      filled_(rows_, &few_),
      taken_(rows_, &few_) {
  inverse_.unit = is_length_ + stride_;
  inverse_.factors = inverse_.unit + stride_;
  inverse_.filled = filled_.data();
  for (const double reach : filtered.reach()) size_ += reach;
  tolerance_ = 16 * kUnit * size_;
  most_stalled_ = search.pricing == Pricing::bland ? 0 : 16 + static_cast<int>(d_);
  point_[d_] = 1;
}

template <int D>
void RevisedSimplex<D>::start(std::span<const IndexPair> pairs) {
  if (pairs.size() == 1) {
    start(pairs.front());
  } else {
    factorise(pairs, {});
  }
}

/// Starts with one pair, and in each coordinate the slack whose sign compensates it.
template <int D>
void RevisedSimplex<D>::start(IndexPair pair) {
  all_slack();
  columns_.get(pair, point_);
  put(d_, {Kind::pair, 0, pair}, point_);
  double* const levels = inverse_.all.column(d_);
  dual_[d_] = 0;
  for (std::size_t r = 0; r < d_; ++r) {
    if (point_[r] > 0) {
      basis_[r].kind = Kind::minus;
      inverse_.unit[r] = inverse_.all.column(r)[r] = -1;
    }
    levels[r] = std::fabs(point_[r]);
    dual_[r] = inverse_.unit[r];
    dual_[d_] += levels[r];
  }
  inverse_.unit[d_] = 0;
  inverse_.filled[0] = static_cast<std::uint32_t>(d_);
  inverse_.filled_count = 1;
}

/// Starts with the identity. The last row's slack is a placeholder for a pair.
template <int D>
void RevisedSimplex<D>::all_slack() {
  if (!fresh_) std::fill_n(inverse_.all.data, rows_ * stride_, 0.0);
  fresh_ = false;
  for (std::size_t r = 0; r < rows_; ++r) {
    inverse_.all.column(r)[r] = 1;
    inverse_.unit[r] = 1;
    put(r, {Kind::plus, static_cast<std::int32_t>(r), {}}, nullptr);
  }
  inverse_.filled_count = 0;
  since_factorised_ = 0;
  stalled_ = 0;
}

template <int D>
void RevisedSimplex<D>::put(std::size_t r, const Basic& basic, const double* point) {
  basis_[r] = basic;
  is_length_[r] = basic.kind == Kind::pair ? 0 : 1;
  if (basic.kind == Kind::pair) copy_dense(point, stride_, points_.column(r));
}

template <int D>
void RevisedSimplex<D>::copy_row(std::size_t r, double* out) const {
  for (std::size_t k = 0; k < rows_; ++k) out[k] = inverse_.all.column(k)[r];
}

template <int D>
void RevisedSimplex<D>::negate_row(std::size_t r) {
  for (std::size_t k = 0; k < rows_; ++k) {
    double& entry = inverse_.all.column(k)[r];
    entry = -entry;
  }
  inverse_.unit[r] = -inverse_.unit[r];
}

/// Starts with weights on more pairs than a basis has. The heaviest pairs form the basis. Each of
/// the others transfers its weight to them, or replaces one whose weight reaches 0.
template <int D>
void RevisedSimplex<D>::start(std::span<const IndexPair> pairs, std::span<const double> weights) {
  std::vector<std::size_t> order(pairs.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  // Standard libraries differ in the order of equals.
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return weights[i] != weights[j] ? weights[i] > weights[j] : i < j;
  });
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
        transfer_weight(pairs[i], weights[i], held);
      }
    }
  }
  make_feasible();
  set_dual();
}

/// `held` are the weights of the basis; a basic pair whose weight reaches 0 leaves for this one.
template <int D>
void RevisedSimplex<D>::transfer_weight(IndexPair pair, double weight, std::vector<double>& held) {
  const Basic entering{Kind::pair, 0, pair};
  set_column(entering);
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
  pivot_at(emptied, {entering, 0});
}

/// Computes the basis of these pairs, by elimination. A pair that depends on those before it is
/// left out, and so is one that would replace a slack to be kept.
template <int D>
void RevisedSimplex<D>::factorise(std::span<const IndexPair> pairs,
                                  std::span<const char> keep_slack) {
  eliminate(pairs, keep_slack);
  make_feasible();
  set_dual();
}

/// Enters the first pairs, as many as there are rows, in one inversion; the first one gets the row
/// of weights. Each of the others replaces a remaining slack.
template <int D>
void RevisedSimplex<D>::eliminate(std::span<const IndexPair> pairs,
                                  std::span<const char> keep_slack) {
  all_slack();
  double* const open = row_;
  for (std::size_t r = 0; r < rows_; ++r) {
    open[r] = keep_slack.empty() || keep_slack[r] == 0 ? 1 : 0;
  }
  const std::size_t count = std::min(pairs.size(), rows_);
  for (std::size_t k = 0; k < count; ++k) columns_.get(pairs[k], points_.column(k));
  copy_dense(points_.data, count * stride_, work_.data);
  invert({{work_.data, count, stride_},
          open,
          taken_.data(),
          inverse_.factors,
          d_,
          tolerance_,
          kLeastPivot});
  for (std::size_t k = 0; k < count; ++k) {
    if (taken_[k] < 0) continue;
    const auto r = static_cast<std::size_t>(taken_[k]);
    copy_dense(work_.column(k), stride_, inverse_.all.column(r));
    inverse_.unit[r] = 0;
    inverse_.filled[inverse_.filled_count++] = static_cast<std::uint32_t>(r);
  }
  copy_dense(points_.data, count * stride_, work_.data);
  for (std::size_t k = 0; k < count; ++k) {
    if (taken_[k] < 0) continue;
    put(static_cast<std::size_t>(taken_[k]), {Kind::pair, 0, pairs[k]}, work_.column(k));
  }
  if (inverse_.filled_count < rows_) take_further(pairs.subspan(count));
}

template <int D>
void RevisedSimplex<D>::take_further(std::span<const IndexPair> pairs) {
  for (const IndexPair& pair : pairs) {
    const Basic entering{Kind::pair, 0, pair};
    set_column(entering);
    std::size_t best = rows_;
    for (std::size_t r = 0; r < d_; ++r) {
      if (row_[r] == 0) continue;
      if (best == rows_ || std::fabs(column_[r]) > std::fabs(column_[best])) best = r;
    }
    if (best == rows_) return;
    const double least = std::max(tolerance_, kLeastPivot * largest_size(column_, stride_));
    if (!(std::fabs(column_[best]) > least)) continue;
    pivot_at(best, {entering, 0});
    row_[best] = 0;
  }
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
  if (!pairs.empty()) factorise(pairs, keep);
}

/// Repairs negative levels. A slack changes its sign. Pairs need one artificial column, minus the
/// sum of their columns, which enters at the size of the most negative one.
template <int D>
void RevisedSimplex<D>::make_feasible() {
  std::size_t worst = rows_;
  for (std::size_t r = 0; r < rows_; ++r) {
    if (!(level(r) < 0)) continue;
    if (is_slack(r)) {
      negate_row(r);
      basis_[r].kind = basis_[r].kind == Kind::plus ? Kind::minus : Kind::plus;
    } else if (level(r) < -kNoLevel && (worst == rows_ || level(r) < level(worst))) {
      worst = r;
    }
  }
  if (worst == rows_) return;
  for (std::size_t r = 0; r < rows_; ++r) {
    column_[r] = !is_slack(r) && level(r) < 0 ? -1 : 0;
  }
  pivot_at(worst, {{Kind::artificial, 0, {}}, 0});
}

/// Adds the slacks' rows, and the artificial's as if its length were that of a difference.
template <int D>
void RevisedSimplex<D>::set_dual() {
  std::fill_n(dual_, stride_, 0.0);
  for (std::size_t r = 0; r < rows_; ++r) {
    const double cost = is_slack(r) ? 1 : basis_[r].kind == Kind::artificial ? size_ : 0;
    if (cost == 0) continue;
    for (std::size_t k = 0; k < rows_; ++k) dual_[k] += cost * inverse_.all.column(k)[r];
  }
}

template <int D>
End RevisedSimplex<D>::minimise(bool to_the_end) {
  const int most_pivots = 64 + 32 * static_cast<int>(d_);
  price_tolerance_ = tolerance_;
  const int often = 64 + 2 * static_cast<int>(d_);
  for (int pivots = 0; pivots < most_pivots; ++pivots) {
    if (since_factorised_ > often) factorise_again();
    if (search_.trace != nullptr) record_pivot();
    const double before = objective();
    if (!(before < std::numeric_limits<double>::infinity())) return End::gave_up;
    Entering entering;
    if (at_zero()) return End::zero;
    const bool improves = find_entering(to_the_end, entering);
    if (!to_the_end && proves_apart()) return End::apart;
    if (!improves) return End::optimal;
    if (!enter(entering)) return End::gave_up;
    stalled_ = objective() < before - tolerance_ ? 0 : stalled_ + 1;
  }
  return End::gave_up;
}

/// Finds a column of positive price; the column of a pair is written to point_.
template <int D>
bool RevisedSimplex<D>::find_entering(bool slacks_return, Entering& entering) {
  const double* const dual = dual_;
  along_ = columns_.farthest(dual, farthest_, point_);
  entering.basic = {Kind::pair, 0, farthest_};
  entering.price = dual[d_] + along_;
  const bool bland = stalled_ >= most_stalled_;
  if (bland && entering.price > price_tolerance_) {
    IndexPair pair;
    if (first_pair(dual, dual[d_], pair)) {
      entering.basic.pair = pair;
      columns_.get(pair, point_);
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

/// Finds by Bland's rule the first pair, in lexicographic order, of positive price. The pricing
/// that found the farthest pair along w must precede it.
template <int D>
bool RevisedSimplex<D>::first_pair(const double* w, double constant, IndexPair& first) const {
  const HullBlock& a = *filtered_.pair().a.hull;
  const HullBlock& b = *filtered_.pair().b.hull;
  const auto price = [&](IndexPair pair) {
    columns_.get(pair, point_);
    double sum = constant;
    for (std::size_t l = 0; l < d_; ++l) sum += w[l] * point_[l];
    return sum;
  };
  for (std::int32_t i = 0; i < a.count; ++i) {
    if (!(price({i, farthest_.b}) > price_tolerance_)) continue;
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
    columns_.get(entering.pair, point_);
    combine(inverse_, point_, column_);
    return;
  }
  const double sign = entering.kind == Kind::plus ? 1 : -1;
  const double* const column = inverse_.all.column(static_cast<std::size_t>(entering.slack));
  for (std::size_t r = 0; r < rows_; ++r) column_[r] = sign * column[r];
}

/// Pivots on the result of find_entering(). Returns false if nothing leaves.
template <int D>
bool RevisedSimplex<D>::enter(const Entering& entering) {
  std::size_t at = rows_;
  if (entering.basic.kind == Kind::pair && stalled_ < most_stalled_) {
    at = advance(inverse_, point_, column_, ratio_test(kLeastPivot), dual_, entering.price).at;
    if (at < rows_) put(at, entering.basic, point_);
    ++since_factorised_;
  } else {
    set_column(entering.basic);
    at = leaving();
    if (at < rows_) pivot_at(at, entering);
  }
  return at < rows_;
}

template <int D>
RatioTest RevisedSimplex<D>::ratio_test(double least_pivot) const {
  return {column_, levels(), is_length_, stride_, least_pivot, tolerance_, kNoLevel};
}

/// Returns the row that reaches zero first, with a tolerance below zero. Hence, of rows at about
/// the same level, one with a large entry leaves. While the search stalls it is the first variable
/// by precedes(), as Bland's rule requires.
template <int D>
std::size_t RevisedSimplex<D>::leaving() const {
  const RatioTest test = ratio_test(kLeastPivot * largest_size(column_, stride_));
  const Leaving leaving = find_leaving(test);
  if (leaving.at == stride_ || stalled_ < most_stalled_) return leaving.at;
  return first_leaving(test, leaving);
}

template <int D>
std::size_t RevisedSimplex<D>::first_leaving(const RatioTest& test, const Leaving& tie) const {
  std::size_t first = tie.at;
  for (std::size_t r = 0; r < rows_; ++r) {
    const bool ties = column_[r] > test.least_pivot && level(r) <= tie.ratio * column_[r];
    if (ties && precedes(basis_[r], basis_[first])) first = r;
  }
  return first;
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
void RevisedSimplex<D>::pivot_at(std::size_t at, const Entering& entering) {
  pivot(inverse_, column_, at, dual_, entering.price);
  put(at, entering.basic, point_);
  ++since_factorised_;
}

/// Tests the dual's gap. The last pricing has computed it: a direction scaled by a power of two
/// scales its gap. The lemma covers what underflows at these sizes.
template <int D>
bool RevisedSimplex<D>::proves_apart() {
  if (!(along_ < 0)) return false;
  double* const u = row_;
  std::copy_n(dual_, d_, u);
  double largest = 0;
  for (std::size_t l = 0; l < d_; ++l) largest = std::max(largest, std::fabs(u[l]));
  if (!(largest > 0x1p-100 && largest < 0x1p100)) return false;
  const double scale = unit_scale(largest);
  for (std::size_t l = 0; l < d_; ++l) u[l] *= scale;
  const DirectionalGap gap{-along_ * scale, filtered_.gap_error(u), farthest_};
  if (!gap.proves_separated()) return false;
  if (search_.trace != nullptr) {
    const Vector<D> along = direction();
    record<D>(search_.trace, Algorithm::lp, TraceEvent::pivot, filtered_.pair(), {&gap.vertices, 1},
              &along, gap.value);
  }
  return true;
}

template <int D>
Vector<D> RevisedSimplex<D>::direction() const {
  Vector<D> w = make_vector<D>(filtered_.dimension());
  std::copy_n(dual_, d_, w.begin());
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
  const PairList<D> list = pairs();
  append_step<D>(*search_.trace, Algorithm::lp, TraceEvent::pivot, filtered_.pair(),
                 {list.begin(), list.end()}, nullptr, objective());
}

template class RevisedSimplex<2>;
template class RevisedSimplex<3>;
template class RevisedSimplex<kRunTime>;

}  // namespace sunder::detail::lp

// SPDX-License-Identifier: Apache-2.0
//
// Idea: After the objective has reached zero, decide whether 0 is in the interior, as
// ExactSimplex::leave_boundary() does. The basis is tested first; if it holds 0 on its boundary, a
// step along the middle of its points joins a second basis.
// Source: ExactSimplex::leave_boundary(), in doubles.
// Bound: WeightedInterior proves, with the rounding errors of all points, that 0 is in the
// interior. A pair that it cannot prove stays undecided.
// Cost: One inversion for the basis; at most 64 + 32 d pivots for the step.
// Gives up: Where a basis is nearly singular, and on contact.
#include <algorithm>
#include <cmath>

#include "filter/weighted_interior.hpp"
#include "narrow/lp/revised.hpp"

namespace sunder::detail::lp {
namespace {

constexpr double kEnough = 1e-6;  // a step of this length is easy to prove; no need for the longest

}  // namespace

template <int D>
bool RevisedSimplex<D>::prove_inside(PairList<D>& proven) {
  const bool spans = drive_out_slacks();
  proven = pairs();
  if (!spans) return false;
  WeightedInterior interior(d_);
  bool regular = prove_regular(interior);
  if (regular && holds(interior)) return true;
  if (least_level() > kNoLevel && since_factorised_ > static_cast<int>(rows_)) {
    factorise_again();
    if (pairs().size() != rows_) return false;
    proven = pairs();
    regular = prove_regular(interior);
    if (regular && holds(interior)) return true;
  }
  if (!regular) return false;
  // 0 = step * (the sum of the spanning points) + the sum of the levels' points.
  interior.clear();
  copy_dense(points_.data, rows_ * stride_, work_.data);
  double step = 0;
  if (!move_away(step)) return false;
  std::fill_n(row_, rows_, step);
  interior.add(work_, row_);
  for (std::size_t r = 0; r < rows_; ++r) {
    row_[r] = basis_[r].kind == Kind::pair ? std::max(level(r), 0.0) : 0;
  }
  interior.add(points_, row_);
  for (std::size_t r = 0; r < rows_; ++r) {
    if (!(row_[r] > 0)) continue;
    const bool known = std::find(proven.begin(), proven.end(), basis_[r].pair) != proven.end();
    if (!known) proven.push_back(basis_[r].pair);
  }
  return interior.holds(step);
}

template <int D>
bool RevisedSimplex<D>::prove_regular(WeightedInterior& interior) const {
  for (std::size_t l = 0; l < d_; ++l) {
    interior.errors()[l] = filtered_.error(static_cast<int>(l));
  }
  return interior.invert(points_, inverse_.all);
}

template <int D>
double RevisedSimplex<D>::least_level() const {
  return *std::min_element(levels(), levels() + rows_);
}

/// Tests 0 with the basis alone.
template <int D>
bool RevisedSimplex<D>::holds(WeightedInterior& interior) const {
  const double least = least_level();
  if (!(least > kNoLevel)) return false;
  interior.clear();
  interior.add(points_, levels());
  return interior.holds(least);
}

/// Replaces each slack, all at level zero, by a pair. Returns false if C is flat there: the dual is
/// then its normal.
template <int D>
bool RevisedSimplex<D>::drive_out_slacks() {
  for (std::size_t r = 0; r < rows_; ++r) {
    if (basis_[r].kind == Kind::pair) continue;
    copy_row(r, row_);
    IndexPair most;
    const double highest = columns_.farthest(row_, most) + row_[d_];
    for (std::size_t l = 0; l < d_; ++l) row_[l] = -row_[l];
    IndexPair least;
    const double lowest = row_[d_] - columns_.farthest(row_, least);
    double size = 0;
    for (std::size_t l = 0; l < d_; ++l) size += std::fabs(row_[l]) * filtered_.reach()[l];
    const bool up = std::fabs(highest) >= std::fabs(lowest);
    if (!(std::max(std::fabs(highest), std::fabs(lowest)) > kLeastPivot * size)) {
      copy_row(r, dual_);
      return false;
    }
    const Basic entering{Kind::pair, 0, up ? most : least};
    set_column(entering);
    pivot_at(r, {entering, 0});
    if (search_.trace != nullptr) record_pivot();
  }
  std::fill_n(dual_, stride_, 0.0);
  return true;
}

/// Enters the column (m; 0), where m is the sum of the basis' points, and moves along it as far as
/// useful. Returns false if it does not move: the dual then supports C at 0.
template <int D>
bool RevisedSimplex<D>::move_away(double& step) {
  const auto all = static_cast<double>(rows_);
  for (std::size_t r = 0; r < rows_; ++r) column_[r] = 1 - all * level(r);
  std::size_t at = leaving();
  if (at >= rows_) return false;
  pivot_at(at, {{Kind::step, 0, {}}, 1});
  stalled_ = 0;
  const int most_pivots = 64 + 32 * static_cast<int>(d_);
  for (int pivots = 0; pivots < most_pivots; ++pivots) {
    std::size_t mover = 0;
    while (mover < rows_ && basis_[mover].kind != Kind::step) ++mover;
    if (mover == rows_) return false;
    step = level(mover);
    if (step > kEnough) return true;
    double size = 0;
    for (std::size_t l = 0; l < d_; ++l) size += std::fabs(dual_[l]) * filtered_.reach()[l];
    price_tolerance_ = 16 * kUnit * size;
    Entering entering;
    if (!find_entering(false, entering)) return step > kNoLevel;
    set_column(entering.basic);
    at = leaving();
    if (at >= rows_ || at == mover) return step > kNoLevel;
    pivot_at(at, entering);
    stalled_ = level(mover) > step + kNoLevel ? 0 : stalled_ + 1;
    if (search_.trace != nullptr) record_pivot();
  }
  return step > kNoLevel;
}

template bool RevisedSimplex<2>::prove_inside(PairList<2>&);
template bool RevisedSimplex<3>::prove_inside(PairList<3>&);
template bool RevisedSimplex<kRunTime>::prove_inside(PairList<kRunTime>&);

}  // namespace sunder::detail::lp

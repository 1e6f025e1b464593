// SPDX-License-Identifier: Apache-2.0
//
// After the objective has reached zero: is 0 in the interior? As ExactSimplex::leave_boundary().
#include <algorithm>
#include <cmath>

#include "filter/weighted_interior.hpp"
#include "lanes/dense.hpp"
#include "narrow/lp/revised.hpp"

namespace sunder::detail::lp {
namespace {

constexpr double kEnough = 1e-6;  // a step this long is proven with ease: no need for the longest

template <int D>
bool prove(const FilteredPair<D>& filtered, const std::vector<double>& points,
           const std::vector<double>& weights, const double* inverse, std::size_t stride) {
  const Vector<D> errors = filtered.errors();
  return proves_interior(
      WeightedPoints{points, {errors.data(), errors.size()}, weights, inverse, stride});
}

}  // namespace

template <int D>
bool RevisedSimplex<D>::prove_inside(PairList<D>& proven) {
  const bool spans = drive_out_slacks();
  proven = pairs();
  if (!spans) return false;
  std::vector<double> points(rows_ * d_);
  std::vector<double> weights(rows_);
  double least = 1;
  const auto gather = [&] {
    least = 1;
    for (std::size_t r = 0; r < rows_; ++r) {
      columns_.difference(basis_[r].pair, &points[r * d_]);
      weights[r] = std::max(level(r), 0.0);
      least = std::min(least, weights[r]);
    }
  };
  gather();
  if (least > kNoLevel) {
    if (prove(filtered_, points, weights, inverse_, stride_)) return true;
    if (since_factorised_ > static_cast<int>(rows_)) {
      factorise_again();
      if (pairs().size() != rows_) return false;
      gather();
      if (prove(filtered_, points, weights, inverse_, stride_)) {
        proven = pairs();
        return true;
      }
    }
  }
  const std::vector<double> inverse(inverse_, inverse_ + rows_ * stride_);
  double step = 0;
  if (!move_away(step)) return false;
  // 0 = step * (the sum of the spanning points) + the sum of the levels' points.
  std::fill(weights.begin(), weights.end(), step);
  for (std::size_t r = 0; r < rows_; ++r) {
    if (basis_[r].kind != Kind::pair || !(level(r) > 0)) continue;
    points.resize(points.size() + d_);
    columns_.difference(basis_[r].pair, &points[points.size() - d_]);
    weights.push_back(level(r));
    const bool known = std::find(proven.begin(), proven.end(), basis_[r].pair) != proven.end();
    if (!known) proven.push_back(basis_[r].pair);
  }
  return prove(filtered_, points, weights, inverse.data(), stride_);
}

/// Puts a pair in the place of each slack, all at level zero. False if C is flat there: the dual is
/// then its normal.
template <int D>
bool RevisedSimplex<D>::drive_out_slacks() {
  for (std::size_t r = 0; r < rows_; ++r) {
    if (basis_[r].kind == Kind::pair) continue;
    std::copy_n(row(r), rows_, pivot_row_);
    IndexPair most;
    const double highest = columns_.farthest(pivot_row_, most) + pivot_row_[d_];
    for (std::size_t l = 0; l < d_; ++l) pivot_row_[l] = -pivot_row_[l];
    IndexPair least;
    const double lowest = pivot_row_[d_] - columns_.farthest(pivot_row_, least);
    double size = 0;
    for (std::size_t l = 0; l < d_; ++l) size += std::fabs(pivot_row_[l]) * filtered_.reach()[l];
    const bool up = std::fabs(highest) >= std::fabs(lowest);
    if (!(std::max(std::fabs(highest), std::fabs(lowest)) > kLeastPivot * size)) {
      std::copy_n(row(r), rows_, row(rows_));
      return false;
    }
    const Basic entering{Kind::pair, 0, up ? most : least};
    set_column(entering);
    column_[rows_] = 0;
    pivot(r, entering);
    record_pivot();
  }
  std::fill_n(row(rows_), stride_, 0.0);
  return true;
}

/// Brings in the column (m; 0), m the sum of the basis' points, and moves as far along it as pays.
/// False if it does not move: the dual then supports C at 0.
template <int D>
bool RevisedSimplex<D>::move_away(double& step) {
  const auto all = static_cast<double>(rows_);
  for (std::size_t r = 0; r < rows_; ++r) column_[r] = 1 - all * level(r);
  column_[rows_] = 1;
  std::size_t at = leaving();
  if (at == rows_) return false;
  pivot(at, {Kind::step, 0, {}});
  stalled_ = 0;
  const int most_pivots = 64 + 32 * static_cast<int>(d_);
  for (int pivots = 0; pivots < most_pivots; ++pivots) {
    std::size_t mover = 0;
    while (mover < rows_ && basis_[mover].kind != Kind::step) ++mover;
    if (mover == rows_) return false;
    step = level(mover);
    if (step > kEnough) return true;
    const double* const dual = row(rows_);
    double size = 0;
    for (std::size_t l = 0; l < d_; ++l) size += std::fabs(dual[l]) * filtered_.reach()[l];
    price_tolerance_ = 16 * kUnit * size;
    Entering entering;
    if (!find_entering(false, entering)) return step > kNoLevel;
    set_column(entering.basic);
    column_[rows_] = entering.price;
    at = leaving();
    if (at == rows_ || at == mover) return step > kNoLevel;
    pivot(at, entering.basic);
    stalled_ = level(mover) > step + kNoLevel ? 0 : stalled_ + 1;
    record_pivot();
  }
  return step > kNoLevel;
}

template bool RevisedSimplex<2>::prove_inside(PairList<2>&);
template bool RevisedSimplex<3>::prove_inside(PairList<3>&);
template bool RevisedSimplex<kRunTime>::prove_inside(PairList<kRunTime>&);

}  // namespace sunder::detail::lp

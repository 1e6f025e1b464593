// SPDX-License-Identifier: Apache-2.0
//
// RevisedSimplex is the revised simplex method in doubles. The program is that of
// exact_simplex.hpp, with slacks of both signs in each coordinate:
//
//   minimise sum_l (s+_l + s-_l)  where
//   sum x_ij (a_i - b_j) + s+ - s- = 0,  sum x_ij = 1,  all >= 0.
//
// Its minimum is f*, the smallest 1-norm of a difference. The inverse of the basis is stored column
// by column, so that a vector's lanes process all basic variables at once. The last column is the
// right side's, the levels. Each pivot updates the dual (w; w_d) as one more row; its last entry is
// the objective.
#pragma once

#include <array>
#include <cstddef>
#include <memory_resource>
#include <span>
#include <vector>

#include "filter/aligned_buffer.hpp"
#include "filter/weighted_interior.hpp"
#include "lanes/dense.hpp"
#include "narrow/algorithm.hpp"
#include "narrow/lp/columns.hpp"

namespace sunder::detail::lp {

inline constexpr double kLeastPivot = 1e-10;  // relative to the largest entry of its column
inline constexpr double kNoLevel = 1e-13;     // a weight that counts as zero

enum class End : std::uint8_t {
  gave_up,  ///< too many pivots, or not a number
  apart,    ///< the dual's gap is proven positive: direction()
  optimal,  ///< no column improves, and the objective is positive
  zero      ///< the objective is zero up to the tolerance
};

template <int D>
class RevisedSimplex {
 public:
  RevisedSimplex(const FilteredPair<D>& filtered, const Request<D>& search);

  /// Returns the columns, for a search for a start.
  const Columns<D>& columns() const { return columns_; }
  /// Returns scratch memory of d doubles for that search.
  double* scratch() { return row_; }

  /// Starts from a basis of these pairs, as many as are independent, and slacks.
  void start(std::span<const IndexPair> pairs);
  /// Starts from a solution near zero that is not basic.
  void start(std::span<const IndexPair> pairs, std::span<const double> weights);

  /// Pivots until the end. `to_the_end`: slacks that left may return, so the minimum is f*, and a
  /// proof of separation does not stop the search.
  End minimise(bool to_the_end);

  /// Tries to prove, from a basis of objective zero, that 0 is inside. If the basis holds 0 on its
  /// boundary, it adds a second basis, of the point opposite to the first one's middle. `pairs`
  /// receives the proven pairs, or else the basis.
  bool prove_inside(PairList<D>& pairs);

  /// Returns true if the objective is 0 up to the tolerance.
  bool at_zero() const { return objective() <= tolerance_; }
  double objective() const { return dual_[d_]; }
  /// Returns the dual: largest entry in [1/2, 1), unless it is zero.
  Vector<D> direction() const;
  PairList<D> pairs() const;
  /// Lists the pairs of the basis with positive weight, and their weights.
  void active(PairList<D>& pairs, ShortList<D, double>& weights) const;

 private:
  /// The variable in a row of the basis.
  enum class Kind : std::uint8_t { plus, minus, pair, artificial, step };
  struct Basic {
    Kind kind = Kind::plus;
    std::int32_t slack = 0;  ///< the coordinate, where kind is plus or minus
    IndexPair pair{};
  };
  /// The column that improves most, and its improvement per unit.
  struct Entering {
    Basic basic;
    double price = 0;
  };

  const double* levels() const { return inverse_.all.column(d_); }
  double level(std::size_t r) const { return levels()[r]; }
  bool is_slack(std::size_t r) const {
    return basis_[r].kind == Kind::plus || basis_[r].kind == Kind::minus;
  }

  void start(IndexPair pair);
  void all_slack();
  void put(std::size_t r, const Basic& basic, const double* point);
  void copy_row(std::size_t r, double* out) const;
  void negate_row(std::size_t r);
  void factorise(std::span<const IndexPair> pairs, std::span<const char> keep_slack);
  void eliminate(std::span<const IndexPair> pairs, std::span<const char> keep_slack);
  void take_further(std::span<const IndexPair> pairs);
  void transfer_weight(IndexPair pair, double weight, std::vector<double>& held);
  void factorise_again();
  void make_feasible();
  void set_dual();
  bool find_entering(bool slacks_return, Entering& entering);
  bool first_pair(const double* w, double constant, IndexPair& first) const;
  void set_column(const Basic& entering);
  bool enter(const Entering& entering);
  RatioTest ratio_test(double least_pivot) const;
  std::size_t leaving() const;
  std::size_t first_leaving(const RatioTest& test, const Leaving& tie) const;
  bool precedes(const Basic& x, const Basic& y) const;
  void pivot_at(std::size_t at, const Entering& entering);
  bool proves_apart();
  bool drive_out_slacks();
  bool prove_regular(WeightedInterior& interior) const;
  bool holds(WeightedInterior& interior) const;
  double least_level() const;
  bool move_away(double& step);
  void record_pivot() const;

  const FilteredPair<D>& filtered_;
  const Request<D>& search_;
  std::size_t d_, rows_, stride_;
  AlignedBuffer buffer_;
  PivotedColumns inverse_;
  DenseColumns points_;  ///< (c; 1) of each pair of the basis
  DenseColumns work_;    ///< of that size, free between two inversions
  double *column_, *dual_, *point_, *row_;
  double* is_length_;  ///< 0 for the pairs of the basis, 1 for the rest, whose levels are lengths
  Columns<D> columns_;
  std::array<std::byte, 24 * (sizeof(Basic) + 2 * sizeof(std::uint32_t))> storage_for_few_;
  std::pmr::monotonic_buffer_resource few_{storage_for_few_.data(), storage_for_few_.size()};
  std::pmr::vector<Basic> basis_;
  std::pmr::vector<std::uint32_t> filled_;
  std::pmr::vector<std::int32_t> taken_;
  double size_ = 0;       ///< of a difference, in the 1-norm
  double tolerance_ = 0;  ///< a price or an objective below it counts as zero
  bool fresh_ = true;     ///< the inverse is all zeros
  int since_factorised_ = 0;
  double price_tolerance_ = 0;
  double along_ = 0;    ///< of the last pricing: max over all pairs of w . (a - b)
  IndexPair farthest_;  ///< the pair that attains it
  int stalled_ = 0;
  int most_stalled_ = 0;
};

}  // namespace sunder::detail::lp

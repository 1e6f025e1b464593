// SPDX-License-Identifier: Apache-2.0
//
// P6 is the simplex method in exact integers, the last stage, which always decides.
//
// Idea: The simplex article's program P2 is solved with the products lambda_i mu_j of its two
// blocks as the unknowns. That is sum over pairs (i, j) of x_ij (a_i - b_j; 1) = (0; 1), x >= 0,
// minimising the 1-norm of the residual. With one block instead of two, a basis of d+1 pairs is
// itself a certificate. Pricing all n m columns is one support query for each body. If the minimum
// is 0, a second program, with one more column, distinguishes touching from overlapping.
// Source: Simplex article (P1, P2); Edmonds' integer pivoting for the arithmetic; research page
// 2.6.
// Bound: Nothing is rounded. Doubles only discard columns that provably cannot be the extreme one.
// Cost: A pivot is (d+1)^2 products; some 2 d pivots from scratch, few or none from a good
// proposal.
// Gives up: Never. After kPatience pivots without progress the rule is Bland's, under which no
// basis repeats, until there is progress again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "exact/wide.hpp"
#include "geometry/integer_pair.hpp"
#include "geometry/integer_support.hpp"
#include "narrow/algorithm.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail::lp {

/// Returns a width that holds every intermediate of the simplex below. The largest minors have
/// order d+1 and columns below 2^bits. The products of a pivot need twice that, and sums of d+1 of
/// them a margin.
constexpr int simplex_bits(int bits, int dimension) noexcept {
  int log_factorial = 0;
  for (int k = 2; k <= dimension + 1; ++k) {
    int log = 1;
    while ((1 << log) < k) ++log;
    log_factorial += log;
  }
  int log_rows = 1;
  while ((1 << log_rows) < dimension + 1) ++log_rows;
  return 2 * (dimension * bits + log_factorial + 2 * log_rows + 2) + 2;
}

/// The decision, in kept indices.
template <int D, class Int>
struct ExactDecision {
  Verdict verdict = Verdict::undecided;
  PairList<D> pairs;
  PerAxis<D, Int> direction{};  ///< from a to b; separated and touching
  bool priced = false;          ///< a column beyond the proposal had to enter
};

template <int D, class Int>
class ExactSimplex {
 public:
  /// The number of pivots without progress that Dantzig's rule may make. It may cycle; Bland's
  /// never does, but takes ten times the pivots in tens of dimensions.
  static constexpr int kPatience = 128;

  explicit ExactSimplex(const IntegerPair<D, Int>& points, int patience = kPatience);

  /// Decides. `proposal` lists the pairs to enter first: a search's last simplex, in any order. If
  /// it is `complete`, it has all that a proof may need, also to leave the boundary. `supported`:
  /// some u != 0 is known with exact gap 0, so bodies that meet touch.
  ExactDecision<D, Int> decide(std::span<const IndexPair> proposal, bool supported,
                               bool complete = false);

 private:
  template <class T>
  using PerRow = PerAxis<D == kRunTime ? kRunTime : D + 1, T>;
  template <class T>
  using PerCell = PerAxisPair<D == kRunTime ? kRunTime : D + 1, T>;
  enum class Kind : std::uint8_t { artificial, pair, step };
  struct Basic {
    Kind kind = Kind::artificial;
    IndexPair pair{};
  };

  bool stalls() const noexcept { return stalled_ >= patience_; }

  std::size_t place(int row, int column) const noexcept {
    const auto at = static_cast<std::ptrdiff_t>(row) * rows_ + column;
    return static_cast<std::size_t>(at);
  }
  Int& cell(int row, int column) { return inverse_[place(row, column)]; }
  const Int& cell(int row, int column) const { return inverse_[place(row, column)]; }
  const Int& level(int row) const { return cell(row, d_); }
  Basic& basic(int row) { return basis_[static_cast<std::size_t>(row)]; }

  void start(IndexPair first);
  bool reach_zero(std::span<const IndexPair> proposal);
  bool leave_boundary(std::span<const IndexPair> proposal);
  bool drive_out_artificials(std::span<const IndexPair> proposal);
  bool off_plane(int row, std::span<const IndexPair> proposal, IndexPair& entering);
  void enter_step();

  void set_column(IndexPair pair);
  Int price(const PerRow<Int>& dual, IndexPair pair) const;
  bool best_of(const PerRow<Int>& dual, std::span<const IndexPair> pairs, IndexPair& best) const;
  bool first_improving(const PerRow<Int>& dual, IndexPair& first) const;
  bool find_entering(const PerRow<Int>& dual, std::span<const IndexPair> proposal,
                     IndexPair& entering);
  int leaving_row() const;
  bool precedes(int row, int other) const;
  void pivot(int row, const Basic& entering);
  void sum_of_artificial_rows(PerRow<Int>& dual) const;
  void set_direction(const PerRow<Int>& dual);
  void append_pairs(bool with_zero_level);

  const IntegerPair<D, Int>& points_;
  int d_;
  int rows_;
  PerCell<Int> inverse_{};  ///< determinant_ * (basis matrix)^-1; its last column holds the levels
  Int determinant_;         ///< > 0
  PerRow<Basic> basis_{};
  PerRow<Int> column_{};  ///< inverse_ * (c; 1) of the entering column
  int patience_;
  int stalled_ = 0;  ///< pivots since the last one that changed the levels
  ExactDecision<D, Int> decision_;
};

}  // namespace sunder::detail::lp

#include "narrow/lp/exact_simplex.inl"

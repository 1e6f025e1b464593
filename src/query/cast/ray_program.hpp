// SPDX-License-Identifier: Apache-2.0
//
// Where does the ray t v, t >= 0, enter C = K_A - K_B? The linear program
//
//   minimise t, where  sum over pairs of x_ij (a_i - b_j; 1) + t (-v; 0) = (0; 1),  x >= 0, t >= 0
//
// by the simplex method, for a C that does not hold 0. A basis is d points of C whose hull the ray
// crosses (a portal). The row of t in the inverse is the portal's normal n with n.v < 0. Where no point
// of C lies beyond the portal's plane, the portal lies in the boundary of C. In integers nothing is
// rounded, and Bland's rule ends the search. In doubles the same steps give a proposal.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>

#include "sunder/certificate.hpp"

namespace sunder::detail {

enum class RayOutcome : std::uint8_t {
  meets,     ///< t is the least, and the normal that of a supporting plane
  misses,    ///< the direction separates C from the whole ray
  undecided  ///< doubles alone: too many pivots, or none possible
};

/// `Columns` provides the points of C:
///   difference(pair, c), velocity()
///   support(u)               a pair that maximises u.c, with that value
///   above_zero(price, dual)  whether a price improves
///   first_above(dual, pair)  Bland's choice
///   kPivots                  after so many pivots the search gives up; 0: never
template <int D, class Columns>
class RayProgram {
 public:
  using Number = typename Columns::Number;
  static constexpr int kRows = D + 1;
  /// Pivots without progress before Bland's rule takes over; see ExactSimplex.
  static constexpr int kPatience = 64;

  explicit RayProgram(const Columns& columns, int patience = kPatience)
      : columns_(columns), patience_(patience) {}

  /// `proposal` are pairs to bring in first.
  RayOutcome solve(std::span<const IndexPair> proposal);

  /// Meets: t = time() / determinant(), and determinant() > 0.
  const Number& time() const { return level(ray_row()); }
  const Number& determinant() const { return determinant_; }
  /// Returns D entries, from a to b: meets, n.c <= t n.v < 0 on C; misses, u.c < 0 <= u.v on C.
  const std::array<Number, kRows>& direction() const { return dual_; }
  /// Calls visit(pair, level) for the pairs whose weights are level / determinant().
  template <class Visit>
  void visit_pairs(Visit&& visit) const {
    for (int r = 0; r < kRows; ++r) {
      if (basis_[at(r)].kind == Kind::pair) visit(basis_[at(r)].pair, level(r));
    }
  }

 private:
  enum class Kind : std::uint8_t { artificial, ray, pair };
  struct Basic {
    Kind kind = Kind::artificial;
    IndexPair pair{};
  };
  using Row = std::array<Number, kRows>;

  static constexpr std::size_t at(int k) noexcept { return static_cast<std::size_t>(k); }
  const Number& level(int row) const { return inverse_[at(row)][D]; }
  int ray_row() const noexcept {
    int row = 0;
    while (basis_[at(row)].kind != Kind::ray) ++row;
    return row;
  }
  bool has_ray() const noexcept {
    return std::any_of(basis_.begin(), basis_.end(),
                       [](const Basic& basic) { return basic.kind == Kind::ray; });
  }
  bool stalls() const noexcept { return stalled_ >= patience_; }
  bool tired() const noexcept { return Columns::kPivots > 0 && pivots_ > Columns::kPivots; }

  void start(IndexPair first);
  RayOutcome reach_ray(std::span<const IndexPair> proposal);
  bool drive_out_artificials();
  RayOutcome descend(std::span<const IndexPair> proposal);
  void sum_artificial_rows();
  bool ray_improves() const;
  bool find_entering(std::span<const IndexPair> proposal, IndexPair& entering) const;
  void set_column(IndexPair pair);
  void set_ray_column();
  int leaving_row() const;
  bool precedes(int row, int other) const;
  bool bring_in(const Basic& entering);
  void pivot(int row, const Basic& entering);

  const Columns& columns_;
  int patience_;
  int stalled_ = 0;
  int pivots_ = 0;
  std::array<Row, kRows> inverse_{};  ///< determinant_ * (basis matrix)^-1; last column: levels
  Number determinant_{1};
  std::array<Basic, kRows> basis_{};
  Row column_{};  ///< inverse_ times the entering column
  Row dual_{};
};

// ---- implementation ----------------------------------------------------------------------------

template <int D, class Columns>
RayOutcome RayProgram<D, Columns>::solve(std::span<const IndexPair> proposal) {
  start(proposal.empty() ? IndexPair{} : proposal.front());
  const RayOutcome reached = reach_ray(proposal);
  if (reached != RayOutcome::meets) return reached;
  if (!has_ray() || !drive_out_artificials()) return RayOutcome::undecided;
  return descend(proposal);
}

/// Builds the basis of one pair at level 1, with an artificial variable in each row for the
/// remainder.
template <int D, class Columns>
void RayProgram<D, Columns>::start(IndexPair first) {
  columns_.difference(first, column_.data());
  for (int l = 0; l < D; ++l) {
    const bool positive = column_[at(l)] > 0;
    inverse_[at(l)][at(l)] = positive ? -1 : 1;  // the artificial's column is -e_l or e_l
    inverse_[at(l)][D] = positive ? column_[at(l)] : Number(-column_[at(l)]);
  }
  inverse_[D][D] = 1;
  basis_[D] = {Kind::pair, first};
}

/// Runs phase one, which brings the artificials' sum to zero.
template <int D, class Columns>
RayOutcome RayProgram<D, Columns>::reach_ray(std::span<const IndexPair> proposal) {
  while (true) {
    sum_artificial_rows();
    // The objective is the dual's last entry.
    if (!columns_.above_zero(dual_[D], dual_.data())) return RayOutcome::meets;
    if (tired()) return RayOutcome::undecided;
    Basic entering{Kind::ray, {}};
    if (ray_improves()) {
      set_ray_column();
    } else {
      entering.kind = Kind::pair;
      if (!find_entering(proposal, entering.pair)) return RayOutcome::misses;
      set_column(entering.pair);
    }
    if (!bring_in(entering)) return RayOutcome::undecided;
  }
}

/// Runs phase two, along the ray toward 0, portal by portal.
template <int D, class Columns>
RayOutcome RayProgram<D, Columns>::descend(std::span<const IndexPair> proposal) {
  stalled_ = 0;
  while (true) {
    dual_ = inverse_[at(ray_row())];
    Basic entering{Kind::pair, {}};
    if (!find_entering(proposal, entering.pair)) return RayOutcome::meets;
    if (tired()) return RayOutcome::undecided;
    set_column(entering.pair);
    if (!bring_in(entering) || !has_ray()) return RayOutcome::undecided;
  }
}

/// Puts a pair in the place of each artificial, all at level 0. Where there is none, C and v lie in
/// a hyperplane through 0: then the row is 0 in every column, and its artificial stays at 0.
template <int D, class Columns>
bool RayProgram<D, Columns>::drive_out_artificials() {
  for (int r = 0; r < kRows; ++r) {
    if (basis_[at(r)].kind != Kind::artificial) continue;
    Row normal = inverse_[at(r)];
    for (int turn = 0; turn < 2; ++turn) {
      const auto extreme = columns_.support(normal.data());
      if (columns_.above_zero(extreme.value, normal.data())) {
        set_column(extreme.pair);
        pivot(r, {Kind::pair, extreme.pair});
        break;
      }
      for (Number& entry : normal) entry = -entry;
    }
  }
  return std::all_of(inverse_.begin(), inverse_.end(), [](const Row& row) { return row[D] >= 0; });
}

template <int D, class Columns>
void RayProgram<D, Columns>::sum_artificial_rows() {
  for (Number& entry : dual_) entry = 0;
  for (int r = 0; r < kRows; ++r) {
    if (basis_[at(r)].kind != Kind::artificial) continue;
    for (int k = 0; k < kRows; ++k) dual_[at(k)] += inverse_[at(r)][at(k)];
  }
}

template <int D, class Columns>
bool RayProgram<D, Columns>::ray_improves() const {
  if (has_ray()) return false;
  Number price(0);
  for (int l = 0; l < D; ++l) price -= dual_[at(l)] * columns_.velocity()[at(l)];
  return columns_.above_zero(price, dual_.data());
}

/// Finds a pair of positive price: the best of the proposal, else the best of all, later the first.
template <int D, class Columns>
bool RayProgram<D, Columns>::find_entering(std::span<const IndexPair> proposal,
                                           IndexPair& entering) const {
  if (stalls()) return columns_.first_above(dual_.data(), entering);
  Number most(0);
  std::array<Number, D> c{};
  for (const IndexPair& pair : proposal) {
    columns_.difference(pair, c.data());
    Number price = dual_[D];
    for (int l = 0; l < D; ++l) price += dual_[at(l)] * c[at(l)];
    if (!(price > most) || !columns_.above_zero(price, dual_.data())) continue;
    most = price;
    entering = pair;
  }
  if (most > 0) return true;
  const auto extreme = columns_.support(dual_.data());
  entering = extreme.pair;
  return columns_.above_zero(Number(extreme.value + dual_[D]), dual_.data());
}

template <int D, class Columns>
void RayProgram<D, Columns>::set_column(IndexPair pair) {
  std::array<Number, D> c{};
  columns_.difference(pair, c.data());
  for (int r = 0; r < kRows; ++r) {
    Number sum = inverse_[at(r)][D];
    for (int l = 0; l < D; ++l) sum += inverse_[at(r)][at(l)] * c[at(l)];
    column_[at(r)] = sum;
  }
}

template <int D, class Columns>
void RayProgram<D, Columns>::set_ray_column() {
  for (int r = 0; r < kRows; ++r) {
    Number sum(0);
    for (int l = 0; l < D; ++l) sum -= inverse_[at(r)][at(l)] * columns_.velocity()[at(l)];
    column_[at(r)] = sum;
  }
}

/// Returns the row that reaches zero first; among tied rows the first variable. -1: none, which
/// exact numbers rule out, since both objectives are bounded below.
template <int D, class Columns>
int RayProgram<D, Columns>::leaving_row() const {
  int best = -1;
  for (int r = 0; r < kRows; ++r) {
    if (!(column_[at(r)] > Columns::least_rate())) continue;
    if (best < 0) {
      best = r;
      continue;
    }
    const Number difference = level(r) * column_[at(best)] - level(best) * column_[at(r)];
    if (difference < 0 || (difference == 0 && precedes(r, best))) best = r;
  }
  return best;
}

/// Compares in Bland's order of the variables: artificials by row, the ray, pairs.
template <int D, class Columns>
bool RayProgram<D, Columns>::precedes(int row, int other) const {
  const Basic& x = basis_[at(row)];
  const Basic& y = basis_[at(other)];
  return std::tuple(x.kind, x.pair.a, x.pair.b, row) <
         std::tuple(y.kind, y.pair.a, y.pair.b, other);
}

template <int D, class Columns>
bool RayProgram<D, Columns>::bring_in(const Basic& entering) {
  const int row = leaving_row();
  if (row < 0) return false;
  pivot(row, entering);
  return true;
}

/// Makes Edmonds' step in integers, where every quotient is exact. Doubles keep the determinant at
/// 1.
template <int D, class Columns>
void RayProgram<D, Columns>::pivot(int row, const Basic& entering) {
  const Number centre = column_[at(row)];
  Row& pivoted = inverse_[at(row)];
  if constexpr (std::is_same_v<Number, double>) {
    for (Number& entry : pivoted) entry /= centre;
  }
  for (int r = 0; r < kRows; ++r) {
    if (r == row) continue;
    for (int k = 0; k < kRows; ++k) {
      Number& entry = inverse_[at(r)][at(k)];
      if constexpr (std::is_same_v<Number, double>) {
        entry -= pivoted[at(k)] * column_[at(r)];
      } else {
        entry = (entry * centre - pivoted[at(k)] * column_[at(r)]) / determinant_;
      }
    }
  }
  if constexpr (!std::is_same_v<Number, double>) {
    determinant_ = centre;
    if (centre < 0) {
      determinant_ = -centre;
      for (Row& entries : inverse_) {
        for (Number& entry : entries) entry = -entry;
      }
    }
  }
  basis_[at(row)] = entering;
  stalled_ = level(row) == 0 ? stalled_ + 1 : 0;
  ++pivots_;
}

}  // namespace sunder::detail

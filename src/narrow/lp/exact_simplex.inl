// SPDX-License-Identifier: Apache-2.0
//
// Defines the members of ExactSimplex. They are separate so that each integer width is compiled in
// a file of its own.

namespace sunder::detail::lp {

template <int D, class Int>
ExactSimplex<D, Int>::ExactSimplex(const IntegerPair<D, Int>& points, int patience)
    : points_(points), d_(points.dimension()), rows_(d_ + 1), determinant_(1), patience_(patience) {
  if constexpr (D == kRunTime) {
    const auto rows = static_cast<std::size_t>(rows_);
    inverse_.resize(rows * rows);
    basis_.resize(rows);
    column_.resize(rows);
    decision_.direction.resize(rows - 1);
  }
}

template <int D, class Int>
ExactDecision<D, Int> ExactSimplex<D, Int>::decide(std::span<const IndexPair> proposal,
                                                   bool supported, bool complete) {
  start(proposal.empty() ? IndexPair{0, 0} : proposal.front());
  if (!reach_zero(proposal)) {
    decision_.verdict = Verdict::separated;
  } else if (!supported && leave_boundary(complete ? proposal : std::span<const IndexPair>())) {
    decision_.verdict = Verdict::overlapping;
  } else {
    decision_.verdict = Verdict::touching;
    append_pairs(false);
  }
  return decision_;
}

/// Builds the basis of one pair at level 1, and in each row an artificial that absorbs the
/// residual.
template <int D, class Int>
void ExactSimplex<D, Int>::start(IndexPair first) {
  for (auto& entry : inverse_) entry = 0;
  points_.difference(first, column_.data());
  for (int l = 0; l < d_; ++l) {
    const Int& left_over = column_[static_cast<std::size_t>(l)];
    const bool positive = left_over > 0;
    cell(l, l) = positive ? -1 : 1;  // the artificial's column is -e_l or e_l
    cell(l, d_) = positive ? left_over : Int(-left_over);
    basic(l) = {Kind::artificial, {}};
  }
  cell(d_, d_) = 1;
  basic(d_) = {Kind::pair, first};
}

/// Runs phase one. Returns true if the bodies meet; else decision_.direction separates them.
template <int D, class Int>
bool ExactSimplex<D, Int>::reach_zero(std::span<const IndexPair> proposal) {
  PerRow<Int> dual = column_;
  while (true) {
    sum_of_artificial_rows(dual);
    if (dual[static_cast<std::size_t>(d_)] == 0) return true;
    IndexPair entering;
    if (!find_entering(dual, proposal, entering)) {
      set_direction(dual);
      return false;
    }
    set_column(entering);
    pivot(leaving_row(), {Kind::pair, entering});
  }
}

/// Runs phase two, from a basis that holds 0: decides whether 0 is inside C. Returns true with the
/// pairs that prove it; else decision_.direction supports C at 0.
template <int D, class Int>
bool ExactSimplex<D, Int>::leave_boundary(std::span<const IndexPair> proposal) {
  if (!drive_out_artificials(proposal)) return false;  // C is flat
  append_pairs(true);                                  // T: d+1 affinely independent points of C
  bool inside = true;
  for (int r = 0; r < rows_; ++r) inside = inside && level(r) > 0;
  if (inside) return true;

  enter_step();
  PerRow<Int> dual = column_;
  while (true) {
    int step = 0;
    while (basic(step).kind != Kind::step) ++step;
    if (level(step) > 0) {
      append_pairs(false);
      return true;
    }
    for (int k = 0; k < rows_; ++k) dual[static_cast<std::size_t>(k)] = -cell(step, k);
    IndexPair entering;
    if (!find_entering(dual, proposal, entering)) {
      decision_.pairs.clear();
      set_direction(dual);
      return false;
    }
    set_column(entering);
    pivot(leaving_row(), {Kind::pair, entering});
  }
}

/// Replaces each artificial, all at level 0, by a pair. Returns false if that fails, which proves
/// that C lies in a hyperplane through 0; decision_.direction is its normal.
template <int D, class Int>
bool ExactSimplex<D, Int>::drive_out_artificials(std::span<const IndexPair> proposal) {
  for (int r = 0; r < rows_; ++r) {
    if (basic(r).kind != Kind::artificial) continue;
    IndexPair entering;
    if (!off_plane(r, proposal, entering)) {
      PerRow<Int> normal = column_;
      for (int k = 0; k < rows_; ++k) normal[static_cast<std::size_t>(k)] = cell(r, k);
      set_direction(normal);
      return false;
    }
    set_column(entering);
    pivot(r, {Kind::pair, entering});
  }
  return true;
}

/// Finds a point of C off the plane through 0 whose normal is this row's. Returns false if there is
/// none.
template <int D, class Int>
bool ExactSimplex<D, Int>::off_plane(int row, std::span<const IndexPair> proposal,
                                     IndexPair& entering) {
  PerRow<Int> normal = column_;
  for (int k = 0; k < d_; ++k) normal[static_cast<std::size_t>(k)] = cell(row, k);
  normal[static_cast<std::size_t>(d_)] = 0;
  for (const IndexPair pair : proposal) {
    entering = pair;
    if (price(normal, pair) != 0) return true;
  }
  for (const int sign : {1, -1}) {
    const auto a = exact_support(points_.a, normal.data(), sign);
    const auto b = exact_support(points_.b, normal.data(), -sign);
    entering = {a.vertex, b.vertex};
    if (a.value - b.value == 0) continue;
    decision_.priced = true;
    return true;
  }
  return false;
}

/// Enters the column (m; 0) of the step, where m is the sum of T's points. Their columns sum to (m;
/// d+1), so the column in terms of the basis needs no product: determinant - (d+1) levels.
template <int D, class Int>
void ExactSimplex<D, Int>::enter_step() {
  for (int r = 0; r < rows_; ++r) {
    column_[static_cast<std::size_t>(r)] = determinant_ - level(r) * rows_;
  }
  pivot(leaving_row(), {Kind::step, {}});
}

template <int D, class Int>
void ExactSimplex<D, Int>::set_column(IndexPair pair) {
  PerRow<Int> point = column_;
  points_.difference(pair, point.data());
  for (int r = 0; r < rows_; ++r) {
    Int sum = cell(r, d_);
    for (int l = 0; l < d_; ++l) sum += cell(r, l) * point[static_cast<std::size_t>(l)];
    column_[static_cast<std::size_t>(r)] = sum;
  }
}

template <int D, class Int>
Int ExactSimplex<D, Int>::price(const PerRow<Int>& dual, IndexPair pair) const {
  PerRow<Int> point = column_;
  points_.difference(pair, point.data());
  Int sum = dual[static_cast<std::size_t>(d_)];
  for (int l = 0; l < d_; ++l) {
    sum += dual[static_cast<std::size_t>(l)] * point[static_cast<std::size_t>(l)];
  }
  return sum;
}

template <int D, class Int>
bool ExactSimplex<D, Int>::best_of(const PerRow<Int>& dual, std::span<const IndexPair> pairs,
                                   IndexPair& best) const {
  if (stalls()) return false;
  Int most(0);
  for (const IndexPair pair : pairs) {
    Int value = price(dual, pair);
    if (value > most) {
      most = value;
      best = pair;
    }
  }
  return most > 0;
}

/// Finds a column with positive price: the best one of the proposal, else of all (Dantzig), later
/// the first one (Bland).
template <int D, class Int>
bool ExactSimplex<D, Int>::find_entering(const PerRow<Int>& dual,
                                         std::span<const IndexPair> proposal, IndexPair& entering) {
  if (best_of(dual, proposal, entering)) return true;
  bool found = false;
  if (stalls()) {
    found = first_improving(dual, entering);
  } else {
    const auto a = exact_support(points_.a, dual.data(), 1);
    const auto b = exact_support(points_.b, dual.data(), -1);
    entering = {a.vertex, b.vertex};
    found = a.value - b.value + dual[static_cast<std::size_t>(d_)] > 0;
  }
  decision_.priced = decision_.priced || found;
  return found;
}

/// Finds by Bland's rule the first pair, in lexicographic order, with a positive price.
template <int D, class Int>
bool ExactSimplex<D, Int>::first_improving(const PerRow<Int>& dual, IndexPair& first) const {
  const auto value = [&](const IntegerBody<D, Int>& body, std::int32_t vertex) {
    PerRow<Int> point = column_;
    std::fill(point.begin(), point.end(), Int(0));
    body.add_point(vertex, 1, point.data());
    Int sum(0);
    for (int l = 0; l < d_; ++l) {
      sum += dual[static_cast<std::size_t>(l)] * point[static_cast<std::size_t>(l)];
    }
    return sum;
  };
  const Int least_b = exact_support(points_.b, dual.data(), -1).value;
  const Int& constant = dual[static_cast<std::size_t>(d_)];
  for (std::int32_t i = 0; i < points_.a.hull->count; ++i) {
    const Int at_a = value(points_.a, i) + constant;
    if (at_a - least_b <= 0) continue;
    std::int32_t j = 0;
    while (at_a - value(points_.b, j) <= 0) ++j;
    first = {i, j};
    return true;
  }
  return false;
}

/// Returns the row that reaches zero first; among tied rows the first variable by precedes().
template <int D, class Int>
int ExactSimplex<D, Int>::leaving_row() const {
  int best = -1;
  for (int r = 0; r < rows_; ++r) {
    const Int& rate = column_[static_cast<std::size_t>(r)];
    if (rate <= 0) continue;
    if (best < 0) {
      best = r;
      continue;
    }
    const Int difference = level(r) * column_[static_cast<std::size_t>(best)] - level(best) * rate;
    if (difference < 0 || (difference == 0 && precedes(r, best))) best = r;
  }
  return best;
}

/// Compares in the fixed order of variables for Bland's rule: artificials by row, then pairs. The
/// step is never compared, since an improving column cannot remove it.
template <int D, class Int>
bool ExactSimplex<D, Int>::precedes(int row, int other) const {
  const Basic& x = basis_[static_cast<std::size_t>(row)];
  const Basic& y = basis_[static_cast<std::size_t>(other)];
  if (x.kind != y.kind) return x.kind < y.kind;
  if (x.kind == Kind::pair) {
    return x.pair.a != y.pair.a ? x.pair.a < y.pair.a : x.pair.b < y.pair.b;
  }
  return row < other;
}

/// Makes Edmonds' step: every quotient is exact, since all entries are minors of the columns.
template <int D, class Int>
void ExactSimplex<D, Int>::pivot(int row, const Basic& entering) {
  const Int centre = column_[static_cast<std::size_t>(row)];
  const ExactDivisor<Int> determinant(determinant_);
  for (int r = 0; r < rows_; ++r) {
    if (r == row) continue;
    const Int& rate = column_[static_cast<std::size_t>(r)];
    for (int k = 0; k < rows_; ++k) {
      cell(r, k) = determinant.quotient(Int(cell(r, k) * centre - cell(row, k) * rate));
    }
  }
  determinant_ = centre;
  if (centre < 0) {
    determinant_ = -centre;
    for (auto& entry : inverse_) entry = -entry;
  }
  basic(row) = entering;
  stalled_ = level(row) == 0 ? stalled_ + 1 : 0;  // whether its ratio was 0
}

template <int D, class Int>
void ExactSimplex<D, Int>::sum_of_artificial_rows(PerRow<Int>& dual) const {
  for (auto& entry : dual) entry = 0;
  for (int r = 0; r < rows_; ++r) {
    if (basis_[static_cast<std::size_t>(r)].kind != Kind::artificial) continue;
    for (int k = 0; k < rows_; ++k) dual[static_cast<std::size_t>(k)] += cell(r, k);
  }
}

template <int D, class Int>
void ExactSimplex<D, Int>::set_direction(const PerRow<Int>& dual) {
  std::copy_n(dual.begin(), d_, decision_.direction.begin());
}

/// Adds the basis' pairs, each once; those at level 0 only if requested.
template <int D, class Int>
void ExactSimplex<D, Int>::append_pairs(bool with_zero_level) {
  for (int r = 0; r < rows_; ++r) {
    if (basic(r).kind != Kind::pair || (!with_zero_level && level(r) == 0)) continue;
    const auto& pairs = decision_.pairs;
    if (std::find(pairs.begin(), pairs.end(), basic(r).pair) != pairs.end()) continue;
    decision_.pairs.push_back(basic(r).pair);
  }
}

}  // namespace sunder::detail::lp

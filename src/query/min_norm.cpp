// SPDX-License-Identifier: Apache-2.0
//
// Idea: A set of active points holds the closest point of its hull. The support point against it
// enters. The set then moves to the closest point of its affine hull. Points whose weight vanishes
// on that path leave.
// Source: Wolfe, "Finding the nearest point in a polytope" (1976).
// Bound: Weights are integers over a common total; nothing is rounded.
// Cost: Two exact supports and a system of at most d equations an iteration. One iteration suffices
// where the search in doubles named the active vertices.
#include "query/min_norm.hpp"

#include <algorithm>
#include <utility>

#include "exact/dot.hpp"
#include "exact/rounding.hpp"
#include "geometry/integer_pair.hpp"
#include "geometry/integer_support.hpp"

namespace sunder::detail {
namespace {

/// Solves an n x n system given with its right side as column n, by fraction-free elimination:
/// afterwards x_i = right(i) / determinant. Returns false if the matrix is singular.
bool solve(std::vector<std::vector<BigInt>>& system, BigInt& determinant) {
  const std::size_t n = system.size();
  determinant = 1;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    while (pivot < n && system[pivot][k] == 0) ++pivot;
    if (pivot == n) return false;
    std::swap(system[k], system[pivot]);
    for (std::size_t r = 0; r < n; ++r) {
      if (r == k) continue;
      const BigInt factor = system[r][k];
      for (std::size_t c = 0; c <= n; ++c) {
        system[r][c] = (system[r][c] * system[k][k] - system[k][c] * factor) / determinant;
      }
    }
    determinant = system[k][k];
  }
  return true;
}

/// Bits from which weights are divided by their greatest common divisor. That takes longer than all
/// else about shorter ones, which mostly live for one step.
constexpr int kLongWeight = 1 << 14;

/// A point of C that is farthest against a direction.
struct Nearest {
  IndexPair pair;
  BigInt value;  ///< direction . point
};

/// The points of C.
template <int D>
class PointsOfPair {
 public:
  explicit PointsOfPair(const IntegerPair<D, BigInt>& points) : points_(points) {}
  int dimension() const noexcept { return points_.dimension(); }
  void difference(IndexPair pair, BigInt* c) const { points_.difference(pair, c); }
  Nearest nearest_along(const BigInt* direction) const {
    const auto a = exact_support(points_.a, direction, -1);
    const auto b = exact_support(points_.b, direction, 1);
    return {{a.vertex, b.vertex}, a.value - b.value};
  }

 private:
  const IntegerPair<D, BigInt>& points_;
};

/// C and its copy at the end of a sweep, whose vertices of a have indices behind those of a.
template <int D>
class SweptPoints {
 public:
  SweptPoints(const IntegerPair<D, BigInt>& points, const PerAxis<D, BigInt>& sweep)
      : points_(points), still_(points), sweep_(sweep) {}
  int dimension() const noexcept { return points_.dimension(); }
  void difference(IndexPair pair, BigInt* c) const {
    const bool swept = pair.a >= points_.a.hull->count;
    if (swept) pair.a -= points_.a.hull->count;
    points_.difference(pair, c);
    for (std::size_t l = 0; swept && l < sweep_.size(); ++l) c[l] += sweep_[l];
  }
  Nearest nearest_along(const BigInt* direction) const {
    Nearest nearest = still_.nearest_along(direction);
    BigInt along = 0;
    for (std::size_t l = 0; l < sweep_.size(); ++l) along += direction[l] * sweep_[l];
    if (along < 0) {
      nearest.pair.a += points_.a.hull->count;
      nearest.value += along;
    }
    return nearest;
  }

 private:
  const IntegerPair<D, BigInt>& points_;
  PointsOfPair<D> still_;
  const PerAxis<D, BigInt>& sweep_;
};

/// Affinely independent points of C with positive weights.
template <class Points>
class ActiveSet {
 public:
  explicit ActiveSet(const Points& points)
      : points_(points), d_(static_cast<std::size_t>(points.dimension())) {}

  /// Begins at the point of these pairs' affine hull that is closest to 0, if it is inside their
  /// simplex. Else it begins on the way to it from the first pair.
  void begin(std::span<const IndexPair> pairs) {
    for (const IndexPair& pair : pairs) append(pair);
    std::vector<BigInt> target;
    BigInt total;
    const bool independent = pairs_.size() <= d_ + 1 && affine_minimum(target, total);
    if (!independent) keep_first();
    weights_.assign(pairs_.size(), 0);
    weights_.front() = 1;
    total_ = 1;
    if (independent && !move_toward(target, total)) move_to_closest();
  }

  /// Adds a point that improves, then moves to the closest point of the hull (minor cycle).
  void bring_in(IndexPair pair) {
    append(pair);
    weights_.emplace_back(0);
    move_to_closest();
  }

  /// Returns sum of weights times differences.
  std::vector<BigInt> point() const {
    std::vector<BigInt> sum(d_);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      for (std::size_t l = 0; l < d_; ++l) sum[l] += weights_[i] * differences_[i][l];
    }
    return sum;
  }
  const BigInt& total() const { return total_; }
  const std::vector<IndexPair>& pairs() const { return pairs_; }
  const std::vector<BigInt>& weights() const { return weights_; }

 private:
  void move_to_closest() {
    while (true) {
      std::vector<BigInt> target;
      BigInt total;
      affine_minimum(target, total);
      if (move_toward(target, total)) return;
    }
  }
  void keep_first() {
    pairs_.resize(1);
    differences_.resize(1);
  }
  void append(IndexPair pair) {
    pairs_.push_back(pair);
    std::vector<BigInt>& difference = differences_.emplace_back(d_);
    points_.difference(pair, difference.data());
  }

  /// Computes weights over a positive total of the point of the affine hull that is closest to 0.
  bool affine_minimum(std::vector<BigInt>& weights, BigInt& total) const {
    const std::size_t n = pairs_.size() - 1;
    std::vector<std::vector<BigInt>> edges(n, std::vector<BigInt>(d_));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t l = 0; l < d_; ++l)
        edges[i][l] = differences_[i + 1][l] - differences_[0][l];
    }
    std::vector<std::vector<BigInt>> system(n, std::vector<BigInt>(n + 1));
    for (std::size_t r = 0; r < n; ++r) {
      for (std::size_t c = 0; c < n; ++c) system[r][c] = dot(edges[r], edges[c]);
      system[r][n] = -dot(edges[r], differences_[0]);
    }
    if (!solve(system, total)) return false;
    // A Gram matrix is positive definite, but rows may have been swapped along the way.
    const bool negative = total < 0;
    if (negative) total = -total;
    weights.assign(1, total);
    for (std::size_t r = 0; r < n; ++r) {
      weights.push_back(negative ? BigInt(-system[r][n]) : system[r][n]);
      weights.front() -= weights.back();
    }
    return true;
  }

  /// Moves from the weights toward the target, until a weight vanishes and its point leaves.
  /// Returns true if it reached the target itself.
  bool move_toward(const std::vector<BigInt>& target, const BigInt& total) {
    BigInt step_up = 1;  // the step is step_up / step_down
    BigInt step_down = 1;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (target[i] > 0) continue;
      const BigInt here = weights_[i] * total;
      const BigInt range = here - target[i] * total_;
      if (range > 0 && here * step_down < step_up * range) {
        step_up = here;
        step_down = range;
      } else if (range == 0) {
        step_up = 0;
      }
    }
    const bool reached = step_up == step_down && std::all_of(target.begin(), target.end(),
                                                             [](const BigInt& w) { return w > 0; });
    if (reached) {
      weights_ = target;
      total_ = total;
      return true;
    }
    const BigInt stay = (step_down - step_up) * total;
    const BigInt go = step_up * total_;
    for (std::size_t i = 0; i < pairs_.size(); ++i)
      weights_[i] = weights_[i] * stay + target[i] * go;
    drop_zeros();
    return false;
  }

  void drop_zeros() {
    std::size_t kept = 0;
    BigInt divisor = 0;
    total_ = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (weights_[i] == 0) continue;
      if (divisor != 1)
        divisor = bit_length(weights_[i]) < kLongWeight ? 1 : gcd(divisor, weights_[i]);
      pairs_[kept] = pairs_[i];
      std::swap(differences_[kept], differences_[i]);
      std::swap(weights_[kept], weights_[i]);
      ++kept;
    }
    pairs_.resize(kept);
    differences_.resize(kept);
    weights_.resize(kept);
    for (BigInt& weight : weights_) {
      if (divisor != 1) weight /= divisor;
      total_ += weight;
    }
  }

  const Points& points_;
  std::size_t d_;
  std::vector<IndexPair> pairs_;
  std::vector<std::vector<BigInt>> differences_;
  std::vector<BigInt> weights_;
  BigInt total_;
};

/// Runs Wolfe's method over `points`, which include those of `pair`.
template <int D, class Points>
MinNorm closest_to_origin(const IntegerPair<D, BigInt>& pair, const Points& points,
                          std::span<const IndexPair> start) {
  ActiveSet<Points> active(points);
  static constexpr IndexPair kFirst{0, 0};
  active.begin(start.empty() ? std::span(&kFirst, 1) : start);
  MinNorm result;
  while (true) {
    result.point = active.point();
    const BigInt length = dot(result.point, result.point);
    if (length == 0) break;  // the bodies share this point: no support can be closer
    const Nearest nearest = points.nearest_along(result.point.data());
    if (nearest.value * active.total() >= length) break;
    active.bring_in(nearest.pair);
  }
  result.pairs = active.pairs();
  result.weights = active.weights();
  result.total = active.total();
  result.denominator = pair.denominator;
  result.exponent = pair.exponent;
  return result;
}

}  // namespace

Root MinNorm::length() const { return {dot(point, point), total * denominator, exponent}; }

MinNorm::Interval MinNorm::distance() const {
  const Enclosed found = length().enclosed();
  return {found.lower, found.upper};
}

std::vector<double> MinNorm::rounded_weights() const {
  std::vector<double> rounded;
  rounded.reserve(weights.size());
  for (const BigInt& weight : weights) rounded.push_back(quotient(weight, total, 0));
  return rounded;
}

template <int D>
MinNorm find_min_norm(const IntegerPair<D, BigInt>& points, std::span<const IndexPair> start) {
  return closest_to_origin(points, PointsOfPair<D>(points), start);
}

template <int D>
MinNorm find_min_norm(const Pair<D>& pair, std::span<const IndexPair> start) {
  return find_min_norm<D>(IntegerPair<D, BigInt>(pair, integer_scale(pair)), start);
}

template <int D>
MinNorm find_swept_min_norm(const IntegerPair<D, BigInt>& points, const PerAxis<D, BigInt>& sweep) {
  return closest_to_origin(points, SweptPoints<D>(points, sweep), {});
}

#define SUNDER_INSTANTIATE(D)                                                                   \
  template MinNorm find_min_norm<D>(const Pair<D>&, std::span<const IndexPair>);                \
  template MinNorm find_min_norm<D>(const IntegerPair<D, BigInt>&, std::span<const IndexPair>); \
  template MinNorm find_swept_min_norm<D>(const IntegerPair<D, BigInt>&, const PerAxis<D, BigInt>&);
SUNDER_INSTANTIATE(2)
SUNDER_INSTANTIATE(3)
SUNDER_INSTANTIATE(kRunTime)
#undef SUNDER_INSTANTIATE

}  // namespace sunder::detail

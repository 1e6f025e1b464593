// SPDX-License-Identifier: Apache-2.0
#include "oracle/brute_force.hpp"

#include <algorithm>
#include <optional>

namespace sunder::oracle {
namespace {

__extension__ using Narrow = __int128;

template <class Int>
using Vec = std::vector<Int>;

template <class Int>
Int dot(const Vec<Int>& x, const Vec<Int>& y) {
  Int sum(0);
  for (std::size_t k = 0; k < x.size(); ++k) sum += x[k] * y[k];
  return sum;
}

template <class Int>
Vec<Int> difference(const Vec<Int>& x, const Vec<Int>& y) {
  Vec<Int> result(x);
  for (std::size_t k = 0; k < x.size(); ++k) result[k] -= y[k];
  return result;
}

template <class Int>
bool is_zero(const Vec<Int>& x) {
  return std::all_of(x.begin(), x.end(), [](const Int& entry) { return entry == 0; });
}

/// By cofactors: dimensions are small here, and no division is needed.
template <class Int>
Int determinant(const std::vector<Vec<Int>>& rows) {
  if (rows.empty()) return Int(1);
  Int sum(0);
  for (std::size_t column = 0; column < rows.size(); ++column) {
    if (rows[0][column] == 0) continue;
    std::vector<Vec<Int>> minor;
    for (std::size_t row = 1; row < rows.size(); ++row) {
      Vec<Int> rest(rows[row]);
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(column));
      minor.push_back(std::move(rest));
    }
    const Int term = rows[0][column] * determinant(minor);
    column % 2 == 0 ? sum += term : sum -= term;
  }
  return sum;
}

/// A vector orthogonal to d - 1 vectors of length d; zero if they are dependent.
template <class Int>
Vec<Int> cross_product(const std::vector<Vec<Int>>& vectors, std::size_t d) {
  Vec<Int> normal;
  for (std::size_t column = 0; column < d; ++column) {
    std::vector<Vec<Int>> minor;
    for (const Vec<Int>& v : vectors) {
      Vec<Int> rest(v);
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(column));
      minor.push_back(std::move(rest));
    }
    const Int value = determinant(minor);
    normal.push_back(column % 2 == 0 ? value : Int(-value));
  }
  return normal;
}

/// Rows in echelon form, added one by one without division.
template <class Int>
class Echelon {
 public:
  /// Adds v; false if it depends on the previous rows.
  bool add(Vec<Int> v) {
    for (const auto& [pivot, row] : rows_) {
      const Int factor = v[pivot];
      for (std::size_t k = 0; k < v.size(); ++k) v[k] = v[k] * row[pivot] - factor * row[k];
    }
    const auto pivot = std::find_if(v.begin(), v.end(), [](const Int& x) { return x != 0; });
    if (pivot == v.end()) return false;
    rows_.emplace_back(static_cast<std::size_t>(pivot - v.begin()), v);
    return true;
  }
  std::size_t rank() const { return rows_.size(); }

 private:
  std::vector<std::pair<std::size_t, Vec<Int>>> rows_;
};

template <class Int>
std::vector<Vec<Int>> edges_of(const std::vector<Vec<Int>>& a, const std::vector<Vec<Int>>& b) {
  std::vector<Vec<Int>> edges;
  for (const auto* points : {&a, &b}) {
    for (std::size_t i = 0; i < points->size(); ++i) {
      for (std::size_t j = i + 1; j < points->size(); ++j) {
        Vec<Int> edge = difference((*points)[j], (*points)[i]);
        const auto first =
            std::find_if(edge.begin(), edge.end(), [](const Int& x) { return x != 0; });
        if (first == edge.end()) continue;
        if (*first < 0) {
          for (Int& entry : edge) entry = -entry;
        }
        edges.push_back(std::move(edge));
      }
    }
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

/// The wider of the two gaps between the bodies along n and -n; negative if both overlap.
template <class Int>
Int gap_along(const Vec<Int>& n, const std::vector<Vec<Int>>& a, const std::vector<Vec<Int>>& b) {
  const auto extent = [&](const std::vector<Vec<Int>>& points) {
    Int low = dot(n, points.front());
    Int high = low;
    for (const Vec<Int>& x : points) {
      const Int value = dot(n, x);
      low = std::min(low, value);
      high = std::max(high, value);
    }
    return std::pair(low, high);
  };
  const auto [low_a, high_a] = extent(a);
  const auto [low_b, high_b] = extent(b);
  return std::max<Int>(low_b - high_a, low_a - high_b);
}

template <class Int>
Verdict verdict_in(const std::vector<Vec<Int>>& a, const std::vector<Vec<Int>>& b);

/// True if C lies in the hyperplane with normal n through a_0 - b_0.
template <class Int>
Verdict flat_verdict(const Vec<Int>& n, const std::vector<Vec<Int>>& a,
                     const std::vector<Vec<Int>>& b) {
  if (dot(n, difference(a.front(), b.front())) != 0) return Verdict::separated;
  const auto drop =
      std::find_if(n.begin(), n.end(), [](const Int& x) { return x != 0; }) - n.begin();
  const auto project = [&](std::vector<Vec<Int>> points) {
    for (Vec<Int>& x : points) x.erase(x.begin() + drop);
    return points;
  };
  return verdict_in(project(a), project(b)) == Verdict::separated ? Verdict::separated
                                                                  : Verdict::touching;
}

template <class Int>
class DirectionSearch {
 public:
  DirectionSearch(const std::vector<Vec<Int>>& a, const std::vector<Vec<Int>>& b,
                  const std::vector<Vec<Int>>& edges)
      : a_(a), b_(b), edges_(edges), d_(a.front().size()) {}

  Verdict run() {
    choose(0);
    return verdict_;
  }

 private:
  void choose(std::size_t from) {
    if (verdict_ == Verdict::separated) return;
    if (chosen_.size() + 1 == d_) {
      examine(cross_product(chosen_, d_));
      return;
    }
    for (std::size_t i = from; i < edges_.size(); ++i) {
      chosen_.push_back(edges_[i]);
      choose(i + 1);
      chosen_.pop_back();
    }
  }

  void examine(const Vec<Int>& n) {
    if (is_zero(n)) return;
    const Int gap = gap_along(n, a_, b_);
    if (gap > 0) verdict_ = Verdict::separated;
    if (gap == 0 && verdict_ == Verdict::overlapping) verdict_ = Verdict::touching;
  }

  const std::vector<Vec<Int>>& a_;
  const std::vector<Vec<Int>>& b_;
  const std::vector<Vec<Int>>& edges_;
  std::size_t d_;
  std::vector<Vec<Int>> chosen_;
  Verdict verdict_ = Verdict::overlapping;
};

template <class Int>
Verdict verdict_in(const std::vector<Vec<Int>>& a, const std::vector<Vec<Int>>& b) {
  const std::size_t d = a.front().size();
  if (d == 0) return Verdict::touching;
  const auto edges = edges_of(a, b);
  // The echelon rows grow, so that they are always big integers.
  Echelon<BigInt> span;
  std::vector<Vec<Int>> basis;
  const auto offer = [&](const Vec<Int>& v) {
    if (basis.size() + 1 < d && span.add(Vec<BigInt>(v.begin(), v.end()))) basis.push_back(v);
  };
  for (const Vec<Int>& edge : edges) offer(edge);
  const bool all_in_basis = std::all_of(edges.begin(), edges.end(), [&](const Vec<Int>& edge) {
    return basis.size() + 1 < d || dot(cross_product(basis, d), edge) == 0;
  });
  if (!all_in_basis) return DirectionSearch<Int>(a, b, edges).run();
  for (std::size_t k = 0; k < d; ++k) {
    Vec<Int> axis(d, Int(0));
    axis[k] = Int(1);
    offer(axis);
  }
  return flat_verdict(cross_product(basis, d), a, b);
}

/// All coordinates times `factor`, their common denominator.
struct Scaled {
  Points<BigInt> a;
  Points<BigInt> b;
  BigInt factor;
};

Scaled to_integers(const Points<Rational>& a, const Points<Rational>& b) {
  BigInt common(1);
  for (const auto* points : {&a, &b}) {
    for (const auto& x : *points) {
      for (const Rational& entry : x)
        common = boost::multiprecision::lcm(common, denominator(entry));
    }
  }
  const auto scale = [&](const Points<Rational>& points) {
    Points<BigInt> result;
    for (const auto& x : points) {
      auto& y = result.emplace_back();
      for (const Rational& entry : x) y.push_back(numerator(entry) * (common / denominator(entry)));
    }
    return result;
  };
  return {scale(a), scale(b), common};
}

/// Bits of a gap: d factors of one more bit than the coordinates, d! 2d terms.
bool fits_narrow(const Points<BigInt>& points) {
  BigInt largest(1);
  for (const auto& x : points) {
    for (const BigInt& entry : x) largest = std::max<BigInt>(largest, abs(entry));
  }
  const std::size_t d = points.front().size();
  return d * (msb(largest) + 3) + 3 * d < 120;
}

Points<Narrow> to_narrow(const Points<BigInt>& points) {
  Points<Narrow> result;
  for (const auto& x : points) {
    auto& y = result.emplace_back();
    for (const BigInt& entry : x) y.push_back(static_cast<Narrow>(entry));
  }
  return result;
}

/// Weights of the point of the affine hull of `corners` nearest to 0, by Cramer's rule on the Gram
/// matrix. The first one is 1 minus the sum of the others. No value if the corners are dependent.
std::optional<std::vector<Rational>> nearest_weights(
    const std::vector<std::vector<BigInt>>& origin_and_edges) {
  const auto& origin = origin_and_edges.front();
  const std::size_t count = origin_and_edges.size() - 1;
  std::vector<std::vector<BigInt>> gram;
  std::vector<BigInt> right;
  for (std::size_t i = 1; i <= count; ++i) {
    auto& row = gram.emplace_back();
    for (std::size_t j = 1; j <= count; ++j)
      row.push_back(dot(origin_and_edges[i], origin_and_edges[j]));
    right.push_back(-dot(origin_and_edges[i], origin));
  }
  const BigInt bottom = determinant(gram);
  if (bottom == 0) return std::nullopt;
  std::vector<Rational> weights;
  for (std::size_t k = 0; k < count; ++k) {
    auto replaced = gram;
    for (std::size_t i = 0; i < count; ++i) replaced[i][k] = right[i];
    weights.emplace_back(determinant(replaced), bottom);
  }
  return weights;
}

/// Visits all pairs of simplices and keeps the least squared distance.
class FeatureSearch {
 public:
  FeatureSearch(const Points<BigInt>& a, const Points<BigInt>& b)
      : a_(a), b_(b), d_(a.front().size()) {}

  Rational run() {
    choose_a(0);
    return *best_;
  }

 private:
  void choose_a(std::size_t from) {
    if (!chosen_a_.empty()) choose_b(0);
    if (chosen_a_.size() == d_) return;
    for (std::size_t i = from; i < a_.size(); ++i) {
      chosen_a_.push_back(i);
      choose_a(i + 1);
      chosen_a_.pop_back();
    }
  }

  void choose_b(std::size_t from) {
    if (!chosen_b_.empty()) examine();
    if (chosen_a_.size() + chosen_b_.size() == d_ + 1) return;
    for (std::size_t j = from; j < b_.size(); ++j) {
      chosen_b_.push_back(j);
      choose_b(j + 1);
      chosen_b_.pop_back();
    }
  }

  void examine() {
    std::vector<std::vector<BigInt>> system{difference(a_[chosen_a_[0]], b_[chosen_b_[0]])};
    for (std::size_t i = 1; i < chosen_a_.size(); ++i) {
      system.push_back(difference(a_[chosen_a_[i]], a_[chosen_a_[0]]));
    }
    for (std::size_t j = 1; j < chosen_b_.size(); ++j) {
      system.push_back(difference(b_[chosen_b_[0]], b_[chosen_b_[j]]));
    }
    const auto weights = nearest_weights(system);
    if (!weights || !inside(*weights)) return;
    Rational square(0);
    for (std::size_t k = 0; k < d_; ++k) {
      Rational entry(system[0][k]);
      for (std::size_t i = 0; i < weights->size(); ++i)
        entry += (*weights)[i] * Rational(system[i + 1][k]);
      square += entry * entry;
    }
    if (!best_ || square < *best_) best_ = square;
  }

  bool inside(const std::vector<Rational>& weights) const {
    Rational rest_a(1), rest_b(1);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (weights[i] < 0) return false;
      (i + 1 < chosen_a_.size() ? rest_a : rest_b) -= weights[i];
    }
    return rest_a >= 0 && rest_b >= 0;
  }

  const Points<BigInt>& a_;
  const Points<BigInt>& b_;
  std::size_t d_;
  std::vector<std::size_t> chosen_a_, chosen_b_;
  std::optional<Rational> best_;
};

}  // namespace

Verdict brute_force_verdict(const Points<Rational>& a, const Points<Rational>& b) {
  const Scaled scaled = to_integers(a, b);
  if (fits_narrow(scaled.a) && fits_narrow(scaled.b)) {
    return verdict_in(to_narrow(scaled.a), to_narrow(scaled.b));
  }
  return verdict_in(scaled.a, scaled.b);
}

Rational brute_force_distance_squared(const Points<Rational>& a, const Points<Rational>& b) {
  if (brute_force_verdict(a, b) != Verdict::separated) return Rational(0);
  const Scaled scaled = to_integers(a, b);
  const Rational factor(scaled.factor);
  return FeatureSearch(scaled.a, scaled.b).run() / (factor * factor);
}

}  // namespace sunder::oracle

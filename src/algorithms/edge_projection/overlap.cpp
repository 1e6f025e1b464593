// SPDX-License-Identifier: Apache-2.0
//
// Idea: An overlap is proven by d+1 support points around 0. A walk toward the closest point finds
// them. If 0 is on the boundary of its simplex, all choices among more support points are tried.
// Source: Gilbert, Johnson, Keerthi 1988, for the walk; the choice has no source.
// Bound: Lemma 2 proves the simplex.
// Cost: At most 64 support queries of the walk. The choice has at most 20 points in 3-D, of which
// it takes four.
// Gives up: On contact, and where no choice is proven.
#include "algorithms/edge_projection/overlap.hpp"

#include "algorithms/edge_projection/facing.hpp"
#include "filter/simplex_interior.hpp"

namespace sunder::detail::edge_projection {
namespace {

/// A first direction where there is no line of centres; generic with respect to the symmetries of
/// bodies.
constexpr Vector3 kOddDirection{0.36, 0.91, 0.20};

/// The number of vertices of each body whose directions are queried after the walk fails: the
/// corners of a box.
constexpr std::size_t kChoicesOfEach = 8;

/// Support queries in the scaled frame of a walk.
template <int D>
class Supports {
 public:
  explicit Supports(const FilteredPair<D>& filtered)
      : filtered_(filtered), scale_(pair_scale(filtered)) {}
  double scale() const noexcept { return scale_; }
  Support<D> operator()(const Vector<D>& u) const {
    const DirectionalGap gap = filtered_.probe(u.data());
    Support<D> support{gap.vertices, {}, gap.value};
    filtered_.difference(gap.vertices, support.point.data());
    for (double& entry : support.point) entry *= scale_;
    return support;
  }

 private:
  const FilteredPair<D>& filtered_;
  double scale_;
};

template <int D>
using Chosen = std::array<std::size_t, D + 1>;

/// Computes the next choice of D+1 positions below n, in order; returns false after the last.
template <int D>
bool next_choice(Chosen<D>& chosen, std::size_t n) noexcept {
  for (std::size_t i = D + 1; i-- > 0;) {
    if (chosen[i] + (D + 1 - i) >= n) continue;
    ++chosen[i];
    for (std::size_t j = i + 1; j <= D; ++j) chosen[j] = chosen[j - 1] + 1;
    return true;
  }
  return false;
}

/// The walk stops if 0 lies on the boundary of its simplex, as it does by symmetry between two
/// bodies of one centre. Then any D+1 points may hold 0 inside, out of its corners and of the
/// supports along vertex directions of both bodies. (For two equal boxes they are four corners of
/// one parity.)
template <int D>
bool prove_by_choice(const FilteredPair<D>& filtered, const Supports<D>& supports,
                     Corners<D>& corners) {
  std::array<IndexPair, 2 * kChoicesOfEach + D + 1> pairs{};
  std::array<Vector<D>, 2 * kChoicesOfEach + D + 1> points{};
  std::size_t count = 0;
  const auto add = [&](IndexPair pair) {
    for (std::size_t i = 0; i < count; ++i) {
      if (pairs[i] == pair) return;
    }
    filtered.difference(pair, points[count].data());
    pairs[count++] = pair;
  };
  for (std::size_t i = 0; i < corners.size; ++i) add(corners.pairs[i]);
  for (const bool of_b : {false, true}) {
    const Body<D>& body = of_b ? filtered.pair().b : filtered.pair().a;
    for (const Vector<D>& outward : vertex_directions(body, kChoicesOfEach)) {
      const Support<D> support = supports(of_b ? negated<D>(outward) : outward);
      if (support.gap > 0) return false;
      add(support.pair);
    }
  }
  if (count <= D) return false;
  const Vector<D> errors = filtered.errors();
  Chosen<D> chosen;
  for (std::size_t i = 0; i <= D; ++i) chosen[i] = i;
  do {
    std::array<Vector<D>, D + 1> simplex;
    for (std::size_t i = 0; i <= D; ++i) simplex[i] = points[chosen[i]];
    if (!proves_interior<D>(simplex, errors)) continue;
    corners.size = D + 1;
    for (std::size_t i = 0; i <= D; ++i) corners.pairs[i] = pairs[chosen[i]];
    return true;
  } while (next_choice<D>(chosen, count));
  return false;
}

template <int D>
bool prove(const FilteredPair<D>& filtered, const Vector<D>& start, Trace* trace,
           PairList<D>& pairs) {
  const Supports<D> supports(filtered);
  if (supports.scale() == 0) return false;
  Corners<D> corners;
  Vector<D> u = start;
  if (dot<D>(u, u) == 0) std::copy_n(kOddDirection.begin(), D, u.begin());
  const WalkEnd end = walk_to_closest<D>(supports, u, true, corners);
  if (end == WalkEnd::apart) return false;
  const auto all = [&] { return std::span<const IndexPair>(corners.pairs.data(), corners.size); };
  const bool enclosed = end == WalkEnd::enclosed && proves_overlap<D>(filtered, all());
  if (!enclosed && !prove_by_choice(filtered, supports, corners)) return false;
  record<D>(trace, Algorithm::edge_projection, TraceEvent::simplex, filtered.pair(), all(), nullptr,
            0);
  pairs.clear();
  for (const IndexPair& pair : all()) pairs.push_back(pair);
  return true;
}

}  // namespace

bool prove_overlap(const FilteredPair<2>& filtered, const Vector<2>& start, Trace* trace,
                   PairList<2>& pairs) {
  return prove<2>(filtered, start, trace, pairs);
}
bool prove_overlap(const FilteredPair<3>& filtered, const Vector<3>& start, Trace* trace,
                   PairList<3>& pairs) {
  return prove<3>(filtered, start, trace, pairs);
}

}  // namespace sunder::detail::edge_projection

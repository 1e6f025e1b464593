// SPDX-License-Identifier: Apache-2.0
//
// 2-D and 3-D, unrolled. The walk is one loop; propose() leaves it at the first proof, measure() at the
// closest point.
#include "narrow/gjk/gjk.hpp"

#include "filter/minkowski.hpp"
#include "narrow/gjk/polish.hpp"
#include "narrow/gjk/simplex.hpp"

namespace sunder::detail::gjk {
namespace {

/// More steps than any walk in 3-D needs; one that is longer is stuck in rounding.
constexpr int kMostSteps = 128;

template <int D>
struct Walk {
  explicit Walk(const Pair<D>& pair) noexcept : points(pair) {}
  MinkowskiPoints<D> points;
  Simplex<D> simplex;
  Vector<D> direction{};  ///< of the last support query
  DirectionalGap gap;
  Verdict verdict = Verdict::undecided;  ///< proven by a filter, or undecided
};

/// The line of centres; arbitrary where they coincide.
template <int D>
Vector<D> centre_line(const Pair<D>& pair) noexcept {
  Vector<D> line{};
  for (int l = 0; l < D; ++l) {
    double sum = pair.b.pose->offset(l) - pair.a.pose->offset(l);
    for (int k = 0; k < D; ++k) {
      sum += pair.b.pose->linear(l, k) * pair.b.hull->centre[k] -
             pair.a.pose->linear(l, k) * pair.a.hull->centre[k];
    }
    line[static_cast<std::size_t>(l)] = sum;
  }
  return line;
}

template <int D>
bool simplex_proves_overlap(const Walk<D>& walk) noexcept {
  std::array<double, D> errors{};
  walk.points.errors(errors.data());
  return proves_interior<D>(walk.simplex.points, errors);
}

/// Walks from `start`. Stops at the first proof if `first_proof`, else a separation only is noted.
template <int D>
void walk_from(Walk<D>& walk, const Vector<D>& start, bool first_proof, Trace* trace) {
  const Pair<D>& pair = walk.points.pair();
  Vector<D> u = start;
  double shortest = std::numeric_limits<double>::infinity();
  walk.simplex = {};
  for (int step = 0; step < kMostSteps; ++step) {
    if (!normalise(u.data(), D)) return;
    walk.direction = u;
    walk.gap = directional_gap(pair, u.data());
    record<D>(trace, Algorithm::gjk, TraceEvent::direction, pair, {&walk.gap.vertices, 1},
              &walk.direction, walk.gap.value);
    if (walk.gap.proves_separated()) {
      walk.verdict = Verdict::separated;
      if (first_proof) return;
    }
    if (walk.simplex.holds(walk.gap.vertices)) return;
    Vector<D> point{};
    walk.points.difference(walk.gap.vertices, point.data());
    const Simplex<D> before = walk.simplex;
    walk.simplex.add(walk.gap.vertices, point);
    const bool full = reduce(walk.simplex);
    record<D>(trace, Algorithm::gjk, TraceEvent::simplex, pair,
              {walk.simplex.pairs.data(), walk.simplex.size}, nullptr, 0);
    if (full) {
      if (simplex_proves_overlap(walk)) walk.verdict = Verdict::overlapping;
      return;
    }
    const Vector<D> v = walk.simplex.closest();
    double length = 0;
    for (const double entry : v) length += entry * entry;
    if (!(length < shortest)) {
      // Not shorter: the old simplex is as good, and its facets are the ones to polish.
      if (before.size > 0) walk.simplex = before;
      return;
    }
    shortest = length;
    for (std::size_t l = 0; l < D; ++l) u[l] = -v[l];
  }
}

/// Odd directions for a second and third start, when 0 fell on the boundary of a simplex by symmetry.
template <int D>
Vector<D> odd_direction(int attempt) noexcept {
  constexpr double kOdd[2][3] = {{0.8191, -0.4463, 0.3607}, {-0.3331, 0.6173, 0.7127}};
  Vector<D> direction{};
  for (std::size_t l = 0; l < D; ++l) direction[l] = kOdd[attempt][l];
  return direction;
}

template <int D>
void walk_to_proof(Walk<D>& walk, const Search<D>& search) {
  const Pair<D>& pair = walk.points.pair();
  walk_from(walk, search.direction != nullptr ? *search.direction : centre_line(pair), true,
            search.trace);
  for (int attempt = 0; attempt < 2 && walk.verdict == Verdict::undecided; ++attempt) {
    Vector<D> direction{};
    const Polished polished = polish(pair, walk.simplex, direction);
    if (polished.found && !(polished.gap.value < walk.gap.value)) {
      walk.gap = polished.gap;
      walk.direction = direction;
    }
    if (walk.gap.proves_separated()) {
      walk.verdict = Verdict::separated;
      return;
    }
    // Closer to touching than doubles can tell: another start would say the same.
    if (polished.found && !polished.gap.proves_meeting_along()) return;
    walk_from(walk, odd_direction<D>(attempt), true, search.trace);
  }
}

}  // namespace

template <int D>
Proposed<D> propose(const Pair<D>& pair, const Search<D>& search) {
  Walk<D> walk(pair);
  walk_to_proof(walk, search);
  Proposed<D> proposed;
  proposed.verdict = walk.verdict;
  proposed.stage = walk.verdict == Verdict::undecided ? Stage::none : Stage::filter;
  proposed.direction = walk.direction;
  proposed.has_direction = true;
  for (std::size_t i = 0; i < walk.simplex.size; ++i) proposed.pairs.push_back(walk.simplex.pairs[i]);
  return proposed;
}

template <int D>
Measured<D> measure(const Pair<D>& pair, const Search<D>& search) {
  Walk<D> walk(pair);
  walk_from(walk, search.direction != nullptr ? *search.direction : centre_line(pair), false,
            search.trace);
  if (walk.verdict == Verdict::undecided) walk_to_proof(walk, search);
  Measured<D> measured;
  measured.verdict = walk.verdict;
  measured.stage = walk.verdict == Verdict::undecided ? Stage::none : Stage::filter;
  measured.direction = walk.direction;
  measured.has_direction = true;
  for (std::size_t i = 0; i < walk.simplex.size; ++i) {
    measured.pairs.push_back(walk.simplex.pairs[i]);
    measured.weights.push_back(walk.simplex.weights[i]);
  }
  return measured;
}

template Proposed<2> propose<2>(const Pair<2>&, const Search<2>&);
template Proposed<3> propose<3>(const Pair<3>&, const Search<3>&);
template Measured<2> measure<2>(const Pair<2>&, const Search<2>&);
template Measured<3> measure<3>(const Pair<3>&, const Search<3>&);

}  // namespace sunder::detail::gjk

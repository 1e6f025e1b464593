// SPDX-License-Identifier: Apache-2.0
//
// These functions drive the walks of GJK-like algorithms in 2-D and 3-D. propose() stops at the
// first proof, measure() at the closest point. A Walker has kAlgorithm, kExtreme
// (simplex_walk-inl.hpp) and
//   walk_from(filtered, start, first_proof, trace, walk)
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "filter/balls.hpp"
#include "narrow/polish.hpp"
#include "narrow/rounded_direction.hpp"
#include "narrow/simplex_walk.hpp"
#include "narrow/surround.hpp"

namespace sunder::detail::simplex_walk {

/// Returns the start direction: the caller's, or the line of centres.
template <int D>
Vector<D> first_direction(const FilteredPair<D>& filtered, const Request<D>& search) {
  return search.direction != nullptr ? *search.direction : line_of_centres(filtered);
}

/// Returns the start direction of a walk to the closest point. A good estimate shortens that walk
/// between round bodies.
template <int D>
Vector<D> measuring_direction(const FilteredPair<D>& filtered, const Request<D>& search) {
  Vector<D> direction = first_direction(filtered, search);
  if constexpr (D == 3) {
    if (search.direction == nullptr && roundness(filtered.pair()) > 0) {
      Vector3 guess = rounded_direction(filtered.pair(), direction);
      if (normalise(guess.data(), D)) return guess;
    }
  }
  return direction;
}

/// Returns generic directions for a second and third start, after symmetry put 0 on the boundary of
/// a simplex.
template <int D>
Vector<D> odd_direction(int attempt) noexcept {
  constexpr double kOdd[2][3] = {{0.8191, -0.4463, 0.3607}, {-0.3331, 0.6173, 0.7127}};
  Vector<D> direction{};
  for (std::size_t l = 0; l < D; ++l) direction[l] = kOdd[attempt][l];
  return direction;
}

template <class Walker, int D>
void walk_to_proof(const FilteredPair<D>& filtered, const Request<D>& search, Walk<D>& walk) {
  Walker::walk_from(filtered, first_direction(filtered, search), true, search.trace, walk);
  for (int attempt = 0; attempt < 2 && walk.verdict == Verdict::undecided; ++attempt) {
    Vector<D> direction{};
    const Polished polished = polish(filtered, walk.simplex, direction);
    if (polished.found && !(polished.gap.value < walk.gap.value)) {
      walk.gap = polished.gap;
      walk.direction = direction;
      record<D>(search.trace, Walker::kAlgorithm, TraceEvent::direction, filtered.pair(),
                {&walk.gap.vertices, 1}, &walk.direction, walk.gap.value);
    }
    if (walk.gap.proves_separated()) {
      walk.verdict = Verdict::separated;
      return;
    }
    // Closer to touching than doubles can resolve: another start would end the same way.
    if (polished.found && !polished.gap.proves_meeting_along()) return;
    Walker::walk_from(filtered, odd_direction<D>(attempt), true, search.trace, walk);
  }
}

/// Returns the gap in units of length.
template <int D>
double height(const DirectionalGap& gap, const Vector<D>& u) noexcept {
  double squared = 0;
  for (const double entry : u) squared += entry * entry;
  return gap.value / std::sqrt(squared);
}

/// Replaces the direction of a separation by a more perpendicular one if that has the larger gap.
template <int D>
void sharpen(const FilteredPair<D>& filtered, Walk<D>& walk) {
  Vector<D> u = walk.direction;
  square_up(filtered.pair(), walk.simplex, u);
  if (!normalise(u.data(), D)) return;
  const DirectionalGap gap = filtered.gap(u.data());
  if (!gap.proves_separated() || height<D>(gap, u) <= height<D>(walk.gap, walk.direction)) return;
  walk.gap = gap;
  walk.direction = u;
}

template <int D>
bool is_direction(const Vector<D>& u) noexcept {
  return std::any_of(u.begin(), u.end(), [](double entry) { return entry != 0; });
}

/// Returns the vertices that a walk names. If its numbers overflow, a comparison may choose a
/// padded lane, which repeats the first vertex.
template <int D>
IndexPair named_vertices(const Pair<D>& pair, IndexPair found) noexcept {
  return {found.a < pair.a.hull->count ? found.a : 0, found.b < pair.b.hull->count ? found.b : 0};
}

/// Completes, for a walk that proved nothing, the pairs and the direction that an exact proof may
/// need.
template <int D, class Found>
void name_contact(const FilteredPair<D>& filtered, Found& found) {
  Vector<D> direction{};
  if (!Surrounding<D>(filtered, found.pairs).find_contact(direction)) return;
  found.direction = direction;
  found.has_direction = true;
}

template <class Walker, int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Request<D>& search) {
  Walk<D> walk;
  walk_to_proof<Walker>(filtered, search, walk);
  Proposed<D> proposed;
  proposed.verdict = walk.verdict;
  proposed.stage = walk.verdict == Verdict::undecided ? Stage::none : Stage::filter;
  proposed.direction = walk.direction;
  proposed.has_direction = is_direction<D>(walk.direction);
  if (walk.verdict == Verdict::separated) return proposed;
  for (std::size_t i = 0; i < walk.simplex.size; ++i)
    proposed.pairs.push_back(named_vertices<D>(filtered.pair(), walk.simplex.pairs[i]));
  if (search.alone && proposed.stage == Stage::none) name_contact<D>(filtered, proposed);
  return proposed;
}

/// A walk that stopped at the margin is returned unchanged: its direction or its weights decide.
template <class Walker, int D>
Measured<D> measure(const FilteredPair<D>& filtered, const Request<D>& search,
                    double margin = std::numeric_limits<double>::infinity()) {
  Walk<D> walk;
  walk.margin = margin;
  Walker::walk_from(filtered, measuring_direction(filtered, search), false, search.trace, walk);
  if (walk.verdict == Verdict::undecided && !walk.settled) {
    walk_to_proof<Walker>(filtered, search, walk);
  }
  if constexpr (!Walker::kExtreme) {
    // The last direction's gap is an estimate, although the gap of an earlier one was proven.
    if (walk.verdict == Verdict::separated) {
      walk.gap = filtered.gap(walk.direction.data());
      if (!walk.gap.proves_separated()) walk.verdict = Verdict::undecided;
    }
  }
  if (walk.verdict == Verdict::separated && !walk.settled) sharpen(filtered, walk);
  Measured<D> measured;
  measured.verdict = walk.verdict;
  measured.stage = walk.verdict == Verdict::undecided ? Stage::none : Stage::filter;
  measured.direction = walk.direction;
  measured.has_direction = is_direction<D>(walk.direction);
  for (std::size_t i = 0; i < walk.simplex.size; ++i) {
    measured.pairs.push_back(named_vertices<D>(filtered.pair(), walk.simplex.pairs[i]));
    measured.weights.push_back(walk.simplex.weights[i]);
  }
  if (search.alone && measured.stage == Stage::none) {
    name_contact<D>(filtered, measured);
    while (measured.weights.size() < measured.pairs.size()) measured.weights.push_back(0);
  }
  return measured;
}

}  // namespace sunder::detail::simplex_walk

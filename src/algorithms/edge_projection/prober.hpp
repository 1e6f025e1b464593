// SPDX-License-Identifier: Apache-2.0
//
// Implements the part common to 2-D and 3-D: it tests directions by Lemma 1, stores the best one,
// and runs the tests that precede any projection.
#pragma once

#include <cmath>
#include <limits>

#include "filter/balls.hpp"
#include "geometry/vectors.hpp"
#include "narrow/algorithm.hpp"

namespace sunder::detail::edge_projection {

template <int D>
class Prober {
 public:
  Prober(const FilteredPair<D>& pair, Trace* trace) noexcept : pair_(pair), trace_(trace) {}

  /// Returns true if u is proven to separate. Any direction that separates is better than any that
  /// does not.
  bool separates(Vector<D> u) {
    if (!normalise(u.data(), D)) return false;
    const DirectionalGap gap = pair_.gap(u.data());
    record<D>(trace_, Algorithm::edge_projection, TraceEvent::direction, pair_.pair(),
              {&gap.vertices, 1}, &u, gap.value);
    const double height = gap.value / length<D>(u);
    const bool separated = gap.proves_separated();
    const bool better = separated == gap_.proves_separated() ? height > height_ : separated;
    if (better) {
      height_ = height;
      gap_ = gap;
      direction_ = u;
    }
    return separated;
  }

  /// Returns the gap along the best direction, in units of length; -infinity before the first.
  double height() const noexcept { return height_; }
  const DirectionalGap& gap() const noexcept { return gap_; }
  const Vector<D>& direction() const noexcept { return direction_; }
  bool has_direction() const noexcept { return height_ > -kNone; }
  Trace* trace() const noexcept { return trace_; }

  /// Returns true if doubles cannot decide between a gap and an overlap along the best direction.
  bool too_close() const noexcept {
    return has_direction() && !gap_.proves_separated() && !gap_.proves_meeting_along();
  }

  Proposed<D> undecided() const {
    Proposed<D> proposed;
    proposed.direction = direction_;
    proposed.has_direction = has_direction();
    if (proposed.has_direction) proposed.pairs.push_back(gap_.vertices);
    return proposed;
  }
  Proposed<D> separated() const {
    Proposed<D> proposed;
    proposed.verdict = Verdict::separated;
    proposed.stage = Stage::filter;
    proposed.direction = direction_;
    proposed.has_direction = true;
    return proposed;
  }

 private:
  static constexpr double kNone = std::numeric_limits<double>::infinity();
  const FilteredPair<D>& pair_;
  Trace* trace_;
  double height_ = -kNone;
  DirectionalGap gap_;
  Vector<D> direction_{};
};

/// Tests the last direction, the line of centres (paper, section 5.1, check 1) and the inscribed
/// balls (check 2). `line` becomes the normalised line of centres, or stays 0.
template <int D>
Verdict check_first(const FilteredPair<D>& filtered, const Request<D>& search, Prober<D>& prober,
                    Vector<D>& line) {
  const Vector<D> between = line_of_centres(filtered);
  const bool last_is_other = search.direction != nullptr && *search.direction != between;
  if (last_is_other && prober.separates(*search.direction)) return Verdict::separated;
  if (prober.separates(between)) return Verdict::separated;
  line = between;
  if (!normalise(line.data(), D)) line = {};
  const Verdict balls = prove_by_balls(filtered, between);
  return balls == Verdict::overlapping ? balls : Verdict::undecided;
}

template <int D>
Proposed<D> overlap_by_balls() noexcept {
  Proposed<D> proposed;
  proposed.verdict = Verdict::overlapping;
  proposed.stage = Stage::bounds;
  return proposed;
}

/// Returns true if both bodies have edges and the filters' bounds hold. Otherwise there is nothing
/// to project, or nothing to prove.
template <int D>
bool can_project(const FilteredPair<D>& filtered) noexcept {
  Vector<D> ones{};
  ones.fill(1.0);
  return filtered.pair().a.hull->topology != nullptr &&
         filtered.pair().b.hull->topology != nullptr && filtered.gap_error(ones.data()) < 0x1p500;
}

}  // namespace sunder::detail::edge_projection

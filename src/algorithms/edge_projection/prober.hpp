// SPDX-License-Identifier: Apache-2.0
//
// Implements the part common to 2-D and 3-D: it tests directions by Lemma 1, keeps the best one, and
// runs the tests that precede any projection.
#pragma once

#include <limits>

#include "filter/balls.hpp"
#include "narrow/algorithm.hpp"
#include "narrow/best_direction.hpp"

namespace sunder::detail::edge_projection {

template <int D>
class Prober {
 public:
  Prober(const FilteredPair<D>& pair, Trace* trace) noexcept : pair_(pair), trace_(trace) {}

  /// Returns true if u is proven to separate.
  bool separates(const Vector<D>& u) {
    DirectionalGap gap;
    return best_.measure_any(pair_, u, trace_, Algorithm::edge_projection, gap) &&
           gap.proves_separated();
  }

  /// Returns the gap along the best direction, in units of length; -infinity before the first.
  double height() const noexcept {
    return best_.found ? best_.height : -std::numeric_limits<double>::infinity();
  }
  const Vector<D>& direction() const noexcept { return best_.direction; }
  Trace* trace() const noexcept { return trace_; }

  /// Returns true if doubles cannot decide between a gap and an overlap along the best direction.
  bool too_close() const noexcept {
    return best_.found && !best_.separates && !best_.meets_clearly();
  }

  Proposed<D> undecided() const {
    Proposed<D> proposed = best_.propose(Verdict::undecided);
    if (best_.found) proposed.pairs.push_back(best_.gap.vertices);
    return proposed;
  }
  Proposed<D> separated() const { return best_.propose(Verdict::separated); }

 private:
  const FilteredPair<D>& pair_;
  Trace* trace_;
  BestDirection<D> best_;
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

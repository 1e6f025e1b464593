// SPDX-License-Identifier: Apache-2.0
//
// Keeps the direction along which a search found the greatest gap for its length. One that separates is
// better than any that does not.
#pragma once

#include <cmath>

#include "exact/dyadic.hpp"
#include "geometry/vectors.hpp"
#include "narrow/algorithm.hpp"

namespace sunder::detail {

template <int D>
struct BestDirection {
  bool found = false;
  bool separates = false;
  double height = 0;  ///< the gap for a direction of length 1
  DirectionalGap gap;
  Vector<D> direction{};

  /// Measures the gap along u, which is not 0, and shows it to the trace.
  DirectionalGap measure(const FilteredPair<D>& filtered, const Vector<D>& u, Trace* trace,
                         Algorithm algorithm) {
    const DirectionalGap along = filtered.gap(u.data());
    record<D>(trace, algorithm, TraceEvent::direction, filtered.pair(), {&along.vertices, 1}, &u,
              along.value);
    const double per_length = along.value / std::sqrt(dot<D>(u, u));
    const bool proves = along.proves_separated();
    if (!found || (proves == separates ? per_length > height : proves)) {
      *this = {true, proves, per_length, along, u};
    }
    return along;
  }
  /// Does so for any u. Returns false, and measures nothing, if it is 0 or not finite.
  bool measure_any(const FilteredPair<D>& filtered, Vector<D> u, Trace* trace, Algorithm algorithm,
                   DirectionalGap& along) {
    for (const double entry : u) {
      if (!is_finite_bits(entry)) return false;
    }
    if (!normalise(u.data(), D)) return false;
    along = measure(filtered, u, trace, algorithm);
    return true;
  }

  /// Returns true if doubles prove, along the best direction, that the bodies do more than touch.
  bool meets_clearly() const noexcept { return found && gap.proves_meeting_along(); }

  /// Returns a proposal without pairs. The verdict is proven by doubles, or undecided.
  Proposed<D> propose(Verdict verdict) const {
    Proposed<D> proposed;
    proposed.verdict = verdict;
    proposed.stage = verdict == Verdict::undecided ? Stage::none : Stage::filter;
    proposed.direction = direction;
    proposed.has_direction = found;
    return proposed;
  }
};

}  // namespace sunder::detail

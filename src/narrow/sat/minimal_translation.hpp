// SPDX-License-Identifier: Apache-2.0
//
// The minimal translation vector: the shortest way to move b so that it meets a in its boundary
// alone. It belongs to the facet of C that is nearest to 0, so the complete lists of axes hold it.
// Along an axis b has to go as far as it reaches behind a's support plane; the overlap of the two
// intervals, which the SAT article takes, is less than that where one interval holds the other.
#pragma once

#include <cmath>
#include <limits>

#include "narrow/sat/axis_search.hpp"

namespace sunder::detail::sat {

/// In doubles, without a proof: `direction` is a unit vector from a to b, `length` what b moves.
/// `known` is false where a body has no faces or edges to read, and where the bodies are apart.
template <int D>
struct MinimalTranslation {
  Vector<D> direction{};
  double length = 0;
  bool known = false;
};

/// Cost: the whole list of axes, (n + m)^2 products for polygons, a pair of edges at a time for
/// polytopes.
MinimalTranslation<2> minimal_translation(const FilteredPair<2>& pair);
MinimalTranslation<3> minimal_translation(const FilteredPair<3>& pair);

/// The least way out over the axes taken in.
template <int D>
class LeastWayOut {
 public:
  void take(const MeasuredAxis<D>& axis) noexcept {
    if (!axis.usable) return;
    double squared = 0;
    for (const double entry : axis.direction) squared += entry * entry;
    const double size = std::sqrt(squared);
    const double sign = axis.forward >= axis.backward ? 1.0 : -1.0;
    const double length = -std::fmax(axis.forward, axis.backward) / size;
    if (!(length < least_.length)) return;
    least_.length = length;
    for (std::size_t k = 0; k < D; ++k) least_.direction[k] = sign * axis.direction[k] / size;
  }

  MinimalTranslation<D> finish() noexcept {
    least_.known = least_.length >= 0 && std::isfinite(least_.length);
    return least_;
  }

 private:
  MinimalTranslation<D> least_{{}, std::numeric_limits<double>::infinity(), false};
};

}  // namespace sunder::detail::sat

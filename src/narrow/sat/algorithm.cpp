// SPDX-License-Identifier: Apache-2.0
#include "narrow/sat/minimal_translation.hpp"
#include "narrow/sat/sat.hpp"
#include "narrow/sat/small_hulls.hpp"

namespace sunder::detail::sat {
namespace {

/// A complete list with a proven depth along each axis also proves the overlap.
template <int D>
Depth<D> depth_of(const MinimalTranslation<D>& translation) {
  Depth<D> depth;
  if (!translation.known) return depth;
  if (translation.lower > 0) depth.verdict = Verdict::overlapping;
  depth.lower = translation.lower;
  depth.upper = translation.upper;
  depth.direction = translation.direction;
  depth.has_direction = true;
  return depth;
}

}  // namespace

bool has_short_depth_list(const Pair<3>& pair) noexcept {
  return both_boxes(pair) || are_small(pair);
}

template <int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Request<D>& search) {
  if constexpr (D == 2) {
    return propose_polygons(filtered, search);
  } else {
    if (both_boxes(filtered.pair())) return propose_boxes(filtered, search);
    return propose_polytopes(filtered, search);
  }
}

Depth<3> depth_from_list(const FilteredPair<3>& filtered) {
  if (are_small(filtered.pair())) return penetrate_small(filtered, kMostTiedCandidates);
  return depth_of(minimal_translation_of_boxes(filtered));
}

/// Returns the minimal translation.
template <int D>
Depth<D> penetrate(const FilteredPair<D>& filtered, const Request<D>&) {
  if constexpr (D == 3) {
    if (are_small(filtered.pair())) {
      const Depth<3> depth = penetrate_small(filtered);
      if (depth.verdict == Verdict::overlapping) return depth;
    }
  }
  return depth_of(minimal_translation(filtered));
}

template Proposed<2> propose<2>(const FilteredPair<2>&, const Request<2>&);
template Proposed<3> propose<3>(const FilteredPair<3>&, const Request<3>&);
template Depth<2> penetrate<2>(const FilteredPair<2>&, const Request<2>&);
template Depth<3> penetrate<3>(const FilteredPair<3>&, const Request<3>&);

}  // namespace sunder::detail::sat

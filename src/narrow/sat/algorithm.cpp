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

/// Returns the depth of two boxes with its points.
static Depth<3> penetrate_boxes(const FilteredPair<3>& filtered) {
  const MinimalTranslation<3> translation = minimal_translation_of_boxes(filtered);
  Depth<3> depth = depth_of(translation);
  depth.has_points = translation.known &&
                     find_box_witness(filtered.pair(), translation, depth.point_a, depth.point_b);
  return depth;
}

Depth<3> depth_from_list(const FilteredPair<3>& filtered) {
  const Pair<3>& pair = filtered.pair();
  return both_boxes(pair) ? penetrate_boxes(filtered) : penetrate_small(filtered);
}

/// Returns the minimal translation.
template <int D>
Depth<D> penetrate(const FilteredPair<D>& filtered, const Request<D>&) {
  if constexpr (D == 3) {
    if (has_short_depth_list(filtered.pair())) {
      const Depth<3> depth = depth_from_list(filtered);
      if (depth.verdict == Verdict::overlapping || both_boxes(filtered.pair())) return depth;
    }
  }
  return depth_of(minimal_translation(filtered));
}

template Proposed<2> propose<2>(const FilteredPair<2>&, const Request<2>&);
template Proposed<3> propose<3>(const FilteredPair<3>&, const Request<3>&);
template Depth<2> penetrate<2>(const FilteredPair<2>&, const Request<2>&);
template Depth<3> penetrate<3>(const FilteredPair<3>&, const Request<3>&);

}  // namespace sunder::detail::sat

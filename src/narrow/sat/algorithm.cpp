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

Proposed<3> propose(const FilteredPair<3>& filtered, const Request<3>& search) {
  const Pair<3>& pair = filtered.pair();
  if (both_boxes(pair)) return propose_boxes(filtered, search);
  return propose_polytopes(filtered, search);
}

Depth<2> penetrate(const FilteredPair<2>& filtered, const Request<2>&) {
  return depth_of(minimal_translation(filtered));
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

Depth<3> penetrate(const FilteredPair<3>& filtered, const Request<3>&) {
  if (has_short_depth_list(filtered.pair())) {
    const Depth<3> depth = depth_from_list(filtered);
    if (depth.verdict == Verdict::overlapping || both_boxes(filtered.pair())) return depth;
  }
  return depth_of(minimal_translation(filtered));
}

template <int D>
Functions<D> functions() noexcept {
  if constexpr (D == kRunTime) {
    return {};  // the lists of axes are for 2-D and 3-D
  } else {
    return {propose, nullptr, penetrate};
  }
}

template Functions<2> functions<2>() noexcept;
template Functions<3> functions<3>() noexcept;
template Functions<kRunTime> functions<kRunTime>() noexcept;

}  // namespace sunder::detail::sat

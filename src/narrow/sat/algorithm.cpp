// SPDX-License-Identifier: Apache-2.0
#include "narrow/sat/box_way_out.hpp"
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

bool lists_depth(const Pair<3>& pair) noexcept { return knows(pair) || are_small(pair); }

Proposed<3> propose(const FilteredPair<3>& filtered, const Request<3>& search) {
  const Pair<3>& pair = filtered.pair();
  if (knows(pair)) return propose_boxes(filtered, search);
  return propose_polytopes(filtered, search);
}

Depth<2> penetrate(const FilteredPair<2>& filtered, const Request<2>&) {
  return depth_of(minimal_translation(filtered));
}

Depth<3> penetrate_boxes(const Pair<3>& pair) {
  const BoxDepth measured = measure_depth(pair);
  Depth<3> depth = depth_of(measured.out.translation);
  depth.has_points = measured.has_points;
  depth.point_a = measured.point_a;
  depth.point_b = measured.point_b;
  return depth;
}

Depth<3> depth_of_list(const FilteredPair<3>& filtered) {
  const Pair<3>& pair = filtered.pair();
  return knows(pair) ? penetrate_boxes(pair) : penetrate_small(filtered);
}

Depth<3> penetrate(const FilteredPair<3>& filtered, const Request<3>&) {
  if (lists_depth(filtered.pair())) {
    const Depth<3> depth = depth_of_list(filtered);
    if (depth.verdict == Verdict::overlapping || knows(filtered.pair())) return depth;
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

// SPDX-License-Identifier: Apache-2.0
//
// Computes exact distances and depths of polytopes as roots, to which radii are added without
// rounding.
#pragma once

#include "exact/root_sum.hpp"
#include "narrow/gjk/gjk.hpp"
#include "query/decide.hpp"
#include "query/depth/exact_depth.hpp"
#include "query/min_norm.hpp"

namespace sunder::detail::rounded {

/// Returns the closest points of two polytopes; `direction`, if there is one, is where to look
/// first.
template <int D>
MinNorm find_closest(const Pair<D>& pair, const Vector<D>* direction) {
  Request<D> search;
  search.direction = direction;
  const Measured<D> measured = gjk::measure(FilteredPair<D>(pair), search);
  return find_min_norm<D>(pair, measured.pairs);
}

template <int D>
Root exact_gap(const Pair<D>& pair, const Vector<D>* direction) {
  return find_closest<D>(pair, direction).length();
}

/// Returns the depth of polytopes that overlap.
template <int D>
Root exact_depth(const Pair<D>& pair) {
  const Decided<D> overlap = decide(pair, Plan<D>(kCertified));
  return find_exact_depth<D>(pair, {overlap.pairs.begin(), overlap.pairs.end()}, false).length();
}

}  // namespace sunder::detail::rounded

// SPDX-License-Identifier: Apache-2.0
//
// A face of a body as the caller gets it: its kind, and its corners in an order that depends on the
// face alone.
#pragma once

#include <algorithm>
#include <vector>

#include "query/relation/plane.hpp"
#include "sunder/relation.hpp"

namespace sunder::detail::relation {

/// A face of this dimension. `corners` is not read if the dimension is that of space.
template <int D>
Feature to_feature(int dimension, const Polygon& corners) {
  constexpr FeatureKind kKinds[] = {FeatureKind::vertex, FeatureKind::edge, FeatureKind::face};
  Feature feature;
  feature.dimension = dimension;
  feature.kind = dimension == D ? FeatureKind::interior : kKinds[dimension];
  if (dimension == D) return feature;
  std::vector<std::int32_t>& listed = feature.vertices;
  for (const PlanePoint& corner : corners) listed.push_back(corner.vertex);
  std::rotate(listed.begin(), std::min_element(listed.begin(), listed.end()), listed.end());
  if (listed.size() > 2 && listed.back() < listed[1]) {
    std::reverse(listed.begin() + 1, listed.end());
  }
  return feature;
}

}  // namespace sunder::detail::relation

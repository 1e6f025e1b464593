// SPDX-License-Identifier: Apache-2.0
//
// Describes a face of a body as the caller gets it: its kind, and its corners in an order that
// depends on the face alone.
#pragma once

#include <algorithm>
#include <vector>

#include "query/relation/plane.hpp"
#include "sunder/relation.hpp"

namespace sunder::detail::relation {

/// Classifies touching bodies by the faces that meet.
template <int D>
Relation relation_of(const Meeting& meeting) {
  const int a = dimension_of(meeting.a);
  const int b = dimension_of(meeting.b);
  if (a == 2 || b == 2) return Relation::face;
  if (a + b == 0) return Relation::vertex;
  if (a + b == 1) return Relation::edge_vertex;
  // The paper: edges meet as edges only across each other. In 2-D they never do.
  return D == 3 && meeting.dimension == 1 ? Relation::edge_vertex : Relation::edge_edge;
}

/// Returns a face of this dimension. `corners` is not read if the dimension is that of space.
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

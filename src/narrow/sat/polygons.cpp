// SPDX-License-Identifier: Apache-2.0
//
// Convex polygons: C is a polygon, and each of its edges is parallel to an edge of a or of b.
#include "narrow/sat/axis_search.hpp"
#include "narrow/sat/minimal_translation.hpp"
#include "narrow/sat/sat.hpp"

namespace sunder::detail::sat {
namespace {

/// The outward normal of an edge, with its error: the edge R (q - p) loses one rounding in the
/// difference and three in the sum of products.
Axis<2> edge_normal(const Body<2>& body, const Edge& edge) noexcept {
  Vector2 along{};
  std::array<double, 2> size{};
  for (int l = 0; l < 2; ++l) {
    const auto at = static_cast<std::size_t>(l);
    for (int k = 0; k < 2; ++k) {
      const double difference =
          body.hull->coordinate(edge.vertices[1], k) - body.hull->coordinate(edge.vertices[0], k);
      along[at] += body.pose->linear(l, k) * difference;
      size[at] += std::fabs(body.pose->linear(l, k)) * std::fabs(difference);
    }
    size[at] = 5 * kUnit * size[at] + 0x1p-800;
  }
  Axis<2> axis;
  axis.direction = {along[1], -along[0]};
  axis.error = {size[1], size[0]};
  axis.usable = std::fabs(along[0]) > size[0] || std::fabs(along[1]) > size[1];
  return axis;
}

}  // namespace

bool knows(const Pair<2>& pair) noexcept {
  return pair.a.hull->topology != nullptr && pair.b.hull->topology != nullptr;
}

Proposed<2> propose(const FilteredPair<2>& filtered, const Search<2>& search) {
  const Pair<2>& pair = filtered.pair();
  if (!knows(pair)) return {};
  AxisSearch<2> axes(filtered, search.trace);
  for (const Body<2>* body : {&pair.a, &pair.b}) {
    for (const Edge& edge : body->hull->topology->edges) {
      const AxisSays says = axes.take(measure(filtered, edge_normal(*body, edge)));
      if (says == AxisSays::separated) return axes.finish(true);
    }
  }
  return axes.finish(false);
}

MinimalTranslation<2> minimal_translation(const FilteredPair<2>& filtered) {
  const Pair<2>& pair = filtered.pair();
  if (!knows(pair)) return {};
  LeastWayOut<2> least(filtered);
  for (const Body<2>* body : {&pair.a, &pair.b}) {
    for (const Edge& edge : body->hull->topology->edges) {
      least.take(measure(filtered, edge_normal(*body, edge)));
    }
  }
  return least.finish();
}

}  // namespace sunder::detail::sat

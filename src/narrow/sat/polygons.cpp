// SPDX-License-Identifier: Apache-2.0
//
// Idea: For convex polygons C is a polygon, and each of its edges is parallel to an edge of a or of
// b. That holds for segments and points too. If C itself is flat, the direction of its own line may
// separate as well.
// Source: The SAT article.
// Bound: Each axis has a bound on its error (edge_normal()); Lemma 1 bounds its gap.
// Cost: (n + m) axes with four support queries each.
// Gives up: On polygons that touch or nearly touch. The proposal then names the vertices that may
// touch.
#include "filter/balls.hpp"
#include "geometry/outline.hpp"
#include "geometry/vectors.hpp"
#include "narrow/sat/axis_search.hpp"
#include "narrow/sat/bounds.hpp"
#include "narrow/sat/minimal_translation.hpp"
#include "narrow/sat/sat.hpp"

namespace sunder::detail::sat {
namespace {

/// Returns the outward normal of an edge, with its error. The edge R (q - p) has one rounding in
/// the difference and three in the sum of products.
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
    size[at] = kPlaneEdgeUnits * kUnit * size[at] + kPlaneEdgeUnderflow;
  }
  Axis<2> axis;
  axis.direction = {along[1], -along[0]};
  axis.error = {size[1], size[0]};
  axis.usable = std::fabs(along[0]) > size[0] || std::fabs(along[1]) > size[1];
  return axis;
}

/// Tests segments and points: axes along the line of centres and along each segment.
bool flat_axes_separate(const FilteredPair<2>& filtered, AxisSearch<2>& axes) {
  const auto separates = [&](const Vector2& direction) {
    Axis<2> axis;
    axis.direction = direction;
    normalise(axis.direction.data(), 2);
    return axes.separates(measure(filtered, axis));
  };
  if (separates(line_of_centres(filtered))) return true;
  for (const Body<2>* body : {&filtered.pair().a, &filtered.pair().b}) {
    const ShownTopology shown(*body->hull);
    for (const Edge& edge : shown->edges()) {
      const Vector2 normal = edge_normal(*body, edge).direction;
      if (separates({-normal[1], normal[0]})) return true;
    }
  }
  return false;
}

/// At most the two vertices of an edge.
struct TiedVertices {
  std::array<std::int32_t, 2> list{};
  std::size_t count = 0;
  const std::int32_t* begin() const noexcept { return list.data(); }
  const std::int32_t* end() const noexcept { return list.data() + count; }
};

/// Returns vertices of a body that are, nearly, as high along sign * u as its support point.
TiedVertices tied_vertices(const Body<2>& body, const Vector2& u, double sign) {
  constexpr double kSlack = 0x1p-40;
  const Vector2 p = pull_back(body, u.data(), sign);
  const HullBlock& hull = *body.hull;
  const Extreme most = support<2>(hull, p.data());
  const double slack =
      kSlack * (std::fabs(p[0]) * hull.max_abs[0] + std::fabs(p[1]) * hull.max_abs[1]);
  TiedVertices tied{{most.vertex}, 1};
  for (std::int32_t v = 0; v < hull.count && tied.count < 2; ++v) {
    const double height = p[0] * hull.coordinate(v, 0) + p[1] * hull.coordinate(v, 1);
    if (v != most.vertex && height >= most.value - slack) tied.list[tied.count++] = v;
  }
  return tied;
}

/// Adds the possible contact: an edge or a vertex of each body along the best axis.
Proposed<2> with_contact(const FilteredPair<2>& filtered, Proposed<2> proposed) {
  if (proposed.stage != Stage::none || !proposed.has_direction) return proposed;
  for (const std::int32_t a : tied_vertices(filtered.pair().a, proposed.direction, 1)) {
    for (const std::int32_t b : tied_vertices(filtered.pair().b, proposed.direction, -1)) {
      proposed.pairs.push_back({a, b});
    }
  }
  return proposed;
}

}  // namespace

Proposed<2> propose_polygons(const FilteredPair<2>& filtered, const Request<2>& search) {
  const Pair<2>& pair = filtered.pair();
  AxisSearch<2> axes(filtered, search.trace);
  bool flat = true;
  for (const Body<2>* body : {&pair.a, &pair.b}) {
    const ShownTopology shown(*body->hull);
    flat = flat && body->hull->report->affine_dimension < 2;
    for (const Edge& edge : shown->edges()) {
      const AxisResult result = axes.add(measure(filtered, edge_normal(*body, edge)));
      if (result == AxisResult::separated) return axes.finish(true);
    }
  }
  return with_contact(filtered, axes.finish(flat && flat_axes_separate(filtered, axes)));
}

MinimalTranslation<2> minimal_translation(const FilteredPair<2>& filtered) {
  const Pair<2>& pair = filtered.pair();
  LeastTranslation<2> least(filtered);
  for (const Body<2>* body : {&pair.a, &pair.b}) {
    const ShownTopology shown(*body->hull);
    for (const Edge& edge : shown->edges()) {
      least.add(measure(filtered, edge_normal(*body, edge)));
    }
  }
  return least.finish();
}

}  // namespace sunder::detail::sat

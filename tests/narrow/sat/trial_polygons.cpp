// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "narrow/sat/trial.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/sat/trial_polygons.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/sat/polygon_nearest-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

/// Measures as verdict_of_all() does.
void measure_all(const PolygonPair& pair, PolygonGaps& found) {
  const hn::CappedTag<double, 8> lanes;
  for (std::size_t of = 0; of < 2; ++of) {
    const PolygonSide& side = pair.side[of];
    const Polygon& other = *pair.side[1 - of].polygon;
    const std::size_t count = whole_row(*side.polygon);
    found.of_edges[of].resize(count);
    for (std::size_t i = 0; i < count; i += hn::Lanes(lanes)) {
      const PolygonRows edges = many_rows(*side.polygon, static_cast<std::ptrdiff_t>(i));
      const auto gaps = edge_gaps(lanes, side.frame, edges, many_rows(other, 0), whole_row(other));
      hn::StoreU(gaps, lanes, &found.of_edges[of][i]);
    }
  }
}

/// Measures as verdict_of_few() does.
template <std::size_t kOf>
void measure_few_of(const PosedPolygons& pair, PolygonGaps& found) {
  const hn::CappedTag<double, 8> lanes;
  const Polygon& own = *(kOf == 0 ? pair.a : pair.b).polygon;
  const Polygon& other = *(kOf == 0 ? pair.b : pair.a).polygon;
  found.of_few[kOf].resize(8);
  for (std::size_t i = 0; i < 8; i += hn::Lanes(lanes)) {
    const auto seen = edges_seen<kOf>(lanes, pair, few_rows(own, i));
    hn::StoreU(edge_gaps(seen, few_rows(other, 0), 8), lanes, &found.of_few[kOf][i]);
  }
}
void measure_few(const PosedPolygons& pair, PolygonGaps& found) {
  measure_few_of<0>(pair, found);
  measure_few_of<1>(pair, found);
  EdgeMeasures<8> measures;
  const BestGap best =
      best_gap<8>(pair, {few_rows(*pair.a.polygon, 0), few_rows(*pair.b.polygon, 0)}, 0, measures);
  found.greatest = best.gap;
  found.of = best.of;
  found.edge = static_cast<std::size_t>(best.edge);
}

HWY_INLINE bool are_few(const PosedPolygons& pair) {
  return pair.a.polygon->count <= Polygon::kLanes && pair.b.polygon->count <= Polygon::kLanes;
}

/// The greatest height of placed vertices.
double greatest_of(const PlacedVertices<8>& placed, double x, double y) {
  double greatest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < 8; ++i) {
    greatest = std::max(greatest, x * placed.x[i] + y * placed.y[i]);
  }
  return greatest;
}

void measure_gaps(const Pair<2>& bodies, PolygonGaps& found) {
  const PosedPolygons pair = posed_polygons(bodies);
  PolygonPair placed;
  found.holds = place_polygons(pair, placed);
  if (!found.holds) return;
  found.error = placed.error;
  found.span = placed.span;
  found.line = line_of_centres(placed);
  found.by_balls = verdict_by_balls(pair, placed, found.line);
  measure_all(placed, found);
  if (are_few(pair)) measure_few(pair, found);
}

void measure_heights(const Pair<2>& bodies, const Vector2& u, PolygonHeights& found) {
  const PosedPolygons pair = posed_polygons(bodies);
  PolygonPair placed;
  if (!place_polygons(pair, placed)) return;
  found.error = gap_error(reach_of(pair, placed.offset), u);
  found.scanned = scan_many(placed, u).gap;
  found.has_placed = are_few(pair);
  if (!found.has_placed) return;
  PlacedVertices<8> a;
  PlacedVertices<8> b;
  place(placed.side[0].linear, {0, 0}, few_rows(*placed.side[0].polygon, 0), a);
  place(placed.side[1].linear, placed.offset, few_rows(*placed.side[1].polygon, 0), b);
  found.placed = -greatest_of(b, -u[0], -u[1]) - greatest_of(a, u[0], u[1]);
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::sat {

HWY_EXPORT(measure_gaps);
HWY_EXPORT(measure_heights);

PolygonGaps polygon_gaps(const Pair<2>& pair) {
  PolygonGaps found;
  HWY_DYNAMIC_DISPATCH(measure_gaps)(pair, found);
  return found;
}

PolygonHeights polygon_heights(const Pair<2>& pair, const Vector2& u) {
  PolygonHeights found;
  HWY_DYNAMIC_DISPATCH(measure_heights)(pair, u, found);
  return found;
}

}  // namespace sunder::detail::sat
#endif

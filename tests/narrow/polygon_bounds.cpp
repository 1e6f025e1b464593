// SPDX-License-Identifier: Apache-2.0
#include "narrow/polygon_bounds.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/polygon_bounds.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/sat/polygon_nearest-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

/// As verdict_of_all() does.
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

/// As verdict_of_few() does.
void measure_few(const Pair<2>& pair, PolygonGaps& found) {
  const hn::CappedTag<double, 8> lanes;
  const std::array<const Polygon*, 2> body{pair.a.hull->polygon.get(), pair.b.hull->polygon.get()};
  const auto frames = frames_of(lanes, pair);
  for (std::size_t of = 0; of < 2; ++of) {
    found.of_few[of].resize(8);
    for (std::size_t i = 0; i < 8; i += hn::Lanes(lanes)) {
      const auto gaps = edge_gaps(lanes, of == 0 ? frames.a : frames.b, few_rows(*body[of], i),
                                  few_rows(*body[1 - of], 0), 8);
      hn::StoreU(gaps, lanes, &found.of_few[of][i]);
    }
  }
  const BestGap best = best_gap<8>(pair, {few_rows(*body[0], 0), few_rows(*body[1], 0)}, 0);
  found.greatest = best.gap;
  found.of = best.of;
  found.edge = static_cast<std::size_t>(best.edge);
}

HWY_INLINE bool are_few(const Pair<2>& pair) {
  return pair.a.hull->polygon->count <= Polygon::kLanes &&
         pair.b.hull->polygon->count <= Polygon::kLanes;
}

void measure_gaps(const Pair<2>& pair, PolygonGaps& found) {
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

void measure_heights(const Pair<2>& pair, const Vector2& u, PolygonHeights& found) {
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
  const WindowGap gap = gap_along(u, a, b);
  found.placed = gap.bottom - gap.top;
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

// SPDX-License-Identifier: Apache-2.0
//
// C = K_A - K_B is a polygon, and each of its edges is parallel to one of a or of b. So one gap
// above E separates, and all below -E are an overlap (polygon_pair.hpp). A few edges are all
// measured at once, without a branch before the end: what a query costs then is the time from the
// first load to the last comparison.
#include "narrow/sat/polygon_verdict.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/sat/polygon_verdict.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/sat/polygon_search-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

/// Polygons of up to kCount vertices, 4 or 8.
template <std::size_t kCount>
HWY_INLINE Verdict verdict_of_few(const PolygonPair& pair) {
  const hn::CappedTag<double, kCount> lanes;
  const PolygonRows a = few_rows(*pair.a);
  const PolygonRows b = few_rows(*pair.b);
  auto greatest = hn::Max(edge_gaps(lanes, pair.frame_a, a, b, kCount),
                          edge_gaps(lanes, pair.frame_b, b, a, kCount));
  for (std::size_t i = hn::Lanes(lanes); i < kCount; i += hn::Lanes(lanes)) {
    const PolygonRows next_a = rows_from(a.x, Polygon::kLanes, static_cast<std::ptrdiff_t>(i));
    const PolygonRows next_b = rows_from(b.x, Polygon::kLanes, static_cast<std::ptrdiff_t>(i));
    greatest = hn::Max(greatest, hn::Max(edge_gaps(lanes, pair.frame_a, next_a, b, kCount),
                                         edge_gaps(lanes, pair.frame_b, next_b, a, kCount)));
  }
  return verdict_of(lanes, greatest, pair.error);
}

/// Walks from window to window towards the greatest gap, and stops where none is left.
HWY_INLINE Verdict verdict_of_many(const PolygonPair& pair, const Vector2& line) {
  constexpr int kMostRounds = 8;
  const Vector2 reach = reach_of(pair);
  Vector2 u = line;
  Scan scan = scan_many(pair, u);
  for (int round = 0; round < kMostRounds; ++round) {
    if (scan.gap > gap_error(reach, u)) return Verdict::separated;
    const PolygonWindows windows{window_about(*pair.a, scan.a), window_about(*pair.b, scan.b)};
    const Greatest a = best_edge<8>(pair.frame_a, windows.a, windows.b);
    const Greatest b = best_edge<8>(pair.frame_b, windows.b, windows.a);
    if (!(a.value > pair.error) && !(b.value > pair.error)) break;
    u = b.value > a.value ? normal_of_b(pair, {windows.b.normal_x[b.at], windows.b.normal_y[b.at]})
                          : normal_of_a(pair, {windows.a.normal_x[a.at], windows.a.normal_y[a.at]});
    scan = scan_many(pair, u);
  }
  return Verdict::undecided;
}

void measure_polygons(const Pair<2>& pair, PolygonVerdict& answer) {
  PolygonPair placed;
  if (!place_polygons(pair, placed)) return;
  const Vector2 line = line_of_centres(placed);
  answer.verdict = verdict_by_balls(pair, placed, line);
  answer.stage = Stage::bounds;
  if (answer.verdict != Verdict::undecided) return;
  const std::int32_t most = std::max(placed.a->count, placed.b->count);
  if (most <= 4) {
    answer.verdict = verdict_of_few<4>(placed);
  } else if (most <= 8) {
    answer.verdict = verdict_of_few<8>(placed);
  } else if (most <= kMostPolygonEdges) {
    answer.verdict = verdict_of_all(placed);
  } else {
    answer.verdict = verdict_of_many(placed, line);
  }
  answer.stage = answer.verdict == Verdict::undecided ? Stage::none : Stage::filter;
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::sat {

HWY_EXPORT(measure_polygons);

PolygonVerdict quick_verdict(const Pair<2>& pair) {
  PolygonVerdict answer;
  HWY_DYNAMIC_DISPATCH(measure_polygons)(pair, answer);
  return answer;
}

}  // namespace sunder::detail::sat
#endif

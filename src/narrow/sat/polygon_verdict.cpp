// SPDX-License-Identifier: Apache-2.0
//
// Idea: C = K_A - K_B is a polygon, and each of its edges is parallel to one of a or of b. One gap
// above E separates; all gaps below -E prove an overlap (polygon_pair.hpp). Few edges are all
// measured at once, without a branch before the end. The cost of a query is then the latency from
// the first load to the last comparison.
#include "narrow/sat/polygon_verdict.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/sat/polygon_verdict.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/sat/polygon_few-inl.hpp"
#include "narrow/sat/polygon_search-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

/// Moves from window to window toward the greatest gap, and stops when no gap is positive.
HWY_INLINE Verdict verdict_of_many(const PolygonPair& pair, const Vector2& reach,
                                   const Vector2& line) {
  Vector2 u = line;
  for (int round = 0; round < kMostRounds; ++round) {
    const Scan scan = scan_many(pair, u);
    if (scan.gap > gap_error(reach, u)) return Verdict::separated;
    const PolygonWindows windows = windows_about(pair, scan);
    const BestEdge best = best_edge<8>(pair, windows);
    if (!(best.gap > pair.error)) break;
    const PolygonRows& edges = windows[best.of];
    u = edge_normal(pair, best.of, {edges.normal_x[best.edge], edges.normal_y[best.edge]});
  }
  return Verdict::undecided;
}

HWY_NOINLINE PolygonVerdict measure_many(const PosedPolygons& pair) {
  PolygonVerdict answer;
  PolygonPair placed;
  if (!place_polygons(pair, placed)) return answer;
  const Vector2 line = line_of_centres(placed);
  answer.verdict = verdict_by_balls(pair, placed, line);
  answer.stage = Stage::bounds;
  if (answer.verdict != Verdict::undecided) return answer;
  const std::int32_t most = std::max(placed.side[0].polygon->count, placed.side[1].polygon->count);
  answer.verdict = most <= kMostPolygonEdges
                       ? verdict_of_all(placed)
                       : verdict_of_many(placed, reach_of(pair, placed.offset), line);
  answer.stage = answer.verdict == Verdict::undecided ? Stage::none : Stage::filter;
  return answer;
}

/// Measures few vertices without ball tests, since the edges decide as fast and without an
/// unpredictable branch. There is a function for each count: for loads that both share, the
/// compiler chooses unsuitable registers.
template <std::size_t kCount>
HWY_NOINLINE PolygonVerdict measure_few(const Polygon& a, const Pose<2>& pose_a, const Polygon& b,
                                        const Pose<2>& pose_b) {
  const PosedPolygons pair{{&a, &pose_a}, {&b, &pose_b}};
  const PolygonScale scale = scale_of(pair);
  if (!scale.holds) return {};
  const Verdict verdict = verdict_of_few<kCount>(pair, scale.error);
  return {verdict, verdict == Verdict::undecided ? Stage::none : Stage::filter};
}

PolygonVerdict measure_polygons(const Polygon& a, const Pose<2>& pose_a, const Polygon& b,
                                const Pose<2>& pose_b) {
  const std::int32_t most = std::max(a.count, b.count);
  if (most <= 4) return measure_few<4>(a, pose_a, b, pose_b);
  if (most <= Polygon::kLanes) return measure_few<8>(a, pose_a, b, pose_b);
  return measure_many({{&a, &pose_a}, {&b, &pose_b}});
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::sat {

HWY_EXPORT(measure_polygons);

PolygonVerdict verdict_of_polygons(const Polygon& a, const Pose<2>& pose_a, const Polygon& b,
                                   const Pose<2>& pose_b) {
  return HWY_DYNAMIC_DISPATCH(measure_polygons)(a, pose_a, b, pose_b);
}

}  // namespace sunder::detail::sat
#endif

// SPDX-License-Identifier: Apache-2.0
//
// Idea: The edge with the greatest gap faces the nearest vertex or edge, or one of its ends is the
// nearest vertex. Polygons of few edges are measured whole. For many edges two windows are: eight
// edges about the extreme vertices along the best direction so far.
// Bound: Lemma 4 and Lemma N; a wrong guess proves nothing.
// Cost: One pass over the edges of few vertices. For many, a scan of both polygons and two windows
// of eight edges a round.
// Gives up: Where the bounds do not decide, and where the polygons are outside the ranges of
// polygon_pair.hpp.
#include "narrow/sat/polygon_distance.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/sat/polygon_distance.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/sat/polygon_facing-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

/// Measures few vertices without ball tests.
template <std::size_t kCount>
HWY_NOINLINE bool measure_nearest(const PosedPolygons& bodies, double width, Distance2& answer) {
  const PolygonScale scale = scale_of(bodies);
  const PolygonWindows rows{few_rows(*bodies.a.polygon, 0), few_rows(*bodies.b.polygon, 0)};
  return scale.holds && take_nearest<kCount>(bodies, rows, scale.error, width, answer);
}

HWY_INLINE bool set_overlap(Stage stage, Algorithm algorithm, Distance2& answer) {
  static_cast<Decision&>(answer) = {Verdict::overlapping, stage, algorithm, true};
  return true;
}

/// Measures windows about the extreme vertices along the best edge's normal, while they are others.
/// It is a function of its own, so that it adds no register pressure to the first windows.
HWY_NOINLINE bool measure_more_windows(const PosedPolygons& bodies, const PolygonPair& pair,
                                       Scan along, double width, Distance2& answer) {
  for (int round = 0; round < kMostRounds; ++round) {
    const PolygonWindows windows = windows_about(pair, along);
    const BestEdge best = best_edge<8>(pair, windows);
    if (!(best.gap > pair.error)) break;
    const PolygonRows& edges = windows[best.of];
    const Scan next = scan_many(
        pair, edge_normal(pair, best.of, {edges.normal_x[best.edge], edges.normal_y[best.edge]}));
    if (next.vertex == along.vertex) return false;
    if (take_nearest<8>(bodies, windows_about(pair, next), pair.error, width, answer)) return true;
    along = next;
  }
  const std::int32_t most = std::max(bodies.a.polygon->count, bodies.b.polygon->count);
  return most <= kMostPolygonEdges && verdict_of_all(pair) == Verdict::overlapping &&
         set_overlap(Stage::filter, Algorithm::sat, answer);
}

/// Measures many vertices in windows, first about the extreme vertices along the line of centres.
HWY_NOINLINE bool measure_windows(const PosedPolygons& bodies, double width, Distance2& answer) {
  PolygonPair pair;
  if (!place_polygons(bodies, pair)) return false;
  const Vector2 line = line_of_centres(pair);
  if (verdict_by_balls(bodies, pair, line) == Verdict::overlapping) {
    return set_overlap(Stage::bounds, Algorithm::automatic, answer);
  }
  const Scan along = scan_many(pair, line);
  return take_nearest<8>(bodies, windows_about(pair, along), pair.error, width, answer) ||
         measure_more_windows(bodies, pair, along, width, answer);
}

bool measure_polygons_apart(const Polygon& a, const Pose<2>& pose_a, const Polygon& b,
                            const Pose<2>& pose_b, double width, Distance2& answer) {
  const std::int32_t most = std::max(a.count, b.count);
  const PosedPolygons bodies{{&a, &pose_a}, {&b, &pose_b}};
  if (most <= 4) return measure_nearest<4>(bodies, width, answer);
  if (most <= Polygon::kLanes) return measure_nearest<8>(bodies, width, answer);
  return measure_windows(bodies, width, answer);
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::sat {

HWY_EXPORT(measure_polygons_apart);

bool quick_distance(const Polygon& a, const Pose<2>& pose_a, const Polygon& b,
                    const Pose<2>& pose_b, double width, Distance2& answer) {
  return HWY_DYNAMIC_DISPATCH(measure_polygons_apart)(a, pose_a, b, pose_b, width, answer);
}

}  // namespace sunder::detail::sat
#endif

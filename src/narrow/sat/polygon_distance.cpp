// SPDX-License-Identifier: Apache-2.0
//
// Idea: edge_gaps() finds the edges of a and of b with the greatest gap. Polygons of few edges are
// measured whole. For many edges it measures two windows, eight edges about the extreme vertices
// along the best direction so far. The vertex nearest to such an edge is a guess, which
// polygon_proof.hpp bounds. The extreme vertices that this bound needs are the centres of the next
// windows.
// Bound: Lemma 4 (polygon_proof.hpp); a wrong guess makes the interval wide, not wrong.
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

#ifndef SUNDER_NARROW_SAT_POLYGON_DISTANCE
#define SUNDER_NARROW_SAT_POLYGON_DISTANCE
namespace sunder::detail::sat {

/// The data of one query.
struct PolygonQuestion {
  const PosedPolygons& bodies;
  const PolygonPair& pair;
  Vector2 reach;
  double width;   ///< Options::width
  bool is_rigid;  ///< is_nearly_rigid() of both
};

HWY_INLINE Vector2 world_point(const PosedPolygon& body, const Vector2& v) noexcept {
  const Vector2 x = turned(linear_data(*body.pose), v);
  return {x[0] + body.pose->offset(0), x[1] + body.pose->offset(1)};
}

HWY_INLINE void set_points(const PolygonQuestion& question, const NearestFeatures& f,
                           Distance2& answer) noexcept {
  const Vector2 foot{(1 - f.share) * f.from[0] + f.share * f.to[0],
                     (1 - f.share) * f.from[1] + f.share * f.to[1]};
  answer.witness->point_a = world_point(question.bodies.a, f.edge_of == 0 ? foot : f.vertex);
  answer.witness->point_b = world_point(question.bodies.b, f.edge_of == 0 ? f.vertex : foot);
}

/// Accepts a guess if it proves a narrower interval. Returns true if that is narrow enough.
HWY_INLINE bool take_guess(const PolygonQuestion& question, const NearestFeatures& features,
                           const NearestPoints& points, double least, Distance2& answer) noexcept {
  if (!set_interval(question.reach, points, least, answer)) return false;
  static_cast<Decision&>(answer) = {Verdict::separated, Stage::filter, Algorithm::sat, true};
  set_points(question, features, answer);
  return is_narrow_for(question.bodies, question.width, answer);
}

/// If the pose is nearly a similarity, the length of a mapped normal is exact to a few units.
HWY_INLINE bool is_nearly_rigid(const PolygonPair& pair, const Pose<2>& pose,
                                std::size_t of) noexcept {
  const double sigma = greatest_singular_value(pose);
  return sigma * sigma <= 1.25 * pair.side[of].frame.determinant;
}

}  // namespace sunder::detail::sat
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

/// Bounds a guess whose own gap gives a wide interval, by a scan of both bodies along its
/// direction.
template <std::size_t kCount>
HWY_INLINE bool take_scanned(const PolygonQuestion& question, const PolygonWindows& rows,
                             const NearestFeatures& f, const NearestPoints& points,
                             Distance2& answer) {
  const hn::CappedTag<double, kCount> lanes;
  const Vector2& u = points.direction;
  const Scan along = scan<kCount>(lanes, question.pair, rows, {kCount, kCount}, u);
  return take_guess(question, f, points, along.gap - gap_error(question.reach, u), answer);
}

/// Measures all edges of two polygons of up to kCount vertices.
template <std::size_t kCount>
HWY_INLINE bool measure_few(const PolygonQuestion& question, Distance2& answer) {
  const PolygonPair& pair = question.pair;
  const PolygonWindows rows{few_rows(*pair.side[0].polygon, 0), few_rows(*pair.side[1].polygon, 0)};
  const BestEdge best = best_edge<kCount>(pair, rows);
  if (!(best.gap > pair.error)) {
    if (verdict_of_few<kCount>(question.bodies, pair.error) != Verdict::overlapping) return false;
    static_cast<Decision&>(answer) = {Verdict::overlapping, Stage::filter, Algorithm::sat, true};
    return true;
  }
  const NearestFeatures f = features_of<kCount>(pair, rows, best.of, best.edge);
  const NearestPoints points = nearest_points(pair, f);
  if (f.is_inside_edge() && question.is_rigid &&
      take_guess(question, f, points, best.gap - pair.error, answer)) {
    return true;
  }
  if (take_scanned<kCount>(question, rows, f, points, answer)) return true;
  // If two edges are parallel, possibly only one faces a vertex.
  const NearestFeatures other = features_of<kCount>(pair, rows, 1 - best.of, best.other_edge);
  return take_scanned<kCount>(question, rows, other, nearest_points(pair, other), answer);
}

/// Moves from window to window while the scans find other vertices.
HWY_INLINE bool measure_many(const PolygonQuestion& question, const Vector2& line,
                             Distance2& answer) {
  const PolygonPair& pair = question.pair;
  Scan last = scan_many(pair, line);
  bool again = false;
  for (int round = 0; round < kMostRounds; ++round) {
    const PolygonWindows windows = windows_about(pair, last);
    const BestEdge best = best_edge<8>(pair, windows);
    if (!(best.gap > pair.error)) return false;
    const NearestFeatures f = again ? features_of<8>(pair, windows, 1 - best.of, best.other_edge)
                                    : features_of<8>(pair, windows, best.of, best.edge);
    const NearestPoints points = nearest_points(pair, f);
    const Scan scan = scan_many(pair, points.direction);
    const double least = scan.gap - gap_error(question.reach, points.direction);
    if (take_guess(question, f, points, least, answer)) return true;
    const bool stays = scan.vertex == last.vertex;
    if (stays && again) return false;
    again = stays;
    last = scan;
  }
  return false;
}

/// Measures few vertices without ball tests.
template <std::size_t kCount>
HWY_NOINLINE bool measure_nearest(const PosedPolygons& bodies, double width, Distance2& answer) {
  const PolygonScale scale = scale_of(bodies);
  const PolygonWindows rows{few_rows(*bodies.a.polygon, 0), few_rows(*bodies.b.polygon, 0)};
  return scale.holds && take_nearest<kCount>(bodies, rows, scale.error, width, answer);
}

/// Measures many vertices in the windows about the extreme vertices along the line of centres.
HWY_NOINLINE bool measure_windows(const PosedPolygons& bodies, double width, Distance2& answer) {
  PolygonPair pair;
  if (!place_polygons(bodies, pair)) return false;
  const Vector2 line = line_of_centres(pair);
  if (verdict_by_balls(bodies, pair, line) == Verdict::overlapping) {
    static_cast<Decision&>(answer) = {Verdict::overlapping, Stage::bounds, Algorithm::automatic,
                                      true};
    return true;
  }
  const PolygonWindows windows = windows_about(pair, scan_many(pair, line));
  return take_nearest<8>(bodies, windows, pair.error, width, answer);
}

/// Measures after no narrow proof: all edges of few vertices, or one window after another of many.
/// It is a function of its own, so that it adds no register pressure to the others.
HWY_NOINLINE bool measure_thoroughly(const PosedPolygons& bodies, double width, Distance2& answer) {
  PolygonPair pair;
  if (!place_polygons(bodies, pair)) return false;
  const PolygonQuestion question{
      bodies, pair, reach_of(bodies, pair.offset), width,
      is_nearly_rigid(pair, *bodies.a.pose, 0) && is_nearly_rigid(pair, *bodies.b.pose, 1)};
  const std::int32_t most = std::max(bodies.a.polygon->count, bodies.b.polygon->count);
  if (most <= 4) return measure_few<4>(question, answer);
  if (most <= Polygon::kLanes) return measure_few<8>(question, answer);
  if (measure_many(question, line_of_centres(pair), answer)) return true;
  if (answer.verdict == Verdict::undecided && most <= kMostPolygonEdges &&
      verdict_of_all(pair) == Verdict::overlapping) {
    static_cast<Decision&>(answer) = {Verdict::overlapping, Stage::filter, Algorithm::sat, true};
    return true;
  }
  return false;
}

bool measure_polygons_apart(const Polygon& a, const Pose<2>& pose_a, const Polygon& b,
                            const Pose<2>& pose_b, double width, Distance2& answer) {
  const std::int32_t most = std::max(a.count, b.count);
  const PosedPolygons bodies{{&a, &pose_a}, {&b, &pose_b}};
  const bool proven = most <= 4                 ? measure_nearest<4>(bodies, width, answer)
                      : most <= Polygon::kLanes ? measure_nearest<8>(bodies, width, answer)
                                                : measure_windows(bodies, width, answer);
  return proven || measure_thoroughly(bodies, width, answer);
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

// SPDX-License-Identifier: Apache-2.0
//
// Of the edges of C those of a and of b whose gap is the greatest are found by edge_gaps(): of a few
// all at once, of many those of two windows, eight edges about the extreme vertices along the best
// direction known. The vertex nearest to such an edge makes a guess, polygon_proof.hpp bounds it,
// and the extreme vertices that this needs are where the next windows lie.
#include "narrow/sat/polygon_distance.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/sat/polygon_distance.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/sat/polygon_search-inl.hpp"

#ifndef SUNDER_NARROW_SAT_POLYGON_DISTANCE
#define SUNDER_NARROW_SAT_POLYGON_DISTANCE
namespace sunder::detail::sat {

/// What is known of one question.
struct PolygonQuestion {
  const Pair<2>& bodies;
  const PolygonPair& pair;
  Vector2 reach;
  double size;    ///< no more than the largest absolute world coordinate, but for rounding
  double width;   ///< Options::width
  bool is_rigid;  ///< is_nearly_rigid() of both
};

/// By the inscribed balls.
HWY_INLINE double least_world_size(const Body<2>& body, const Polygon& polygon) noexcept {
  const double* const r = body.pose->linear_data();
  const double x = r[0] * polygon.centre[0] + r[1] * polygon.centre[1] + body.pose->offset(0);
  const double y = r[2] * polygon.centre[0] + r[3] * polygon.centre[1] + body.pose->offset(1);
  return std::max(std::fabs(x), std::fabs(y)) + polygon.inscribed * body.pose->least_stretch();
}

HWY_INLINE bool is_narrow(const PolygonQuestion& question, const Distance2& answer) noexcept {
  const double spread = answer.upper - answer.lower;
  if (question.width > 0) return spread <= question.width * answer.lower;
  return spread <= std::max(1e-12 * answer.lower, 64 * kUnit * question.size);
}

HWY_INLINE Vector2 world_point(const Body<2>& body, const Vector2& v) noexcept {
  const Vector2 x = turned(body.pose->linear_data(), v);
  return {x[0] + body.pose->offset(0), x[1] + body.pose->offset(1)};
}

HWY_INLINE void set_points(const PolygonQuestion& question, const NearestFeatures& f,
                           Distance2& answer) noexcept {
  const Vector2 foot{(1 - f.share) * f.from[0] + f.share * f.to[0],
                     (1 - f.share) * f.from[1] + f.share * f.to[1]};
  answer.point_a = world_point(question.bodies.a, f.edge_of == 0 ? foot : f.vertex);
  answer.point_b = world_point(question.bodies.b, f.edge_of == 0 ? f.vertex : foot);
}

/// Takes a guess in if it proves a narrower interval. True where that is narrow enough.
HWY_INLINE bool take_guess(const PolygonQuestion& question, const NearestFeatures& features,
                           const NearestPoints& points, double least, Distance2& answer) noexcept {
  if (!set_interval(question.reach, points, least, answer)) return false;
  answer.verdict = {Verdict::separated, Stage::filter, Algorithm::sat, true};
  set_points(question, features, answer);
  return is_narrow(question, answer);
}

/// Where the pose hardly stretches the body, the length of a mapped normal is exact to a few units.
HWY_INLINE bool is_nearly_rigid(const PolygonPair& pair, const Pose<2>& pose,
                                std::size_t of) noexcept {
  const double sigma = pose.greatest_stretch();
  return sigma * sigma <= 1.25 * pair.side[of].frame.determinant;
}

}  // namespace sunder::detail::sat
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

/// A guess that the gap's own bound proves wide, with a scan of both bodies along its direction.
template <std::size_t kCount>
HWY_INLINE bool take_scanned(const PolygonQuestion& question, const PolygonWindows& rows,
                             const NearestFeatures& f, const NearestPoints& points,
                             Distance2& answer) {
  const hn::CappedTag<double, kCount> lanes;
  const Vector2& u = points.direction;
  const Scan along = scan<kCount>(lanes, question.pair, rows, {kCount, kCount}, u);
  return take_guess(question, f, points, along.gap - gap_error(question.reach, u), answer);
}

/// All edges of two polygons of up to kCount vertices.
template <std::size_t kCount>
HWY_INLINE bool measure_few(const PolygonQuestion& question, Distance2& answer) {
  const PolygonPair& pair = question.pair;
  const PolygonWindows rows{few_rows(*pair.side[0].polygon, 0), few_rows(*pair.side[1].polygon, 0)};
  const BestEdge best = best_edge<kCount>(pair, rows);
  if (!(best.gap > pair.error)) {
    if (verdict_of_few<kCount>(pair) != Verdict::overlapping) return false;
    answer.verdict = {Verdict::overlapping, Stage::filter, Algorithm::sat, true};
    return true;
  }
  const NearestFeatures f = features_of<kCount>(pair, rows, best.of, best.edge);
  const NearestPoints points = nearest_points(pair, f);
  if (f.is_inside_edge() && question.is_rigid &&
      take_guess(question, f, points, best.gap - pair.error, answer)) {
    return true;
  }
  if (take_scanned<kCount>(question, rows, f, points, answer)) return true;
  // Of parallel edges only one may face a vertex.
  const NearestFeatures other = features_of<kCount>(pair, rows, 1 - best.of, best.other_edge);
  return take_scanned<kCount>(question, rows, other, nearest_points(pair, other), answer);
}

/// From window to window, as long as the scans find other vertices.
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

void measure_polygons_apart(const Pair<2>& bodies, double width, Distance2& answer, bool& narrow) {
  PolygonPair pair;
  if (!place_polygons(bodies, pair)) return;
  const Vector2 line = line_of_centres(pair);
  if (verdict_by_balls(bodies, pair, line) == Verdict::overlapping) {
    answer.verdict = {Verdict::overlapping, Stage::bounds, Algorithm::automatic, true};
    return;
  }
  const Polygon& a = *pair.side[0].polygon;
  const Polygon& b = *pair.side[1].polygon;
  const PolygonQuestion question{
      bodies,
      pair,
      reach_of(pair),
      std::max(least_world_size(bodies.a, a), least_world_size(bodies.b, b)),
      width,
      is_nearly_rigid(pair, *bodies.a.pose, 0) && is_nearly_rigid(pair, *bodies.b.pose, 1)};
  const std::int32_t most = std::max(a.count, b.count);
  if (most <= 4) {
    narrow = measure_few<4>(question, answer);
  } else if (most <= 8) {
    narrow = measure_few<8>(question, answer);
  } else {
    narrow = measure_many(question, line, answer);
    if (answer.verdict.verdict == Verdict::undecided && most <= kMostPolygonEdges &&
        verdict_of_all(pair) == Verdict::overlapping) {
      answer.verdict = {Verdict::overlapping, Stage::filter, Algorithm::sat, true};
    }
  }
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::sat {

HWY_EXPORT(measure_polygons_apart);

bool quick_distance(const Pair<2>& pair, double width, Distance2& answer) {
  bool narrow = false;
  HWY_DYNAMIC_DISPATCH(measure_polygons_apart)(pair, width, answer, narrow);
  return narrow;
}

}  // namespace sunder::detail::sat
#endif

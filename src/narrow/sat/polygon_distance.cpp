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
  double size;   ///< no more than the largest absolute world coordinate, but for rounding
  double width;  ///< Options::width
};

/// By the inscribed balls.
HWY_INLINE double least_world_size(const Body<2>& body, const Polygon& polygon) noexcept {
  const double* const r = body.pose->linear_data();
  const double x = r[0] * polygon.centre[0] + r[1] * polygon.centre[1] + body.pose->offset(0);
  const double y = r[2] * polygon.centre[0] + r[3] * polygon.centre[1] + body.pose->offset(1);
  return std::max(std::fabs(x), std::fabs(y)) + polygon.inscribed * body.pose->least_stretch();
}

HWY_INLINE bool is_narrow(const PolygonQuestion& question, const PolygonDistance& answer) noexcept {
  const double spread = answer.upper - answer.lower;
  if (question.width > 0) return spread <= question.width * answer.lower;
  return spread <= std::max(1e-12 * answer.lower, 64 * kUnit * question.size);
}

HWY_INLINE Vector2 world_point(const Body<2>& body, const Vector2& v) noexcept {
  const Vector2 x = turned(body.pose->linear_data(), v);
  return {x[0] + body.pose->offset(0), x[1] + body.pose->offset(1)};
}

HWY_INLINE void set_points(const PolygonQuestion& question, const NearestFeatures& f,
                           PolygonDistance& answer) noexcept {
  const Vector2 foot{(1 - f.share) * f.from[0] + f.share * f.to[0],
                     (1 - f.share) * f.from[1] + f.share * f.to[1]};
  answer.point_a = world_point(question.bodies.a, f.edge_of_b ? f.vertex : foot);
  answer.point_b = world_point(question.bodies.b, f.edge_of_b ? foot : f.vertex);
}

HWY_INLINE void set_overlap(Stage stage, PolygonDistance& answer) noexcept {
  answer.verdict = Verdict::overlapping;
  answer.stage = stage;
}

/// Takes a guess in if it proves a narrower interval. True where that is narrow enough.
HWY_INLINE bool take_guess(const PolygonQuestion& question, const NearestFeatures& features,
                           const NearestPoints& points, double gap,
                           PolygonDistance& answer) noexcept {
  if (!set_distance(question.reach, points, gap, answer)) return false;
  answer.verdict = Verdict::separated;
  answer.stage = Stage::filter;
  set_points(question, features, answer);
  answer.is_narrow = is_narrow(question, answer);
  return answer.is_narrow;
}

}  // namespace sunder::detail::sat
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

/// Guesses that an edge of one window and the vertex of the other that is nearest to it are the
/// nearest features. `next` is the edge's other end.
template <std::size_t kCount>
HWY_INLINE NearestFeatures features_of(const PolygonPair& pair, const PolygonWindows& windows,
                                       bool edge_of_b, std::int32_t edge, std::int32_t next) {
  const PolygonRows& edges = edge_of_b ? windows.b : windows.a;
  const PolygonRows& vertices = edge_of_b ? windows.a : windows.b;
  NearestFeatures f;
  f.edge_of_b = edge_of_b;
  f.from = {edges.x[edge], edges.y[edge]};
  f.to = {edges.x[next], edges.y[next]};
  f.normal = {edges.normal_x[edge], edges.normal_y[edge]};
  const PolygonFrame& frame = edge_of_b ? pair.frame_b : pair.frame_a;
  const Foot foot = nearest_vertex<kCount>(seen_from_edge(frame, f.from, f.to), vertices);
  f.vertex = {vertices.x[foot.vertex], vertices.y[foot.vertex]};
  f.share = foot.share;
  return f;
}

/// The next end of an edge in a window.
HWY_INLINE std::int32_t next_in_window(const Polygon& polygon, std::int32_t edge) {
  return polygon.count <= Polygon::kLanes && edge + 1 >= polygon.count ? 0 : edge + 1;
}

template <std::size_t kCount>
HWY_INLINE bool try_few(const PolygonQuestion& question, const PolygonWindows& rows, bool edge_of_b,
                        std::int32_t edge, PolygonDistance& answer) {
  const PolygonPair& pair = question.pair;
  const NearestFeatures f = features_of<kCount>(
      pair, rows, edge_of_b, edge, next_in_window(edge_of_b ? *pair.b : *pair.a, edge));
  const NearestPoints points = nearest_points(pair, f);
  return take_guess(question, f, points, scan_few<kCount>(pair, points.direction).gap, answer);
}

/// `scan` is that of the guess.
HWY_INLINE bool try_many(const PolygonQuestion& question, const PolygonWindows& windows,
                         bool edge_of_b, std::int32_t edge, Scan& scan, PolygonDistance& answer) {
  const PolygonPair& pair = question.pair;
  const NearestFeatures f = features_of<8>(pair, windows, edge_of_b, edge,
                                           next_in_window(edge_of_b ? *pair.b : *pair.a, edge));
  const NearestPoints points = nearest_points(pair, f);
  scan = scan_many(pair, points.direction);
  return take_guess(question, f, points, scan.gap, answer);
}

/// By how much longer the normals of b's edges are than those of a's.
HWY_INLINE double normal_ratio(const PolygonPair& pair) {
  return std::sqrt(pair.frame_a.determinant / pair.frame_b.determinant);
}

/// All edges of two polygons of up to kCount vertices.
template <std::size_t kCount>
HWY_INLINE void measure_few(const PolygonQuestion& question, PolygonDistance& answer) {
  const PolygonPair& pair = question.pair;
  const PolygonWindows rows{few_rows(*pair.a), few_rows(*pair.b)};
  const Greatest a = best_edge<kCount>(pair.frame_a, rows.a, rows.b);
  const Greatest b = best_edge<kCount>(pair.frame_b, rows.b, rows.a);
  if (!(a.value > pair.error) && !(b.value > pair.error)) {
    if (a.value < -pair.error && b.value < -pair.error) set_overlap(Stage::filter, answer);
    return;
  }
  const bool of_b = b.value * normal_ratio(pair) > a.value;
  // The second try is for parallel edges, of which only one may face a vertex.
  if (try_few<kCount>(question, rows, of_b, of_b ? b.at : a.at, answer)) return;
  try_few<kCount>(question, rows, !of_b, of_b ? a.at : b.at, answer);
}

/// From window to window, as long as the scans find other vertices.
HWY_INLINE void measure_many(const PolygonQuestion& question, const Vector2& line,
                             PolygonDistance& answer) {
  constexpr int kMostRounds = 8;
  const PolygonPair& pair = question.pair;
  Scan scan = scan_many(pair, line);
  for (int round = 0; round < kMostRounds; ++round) {
    const PolygonWindows windows{window_about(*pair.a, scan.a), window_about(*pair.b, scan.b)};
    const Greatest a = best_edge<8>(pair.frame_a, windows.a, windows.b);
    const Greatest b = best_edge<8>(pair.frame_b, windows.b, windows.a);
    if (!(a.value > pair.error) && !(b.value > pair.error)) return;
    const bool of_b = b.value * normal_ratio(pair) > a.value;
    const Scan last = scan;
    if (try_many(question, windows, of_b, of_b ? b.at : a.at, scan, answer)) return;
    if (scan.a != last.a || scan.b != last.b) continue;
    if (try_many(question, windows, !of_b, of_b ? a.at : b.at, scan, answer)) return;
    if (scan.a == last.a && scan.b == last.b) return;
  }
}

void measure_polygons_apart(const Pair<2>& bodies, double width, PolygonDistance& answer) {
  PolygonPair pair;
  if (!place_polygons(bodies, pair)) return;
  const Vector2 line = line_of_centres(pair);
  if (verdict_by_balls(bodies, pair, line) == Verdict::overlapping) {
    set_overlap(Stage::bounds, answer);
    return;
  }
  const PolygonQuestion question{
      bodies, pair, reach_of(pair),
      std::max(least_world_size(bodies.a, *pair.a), least_world_size(bodies.b, *pair.b)), width};
  const std::int32_t most = std::max(pair.a->count, pair.b->count);
  if (most <= 4) {
    measure_few<4>(question, answer);
  } else if (most <= 8) {
    measure_few<8>(question, answer);
  } else {
    measure_many(question, line, answer);
    if (answer.verdict == Verdict::undecided && most <= kMostPolygonEdges) {
      if (verdict_of_all(pair) == Verdict::overlapping) set_overlap(Stage::filter, answer);
    }
  }
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::sat {

HWY_EXPORT(measure_polygons_apart);

PolygonDistance quick_distance(const Pair<2>& pair, double width) {
  PolygonDistance answer;
  HWY_DYNAMIC_DISPATCH(measure_polygons_apart)(pair, width, answer);
  return answer;
}

}  // namespace sunder::detail::sat
#endif

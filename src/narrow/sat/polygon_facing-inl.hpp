// SPDX-License-Identifier: Apache-2.0
//
// The distance of two polygons from what polygon_nearest-inl.hpp chose, proven by polygon_proof.hpp:
// the two points bound it from above, the gap that the placed vertices leave from below.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_SAT_POLYGON_FACING_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SAT_POLYGON_FACING_INL_HPP
#undef SUNDER_NARROW_SAT_POLYGON_FACING_INL_HPP
#else
#define SUNDER_NARROW_SAT_POLYGON_FACING_INL_HPP
#endif

#include <hwy/highway.h>

#include "narrow/sat/polygon_nearest-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

/// Two points that may be the nearest, seen from the origin of a.
struct Facing {
  NearestPoints points;
  Vector2 on_a, on_b;
};

template <std::size_t kCount>
HWY_INLINE Facing facing_vertices(const PlacedVertices<kCount>& a,
                                  const PlacedVertices<kCount>& b) {
  const auto [i, j] = nearest_vertices(a, b);
  Facing facing;
  facing.on_a = {a.x[i], a.y[i]};
  facing.on_b = {b.x[j], b.y[j]};
  const Vector2 mean{facing.on_a[0] - facing.on_b[0], facing.on_a[1] - facing.on_b[1]};
  facing.points = {mean, {std::fabs(mean[0]), std::fabs(mean[1])}, {-mean[0], -mean[1]}};
  return facing;
}

/// False if the vertex is beyond an end of the edge.
template <std::size_t kCount>
HWY_INLINE bool face_edge(const PlacedVertices<kCount>& of_edge,
                          const PlacedVertices<kCount>& of_vertex, const BestGap& best,
                          std::int32_t next, Facing& facing) {
  const Vector2 from{of_edge.x[best.edge], of_edge.y[best.edge]};
  const Vector2 to{of_edge.x[next], of_edge.y[next]};
  const Vector2 vertex{of_vertex.x[best.vertex], of_vertex.y[best.vertex]};
  const Vector2 along{to[0] - from[0], to[1] - from[1]};
  const Vector2 first{from[0] - vertex[0], from[1] - vertex[1]};
  const Vector2 last{to[0] - vertex[0], to[1] - vertex[1]};
  const double squared = along[0] * along[0] + along[1] * along[1];
  const double before = -(first[0] * along[0] + first[1] * along[1]);
  if (!(before > 0 && before < squared)) return false;
  const double share = std::min(before / squared, 1.0);
  const double rest = 1 - share;
  const double sign = best.of == 0 ? 1 : -1;
  const Vector2 foot{rest * from[0] + share * to[0], rest * from[1] + share * to[1]};
  facing.on_a = best.of == 0 ? foot : vertex;
  facing.on_b = best.of == 0 ? vertex : foot;
  for (std::size_t l = 0; l < 2; ++l) {
    facing.points.mean[l] = sign * (rest * first[l] + share * last[l]);
    facing.points.size[l] = rest * std::fabs(first[l]) + share * std::fabs(last[l]);
  }
  return true;
}

/// Two windows in the world, and what their proofs need.
template <std::size_t kCount>
struct PlacedWindows {
  std::array<PlacedVertices<kCount>, 2> placed;
  std::array<std::int32_t, 2> counts;
  std::array<bool, 2> whole;  ///< the window is all of the polygon
  Vector2 reach;
};
template <std::size_t kCount>
HWY_INLINE void place_windows(const Pair<2>& bodies, const PolygonWindows& rows,
                              PlacedWindows<kCount>& windows) {
  const Vector2 offset{bodies.b.pose->offset(0) - bodies.a.pose->offset(0),
                       bodies.b.pose->offset(1) - bodies.a.pose->offset(1)};
  place(bodies.a.pose->linear_data(), {0, 0}, rows[0], windows.placed[0]);
  place(bodies.b.pose->linear_data(), offset, rows[1], windows.placed[1]);
  windows.counts = {bodies.a.hull->polygon->count, bodies.b.hull->polygon->count};
  windows.whole = {windows.counts[0] <= Polygon::kLanes, windows.counts[1] <= Polygon::kLanes};
  windows.reach = reach_of(bodies, offset);
}

/// The best edge and the vertex it faces, or where it faces none false.
template <std::size_t kCount>
HWY_INLINE bool face_best_edge(const Pair<2>& bodies, const PolygonWindows& rows,
                               const PlacedWindows<kCount>& windows, const BestGap& best,
                               Facing& facing) {
  const bool inside = best.edge + 1 < std::int32_t{kCount};
  if (!inside && !windows.whole[best.of]) return false;
  const std::int32_t next = best.edge + 1 - (inside ? 0 : windows.counts[best.of]);
  if (!face_edge(windows.placed[best.of], windows.placed[1 - best.of], best, next, facing)) {
    return false;
  }
  const PolygonRows& edges = rows[best.of];
  const Pose<2>& pose = best.of == 0 ? *bodies.a.pose : *bodies.b.pose;
  facing.points.direction = edge_normal(pose.linear_data(), best.of,
                                        {edges.normal_x[best.edge], edges.normal_y[best.edge]});
  return true;
}

/// Takes in what two points prove. True if that is narrow.
template <std::size_t kCount>
HWY_INLINE bool prove_facing(const Pair<2>& bodies, const PlacedWindows<kCount>& windows,
                             const Facing& facing, double width, Distance2& answer) {
  const auto& [a, b] = windows.placed;
  const Vector2& u = facing.points.direction;
  const double slack = gap_error(windows.reach, u);
  const WindowGap gap = gap_along(u, a, b);
  if (!holds_beyond(gap, u, a, b, windows.whole, slack)) return false;
  const double least = (gap.bottom - gap.top) - slack;
  if (!set_interval(windows.reach, facing.points, least, answer)) return false;
  for (std::size_t l = 0; l < 2; ++l) {
    const double origin = bodies.a.pose->offset(static_cast<int>(l));
    answer.point_a[l] = facing.on_a[l] + origin;
    answer.point_b[l] = facing.on_b[l] + origin;
  }
  answer.verdict = {Verdict::separated, Stage::filter, Algorithm::sat, true};
  return is_narrow_for(bodies, width, answer);
}

/// Proves what two windows hold. True if that is narrow, or an overlap; otherwise the answer may
/// hold an interval that is not. Two vertices are looked at second: far apart they are the nearest
/// every other time, and a guess that fails costs more than the edges do.
template <std::size_t kCount>
HWY_INLINE bool take_nearest(const Pair<2>& bodies, const PolygonWindows& rows, double error,
                             double width, Distance2& answer) {
  const BestGap best = best_gap<kCount>(bodies, rows, error);
  const bool few = bodies.a.hull->polygon->count <= Polygon::kLanes &&
                   bodies.b.hull->polygon->count <= Polygon::kLanes;
  if (!(best.gap > 0)) {
    if (!(best.all_below && few)) return false;
    answer.verdict = {Verdict::overlapping, Stage::filter, Algorithm::sat, true};
    return true;
  }
  PlacedWindows<kCount> windows;
  Facing facing;
  place_windows(bodies, rows, windows);
  if (!face_best_edge(bodies, rows, windows, best, facing)) {
    facing = facing_vertices(windows.placed[0], windows.placed[1]);
  }
  return prove_facing(bodies, windows, facing, width, answer);
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

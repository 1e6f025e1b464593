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

/// Proves what two windows hold. True if that is narrow, or an overlap. An answer that is not told
/// here is left undecided.
template <std::size_t kCount>
HWY_INLINE bool take_nearest(const Pair<2>& bodies, const PolygonWindows& rows, double error,
                             double width, Distance2& answer) {
  const std::array<std::int32_t, 2> counts{bodies.a.hull->polygon->count,
                                           bodies.b.hull->polygon->count};
  const std::array whole{counts[0] <= Polygon::kLanes, counts[1] <= Polygon::kLanes};
  const BestGap best = best_gap<kCount>(bodies, rows, error);
  if (!(best.gap > 0)) {
    if (!(best.all_below && whole[0] && whole[1])) return false;
    answer.verdict = {Verdict::overlapping, Stage::filter, Algorithm::sat, true};
    return true;
  }
  const std::array<const Pose<2>*, 2> poses{bodies.a.pose, bodies.b.pose};
  const Vector2 offset{poses[1]->offset(0) - poses[0]->offset(0),
                       poses[1]->offset(1) - poses[0]->offset(1)};
  std::array<PlacedVertices<kCount>, 2> placed;
  place(poses[0]->linear_data(), {0, 0}, rows[0], placed[0]);
  place(poses[1]->linear_data(), offset, rows[1], placed[1]);
  Facing facing;
  const bool inside = best.edge + 1 < std::int32_t{kCount} || whole[best.of];
  const std::int32_t next =
      best.edge + 1 - (best.edge + 1 < std::int32_t{kCount} ? 0 : counts[best.of]);
  if (inside && face_edge(placed[best.of], placed[1 - best.of], best, next, facing)) {
    const PolygonRows& edges = rows[best.of];
    facing.points.direction = edge_normal(poses[best.of]->linear_data(), best.of,
                                          {edges.normal_x[best.edge], edges.normal_y[best.edge]});
  } else {
    facing = facing_vertices(placed[0], placed[1]);
  }
  const Vector2& u = facing.points.direction;
  const Vector2 reach = reach_of(bodies, offset);
  const double slack = gap_error(reach, u);
  const WindowGap gap = gap_along(u, placed[0], placed[1]);
  if (!holds_beyond(gap, u, placed[0], placed[1], whole, slack)) return false;
  if (!set_interval(reach, facing.points, (gap.bottom - gap.top) - slack, answer)) return false;
  for (std::size_t l = 0; l < 2; ++l) {
    const double origin = poses[0]->offset(static_cast<int>(l));
    answer.point_a[l] = facing.on_a[l] + origin;
    answer.point_b[l] = facing.on_b[l] + origin;
  }
  answer.verdict = {Verdict::separated, Stage::filter, Algorithm::sat, true};
  return is_narrow_for(bodies, width, answer);
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// SPDX-License-Identifier: Apache-2.0
//
// Computes the distance of two polygons from the features that polygon_nearest-inl.hpp chose. It is
// along an edge's normal if a vertex, or a parallel edge, lies over the edge, else between two
// vertices.
//
// A vertex of a convex polygon is extreme along u if it is higher than its two neighbours, because
// heights along the corners rise once and fall once. Only the vertices about the features are
// therefore compared, and the comparisons are off the critical path of the answer. For two vertices
// of one body, rounding changes the difference of their heights by less than twice gap_error(),
// since each is within reach.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_SAT_POLYGON_FACING_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SAT_POLYGON_FACING_INL_HPP
#undef SUNDER_NARROW_SAT_POLYGON_FACING_INL_HPP
#else
#define SUNDER_NARROW_SAT_POLYGON_FACING_INL_HPP
#endif

#include <hwy/highway.h>

#include "narrow/sat/bounds.hpp"
#include "narrow/sat/polygon_nearest-inl.hpp"
#include "narrow/sat/polygon_proof.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

/// Two windows in the world, and the inputs of their proofs.
template <std::size_t kCount>
struct PlacedWindows {
  std::array<PlacedVertices<kCount>, 2> placed;
  std::array<std::int32_t, 2> counts;
  std::array<bool, 2> whole;  ///< the window is the whole polygon
  Vector2 reach;
};
template <std::size_t kCount>
HWY_INLINE void place_windows(const PosedPolygons& bodies, const PolygonWindows& rows,
                              PlacedWindows<kCount>& windows) {
  const Vector2 offset{bodies.b.pose->offset(0) - bodies.a.pose->offset(0),
                       bodies.b.pose->offset(1) - bodies.a.pose->offset(1)};
  place(linear_data(*bodies.a.pose), {0, 0}, rows[0], windows.placed[0]);
  place(linear_data(*bodies.b.pose), offset, rows[1], windows.placed[1]);
  windows.counts = {bodies.a.polygon->count, bodies.b.polygon->count};
  windows.whole = {windows.counts[0] <= Polygon::kLanes, windows.counts[1] <= Polygon::kLanes};
  windows.reach = reach_of(bodies, offset);
}

/// Returns the index in a window `step` after another; negative if it is outside the window.
template <std::size_t kCount>
HWY_INLINE std::int32_t place_after(const PlacedWindows<kCount>& windows, std::size_t of,
                                    std::int32_t at, std::int32_t step) {
  const std::int32_t next = at + step;
  if (!windows.whole[of]) return next < std::int32_t{kCount} ? next : -1;
  const std::int32_t round = next < 0                     ? windows.counts[of]
                             : next >= windows.counts[of] ? -windows.counts[of]
                                                          : 0;
  return next + round;
}

/// Not an array: a loop over one keeps it in memory. Two numbers that were stored one by one stall
/// store forwarding when they are loaded as one vector.
using PlanePoint = Vec2<double>;

template <std::size_t kCount>
HWY_INLINE PlanePoint vertex_at(const PlacedWindows<kCount>& windows, std::size_t of,
                                std::int32_t at) {
  return {windows.placed[of].x[at], windows.placed[of].y[at]};
}

/// An edge, the vertices before and after it, and the vertex of the other body that may face it.
/// `over` is that vertex, or a point between it and `beside` if these are an edge parallel to this
/// one.
struct FacingEdge {
  PlanePoint before, from, to, after, vertex, beside, over;
};
/// Returns false if the window does not hold them all. `to` receives the index of the edge's other
/// end.
template <std::size_t kCount>
HWY_INLINE bool set_facing_edge(const PlacedWindows<kCount>& windows, const BestGap& best,
                                FacingEdge& f, std::int32_t& to) {
  const std::int32_t before = place_after(windows, best.of, best.edge, -1);
  to = place_after(windows, best.of, best.edge, 1);
  const std::int32_t after = place_after(windows, best.of, best.edge, 2);
  if ((before | to | after) < 0) return false;
  f.before = vertex_at(windows, best.of, before);
  f.from = vertex_at(windows, best.of, best.edge);
  f.to = vertex_at(windows, best.of, to);
  f.after = vertex_at(windows, best.of, after);
  f.vertex = vertex_at(windows, 1 - best.of, best.vertex);
  f.beside = f.vertex;
  f.over = f.vertex;
  return true;
}

/// The position of the vertex's foot along the edge's line, by its distances from the ends. A
/// difference of two placed vertices has an error of 5 units of reach. A product of two, with its
/// own roundings, has less than 8 times their sizes together.
struct Footing {
  double after_from, before_to, error;
  /// This is proven, not estimated.
  bool is_between() const noexcept { return (after_from > error) & (before_to > error); }
};
HWY_INLINE Footing footing_of(const FacingEdge& f, PlanePoint vertex, PlanePoint reach) noexcept {
  const PlanePoint first = Sub(vertex, f.from);
  const PlanePoint last = Sub(f.to, vertex);
  const PlanePoint along = Sub(f.to, f.from);
  const double x = (std::fabs(first.x) + std::fabs(last.x)) + std::fabs(along.x);
  const double y = (std::fabs(first.y) + std::fabs(last.y)) + std::fabs(along.y);
  const double error = kFootUnits * kUnit * (reach.x * x + reach.y * y) + kPolygonUnderflow;
  return {unfused_dot(first, along), unfused_dot(last, along), error};
}

/// Returns true if the computed normals of a posed body's edges are exact to 2^-29 of their length.
/// They lose 4 units an entry, at most 4 sqrt(2) u sigma together, of a length of at least det /
/// sigma.
HWY_INLINE bool turns_normals_well(const Pose<2>& pose) noexcept {
  const double sigma = greatest_singular_value(pose);
  return sigma * sigma <= kMostNormalCondition * determinant(linear_data(pose));
}

/// Tests a window that is not the whole polygon: its ends are proven to be above a height. All
/// vertices beyond are too, since otherwise the lowest of these would make a second fall.
template <std::size_t kCount>
HWY_INLINE bool ends_are_above(const PlacedWindows<kCount>& windows, std::size_t of, PlanePoint u,
                               double height) {
  return windows.whole[of] ||
         (unfused_dot(u, vertex_at(windows, of, 0)) > height &&
          unfused_dot(u, vertex_at(windows, of, std::int32_t{kCount} - 1)) > height);
}

/// Sets the answer if two points, relative to the origin of a, are the nearest. Mostly a vertex of
/// a body is far enough from the origin for the interval to be narrow; it is known before the
/// points.
HWY_INLINE bool set_apart(const PosedPolygons& bodies, PlanePoint on_a, PlanePoint on_b,
                          PlanePoint vertex, double width, Distance2& answer) {
  const double* const origin = offset_data(*bodies.a.pose);
  const double size = std::max(std::fabs(vertex.x + origin[0]), std::fabs(vertex.y + origin[1]));
  answer.witness->point_a[0] = on_a.x + origin[0];
  answer.witness->point_a[1] = on_a.y + origin[1];
  answer.witness->point_b[0] = on_b.x + origin[0];
  answer.witness->point_b[1] = on_b.y + origin[1];
  static_cast<Decision&>(answer) = {Verdict::separated, Stage::filter, Algorithm::sat, true};
  return (width == 0 && is_narrow_at(size, answer)) || is_narrow_for(bodies, width, answer);
}

/// Finds the edge beside the vertex that is parallel to this one up to rounding. The vertex may be
/// past one end of this edge; the other end of the edge beside it is proven not to be. Boundaries run
/// in opposite directions, so that the vertex before is farther along this edge.
template <std::size_t kCount>
HWY_INLINE bool set_edge_beside(const PlacedWindows<kCount>& windows, const BestGap& best,
                                const Footing& footing, PlanePoint normal, FacingEdge& f) {
  const bool before = footing.after_from < footing.before_to;
  const double past = before ? footing.after_from : footing.before_to;
  const double other = before ? footing.before_to : footing.after_from;
  const std::int32_t at = place_after(windows, 1 - best.of, best.vertex, before ? -1 : 1);
  if (at < 0 || !(other > footing.error)) return false;
  const PlanePoint beside = vertex_at(windows, 1 - best.of, at);
  const double slack = gap_error(windows.reach, {normal.x, normal.y});
  if (!(unfused_dot(normal, Sub(beside, f.vertex)) <= 2 * slack)) return false;
  f.beside = beside;
  const Footing of_beside = footing_of(f, f.beside, {windows.reach[0], windows.reach[1]});
  const double within = before ? of_beside.after_from : of_beside.before_to;
  if (!(within > of_beside.error)) return false;
  const double share = std::min(std::max(-past / (within - past), 0.0), 1.0);
  f.over = {f.vertex.x + share * (f.beside.x - f.vertex.x),
            f.vertex.y + share * (f.beside.y - f.vertex.y)};
  return true;
}

/// The gap along an edge's computed normal n, which bounds the distance from below by Lemma 4.
struct EdgeGap {
  PlanePoint n;
  double gap, slack, inverse;  ///< the error of the gap; 1 / |n|
  double lower() const noexcept {
    return (gap - slack) * (inverse * (1 - kPlaneInverseUnits * kUnit));
  }
};
/// Returns false if it is not proven to be that of all vertices, and above 0.
template <std::size_t kCount>
HWY_INLINE bool set_edge_gap(const PlacedWindows<kCount>& windows,
                             const EdgeMeasures<kCount>& measures, const BestGap& best,
                             const FacingEdge& f, EdgeGap& found) {
  const PlanePoint n{measures.x[best.of][best.edge], measures.y[best.of][best.edge]};
  const double bottom = measures.bottom[best.of][best.edge];
  const double slack = gap_error(windows.reach, {n.x, n.y});
  const double gap = bottom - std::max(unfused_dot(n, f.from), unfused_dot(n, f.to));
  found = {n, gap, slack, measures.inverse[best.of][best.edge]};
  const bool apart = gap > slack;
  const bool falls_before = unfused_dot(n, Sub(f.from, f.before)) > 2 * slack;
  const bool falls_after = unfused_dot(n, Sub(f.to, f.after)) > 2 * slack;
  // One branch for all.
  return (apart & falls_before & falls_after) &&
         ends_are_above(windows, 1 - best.of, n, bottom + 2 * slack);
}

/// Sets the normal of a body's edge and the points: one of that body, and one of the other.
HWY_INLINE bool set_apart_along(const PosedPolygons& bodies, const EdgeGap& edge, std::size_t of,
                                PlanePoint foot, PlanePoint over, double width, Distance2& answer) {
  const PlanePoint normal{edge.n.x * edge.inverse, edge.n.y * edge.inverse};
  if (of == 0) {
    answer.witness->normal = {normal.x + 0.0, normal.y + 0.0};
    return set_apart(bodies, foot, over, over, width, answer);
  }
  answer.witness->normal = {0.0 - normal.x, 0.0 - normal.y};
  return set_apart(bodies, over, foot, over, width, answer);
}

/// Proves the distance along an edge's normal n, from a vertex v over the edge.
///
/// Lemma N, from above. Let v be a point of the other body: a vertex, or a point between two. Let f
/// be the exact foot of v, between the edge's exact ends p and q. Let c be the cosine of the angle
/// between n and the exact normal, along which v - f lies. Then
///
///   |v - f| = n . (v - f) / (|n| c) <= max(n . (v - p), n . (v - q)) / (|n| c),
///
/// since n . f is a mean of n . p and n . q, and n . v at most that of the two vertices. Computed
/// from placed vertices, each of the two has at most the error of a gap. That is 4 units for a
/// vertex, 5 for a difference, 7 with the product and the sum. By turns_normals_well()
/// 1 / c < 1 + 2^-57. The length |n|, its inverse and the product with it lose 6 units; 20 are used.
template <std::size_t kCount>
HWY_INLINE bool prove_edge(const PosedPolygons& bodies, const PlacedWindows<kCount>& windows,
                           const EdgeMeasures<kCount>& measures, const BestGap& best,
                           const FacingEdge& f, double width, Distance2& answer) {
  EdgeGap edge;
  if (!turns_normals_well(best.of == 0 ? *bodies.a.pose : *bodies.b.pose) ||
      !set_edge_gap(windows, measures, best, f, edge)) {
    return false;
  }
  const double most = std::max(std::max(unfused_dot(edge.n, Sub(f.vertex, f.from)),
                                        unfused_dot(edge.n, Sub(f.vertex, f.to))),
                               std::max(unfused_dot(edge.n, Sub(f.beside, f.from)),
                                        unfused_dot(edge.n, Sub(f.beside, f.to))));
  answer.distance.lower = edge.lower();
  answer.distance.upper = (most + edge.slack) * (edge.inverse * (1 + kPlaneInverseUnits * kUnit));
  const double across = edge.gap * (edge.inverse * edge.inverse);
  const PlanePoint foot = Sub(f.over, PlanePoint{edge.n.x * across, edge.n.y * across});
  return set_apart_along(bodies, edge, best.of, foot, f.over, width, answer);
}

/// Proves the distance of an edge's end and a vertex that is over it up to rounding. The gap along
/// the edge bounds it from below, the two points from above. The vertex is the nearer one of two.
template <std::size_t kCount>
HWY_INLINE bool prove_end(const PosedPolygons& bodies, const PlacedWindows<kCount>& windows,
                          const EdgeMeasures<kCount>& measures, const BestGap& best,
                          const FacingEdge& f, PlanePoint end, double width, Distance2& answer) {
  EdgeGap edge;
  if (!set_edge_gap(windows, measures, best, f, edge)) return false;
  const double vertex_off = std::fabs(unfused_dot(Sub(f.vertex, end), Sub(f.to, f.from)));
  const double beside_off = std::fabs(unfused_dot(Sub(f.beside, end), Sub(f.to, f.from)));
  const PlanePoint over = beside_off < vertex_off ? f.beside : f.vertex;
  const PlanePoint u = Sub(over, end);
  answer.distance.lower = edge.lower();
  answer.distance.upper = upper_distance(windows.reach, {u.x, u.y});
  return set_apart_along(bodies, edge, best.of, end, over, width, answer);
}

/// Returns true if both neighbours of a vertex are proven to be lower along u.
template <std::size_t kCount>
HWY_INLINE bool is_highest(const PlacedWindows<kCount>& windows, std::size_t of, std::int32_t at,
                           PlanePoint u, double slack) {
  const std::int32_t before = place_after(windows, of, at, -1);
  const std::int32_t after = place_after(windows, of, at, 1);
  if ((before | after) < 0) return false;
  const PlanePoint vertex = vertex_at(windows, of, at);
  const bool falls_before = unfused_dot(u, Sub(vertex, vertex_at(windows, of, before))) > 2 * slack;
  const bool falls_after = unfused_dot(u, Sub(vertex, vertex_at(windows, of, after))) > 2 * slack;
  return falls_before & falls_after;
}

/// Proves the distance of two vertices if they are the extreme ones along the line between them.
template <std::size_t kCount>
HWY_INLINE bool prove_vertices(const PosedPolygons& bodies, const PlacedWindows<kCount>& windows,
                               std::int32_t i, std::int32_t j, double width, Distance2& answer) {
  const PlanePoint on_a = vertex_at(windows, 0, i);
  const PlanePoint on_b = vertex_at(windows, 1, j);
  const PlanePoint u = Sub(on_b, on_a);
  const double slack = gap_error(windows.reach, {u.x, u.y});
  if (!is_highest(windows, 0, i, u, slack) || !is_highest(windows, 1, j, {-u.x, -u.y}, slack)) {
    return false;
  }
  return set_interval(windows.reach, {u.x, u.y}, unfused_dot(u, u) - slack, answer) &&
         set_apart(bodies, on_a, on_b, on_a, width, answer);
}

/// Proves the distance of the two nearest vertices.
template <std::size_t kCount>
HWY_INLINE bool prove_any_vertices(const PosedPolygons& bodies,
                                   const PlacedWindows<kCount>& windows, double width,
                                   Distance2& answer) {
  const auto [i, j] = nearest_vertices(windows.placed[0], windows.placed[1]);
  return prove_vertices(bodies, windows, i, j, width, answer);
}

/// Proves the distance from the best edge if a vertex or a parallel edge lies over it, else of two
/// vertices. Up to four vertices all are compared, since there a guess is wrong too often. For more
/// vertices the end of the edge that the vertex is past comes first.
template <std::size_t kCount>
HWY_INLINE bool prove_nearest(const PosedPolygons& bodies, const PlacedWindows<kCount>& windows,
                              const EdgeMeasures<kCount>& measures, const BestGap& best,
                              double width, Distance2& answer) {
  FacingEdge edge;
  std::int32_t to = 0;
  if (!set_facing_edge(windows, best, edge, to)) {
    return prove_any_vertices(bodies, windows, width, answer);
  }
  const Footing footing = footing_of(edge, edge.vertex, {windows.reach[0], windows.reach[1]});
  if (footing.is_between()) {
    return prove_edge(bodies, windows, measures, best, edge, width, answer);
  }
  const PlanePoint normal{measures.x[best.of][best.edge], measures.y[best.of][best.edge]};
  if (set_edge_beside(windows, best, footing, normal, edge)) {
    return prove_edge(bodies, windows, measures, best, edge, width, answer);
  }
  const std::int32_t end = footing.after_from < footing.before_to ? best.edge : to;
  if (kCount > 4 && prove_vertices(bodies, windows, best.of == 0 ? end : best.vertex,
                                   best.of == 0 ? best.vertex : end, width, answer)) {
    return true;
  }
  return prove_any_vertices(bodies, windows, width, answer) ||
         prove_end(bodies, windows, measures, best, edge, vertex_at(windows, best.of, end), width,
                   answer);
}

/// Proves the result of two windows. Returns true if that is narrow, or an overlap; otherwise the
/// answer may hold an interval that is too wide.
template <std::size_t kCount>
HWY_INLINE bool take_nearest(const PosedPolygons& bodies, const PolygonWindows& rows, double error,
                             double width, Distance2& answer) {
  EdgeMeasures<kCount> measures;
  const BestGap best = best_gap<kCount>(bodies, rows, error, measures);
  const bool few =
      bodies.a.polygon->count <= Polygon::kLanes && bodies.b.polygon->count <= Polygon::kLanes;
  if (!(best.gap > 0)) {
    if (!(best.all_below && few)) return false;
    static_cast<Decision&>(answer) = {Verdict::overlapping, Stage::filter, Algorithm::sat, true};
    return true;
  }
  PlacedWindows<kCount> windows;
  place_windows(bodies, rows, windows);
  return prove_nearest(bodies, windows, measures, best, width, answer);
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

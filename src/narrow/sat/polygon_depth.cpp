// SPDX-License-Identifier: Apache-2.0
//
// Idea: The gaps along all edges are measured in lanes. The greatest gap per length of its normal
// is the minimum translation, negated. The chosen edge is measured once more, one number at a time,
// for the points.
// Source: The SAT article. It takes the overlap of two intervals; what b has to move is meant here.
// Bound: Lemma T, below.
// Cost: Two passes over the vertices of one body for each vector of edges of the other.
// Gives up: Where E does not prove the overlap, and where the points of the chosen edge do not meet
// it.
//
// Lemma T. Let 0 be inside C = K_B - K_A. Let N be the computed normal of an edge, and q its
// vertices' height along N. Let w be the other body's least height, each exact for this N. The
// depth is at least the least over all edges of
//
//   (q - w - drift) / |N|,   drift = 6 u sigma (diam A + diam B),
//
// and it is at most (q - w) / |N| for each edge.
//
// Proof. The second is true for any direction: a translation by that much separates. The depth is
// the length of some point x of the boundary of C. It is on an edge of C with exact normal n. Up to
// its sign x = p - v, where p is a point of the edge and v the vertex that is lowest along n.
// Hence |N| |x| >= N . (p - v). Let N = s n + d, where s is the factor that both entries share. The
// entries of N have four units, and |P| |n| at most sqrt 2 sigma, so |d| <= 4 sqrt 2 u sigma. The
// vertices of the edge differ by nothing along n, and v is the lowest: N . p >= q - |d| diam A, and
// N . v <= w + |d| diam B.
//
// Heights along N are sums of products of N pulled back, two units, with vertices, two more. Those
// with the offset have four, and the sum of the three has two more: fewer than Lemma 1's seven.
#include "narrow/sat/polygon_depth.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/sat/polygon_depth.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/sat/polygon_few-inl.hpp"
#include "narrow/sat/polygon_search-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

/// Both bodies' rows, and how many entries of them are measured: four, or all.
struct DepthRows {
  PolygonWindows rows;
  std::array<std::size_t, 2> counts;
};

/// The inputs of Lemma T.
struct DepthErrors {
  Vector2 reach;                ///< for Lemma 1
  std::array<double, 2> drift;  ///< of the edges of a, of b
};
HWY_INLINE DepthErrors depth_errors(const PosedPolygons& pair) {
  const double x = pair.b.pose->offset(0) - pair.a.pose->offset(0);
  const double y = pair.b.pose->offset(1) - pair.a.pose->offset(1);
  const double sigma_a = greatest_singular_value(*pair.a.pose);
  const double sigma_b = greatest_singular_value(*pair.b.pose);
  const double diameters =
      2 * (sigma_a * pair.a.polygon->circumscribed + sigma_b * pair.b.polygon->circumscribed);
  const double drift = kPlaneDriftUnits * kUnit * (1 + kPolygonShare) * diameters;
  return {reach_of(pair, {x, y}), {sigma_a * drift, sigma_b * drift}};
}

/// Reductions over all edges.
template <class Tag>
struct EdgeDepths {
  using V = hn::Vec<Tag>;
  GreatestLane<Tag, 2 * Polygon::kMostVertices> shallowest;  ///< gaps in units of length
  V greatest;                                                ///< gaps along normals
  V least;                                                   ///< Lemma T's bounds
};

/// The edges of b count from here.
inline constexpr std::size_t kEdgesOfB = 2 * Polygon::kMostVertices;

/// Measures a vector of edges of one body.
template <std::size_t kOf, class Tag>
HWY_INLINE void measure_depths(Tag lanes, const PosedPolygons& pair, const DepthErrors& errors,
                               const DepthRows& all, std::size_t i, EdgeDepths<Tag>& depths) {
  const double* const own = linear_data(*(kOf == 0 ? pair.a : pair.b).pose);
  const double* const other = linear_data(*(kOf == 0 ? pair.b : pair.a).pose);
  const PolygonRows edges = rows_after(all.rows[kOf], i);
  const auto normals = world_edges(lanes, own, edges);
  const auto along = edges_moved(lanes, normals, pair);
  const auto back = pulled_back(lanes, own, normals);
  const auto here = heights_at(back.x, back.y, edges, 0);
  const auto seen = pulled_back(lanes, other, normals);
  auto least = least_height(seen, all.rows[1 - kOf], 0);
  for (std::size_t j = 4; j < all.counts[1 - kOf]; j += 4) {
    least = hn::Min(least, least_height(seen, all.rows[1 - kOf], j));
  }
  const auto moved = kOf == 0 ? hn::Add(least, along) : hn::Sub(least, along);
  const auto gap = hn::Sub(moved, here);
  const auto inverse = hn::Div(hn::Set(lanes, 1.0), hn::Sqrt(dot(normals, normals)));
  const auto reach_x =
      hn::Set(lanes, kPlaneGapUnits * kUnit * (1 + kPolygonShare) * errors.reach[0]);
  const auto reach_y =
      hn::Set(lanes, kPlaneGapUnits * kUnit * (1 + kPolygonShare) * errors.reach[1]);
  const auto slack = hn::MulAdd(hn::Abs(normals.x), reach_x,
                                hn::MulAdd(hn::Abs(normals.y), reach_y,
                                           hn::Set(lanes, errors.drift[kOf] + kPolygonUnderflow)));
  depths.greatest = hn::Max(depths.greatest, gap);
  depths.least = hn::Min(depths.least, hn::Mul(hn::Neg(hn::Add(gap, slack)), inverse));
  depths.shallowest.take(hn::Mul(gap, inverse), kOf == 0 ? i : kEdgesOfB + i);
}

/// An edge of one body and the other's lowest vertex above it, in the world relative to the origin
/// of a.
struct DeepestEdge {
  std::size_t of;
  Vec2<double> normal;  ///< outward
  Vec2<double> from, to;
  Vec2<double> before, vertex, after;  ///< of the other body
  double gap;
};
HWY_INLINE Vec2<double> placed_vertex(const double* linear, const Vec2<double>& offset,
                                      const PolygonRows& rows, std::size_t i) {
  const Vector2 x = turned(linear, {rows.x[i], rows.y[i]});
  return {x[0] + offset.x, x[1] + offset.y};
}
template <class Tag>
HWY_INLINE DeepestEdge deepest_edge(Tag lanes, const PosedPolygons& pair, const DepthRows& all,
                                    std::size_t of, std::size_t edge) {
  const PosedPolygon& own = of == 0 ? pair.a : pair.b;
  const PosedPolygon& other = of == 0 ? pair.b : pair.a;
  const double* const linear = linear_data(*own.pose);
  const double* const other_linear = linear_data(*other.pose);
  const Vec2<double> offset{pair.b.pose->offset(0) - pair.a.pose->offset(0),
                            pair.b.pose->offset(1) - pair.a.pose->offset(1)};
  const Vec2<double> zero{0, 0};
  const PolygonRows& edges = all.rows[of];
  const PolygonRows& vertices = all.rows[1 - of];
  const Vector2 normal = edge_normal(linear, 0, {edges.normal_x[edge], edges.normal_y[edge]});
  const Vector2 back = turned_back(linear, normal);
  const Vector2 seen = turned_back(other_linear, {-normal[0], -normal[1]});
  const Greatest lowest =
      farthest<2 * Polygon::kMostVertices>(lanes, vertices, all.counts[1 - of], seen);
  const auto count = static_cast<std::size_t>(own.polygon->count);
  const auto other_count = static_cast<std::size_t>(other.polygon->count);
  const auto at = static_cast<std::size_t>(lowest.at) % other_count;
  const auto place = [&](std::size_t i) {
    return placed_vertex(other_linear, of == 0 ? offset : zero, vertices, i);
  };
  DeepestEdge found;
  found.of = of;
  found.normal = {normal[0], normal[1]};
  found.from = placed_vertex(linear, of == 0 ? zero : offset, edges, edge);
  found.to = placed_vertex(linear, of == 0 ? zero : offset, edges, edge + 1 < count ? edge + 1 : 0);
  found.before = place(at > 0 ? at - 1 : other_count - 1);
  found.vertex = place(at);
  found.after = place(at + 1 < other_count ? at + 1 : 0);
  const double along = normal[0] * offset.x + normal[1] * offset.y;
  const double here = back[0] * edges.x[edge] + back[1] * edges.y[edge];
  found.gap = (of == 0 ? along - lowest.value : -along - lowest.value) - here;
  return found;
}

/// A foot this far beyond an edge's end, in lengths of the edge, is on it up to rounding.
inline constexpr double kFootShare = 0x1p-40;

/// Moves the vertex along the other body's edges beside it, if these are parallel to this one, so
/// that its foot is on the edge. `move` is in lengths of the edge. Returns false where it is not.
HWY_INLINE bool move_over_edge(const DeepestEdge& edge, const Vec2<double>& foot, double slack,
                               double& move) {
  const Vec2<double> along = Sub(edge.to, edge.from);
  const double inverse = 1 / unfused_dot(along, along);
  const double share = unfused_dot(Sub(foot, edge.from), along) * inverse;
  const double wanted = share < 0 ? -share : share > 1 ? 1 - share : 0;
  move = 0;
  if (std::fabs(wanted) <= kFootShare) return true;
  for (const Vec2<double>& end : {edge.before, edge.after}) {
    const Vec2<double> beside = Sub(end, edge.vertex);
    if (!(unfused_dot(edge.normal, beside) <= 4 * slack)) continue;
    const double most = unfused_dot(beside, along) * inverse;
    if ((wanted > 0) != (most > 0) || std::fabs(wanted) > std::fabs(most) + kFootShare) continue;
    move = wanted;
    return true;
  }
  return false;
}

/// Writes the chosen edge's translation: the upper bound, the normal and the points.
HWY_INLINE bool set_translation(const PosedPolygons& pair, const DeepestEdge& edge,
                                const Vector2& reach, Penetration2& answer) {
  const double slack = gap_error(reach, {edge.normal.x, edge.normal.y});
  const double inverse = 1 / std::sqrt(unfused_dot(edge.normal, edge.normal));
  const double depth = -edge.gap * inverse;
  const Vec2<double> unit{edge.normal.x * inverse, edge.normal.y * inverse};
  const Vec2<double> foot{edge.vertex.x + depth * unit.x, edge.vertex.y + depth * unit.y};
  double move = 0;
  if (!move_over_edge(edge, foot, slack, move)) return false;
  const Vec2<double> aside{move * (edge.to.x - edge.from.x), move * (edge.to.y - edge.from.y)};
  answer.depth.upper = (slack - edge.gap) * (inverse * (1 + kPlaneInverseUnits * kUnit));
  const double* const origin = offset_data(*pair.a.pose);
  const Vector2 on_edge{foot.x + aside.x + origin[0], foot.y + aside.y + origin[1]};
  const Vector2 inside{edge.vertex.x + aside.x + origin[0], edge.vertex.y + aside.y + origin[1]};
  answer.witness->point_a = edge.of == 0 ? on_edge : inside;
  answer.witness->point_b = edge.of == 0 ? inside : on_edge;
  const double sign = edge.of == 0 ? 1 : -1;
  answer.witness->normal = {sign * unit.x + 0.0, sign * unit.y + 0.0};
  return true;
}

template <std::size_t kCount>
HWY_NOINLINE Verdict depth_by_edges(const PosedPolygons& pair, Penetration2& answer) {
  using Tag = hn::CappedTag<double, kCount == 0 ? Polygon::kLanes : kCount>;
  const Tag edges;
  const PolygonScale scale = scale_of(pair);
  if (!scale.holds) return Verdict::undecided;
  const DepthRows all{{many_rows(*pair.a.polygon, 0), many_rows(*pair.b.polygon, 0)},
                      {kCount == 0 ? whole_row(*pair.a.polygon) : kCount,
                       kCount == 0 ? whole_row(*pair.b.polygon) : kCount}};
  const DepthErrors errors = depth_errors(pair);
  const auto none = hn::Set(edges, -std::numeric_limits<double>::infinity());
  EdgeDepths<Tag> depths{GreatestLane<Tag, 2 * Polygon::kMostVertices>(none), none, hn::Neg(none)};
  for (std::size_t i = 0; i < all.counts[0]; i += hn::Lanes(edges)) {
    measure_depths<0>(edges, pair, errors, all, i, depths);
  }
  for (std::size_t i = 0; i < all.counts[1]; i += hn::Lanes(edges)) {
    measure_depths<1>(edges, pair, errors, all, i, depths);
  }
  const Verdict verdict = verdict_of(edges, depths.greatest, scale.error);
  if (verdict != Verdict::overlapping) return verdict;
  const double lower = hn::GetLane(hn::MinOfLanes(edges, depths.least));
  const auto chosen = static_cast<std::size_t>(depths.shallowest.finish().at);
  const std::size_t of = chosen < kEdgesOfB ? 0 : 1;
  const std::size_t entry = chosen - of * kEdgesOfB;
  const auto count = static_cast<std::size_t>((of == 0 ? pair.a : pair.b).polygon->count);
  const DeepestEdge edge = deepest_edge(edges, pair, all, of, entry % count);
  answer.depth.lower = lower * (1 - kPlaneInverseUnits * kUnit);
  return set_translation(pair, edge, errors.reach, answer) ? verdict : Verdict::undecided;
}

Verdict measure_depth(const Polygon& a, const Pose<2>& pose_a, const Polygon& b,
                      const Pose<2>& pose_b, Penetration2& answer) {
  const std::int32_t most = std::max(a.count, b.count);
  const PosedPolygons pair{{&a, &pose_a}, {&b, &pose_b}};
  if (most <= 4) return depth_by_edges<4>(pair, answer);
  if (most <= Polygon::kLanes) return depth_by_edges<8>(pair, answer);
  return depth_by_edges<0>(pair, answer);
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::sat {

HWY_EXPORT(measure_depth);

Verdict set_depth_of_polygons(const Pair<2>& pair, Penetration2& answer) {
  const Polygon& a = *pair.a.hull->polygon;
  const Polygon& b = *pair.b.hull->polygon;
  if (a.count * b.count > kMostDepthPairs) return Verdict::undecided;
  return HWY_DYNAMIC_DISPATCH(measure_depth)(a, *pair.a.pose, b, *pair.b.pose, answer);
}

}  // namespace sunder::detail::sat
#endif

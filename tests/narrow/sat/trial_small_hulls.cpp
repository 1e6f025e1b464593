// SPDX-License-Identifier: Apache-2.0
#include "narrow/sat/trial.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/sat/trial_small_hulls.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/sat/small_hulls-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

using Row = SmallHull::PerEdge<float>;  // of edges or of faces

HWY_INLINE void add_sides(const Row& side, const Row& margin, MeasuredSide of, bool of_edge,
                          std::size_t count, MeasuredSides& found) {
  for (std::size_t i = 0; i < count; ++i) {
    (of_edge ? of.edge : of.face) = i;
    of.side = side[i];
    of.margin = margin[i];
    found.sides.push_back(of);
  }
}

/// An edge of a by the faces of b, as set_sides() does.
void measure_edge(const SmallPair& pair, const TurnedHull& b, const Arc& arc,
                  MeasuredSides& found) {
  const Floats floats;
  const auto outward = hn::Set(floats, static_cast<float>(pair.turning_b.outward));
  const auto share = hn::Set(floats, margin_of(0, pair.turning_a.share));
  const auto way = broadcast(floats, arc.way.data());
  Row side, margin;
  for (std::size_t i = 0; i < pair.b->face_count; i += hn::Lanes(floats)) {
    hn::StoreU(hn::Mul(outward, dot(way, load(floats, b.normal, i))), floats, &side[i]);
    hn::StoreU(margin_of_side(arc, b, share, i), floats, &margin[i]);
  }
  add_sides(side, margin, {true, arc.e, 0, 0, 0}, false, pair.b->face_count, found);
}

/// The edges of b by its two faces, as crossing_of() does.
void measure_arc(const SmallPair& pair, const TurnedEdges& edges_b, const Arc& arc,
                 MeasuredSides& found) {
  const Floats floats;
  const SmallHull& hull_b = *pair.b;
  Row first, second, margin;
  for (std::size_t f = 0; f < hull_b.edge_count; f += hn::Lanes(floats)) {
    const auto way = load(floats, edges_b.way, f);
    hn::StoreU(dot(arc.along, way), floats, &first[f]);
    hn::StoreU(dot(arc.against, way), floats, &second[f]);
    hn::StoreU(margin_of_way(arc, hull_b, f), floats, &margin[f]);
  }
  const MeasuredSide along{false, 0, pair.a->sides[0][arc.e], 0, 0};
  const MeasuredSide against{false, 0, pair.a->sides[1][arc.e], 0, 0};
  add_sides(first, margin, along, true, hull_b.edge_count, found);
  add_sides(second, margin, against, true, hull_b.edge_count, found);
}

/// The clearances, as list() does.
void measure_clearances(const SmallPair& pair, TurnedHull& a, const TurnedHull& b, float size,
                        MeasuredSides& found) {
  const Pair<3>& bodies = pair.filtered->pair();
  const auto count_a = static_cast<std::size_t>(bodies.a.hull->count);
  const auto count_b = static_cast<std::size_t>(bodies.b.hull->count);
  const float slack = point_slack(pair);
  FaceHeights heights;
  measure_faces({*pair.a, pair.turning_a, a, count_a, b, count_b}, size, slack, heights);
  alignas(64) Clearances clearances;
  set_clearances(*pair.a, a, heights, b, count_b, clearances);
  for (std::size_t face = 0; face < pair.a->face_count; ++face) {
    for (std::size_t point = 0; point < count_b; ++point) {
      found.clearances.push_back({face, point, clearances[face][point]});
    }
  }
}

void measure(const SmallPair& pair, const TurnedHull& a, const TurnedHull& b, float size,
             MeasuredSides& found) {
  TurnedEdges edges_b;
  turn_edges(*pair.b, pair.turning_b, edges_b);
  for (std::size_t e = 0; e < pair.a->edge_count; ++e) {
    const Arc arc = arc_of(pair, a, e);
    measure_edge(pair, b, arc, found);
    measure_arc(pair, edges_b, arc, found);
  }
  TurnedHull again = a;
  measure_clearances(pair, again, b, size, found);
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::sat {

HWY_EXPORT(measure);

MeasuredSides measure_sides(const SmallPair& pair, const TurnedHull& a, const TurnedHull& b,
                            float size) {
  MeasuredSides found;
  HWY_DYNAMIC_DISPATCH(measure)(pair, a, b, size, found);
  return found;
}

}  // namespace sunder::detail::sat
#endif

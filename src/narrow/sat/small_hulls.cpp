// SPDX-License-Identifier: Apache-2.0
//
// Idea: This lists the candidate facets of two small hulls, from the heights that
// small_hulls-inl.hpp measures in floats. Face normals bound the depth from above; edges and pairs
// of edges above that bound are left out.
// Source: Gregorius (2013) for the crossing of arcs; the bound on an edge is that of
// docs/bounds/small_hulls.md.
// Bound: docs/bounds/small_hulls.md, with constants in bounds.hpp.
// Cost: Two passes of the face normals over the other body's points; the pairs of edges that
// remain.
// Gives up: Where there are more candidates than slots, which means parallel features.
#include "narrow/sat/small_hulls.hpp"

#include <bit>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/sat/small_hulls.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "lanes/scan-inl.hpp"
#include "narrow/sat/bounds.hpp"
#include "narrow/sat/small_hulls-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {
namespace lanes = sunder::detail::HWY_NAMESPACE;

namespace {

/// The height that a pair must be below, and the error of its height for edges of size 1.
struct Bar {
  float height;
  float error;
};

/// Returns a proven lower bound on a pair's height over its length.
HWY_INLINE float lower_of(const Float3& e, const Float3& f, const Float3& c, float sign,
                          float error) {
  const Float3 n{e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]};
  const float length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  const float height = sign * (n[0] * c[0] + n[1] * c[1] + n[2] * c[2]) - error;
  return height > 0 && length > kLeastPairLength ? height / length * (1 - kPairLengthShare) : 0;
}

/// Appends the pairs that are not proven to be higher. Returns false if the list is full.
HWY_INLINE bool append_pairs(const SmallPair& pair, const TurnedHull& a, const TurnedHull& b,
                             const TurnedEdges& of_b, const Arc& arc, std::size_t from,
                             std::uint32_t edges, std::int8_t sign, const Bar& bar,
                             Candidates& out) {
  const std::size_t v = pair.a->ends[0][arc.e];
  for (; edges != 0; edges &= edges - 1) {
    const std::size_t f = from + static_cast<std::size_t>(std::countr_zero(edges));
    const std::size_t w = pair.b->ends[0][f];
    const Float3 c{a.near[0][v] - b.near[0][w], a.near[1][v] - b.near[1][w],
                   a.near[2][v] - b.near[2][w]};
    const float lower = lower_of(arc.way, {of_b.way[0][f], of_b.way[1][f], of_b.way[2][f]}, c, sign,
                                 bar.error * arc.size * pair.b->way_size[f]);
    if (lower > bar.height) continue;
    if (out.count == Candidates::kMost) return false;
    out.items[out.count++] = {Candidate::Of::edges, sign, static_cast<std::uint8_t>(arc.e),
                              static_cast<std::uint8_t>(f), lower};
  }
  return true;
}

}  // namespace

bool list(const SmallPair& pair, TurnedHull& a, TurnedHull& b, Candidates& out) {
  const Floats floats;
  const Pair<3>& bodies = pair.filtered->pair();
  const auto count_a = static_cast<std::size_t>(bodies.a.hull->count);
  const auto count_b = static_cast<std::size_t>(bodies.b.hull->count);
  Vector3 origin{};
  const float size_a = turn_points(bodies.a, pair.turning_a, true, origin, a);
  for (std::size_t l = 0; l < 3; ++l) origin[l] -= pair.filtered->offset()[l];
  const float size = std::max(size_a, turn_points(bodies.b, pair.turning_b, false, origin, b));
  const float slack = point_slack(pair);
  FaceHeights of_a;
  FaceHeights of_b;
  const Faces faces_a{*pair.a, pair.turning_a, a, count_a, b, count_b};
  const Faces faces_b{*pair.b, pair.turning_b, b, count_b, a, count_a};
  const auto upper =
      hn::Min(measure_faces(faces_a, size, slack, of_a), measure_faces(faces_b, size, slack, of_b));
  const float bar = hn::GetLane(hn::MinOfLanes(floats, upper));
  out.count = 0;
  out.separated = bar < 0;
  if (out.separated) return true;
  append_faces(of_a, pair.a->face_count, bar, Candidate::Of::face_of_a, out);
  append_faces(of_b, pair.b->face_count, bar, Candidate::Of::face_of_b, out);
  alignas(64) Clearances clearances;
  set_clearances(*pair.a, a, of_a, b, count_b, clearances);
  TurnedEdges edges_b;
  turn_edges(*pair.b, pair.turning_b, edges_b);
  const auto share =
      static_cast<float>(kPairShares * (pair.turning_a.share + pair.turning_b.share));
  const Bar of_pairs{bar, kPairSlacks * slack + size * (share + kPairShare)};
  EdgeList edges_a;
  list_edges_below(*pair.a, clearances, count_b, bar, edges_a);
  for (std::size_t i = 0; i < edges_a.count; ++i) {
    Arc arc = arc_of(pair, a, edges_a.edges[i]);
    set_sides(pair, b, arc);
    for (std::size_t f = 0; f < pair.b->edge_count; f += hn::Lanes(floats)) {
      const auto [with, against] = crossing_of(*pair.b, edges_b, arc, f);
      if (!append_pairs(pair, a, b, edges_b, arc, f, with, 1, of_pairs, out) ||
          !append_pairs(pair, a, b, edges_b, arc, f, against, -1, of_pairs, out)) {
        return false;
      }
    }
  }
  return true;
}

void height(const SmallPair& pair, const TurnedHull& a, const TurnedHull& b, const Vector3& u,
            DirectionalGap& gap) {
  const Vector3 against{-u[0], -u[1], -u[2]};
  const Pair<3>& bodies = pair.filtered->pair();
  const Extreme most_a =
      lanes::scan<3>(a.point[0].data(), SmallHull::kVertices, bodies.a.hull->count, u.data(), 3);
  const Extreme most_b = lanes::scan<3>(b.point[0].data(), SmallHull::kVertices,
                                        bodies.b.hull->count, against.data(), 3);
  double along = 0;
  for (std::size_t l = 0; l < 3; ++l) along += u[l] * pair.filtered->offset()[l];
  gap.value = (most_a.value + most_b.value) - along;
  gap.vertices = {most_a.vertex, most_b.vertex};
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::sat {

HWY_EXPORT(list);
HWY_EXPORT(height);

bool list_candidates(const SmallPair& pair, TurnedHull& a, TurnedHull& b, Candidates& candidates) {
  return HWY_DYNAMIC_DISPATCH(list)(pair, a, b, candidates);
}

DirectionalGap height_of_difference(const SmallPair& pair, const TurnedHull& a, const TurnedHull& b,
                                    const Vector3& u) {
  DirectionalGap gap;
  HWY_DYNAMIC_DISPATCH(height)(pair, a, b, u, gap);
  double error = 0;
  for (std::size_t l = 0; l < 3; ++l) error += std::fabs(u[l]) * pair.gap_error[l];
  gap.error = error * (1 + kSumShare);
  return gap;
}

}  // namespace sunder::detail::sat
#endif

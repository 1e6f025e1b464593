// SPDX-License-Identifier: Apache-2.0
//
// Apart, the cross product of the two edges of an axis is a direction, by the bound of
// box_rigid-inl.hpp; or the line of centres, which the balls' bound leaves room to be rounded.
//
// Meeting, let n be the axis of the least way out, oriented from a to b, with edges p and q. The
// facet of C along n and the one opposite are parallelograms of p and q, and the eight vertices of
// both are those of a parallelepiped about the middle of C, with a third edge e from there to the
// middle of the facet. Shallow boxes have 0 in it, for the foot of 0 is on the facet; so have deep
// ones. In coordinates -1 to 1 along its edges a point of it lies in the simplex of the four
// vertices that one passes on the way from (-1, -1, -1) to (1, 1, 1), the greatest coordinate
// first. Nothing of that is trusted: the four pairs are proven by their determinants.
#include "narrow/sat/box_proof.hpp"

#include "filter/last_proof.hpp"
#include "narrow/sat/box_axis_starts.hpp"
#include "narrow/vectors.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/sat/box_proof.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/sat/box_rigid-inl.hpp"

#ifndef SUNDER_NARROW_SAT_BOX_PROOF
#define SUNDER_NARROW_SAT_BOX_PROOF
namespace sunder::detail::sat {

/// What the gaps say, and of boxes that meet where 0 is in the parallelepiped of their best axis.
struct GapsSay {
  Verdict verdict = Verdict::undecided;
  std::size_t axis = 0;                  ///< its number; apart, one that E proves
  std::uint32_t facing = 0;              ///< ends of a from bit 0, of b from bit 3: 1 the upper one
  alignas(32) std::array<double, 4> at;  ///< along e, p and q
};

}  // namespace sunder::detail::sat
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

#if SUNDER_BOXES_IN_FLOATS

HWY_INLINE std::uint32_t upper_ends(LanesOf end) {
  const Lanes lanes;
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(lanes, hn::Gt(end, hn::Zero(lanes)), bits);
  return bits[0] & 7U;
}

/// The halves of the six edges of C in a's frame.
struct HalvesOfEdges {
  HWY_INLINE explicit HalvesOfEdges(const RigidBoxes& boxes) {
    const Lanes lanes;
    const auto zero = hn::Zero(lanes);
    const auto back = hn::Neg(boxes.half_b);
    const LanesOf of_b[3] = {repeated<0>(back), repeated<1>(back), repeated<2>(back)};
    for (std::size_t k = 0; k < 3; ++k) {
      hn::Store(zero, lanes, at[k]);
      hn::Store(hn::Mul(of_b[k], boxes.column[k]), lanes, at[k + 3]);
    }
    alignas(32) double half[4];
    hn::Store(boxes.half_a, lanes, half);
    for (std::size_t k = 0; k < 3; ++k) at[k][k] = half[k];
  }
  alignas(32) double at[6][4];
};

void measure_gaps(const Pair<3>& pair, GapsSay& says) {
  const RigidBoxes boxes(pair, QuickBody(pair.a), QuickBody(pair.b));
  const RigidGaps gaps = boxes.gaps();
  says.verdict = verdict_of(boxes, gaps);
  if (says.verdict == Verdict::undecided) return;
  if (says.verdict == Verdict::separated) {
    says.axis = number_of_greatest<GapSize::as_it_comes>(boxes, gaps);
    return;
  }
  says.axis = number_of_greatest<GapSize::by_length>(boxes, gaps);
  const Lanes lanes;
  const RigidAxes axes(boxes, gaps);
  const HalvesOfEdges halves(boxes);
  const AxisStart& start = kAxisStarts[says.axis];
  const auto held_a = hn::Load(lanes, start.a.held.data());
  const auto held_b = hn::Load(lanes, start.b.held.data());
  const auto x = axes.end_of_a(says.axis, hn::Mul(boxes.half_a, held_a));
  const auto y = axes.end_of_b(says.axis, hn::Mul(boxes.half_b, held_b));
  const auto e = hn::Sub(x, combined(boxes.column, Spread(y)));
  const auto p = hn::Load(lanes, halves.at[start.edges[0]]);
  const auto q = hn::Load(lanes, halves.at[start.edges[1]]);
  const auto across = cross_of(p, q);
  const auto& way = boxes.in_a;
  const auto sums = sums_of_four(hn::Mul(way, across), hn::Mul(way, cross_of(q, e)),
                                 hn::Mul(way, cross_of(e, p)), hn::Mul(e, across));
  hn::Store(hn::Div(sums, repeated<3>(sums)), lanes, says.at.data());
  says.facing = upper_ends(x) | upper_ends(y) << 3;
}

#else

void measure_gaps(const Pair<3>&, GapsSay&) {}

#endif

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::sat {
namespace {

HWY_EXPORT(measure_gaps);

/// The kept vertex at these ends of the extents: bit k for the upper end of extent k.
std::int32_t vertex_at(const HullBlock& hull, std::uint32_t ends) noexcept {
  const auto is_there = [&](std::int32_t vertex) {
    bool there = true;
    for (int k = 0; k < 3; ++k) {
      const double end = (ends >> k & 1) != 0 ? hull.upper[k] : hull.lower[k];
      there = there && hull.coordinate(vertex, k) == end;
    }
    return there;
  };
  std::int32_t vertex = 0;
  while (vertex + 1 < hull.count && !is_there(vertex)) ++vertex;
  return vertex;
}

Vector3 line_of_offsets(const Pair<3>& pair) noexcept {
  const double* from = pair.a.pose->offset_data();
  const double* to = pair.b.pose->offset_data();
  return {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
}

/// From a to b, of boxes that are apart along it.
Vector3 direction_of(const Pair<3>& pair, std::size_t axis) noexcept {
  const auto& edges = kAxisStarts[axis].edges;
  Vector3 normal = cross(edge_of(pair, edges[0]), edge_of(pair, edges[1]));
  Vector3 way = line_of_offsets(pair);
  for (std::size_t k = 0; k < 3; ++k) {
    const double a = pair.a.hull->upper[k] / 2 + pair.a.hull->lower[k] / 2;
    const double b = pair.b.hull->upper[k] / 2 + pair.b.hull->lower[k] / 2;
    const Vector3 p = edge_of(pair, k);
    const Vector3 q = edge_of(pair, k + 3);
    for (std::size_t l = 0; l < 3; ++l) way[l] += b * q[l] - a * p[l];
  }
  const double side = std::copysign(1.0, dot<3>(normal, way));
  for (double& entry : normal) entry *= side;
  return normal;
}

/// The ends at the four vertices. Which order they come in is as good as random: no branch depends
/// on it.
std::array<std::uint32_t, 4> ends_of(const GapsSay& says) noexcept {
  const auto& own = kAxisStarts[says.axis].edges;
  const std::uint32_t first = std::uint32_t{1} << own[0];
  const std::uint32_t second = std::uint32_t{1} << own[1];
  const std::uint32_t held = 63U & ~(first | second);
  const double x = says.at[0];
  const double y = says.at[1];
  const double z = says.at[2];
  std::array<std::uint32_t, 3> turned;  // the greatest coordinate first
  turned[std::size_t{x < y} + std::size_t{x < z}] = held;
  turned[std::size_t{y <= x} + std::size_t{y < z}] = first;
  turned[std::size_t{z <= x} + std::size_t{z <= y}] = second;
  std::array<std::uint32_t, 4> ends{~says.facing & held};
  for (std::size_t i = 0; i < 3; ++i) ends[i + 1] = ends[i] ^ turned[i];
  return ends;
}

/// Most boxes have their vertices in the order of box(), which the proof then shows.
bool set_pairs(const Pair<3>& pair, const GapsSay& says, std::array<IndexPair, 4>& pairs) {
  const auto inside = [](double x) { return -1 < x && x < 1; };
  if (!(inside(says.at[0]) && inside(says.at[1]) && inside(says.at[2]))) return false;
  const std::array<std::uint32_t, 4> ends = ends_of(says);
  for (std::size_t i = 0; i < 4; ++i) {
    pairs[i] = {static_cast<std::int32_t>(ends[i] & 7), static_cast<std::int32_t>(ends[i] >> 3)};
  }
  if (still_overlapping(pair, pairs)) return true;
  for (std::size_t i = 0; i < 4; ++i) {
    pairs[i] = {vertex_at(*pair.a.hull, ends[i] & 7), vertex_at(*pair.b.hull, ends[i] >> 3)};
  }
  return still_overlapping(pair, pairs);
}

}  // namespace

void prove_boxes(const Pair<3>& pair, BoxProof& proof) {
  const Verdict balls = verdict_by_centred_balls(pair);
  if (balls != Verdict::undecided) {
    proof.verdict = balls;
    proof.stage = Stage::bounds;
    if (balls == Verdict::separated) proof.direction = line_of_offsets(pair);
    return;
  }
  GapsSay says;
  HWY_DYNAMIC_DISPATCH(measure_gaps)(pair, says);
  if (says.verdict == Verdict::separated) {
    proof.direction = direction_of(pair, says.axis);
  } else {
    proof.has_pairs = says.verdict == Verdict::overlapping && set_pairs(pair, says, proof.pairs);
    if (!proof.has_pairs) return;
  }
  proof.verdict = says.verdict;
  proof.stage = Stage::filter;
}

}  // namespace sunder::detail::sat
#endif

// SPDX-License-Identifier: Apache-2.0
//
// Idea: Ball tests first, then one direction that is likely to separate, then a portal search in
// floats for bodies of few vertices.
// Source: Minkowski portal refinement (mpr.hpp); rounded_direction.hpp and long_axes.hpp for the
// direction.
// Bound: Separated: a height of C below minus its bound (filter/float_reach.hpp). Overlapping:
// Lemma 2 of filter/simplex_interior.hpp proves 0 in the interior of a tetrahedron. Its corners are
// the portal's and the difference of the centres, a point of C because balls about the centres lie
// inside. Every entry is at most `reach` plus its error, so one bound fits every portal. Doubles
// prove what floats leave open (filter/last_proof.hpp).
// Pairs of an overlap are the portal's with the vertex opposite to it. Where 0 is outside their
// tetrahedron, the ray is sent again from that vertex, whose portal holds 0 with it.
// Cost: Mostly one to four dependent support queries, each a scan of all vertices in lanes of 8
// floats. No allocation.
// Gives up: On bodies that touch or nearly touch and on numbers outside the floats' range. It also
// gives up on bodies of more than kQuickVertices vertices that no ball or first direction decides.
#include "narrow/mpr/quick_verdict.hpp"

#include "filter/bounds.hpp"
#include "filter/reach.hpp"
#include "narrow/mpr/long_axes.hpp"
#include "narrow/rounded_direction.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/mpr/quick_verdict.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/mpr/between_centres-inl.hpp"
#include "narrow/mpr/quick_search-inl.hpp"

#ifndef SUNDER_NARROW_MPR_QUICK_VERDICT
#define SUNDER_NARROW_MPR_QUICK_VERDICT
namespace sunder::detail::mpr {

/// The offset, the difference of the centres and the reach of a pair, which all steps read.
struct Setting {
  Vector3 offset;  ///< t_B - t_A
  Vector3 inside;  ///< the difference of the centres, a - b
  Reach reach;

  /// Returns the vector from a's centre to b's.
  HWY_INLINE Vector3 line() const { return {-inside[0], -inside[1], -inside[2]}; }
};

}  // namespace sunder::detail::mpr
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mpr::HWY_NAMESPACE {

using One = hn::CappedTag<double, 1>;

HWY_INLINE double dot_of_three(const double* p, const double* q) {
  const One one;
  return hn::GetLane(dot(broadcast(one, p), broadcast(one, q)));
}
HWY_INLINE Setting setting_of(const Pair<3>& pair) {
  const double* const p = linear_data(*pair.a.pose);
  const double* const q = linear_data(*pair.b.pose);
  const double* const a = pair.a.hull->centre;
  const double* const b = pair.b.hull->centre;
  const Vector3 offset = offset_of(pair);
  const Vector3 inside{(dot_of_three(p, a) - dot_of_three(q, b)) - offset[0],
                       (dot_of_three(p + 3, a) - dot_of_three(q + 3, b)) - offset[1],
                       (dot_of_three(p + 6, a) - dot_of_three(q + 6, b)) - offset[2]};
  return {offset, inside, reach_of(pair, offset)};
}

/// The share of the outer balls' radii, and of the inner ones', below which a pair mostly overlaps
/// between its centres.
inline constexpr double kOuterShare = 0.2;
inline constexpr double kInnerShare = 0.8;

/// Runs the tests of filter/balls.hpp, with squares instead of a root. `close`: the centres are so close
/// that the bodies probably overlap between them.
HWY_INLINE Verdict verdict_by_balls(const Pair<3>& pair, const Setting& setting, bool& close) {
  const HullBlock& a = *pair.a.hull;
  const HullBlock& b = *pair.b.hull;
  const Pose<3>& at_a = *pair.a.pose;
  const Pose<3>& at_b = *pair.b.pose;
  const double squared = dot_of_three(setting.inside.data(), setting.inside.data());
  const double error = 3 * kRoundUp * setting.reach.entry_error();
  const double outer = a.circumscribed * greatest_singular_value(at_a) +
                       b.circumscribed * greatest_singular_value(at_b) + error;
  if (squared > outer * outer * kRoundUp) return Verdict::separated;
  // The centre of a body without a ball may lie outside the body.
  if (!(a.inscribed > 0 && b.inscribed > 0)) return Verdict::undecided;
  const double core = a.inscribed * least_singular_value(at_a) +
                      b.inscribed * least_singular_value(at_b) - error * kRoundUp;
  // The square of a smaller core may lose digits to underflow.
  if (core > kLeastCore && squared * kRoundUp < core * core) return Verdict::overlapping;
  const double probable = kOuterShare * outer + kInnerShare * core;
  close = squared < probable * probable;
  return Verdict::undecided;
}

HWY_NOINLINE void search(const Pair<3>& pair, const Setting& setting, const Ring& ring, bool thin,
                         PortalRequest request, PortalVerdict& answer) {
  const PosedPoints points(pair, setting.offset);
  const FloatReach reach{setting.reach.reach, setting.reach.drift};
  const Space inside = broadcast(Fours(), to_floats(setting.inside).data());
  const Listener<PosedPoints> recorder{pair, points, request.trace};
  const Search<PosedPoints> from{pair,     points, setting.inside, inside,       ring,
                                 recorder, answer, reach,          request.pairs};
  if (thin) {
    from.run_along_centre();
  } else {
    from.run();
  }
}

/// Returns true if search() can decide such a body: its inscribed ball proves that its centre is
/// inside.
HWY_INLINE bool are_few(const HullBlock& hull) {
  return hull.count <= kQuickVertices && hull.candidates == nullptr && hull.inscribed > 0;
}

/// Returns true if a body is at most a quarter as thick as long.
HWY_INLINE bool is_slender(const HullBlock& hull) {
  return hull.inscribed * 4 < hull.circumscribed;
}

/// Returns true for hulls of at least 32 vertices that are too large for the portal search: the
/// ellipsoids' separating direction is tested instead.
HWY_INLINE bool are_round(const HullBlock& a, const HullBlock& b) {
  constexpr std::int32_t kRound = 32;
  return a.count >= kRound && b.count >= kRound && !(are_few(a) && are_few(b));
}

/// Returns the separating direction of two ellipsoids, scaled to size 1; the line of centres if it
/// is invalid.
HWY_INLINE Vector3 guess_of_round(const Pair<3>& pair, const Vector3& line) {
  const Vector3 u = rounded_direction(pair, line);
  const double size = sum_of_sizes(u);
  if (!(size > 0 && size < kGreatestFloatDirection)) return line;
  const double scale = 1 / size;
  return {scale * u[0], scale * u[1], scale * u[2]};
}

HWY_INLINE float fewer_vertices(const Pair<3>& pair) {
  return static_cast<float>(std::min({pair.a.hull->count, pair.b.hull->count, 64}));
}
/// The ring is about the line of centres: the ellipsoids' better direction takes longer than the
/// steps that it saves. Bodies of more vertices get a narrower ring, because the line of centres is
/// closer to their separating direction. Slender bodies get a wider one. There are two functions
/// behind a branch, because a tilt selected by the bodies' shape would wait for that computation.
HWY_INLINE Ring plain_ring(const Pair<3>& pair, const Vector3& line) {
  return ring_about(to_floats(line), 1 / (0.9F + 0x1.8p-6F * fewer_vertices(pair)));
}
HWY_INLINE Ring wide_ring(const Pair<3>& pair, const Vector3& line) {
  return ring_about(to_floats(line), 1 / (0.7F + 0x1p-6F * fewer_vertices(pair)));
}

/// It is not inlined: look_beyond_balls() then reserves no stack frame for it.
HWY_NOINLINE void record_axis(const Pair<3>& pair, const Vector3& u, Trace& trace) {
  Vector3 axis = u;
  if (!normalise(axis.data(), 3)) return;
  const double gap = FilteredPair<3>(pair).probe(axis.data()).value;
  append_step<3>(trace, Algorithm::mpr, TraceEvent::axis, pair, {}, &axis, gap);
}

/// Tests the direction perpendicular to the long axes of two thin bodies.
HWY_INLINE bool are_apart_across(const Pair<3>& pair, const Setting& setting, const Vector3& u) {
  return boxes_are_apart(pair, setting.offset, setting.reach, u) || still_separated(pair, u);
}

/// Searches pairs that balls leave undecided. Thin bodies, and round ones of many vertices, are
/// tested along a likely separating direction. Bodies of few vertices go to the portal search.
HWY_NOINLINE void look_beyond_balls(const Pair<3>& pair, const Setting& setting,
                                    PortalRequest request, PortalVerdict& answer) {
  const HullBlock& a = *pair.a.hull;
  const HullBlock& b = *pair.b.hull;
  const Vector3 line = setting.line();
  const bool thin = are_thin(pair);
  if (thin || are_round(a, b)) {
    const Vector3& u = answer.direction;
    answer.direction = thin ? across_long_axes(pair, line) : guess_of_round(pair, line);
    if (request.trace != nullptr) [[unlikely]]
      record_axis(pair, u, *request.trace);
    if (thin ? are_apart_across(pair, setting, u) : still_separated(pair, u)) {
      answer.verdict = Verdict::separated;
      answer.stage = Stage::filter;
      return;
    }
  }
  if (!are_few(a) || !are_few(b) || !suits_floats(pair, setting.reach)) return;
  if (!thin && (is_slender(a) || is_slender(b))) {
    search(pair, setting, wide_ring(pair, line), false, request, answer);
  } else {
    search(pair, setting, plain_ring(pair, line), thin, request, answer);
  }
}

/// It is not inlined: pairs that balls decide then reserve no stack frame for it.
HWY_NOINLINE bool meet_between_centres(const Pair<3>& pair, const Setting& setting) {
  return overlap_between_centres(pair, setting.line(), setting.reach);
}

void decide_by_portal(const Pair<3>& pair, PortalRequest request, PortalVerdict& answer) {
  const Setting setting = setting_of(pair);
  answer.has_tested_balls = setting.reach.in_range();
  if (!answer.has_tested_balls) return;
  bool close = false;
  const Verdict by_balls = verdict_by_balls(pair, setting, close);
  if (request.pairs == PortalPairs::none && request.trace == nullptr && have_inner_planes(pair) &&
      close && meet_between_centres(pair, setting)) {
    answer.verdict = Verdict::overlapping;
    answer.stage = Stage::filter;
    return;
  }
  const bool certified = request.pairs == PortalPairs::searched;
  if (by_balls == Verdict::undecided || (certified && by_balls == Verdict::overlapping)) {
    look_beyond_balls(pair, setting, request, answer);
    return;
  }
  answer.verdict = by_balls;
  answer.stage = Stage::bounds;
  if (by_balls == Verdict::separated) answer.direction = setting.line();
}

}  // namespace sunder::detail::mpr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::mpr {

HWY_EXPORT(decide_by_portal);

void verdict_by_portal(const Pair<3>& pair, PortalRequest request, PortalVerdict& answer) {
  HWY_DYNAMIC_DISPATCH(decide_by_portal)(pair, request, answer);
}

}  // namespace sunder::detail::mpr
#endif

// SPDX-License-Identifier: Apache-2.0
//
// The search of quick_verdict.hpp beyond balls. It runs in floats: what these cannot prove by a
// hair, of thin bodies or of bodies close to each other, filter/last_proof.hpp proves in doubles.
// For files that are compiled once for each instruction set.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_MPR_QUICK_SEARCH_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_MPR_QUICK_SEARCH_INL_HPP
#undef SUNDER_NARROW_MPR_QUICK_SEARCH_INL_HPP
#else
#define SUNDER_NARROW_MPR_QUICK_SEARCH_INL_HPP
#endif

#include <bit>
#include <cmath>
#include <hwy/highway.h>

#include "filter/float_reach.hpp"
#include "filter/last_proof.hpp"
#include "narrow/mpr/portal_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mpr::HWY_NAMESPACE {

/// More steps than a portal needs that gets anywhere.
inline constexpr int kMostQuickSteps = 16;

HWY_INLINE Vector3 to_doubles(const Float3& v) { return {v[0], v[1], v[2]}; }
/// Three directions about d, evenly spread, and one more. `tilt` is about the cotangent of the
/// angle to d: the more vertices, the closer they may be. Of round bodies the vertices there have
/// the line along d between them.
HWY_INLINE FourDirections ring_about(const SpaceLanes& d, float tilt, const SpaceLanes& last) {
  const Lanes lanes;
  // Across d, of at least 0.7 of its length.
  const auto flat = hn::Le(hn::Abs(d.z), hn::Abs(d.x));
  const SpaceLanes f{hn::IfThenElseZero(flat, d.y), hn::IfThenElse(flat, hn::Neg(d.x), d.z),
                     hn::IfThenZeroElse(flat, hn::Neg(d.y))};
  const auto half_root_of_three = hn::Set(lanes, 0.8660254F);
  const auto half = hn::Mul(half_root_of_three, hn::ApproximateReciprocalSqrt(dot(d, d)));
  const SpaceLanes g = scaled(half, cross(d, f));
  const SpaceLanes along = scaled(hn::Set(lanes, tilt), d);
  const SpaceLanes back = minus(along, scaled(hn::Set(lanes, 0.5F), f));
  return {plus(along, f), plus(back, g), minus(back, g), last};
}

/// What tells a listener of each step.
struct Listener {
  const Pair<3>& pair;
  const PosedPoints& points;
  Trace* trace;

  HWY_INLINE void direction(const SpaceLanes& u, float height, VertexName found) const {
    if (trace == nullptr) [[likely]]
      return;
    const IndexPair kept = points.kept(found);
    const Vector3 along = to_doubles(first_lane(u));
    append_step<3>(*trace, Algorithm::mpr, TraceEvent::direction, pair, {&kept, 1}, &along,
                   -static_cast<double>(height));
  }
  HWY_INLINE void portal(VertexName first, VertexName second, VertexName third) const {
    if (trace == nullptr) [[likely]]
      return;
    const std::array<IndexPair, 3> kept{points.kept(first), points.kept(second),
                                        points.kept(third)};
    append_step<3>(*trace, Algorithm::mpr, TraceEvent::simplex, pair, kept, nullptr, 0);
  }
};

struct Search {
  const Pair<3>& pair;
  const PosedPoints& points;
  const Vector3& centre;  ///< a point inside of C
  const SpaceLanes& inside;
  const SpaceLanes& guess;  ///< where the bodies may be apart
  const Listener& listener;
  QuickVerdict& answer;
  float height_error;
  float height_noise;  ///< of heights of the same rounded points
  float minor_error;
  bool wants_pairs;

  HWY_INLINE Corner corner(VertexName name) const {
    return make_corner(points[name], name, inside);
  }
  HWY_INLINE VertexName ask(const SpaceLanes& u, float& height) const {
    const VertexName found = points.probe(u, height);
    listener.direction(u, height, found);
    return found;
  }

  HWY_INLINE bool separates(const SpaceLanes& u, float height) const {
    if (!(height < 0)) return false;
    const float size = size_of(u);
    if (!(size < kGreatestFloatDirection)) return false;
    const Vector3 direction = to_doubles(first_lane(u));
    const bool proven = height + height_error * size + kLeastFloatGapError < 0;
    if (!proven && !still_separated(pair, direction)) return false;
    answer.verdict = Verdict::separated;
    answer.stage = Stage::filter;
    answer.direction = direction;
    return true;
  }
  /// The last is the likeliest. What separates is the last step that a listener hears of.
  HWY_INLINE bool one_separates(const FourDirections& u, const float* heights,
                                const VertexName* found) const {
    const float least =
        std::min(std::min(heights[0], heights[1]), std::min(heights[2], heights[3]));
    if (!(least < 0)) return false;
    for (std::size_t k = 4; k-- > 0;) {
      if (!separates(u[k], heights[k])) continue;
      if (k < 3) listener.direction(u[k], heights[k], found[k]);
      return true;
    }
    return false;
  }

  /// Pushes the portal outward until 0 is behind it, or until it lies on the surface of C.
  HWY_INLINE void refine(PortalLanes& portal) const {
    for (int step = 0; step < kMostQuickSteps; ++step) {
      listener.portal(portal.first.name, portal.second.name, portal.third.name);
      const float level = portal.height();
      if (level > 0) {
        if (!(portal.least_minor() > minor_error) &&
            !holds_zero(portal.first.name, portal.second.name, portal.third.name))
          return;
        answer.verdict = Verdict::overlapping;
        answer.stage = Stage::filter;
        if (wants_pairs) add_pairs(portal);
        return;
      }
      float height;
      const VertexName found = ask(portal.normal, height);
      if (separates(portal.normal, height)) return;
      // A vertex that is no higher than the portal, for all that floats can tell.
      if (!(height - level > height_noise * size_of(portal.normal))) return;
      if (portal.has_corner(found)) return;
      portal.advance(corner(found));
    }
  }

  // By names: a portal that is handed on would live in memory.
  HWY_NOINLINE bool holds_zero(VertexName first, VertexName second, VertexName third) const {
    return encloses_zero(pair, {points.kept(first), points.kept(second), points.kept(third)},
                         centre);
  }

  /// The portal, with the vertex opposite to it, if 0 is between them too.
  HWY_INLINE void add_pairs(const PortalLanes& portal) const {
    float height;
    const VertexName opposite = ask(negated(portal.normal), height);
    answer.pairs = {points.kept(portal.first.name), points.kept(portal.second.name),
                    points.kept(portal.third.name), points.kept(opposite)};
    answer.has_pairs = portal.least_minor_with(points[opposite]) > minor_error ||
                       still_overlapping(pair, answer.pairs);
  }

  /// The ring had no portal, as it may of slender bodies: then one vertex after the other, each
  /// beyond the plane of two found and the ray. False where there is none, or no need for it.
  HWY_NOINLINE bool discover(VertexName along, VertexName* names) const {
    Corner first = corner(along);
    float height;
    VertexName found = ask(first.side, height);
    if (separates(first.side, height) || found == along) return false;
    Corner second = corner(found);
    SpaceLanes u = cross(minus(first.point, inside), minus(second.point, inside));
    if (hn::GetLane(dot(u, inside)) > 0) {
      const Corner other = first;
      first = second;
      second = other;
      u = negated(u);
    }
    for (int step = 0; step < kMostQuickSteps; ++step) {
      found = ask(u, height);
      if (separates(u, height) || found == first.name || found == second.name) return false;
      const Corner third = corner(found);
      if (hn::GetLane(dot(third.point, first.side)) > 0) {
        second = third;
      } else if (hn::GetLane(dot(third.point, second.side)) < 0) {
        first = third;
      } else {
        PortalLanes portal{first, second, third, {}};
        const bool clockwise = !portal.holds_ray();
        names[0] = first.name;
        names[1] = clockwise ? third.name : second.name;
        names[2] = clockwise ? second.name : third.name;
        return true;
      }
      u = cross(minus(first.point, inside), minus(second.point, inside));
    }
    return false;
  }

  HWY_INLINE void run() const {
    const auto few = static_cast<float>(std::min({pair.a.hull->count, pair.b.hull->count, 64}));
    const FourDirections u = ring_about(negated(inside), 0.7F + few * 0x1p-6F, guess);
    alignas(16) float heights[4];
    VertexName found[4];
    points.probe_four(u, heights, found);
    for (std::size_t k = 0; k < 4; ++k) listener.direction(u[k], heights[k], found[k]);
    PortalLanes portal{corner(found[0]), corner(found[1]), corner(found[2]), inside};
    const Corner along = corner(found[3]);
    if (one_separates(u, heights, found)) return;
    if (portal.holds_ray()) [[likely]] {
      portal.advance(along);
    } else {
      VertexName names[3];
      if (!discover(found[3], names)) return;
      portal.first = corner(names[0]);
      portal.second = corner(names[1]);
      portal.third = corner(names[2]);
      portal.set_normal();
      if (!portal.holds_ray()) return;
    }
    refine(portal);
  }
};

}  // namespace sunder::detail::mpr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_MPR_QUICK_SEARCH_INL_HPP

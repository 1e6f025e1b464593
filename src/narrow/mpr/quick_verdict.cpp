// SPDX-License-Identifier: Apache-2.0
//
// Proofs. Separated: a height of C below minus its bound (posed_points-inl.hpp). Overlapping: 0 in
// the interior of the tetrahedron of the portal and the difference of the centres, which is a point
// of C, since balls about the centres lie inside; by Lemma 2 of filter/simplex_interior.hpp, where
// every entry is at most `reach` and its error, so that one bound serves every portal.
#include "narrow/mpr/quick_verdict.hpp"

#include <bit>
#include <cmath>

#include "filter/reach.hpp"
#include "narrow/rounded_direction.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/mpr/quick_verdict.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/mpr/portal_lanes-inl.hpp"
#include "narrow/mpr/posed_points-inl.hpp"

#ifndef SUNDER_NARROW_MPR_QUICK_VERDICT
#define SUNDER_NARROW_MPR_QUICK_VERDICT
namespace sunder::detail::mpr {

/// More steps than a portal needs that gets anywhere.
inline constexpr int kMostQuickSteps = 24;

/// What all steps share.
struct Setting {
  Vector3 offset;  ///< t_B - t_A
  Vector3 inside;  ///< the difference of the centres, a - b
  Reach reach;

  /// Of a height, for each unit of |u|_1: with the names in the heights' last bits.
  HWY_INLINE double height_error() const {
    return (reach.gap_error() + 0x1p-45 * reach.reach) * kRoundUp;
  }
};

/// About 1 / sqrt(x), to 4 per cent: by halving the exponent.
HWY_INLINE double rough_inverse_root(double x) {
  return std::bit_cast<double>(0x5fe6eb50c7b537a9 - (std::bit_cast<std::uint64_t>(x) >> 1));
}

}  // namespace sunder::detail::mpr
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mpr::HWY_NAMESPACE {

using One = hn::CappedTag<double, 1>;

HWY_INLINE double dot_of_three(const double* p, const double* q) {
  const One one;
  const auto first = hn::Mul(hn::Set(one, p[0]), hn::Set(one, q[0]));
  const auto second = hn::MulAdd(hn::Set(one, p[1]), hn::Set(one, q[1]), first);
  return hn::GetLane(hn::MulAdd(hn::Set(one, p[2]), hn::Set(one, q[2]), second));
}
HWY_INLINE Setting setting_of(const Pair<3>& pair) {
  const double* const p = pair.a.pose->linear_data();
  const double* const q = pair.b.pose->linear_data();
  const double* const a = pair.a.hull->centre;
  const double* const b = pair.b.hull->centre;
  const Vector3 offset = offset_of(pair);
  const Vector3 inside{(dot_of_three(p, a) - dot_of_three(q, b)) - offset[0],
                       (dot_of_three(p + 3, a) - dot_of_three(q + 3, b)) - offset[1],
                       (dot_of_three(p + 6, a) - dot_of_three(q + 6, b)) - offset[2]};
  return {offset, inside, reach_of(pair, offset)};
}

/// As filter/balls.hpp has it, with squares instead of a root.
HWY_INLINE Verdict verdict_by_balls(const Pair<3>& pair, const Setting& setting) {
  const HullBlock& a = *pair.a.hull;
  const HullBlock& b = *pair.b.hull;
  const Pose<3>& at_a = *pair.a.pose;
  const Pose<3>& at_b = *pair.b.pose;
  const double squared = dot_of_three(setting.inside.data(), setting.inside.data());
  const double error = 3 * kRoundUp * setting.reach.entry_error();
  const double outer =
      a.circumscribed * at_a.greatest_stretch() + b.circumscribed * at_b.greatest_stretch() + error;
  if (squared > outer * outer * kRoundUp) return Verdict::separated;
  // A centre without a ball may lie outside of its body.
  if (!(a.inscribed > 0 && b.inscribed > 0)) return Verdict::undecided;
  const double core =
      a.inscribed * at_a.least_stretch() + b.inscribed * at_b.least_stretch() - error * kRoundUp;
  // A smaller one has a square that may lose digits to underflow.
  if (core > 0x1p-470 && squared * kRoundUp < core * core) return Verdict::overlapping;
  return Verdict::undecided;
}

/// Bodies a quarter as thick as long, or thinner.
HWY_INLINE bool is_slender(const HullBlock& hull) {
  return hull.inscribed * 4 < hull.circumscribed;
}

/// Where the bodies may be apart: along the line of centres, or of slender bodies and those of many
/// vertices, which are round, as ellipsoids would be.
HWY_INLINE Vector3 guess(const Pair<3>& pair, const Vector3& line) {
  constexpr std::int32_t kRound = 32;
  const HullBlock& a = *pair.a.hull;
  const HullBlock& b = *pair.b.hull;
  const bool round = a.count >= kRound && b.count >= kRound;
  if (!round && !is_slender(a) && !is_slender(b)) return line;
  const Vector3 u = rounded_direction(pair, line);
  const double size = sum_of_sizes(u);
  return size > 0 && size < kGreatestDirection ? u : line;
}

/// Three directions about d, evenly spread, and one more. `tilt` is about the cotangent of the
/// angle to d: the more vertices, the closer they may be. Of round bodies the vertices there have
/// the line along d between them.
HWY_INLINE FourDirections ring_about(const Vector3& d, double tilt, const Vector3& last) {
  constexpr double kHalfRootOfThree = 0.8660254037844386;
  // Across d, of at least 0.7 of its length.
  const bool flat = std::fabs(d[2]) <= std::fabs(d[0]);
  const double x = flat ? d[0] : 0;
  const double z = flat ? 0 : d[2];
  const Vector3 f{flat ? d[1] : 0, z - x, flat ? 0 : -d[1]};
  const double half =
      kHalfRootOfThree * rough_inverse_root(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  const Vector3 g{half * (d[1] * f[2] - d[2] * f[1]), half * (d[2] * f[0] - d[0] * f[2]),
                  half * (d[0] * f[1] - d[1] * f[0])};
  FourDirections u;
  double* const entries[3] = {u.x, u.y, u.z};
  for (std::size_t l = 0; l < 3; ++l) {
    const double along = tilt * d[l];
    const double back = along - 0.5 * f[l];
    entries[l][0] = along + f[l];
    entries[l][1] = back + g[l];
    entries[l][2] = back - g[l];
    entries[l][3] = last[l];
  }
  return u;
}

/// What tells a listener of each step.
struct Listener {
  const Pair<3>& pair;
  const PosedPoints& points;
  Trace* trace;

  HWY_INLINE void direction(const Vector3& u, double height, VertexName found) const {
    if (trace == nullptr) [[likely]]
      return;
    const IndexPair kept = points.kept(found);
    append_step<3>(*trace, Algorithm::mpr, TraceEvent::direction, pair, {&kept, 1}, &u, -height);
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
  const Setting& setting;
  const PosedPoints& points;
  const SpaceLanes& inside;
  const Listener& listener;
  QuickVerdict& answer;
  double height_error;
  bool wants_pairs;

  HWY_INLINE Corner corner(VertexName name) const {
    return make_corner(points[name], name, inside);
  }
  HWY_INLINE VertexName ask(const SpaceLanes& u, double& height) const {
    const VertexName found = points.probe(u, height);
    listener.direction(first_lane(u), height, found);
    return found;
  }

  HWY_INLINE bool separates(const Vector3& u, double size, double height) const {
    if (!(height + height_error * size + kLeastGapError < 0 && size < kGreatestDirection)) {
      return false;
    }
    answer.verdict = Verdict::separated;
    answer.stage = Stage::filter;
    answer.direction = u;
    return true;
  }
  HWY_INLINE bool separates(const SpaceLanes& u, double height) const {
    return separates(first_lane(u), size_of(u), height);
  }
  /// The last is the likeliest. What separates is the last step that a listener hears of.
  HWY_INLINE bool one_separates(const FourDirections& u, const double* heights,
                                const VertexName* found) const {
    const double least =
        std::min(std::min(heights[0], heights[1]), std::min(heights[2], heights[3]));
    if (!(least < 0)) return false;
    for (std::size_t k = 4; k-- > 0;) {
      if (!separates(u[k], sum_of_sizes(u[k]), heights[k])) continue;
      if (k < 3) listener.direction(u[k], heights[k], found[k]);
      return true;
    }
    return false;
  }

  /// Pushes the portal outward until 0 is behind it, or until it lies on the surface of C.
  HWY_INLINE void refine(PortalLanes portal) const {
    for (int step = 0; step < kMostQuickSteps; ++step) {
      listener.portal(portal.first.name, portal.second.name, portal.third.name);
      if (portal.hides_zero()) {
        if (!(portal.least_minor() > setting.reach.minor_error())) return;
        answer.verdict = Verdict::overlapping;
        answer.stage = Stage::filter;
        if (wants_pairs) add_pairs(portal);
        return;
      }
      double height;
      const VertexName found = ask(portal.normal, height);
      if (separates(portal.normal, height)) return;
      // A vertex that is no higher than the portal, for all that doubles can tell.
      const Corner next = corner(found);
      const double rise = hn::GetLane(dot(portal.normal, minus(next.point, portal.first.point)));
      if (!(rise > 8 * height_error * size_of(portal.normal))) return;
      portal.advance(next);
    }
  }

  /// The portal, with the vertex opposite to it, if 0 is between them too.
  HWY_INLINE void add_pairs(const PortalLanes& portal) const {
    double height;
    const VertexName opposite = ask(negated(portal.normal), height);
    if (!(portal.least_minor_with(points[opposite]) > setting.reach.minor_error())) return;
    answer.has_pairs = true;
    answer.pairs = {points.kept(portal.first.name), points.kept(portal.second.name),
                    points.kept(portal.third.name), points.kept(opposite)};
  }

  /// The ring had no portal, as it may of slender bodies: then one vertex after the other, each
  /// beyond the plane of two found and the ray. False where there is none, or no need for it.
  HWY_NOINLINE bool discover(VertexName along, VertexName* names) const {
    Corner first = corner(along);
    double height;
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
    const Vector3& c = setting.inside;
    const Vector3 d{-c[0], -c[1], -c[2]};
    const double few = std::min({pair.a.hull->count, pair.b.hull->count, 64});
    const FourDirections u = ring_about(d, 0.7 + few * 0x1p-6, guess(pair, d));
    alignas(32) double heights[4];
    VertexName found[4];
    points.probe_four(u, heights, found);
    for (std::size_t k = 0; k < 4; ++k) listener.direction(u[k], heights[k], found[k]);
    PortalLanes portal{corner(found[0]), corner(found[1]), corner(found[2]), {}};
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

HWY_NOINLINE void search(const Pair<3>& pair, const Setting& setting, QuickWish wish,
                         QuickVerdict& answer) {
  const PosedPoints points(pair, setting.offset);
  const SpaceLanes inside = broadcast(setting.inside);
  const Listener listener{pair, points, wish.trace};
  Search{pair, setting, points, inside, listener, answer, setting.height_error(), wish.pairs}.run();
}

/// Whether search() has been written for such a body: it holds the centre of its balls for certain.
HWY_INLINE bool are_few(const HullBlock& hull) {
  return hull.count <= kQuickVertices && hull.candidates.empty() && hull.inscribed > 0;
}

void look(const Pair<3>& pair, QuickWish wish, QuickVerdict& answer) {
  const Setting setting = setting_of(pair);
  answer.has_looked = setting.reach.in_range();
  if (!answer.has_looked) return;
  const Verdict by_balls = verdict_by_balls(pair, setting);
  if (by_balls == Verdict::undecided) {
    if (are_few(*pair.a.hull) && are_few(*pair.b.hull)) search(pair, setting, wish, answer);
    return;
  }
  answer.verdict = by_balls;
  answer.stage = Stage::bounds;
  for (std::size_t l = 0; l < 3; ++l) answer.direction[l] = -setting.inside[l];
}

}  // namespace sunder::detail::mpr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::mpr {

HWY_EXPORT(look);

void quick_verdict(const Pair<3>& pair, QuickWish wish, QuickVerdict& answer) {
  HWY_DYNAMIC_DISPATCH(look)(pair, wish, answer);
}

}  // namespace sunder::detail::mpr
#endif

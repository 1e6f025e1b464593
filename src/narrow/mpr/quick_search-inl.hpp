// SPDX-License-Identifier: Apache-2.0
//
// Runs the search of quick_verdict.hpp after the balls. It runs in floats. For thin bodies or
// bodies close to each other these may narrowly fail; then filter/last_proof.hpp proves the result
// in doubles. It is for files that are compiled once for each instruction set.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_MPR_QUICK_SEARCH_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_MPR_QUICK_SEARCH_INL_HPP
#undef SUNDER_NARROW_MPR_QUICK_SEARCH_INL_HPP
#else
#define SUNDER_NARROW_MPR_QUICK_SEARCH_INL_HPP
#endif

#include <algorithm>
#include <bit>
#include <hwy/highway.h>

#include "filter/float_reach.hpp"
#include "filter/last_proof.hpp"
#include "narrow/mpr/portal_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mpr::HWY_NAMESPACE {

/// More steps than a successful portal needs.
inline constexpr int kMostQuickSteps = 16;

/// Records each step in a trace, if there is one.
template <class Points>
struct Listener {
  const Pair<3>& pair;
  const Points& points;
  Trace* trace;

  HWY_INLINE void direction(const Float3& u, float height, VertexName found) const {
    if (trace == nullptr) [[likely]]
      return;
    const IndexPair kept = points.kept(found);
    const Vector3 along = to_doubles(u);
    append_step<3>(*trace, Algorithm::mpr, TraceEvent::direction, pair, {&kept, 1}, &along,
                   -static_cast<double>(height));
  }
  HWY_INLINE void portal(const Rim& portal) const {
    if (trace == nullptr) [[likely]]
      return;
    const std::array<IndexPair, 3> kept = kept_corners(points, portal);
    append_step<3>(*trace, Algorithm::mpr, TraceEvent::simplex, pair, kept, nullptr, 0);
  }
};

template <class Points>
HWY_INLINE std::array<IndexPair, 3> kept_corners(const Points& points, const Rim& portal) {
  VertexName names[4];
  store(portal.names, names);
  return {points.kept(names[0]), points.kept(names[1]), points.kept(names[2])};
}

template <class Points>
struct Search {
  const Pair<3>& pair;
  const Points& points;
  const Vector3& centre;  ///< a point inside C
  const Space& inside;    ///< that point, in lanes
  const Ring& ring;       ///< the first directions
  const Listener<Points>& listener;
  PortalVerdict& answer;
  const FloatReach& reach;
  PortalPairs wants;
  const VertexName* from_vertex = nullptr;  ///< the vertex that `inside` is, if it is one

  HWY_INLINE Apex apex(VertexName name) const { return Apex(points[name], inside, name); }
  HWY_INLINE VertexName ask(const Space& u, float& height) const {
    const VertexName found = points.probe(u, height);
    listener.direction(first(u), height, found);
    return found;
  }

  HWY_INLINE bool separates(const Float3& u, float height) const {
    if (!(height < 0)) return false;
    const float size = size_of(u);
    if (!(size > kLeastFloatDirection && size < kGreatestFloatDirection)) return false;
    const Vector3 direction = to_doubles(u);
    const float error = reach.gap_error(points.names());
    const bool proven = height + error * size + kLeastFloatGapError < 0;
    if (!proven && !still_separated(pair, direction)) return false;
    answer.verdict = Verdict::separated;
    answer.stage = Stage::filter;
    answer.direction = direction;
    return true;
  }
  /// Tests the centre first, because it is the likeliest. The direction that separates is the last
  /// step of a trace.
  HWY_INLINE bool ring_separates(const RingFound& found) const {
    const float* const h = found.heights;
    const float about = std::min(std::min(h[0], h[1]), std::min(h[2], h[3]));
    if (!(std::min(about, h[4]) < 0)) [[likely]]
      return false;
    return separates(ring.centre, h[4]) || one_about_separates(found);
  }
  /// Heights about the centre are estimates; each promising direction is queried again.
  HWY_NOINLINE bool one_about_separates(const RingFound& found) const {
    for (std::size_t k = 0; k < 4; ++k) {
      if (!(found.heights[k] < 0)) continue;
      float height;
      ask(broadcast(Fours(), ring[k].data()), height);
      if (separates(ring[k], height)) return true;
    }
    return false;
  }

  /// Pushes the portal outward until 0 is behind it, or until it lies on the surface of C.
  HWY_INLINE void refine(Rim portal, Space normal, Space corner) const {
    const float noise = reach.height_noise(points.names());
    for (int step = 0; step < kMostQuickSteps; ++step) {
      listener.portal(portal);
      const float level = GetLane(dot(normal, corner));
      if (level > 0) {
        conclude(portal);
        return;
      }
      float height;
      const VertexName found = ask(normal, height);
      if (separates(first(normal), height)) return;
      // A vertex that is not higher than the portal, up to the rounding of floats.
      const bool is_higher = height - level > noise * GetLane(sum(Abs(normal)));
      if (!is_higher || bits_equal(portal.names, found) != 0) {
        const std::array<IndexPair, 3> corners = kept_corners(points, portal);
        std::copy(corners.begin(), corners.end(), answer.pairs.begin());
        answer.on_surface = true;
        return;
      }
      const Apex next = apex(found);
      // The ray passes between two corners, seen from the new vertex, up to rounding.
      const FourMask sector = sectors(portal, next, 0);
      normal = chosen<2>(sector, normals(portal, next));
      corner = next.point;
      const auto k = static_cast<std::size_t>(std::countr_zero(bits_of(sector) | 4U));
      portal = portal_of(portal, k, next);
    }
  }

  /// 0 is behind the portal: tests the tetrahedron of its corners and the centre, by minors.
  HWY_INLINE void conclude(const Rim& portal) const {
    const float error = reach.minor_error();
    if (from_vertex != nullptr) {
      answer.pairs = with_corners(portal, *from_vertex);
      answer.has_pairs = least_minor(portal) > error || still_overlapping(pair, answer.pairs);
      return;
    }
    if (!(least_minor(portal) > error) &&
        !encloses_zero(pair, kept_corners(points, portal), centre))
      return;
    answer.verdict = Verdict::overlapping;
    answer.stage = Stage::filter;
    if (wants != PortalPairs::none) add_pairs(portal, error);
  }

  /// Adds the portal with the vertex opposite to it, if they enclose 0 too.
  HWY_NOINLINE void add_pairs(const Rim& portal, float error) const {
    const Space second = next(portal.point);
    const Space third = next(second);
    const Space down = in_all(cross(Sub(third, portal.point), Sub(second, portal.point)));
    float height;
    const VertexName opposite = ask(down, height);
    answer.pairs = with_corners(portal, opposite);
    answer.has_pairs =
        least_minor_with(portal, points[opposite]) > error || still_overlapping(pair, answer.pairs);
    if (!answer.has_pairs && wants == PortalPairs::searched) shoot_from(opposite, portal);
  }
  HWY_INLINE std::array<IndexPair, 4> with_corners(const Rim& portal, VertexName other) const {
    const std::array<IndexPair, 3> corners = kept_corners(points, portal);
    return {corners[0], corners[1], corners[2], points.kept(other)};
  }

  /// 0 is outside their tetrahedron. Sends the ray through 0 from that vertex: it leaves C through another
  /// portal, which holds 0 together with it.
  HWY_NOINLINE void shoot_from(VertexName vertex, const Rim& portal) const {
    const Space start = points[vertex];
    PortalVerdict found;
    const Search from{
        pair, points, centre, start, ring, listener, found, reach, PortalPairs::none, &vertex};
    VertexName names[4];
    store(portal.names, names);
    const std::size_t k = open_edge(portal, start);
    from.search_on(names[k], names[(k + 1) % 3]);
    answer.pairs = found.pairs;
    answer.has_pairs = found.has_pairs;
  }

  /// Returns a negative number if 0 is on the left of the plane through the ray and p, a positive
  /// one on the right.
  HWY_INLINE static float turn(const Apex& p, const Apex& q) {
    return GetLane(dot(q.point, p.side));
  }

  /// The ring had no portal, which occurs for slender bodies. Then the vertices come one after the
  /// other, each beyond the plane of two found and the inner point. Returns false if there is none,
  /// or no need.
  HWY_NOINLINE bool discover(VertexName first_name, VertexName second_name,
                             VertexName* names) const {
    Apex one = apex(first_name);
    float height;
    VertexName found = second_name;
    if (second_name == first_name) {
      found = ask(one.side, height);
      if (separates(first(one.side), height) || found == first_name) return false;
    }
    Apex other = apex(found);
    Space beyond_both = cross(Sub(one.point, inside), Sub(other.point, inside));
    if (GetLane(dot(beyond_both, inside)) > 0) {
      const Apex held = one;
      one = other;
      other = held;
      beyond_both = cross(Sub(one.point, inside), Sub(other.point, inside));
    }
    for (int step = 0; step < kMostQuickSteps; ++step) {
      found = ask(beyond_both, height);
      if (separates(first(beyond_both), height) || found == one.name || found == other.name)
        return false;
      const Apex third = apex(found);
      if (turn(one, third) > 0) {
        other = third;
      } else if (turn(other, third) < 0) {
        one = third;
      } else {
        names[0] = names[3] = one.name;
        names[1] = other.name;
        names[2] = third.name;
        return true;
      }
      beyond_both = cross(Sub(one.point, inside), Sub(other.point, inside));
    }
    return false;
  }

  HWY_NOINLINE void search_on(VertexName first_name, VertexName second_name) const {
    VertexName names[4];
    if (!discover(first_name, second_name, names)) return;
    Rim portal = rim_of(names);
    if ((beyond(portal) & 7U) != 0) {
      std::swap(names[1], names[2]);
      portal = rim_of(names);
    }
    if ((beyond(portal) & 7U) != 0) return;
    const Apex last = apex(names[2]);
    refine(portal, in_all(normals(portal, last)), last.point);
  }

  HWY_INLINE Rim rim_of(const VertexName* names) const {
    const Space point = points(names);
    return Rim(point, cross(point, inside), four_names(names[0], names[1], names[2], names[3]));
  }

  /// Searches two thin bodies, whose relevant vertices nearly all directions of a ring miss.
  HWY_INLINE void run_along_centre() const {
    float height;
    const VertexName found = ask(broadcast(Fours(), ring.centre.data()), height);
    if (!separates(ring.centre, height)) search_on(found, found);
  }

  HWY_INLINE void run() const {
    RingFound found;
    points.probe_ring(ring, found);
    for (std::size_t k = 0; k < 4; ++k)
      listener.direction(ring[k], found.heights[k], found.names[k]);
    listener.direction(ring.centre, found.heights[4], found.names[4]);
    if (ring_separates(found)) return;
    const Rim rim = rim_of(found.names);
    const Apex middle = apex(found.names[4]);
    const auto most = static_cast<float>(reach.reach);
    const FourMask sector = sectors(rim, middle, 0x1p-20F * most * most * most);
    const unsigned between = bits_of(sector);
    const auto k = static_cast<std::size_t>(std::countr_zero(between | 8U));
    if (between != 0 && (beyond(rim) >> k & 1U) == 0) [[likely]] {
      refine(portal_of(rim, k, middle), chosen<3>(sector, normals(rim, middle)), middle.point);
    } else if (between != 0) {
      search_on(found.names[k], found.names[(k + 1) % 4]);
    } else {
      search_on(middle.name, middle.name);
    }
  }
};

}  // namespace sunder::detail::mpr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_MPR_QUICK_SEARCH_INL_HPP

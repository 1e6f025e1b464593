// SPDX-License-Identifier: Apache-2.0
//
// Minkowski portal refinement of two hulls of few vertices, a pose a lane, in floats. Each lane
// goes its way by masks, so what it finds depends on its own pose alone.
//
// Notation. A and B are the exact matrices, w = t_b - t_a, C = K_A - K_B = {A a - B b - w}. Along u
//   h(u) = max u.(A a) - min u.(B b) - u.w
// is how far C reaches: h(u) < 0 separates. v is the image of the centres, a point of C since both
// hulls hold balls about them. A portal is a triangle of vertices of C which the ray from v to 0
// and beyond passes; where 0 lies between it and v the bodies overlap.
//
// Lemma H. Let e = 2^-23 (a unit roundoff of floats in every rounding mode), m_a and m_b the
// largest coordinates of the hulls in size, and
//   r = the largest over the rows l of |w_l| + sum_k |A_lk| m_ak + sum_k |B_lk| m_bk.
// Where 2^-20 < r < 2^20, no m is above 2^20 and the entries of A and B sum to less than 2^20 in
// size, a computed h(u), u being floats of sizes below 2^44, is off by at most E = 12 e r |u|_1 +
// 2^-90; a computed point of C, v too, by at most 8.2 e r in each coordinate; and where the four
// minors of three points and v, computed as below, exceed 192 e r^3, 0 is inside of their
// tetrahedron, hence of C.
//
// Proof. Entries, coordinates and w are rounded by e of themselves (a difference of doubles by
// little more), and what a quaternion's entries differ by from its rotation, 2^-50 of sizes of the
// order of r at most, is far below. p = A^T u takes three roundings: in all 4.1 e |A|^T |u|. p.a:
// one of the coordinate and three: 8.2 e of sum_lk |u_l| |A_lk| m_ak; for b alike, for u.w 4.1 e.
// Two sums more: 10.3 e r |u|_1. The computed r is within 10 e of itself. A point: each image 5.1 e
// of its sum, two sums of them and w 2.1 e. Minors: Lemma 2 of filter/simplex_interior.hpp with e
// for 2^-52, entries below 1.01 r and errors of 8.2 e r: (36 + 18 * 8.2) e r^3 * 1.04 at most. What
// is flushed to zero, below 2^-126 a time, is multiplied by at most 2^64 in u's own size, which 12
// e r covers, and by 2^20 else: 2^-100 in a dozen places. Nothing overflows within these sizes; a
// NaN or an infinity makes r or the sum of entries one.

// Highway's include guard: open once for each target.
#if defined(SUNDER_QUERY_BATCH_HULL_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_QUERY_BATCH_HULL_LANES_INL_HPP
#undef SUNDER_QUERY_BATCH_HULL_LANES_INL_HPP
#else
#define SUNDER_QUERY_BATCH_HULL_LANES_INL_HPP
#endif

#include <hwy/highway.h>

#include "batch/bounds.hpp"
#include "batch/hull_lanes.hpp"
#include "batch/matrix_groups-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {

/// Steps after the first four supports. Lanes that take more are few, and would hold up the others.
inline constexpr int kMostHullSteps = 6;

/// A vertex in the hull's own frame, and how high it is.
struct Highest {
  Floats height;
  Vec3<Floats> vertex;
};

/// The coordinates are kept beside the height: a name would have to be looked up in each lane.
HWY_INLINE Highest highest(const LaneHull& hull, const Vec3<Floats>& u) {
  const Lanes lanes;
  const float* const x = hull.points;
  const float* const y = x + hull.stride;
  const float* const z = y + hull.stride;
  const Vec3<Floats> first{hn::Set(lanes, x[0]), hn::Set(lanes, y[0]), hn::Set(lanes, z[0])};
  Highest best{dot(u, first), first};
  for (std::int32_t i = 1; i < hull.count; ++i) {
    const Vec3<Floats> next{hn::Set(lanes, x[i]), hn::Set(lanes, y[i]), hn::Set(lanes, z[i])};
    const Floats height = dot(u, next);
    const Mask above = hn::Gt(height, best.height);
    best.height = hn::Max(height, best.height);
    best.vertex = IfThenElse(above, next, best.vertex);
  }
  return best;
}

/// A point of C as far out as any, and how far that is.
struct Reached {
  Floats height;
  Vec3<Floats> point;
};

/// A group of poses of one pair.
struct PosedHulls {
  const LaneHull& body_a;
  const LaneHull& body_b;
  PlacedMatrices at;
  Vec3<Floats> inside;  ///< v

  HWY_INLINE PosedHulls(const LaneHull& a, const LaneHull& b, const PlacedMatrices& placed)
      : body_a(a),
        body_b(b),
        at(placed),
        inside(point_of(broadcast(Lanes(), a.centre.data()), broadcast(Lanes(), b.centre.data()))) {
  }

  HWY_INLINE Vec3<Floats> point_of(const Vec3<Floats>& a, const Vec3<Floats>& b) const {
    const Lanes lanes;
    const Vec3<Floats> zero{hn::Zero(lanes), hn::Zero(lanes), hn::Zero(lanes)};
    return Sub(subtract_combined(at.b, b, add_combined(at.a, a, zero)), at.w);
  }

  /// Not part of its callers: it takes all registers by itself, and most of the time.
  HWY_NOINLINE Reached support(const Vec3<Floats>& u) const {
    const Highest a = highest(body_a, dots(at.a, u));
    const Highest b = highest(body_b, Neg(dots(at.b, u)));
    return {hn::Sub(hn::Add(a.height, b.height), dot(u, at.w)), point_of(a.vertex, b.vertex)};
  }
};

/// What Lemma H says of each lane.
struct HullBounds {
  Floats of_height;  ///< E / |u|_1
  Floats of_minor;
  Mask holds;
};

HWY_INLINE HullBounds bounds_of(const PosedHulls& hulls) {
  const Lanes lanes;
  const Matrix& a = hulls.at.a;
  const Matrix& b = hulls.at.b;
  const Vec3<Floats> most_a = broadcast(Lanes(), hulls.body_a.most.data());
  const Vec3<Floats> most_b = broadcast(Lanes(), hulls.body_b.most.data());
  const auto row = [&](Floats w, const Vec3<Floats>& of_a, const Vec3<Floats>& of_b) HWY_ATTR {
    const Floats images = hn::Add(dot(Abs(of_a), most_a), dot(Abs(of_b), most_b));
    return hn::Add(hn::Abs(w), images);
  };
  const Floats r0 = row(hulls.at.w.x, {a[0].x, a[1].x, a[2].x}, {b[0].x, b[1].x, b[2].x});
  const Floats r1 = row(hulls.at.w.y, {a[0].y, a[1].y, a[2].y}, {b[0].y, b[1].y, b[2].y});
  const Floats r2 = row(hulls.at.w.z, {a[0].z, a[1].z, a[2].z}, {b[0].z, b[1].z, b[2].z});
  const auto entries = [](const Matrix& r) HWY_ATTR {
    return hn::Add(sum(Abs(r[0])), hn::Add(sum(Abs(r[1])), sum(Abs(r[2]))));
  };
  const Floats size = hn::Add(entries(a), entries(b));
  const Floats reach = hn::Max(r0, hn::Max(r1, r2));
  const Floats sum_of_rows = hn::Add(r0, hn::Add(r1, r2));  // a NaN among them is one here
  const Floats most = hn::Set(lanes, float{kMostHullReach});
  const Mask small = hn::And(hn::Lt(sum_of_rows, most), hn::Lt(size, most));
  return {hn::Mul(reach, hn::Set(lanes, float{kHullHeightUnits * kFloatUnit})),
          hn::Mul(hn::Mul(reach, reach),
                  hn::Mul(reach, hn::Set(lanes, float{kHullMinorUnits * kFloatUnit}))),
          hn::And(small, hn::Gt(reach, hn::Set(lanes, float{kLeastHullReach})))};
}

/// E.
HWY_INLINE Floats height_error(const HullBounds& bounds, const Vec3<Floats>& u) {
  return hn::MulAdd(bounds.of_height, sum(Abs(u)), hn::Set(Lanes(), float{kHullHeightUnderflow}));
}

/// Three directions about d, evenly spread, as the vertices of a round body lie about the one that
/// is farthest along d.
struct Ring {
  Vec3<Floats> u0, u1, u2;
};
HWY_INLINE Ring ring_about(const Vec3<Floats>& d, float tilt) {
  const Lanes lanes;
  // Across d, of at least 0.7 of its length.
  const Mask flat = hn::Le(hn::Abs(d.z), hn::Abs(d.x));
  const Vec3<Floats> f{hn::IfThenElseZero(flat, d.y), hn::IfThenElse(flat, hn::Neg(d.x), d.z),
                       hn::IfThenZeroElse(flat, hn::Neg(d.y))};
  const Floats half_root_of_three = hn::Set(lanes, 0.8660254F);
  const Floats length = hn::ApproximateReciprocalSqrt(dot(d, d));
  const Vec3<Floats> g = Mul(hn::Mul(half_root_of_three, length), cross(d, f));
  const Vec3<Floats> along = Mul(hn::Set(lanes, tilt), d);
  const Vec3<Floats> back = Sub(along, Mul(hn::Set(lanes, 0.5F), f));
  return {Add(along, f), Add(back, g), Sub(back, g)};
}

/// The corners of a portal in each lane, counter-clockwise seen from outside where the ray passes.
struct Portals {
  Vec3<Floats> first, second, third;
};

/// Three of the minors of a portal's corners and v: above 0 where the ray passes outside of an edge.
struct Sides {
  Vec3<Floats> normal1, normal2, normal3;  ///< of the plane of each corner and v
  Floats o12, o23, o31;
  Floats outside;  ///< the largest

  HWY_INLINE Sides(const Portals& corners, const Vec3<Floats>& v)
      : normal1(cross(corners.first, v)),
        normal2(cross(corners.second, v)),
        normal3(cross(corners.third, v)),
        o12(dot(corners.first, normal2)),
        o23(dot(corners.second, normal3)),
        o31(dot(corners.third, normal1)),
        outside(hn::Max(o12, hn::Max(o23, o31))) {}
};

/// The least of all four, where the portal lies beyond 0: that much 0 is inside.
HWY_INLINE Floats least_minor(const Portals& corners, const Sides& sides) {
  return hn::Min(hn::Neg(sides.outside), dot(corners.first, cross(corners.second, corners.third)));
}

/// The search of a group. `open` shrinks lane by lane.
struct HullSearch {
  const PosedHulls& hulls;
  const HullBounds bounds;
  Mask open, apart, overlap;

  HWY_INLINE explicit HullSearch(const PosedHulls& posed)
      : hulls(posed), bounds(bounds_of(posed)), open(bounds.holds) {
    apart = overlap = hn::Xor(open, open);
  }

  HWY_INLINE bool done() const { return hn::AllFalse(Lanes(), open); }

  HWY_INLINE void test(const Vec3<Floats>& u, Floats height) {
    const Floats error = height_error(bounds, u);
    const Mask found = hn::And(open, hn::Lt(hn::Add(height, error), hn::Zero(Lanes())));
    apart = hn::Or(apart, found);
    open = hn::AndNot(found, open);
  }

  HWY_INLINE Vec3<Floats> ask(const Vec3<Floats>& u) {
    const Reached reached = hulls.support(u);
    test(u, reached.height);
    return reached.point;
  }

  /// One step of every lane: 0 behind the portal ends it, else one vertex more.
  HWY_INLINE void advance(Portals& portal) {
    const Lanes lanes;
    const Floats zero = hn::Zero(lanes);
    const Vec3<Floats>& v = hulls.inside;
    const Vec3<Floats> c1 = portal.first;
    const Vec3<Floats> c2 = portal.second;
    const Vec3<Floats> c3 = portal.third;
    const Sides sides(portal, v);
    const Mask passes = hn::Le(sides.outside, zero);
    const Mask beyond12 = hn::Ge(sides.o12, sides.outside);
    const Mask beyond23 = hn::Ge(sides.o23, sides.outside);
    const Vec3<Floats> normal = cross(Sub(c2, c1), Sub(c3, c1));
    const Floats level = dot(normal, c1);
    const Mask behind = hn::And(passes, hn::Gt(level, zero));
    const Mask holds_zero = hn::And(behind, hn::Gt(least_minor(portal, sides), bounds.of_minor));
    overlap = hn::Or(overlap, hn::And(open, holds_zero));
    open = hn::AndNot(behind, open);
    if (done()) return;
    // Where the ray passes outside of an edge, the way from v through that edge toward the ray.
    const Vec3<Floats> near = IfThenElse(beyond12, c2, IfThenElse(beyond23, c3, c1));
    const Vec3<Floats> far = IfThenElse(beyond12, c1, IfThenElse(beyond23, c2, c3));
    const Vec3<Floats> u = IfThenElse(passes, normal, cross(Sub(near, v), Sub(far, v)));
    const Floats from = dot(u, IfThenElse(passes, c1, v));
    const Reached reached = hulls.support(u);
    test(u, reached.height);
    const Vec3<Floats>& p = reached.point;
    const Floats noise = hn::Mul(bounds.of_height, sum(Abs(u)));
    open = hn::And(open, hn::Gt(hn::Sub(reached.height, from), noise));
    const Mask right_of_first = hn::Gt(dot(p, sides.normal1), zero);
    const Mask right_of_second = hn::Gt(dot(p, sides.normal2), zero);
    const Mask right_of_third = hn::Gt(dot(p, sides.normal3), zero);
    const Mask drop_third = hn::AndNot(right_of_first, right_of_second);
    const Mask drop_first = hn::AndNot(right_of_second, right_of_third);
    const Mask drop_second = hn::Not(hn::Or(drop_third, drop_first));
    portal.first = IfThenElse(passes, IfThenElse(drop_first, p, c1), near);
    portal.second = IfThenElse(passes, IfThenElse(drop_second, p, c2), far);
    portal.third = IfThenElse(hn::And(passes, hn::Not(drop_third)), c3, p);
  }

  HWY_INLINE void run(float tilt) {
    const Vec3<Floats> line = Neg(hulls.inside);
    const Ring ring = ring_about(line, tilt);
    Portals portal{ask(ring.u0), ask(ring.u1), ask(ring.u2)};
    for (int step = 0; step < kMostHullSteps && !done(); ++step) advance(portal);
  }
};

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_QUERY_BATCH_HULL_LANES_INL_HPP

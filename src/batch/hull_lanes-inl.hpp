// SPDX-License-Identifier: Apache-2.0
//
// Runs Minkowski portal refinement on two hulls of few vertices, in floats, a pose a lane. Masks
// keep the lanes independent: the result of each depends on its own pose alone.
//
// A and B are the exact matrices, w = t_b - t_a, C = K_A - K_B = {A a - B b - w}. Along u,
//   h(u) = max u.(A a) - min u.(B b) - u.w
// is the height of C: h(u) < 0 separates. v is the image of the centres. It is a point of C, since
// both hulls hold balls about their centres. A portal is a triangle of vertices of C that the ray
// from v through 0 passes. If 0 lies between the portal and v, the bodies overlap.
//
// Lemma H. Let e = 2^-23 (a unit roundoff of floats in every rounding mode), m_a and m_b the
// largest coordinates of the hulls in size, and
//   r = the largest over the rows l of |w_l| + sum_k |A_lk| m_ak + sum_k |B_lk| m_bk.
// Let 2^-20 < r < 2^20, let no m exceed 2^20, and let the entries of A and B sum to less than 2^20
// in size. Let u be floats below 2^44 in size. The bounds are:
//   E = 12 e r |u|_1 + 2^-90   error of a computed h(u)
//   8.2 e r                    error of each coordinate of a computed point of C, v included
// If the four computed minors of three points and v exceed 192 e r^3, 0 is inside their
// tetrahedron, hence inside C.
//
// A table's height is at least the exact one, up to E with 80 in place of 12, for matrices that are
// rotations up to 2^-8. A separation at a margin m asks for h(u) + E < -m |u|.
//
// The proof: docs/bounds/hull_lanes.md.

// Highway's include guard: open once for each target.
#if defined(SUNDER_BATCH_HULL_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_BATCH_HULL_LANES_INL_HPP
#undef SUNDER_BATCH_HULL_LANES_INL_HPP
#else
#define SUNDER_BATCH_HULL_LANES_INL_HPP
#endif

#include <algorithm>
#include <hwy/highway.h>

#include "batch/bounds.hpp"
#include "batch/groups-inl.hpp"
#include "batch/kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {

/// Steps after the first four supports. Few lanes need more, and these would delay the others.
inline constexpr int kMostHullSteps = 6;

/// A vertex in the hull's own frame, and its height.
struct Highest {
  Floats height;
  Vec3<Floats> vertex;
};

/// Keeps the coordinates beside the height: an index would need a gather for each lane.
HWY_INLINE Highest highest_of_all(const LaneHull& hull, const Vec3<Floats>& u) {
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

HWY_INLINE Highest highest_of_box(const LaneHull& hull, const Vec3<Floats>& u) {
  const Lanes lanes;
  const Vec3<Floats> none{hn::Zero(lanes), hn::Zero(lanes), hn::Zero(lanes)};
  const Vec3<Floats> vertex = IfThenElse(Gt(u, none), broadcast(lanes, hull.upper.data()),
                                         broadcast(lanes, hull.lower.data()));
  return {dot(u, vertex), vertex};
}

/// Reads the value of the cell of u, and the vertex of the node next to u. Without kVertex there is none.
template <bool kVertex>
HWY_INLINE Highest highest_in_table(const SupportTable& table, const Vec3<Floats>& u) {
  const Lanes lanes;
  const hn::RebindToSigned<Lanes> whole;
  const auto zero = hn::Zero(lanes);
  const auto one = hn::Set(lanes, 1.0F);
  const Vec3<Floats> size = Abs(u);
  const Floats most = hn::Max(size.x, hn::Max(size.y, size.z));
  const Mask is_x = hn::Ge(size.x, most);
  const Mask is_y = hn::Ge(size.y, most);
  const Floats major = hn::IfThenElse(is_x, u.x, hn::IfThenElse(is_y, u.y, u.z));
  const Floats second = hn::IfThenElse(is_x, u.y, hn::IfThenElse(is_y, u.z, u.x));
  const Floats third = hn::IfThenElse(is_x, u.z, hn::IfThenElse(is_y, u.x, u.y));
  constexpr float kHalf = SupportTable::kCells / 2;
  const auto half = hn::Set(lanes, kHalf);
  // A NaN or an infinity, of a direction of length 0 too, must not reach an index.
  const auto place = [&](Floats coordinate) HWY_ATTR {
    const Floats there = hn::Mul(hn::Add(hn::Div(coordinate, most), one), half);
    return hn::IfThenElse(hn::And(hn::Ge(there, zero), hn::Le(there, hn::Add(half, half))), there,
                          zero);
  };
  const Floats s = place(second);
  const Floats t = place(third);
  const auto last = hn::Set(whole, SupportTable::kCells - 1);
  const auto i = hn::Min(hn::ConvertTo(whole, s), last);
  const auto j = hn::Min(hn::ConvertTo(whole, t), last);
  const Floats f = hn::Sub(s, hn::ConvertTo(lanes, i));
  const Floats g = hn::Sub(t, hn::ConvertTo(lanes, j));
  const auto of_axis = hn::IfThenElse(
      hn::RebindMask(whole, is_x), hn::Zero(whole),
      hn::IfThenElse(hn::RebindMask(whole, is_y), hn::Set(whole, 2 * SupportTable::kFace),
                     hn::Set(whole, 4 * SupportTable::kFace)));
  const auto face = hn::Add(of_axis, hn::IfThenElseZero(hn::RebindMask(whole, hn::Lt(major, zero)),
                                                        hn::Set(whole, SupportTable::kFace)));
  const auto row = hn::Set(whole, SupportTable::kRow);
  const auto node = hn::Add(face, hn::Add(hn::Mul(i, row), j));
  const float* const heights = table.height.data();
  const Floats h00 = hn::GatherIndex(lanes, heights, node);
  const Floats h01 = hn::GatherIndex(lanes, heights + 1, node);
  const Floats h10 = hn::GatherIndex(lanes, heights + SupportTable::kRow, node);
  const Floats h11 = hn::GatherIndex(lanes, heights + SupportTable::kRow + 1, node);
  const Floats low = hn::MulAdd(g, h01, hn::Mul(hn::Sub(one, g), h00));
  const Floats high = hn::MulAdd(g, h11, hn::Mul(hn::Sub(one, g), h10));
  Highest best{hn::Mul(most, hn::MulAdd(f, high, hn::Mul(hn::Sub(one, f), low))),
               {zero, zero, zero}};
  if constexpr (kVertex) {
    const auto middle = hn::Set(lanes, 0.5F);
    const auto next_i = hn::IfThenElseZero(hn::RebindMask(whole, hn::Gt(f, middle)), row);
    const auto next_j =
        hn::IfThenElseZero(hn::RebindMask(whole, hn::Gt(g, middle)), hn::Set(whole, 1));
    const auto next = hn::Add(node, hn::Add(next_i, next_j));
    best.vertex = {hn::GatherIndex(lanes, table.x.data(), next),
                   hn::GatherIndex(lanes, table.y.data(), next),
                   hn::GatherIndex(lanes, table.z.data(), next)};
  }
  return best;
}

/// One form serves all lanes. The vertex is not read without kVertex.
template <bool kVertex = true>
HWY_INLINE Highest highest(const LaneHull& hull, const Vec3<Floats>& u) {
  if (hull.table != nullptr) return highest_in_table<kVertex>(*hull.table, u);
  return hull.box ? highest_of_box(hull, u) : highest_of_all(hull, u);
}

/// A support point of C, and its height.
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

  /// It is not inlined: it needs all registers, and most of the time is spent here.
  HWY_NOINLINE Reached support(const Vec3<Floats>& u) const {
    const Highest a = highest(body_a, dots(at.a, u));
    const Highest b = highest(body_b, Neg(dots(at.b, u)));
    return {hn::Sub(hn::Add(a.height, b.height), dot(u, at.w)), point_of(a.vertex, b.vertex)};
  }
  HWY_NOINLINE Floats height(const Vec3<Floats>& u) const {
    const Highest a = highest<false>(body_a, dots(at.a, u));
    const Highest b = highest<false>(body_b, Neg(dots(at.b, u)));
    return hn::Sub(hn::Add(a.height, b.height), dot(u, at.w));
  }
};

/// The bounds of Lemma H in each lane.
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
  const Floats sum_of_rows = hn::Add(r0, hn::Add(r1, r2));  // a NaN in a row makes this one
  const Floats most = hn::Set(lanes, float{kMostHullReach});
  const Mask small = hn::And(hn::Lt(sum_of_rows, most), hn::Lt(size, most));
  const bool by_table = hulls.body_a.table != nullptr || hulls.body_b.table != nullptr;
  const double units = by_table ? kTableHeightUnits : kHullHeightUnits;
  return {hn::Mul(reach, hn::Set(lanes, static_cast<float>(units * kFloatUnit))),
          hn::Mul(hn::Mul(reach, reach),
                  hn::Mul(reach, hn::Set(lanes, float{kHullMinorUnits * kFloatUnit}))),
          hn::And(small, hn::Gt(reach, hn::Set(lanes, float{kLeastHullReach})))};
}

/// Returns E of Lemma H.
HWY_INLINE Floats height_error(const HullBounds& bounds, const Vec3<Floats>& u) {
  return hn::MulAdd(bounds.of_height, sum(Abs(u)), hn::Set(Lanes(), float{kHullHeightUnderflow}));
}

/// Three directions evenly spread about d. The vertices of a round body lie like this about its
/// support point along d.
struct Ring {
  Vec3<Floats> u0, u1, u2;
};
HWY_INLINE Ring ring_about(const Vec3<Floats>& d, float tilt) {
  const Lanes lanes;
  // Normal to d, and at least 0.7 times as long.
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

/// The corners of a portal in each lane, counter-clockwise as seen from outside.
struct Portals {
  Vec3<Floats> first, second, third;
};

/// Three of the minors of a portal's corners and v. One above 0 means that the ray passes outside
/// that edge.
struct Sides {
  Vec3<Floats> normal1, normal2, normal3;  ///< of the planes through 0, a corner and v
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

/// Returns the least of all four minors, for a portal beyond 0. If it exceeds its bound, 0 is
/// inside.
HWY_INLINE Floats least_minor(const Portals& corners, const Sides& sides) {
  return hn::Min(hn::Neg(sides.outside), dot(corners.first, cross(corners.second, corners.third)));
}

/// The search of a group. A lane that is decided leaves `open`.
struct HullSearch {
  const PosedHulls& hulls;
  const HullBounds bounds;
  float margin;
  bool keeps;  ///< `separating` is written
  Mask open, apart, overlap;
  Vec3<Floats> separating;  ///< of the lanes of `apart`

  HWY_INLINE HullSearch(const PosedHulls& posed, float least, bool keeps_direction)
      : hulls(posed),
        bounds(bounds_of(posed)),
        margin(least),
        keeps(keeps_direction),
        open(bounds.holds) {
    apart = overlap = hn::Xor(open, open);
    separating = posed.inside;
  }

  HWY_INLINE bool done() const { return hn::AllFalse(Lanes(), open); }

  HWY_INLINE void test(const Vec3<Floats>& u, Floats height) {
    const Lanes lanes;
    Floats error = height_error(bounds, u);
    if (margin > 0) {
      const Floats squared = hn::Add(dot(u, u), hn::Set(lanes, float{kHullMarginUnderflow}));
      error = hn::MulAdd(hn::Set(lanes, margin * static_cast<float>(1 + kHullMarginShare)),
                         hn::Sqrt(squared), error);
    }
    const Mask found = hn::And(open, hn::Lt(hn::Add(height, error), hn::Zero(lanes)));
    if (keeps) separating = IfThenElse(found, u, separating);
    apart = hn::Or(apart, found);
    open = hn::AndNot(found, open);
  }

  HWY_INLINE Vec3<Floats> ask(const Vec3<Floats>& u) {
    const Reached reached = hulls.support(u);
    test(u, reached.height);
    return reached.point;
  }
  HWY_INLINE void try_direction(const Vec3<Floats>& u) { test(u, hulls.height(u)); }

  /// Makes one step of every lane. A lane ends if 0 is behind its portal; else it gains a vertex.
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
    if (hulls.body_a.solid && hulls.body_b.solid)
      overlap = hn::Or(overlap, hn::And(open, holds_zero));
    open = hn::AndNot(behind, open);
    if (done()) return;
    // If the ray passes outside an edge, u is the normal of the plane of v and this edge, on the
    // ray's side.
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

/// Settles poses of one pair. The first round tests one direction, the line of the centres, and leaves
/// the other poses waiting. In the second, portals search them.
template <class Stored>
struct HullGroups {
  static constexpr std::size_t kBytes = kStoredBytes<Stored>;
  static HWY_INLINE std::size_t width() { return hn::Lanes(Lanes()); }

  const LaneHull& a;
  const LaneHull& b;
  LaneItems& items;
  float margin;
  float* hint;
  bool by_portal;  ///< the second round

  HWY_INLINE void settle(const Places& places, std::size_t first) const {
    const PlacedMatrices at = load_matrices<Stored>(places, first);
    if (by_portal) {
      search(at, first);
    } else {
      try_line(at, first);
    }
  }

 private:
  HWY_NOINLINE void try_line(const PlacedMatrices& at, std::size_t first) const {
    const PosedHulls hulls(a, b, at);
    HullSearch search(hulls, margin, hint != nullptr);
    if (hint != nullptr) {
      const Vec3<Floats> none{hn::Zero(Lanes()), hn::Zero(Lanes()), hn::Zero(Lanes())};
      search.try_direction(add_combined(at.a, broadcast(Lanes(), hint), none));
    }
    if (!search.done()) search.try_direction(Neg(hulls.inside));
    store(search, kWaiting, first);
    keep(search);
  }
  HWY_NOINLINE void search(const PlacedMatrices& at, std::size_t first) const {
    const PosedHulls hulls(a, b, at);
    HullSearch search(hulls, margin, hint != nullptr);
    search.run(0.7F + static_cast<float>(std::min(a.count, b.count)) * 0x1p-6F);
    store(search, kOpen, first);
    keep(search);
  }
  /// Keeps the direction of the last lane that is apart.
  HWY_INLINE void keep(const HullSearch& search) const {
    if (hint == nullptr || hn::AllFalse(Lanes(), search.apart)) return;
    const Vec3<Floats> u = dots(search.hulls.at.a, search.separating);
    alignas(64) float kept[3][16];
    alignas(64) float found[16];
    hn::Store(u.x, Lanes(), kept[0]);
    hn::Store(u.y, Lanes(), kept[1]);
    hn::Store(u.z, Lanes(), kept[2]);
    hn::Store(hn::IfThenElseZero(search.apart, hn::Set(Lanes(), 1.0F)), Lanes(), found);
    std::size_t last = hn::Lanes(Lanes()) - 1;
    while (last > 0 && !(found[last] > 0)) --last;
    for (std::size_t k = 0; k < 3; ++k) hint[k] = kept[k][last];
  }
  HWY_INLINE void store(const HullSearch& search, std::uint8_t others, std::size_t first) const {
    const Codes codes =
        with_code(kOverlapByPortal, search.overlap, hn::Set(CodeLanes(), std::int32_t{others}));
    store_codes(with_code(kApartByPortal, search.apart, codes), items, first);
  }
};

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_BATCH_HULL_LANES_INL_HPP

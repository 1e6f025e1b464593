// SPDX-License-Identifier: Apache-2.0
//
// Idea: A triangle of one leaf is held against all of the other at once, a lane each: boxes first, then both planes. Two
// corners' boxes that are 2 e apart lie apart, whatever rounding did to their difference.
// Bound: That of triangle_bounds.hpp. Every operation is rounded as in filter_triangles(), on every instruction set, so
// that no answer depends on the lanes.
// Cost: some 150 vector operations for four pairs.
#include "mesh/walk/leaf_pairs.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/walk/leaf_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "lanes/space-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mesh::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using LaneTag = hn::CappedTag<double, LeafCorners::kLanes>;
using Lane = hn::Vec<LaneTag>;

using Lane3 = detail::HWY_NAMESPACE::Vec3<Lane>;
using detail::HWY_NAMESPACE::broadcast;
using detail::HWY_NAMESPACE::load;
using detail::HWY_NAMESPACE::zero;

template <class V>
HWY_INLINE V least(const V& p, const V& q, const V& r) {
  return Min(Min(p, q), r);
}
template <class V>
HWY_INLINE V most(const V& p, const V& q, const V& r) {
  return Max(Max(p, q), r);
}

/// A triangle of one leaf and some of the other, relative to a corner of the first.
struct CloseLanes {
  Lane3 p[2], q[3];  ///< the first triangle's other corners, and the others' corners
  Lane gap;          ///< TriangleBounds::gap

  HWY_INLINE CloseLanes(LaneTag d, const WorldTriangle& a, const LeafCorners& b, std::size_t at,
                        double error) {
    const Lane3 base = broadcast(d, a[0].data());
    p[0] = broadcast(d, minus<3>(a[1], a[0]).data());
    p[1] = broadcast(d, minus<3>(a[2], a[0]).data());
    for (std::size_t c = 0; c < 3; ++c) q[c] = Sub(load(d, b.at[c], at), base);
    const Lane3 sizes = Max(most(Abs(q[0]), Abs(q[1]), Abs(q[2])), Max(Abs(p[0]), Abs(p[1])));
    const Lane extent = most(sizes.x, sizes.y, sizes.z);
    gap = hn::Add(hn::Set(d, 2 * error), hn::Mul(hn::Set(d, 16 * kUnit * 2), extent));
  }

  /// Returns a gap of the heights along an axis in lanes, either way.
  HWY_INLINE Lane gap_along(LaneTag d, const Lane3& axis) const {
    return gap_of(hn::Zero(d), unfused_dot(axis, p[0]), unfused_dot(axis, p[1]),
                  unfused_dot(axis, q[0]), unfused_dot(axis, q[1]), unfused_dot(axis, q[2]));
  }
  /// What a gap along an axis must exceed.
  HWY_INLINE Lane bound_along(LaneTag d, const Lane3& axis) const {
    return hn::Add(hn::Mul(sum(Abs(axis)), gap), hn::Set(d, kUnderflow));
  }
  /// The gaps along the axes of the world.
  HWY_INLINE Lane3 gaps_of_boxes(LaneTag d) const {
    return gap_of(zero(d), p[0], p[1], q[0], q[1], q[2]);
  }
  HWY_INLINE Lane3 normal_a() const { return unfused_cross(p[0], Sub(p[1], p[0])); }
  HWY_INLINE Lane3 from_middle_to_middle() const {
    return Sub(Sub(Add(Add(q[0], q[1]), q[2]), p[0]), p[1]);
  }
  HWY_INLINE Lane3 normal_b() const { return unfused_cross(Sub(q[1], q[0]), Sub(q[2], q[1])); }

 private:
  template <class V>
  static HWY_INLINE V gap_of(const V& a0, const V& a1, const V& a2, const V& b0, const V& b1,
                             const V& b2) {
    return Max(Sub(least(b0, b1, b2), most(a0, a1, a2)), Sub(least(a0, a1, a2), most(b0, b1, b2)));
  }
};

/// Corners are gathered with all scaling in lanes; the order of operations is that of WorldMap::of() and
/// Piece::normalised().
void place(const Piece& piece, const WorldMap& map, Leaf leaf, LeafCorners& corners) {
  for (std::size_t i = 0; i < LeafCorners::kLanes; ++i) {
    const std::int32_t triangle =
        leaf.begin + std::min(static_cast<std::int32_t>(i), leaf.count - 1);
    const Corners& c = piece.corners(triangle);
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const Vector3& p = piece.point(c[corner]);
      for (std::size_t k = 0; k < 3; ++k) corners.at[corner][k][i] = p[k];
    }
  }
  const LaneTag d;
  const Lane scale0 = hn::Set(d, piece.scale[0]), scale1 = hn::Set(d, piece.scale[1]);
  const Lane3 origin = broadcast(d, piece.origin.data());
  for (std::size_t corner = 0; corner < 3; ++corner) {
    for (std::size_t at = 0; at < LeafCorners::kLanes; at += hn::Lanes(d)) {
      const Lane3 p = Mul(scale1, Mul(scale0, Sub(load(d, corners.at[corner], at), origin)));
      for (std::size_t k = 0; k < 3; ++k) {
        const Lane3 row = broadcast(d, &map.m[3 * k]);
        hn::Store(hn::Add(unfused_dot(row, p), hn::Set(d, map.t[k])), d,
                  &corners.at[corner][k][at]);
      }
    }
  }
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t at = 0; at < LeafCorners::kLanes; at += hn::Lanes(d)) {
      const Lane p = hn::Load(d, &corners.at[0][k][at]), q = hn::Load(d, &corners.at[1][k][at]),
                 r = hn::Load(d, &corners.at[2][k][at]);
      hn::Store(hn::Min(hn::Min(p, q), r), d, &corners.lower[k][at]);
      hn::Store(hn::Max(hn::Max(p, q), r), d, &corners.upper[k][at]);
    }
  }
}

std::uint32_t meeting(const LeafPair& pair, double error) {
  const LaneTag d;
  const LeafCorners &p = *pair.corners[0], &q = *pair.corners[1];
  const Lane bound = hn::Set(d, 2 * error + kUnderflow);
  std::uint32_t left = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(pair.leaf[0].count); ++i) {
    for (std::size_t at = 0; at < LeafCorners::kLanes; at += hn::Lanes(d)) {
      Lane gap = hn::Set(d, -1.0);
      for (std::size_t k = 0; k < 3; ++k) {
        gap = hn::Max(gap, hn::Sub(hn::Load(d, &q.lower[k][at]), hn::Set(d, p.upper[k][i])));
        gap = hn::Max(gap, hn::Sub(hn::Set(d, p.lower[k][i]), hn::Load(d, &q.upper[k][at])));
      }
      auto apart = hn::Gt(gap, bound);
      if (hn::AllTrue(d, apart)) continue;
      const CloseLanes close(d, p.triangle(i), q, at, error);
      for (const Lane3& normal : {close.normal_a(), close.normal_b()}) {
        apart = hn::Or(apart, hn::Gt(close.gap_along(d, normal), close.bound_along(d, normal)));
      }
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(d, hn::Not(apart), bits);
      left |= static_cast<std::uint32_t>(bits[0]) << (4 * i + at);
    }
  }
  return left & pair.present();
}

std::uint32_t bounds_of(const LeafPair& pair, double error, const Vector3& axis,
                        double height_error, double reach, double* bounds) {
  const LaneTag d;
  const Lane3 along = broadcast(d, axis.data());
  const Lane less = hn::Set(d, 1 - 0x1p-40), far = hn::Set(d, reach);
  std::array<double, LeafCorners::kLanes> heights;
  for (std::size_t at = 0; at < LeafCorners::kLanes; at += hn::Lanes(d)) {
    const auto& corners = pair.corners[1]->at;
    hn::StoreU(least(unfused_dot(along, load(d, corners[0], at)),
                     unfused_dot(along, load(d, corners[1], at)),
                     unfused_dot(along, load(d, corners[2], at))),
               d, heights.data() + at);
  }
  const double lowest = *std::min_element(heights.begin(), heights.end());
  std::uint32_t left = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(pair.leaf[0].count); ++i) {
    const WorldTriangle a = pair.corners[0]->triangle(i);
    const double height = range_along(axis, a).upper + height_error;
    if (lowest - height >= reach) continue;  // of every pair of this triangle
    for (std::size_t at = 0; at < LeafCorners::kLanes; at += hn::Lanes(d)) {
      const CloseLanes close(d, a, *pair.corners[1], at, error);
      const Lane3 gaps = Max(close.gaps_of_boxes(d), zero(d));
      Lane bound = hn::Sub(hn::Mul(hn::Sqrt(unfused_dot(gaps, gaps)), less),
                           hn::Mul(hn::Set(d, 2.0), close.gap));
      bound = hn::Max(bound, hn::Sub(hn::LoadU(d, heights.data() + at), hn::Set(d, height)));
      if (hn::AllTrue(d, hn::Ge(bound, far))) continue;
      for (const Lane3& normal :
           {close.normal_a(), close.normal_b(), close.from_middle_to_middle()}) {
        const Lane gap = hn::Sub(close.gap_along(d, normal), close.bound_along(d, normal));
        const Lane length = hn::Sqrt(unfused_dot(normal, normal));
        const Lane distance = hn::Mul(hn::Div(gap, length), less);
        // A triangle without area proves nothing.
        bound = hn::Max(bound, hn::IfThenElseZero(hn::Gt(length, hn::Set(d, 0x1p-400)), distance));
      }
      hn::StoreU(bound, d, bounds + 4 * i + at);
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(d, hn::Lt(bound, far), bits);
      left |= static_cast<std::uint32_t>(bits[0]) << (4 * i + at);
    }
  }
  return left & pair.present();
}

}  // namespace sunder::detail::mesh::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::mesh {
HWY_EXPORT(place);
HWY_EXPORT(meeting);
HWY_EXPORT(bounds_of);

const LeafCorners& LeafPlaces::placed(std::size_t side, Leaf leaf) noexcept {
  Kept& kept = kept_[side][static_cast<std::size_t>(leaf.begin / Leaf::kMost) % kKept];
  if (kept.begin != leaf.begin) {
    kept.begin = leaf.begin;
    HWY_DYNAMIC_DISPATCH(place)(*piece_[side], maps_.world[side], leaf, kept.corners);
  }
  return kept.corners;
}

std::uint32_t LeafPair::may_meet(double error) const noexcept {
  return HWY_DYNAMIC_DISPATCH(meeting)(*this, error);
}

std::uint32_t LeafPair::bound_distances(double error, const Vector3& axis, double height_error,
                                        double reach,
                                        std::array<double, 16>& bounds) const noexcept {
  return HWY_DYNAMIC_DISPATCH(bounds_of)(*this, error, axis, height_error, reach, bounds.data());
}

}  // namespace sunder::detail::mesh
#endif

// SPDX-License-Identifier: Apache-2.0
//
// Idea: A triangle of one leaf is held against all of the other at once, a lane each: boxes first, then both planes.
// Bound: That of triangle_bounds.hpp. Every operation is rounded as in filter_triangles(), on every instruction set, so
// that no answer depends on the lanes.
// Cost: some 150 vector operations for four pairs.
#include "mesh/leaf_pairs.hpp"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/leaf_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mesh::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using LaneTag = hn::CappedTag<double, LeafCorners::kLanes>;
using Lane = hn::Vec<LaneTag>;

struct Lane3 {
  Lane x[3];
};

HWY_INLINE Lane3 spread(LaneTag d, const Vector3& v) {
  return {{hn::Set(d, v[0]), hn::Set(d, v[1]), hn::Set(d, v[2])}};
}
HWY_INLINE Lane3 subtract(const Lane3& p, const Lane3& q) {
  return {{hn::Sub(p.x[0], q.x[0]), hn::Sub(p.x[1], q.x[1]), hn::Sub(p.x[2], q.x[2])}};
}
HWY_INLINE Lane product_sum(const Lane3& p, const Lane3& q) {
  return hn::Add(hn::Add(hn::Mul(p.x[0], q.x[0]), hn::Mul(p.x[1], q.x[1])),
                 hn::Mul(p.x[2], q.x[2]));
}
HWY_INLINE Lane3 outer(const Lane3& p, const Lane3& q) {
  Lane3 result;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
    result.x[k] = hn::Sub(hn::Mul(p.x[i], q.x[j]), hn::Mul(p.x[j], q.x[i]));
  }
  return result;
}
HWY_INLINE Lane sizes(const Lane3& p) {
  return hn::Add(hn::Add(hn::Abs(p.x[0]), hn::Abs(p.x[1])), hn::Abs(p.x[2]));
}
HWY_INLINE Lane least(Lane p, Lane q, Lane r) { return hn::Min(hn::Min(p, q), r); }
HWY_INLINE Lane most(Lane p, Lane q, Lane r) { return hn::Max(hn::Max(p, q), r); }

HWY_INLINE Lane3 load(LaneTag d, const LeafCorners& corners, std::size_t corner, std::size_t at) {
  return {{hn::Load(d, &corners.at[corner][0][at]), hn::Load(d, &corners.at[corner][1][at]),
           hn::Load(d, &corners.at[corner][2][at])}};
}

/// A triangle of one leaf and some of the other, relative to a corner of the first.
struct CloseLanes {
  Lane3 p[2], q[3];  ///< the first triangle's other corners, and the others' corners
  Lane gap;          ///< TriangleBounds::gap

  HWY_INLINE CloseLanes(LaneTag d, const WorldTriangle& a, const LeafCorners& b, std::size_t at,
                        double error) {
    const Lane3 base = spread(d, a[0]);
    p[0] = spread(d, minus<3>(a[1], a[0]));
    p[1] = spread(d, minus<3>(a[2], a[0]));
    Lane extent = hn::Zero(d);
    for (std::size_t c = 0; c < 3; ++c) {
      q[c] = subtract(load(d, b, c, at), base);
      for (std::size_t k = 0; k < 3; ++k) extent = hn::Max(extent, hn::Abs(q[c].x[k]));
    }
    for (const Lane3& corner : p) {
      for (std::size_t k = 0; k < 3; ++k) extent = hn::Max(extent, hn::Abs(corner.x[k]));
    }
    gap = hn::Add(hn::Set(d, 2 * error), hn::Mul(hn::Set(d, 16 * kUnit * 2), extent));
  }

  /// Returns a gap of the heights along an axis in lanes, either way.
  HWY_INLINE Lane gap_along(LaneTag d, const Lane3& axis) const {
    const Lane a1 = product_sum(axis, p[0]), a2 = product_sum(axis, p[1]), zero = hn::Zero(d);
    const Lane b0 = product_sum(axis, q[0]), b1 = product_sum(axis, q[1]),
               b2 = product_sum(axis, q[2]);
    return hn::Max(hn::Sub(least(b0, b1, b2), most(zero, a1, a2)),
                   hn::Sub(least(zero, a1, a2), most(b0, b1, b2)));
  }
  /// What a gap along an axis must exceed.
  HWY_INLINE Lane bound_along(LaneTag d, const Lane3& axis) const {
    return hn::Add(hn::Mul(sizes(axis), gap), hn::Set(d, kUnderflow));
  }
  HWY_INLINE Lane gap_of_boxes(LaneTag d, std::size_t k) const {
    const Lane zero = hn::Zero(d);
    return hn::Max(
        hn::Sub(least(q[0].x[k], q[1].x[k], q[2].x[k]), most(zero, p[0].x[k], p[1].x[k])),
        hn::Sub(least(zero, p[0].x[k], p[1].x[k]), most(q[0].x[k], q[1].x[k], q[2].x[k])));
  }
  HWY_INLINE Lane3 normal_a() const { return outer(p[0], subtract(p[1], p[0])); }
  HWY_INLINE Lane3 normal_b() const { return outer(subtract(q[1], q[0]), subtract(q[2], q[1])); }
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
  for (std::size_t corner = 0; corner < 3; ++corner) {
    for (std::size_t at = 0; at < LeafCorners::kLanes; at += hn::Lanes(d)) {
      Lane3 p = load(d, corners, corner, at);
      for (std::size_t k = 0; k < 3; ++k)
        p.x[k] = hn::Mul(hn::Mul(hn::Sub(p.x[k], hn::Set(d, piece.origin[k])), scale0), scale1);
      for (std::size_t k = 0; k < 3; ++k) {
        const Lane3 row{
            {hn::Set(d, map.m[3 * k]), hn::Set(d, map.m[3 * k + 1]), hn::Set(d, map.m[3 * k + 2])}};
        hn::Store(hn::Add(product_sum(row, p), hn::Set(d, map.t[k])), d,
                  &corners.at[corner][k][at]);
      }
    }
  }
}

std::uint32_t meeting(const LeafPair& pair, double error) {
  const LaneTag d;
  std::uint32_t left = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(pair.leaf[0].count); ++i) {
    const WorldTriangle a = pair.corners[0].triangle(i);
    for (std::size_t at = 0; at < LeafCorners::kLanes; at += hn::Lanes(d)) {
      const CloseLanes close(d, a, pair.corners[1], at, error);
      const Lane bound = hn::Add(close.gap, hn::Set(d, kUnderflow));
      auto apart = hn::Gt(close.gap_of_boxes(d, 0), bound);
      for (std::size_t k = 1; k < 3; ++k)
        apart = hn::Or(apart, hn::Gt(close.gap_of_boxes(d, k), bound));
      if (hn::AllTrue(d, apart)) continue;
      for (const Lane3& normal : {close.normal_a(), close.normal_b()}) {
        apart = hn::Or(apart, hn::Gt(close.gap_along(d, normal), close.bound_along(d, normal)));
      }
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(d, hn::Not(apart), bits);
      left |= static_cast<std::uint32_t>(bits[0]) << (4 * i + at);
    }
  }
  // Repeated triangles of a small leaf.
  const std::uint32_t row = (1U << pair.leaf[1].count) - 1;
  return left & (row | row << 4 | row << 8 | row << 12);
}

void bounds_of(const LeafPair& pair, double error, const Vector3& axis, double height_error,
               double reach, double* bounds) {
  const LaneTag d;
  const Lane3 along = spread(d, axis);
  const Lane less = hn::Set(d, 1 - 0x1p-40);
  std::fill_n(bounds, 16, std::numeric_limits<double>::infinity());
  std::array<double, LeafCorners::kLanes> heights;
  for (std::size_t at = 0; at < LeafCorners::kLanes; at += hn::Lanes(d)) {
    hn::StoreU(least(product_sum(along, load(d, pair.corners[1], 0, at)),
                     product_sum(along, load(d, pair.corners[1], 1, at)),
                     product_sum(along, load(d, pair.corners[1], 2, at))),
               d, heights.data() + at);
  }
  const double lowest = *std::min_element(heights.begin(), heights.end());
  const auto count = static_cast<std::size_t>(pair.leaf[1].count);
  for (std::size_t i = 0; i < static_cast<std::size_t>(pair.leaf[0].count); ++i) {
    const WorldTriangle a = pair.corners[0].triangle(i);
    const double height = range_along(axis, a).upper + height_error;
    if (lowest - height >= reach) continue;  // of every pair of this triangle
    std::array<double, LeafCorners::kLanes> row;
    for (std::size_t at = 0; at < LeafCorners::kLanes; at += hn::Lanes(d)) {
      const CloseLanes close(d, a, pair.corners[1], at, error);
      Lane square = hn::Zero(d);
      for (std::size_t k = 0; k < 3; ++k) {
        const Lane gap = hn::Max(close.gap_of_boxes(d, k), hn::Zero(d));
        square = hn::Add(square, hn::Mul(gap, gap));
      }
      Lane bound = hn::Sub(hn::Mul(hn::Sqrt(square), less), hn::Mul(hn::Set(d, 2.0), close.gap));
      bound = hn::Max(bound, hn::Sub(hn::LoadU(d, heights.data() + at), hn::Set(d, height)));
      for (const Lane3& normal : {close.normal_a(), close.normal_b()}) {
        const Lane gap = hn::Sub(close.gap_along(d, normal), close.bound_along(d, normal));
        const Lane length = hn::Sqrt(product_sum(normal, normal));
        const Lane distance = hn::Mul(hn::Div(gap, length), less);
        // A triangle without area proves nothing.
        bound = hn::Max(bound, hn::IfThenElseZero(hn::Gt(length, hn::Set(d, 0x1p-400)), distance));
      }
      hn::StoreU(bound, d, row.data() + at);
    }
    std::copy_n(row.begin(), count, bounds + 4 * i);
  }
}

}  // namespace sunder::detail::mesh::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::mesh {
HWY_EXPORT(place);
HWY_EXPORT(meeting);
HWY_EXPORT(bounds_of);

LeafPair::LeafPair(const std::array<const Piece*, 2>& pieces, const PairMaps& maps, Leaf a,
                   Leaf b) noexcept
    : leaf{a, b} {
  for (std::size_t side = 0; side < 2; ++side)
    HWY_DYNAMIC_DISPATCH(place)(*pieces[side], maps.world[side], leaf[side], corners[side]);
}

std::uint32_t LeafPair::may_meet(double error) const noexcept {
  return HWY_DYNAMIC_DISPATCH(meeting)(*this, error);
}

void LeafPair::bound_distances(double error, const Vector3& axis, double height_error, double reach,
                               std::array<double, 16>& bounds) const noexcept {
  HWY_DYNAMIC_DISPATCH(bounds_of)(*this, error, axis, height_error, reach, bounds.data());
}

}  // namespace sunder::detail::mesh
#endif

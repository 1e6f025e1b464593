// SPDX-License-Identifier: Apache-2.0
//
// Loads pairs of polygons into lanes: the corners, and the matrices, which are rounded to floats. Each
// group takes balls first, then all edges. Edges cost a group as much for one pair as for all. If
// balls leave few pairs of a group, these wait for a second round in groups of their own. The stage
// of an item does not depend on the others.

// Highway's include guard: open once for each target.
#if defined(SUNDER_BATCH_POLYGON_GROUPS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_BATCH_POLYGON_GROUPS_INL_HPP
#undef SUNDER_BATCH_POLYGON_GROUPS_INL_HPP
#else
#define SUNDER_BATCH_POLYGON_GROUPS_INL_HPP
#endif

#include <hwy/highway.h>

#include "batch/bodies-inl.hpp"
#include "batch/groups-inl.hpp"
#include "batch/polygon_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Joins two numbers at an address with the third and fourth behind it, in registers. A load of
/// four numbers just stored would wait, since store forwarding fails.
HWY_INLINE FourDoubles two_and_two(const double* from) {
  return in_order<0, 1, 6, 7>(load_doubles(from), load_doubles(from + 1));
}
/// The differences of four numbers, computed before they are rounded to floats.
HWY_INLINE FourDoubles difference_of_four(const double* b, const double* a) {
  return Sub(load_doubles(b), load_doubles(a));
}
#if HWY_TARGET == HWY_SCALAR
HWY_INLINE Quad two_and_two(const float* from) { return {{from[0], from[1], from[3], from[4]}}; }
HWY_INLINE Quad difference_of_four(const float* b, const float* a) {
  return {{b[0] - a[0], b[1] - a[1], b[2] - a[2], b[3] - a[3]}};
}
#else
HWY_INLINE Quad two_and_two(const float* from) {
  return hn::IfThenElse(hn::FirstN(hn::FixedTag<float, 4>(), 2), load_quad(from),
                        load_quad(from + 1));
}
HWY_INLINE Quad difference_of_four(const float* b, const float* a) {
  return hn::Sub(load_quad(b), load_quad(a));
}
#endif
HWY_INLINE FourDoubles difference_of_two(const double* b, const double* a) {
#if HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE
  const hn::FixedTag<double, 2> two;
  const auto difference = hn::Sub(hn::LoadU(two, b), hn::LoadU(two, a));
  return hn::ZeroExtendVector(hn::FixedTag<double, 4>(), difference);
#else
  return detail::HWY_NAMESPACE::joined(b[0] - a[0], b[1] - a[1], 0, 0);
#endif
}

/// Matrices of two rows of three, in a table of numbers. The linear part is at 0, 1, 3 and 4, the
/// offset at 2 and 5.
template <class Real>
struct PlaneRows {
  static HWY_INLINE const Real* rows(const std::byte* matrix) {
    return reinterpret_cast<const Real*>(matrix);
  }
  static HWY_INLINE auto linear(const std::byte* matrix) { return two_and_two(rows(matrix)); }
  static HWY_INLINE auto offset(const std::byte* a, const std::byte* b) {
    return difference_of_four(rows(b) + 2, rows(a) + 2);
  }
  static constexpr std::size_t kBytes = 6 * sizeof(Real);
  static constexpr bool kApart = true;  ///< the offset's second number is the last of the four
};

/// Matrices of poses, in which linear parts and offsets are contiguous.
struct PlanePoses {
  static HWY_INLINE const Pose2& pose(const std::byte* address) {
    return *reinterpret_cast<const Pose2*>(address);
  }
  static HWY_INLINE auto linear(const std::byte* a) { return row_of_a(linear_data(pose(a))); }
  static HWY_INLINE auto offset(const std::byte* a, const std::byte* b) {
    return difference_of_two(offset_data(pose(b)), offset_data(pose(a)));
  }
  static constexpr std::size_t kBytes = sizeof(Pose2);
  static constexpr bool kApart = false;
};

/// Sources for transpose_quads(). They are named types, since compilers do not inline lambdas here.
template <class Stored>
struct LinearParts {
  const std::byte* const* matrices;
  HWY_INLINE auto operator()(std::size_t i) const { return Stored::linear(matrices[i]); }
};
template <class Stored>
struct OffsetParts {
  const std::byte* const* a;
  const std::byte* const* b;
  HWY_INLINE auto operator()(std::size_t i) const { return Stored::offset(a[i], b[i]); }
};
template <class Stored>
HWY_INLINE PlaneMatrix load_matrices(const std::byte* const* matrices) {
  const FourLanes linear = transpose_quads(LinearParts<Stored>{matrices});
  return {{linear.v0, linear.v1}, {linear.v2, linear.v3}};
}
template <class Stored>
HWY_INLINE PlanePlaced load_placed(const std::byte* const* a, const std::byte* const* b) {
  const FourLanes offsets = transpose_quads(OffsetParts<Stored>{a, b});
  return {load_matrices<Stored>(a), load_matrices<Stored>(b), offsets.v0,
          Stored::kApart ? offsets.v3 : offsets.v1};
}

/// Copies the first four corners' numbers, or three if all bodies are triangles.
HWY_INLINE void copy_four(const FourLanes& four, std::size_t count, Floats* to) {
  to[0] = four.v0;
  to[1] = four.v1;
  to[2] = four.v2;
  if (count > 3) to[3] = four.v3;
}
template <std::size_t kCount, class Bodies>
HWY_INLINE void load_corners(const Bodies& bodies, Corners<kCount>& corners) {
  using Record = PolygonRecord;
  copy_four(bodies.template four<Record::kX>(), kCount, corners.x);
  copy_four(bodies.template four<Record::kY>(), kCount, corners.y);
  if constexpr (kCount > 4) {
    copy_four(bodies.template four<Record::kMoreX>(), 4, corners.x + 4);
    copy_four(bodies.template four<Record::kMoreY>(), 4, corners.y + 4);
  }
}

/// Settles groups of polygons of at most kCount corners. In the first round, pairs that balls leave
/// wait if they are few in their group.
template <class Stored, class Bodies, std::size_t kCount>
struct PolygonGroups {
  static constexpr std::size_t kBytes = Stored::kBytes;
  static HWY_INLINE std::size_t width() { return hn::Lanes(Lanes()); }

  const PlaneTables& tables;
  LaneItems& items;
  bool by_edges;  ///< the second round

  HWY_INLINE void settle(const Places& places, std::size_t first) const {
    const Lanes lanes;
    const PlanePlaced at = load_placed<Stored>(places.a.data() + first, places.b.data() + first);
    const Bodies a(tables, items.lists.body_a + first);
    const Bodies b(tables, items.lists.body_b + first);
    const PlaneStretch of_a = stretch_of(at.a);
    const PlaneStretch of_b = stretch_of(at.b);
    const PlaneReach reach{hn::Mul(of_a.bound, farthest(a)), hn::Mul(of_b.bound, farthest(b))};
    const PlaneMask far = apart_by_balls(at, reach);
    const Codes codes = with_code(kApartByBalls, far, hn::Set(CodeLanes(), kOpen));
    const std::size_t near = hn::Lanes(lanes) - hn::CountTrue(lanes, far);
    if (near == 0) return store_codes(codes, items, first);
    if (!by_edges && 4 * near <= hn::Lanes(lanes)) {
      return store_codes(with_code(kWaiting, hn::Not(far), codes), items, first);
    }
    const PlaneMask left = hn::AndNot(far, hn::And(of_a.upright, of_b.upright));
    store_codes(settle_by_edges(at, reach, left, a, b, codes), items, first);
  }

 private:
  static HWY_INLINE Floats farthest(const Bodies& bodies) {
    return bodies.template four<PolygonRecord::kFarthest>().v0;
  }

  /// Decides pairs that balls have not, by all edges.
  static HWY_INLINE Codes settle_by_edges(const PlanePlaced& at, const PlaneReach& reach,
                                          PlaneMask left, const Bodies& a, const Bodies& b,
                                          Codes codes) {
    Corners<kCount> x;
    Corners<kCount> z;
    load_corners(a, x);
    load_corners(b, z);
    turn(at.a, x);
    turn_and_move(at.b, at.x, at.y, z);
    const PlaneMargin margin = margin_of(at, reach);
    left = hn::And(left, margin.holds);
    const Floats gap = largest_gap(x, z);
    const PlaneMask apart = hn::And(left, hn::Gt(gap, margin.value));
    const PlaneMask overlap = hn::And(left, hn::Lt(gap, hn::Neg(margin.value)));
    return with_code(kOverlapByAxes, overlap, with_code(kApartByAxes, apart, codes));
  }
};

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_BATCH_POLYGON_GROUPS_INL_HPP

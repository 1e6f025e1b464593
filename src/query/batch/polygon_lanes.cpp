// SPDX-License-Identifier: Apache-2.0
//
// Blocks of items, group by group. An item that cannot be read is given the first entries of the
// tables, and left open. Each item goes the same way whatever stands beside it, so its stage does
// not depend on how a batch is cut.
#include "query/batch/polygon_lanes.hpp"

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "query/batch/columns.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/polygon_lanes.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "query/batch/polygon_lanes-inl.hpp"

#ifndef SUNDER_QUERY_BATCH_POLYGON_LANES
#define SUNDER_QUERY_BATCH_POLYGON_LANES
namespace sunder::detail::batch {

/// Entries behind the last item that lanes may read: of a group that is not full.
inline constexpr std::size_t kPlanePadding = 16;

/// Where each item's matrices and polygons lie, and what lanes prove of it.
struct PlaneItems {
  using Addresses = std::array<const std::byte*, kBlock + kPlanePadding>;
  Addresses a, b, polygon_a, polygon_b;
  alignas(64) std::array<std::uint8_t, kBlock + kPlanePadding> codes;
  std::size_t count = 0;
};

/// A table as addresses are found in it.
struct PlaneTable {
  const std::byte* data;
  std::int64_t stride;
  std::uint32_t count;
};
using PlaneIndices = std::array<std::int32_t, kBlock>;

}  // namespace sunder::detail::batch
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Two numbers of one address and the two behind them of the next, as floats: no number goes
/// through memory, from where four stores are not to be had as one load.
HWY_INLINE Quad two_and_two(const double* from) {
#if HWY_MAX_BYTES < 32
  const double four[4] = {from[0], from[1], from[3], from[4]};
  return row_of_a(four);
#else
  const hn::FixedTag<double, 4> four;
  const auto both =
      hn::IfThenElse(hn::FirstN(four, 2), hn::LoadU(four, from), hn::LoadU(four, from + 1));
  return hn::DemoteTo(hn::FixedTag<float, 4>(), both);
#endif
}
HWY_INLINE Quad two_and_two(const float* from) {
#if HWY_TARGET == HWY_SCALAR
  return {{from[0], from[1], from[3], from[4]}};
#else
  const hn::FixedTag<float, 4> four;
  return hn::IfThenElse(hn::FirstN(four, 2), hn::LoadU(four, from), hn::LoadU(four, from + 1));
#endif
}

/// The difference of four numbers each, taken before it is rounded to floats.
HWY_INLINE Quad difference_of_four(const double* b, const double* a) {
#if HWY_MAX_BYTES < 32
  const double difference[4] = {b[0] - a[0], b[1] - a[1], b[2] - a[2], b[3] - a[3]};
  return row_of_a(difference);
#else
  const hn::FixedTag<double, 4> four;
  return hn::DemoteTo(hn::FixedTag<float, 4>(), hn::Sub(hn::LoadU(four, b), hn::LoadU(four, a)));
#endif
}
HWY_INLINE Quad difference_of_four(const float* b, const float* a) {
#if HWY_TARGET == HWY_SCALAR
  return {{b[0] - a[0], b[1] - a[1], b[2] - a[2], b[3] - a[3]}};
#else
  const hn::FixedTag<float, 4> four;
  return hn::Sub(hn::LoadU(four, b), hn::LoadU(four, a));
#endif
}
/// Of two numbers each.
HWY_INLINE Quad difference_of_two(const double* b, const double* a) {
#if HWY_MAX_BYTES < 32
  const double difference[4] = {b[0] - a[0], b[1] - a[1], 0, 0};
  return row_of_a(difference);
#else
  const hn::FixedTag<double, 2> two;
  const hn::FixedTag<float, 2> narrow;
  const auto difference = hn::DemoteTo(narrow, hn::Sub(hn::LoadU(two, b), hn::LoadU(two, a)));
  return hn::ZeroExtendVector(hn::FixedTag<float, 4>(), difference);
#endif
}

/// Matrices of two rows of three, as a table of numbers has them: the linear part is at 0, 1, 3 and
/// 4, the offset at 2 and 5.
template <class Real>
struct PlaneRows {
  static HWY_INLINE const Real* rows(const std::byte* matrix) {
    return reinterpret_cast<const Real*>(matrix);
  }
  static HWY_INLINE Quad linear(const std::byte* matrix) { return two_and_two(rows(matrix)); }
  static HWY_INLINE Quad offset(const std::byte* a, const std::byte* b) {
    return difference_of_four(rows(b) + 2, rows(a) + 2);
  }
  static constexpr bool kApart = true;  ///< the offset's second number is the last of the four
};

/// Those of poses, whose linear parts and offsets stand together.
struct PlanePoses {
  static HWY_INLINE const Pose2& pose(const std::byte* address) {
    return *reinterpret_cast<const Pose2*>(address);
  }
  static HWY_INLINE Quad linear(const std::byte* a) { return row_of_a(pose(a).linear_data()); }
  static HWY_INLINE Quad offset(const std::byte* a, const std::byte* b) {
    return difference_of_two(pose(b).offset_data(), pose(a).offset_data());
  }
  static constexpr bool kApart = false;
};

/// What transpose_quads() reads. Objects with a name, since compilers do not inline lambdas here.
template <class Stored>
struct LinearParts {
  const std::byte* const* matrices;
  HWY_INLINE Quad operator()(std::size_t i) const { return Stored::linear(matrices[i]); }
};
template <class Stored>
struct OffsetParts {
  const std::byte* const* a;
  const std::byte* const* b;
  HWY_INLINE Quad operator()(std::size_t i) const { return Stored::offset(a[i], b[i]); }
};
struct RecordParts {
  const std::byte* const* records;
  std::size_t offset;
  HWY_INLINE Quad operator()(std::size_t i) const {
    return load_quad(reinterpret_cast<const float*>(records[i] + offset));
  }
};

template <class Stored>
HWY_INLINE PlaneMatrix load_matrices(const std::byte* const* matrices) {
  const FourLanes linear = transpose_quads(LinearParts<Stored>{matrices});
  return {linear.v0, linear.v1, linear.v2, linear.v3};
}

/// The corners of a group of polygons; `after_four` holds what follows the fourth. The fourth of a
/// triangle is its first.
HWY_INLINE void load_corners(const std::byte* const* records, const FourLanes& /*after_four*/,
                             Corners<3>& corners) {
  const FourLanes x = transpose_quads(RecordParts{records, offsetof(PolygonRecord, x)});
  const FourLanes y = transpose_quads(RecordParts{records, offsetof(PolygonRecord, y)});
  corners = {{x.v0, x.v1, x.v2, x.v3}, {y.v0, y.v1, y.v2, y.v3}};
}
HWY_INLINE void load_corners(const std::byte* const* records, const FourLanes& after_four,
                             Corners<4>& corners) {
  const FourLanes x = transpose_quads(RecordParts{records, offsetof(PolygonRecord, x)});
  const FourLanes y = transpose_quads(RecordParts{records, offsetof(PolygonRecord, y)});
  corners = {{x.v0, x.v1, x.v2, x.v3, after_four.v0}, {y.v0, y.v1, y.v2, y.v3, after_four.v1}};
}
HWY_INLINE void load_corners(const std::byte* const* records, const FourLanes& /*after_four*/,
                             Corners<8>& corners) {
  const FourLanes x = transpose_quads(RecordParts{records, offsetof(PolygonRecord, x)});
  const FourLanes y = transpose_quads(RecordParts{records, offsetof(PolygonRecord, y)});
  const FourLanes p = transpose_quads(RecordParts{records, offsetof(PolygonRecord, more_x)});
  const FourLanes q = transpose_quads(RecordParts{records, offsetof(PolygonRecord, more_y)});
  const FourLanes next =
      transpose_quads(RecordParts{records, offsetof(PolygonRecord, after_eight)});
  corners = {{x.v0, x.v1, x.v2, x.v3, p.v0, p.v1, p.v2, p.v3, next.v0},
             {y.v0, y.v1, y.v2, y.v3, q.v0, q.v1, q.v2, q.v3, next.v1}};
}

/// A LaneCode for each pair.
using PlaneCodeLanes = hn::RebindToSigned<Lanes>;
using PlaneCodes = hn::Vec<PlaneCodeLanes>;
HWY_INLINE PlaneCodes with_code(LaneCode code, PlaneMask where, PlaneCodes others) {
  const PlaneCodeLanes lanes;
  return hn::IfThenElse(hn::RebindMask(lanes, where), hn::Set(lanes, code), others);
}

template <class Stored, std::size_t kCount>
HWY_INLINE PlaneCodes settle_group(const PlaneItems& items, std::size_t first) {
  const Lanes lanes;
  const std::byte* const* const a = items.a.data() + first;
  const std::byte* const* const b = items.b.data() + first;
  const std::byte* const* const polygon_a = items.polygon_a.data() + first;
  const std::byte* const* const polygon_b = items.polygon_b.data() + first;
  const FourLanes offsets = transpose_quads(OffsetParts<Stored>{a, b});
  const PlanePlaced at{load_matrices<Stored>(a), load_matrices<Stored>(b), offsets.v0,
                       Stored::kApart ? offsets.v3 : offsets.v1};
  constexpr std::size_t kEnds = offsetof(PolygonRecord, after_four);
  const FourLanes ends_a = transpose_quads(RecordParts{polygon_a, kEnds});
  const FourLanes ends_b = transpose_quads(RecordParts{polygon_b, kEnds});
  const Floats stretch_a = stretch_bound(at.a);
  const Floats stretch_b = stretch_bound(at.b);
  const PlaneMask far = apart_by_balls(at, stretch_a, stretch_b, ends_a.v2, ends_b.v2);
  const PlaneCodes codes = with_code(kApartByBalls, far, hn::Set(PlaneCodeLanes(), kOpen));
  if (hn::AllTrue(lanes, far)) return codes;
  Corners<kCount> of_a;
  Corners<kCount> of_b;
  load_corners(polygon_a, ends_a, of_a);
  load_corners(polygon_b, ends_b, of_b);
  turn(at.a, of_a);
  turn(at.b, of_b);
  const PlaneMargin margin = margin_of(at, ends_a.v2, ends_b.v2);
  const PlaneMask upright = hn::And(is_upright(at.a, stretch_a), is_upright(at.b, stretch_b));
  const PlaneMask left = hn::AndNot(far, hn::And(margin.holds, upright));
  const Floats least = hn::Set(lanes, -0x1p127F);
  const Floats of_edges_a = largest_gap(of_a, of_b, at.x, at.y, least);
  const Floats gap = largest_gap(of_b, of_a, hn::Neg(at.x), hn::Neg(at.y), of_edges_a);
  const PlaneMask apart = hn::And(left, hn::Gt(gap, margin.value));
  const PlaneMask overlap = hn::And(left, hn::Lt(gap, hn::Neg(margin.value)));
  return with_code(kOverlapByAxes, overlap, with_code(kApartByAxes, apart, codes));
}

template <class Stored, std::size_t kCount>
HWY_NOINLINE void settle_items(PlaneItems& items) {
  const hn::Rebind<std::uint8_t, Lanes> bytes;
  const auto n = static_cast<std::size_t>(lane_count());
  for (std::size_t first = 0; first < items.count; first += n) {
    const PlaneCodes codes = settle_group<Stored, kCount>(items, first);
    hn::StoreU(hn::DemoteTo(bytes, codes), bytes, items.codes.data() + first);
  }
}

template <class Stored>
HWY_INLINE void settle_stored(std::int32_t most_corners, PlaneItems& items) {
  if (most_corners <= 3) return settle_items<Stored, 3>(items);
  return most_corners <= 4 ? settle_items<Stored, 4>(items) : settle_items<Stored, 8>(items);
}
/// Whether the table has all of the entries. A negative index is a large one.
bool has_entries(const PlaneTable& table, const PlaneIndices& indices, std::size_t count) {
  std::uint32_t outside = 0;
  for (std::size_t i = 0; i < count; ++i) {
    outside |= static_cast<std::uint32_t>(indices[i]) >= table.count ? 1U : 0U;
  }
  return outside == 0;
}

/// Where they are; the last group is filled up with the last item.
void find_entries(const PlaneTable& table, const PlaneIndices& indices, std::size_t count,
                  PlaneItems::Addresses& to) {
  const std::byte* const data = table.data;
  const std::int64_t stride = table.stride;
  for (std::size_t i = 0; i < count; ++i) to[i] = data + indices[i] * stride;
  for (std::size_t i = 0; i < kPlanePadding; ++i) to[count + i] = to[count - 1];
}

void count_plane_codes(std::size_t count, LaneAnswers& answers) {
  for (std::uint8_t code = 0; code < kLaneCodes; ++code) {
    std::uint32_t items = 0;
    for (std::size_t i = 0; i < count; ++i) items += answers.codes[i] == code ? 1U : 0U;
    answers.counts[code] = static_cast<std::int32_t>(items);
  }
}

void settle_plane_doubles(std::int32_t most_corners, PlaneItems& items) {
  settle_stored<PlaneRows<double>>(most_corners, items);
}
void settle_plane_floats(std::int32_t most_corners, PlaneItems& items) {
  settle_stored<PlaneRows<float>>(most_corners, items);
}
void settle_plane_poses(std::int32_t most_corners, PlaneItems& items) {
  settle_stored<PlanePoses>(most_corners, items);
}

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::batch {
namespace {

HWY_EXPORT(settle_plane_doubles);
HWY_EXPORT(settle_plane_floats);
HWY_EXPORT(settle_plane_poses);

HWY_EXPORT(has_entries);
HWY_EXPORT(find_entries);
HWY_EXPORT(count_plane_codes);

void read_indices(const Indices& list, std::int64_t first, std::size_t count,
                  PlaneIndices& to) noexcept {
  if (list.data != nullptr && list.stride == sizeof(std::int32_t)) {
    std::memcpy(to.data(), list.data + first, count * sizeof(to[0]));
    return;
  }
  if (list.stride == 0) {
    std::fill_n(to.begin(), count, index_at(list, 0));
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    to[i] = index_at(list, first + static_cast<std::int64_t>(i));
  }
}

/// Marks the items whose indices are in no table, and gives them the first entry.
void mark_missing(const PlaneTable& table, std::size_t count, PlaneIndices& indices,
                  std::array<bool, kBlock>& missing) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    if (static_cast<std::uint32_t>(indices[i]) < table.count) continue;
    missing[i] = true;
    indices[i] = 0;
  }
}

void settle_all(const PairBatch<2>& batch, std::int32_t most_corners, PlaneItems& items) noexcept {
  switch (batch.poses.form) {
    case PoseTable<2>::Form::poses:
      return HWY_DYNAMIC_DISPATCH(settle_plane_poses)(most_corners, items);
    case PoseTable<2>::Form::doubles:
      return HWY_DYNAMIC_DISPATCH(settle_plane_doubles)(most_corners, items);
    case PoseTable<2>::Form::floats:
      return HWY_DYNAMIC_DISPATCH(settle_plane_floats)(most_corners, items);
  }
}

}  // namespace

void settle_in_lanes(const PairBatch<2>& batch, const PolygonRecords& records, std::int64_t first,
                     std::int32_t count, LaneAnswers& answers) noexcept {
  const auto size = static_cast<std::size_t>(count);
  answers.counts = {};
  if (batch.poses.count <= 0 || records.most_corners() == 0) {
    std::fill_n(answers.codes.begin(), count, std::uint8_t{kOpen});
    answers.counts[kOpen] = count;
    return;
  }
  PlaneItems items;
  items.count = size;
  std::array<bool, kBlock> missing;
  bool none_missing = true;
  PlaneIndices indices;
  const auto find = [&](const Indices& list, const PlaneTable& table, PlaneItems::Addresses& to) {
    read_indices(list, first, size, indices);
    if (!HWY_DYNAMIC_DISPATCH(has_entries)(table, indices, size)) {
      if (none_missing) missing.fill(false);
      none_missing = false;
      mark_missing(table, size, indices, missing);
    }
    HWY_DYNAMIC_DISPATCH(find_entries)(table, indices, size, to);
  };
  const PlaneTable polygons{reinterpret_cast<const std::byte*>(records.data()),
                            sizeof(PolygonRecord), static_cast<std::uint32_t>(records.count())};
  const PlaneTable poses{
      static_cast<const std::byte*>(batch.poses.data), batch.poses.stride,
      static_cast<std::uint32_t>(std::min<std::int64_t>(batch.poses.count, 0x7fffffff))};
  find(batch.hull_a, polygons, items.polygon_a);
  find(batch.hull_b, polygons, items.polygon_b);
  find(batch.pose_a, poses, items.a);
  find(batch.pose_b, poses, items.b);
  settle_all(batch, records.most_corners(), items);
  std::copy_n(items.codes.begin(), count, answers.codes.begin());
  for (std::size_t i = 0; !none_missing && i < size; ++i) {
    if (missing[i]) answers.codes[i] = kOpen;
  }
  HWY_DYNAMIC_DISPATCH(count_plane_codes)(size, answers);
}

}  // namespace sunder::detail::batch
#endif

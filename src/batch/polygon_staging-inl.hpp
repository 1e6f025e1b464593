// SPDX-License-Identifier: Apache-2.0
//
// Loads pairs of polygons into lanes: the corners, and the matrices, which are rounded to floats. A
// table that is no longer than a vector is stored in columns. One instruction then looks up a
// number for all lanes. Gathering from records takes several times as long.

// Highway's include guard: open once for each target.
#if defined(SUNDER_QUERY_BATCH_POLYGON_STAGING_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_QUERY_BATCH_POLYGON_STAGING_INL_HPP
#undef SUNDER_QUERY_BATCH_POLYGON_STAGING_INL_HPP
#else
#define SUNDER_QUERY_BATCH_POLYGON_STAGING_INL_HPP
#endif

#include <hwy/highway.h>

#include "batch/matrix_groups-inl.hpp"
#include "batch/polygon_lanes-inl.hpp"
#include "batch/staging-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Joins two numbers at an address with the third and fourth behind it, in registers. A load of
/// four numbers just stored would wait, since store forwarding fails.
#if HWY_MAX_BYTES < 32
HWY_INLINE Quad two_and_two(const double* from) {
  const double four[4] = {from[0], from[1], from[3], from[4]};
  return row_of_a(four);
}
#else
HWY_INLINE FourDoubles two_and_two(const double* from) {
  const hn::FixedTag<double, 4> four;
  return hn::IfThenElse(hn::FirstN(four, 2), hn::LoadU(four, from), hn::LoadU(four, from + 1));
}
#endif
HWY_INLINE Quad two_and_two(const float* from) {
#if HWY_TARGET == HWY_SCALAR
  return {{from[0], from[1], from[3], from[4]}};
#else
  const hn::FixedTag<float, 4> four;
  return hn::IfThenElse(hn::FirstN(four, 2), hn::LoadU(four, from), hn::LoadU(four, from + 1));
#endif
}

/// The differences of four numbers, or of two, computed before they are rounded to floats.
#if HWY_MAX_BYTES < 32
HWY_INLINE Quad difference_of_four(const double* b, const double* a) {
  const double difference[4] = {b[0] - a[0], b[1] - a[1], b[2] - a[2], b[3] - a[3]};
  return row_of_a(difference);
}
HWY_INLINE Quad difference_of_two(const double* b, const double* a) {
  const double difference[4] = {b[0] - a[0], b[1] - a[1], 0, 0};
  return row_of_a(difference);
}
#else
HWY_INLINE FourDoubles difference_of_four(const double* b, const double* a) {
  const hn::FixedTag<double, 4> four;
  return hn::Sub(hn::LoadU(four, b), hn::LoadU(four, a));
}
HWY_INLINE FourDoubles difference_of_two(const double* b, const double* a) {
  const hn::FixedTag<double, 2> two;
  const auto difference = hn::Sub(hn::LoadU(two, b), hn::LoadU(two, a));
  return hn::ZeroExtendVector(hn::FixedTag<double, 4>(), difference);
}
#endif
HWY_INLINE Quad difference_of_four(const float* b, const float* a) {
#if HWY_TARGET == HWY_SCALAR
  return {{b[0] - a[0], b[1] - a[1], b[2] - a[2], b[3] - a[3]}};
#else
  const hn::FixedTag<float, 4> four;
  return hn::Sub(hn::LoadU(four, b), hn::LoadU(four, a));
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

/// The polygons of a group, looked up in columns.
class PolygonsOfColumns {
 public:
  HWY_INLINE PolygonsOfColumns(const PlaneTables& tables, const std::int32_t* polygons)
      : columns_(*tables.columns),
        places_(hn::IndicesFromVec(Lanes(), hn::LoadU(hn::RebindToSigned<Lanes>(), polygons))) {}

  HWY_INLINE Floats farthest() const { return look_up(columns_.farthest); }
  template <std::size_t kCount>
  HWY_INLINE void load_corners(Corners<kCount>& corners) const {
    for (std::size_t i = 0; i < kCount; ++i) {
      corners.x[i] = look_up(columns_.x[i]);
      corners.y[i] = look_up(columns_.y[i]);
    }
  }

 private:
  HWY_INLINE Floats look_up(const PolygonColumns::Column& column) const {
    return hn::TableLookupLanes(hn::Load(Lanes(), column.data()), places_);
  }

  const PolygonColumns& columns_;
  decltype(hn::IndicesFromVec(Lanes(), hn::Zero(hn::RebindToSigned<Lanes>()))) places_;
};

/// The polygons of a group, read from records.
class PolygonsOfRecords {
 public:
  HWY_INLINE PolygonsOfRecords(const PlaneTables& tables, const std::int32_t* polygons)
      : records_{tables.records, polygons} {}

  HWY_INLINE Floats farthest() const {
    return transpose_quads(Part{records_, offsetof(PolygonRecord, farthest)}).v0;
  }
  template <std::size_t kCount>
  HWY_INLINE void load_corners(Corners<kCount>& corners) const {
    load_four(offsetof(PolygonRecord, x), kCount, corners.x);
    load_four(offsetof(PolygonRecord, y), kCount, corners.y);
    if constexpr (kCount > 4) {
      load_four(offsetof(PolygonRecord, more_x), 4, corners.x + 4);
      load_four(offsetof(PolygonRecord, more_y), 4, corners.y + 4);
    }
  }

 private:
  struct Records {
    const PolygonRecord* table;
    const std::int32_t* places;
  };
  struct Part {
    Records of;
    std::size_t offset;
    HWY_INLINE Quad operator()(std::size_t i) const {
      const auto* const record = reinterpret_cast<const std::byte*>(of.table + of.places[i]);
      return load_quad(reinterpret_cast<const float*>(record + offset));
    }
  };
  /// If all bodies are triangles, the fourth number is unused.
  HWY_INLINE void load_four(std::size_t offset, std::size_t count, Floats* to) const {
    const FourLanes four = transpose_quads(Part{records_, offset});
    to[0] = four.v0;
    to[1] = four.v1;
    to[2] = four.v2;
    if (count > 3) to[3] = four.v3;
  }

  Records records_;
};

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_QUERY_BATCH_POLYGON_STAGING_INL_HPP

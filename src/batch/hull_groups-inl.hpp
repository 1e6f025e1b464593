// SPDX-License-Identifier: Apache-2.0
//
// Loads the hulls of a group of items, a pair a lane: half extents, radii and centres.

// Highway's include guard: open once for each target.
#if defined(SUNDER_QUERY_BATCH_HULL_GROUPS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_QUERY_BATCH_HULL_GROUPS_INL_HPP
#undef SUNDER_QUERY_BATCH_HULL_GROUPS_INL_HPP
#else
#define SUNDER_QUERY_BATCH_HULL_GROUPS_INL_HPP
#endif

#include <cstddef>
#include <hwy/highway.h>

#include "batch/lane_items.hpp"
#include "batch/staging-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Reads hulls from records.
class HullsOfRecords {
 public:
  HWY_INLINE HullsOfRecords(const LaneTables& tables, const std::int32_t* hulls)
      : records_(tables.records), hulls_(hulls) {}

  /// Returns half extents, and the radius of the ball around the body.
  HWY_INLINE FourLanes halves() const {
    return transpose_quads(Part{*this, offsetof(HullRecord, half)});
  }
  /// Returns the centre, and the radius of the ball inside the body.
  HWY_INLINE FourLanes centres() const {
    return transpose_quads(Part{*this, offsetof(HullRecord, centre)});
  }

 private:
  /// A source for transpose_quads().
  struct Part {
    const HullsOfRecords& of;
    std::size_t offset;
    HWY_INLINE Quad operator()(std::size_t i) const {
      const auto* const record = reinterpret_cast<const std::byte*>(of.records_ + of.hulls_[i]);
      return load_quad(reinterpret_cast<const float*>(record + offset));
    }
  };

  const HullRecord* records_;
  const std::int32_t* hulls_;
};

/// Reads hulls from columns, for a table that is no longer than two vectors. Two table look-ups
/// replace the shuffles of a record for each pair.
class HullsOfColumns {
 public:
  HWY_INLINE HullsOfColumns(const LaneTables& tables, const std::int32_t* hulls)
      : columns_(*tables.columns) {
    const hn::RebindToSigned<Lanes> whole;
    const auto indices = hn::LoadU(whole, hulls);
    const auto last = hn::Set(whole, lane_count() - 1);
    places_ = hn::IndicesFromVec(Lanes(), hn::And(indices, last));
    beyond_ = hn::RebindMask(Lanes(), hn::Gt(indices, last));
  }
  /// Returns the largest number of hulls in a table.
  static HWY_INLINE std::int32_t most() { return 2 * lane_count(); }

  /// Returns half extents, and the radius of the ball around the body.
  HWY_INLINE FourLanes halves() const {
    return {look_up(columns_.half[0]), look_up(columns_.half[1]), look_up(columns_.half[2]),
            look_up(columns_.circumscribed)};
  }

 private:
  HWY_INLINE Floats look_up(const HullColumns::Column& column) const {
    const Lanes lanes;
    const Floats low = hn::TableLookupLanes(hn::Load(lanes, column.data()), places_);
    const Floats high =
        hn::TableLookupLanes(hn::Load(lanes, column.data() + hn::Lanes(lanes)), places_);
    return hn::IfThenElse(beyond_, high, low);
  }

  const HullColumns& columns_;
  decltype(hn::IndicesFromVec(Lanes(), hn::Zero(hn::RebindToSigned<Lanes>()))) places_;
  hn::Mask<Lanes> beyond_;
};

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_QUERY_BATCH_HULL_GROUPS_INL_HPP

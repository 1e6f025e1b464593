// SPDX-License-Identifier: Apache-2.0
//
// Loads numbers of the bodies of a group, a pair a lane, from their records or from columns.

// Highway's include guard: open once for each target.
#if defined(SUNDER_BATCH_BODIES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_BATCH_BODIES_INL_HPP
#undef SUNDER_BATCH_BODIES_INL_HPP
#else
#define SUNDER_BATCH_BODIES_INL_HPP
#endif

#include <cstddef>
#include <hwy/highway.h>

#include "batch/lane_items.hpp"
#include "batch/staging-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Reads records of floats. Its constructor takes the bodies of the first lane and up.
template <class Record>
class FromRecords {
 public:
  HWY_INLINE FromRecords(const Tables<Record>& tables, const std::int32_t* bodies)
      : records_(tables.records), bodies_(bodies) {}

  /// Returns four numbers of each body, from number kFirst of its record on.
  template <std::size_t kFirst>
  HWY_INLINE FourLanes four() const {
    return transpose_quads(Part<kFirst>{*this});
  }

 private:
  /// A source for transpose_quads().
  template <std::size_t kFirst>
  struct Part {
    const FromRecords& of;
    HWY_INLINE Quad operator()(std::size_t i) const {
      const auto* const numbers = reinterpret_cast<const float*>(of.records_ + of.bodies_[i]);
      return load_quad(numbers + kFirst);
    }
  };

  const Record* records_;
  const std::int32_t* bodies_;
};

/// Reads columns of as many entries as kVectors vectors have lanes, 1 or 2. Table look-ups replace
/// the shuffles of a record for each pair.
template <class Record, int kVectors>
class FromColumns {
 public:
  HWY_INLINE FromColumns(const Tables<Record>& tables, const std::int32_t* bodies)
      : columns_(*tables.columns) {
    const hn::RebindToSigned<Lanes> whole;
    const auto indices = hn::LoadU(whole, bodies);
    const auto last = hn::Set(whole, lane_count() - 1);
    const auto place = kVectors == 1 ? indices : hn::And(indices, last);
    places_ = hn::IndicesFromVec(Lanes(), place);
    beyond_ = hn::RebindMask(Lanes(), hn::Gt(indices, last));
  }
  /// Returns whether the table has columns, and no more bodies than these vectors have lanes.
  static HWY_INLINE bool holds(const Tables<Record>& tables) {
    return tables.columns != nullptr && tables.bodies <= kVectors * lane_count();
  }

  template <std::size_t kFirst>
  HWY_INLINE FourLanes four() const {
    return {look_up(kFirst), look_up(kFirst + 1), look_up(kFirst + 2), look_up(kFirst + 3)};
  }

 private:
  HWY_INLINE Floats look_up(std::size_t number) const {
    const Lanes lanes;
    const float* const column = columns_.number[number].data();
    const Floats low = hn::TableLookupLanes(hn::Load(lanes, column), places_);
    if (kVectors == 1) return low;
    const Floats high = hn::TableLookupLanes(hn::Load(lanes, column + hn::Lanes(lanes)), places_);
    return hn::IfThenElse(beyond_, high, low);
  }

  const typename Record::Columns& columns_;
  decltype(hn::IndicesFromVec(Lanes(), hn::Zero(hn::RebindToSigned<Lanes>()))) places_;
  Mask beyond_;
};

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_BATCH_BODIES_INL_HPP

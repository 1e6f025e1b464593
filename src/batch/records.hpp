// SPDX-License-Identifier: Apache-2.0
//
// A record is the data of a body that lanes read: some floats or doubles, in place of a block
// elsewhere in memory. A call makes records once for a whole table, or for each block of items.
//
// A Record has kDimension, Columns, write(block, corners), is_box(), is_centred(), and in the plane
// corners_of(table).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <hwy/cache_control.h>
#include <memory>
#include <new>

#include "batch/columns.hpp"
#include "geometry/hull_block.hpp"

namespace sunder::detail::batch {

/// The items of a block, read ahead of the arithmetic. Indices and answers stay in the first-level
/// cache.
inline constexpr std::int32_t kBlock = 256;

/// The records of a short table, a column for each of their numbers, which are kNumbers floats.
template <std::size_t kNumbers, std::int32_t kMostBodies>
struct ColumnsOf {
  static constexpr std::int32_t kMost = kMostBodies;

  alignas(64) std::array<std::array<float, kMost>, kNumbers> number{};

  template <class Record>
  void set(std::size_t place, const Record& record) noexcept {
    static_assert(sizeof(Record) == kNumbers * sizeof(float));
    const auto numbers = std::bit_cast<std::array<float, kNumbers>>(record);
    for (std::size_t k = 0; k < kNumbers; ++k) number[k][place] = numbers[k];
  }
};
/// The columns of records that lanes never read by columns.
struct NoColumns {
  static constexpr std::int32_t kMost = 0;
  template <class Record>
  void set(std::size_t, const Record&) const noexcept {}
};

template <class Record>
using BodyTable = Column<Polytope<Record::kDimension>>;

/// Records, with the properties that all of them share.
template <class Record>
struct RecordView {
  const Record* data = nullptr;
  const typename Record::Columns* columns = nullptr;  ///< null if there are too many bodies
  std::int32_t count = 0;
  std::int32_t corners = 0;  ///< of every polygon, in the plane
  bool all_boxes = true;
  bool no_boxes = true;
  bool all_centred = true;  ///< every centre is the origin

  void include(const Record& record) noexcept {
    all_boxes = all_boxes && record.is_box();
    no_boxes = no_boxes && !record.is_box();
    all_centred = all_centred && record.is_centred();
  }
};

template <int D>
bool is_in(const Column<Polytope<D>>& table, std::int32_t index) noexcept {
  return index >= 0 && index < table.count;
}
template <int D>
const HullBlock& block_of(const Column<Polytope<D>>& table, std::int32_t index) noexcept {
  return BlockAccess::block(entry_at(table.data, table.stride, index));
}

inline constexpr std::ptrdiff_t kLine = 64;  ///< the bytes of a cache line

// These are inlined: a compiler may drop calls of a function that only prefetches.
[[gnu::always_inline]] inline void prefetch_header(const HullBlock& block) noexcept {
  const auto* const header = reinterpret_cast<const std::byte*>(&block);
  hwy::Prefetch(header);
  hwy::Prefetch(header + kLine);
}
[[gnu::always_inline]] inline void prefetch_numbers(const HullBlock& block) noexcept {
  hwy::Prefetch(block.centre);
  hwy::Prefetch(block.max_abs);
}

/// The records of a table of bodies.
template <class Record>
class Records {
 public:
  /// Makes no records if there are fewer items than bodies, or if memory is short.
  Records(const BodyTable<Record>& table, std::int64_t items) noexcept {
    if (table.count <= 0 || table.count > items || table.count > 0x7fffffff) return;
    records_.reset(new (std::nothrow) Record[static_cast<std::size_t>(table.count)]);
    if (records_ == nullptr) return;
    view_.data = records_.get();
    view_.count = static_cast<std::int32_t>(table.count);
    if constexpr (Record::kDimension == 2) view_.corners = Record::corners_of(table);
    for (std::int32_t i = 0; i < view_.count; ++i) {
      if (i + 16 < view_.count) prefetch_header(block_of(table, i + 16));
      if (i + 8 < view_.count) prefetch_numbers(block_of(table, i + 8));
      Record& record = records_[static_cast<std::size_t>(i)];
      record.write(block_of(table, i), view_.corners);
      view_.include(record);
      if (i < Record::Columns::kMost) columns_.set(static_cast<std::size_t>(i), record);
    }
    if (view_.count <= Record::Columns::kMost) view_.columns = &columns_;
  }
  Records(const Records&) = delete;
  Records& operator=(const Records&) = delete;

  const RecordView<Record>& view() const noexcept { return view_; }
  /// Returns false if each block must make its own.
  bool exist() const noexcept { return view_.data != nullptr; }

 private:
  std::unique_ptr<Record[]> records_;
  typename Record::Columns columns_;
  RecordView<Record> view_;
};

/// The records for a block of items: two for each item.
template <class Record>
class BlockRecords {
 public:
  /// Replaces each body's index by the place of its record, or by -1 if it is in no table.
  RecordView<Record> make(const BodyTable<Record>& table, std::int32_t count, std::int32_t* body_a,
                          std::int32_t* body_b) noexcept {
    RecordView<Record> view;
    view.data = records_.data();
    view.count = static_cast<std::int32_t>(records_.size());
    for (std::int32_t i = 0; i < count; ++i) {
      for (std::int32_t* const list : {body_a, body_b}) {
        if (i + 8 < count && is_in(table, list[i + 8])) {
          prefetch_header(block_of(table, list[i + 8]));
        }
        if (i + 4 < count && is_in(table, list[i + 4])) {
          prefetch_numbers(block_of(table, list[i + 4]));
        }
        const std::int32_t place = 2 * i + (list == body_b ? 1 : 0);
        if (is_in(table, list[i])) {
          Record& record = records_[static_cast<std::size_t>(place)];
          record.write(block_of(table, list[i]), 0);
          view.include(record);
          list[i] = place;
        } else {
          list[i] = -1;
        }
      }
    }
    return view;
  }

 private:
  std::array<Record, std::size_t{2} * kBlock> records_;
};

}  // namespace sunder::detail::batch

// SPDX-License-Identifier: Apache-2.0
//
// What lanes read of a polytope: 32 bytes instead of a block of its own somewhere in memory. The
// floats are rounded; bounds that must hold are rounded to their side.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "geometry/hull_block.hpp"
#include "sunder/batch.hpp"

namespace sunder::detail::batch {

/// Items that are read ahead of the arithmetic: their indices and answers stay in the first cache.
inline constexpr std::int32_t kBlock = 256;

struct alignas(32) HullRecord {
  std::array<float, 3> half{};    ///< boxes: half extents; else half[0] is negative
  float circumscribed = 0;        ///< a ball about `centre` that holds the body; NaN: not for lanes
  std::array<float, 3> centre{};  ///< as the half extents within 1.01 * 2^-23 of its size
  float inscribed = 0;            ///< a ball about the same centre that the body holds

  bool is_box() const noexcept { return half[0] >= 0; }
};

/// In its place: a copy would wait for the numbers that are just being written.
void write_hull_record(const HullBlock& hull, HullRecord& record) noexcept;

/// The first numbers of the records of a short table, one of all of them side by side.
struct HullColumns {
  static constexpr std::int32_t kMost = 32;
  using Column = std::array<float, kMost>;

  alignas(64) std::array<Column, 3> half{};
  alignas(64) Column circumscribed{};

  void set(std::size_t place, const HullRecord& record) noexcept;
};

/// Records, and what is true of them all.
struct RecordView {
  const HullRecord* data = nullptr;
  const HullColumns* columns = nullptr;  ///< of the same hulls; null where these are too many
  std::int32_t count = 0;
  bool all_boxes = true;
  bool all_centred = true;  ///< every centre is the origin
  bool no_boxes = true;

  void include(const HullRecord& record) noexcept;
};

/// The records of a table of polytopes.
class HullRecords {
 public:
  /// Makes none where there are fewer items than polytopes, or memory is short.
  HullRecords(const Column<Polytope3>& table, std::int64_t items) noexcept;

  HullRecords(const HullRecords&) = delete;
  HullRecords& operator=(const HullRecords&) = delete;

  /// `data` is null where none were made: then BlockRecords are to be.
  const RecordView& view() const noexcept { return view_; }

 private:
  std::unique_ptr<HullRecord[]> records_;
  HullColumns columns_;
  RecordView view_;
};

/// The records that a block of items needs: two an item.
class BlockRecords {
 public:
  /// Writes each record's place over its polytope's index; -1 where that is in no table.
  RecordView make(const Column<Polytope3>& table, std::int32_t count, std::int32_t* body_a,
                  std::int32_t* body_b) noexcept;
  bool all_made() const noexcept { return all_made_; }

 private:
  std::array<HullRecord, std::size_t{2} * kBlock> records_;
  bool all_made_ = true;
};

}  // namespace sunder::detail::batch

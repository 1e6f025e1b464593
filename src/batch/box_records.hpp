// SPDX-License-Identifier: Apache-2.0
//
// What lanes read of a box to measure its distance from another: the numbers that the path of a
// single query makes of its block (narrow/sat/box_lanes-inl.hpp), in doubles.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "batch/hull_records.hpp"

namespace sunder::detail::batch {

/// Three times four doubles, as they are loaded. NaNs leave a pair open: those for a half extent
/// its distance, those for a radius what balls say.
struct alignas(32) BoxRecord {
  std::array<double, 3> half{};
  double circumscribed = 0;  ///< NaN where the balls are not about the origin
  std::array<double, 3> most{};
  double inscribed = 0;
  std::array<double, 3> middle{};
  double box = 0;  ///< 1 for a box

  bool is_box() const noexcept { return box != 0; }
};
static_assert(sizeof(BoxRecord) == 12 * sizeof(double));

/// Records, and what is true of them all.
struct BoxView {
  const BoxRecord* data = nullptr;
  std::uint32_t count = 0;
  bool all_boxes = true;
  bool no_boxes = true;
  bool all_centred = true;  ///< every middle is the origin

  void include(const BoxRecord& record) noexcept;
};

/// The records of a table of polytopes.
class BoxRecords {
 public:
  /// Makes none where there are fewer items than polytopes, or memory is short.
  BoxRecords(const Column<Polytope3>& table, std::int64_t items) noexcept;

  BoxRecords(const BoxRecords&) = delete;
  BoxRecords& operator=(const BoxRecords&) = delete;

  /// `data` is null where none were made: then BlockBoxes are to be.
  const BoxView& view() const noexcept { return view_; }
  /// Made, and of no box.
  bool no_boxes() const noexcept { return view_.data != nullptr && view_.no_boxes; }

 private:
  std::unique_ptr<BoxRecord[]> records_;
  BoxView view_;
};

/// The records that a block of items needs: two an item.
class BlockBoxes {
 public:
  /// Writes each record's place over its polytope's index; -1 where that is in no table.
  BoxView make(const Column<Polytope3>& table, std::int32_t count, std::int32_t* body_a,
               std::int32_t* body_b) noexcept;

 private:
  std::array<BoxRecord, std::size_t{2} * kBlock> records_;
};

}  // namespace sunder::detail::batch

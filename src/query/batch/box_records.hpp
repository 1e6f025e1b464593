// SPDX-License-Identifier: Apache-2.0
//
// What lanes read of a box to measure its distance from another: the numbers that the path of a
// single query makes of its block (narrow/sat/box_lanes-inl.hpp), in doubles.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "geometry/hull_block.hpp"
#include "sunder/batch.hpp"

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

/// The boxes of a table of polytopes.
class BoxRecords {
 public:
  /// Makes none where there are no boxes, fewer items than polytopes, or memory is short.
  explicit BoxRecords(const PairBatch<3>& batch) noexcept;

  BoxRecords(const BoxRecords&) = delete;
  BoxRecords& operator=(const BoxRecords&) = delete;

  /// Null where none were made.
  const BoxRecord* data() const noexcept { return records_.get(); }
  std::uint32_t count() const noexcept { return count_; }
  bool all_boxes() const noexcept { return all_boxes_; }
  bool all_centred() const noexcept { return all_centred_; }  ///< every middle is the origin

 private:
  std::unique_ptr<BoxRecord[]> records_;
  std::uint32_t count_ = 0;
  bool all_boxes_ = true;
  bool all_centred_ = true;
};

}  // namespace sunder::detail::batch

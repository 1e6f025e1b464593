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

struct alignas(32) HullRecord {
  std::array<float, 3> half{};    ///< boxes: half extents; else half[0] is negative
  float circumscribed = 0;        ///< a ball about `centre` that holds the body; NaN: not for lanes
  std::array<float, 3> centre{};  ///< as the half extents within 1.01 * 2^-23 of its size
  float inscribed = 0;            ///< a ball about the same centre that the body holds

  bool is_box() const noexcept { return half[0] >= 0; }
};

HullRecord make_hull_record(const HullBlock& hull) noexcept;

/// The records of a table of polytopes.
class HullRecords {
 public:
  /// Leaves the table empty where it would not pay, or memory is short.
  explicit HullRecords(const PairBatch<3>& batch) noexcept;

  const HullRecord* data() const noexcept { return records_.get(); }
  std::int32_t count() const noexcept { return count_; }
  bool all_boxes() const noexcept { return all_boxes_; }
  /// Every centre is the origin.
  bool all_centred() const noexcept { return all_centred_; }

 private:
  std::unique_ptr<HullRecord[]> records_;
  std::int32_t count_ = 0;
  bool all_boxes_ = true;
  bool all_centred_ = true;
};

}  // namespace sunder::detail::batch

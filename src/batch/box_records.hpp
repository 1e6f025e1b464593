// SPDX-License-Identifier: Apache-2.0
//
// What lanes read of a box to measure its distance from another: the numbers that the path of a
// single query makes of its block (narrow/sat/box_lanes-inl.hpp), in doubles.
#pragma once

#include "batch/records.hpp"

namespace sunder::detail::batch {

/// Three times four doubles, as they are loaded. NaNs leave a pair open: those for a half extent
/// its distance, those for a radius what balls say.
struct alignas(32) BoxRecord {
  static constexpr int kDimension = 3;
  /// Lanes of doubles read records alone.
  struct Columns {
    static constexpr std::int32_t kMost = 0;
    void set(std::size_t, const BoxRecord&) const noexcept {}
  };

  std::array<double, 3> half{};
  double circumscribed = 0;  ///< NaN where the balls are not about the origin
  std::array<double, 3> most{};
  double inscribed = 0;
  std::array<double, 3> middle{};
  double box = 0;  ///< 1 for a box

  bool is_box() const noexcept { return box != 0; }
  bool is_centred() const noexcept {
    return is_zero_bits(middle[0]) && is_zero_bits(middle[1]) && is_zero_bits(middle[2]);
  }
  /// In its place, as HullRecord::write().
  void write(const HullBlock& hull, std::int32_t corners) noexcept;
};
static_assert(sizeof(BoxRecord) == 12 * sizeof(double));

using BoxRecords = Records<BoxRecord>;

}  // namespace sunder::detail::batch

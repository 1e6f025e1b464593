// SPDX-License-Identifier: Apache-2.0
//
// Records the data of a box from which lanes measure its distance from another. A single query
// computes the same numbers from the box's block (narrow/sat/box_lanes-inl.hpp), in doubles.
#pragma once

#include "batch/records.hpp"

namespace sunder::detail::batch {

/// Three rows of four doubles, as lanes load them. A NaN leaves a pair open: in a half extent for
/// the distance, in a radius for the balls.
struct alignas(32) BoxRecord {
  static constexpr int kDimension = 3;
  /// Lanes of doubles read records only.
  struct Columns {
    static constexpr std::int32_t kMost = 0;
    void set(std::size_t, const BoxRecord&) const noexcept {}
  };

  std::array<double, 3> half{};
  double circumscribed = 0;  ///< NaN if the balls are not about the origin
  std::array<double, 3> most{};
  double inscribed = 0;
  std::array<double, 3> middle{};
  double box = 0;  ///< 1 for a box

  bool is_box() const noexcept { return box != 0; }
  bool is_centred() const noexcept {
    return is_zero_bits(middle[0]) && is_zero_bits(middle[1]) && is_zero_bits(middle[2]);
  }
  /// Writes the record in place, for the reason of HullRecord::write().
  void write(const HullBlock& hull, std::int32_t corners) noexcept;
};
static_assert(sizeof(BoxRecord) == 12 * sizeof(double));

using BoxRecords = Records<BoxRecord>;

}  // namespace sunder::detail::batch

// SPDX-License-Identifier: Apache-2.0
//
// Records the data of a polytope that lanes of floats read. The numbers are rounded. A number that
// must bound another is rounded to its safe side.
#pragma once

#include "batch/records.hpp"

namespace sunder::detail::batch {

struct alignas(32) HullRecord {
  static constexpr int kDimension = 3;
  using Columns = ColumnsOf<8, 32>;
  static constexpr std::size_t kHalf = 0, kCentre = 4;  ///< the places of quads

  std::array<float, 3> half{};    ///< boxes: half extents; else half[0] is negative
  float circumscribed = 0;        ///< radius about `centre` that holds the body; NaN: not for lanes
  std::array<float, 3> centre{};  ///< like half extents, within 1.01 * 2^-23 of the body's size
  float inscribed = 0;            ///< radius of a ball about `centre` inside the body

  bool is_box() const noexcept { return half[0] >= 0; }
  bool is_centred() const noexcept { return centre[0] == 0 && centre[1] == 0 && centre[2] == 0; }
  /// Writes the record in place. A copy would load the new numbers wider than they were stored, and
  /// wait, since store forwarding fails.
  void write(const HullBlock& hull, std::int32_t corners) noexcept;
};

using HullRecords = Records<HullRecord>;

}  // namespace sunder::detail::batch

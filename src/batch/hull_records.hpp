// SPDX-License-Identifier: Apache-2.0
//
// What lanes of floats read of a polytope. The numbers are rounded; bounds that must hold are
// rounded to their side.
#pragma once

#include "batch/records.hpp"

namespace sunder::detail::batch {

struct HullColumns;

struct alignas(32) HullRecord {
  static constexpr int kDimension = 3;
  using Columns = HullColumns;

  std::array<float, 3> half{};    ///< boxes: half extents; else half[0] is negative
  float circumscribed = 0;        ///< a ball about `centre` that holds the body; NaN: not for lanes
  std::array<float, 3> centre{};  ///< as the half extents within 1.01 * 2^-23 of its size
  float inscribed = 0;            ///< a ball about the same centre that the body holds

  bool is_box() const noexcept { return half[0] >= 0; }
  bool is_centred() const noexcept { return centre[0] == 0 && centre[1] == 0 && centre[2] == 0; }
  /// In its place: a copy would wait for the numbers that are just being written.
  void write(const HullBlock& hull, std::int32_t corners) noexcept;
};

/// The first numbers of the records of a short table, one of all of them side by side.
struct HullColumns {
  static constexpr std::int32_t kMost = 32;
  using Column = std::array<float, kMost>;

  alignas(64) std::array<Column, 3> half{};
  alignas(64) Column circumscribed{};

  void set(std::size_t place, const HullRecord& record) noexcept {
    for (std::size_t k = 0; k < 3; ++k) half[k][place] = record.half[k];
    circumscribed[place] = record.circumscribed;
  }
};

using HullRecords = Records<HullRecord>;

}  // namespace sunder::detail::batch

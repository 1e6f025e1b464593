// SPDX-License-Identifier: Apache-2.0
//
// Records the data of a box from which lanes measure its distance from another. A single query
// computes the same numbers from the box's block (narrow/boxes/one_pair-inl.hpp), in doubles.
#pragma once

#include <limits>

#include "batch/records.hpp"
#include "narrow/boxes/boxes.hpp"

namespace sunder::detail::batch {

/// Three rows of four doubles, as lanes load them. A NaN leaves a pair open: in a half extent for
/// the distance, in a radius for the balls.
struct alignas(32) BoxRecord {
  static constexpr int kDimension = 3;
  using Columns = NoColumns;

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

/// Computes the numbers of a box as OneBox of narrow/boxes/one_pair-inl.hpp does.
inline void BoxRecord::write(const HullBlock& hull, std::int32_t) noexcept {
  box = hull.shape == Shape::box ? 1 : 0;
  if (!is_box()) return;
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t k = 0; k < 3; ++k) {
    const double low = hull.lower[k] * 0.5;
    const double high = hull.upper[k] * 0.5;
    half[k] = hull.in_filter_range ? high - low : kNaN;
    middle[k] = high + low;
    most[k] = hull.max_abs[k];
  }
  const bool has_balls = hull.in_filter_range && boxes::is_about_origin(hull);
  circumscribed = has_balls ? hull.circumscribed : kNaN;
  inscribed = has_balls ? hull.inscribed : kNaN;
}

using BoxRecords = Records<BoxRecord>;

}  // namespace sunder::detail::batch

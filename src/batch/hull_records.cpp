// SPDX-License-Identifier: Apache-2.0
#include "batch/hull_records.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "batch/bounds.hpp"

namespace sunder::detail::batch {
namespace {

/// Covers the roundings of a conversion and of a few operations, in any rounding mode.
constexpr double kUp = 1 + kRecordShare;
constexpr double kDown = 1 - kRecordShare;

/// The ball is about the middle of the box, which may differ from the block's own centre.
void write_box(const HullBlock& hull, HullRecord& record) noexcept {
  double squared = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 3; ++k) {
    const double half = 0.5 * (hull.upper[k] - hull.lower[k]);
    record.half[k] = static_cast<float>(half);
    record.centre[k] = static_cast<float>(0.5 * hull.lower[k] + 0.5 * hull.upper[k]);
    squared += half * half;
    least = std::min(least, half);
  }
  record.circumscribed = static_cast<float>(std::sqrt(squared) * kUp);
  record.inscribed = static_cast<float>(least * kDown);
}

/// Returns whether neither the squares above nor the floats can overflow or vanish.
bool in_range(const HullBlock& hull) noexcept {
  for (std::size_t k = 0; k < 3; ++k) {
    if (!(hull.max_abs[k] <= kMostRecordCoordinate)) return false;
  }
  return hull.count > 0;
}

}  // namespace

void HullRecord::write(const HullBlock& hull, std::int32_t) noexcept {
  if (in_range(hull) && hull.shape == Shape::box) return write_box(hull, *this);
  *this = {};
  half[0] = -1;
  if (!in_range(hull)) {
    circumscribed = std::numeric_limits<float>::quiet_NaN();
    return;
  }
  for (std::size_t k = 0; k < 3; ++k) centre[k] = static_cast<float>(hull.centre[k]);
  circumscribed = static_cast<float>(hull.circumscribed * kUp);
  inscribed = static_cast<float>(hull.inscribed * kDown);
}

}  // namespace sunder::detail::batch

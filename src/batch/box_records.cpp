// SPDX-License-Identifier: Apache-2.0
#include "batch/box_records.hpp"

#include <limits>

#include "narrow/sat/box_balls.hpp"

namespace sunder::detail::batch {

/// Computes the numbers of a box as Extents of narrow/sat/box_lanes-inl.hpp does.
void BoxRecord::write(const HullBlock& hull, std::int32_t) noexcept {
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
  const bool has_balls = hull.in_filter_range && sat::is_about_origin(hull);
  circumscribed = has_balls ? hull.circumscribed : kNaN;
  inscribed = has_balls ? hull.inscribed : kNaN;
}

}  // namespace sunder::detail::batch

// SPDX-License-Identifier: Apache-2.0
#include "batch/margin_item.hpp"

#include <cmath>
#include <limits>

#include "query/margin/sum.hpp"

namespace sunder::detail::batch {
namespace {

/// The margin of an item for which lanes prove nothing.
constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

/// Returns whether the number is in the range of margins for floats.
bool fits(double number) noexcept { return std::fabs(number) < 0x1p60; }

bool is_radius_of_lanes(double number) noexcept { return fits(number) && is_length(number); }

/// Returns a body's radius. It is infinite, and not for lanes, if the index is not in the table.
double radius_of(const PairBatch<3>& batch, const Indices& list, std::int64_t item) noexcept {
  const std::int32_t body = index_at(list, item);
  if (body < 0 || body >= batch.bodies.count) return std::numeric_limits<double>::infinity();
  return batch.radii.data == nullptr ? 0 : number_at(batch.radii, body);
}

}  // namespace

void read_margins(const PairBatch<3>& batch, const Column<double>& margins, std::int64_t first,
                  std::int32_t count, LaneMargins& to) noexcept {
  const bool one_for_all = batch.radii.data == nullptr && margins.stride == 0;
  if (one_for_all) {
    const double margin = number_at(margins, 0);
    to.lower.fill(fits(margin) ? static_cast<float>(margin) : kNone);
    to.upper = to.lower;
    return;
  }
  for (std::int32_t i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const std::int64_t item = first + i;
    to.lower[at] = to.upper[at] = kNone;
    const double margin = margins.data == nullptr ? 0 : number_at(margins, item);
    const double radius_a = radius_of(batch, batch.body_a, item);
    const double radius_b = radius_of(batch, batch.body_b, item);
    if (!fits(margin) || !is_radius_of_lanes(radius_a) || !is_radius_of_lanes(radius_b)) continue;
    const MarginSum sum = sum_of({margin, radius_a, radius_b});
    to.lower[at] = static_cast<float>(sum.lower);
    to.upper[at] = static_cast<float>(sum.upper);
  }
}

}  // namespace sunder::detail::batch

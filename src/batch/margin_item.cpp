// SPDX-License-Identifier: Apache-2.0
#include "batch/margin_item.hpp"

#include <cmath>
#include <limits>

#include "query/margin/sum.hpp"

namespace sunder::detail::batch {
namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

/// A float holds it; beyond, lanes prove nothing.
bool fits(double number) noexcept { return std::fabs(number) < 0x1p60; }

bool is_radius(double number) noexcept {
  return fits(number) && (!std::signbit(number) || is_zero_bits(number));
}

bool is_in(std::int32_t hull, std::int64_t count) noexcept { return hull >= 0 && hull < count; }

}  // namespace

void read_margins(const PairBatch<3>& batch, const BatchMargins& margins, std::int64_t first,
                  std::int32_t count, LaneMargins& to) noexcept {
  const std::int64_t hulls = batch.bodies.count;
  for (std::int32_t i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const std::int64_t item = first + i;
    to.lower[at] = to.upper[at] = kNone;
    if (!is_in(index_at(batch.body_a, item), hulls)) continue;
    if (!is_in(index_at(batch.body_b, item), hulls)) continue;
    const Margin margin = margin_of_item(batch, margins, item);
    if (!fits(margin.distance) || !is_radius(margin.radius_a)) continue;
    if (!is_radius(margin.radius_b)) continue;
    const MarginSum sum = sum_of(margin);
    to.lower[at] = static_cast<float>(sum.lower);
    to.upper[at] = static_cast<float>(sum.upper);
  }
}

void set_margins(double margin, LaneMargins& to) noexcept {
  const float rounded = fits(margin) ? static_cast<float>(margin) : kNone;
  to.lower.fill(rounded);
  to.upper.fill(rounded);
}

}  // namespace sunder::detail::batch

// SPDX-License-Identifier: Apache-2.0
#include "certificate/range_cut.hpp"

#include <algorithm>

namespace sunder::detail::certificate {

std::string refute_cut(const RangeCut& cut, const PosedPart& a,
                       std::span<const std::int32_t> order_a, const PosedPart& b,
                       std::span<const std::int32_t> order_b, const CutDemand& demand, bool& ties) {
  if (cut.direction.size() != static_cast<std::size_t>(a.dimension()))
    return "a direction of " + std::to_string(cut.direction.size()) + " numbers in dimension " +
           std::to_string(a.dimension());
  ScaledIntegers numbers;
  std::string reason;
  if (!read_numbers(cut.direction, "direction", numbers, reason)) return reason;
  if (numbers.all_zero) return "the direction is 0";
  Big3 u;
  std::copy(numbers.values.begin(), numbers.values.end(), u.begin());
  const WorldNumber gap = difference(b.extreme(u, false, order_b, cut.b_begin, cut.b_end),
                                     a.extreme(u, true, order_a, cut.a_begin, cut.a_end));
  if (gap.value < 0 || (demand.strict && gap.value.is_zero()))
    return "the direction does not separate the ranges";
  ties = ties || gap.value.is_zero();
  // The sign of the gap along u less a length.
  const auto compare = [&](const BigDyadic& length) {
    const BigInt side = gap.over * length.mantissa;
    return compare_scaled(gap.value * gap.value, 2 * gap.exponent, side * side * dot(u, u),
                          2 * length.exponent);
  };
  if (demand.lower && compare(*demand.lower) < 0)
    return "the ranges are not kept as far apart as is claimed";
  if (demand.beyond && compare(*demand.beyond) <= 0)
    return "the ranges are not kept farther apart than the margin";
  return "";
}

}  // namespace sunder::detail::certificate

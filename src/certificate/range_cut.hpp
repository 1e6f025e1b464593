// SPDX-License-Identifier: Apache-2.0
//
// Whether a direction separates two ranges of the items of two parts.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "certificate/posed_part.hpp"
#include "exact/dyadic_sum.hpp"
#include "sunder/body_certificate.hpp"

namespace sunder::detail::certificate {

/// How far a cut has to keep its ranges apart: at least `lower`, and more than `beyond`, where there are such. Ranges may
/// tie where that is not strict.
struct CutDemand {
  std::optional<BigDyadic> lower{}, beyond{};
  bool strict = true;
};

/// Returns an empty text if the direction is not 0 and keeps the ranges of the cut apart as demanded; else the reason.
/// Sets `ties` where they tie. The ranges are not empty and in the orders.
std::string refute_cut(const RangeCut& cut, const PosedPart& a,
                       std::span<const std::int32_t> order_a, const PosedPart& b,
                       std::span<const std::int32_t> order_b, const CutDemand& demand, bool& ties);

}  // namespace sunder::detail::certificate

// SPDX-License-Identifier: Apache-2.0
//
// The decimals of `sunder verify`: a second reader, which shares no line with the first.
#pragma once

#include <string_view>

#include "text/decimal.hpp"

namespace sunder::detail {

/// As read_json_decimal(): by long division in binary where the number is short and near 1, else by
/// integers of any size.
Decimal read_exact_json_decimal(std::string_view text);

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// Reads the decimals of `sunder verify`: a second reader, which shares no code with the first.
#pragma once

#include <string_view>

#include "text/decimal.hpp"

namespace sunder::detail {

/// Reads like read_json_decimal(). A short number near 1 takes a long division in binary; others
/// take integers of any size.
Decimal read_exact_json_decimal(std::string_view text);

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// The one reader of decimals: every number of the pipe, of a file and of the command line goes
// through it. `sunder verify` alone reads by code of its own (exact_decimal.hpp), so that a fault in
// either shows as a refusal and never as a false proof.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

/// The number at the front of a text.
struct Decimal {
  double value = 0;        ///< the nearest double, ties to even; infinite beyond the largest
  std::size_t length = 0;  ///< the bytes it takes; 0: the text begins with no number
};

/// RFC 8259 section 6: no "+", no leading zero, digits on both sides of a point. Of any length, in
/// every locale and rounding mode.
Decimal read_json_decimal(std::string_view text) noexcept;

/// All of a text, as the mesh formats and people write numbers: also "+1", "007", ".5", "5.", and
/// "inf", "infinity" and "nan" in any case, so that a refusal can name what is not finite. None where
/// digits say more than the largest double.
std::optional<double> read_text_decimal(std::string_view text) noexcept;

}  // namespace sunder::detail

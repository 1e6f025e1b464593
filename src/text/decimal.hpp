// SPDX-License-Identifier: Apache-2.0
//
// Reads the decimals of the pipe, of files and of the command line; there is no other reader for
// them. Only `sunder verify` has a reader of its own (exact_decimal.hpp). A fault in either then
// shows as a refusal and never as a false proof.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

/// The number at the front of a text.
struct Decimal {
  double value = 0;        ///< the nearest double, ties to even; infinite beyond the largest
  std::size_t length = 0;  ///< its length in bytes; 0: the text begins with no number
};

/// Follows RFC 8259, section 6: no "+", no leading zero, digits on both sides of a point. It
/// accepts any length, in every locale and rounding mode.
Decimal read_json_decimal(std::string_view text) noexcept;

/// Reads the whole text by the rules of mesh formats and of people. It also accepts "+1", "007",
/// ".5" and "5."; and "inf", "infinity" and "nan" in any case, so that a refusal can name the
/// value. Returns no value if the digits exceed the largest double.
std::optional<double> read_text_decimal(std::string_view text) noexcept;

}  // namespace sunder::detail

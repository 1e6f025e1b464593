// SPDX-License-Identifier: Apache-2.0
//
// Appends JSON text to a string that its owner reuses.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

/// Appends the shortest form that reads back as the same value; null if the number is not finite.
void append_number(std::string& out, double value);
void append_integer(std::string& out, std::int64_t value);
void append_numbers(std::string& out, std::span<const double> values);
/// Appends the text quoted and escaped; bytes that are not UTF-8 become U+FFFD.
void append_string(std::string& out, std::string_view text);

}  // namespace sunder::detail

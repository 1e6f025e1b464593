// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sunder::cli {

/// Returns the present time in UTC, as XML Schema's dateTime has it: 2026-11-28T09:30:00Z.
std::string date_now();

/// Reads a date, or a date with a time and its zone, and returns it as a dateTime. A date alone begins its day in UTC.
std::optional<std::string> date_from_text(std::string_view text);

}  // namespace sunder::cli

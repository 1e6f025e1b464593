// SPDX-License-Identifier: Apache-2.0
//
// Prints the pairs of a check as a table for people.
#pragma once

#include <string>

#include "check_output.hpp"

namespace sunder::cli {

/// The table shows at most this many places of a contact; --json has all.
inline constexpr int kShownContactPoints = 4;

/// Returns one line a pair, and below it one for each further place of contact. Empty columns are
/// omitted. Without pairs the text is empty.
std::string check_table(const CheckResult& result, bool colours);

}  // namespace sunder::cli

// SPDX-License-Identifier: Apache-2.0
//
// Prints the pairs of a check as a table for people.
#pragma once

#include <string>

#include "check_output.hpp"

namespace sunder::cli {

/// One line a pair, and below it one for each further point of contact. Empty columns are omitted.
/// Without pairs the text is empty.
std::string check_table(const CheckResult& result, bool colours);

}  // namespace sunder::cli

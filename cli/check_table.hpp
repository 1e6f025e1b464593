// SPDX-License-Identifier: Apache-2.0
//
// The pairs of a check as a table for people.
#pragma once

#include <string>

#include "check_output.hpp"

namespace sunder::cli {

/// A line a pair, and below it one for each further point of contact; columns in which nothing
/// stands are left out. Empty without pairs.
std::string check_table(const CheckResult& result, bool colours);

}  // namespace sunder::cli

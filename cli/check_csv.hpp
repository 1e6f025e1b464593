// SPDX-License-Identifier: Apache-2.0
//
// Writes the pairs of a check as CSV (RFC 4180), for spreadsheets.
#pragma once

#include <string>

#include "check_output.hpp"

namespace sunder::cli {

/// Returns a line of names, and one line for each pair of the report. Lines end in CR LF. docs/check.md documents the
/// columns.
std::string check_csv(const CheckResult& result);

}  // namespace sunder::cli

// SPDX-License-Identifier: Apache-2.0
//
// Writes the result of a check as a page that people open: web/src/report.
#pragma once

#include <string>

#include "check_output.hpp"
#include "model.hpp"

namespace sunder::cli {

/// Returns one HTML file without external resources. `date` is as XML Schema has it.
std::string report_page(const CheckResult& result, const Model& model, const std::string& date);

}  // namespace sunder::cli

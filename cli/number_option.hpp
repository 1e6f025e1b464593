// SPDX-License-Identifier: Apache-2.0
//
// Options that take a number: read as every other number is, where CLI11 would go by the locale and
// round twice.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace sunder::cli {

/// `value` has the default and lives as long as the program. What is no finite number is refused.
CLI::Option* add_number_option(CLI::App& verb, const std::string& name, double& value,
                               const std::string& help);

}  // namespace sunder::cli

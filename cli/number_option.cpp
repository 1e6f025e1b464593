// SPDX-License-Identifier: Apache-2.0
#include "number_option.hpp"

#include <cmath>

#include "sunder/io.hpp"

namespace sunder::cli {

CLI::Option* add_number_option(CLI::App& verb, const std::string& name, double& value,
                               const std::string& help) {
  const auto read = [&value, name](const std::string& text) {
    const auto number = number_from_text(text);
    if (!number || !std::isfinite(*number)) throw CLI::ConversionError(text, name);
    value = *number;
  };
  return verb.add_option_function<std::string>(name, read, help)
      ->type_name("FLOAT")
      ->default_str(json_number(value));
}

}  // namespace sunder::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sunder::cli {

/// What a check was told about its bodies and its pairs: the words of the options of these names.
struct CheckRules {
  std::string body;
  std::vector<std::string> as;
  std::vector<std::string> ignore;
  std::vector<std::string> between;
  bool fails_on_touch = false;
  std::optional<double> tolerance;  ///< in the unit of the run
  std::optional<std::string> baseline;
};

}  // namespace sunder::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sunder/io.hpp"

namespace sunder::cli {

/// Reads all of a source; refuses more than 2 GiB.
Result<std::string> read_text(Source& source);
/// Does so with a file, or with standard input for "-".
Result<std::string> read_text(const std::string& path);

}  // namespace sunder::cli

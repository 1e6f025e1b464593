// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sunder/io.hpp"

namespace sunder::detail::robot {

/// Reads a file of at most files::kGreatestXml bytes, and of what the limits allow.
Result<std::string> file_text(const std::string& path, const ReadLimits& limits);

}  // namespace sunder::detail::robot

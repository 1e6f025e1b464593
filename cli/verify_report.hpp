// SPDX-License-Identifier: Apache-2.0
//
// sunder verify r.json room.glb: verifies the report of a check against its files.
#pragma once

#include <string>
#include <vector>

#include "sunder/io.hpp"
#include "verbs.hpp"

namespace sunder::cli {

/// `files` are those that were checked, in their order; their paths may have changed.
ExitStatus verify_report_of(Source& report, const std::vector<std::string>& files, bool json);

}  // namespace sunder::cli

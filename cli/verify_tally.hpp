// SPDX-License-Identifier: Apache-2.0
//
// Counts the results of sunder verify: one row for each kind of claim.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sunder/io.hpp"

namespace sunder::cli {

/// The number of findings printed one by one on standard error; the summary counts them all.
inline constexpr std::int64_t kToldFindings = 20;

std::string tally_json(const VerifyTally& tally);
std::string tally_heads();
std::string tally_text(std::string_view name, const VerifyTally& tally, bool colours);

}  // namespace sunder::cli

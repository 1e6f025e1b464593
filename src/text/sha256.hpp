// SPDX-License-Identifier: Apache-2.0
//
// Computes SHA-256 (FIPS 180-4), which identifies the file of a report. No proof rests on it.
#pragma once

#include <string>
#include <string_view>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

/// Returns 64 hexadecimal digits in lower case, as sha256sum prints them.
std::string sha256(std::string_view bytes);

}  // namespace sunder::detail

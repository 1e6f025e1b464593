// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sunder {
/// The version of the headers, as in CHANGELOG.md.
inline constexpr int kVersionMajor = 0;
inline constexpr int kVersionMinor = 1;
inline constexpr int kVersionPatch = 0;
inline constexpr const char* kVersion = "0.1.0";
}  // namespace sunder

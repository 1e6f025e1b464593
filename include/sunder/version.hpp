// SPDX-License-Identifier: Apache-2.0
//
// Defines the version of the headers, as in CHANGELOG.md, for programs and for the preprocessor.
#pragma once

/// 10000 * major + 100 * minor + patch: `#if SUNDER_VERSION >= 200` is true from 0.2.0 on.
#define SUNDER_VERSION 200
/// The inline namespace of everything public, so that two versions can be linked into one program.
/// It changes with each version whose objects do not fit those of the one before.
#define SUNDER_ABI v0_2

namespace sunder::inline SUNDER_ABI {
inline constexpr int kVersionMajor = SUNDER_VERSION / 10000;
inline constexpr int kVersionMinor = SUNDER_VERSION / 100 % 100;
inline constexpr int kVersionPatch = SUNDER_VERSION % 100;
inline constexpr const char* kVersion = "0.2.0";
}  // namespace sunder::inline SUNDER_ABI

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace sunder::fuzz {

using Bytes = std::span<const std::uint8_t>;

#define FUZZ_TARGET(name, summary) void fuzz_##name(Bytes bytes);
#include "fuzz/targets.inc"
#undef FUZZ_TARGET

struct Target {
  std::string_view name;
  std::string_view summary;
  void (*run)(Bytes bytes);  ///< returns, whatever the bytes; a broken promise aborts
};

inline constexpr Target kTargets[] = {
#define FUZZ_TARGET(name, summary) {#name, summary, fuzz_##name},
#include "fuzz/targets.inc"
#undef FUZZ_TARGET
};

constexpr const Target* find_target(std::string_view name) noexcept {
  for (const Target& target : kTargets) {
    if (target.name == name) return &target;
  }
  return nullptr;
}

}  // namespace sunder::fuzz

// SPDX-License-Identifier: Apache-2.0
//
// The names of an enum's values, by a table in the order of the values.
#pragma once

#include <cstddef>
#include <string_view>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

/// Returns the name of a value of an enum that counts from 0 to kLast. A number that is no value, as a caller's cast
/// may make it, is `unknown`.
template <auto kLast, std::size_t kCount>
constexpr std::string_view name_of(const std::string_view (&names)[kCount], decltype(kLast) value,
                                   std::string_view unknown = "invalid") noexcept {
  static_assert(kCount == static_cast<std::size_t>(kLast) + 1, "each value has a name");
  const auto at = static_cast<std::size_t>(value);
  return at < kCount ? names[at] : unknown;
}

}  // namespace sunder::detail

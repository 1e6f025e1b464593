// SPDX-License-Identifier: Apache-2.0
//
// Loads numbers from raw bytes, in either byte order, on any host.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <string_view>

namespace sunder::detail::files {

/// Returns the T whose bytes begin at `offset`. The caller has checked that they are in range.
template <class T>
T load(std::string_view bytes, std::size_t offset, std::endian order = std::endian::little) {
  std::array<char, sizeof(T)> raw;
  std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset), sizeof(T), raw.begin());
  if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
  return std::bit_cast<T>(raw);
}

}  // namespace sunder::detail::files

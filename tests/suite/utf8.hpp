// SPDX-License-Identifier: Apache-2.0
//
// Encodes UTF-8, and checks it by its definition: a sequence is valid if it is the encoding of some
// character.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sunder::test {

inline std::string utf8(std::uint32_t code) {
  const auto tail = [&](unsigned shift) {
    return static_cast<char>(0x80 | ((code >> shift) & 0x3f));
  };
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) return {static_cast<char>(0xc0 | code >> 6), tail(0)};
  if (code < 0x10000) return {static_cast<char>(0xe0 | code >> 12), tail(6), tail(0)};
  return {static_cast<char>(0xf0 | code >> 18), tail(12), tail(6), tail(0)};
}

/// Returns the text with U+FFFD for each byte that begins no character, or one that `held` does not
/// allow.
template <class Held>
std::string sound_utf8(std::string_view text, Held&& held) {
  std::string out;
  while (!text.empty()) {
    std::size_t length = 0;
    for (std::size_t n = 1; n <= 4 && n <= text.size(); ++n) {
      std::uint32_t code =
          static_cast<unsigned char>(text[0]) & (n == 1 ? 0xffU : 0xffU >> (n + 1));
      for (std::size_t i = 1; i < n; ++i) {
        code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3fU);
      }
      const bool character = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
      if (character && held(code) && utf8(code) == text.substr(0, n)) length = n;
    }
    out += length > 0 ? text.substr(0, length) : std::string_view("\xef\xbf\xbd");
    text.remove_prefix(length > 0 ? length : 1);
  }
  return out;
}

/// Calls `each` with every text of four of the bytes at which the rules of UTF-8 change.
template <class Each>
void for_bytes_at_borders(Each&& each) {
  constexpr std::string_view kBytes =
      "a\x7f\x80\x8f\x90\x9f\xa0\xbe\xbf\xc0\xc1\xc2\xdf\xe0\xe1\xed\xef\xf0\xf1\xf4\xf5\xff";
  for (const char a : kBytes) {
    for (const char b : kBytes) {
      for (const char c : kBytes) {
        for (const char d : kBytes) each(std::string{a, b, c, d});
      }
    }
  }
}

}  // namespace sunder::test

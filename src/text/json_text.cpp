// SPDX-License-Identifier: Apache-2.0
//
// Idea: Numbers are printed by to_chars and shortened; strings are validated as UTF-8 while they
// are escaped.
// Source: The Unicode standard, table 3-7; RFC 8259.
// Cost: One pass; no allocation once the string has grown.
#include "text/json_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>

#include "sunder/io.hpp"

namespace sunder::detail {
namespace {

/// Shortens "1e-07" and "1e+300", the forms of to_chars, to "1e-7" and "1e300".
void append_exponent(std::string& out, std::string_view exponent) {
  out += 'e';
  if (exponent.front() == '-') out += '-';
  exponent.remove_prefix(1);
  while (exponent.size() > 1 && exponent.front() == '0') exponent.remove_prefix(1);
  out += exponent;
}

/// Returns length of the well-formed UTF-8 sequence at the front of `text`, 0 if there is none.
/// Table 3-7 of the Unicode standard: the second byte's range depends on the first.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (text.size() < length) return 0;
  const unsigned char lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < lowest || byte(1) > highest) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xBF) return 0;
  }
  return length;
}

void append_control(std::string& out, unsigned char character) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += "\\u00";
  out += kHex[character >> 4];
  out += kHex[character & 15];
}

}  // namespace

void append_number(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const std::size_t exponent = text.find('e');
  out += text.substr(0, exponent);
  if (exponent != std::string_view::npos) append_exponent(out, text.substr(exponent + 1));
}

void append_integer(std::string& out, std::int64_t value) {
  std::array<char, 24> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  out.append(buffer.data(), end);
}

void append_numbers(std::string& out, std::span<const double> values) {
  out += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ", ";
    append_number(out, values[i]);
  }
  out += ']';
}

void append_string(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = utf8_length(text);
    if (length == 0) {
      out += "\xEF\xBF\xBD";
    } else if (first == '"' || first == '\\') {
      out += '\\';
      out += text.front();
    } else if (first < 0x20) {
      append_control(out, first);
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  out += '"';
}

}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

std::string json_string(std::string_view text) {
  std::string out;
  detail::append_string(out, text);
  return out;
}

std::string json_number(double value) {
  std::string out;
  detail::append_number(out, value);
  return out;
}

}  // namespace sunder::inline SUNDER_ABI

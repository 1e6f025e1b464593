// SPDX-License-Identifier: Apache-2.0
#include "io/json_token.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <system_error>

namespace sunder::detail {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t count_digits(std::string_view text) {
  const auto stop = std::find_if_not(text.begin(), text.end(), is_digit);
  return static_cast<std::size_t>(stop - text.begin());
}

/// A JSON number cut into its parts; views into the text.
struct NumberParts {
  std::string_view whole;     ///< digits before the point
  std::string_view fraction;  ///< digits after it
  std::string_view exponent;  ///< with its sign
};

/// RFC 8259 section 6: -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?
bool split_number(std::string_view text, NumberParts& parts) {
  if (text.starts_with('-')) text.remove_prefix(1);
  parts.whole = text.substr(0, count_digits(text));
  if (parts.whole.empty() || (parts.whole.size() > 1 && parts.whole.front() == '0')) return false;
  text.remove_prefix(parts.whole.size());
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    parts.fraction = text.substr(0, count_digits(text));
    if (parts.fraction.empty()) return false;
    text.remove_prefix(parts.fraction.size());
  }
  if (text.empty()) return true;
  if (text.front() != 'e' && text.front() != 'E') return false;
  text.remove_prefix(1);
  parts.exponent = text;
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return !text.empty() && count_digits(text) == text.size();
}

/// Of a number outside a double's range: is it beyond the largest (else below the smallest)?
bool is_huge(const NumberParts& parts) {
  const bool negative = parts.exponent.starts_with('-');
  std::string_view digits = parts.exponent;
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  std::int64_t exponent = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  // An exponent of twenty digits outweighs every mantissa that fits in a line.
  if (read.ec == std::errc::result_out_of_range) return !negative;
  if (negative) exponent = -exponent;
  const std::size_t leading = parts.whole.find_first_not_of('0');
  if (leading != std::string_view::npos) {
    return static_cast<std::int64_t>(parts.whole.size()) + exponent > 0;
  }
  const std::size_t zeros = parts.fraction.find_first_not_of('0');
  return zeros != std::string_view::npos && exponent > static_cast<std::int64_t>(zeros);
}

Token classify_number(std::string_view text) {
  NumberParts parts;
  if (!split_number(text, parts)) return {};
  Token token{TokenKind::number, 0};
  const auto read = std::from_chars(text.data(), text.data() + text.size(), token.value);
  if (read.ec == std::errc::result_out_of_range) {
    token.value = 0;
    if (is_huge(parts)) token.kind = TokenKind::not_finite;
  }
  return token;
}

}  // namespace

Token classify_token(std::string_view text) {
  if (text.empty()) return {};
  switch (text.front()) {
    case '{':
      return {TokenKind::object};
    case '[':
      return {TokenKind::array};
    case '"':
      return {TokenKind::string};
    default:
      break;
  }
  if (text == "true" || text == "false") return {TokenKind::boolean};
  if (text == "null") return {TokenKind::null};
  if (text == "NaN" || text == "Infinity" || text == "-Infinity") return {TokenKind::not_finite};
  return classify_number(text);
}

std::string_view describe(TokenKind kind) {
  switch (kind) {
    case TokenKind::object:
      return "an object";
    case TokenKind::array:
      return "an array";
    case TokenKind::string:
      return "a string";
    case TokenKind::boolean:
      return "a boolean";
    case TokenKind::null:
      return "null";
    case TokenKind::number:
      return "a number";
    case TokenKind::not_finite:
      return "a number that is not finite";
    case TokenKind::malformed:
      break;
  }
  return "not JSON";
}

}  // namespace sunder::detail

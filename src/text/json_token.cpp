// SPDX-License-Identifier: Apache-2.0
#include "text/json_token.hpp"

#include "exact/dyadic.hpp"
#include "machine/enum_names.hpp"
#include "text/decimal.hpp"

namespace sunder::detail {
namespace {

TokenKind classify_number(std::string_view text) {
  const Decimal decimal = read_json_decimal(text);
  if (decimal.length != text.size()) return TokenKind::malformed;
  return is_finite_bits(decimal.value) ? TokenKind::number : TokenKind::not_finite;
}

}  // namespace

TokenKind classify_token(std::string_view text) {
  if (text.empty()) return TokenKind::malformed;
  switch (text.front()) {
    case '{':
      return TokenKind::object;
    case '[':
      return TokenKind::array;
    case '"':
      return TokenKind::string;
    default:
      break;
  }
  if (text == "true" || text == "false") return TokenKind::boolean;
  if (text == "null") return TokenKind::null;
  if (text == "NaN" || text == "Infinity" || text == "-Infinity") return TokenKind::not_finite;
  return classify_number(text);
}

bool is_decimal_integer(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string_view describe(TokenKind kind) {
  static constexpr std::string_view kNames[] = {
      "not JSON",  "an object", "an array", "a string",
      "a boolean", "null",      "a number", "a number that is not finite"};
  return name_of<TokenKind::not_finite>(kNames, kind);
}

}  // namespace sunder::detail

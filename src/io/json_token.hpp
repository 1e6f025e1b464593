// SPDX-License-Identifier: Apache-2.0
//
// Single tokens of a JSON line that simdjson's number parser turned down: what are they?
#pragma once

#include <string_view>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

enum class TokenKind {
  malformed,
  object,
  array,
  string,
  boolean,
  null,
  number,     ///< `value` holds it, correctly rounded
  not_finite  ///< NaN, Infinity, -Infinity, or a number beyond the largest double
};

struct Token {
  TokenKind kind = TokenKind::malformed;
  double value = 0;
};

/// `text` is the token alone. Containers and strings are told by their first byte.
Token classify_token(std::string_view text);

/// "a string", for messages.
std::string_view describe(TokenKind kind);

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// Classifies single tokens of a JSON line that are not what was expected.
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
  number,
  not_finite  ///< NaN, Infinity, -Infinity, or a number beyond the largest double
};

/// `text` is the token alone. The first byte identifies containers and strings.
TokenKind classify_token(std::string_view text);

/// Tests for -?[0-9]+
bool is_decimal_integer(std::string_view text);

/// Returns "a string", for messages.
std::string_view describe(TokenKind kind);

}  // namespace sunder::detail

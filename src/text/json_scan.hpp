// SPDX-License-Identifier: Apache-2.0
//
// Scans a refused line again: it finds whether the line is JSON, and the id of the question.
#pragma once

#include <string>
#include <string_view>

#include "text/json_library.hpp"
#include "text/json_parser.hpp"
#include "text/lines.hpp"

namespace sunder::detail {

struct LineScan {
  std::string fault;    ///< why and where the line is not JSON; empty if it is (or has but NaN and
                        ///< infinities that JSON has not)
  std::string id;       ///< the one valid "id" of an object, as text; else "null"
  bool object = false;  ///< false: an array or a single value
};

/// Reads every byte of the line; kPipeMaxDepth bounds its depth.
LineScan scan_line(JsonParser& parser, const Line& line);

/// Returns true if nothing follows the value that was read from the document.
bool at_end(simdjson::ondemand::document& document);

/// Returns true for an integer, a string or null: the tokens that may be an id.
bool is_id_token(std::string_view token);

/// Returns the bytes of a value's first token, without the whitespace that follows.
std::string_view token_text(simdjson::ondemand::value value);

/// Returns the fault of a line, from simdjson's error.
std::string_view syntax_reason(simdjson::error_code error);

}  // namespace sunder::detail

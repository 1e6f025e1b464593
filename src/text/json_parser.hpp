// SPDX-License-Identifier: Apache-2.0
//
// Wraps the parser of simdjson; strings lie in a buffer of our own. The library does not check
// whether the allocation of its own buffer failed, and writes to null if it did.
#pragma once

#include <cstdint>
#include <new>
#include <string_view>
#include <vector>

#include "text/json_library.hpp"
#include "text/lines.hpp"

namespace sunder::detail {

/// Throws std::bad_alloc if memory runs out, and can be used again afterwards.
class JsonParser {
 public:
  /// The results stay valid until the next line.
  simdjson::error_code iterate(const Line& line, simdjson::ondemand::document& document) {
    if (strings_.size() < line.size + kLinePadding) strings_.resize(line.size + kLinePadding);
    next_ = strings_.data();
    const simdjson::padded_string_view text(line.data, line.size, line.size + kLinePadding);
    const auto error = parser_.iterate(text).get(document);
    if (error == simdjson::MEMALLOC) throw std::bad_alloc();
    return error;
  }

  simdjson::error_code key(simdjson::ondemand::field& field, std::string_view& out) {
    return parser_.unescape(field.key(), next_).get(out);
  }

  /// Returns INCORRECT_TYPE if the value is no string.
  simdjson::error_code string(simdjson::ondemand::value value, std::string_view& out) {
    simdjson::ondemand::raw_json_string raw;
    if (const auto error = value.get_raw_json_string().get(raw)) return error;
    return parser_.unescape(raw, next_).get(out);
  }

 private:
  simdjson::ondemand::parser parser_;
  std::vector<std::uint8_t> strings_;  ///< at most as long as the line: escapes only shorten
  std::uint8_t* next_ = nullptr;
};

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
#include "text/number_places.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "text/decimal.hpp"
#include "text/json_token.hpp"

namespace sunder::detail::files {
namespace {

/// Returns the position behind the string that begins at `at`, or the end of a text that does not
/// close it.
std::size_t string_end(std::string_view json, std::size_t at) {
  for (++at; at < json.size() && json[at] != '"'; ++at) {
    if (json[at] == '\\') ++at;
  }
  return std::min(at + 1, json.size());
}

bool begins_number(char c) { return c == '-' || (c >= '0' && c <= '9'); }

}  // namespace

/// A token that looks like a number but is none stays unchanged, and the parser refuses it.
std::optional<std::string> NumberPlaces::text(std::size_t limit) const {
  std::optional<std::string> made(std::in_place);
  std::string& out = *made;
  out.reserve(json_.size() + simdjson::SIMDJSON_PADDING);
  for (std::size_t at = 0; at < json_.size();) {
    const std::size_t begin = at;
    std::array<char, 20> offset;
    std::string_view copied;
    if (begins_number(json_[at])) {
      at = std::min(json_.find_first_not_of("0123456789+-.eE", at), json_.size());
      copied = json_.substr(begin, at - begin);
      if (read_json_decimal(copied).length == copied.size()) {
        const auto end = std::to_chars(offset.data(), offset.data() + offset.size(), begin).ptr;
        copied = {offset.data(), end};
      }
    } else {
      at = json_[at] == '"' ? string_end(json_, at) : at + 1;
      copied = json_.substr(begin, at - begin);
    }
    out += copied;
    if (out.size() > limit) return std::nullopt;
  }
  out.reserve(out.size() + simdjson::SIMDJSON_PADDING);
  return made;
}

std::optional<double> NumberPlaces::number(const simdjson::dom::element& element) const {
  const auto place = element.get_uint64();
  if (place.error() != simdjson::SUCCESS) return std::nullopt;
  return read_json_decimal(json_.substr(static_cast<std::size_t>(place.value_unsafe()))).value;
}

std::optional<std::uint64_t> NumberPlaces::index(const simdjson::dom::element& element,
                                                 std::uint64_t greatest) const {
  const auto place = element.get_uint64();
  if (place.error() != simdjson::SUCCESS) return std::nullopt;
  const std::string_view text = json_.substr(static_cast<std::size_t>(place.value_unsafe()));
  const Decimal decimal = read_json_decimal(text);
  const bool whole = is_decimal_integer(text.substr(0, decimal.length));
  if (!whole || !(decimal.value >= 0 && decimal.value <= static_cast<double>(greatest))) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(decimal.value);
}

}  // namespace sunder::detail::files

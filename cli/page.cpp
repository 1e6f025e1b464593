// SPDX-License-Identifier: Apache-2.0
#include "page.hpp"

namespace sunder::cli {
namespace {

/// In JSON these characters occur in strings alone, where an escape means the same.
void append_safe_in_a_script(std::string& safe, std::string_view json) {
  for (const char c : json) {
    if (c == '<') {
      safe += "\\u003c";
    } else if (c == '>') {
      safe += "\\u003e";
    } else if (c == '&') {
      safe += "\\u0026";
    } else {
      safe += c;
    }
  }
}

}  // namespace

std::string filled_page(std::span<const std::string_view> pieces, std::string_view json) {
  std::string page;
  for (const std::string_view piece : pieces) page += piece;
  const std::size_t at = page.find(kDataPlace);
  const std::string rest = page.substr(at + kDataPlace.size());
  page.resize(at);
  page.reserve(at + json.size() + json.size() / 16 + rest.size());
  append_safe_in_a_script(page, json);
  return page += rest;
}

std::string explain_page(std::string_view json) { return filled_page(explain_page_pieces(), json); }

}  // namespace sunder::cli

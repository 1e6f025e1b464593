// SPDX-License-Identifier: Apache-2.0
#include "explain_page.hpp"

namespace sunder::cli {
namespace {

/// In JSON these characters occur in strings alone, where an escape means the same.
std::string safe_in_a_script(std::string_view json) {
  std::string safe;
  safe.reserve(json.size());
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
  return safe;
}

}  // namespace

std::string explain_page(std::string_view json) {
  std::string page;
  for (const std::string_view piece : page_pieces()) page += piece;
  page.replace(page.find(kTracePlace), kTracePlace.size(), safe_in_a_script(json));
  return page;
}

}  // namespace sunder::cli

// SPDX-License-Identifier: Apache-2.0
#include "page.hpp"

#include <bit>
#include <utility>

#include "archive.hpp"

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

static_assert(std::endian::native == std::endian::little, "packed texts are read as bytes");

std::string text_of(PackedText text) {
  return gunzipped({reinterpret_cast<const char*>(text.words), text.packed}, text.size);
}

}  // namespace

std::string filled_page(PackedText page, std::string_view json) {
  std::string text = text_of(page);
  for (const auto& [place, script] : {std::pair("@shared_viewer.js@", &packed_shared_viewer),
                                      std::pair("@shared_verify.js@", &packed_shared_verify)}) {
    const std::size_t at = text.find(place);
    if (at != std::string::npos)
      text.replace(at, std::string_view(place).size(), text_of(script()));
  }
  constexpr std::string_view kDataPlace = "@DATA@";
  const std::size_t at = text.find(kDataPlace);
  const std::string rest = text.substr(at + kDataPlace.size());
  text.resize(at);
  text.reserve(at + json.size() + json.size() / 16 + rest.size());
  append_safe_in_a_script(text, json);
  return text += rest;
}

std::string explain_page(std::string_view json) { return filled_page(packed_explain(), json); }

}  // namespace sunder::cli

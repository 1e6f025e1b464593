// SPDX-License-Identifier: Apache-2.0
#include "files/xml_text.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "files/refused.hpp"

namespace sunder::detail::files {

std::string position(std::string_view text, std::ptrdiff_t byte) {
  const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(byte, 0));
  const std::string_view before = text.substr(0, offset);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t last = before.rfind('\n');
  const std::size_t column = last == std::string_view::npos ? offset + 1 : offset - last;
  return fmt::format("line {}, column {}", line, column);
}

std::string whole_text(pugi::xml_node element) {
  std::string text;
  for (const pugi::xml_node child : element.children()) {
    if (child.type() == pugi::node_element) {
      text += fmt::format("<{}>", child.name());
    } else {
      text += child.value();
    }
  }
  return text;
}

void parse_xml(std::string_view text, pugi::xml_document& document) {
  if (text.size() > kGreatestXml) {
    refuse(ErrorCode::too_large, fmt::format("{} bytes of XML, and at most {} are read; split it",
                                             text.size(), kGreatestXml));
  }
  const pugi::xml_parse_result result = document.load_buffer(
      text.data(), text.size(), pugi::parse_default | pugi::parse_ws_pcdata_single);
  if (result) return;
  refuse(io_error::syntax, fmt::format("{}: not well-formed XML: {}", position(text, result.offset),
                                       result.description()));
}

}  // namespace sunder::detail::files

// SPDX-License-Identifier: Apache-2.0
//
// Reads XML through pugixml, which expands only the five standard entities and does not recurse
// while it parses. Errors have positions that a person can find.
#pragma once

#include <cstddef>
#include <pugixml.hpp>
#include <string>
#include <string_view>

#include "files/model.hpp"

namespace sunder::detail::files {

/// A node of a few bytes becomes a structure of sixty; the limit of XML is therefore below that of
/// other files.
inline constexpr std::size_t kGreatestXml = std::size_t{256} << 20;

/// Returns the position of a byte as "line 12, column 5", both from 1. pugixml's -1, an unknown
/// place, gives the beginning.
std::string position(std::string_view text, std::ptrdiff_t offset);

/// Returns all characters in an element; pugixml's own text() ends at the first comment. A nested
/// element appears as its tag, so that no number is read across it.
std::string whole_text(pugi::xml_node element);

/// Throws Refused with the position if `text` is not well-formed or is too large. Callers must read
/// the document by loops: nothing bounds its depth.
void parse_xml(std::string_view text, pugi::xml_document& document);

}  // namespace sunder::detail::files

// SPDX-License-Identifier: Apache-2.0
//
// Declares the page that plays a trace; the build assembles it from cli/explain_page/.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sunder::cli {

/// Returns the text of the page in pieces, since compilers limit the length of a literal.
/// cmake/embed_page.cmake generates it. It contains kTracePlace once.
std::span<const std::string_view> page_pieces() noexcept;
inline constexpr std::string_view kTracePlace = "@TRACE@";

/// Returns a complete HTML file without external resources. No text inside `json` can end its
/// script.
std::string explain_page(std::string_view json);

}  // namespace sunder::cli

// SPDX-License-Identifier: Apache-2.0
//
// Declares the pages that the program writes: a page that the build embeds, with data in it.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sunder::cli {

/// Returns the text of a page in pieces, since compilers limit the length of a literal.
/// cmake/embed_page.cmake generates these. A page contains the place of its data once.
std::span<const std::string_view> explain_page_pieces() noexcept;
std::span<const std::string_view> robot_page_pieces() noexcept;
std::span<const std::string_view> report_page_pieces() noexcept;
inline constexpr std::string_view kDataPlace = "@DATA@";

/// Returns a complete HTML file without external resources: the page with `json` at the place of its data. No text
/// inside `json` can end its script.
std::string filled_page(std::span<const std::string_view> pieces, std::string_view json);

/// The page of `sunder explain`, playing this trace.
std::string explain_page(std::string_view json);

}  // namespace sunder::cli

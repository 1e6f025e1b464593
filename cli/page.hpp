// SPDX-License-Identifier: Apache-2.0
//
// Declares the pages that the program writes: a page that the build embeds, with data in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sunder::cli {

/// A text that the build packed as gzip has it.
struct PackedText {
  const std::uint64_t* words;  ///< eight bytes each, the lowest first
  std::size_t packed;          ///< bytes of the gzip
  std::size_t size;            ///< bytes of the text
};

/// The files of web/dist, as cmake/embed_page.cmake packs them: pages, and the scripts that they share.
PackedText packed_explain() noexcept;
PackedText packed_robot() noexcept;
PackedText packed_report() noexcept;
PackedText packed_shared_viewer() noexcept;
PackedText packed_shared_verify() noexcept;

/// Returns a complete HTML file without external resources: the page with `json` at the place of its data, and with the
/// scripts that it shares with others. No text inside `json` can end its script.
std::string filled_page(PackedText page, std::string_view json);

/// The page of `sunder explain`, playing this trace.
std::string explain_page(std::string_view json);

}  // namespace sunder::cli

// SPDX-License-Identifier: Apache-2.0
//
// Packs bytes as zlib, minizip and PNG have them. Equal input gives equal bytes: no clock and no machine is in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace sunder::cli {

/// Returns the zlib stream of some bytes, packed with an effort from 1 to 9.
std::string deflated(std::string_view bytes, int level = 9);

/// Returns the text of `size` bytes that a gzip holds. The gzip is the build's own: a broken one ends the program.
std::string gunzipped(std::string_view gzip, std::size_t size);

/// Returns the base64 of some bytes.
std::string base64(std::string_view bytes);

/// Returns a PNG of 8-bit red, green and blue, the rows from the top.
std::string png(int width, int height, std::span<const std::uint8_t> rgb);

/// A ZIP archive in memory. All entries have the same date, 1 January 1980. Throws std::bad_alloc.
class Archive {
 public:
  Archive();
  ~Archive();
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  /// Adds a folder, whose name ends in "/".
  void add_folder(const std::string& name);
  /// Adds a file. `pack` is off for bytes that are packed already.
  void add(const std::string& name, std::string_view bytes, bool pack = true);
  /// Ends the archive and returns its bytes.
  std::string finish();

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
  void* zip_ = nullptr;
};

}  // namespace sunder::cli

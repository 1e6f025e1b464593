// SPDX-License-Identifier: Apache-2.0
//
// Cuts lines out of a Source, with the padding that the parser may read past a line's end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "machine/strict_arithmetic.hpp"
#include "sunder/io.hpp"

namespace sunder::detail {

/// At least this many bytes after a line are readable: simdjson loads whole vectors.
inline constexpr std::size_t kLinePadding = 64;

/// The size of the first read: the capacity of a Linux pipe.
inline constexpr std::size_t kFirstBuffer = std::size_t{64} << 10;

struct Line {
  const char* data = nullptr;
  std::size_t size{};     ///< without the newline
  bool too_long = false;  ///< skipped: `data` and `size` are invalid

  bool blank() const noexcept;
};

/// Cuts a source into lines, in a buffer that grows up to the longest line allowed. A last line
/// without a newline is a line. A line longer than allowed is skipped and reported. A byte order
/// mark before the first line is skipped.
class LineReader {
 public:
  /// Reads `buffer` bytes at a time, or more if a line is longer.
  LineReader(Source& source, std::size_t max_line, std::size_t buffer = kFirstBuffer);

  /// Reads the next line; false at the end and on a failed read. Lines stay valid until a call for
  /// which has_line() was false: they lie in one buffer, which only a read from the source moves.
  bool next(Line& line);
  /// Returns true if next() need not wait for the source.
  bool has_line();
  /// Returns the number, from 1, of the line that next() returned last.
  std::int64_t number() const noexcept { return number_; }
  Error too_long() const;
  const Status& status() const noexcept { return status_; }

 private:
  bool fill();
  bool cut(Line& line);
  bool skip_to_newline();

  Source& source_;
  std::size_t max_line_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;       ///< first byte not yet returned
  std::size_t end_ = 0;         ///< one past the last byte read
  std::size_t scanned_ = 0;     ///< no newline in [begin_, scanned_)
  bool newline_found_ = false;  ///< at scanned_
  bool at_end_ = false;
  std::int64_t number_ = 0;
  Status status_;
};

}  // namespace sunder::detail

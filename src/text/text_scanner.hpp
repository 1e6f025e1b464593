// SPDX-License-Identifier: Apache-2.0
//
// Reads words and integers of the text formats, line by line; decimal.hpp reads the other numbers.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sunder::detail::files {

inline bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/// Windows editors put a byte order mark before UTF-8; it does not belong to the first word.
inline std::string_view without_byte_order_mark(std::string_view text) noexcept {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

/// Iterates over the lines of a text.
class Lines {
 public:
  explicit Lines(std::string_view text) noexcept : rest_(without_byte_order_mark(text)) {}

  /// Returns the next line without its end ("\n", "\r\n" or "\r"), or none at the end of the text.
  std::optional<std::string_view> next() noexcept {
    if (rest_.empty()) return std::nullopt;
    ++number_;
    const std::size_t end = rest_.find_first_of("\n\r");
    const std::string_view line = rest_.substr(0, end);
    if (end == std::string_view::npos) {
      rest_ = {};
    } else {
      const bool two = rest_[end] == '\r' && end + 1 < rest_.size() && rest_[end + 1] == '\n';
      rest_.remove_prefix(end + (two ? 2 : 1));
    }
    return line;
  }

  /// Returns the number, from 1, of the line that next() returned last.
  std::int64_t number() const noexcept { return number_; }
  std::string_view rest() const noexcept { return rest_; }

 private:
  std::string_view rest_;
  std::int64_t number_ = 0;
};

/// Iterates over the words of a line, or of a whole text if `newlines` are blanks too.
class Words {
 public:
  explicit Words(std::string_view text, bool newlines = false) noexcept
      : rest_(text), newlines_(newlines) {}

  /// Returns the next word; empty at the end.
  std::string_view next() noexcept {
    skip_blanks();
    std::size_t end = 0;
    while (end < rest_.size() && !blank(rest_[end])) ++end;
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return word;
  }

  /// Returns the rest, without blanks at either end.
  std::string_view remainder() noexcept {
    skip_blanks();
    std::string_view text = rest_;
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    rest_ = {};
    return text;
  }

 private:
  bool blank(char c) const noexcept { return is_blank(c) || (newlines_ && c == '\n'); }
  void skip_blanks() noexcept {
    while (!rest_.empty() && blank(rest_.front())) rest_.remove_prefix(1);
  }

  std::string_view rest_;
  bool newlines_;
};

/// Returns a keyword in lower case, since some writers capitalise it.
inline std::string in_lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

/// Returns the word without a leading "+", which from_chars does not accept.
inline std::string_view without_plus(std::string_view word) noexcept {
  const bool plus = word.size() > 1 && word[0] == '+' && word[1] != '-';
  return plus ? word.substr(1) : word;
}

inline std::optional<std::int64_t> to_integer(std::string_view word) noexcept {
  word = without_plus(word);
  std::int64_t value = 0;
  const char* end = word.data() + word.size();
  const auto [stop, failure] = std::from_chars(word.data(), end, value);
  if (failure != std::errc{} || stop != end) return std::nullopt;
  return value;
}

}  // namespace sunder::detail::files

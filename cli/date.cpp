// SPDX-License-Identifier: Apache-2.0
#include "date.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <ctime>

namespace sunder::cli {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Has a text this shape? 9 stands for any digit, and every other character for itself.
bool has_shape(std::string_view text, std::string_view shape) {
  if (text.size() != shape.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (shape[i] == '9' ? !is_digit(text[i]) : text[i] != shape[i]) return false;
  }
  return true;
}

int number_at(std::string_view text, std::size_t at, std::size_t count) {
  int number = 0;
  for (const char c : text.substr(at, count)) number = 10 * number + (c - '0');
  return number;
}

}  // namespace

std::string date_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text.data();
}

std::optional<std::string> date_from_text(std::string_view text) {
  const std::string_view day = text.substr(0, 10);
  if (!has_shape(day, "9999-99-99")) return std::nullopt;
  const std::chrono::year_month_day date{
      std::chrono::year(number_at(day, 0, 4)),
      std::chrono::month(static_cast<unsigned>(number_at(day, 5, 2))),
      std::chrono::day(static_cast<unsigned>(number_at(day, 8, 2)))};
  if (!date.ok() || number_at(day, 0, 4) == 0) return std::nullopt;
  if (text.size() == day.size()) return std::string(day) + "T00:00:00Z";
  const std::string_view time = text.substr(10);
  const bool has_zone = has_shape(time, "T99:99:99+99:99") || has_shape(time, "T99:99:99-99:99");
  if (!has_zone && !has_shape(time, "T99:99:99Z")) return std::nullopt;
  if (number_at(time, 1, 2) > 23 || number_at(time, 4, 2) > 59 || number_at(time, 7, 2) > 59) {
    return std::nullopt;
  }
  if (has_zone && (number_at(time, 10, 2) > 13 || number_at(time, 13, 2) > 59)) return std::nullopt;
  return std::string(text);
}

}  // namespace sunder::cli

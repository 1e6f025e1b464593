// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each kind of value has one writer and one reader, for every key that takes it.
// Cost: One pass over the value.
// Gives up: Readers refuse another form, and name the place.
#include "pipe/values.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <fmt/format.h>
#include <limits>

#include "text/json_text.hpp"

namespace sunder::detail {

void append_key(std::string& out, std::string_view key) {
  if (!out.ends_with('{')) out += ", ";
  out += '"';
  out += key;
  out += "\": ";
}

void append_word(std::string& out, std::string_view key, std::string_view word) {
  append_key(out, key);
  out += '"';
  out += word;
  out += '"';
}

void append_flag(std::string& out, std::string_view key, bool flag) {
  append_key(out, key);
  out += flag ? "true" : "false";
}

void append_index(std::string& out, std::string_view key, std::int32_t index) {
  append_key(out, key);
  if (index < 0) {
    out += "null";
  } else {
    append_integer(out, index);
  }
}

void append_vector(std::string& out, std::string_view key, bool valid,
                   std::span<const double> vector) {
  append_key(out, key);
  if (valid) {
    append_numbers(out, vector);
  } else {
    out += "null";
  }
}

void append_interval(std::string& out, std::string_view key, const Interval& interval) {
  append_key(out, key);
  out += '[';
  append_number(out, interval.lower);
  out += ", ";
  append_number(out, interval.upper);
  out += ']';
}

bool read_interval(JsonReader& reader, JsonValue value, const Place& place, Interval& out,
                   LowerNull lower_null) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::size_t count = 0;
  const auto read_end = [&](JsonValue item, const Place& here, bool may_be_null, double& end) {
    return (may_be_null && reader.is_null(item)) || reader.number(item, here, "number", end);
  };
  const auto each = [&](std::size_t index, JsonValue item) {
    ++count;
    if (index > 1) return true;
    if (index == 0) {
      out.lower = -kInfinity;
      return read_end(item, place.item(0), lower_null == LowerNull::minus_infinity, out.lower);
    }
    out.upper = kInfinity;
    return read_end(item, place.item(1), true, out.upper);
  };
  if (!reader.items(value, place, "an interval [lower, upper]", each)) return false;
  return count == 2 ||
         reader.refuse(ErrorCode::wrong_shape,
                       fmt::format("{} has {} entries; an interval has 2", place.text(), count));
}

bool read_word(JsonReader& reader, JsonValue value, const Place& place,
               std::span<const std::string_view> words, std::size_t& out) {
  std::string_view word;
  if (!reader.string(value, place, word)) return false;
  out = static_cast<std::size_t>(std::ranges::find(words, word) - words.begin());
  if (out < words.size()) return true;
  return reader.refuse(ErrorCode::not_served,
                       fmt::format("{} is {}; it must be {} or {}", place.text(), quoted(word),
                                   fmt::join(words.first(words.size() - 1), ", "), words.back()));
}

bool read_vector_or_null(JsonReader& reader, JsonValue value, const Place& place,
                         std::vector<double>& scratch) {
  return reader.is_null(value) || reader.numbers(value, place, "number", scratch);
}

bool is_zero(double value) noexcept { return (std::bit_cast<std::uint64_t>(value) << 1) == 0; }

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// Writes and reads values of several keys of the pipe: intervals, words, flags and vectors.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sunder/query.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

/// Appends "key": with a comma before it, unless it is the first of its object.
void append_key(std::string& out, std::string_view key);
void append_word(std::string& out, std::string_view key, std::string_view word);
void append_flag(std::string& out, std::string_view key, bool flag);
/// Appends null for a negative index, which stands for none.
void append_index(std::string& out, std::string_view key, std::int32_t index);
/// Appends null if the vector is not valid.
void append_vector(std::string& out, std::string_view key, bool valid,
                   std::span<const double> vector);
/// Infinity, the end of an unbounded interval, is written as null.
void append_interval(std::string& out, std::string_view key, const Interval& interval);

/// The meaning of a null at the lower end of an interval.
enum class LowerNull { refused, minus_infinity };

/// The upper end may be null: the interval is unbounded.
bool read_interval(JsonReader& reader, JsonValue value, const Place& place, Interval& out,
                   LowerNull lower_null = LowerNull::refused);

/// Reads one of these words, and returns its index; refuses others.
bool read_word(JsonReader& reader, JsonValue value, const Place& place,
               std::span<const std::string_view> words, std::size_t& out);
/// Reads one of these values of an enum, by its name.
template <class Enum, std::size_t kCount>
bool read_word(JsonReader& reader, JsonValue value, const Place& place,
               const std::array<Enum, kCount>& all, Enum& out) {
  std::array<std::string_view, kCount> words;
  for (std::size_t i = 0; i < kCount; ++i) words[i] = to_string(all[i]);
  std::size_t found = 0;
  if (!read_word(reader, value, place, words, found)) return false;
  out = all[found];
  return true;
}

inline constexpr std::array kVerdicts{Verdict::separated, Verdict::touching, Verdict::overlapping,
                                      Verdict::undecided};

/// It has no proof: only the form is checked. `scratch` is reused.
bool read_vector_or_null(JsonReader& reader, JsonValue value, const Place& place,
                         std::vector<double>& scratch);

/// Tests the bits: a host that flushes subnormals must not make a tiny number zero.
bool is_zero(double value) noexcept;

}  // namespace sunder::detail

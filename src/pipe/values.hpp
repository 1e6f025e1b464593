// SPDX-License-Identifier: Apache-2.0
//
// Writes and reads values of several keys of the pipe: intervals, words, flags and vectors.
#pragma once

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

/// Reads separated, touching, overlapping or undecided.
bool read_verdict(JsonReader& reader, JsonValue value, const Place& place, Verdict& out);

/// It has no proof: only the form is checked. `scratch` is reused.
bool read_vector_or_null(JsonReader& reader, JsonValue value, const Place& place,
                         std::vector<double>& scratch);

/// Tests the bits: a host that flushes subnormals must not make a tiny number zero.
bool is_zero(double value) noexcept;

}  // namespace sunder::detail

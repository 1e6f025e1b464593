// SPDX-License-Identifier: Apache-2.0
//
// Writes and reads the parts of certificates as text: exact directions, index pairs, weighted
// vertices, facets. Every list is a key of an object. The writer omits an empty list, and the
// reader refuses it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sunder/certificate.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

/// The most digits of a number in a string; a longer one is refused as too_large. Certificates of
/// ten dimensions whose exponents span the whole range stay far below it.
inline constexpr std::size_t kMaxDigits = 100'000;

void append_direction(std::string& out, const std::vector<ExactNumber>& direction);
void append_pairs(std::string& out, const std::vector<IndexPair>& pairs);
void append_weighted(std::string& out, std::string_view key,
                     const std::vector<WeightedVertex>& vertices);
/// Numbers under any key; of those that are quotients, "p/q".
void append_exact_numbers(std::string& out, std::string_view key,
                          const std::vector<ExactNumber>& numbers);
/// The list alone: "[x, y, z]".
void append_exact_list(std::string& out, const std::vector<ExactNumber>& numbers);
void append_integers(std::string& out, std::string_view key, const std::vector<std::int32_t>& list);
/// A facet has `dimension` positions.
void append_facets(std::string& out, const std::vector<std::int32_t>& facets, int dimension);

bool read_direction(JsonReader& reader, JsonValue value, const Place& place,
                    std::vector<ExactNumber>& out);
/// Reads what read_direction() does; each number may also be a quotient "p/q" of decimal integers.
bool read_fractions(JsonReader& reader, JsonValue value, const Place& place,
                    std::vector<ExactNumber>& out);
bool read_integers(JsonReader& reader, JsonValue value, const Place& place,
                   std::vector<std::int32_t>& out);
bool read_pairs(JsonReader& reader, JsonValue value, const Place& place,
                std::vector<IndexPair>& out);
bool read_weighted(JsonReader& reader, JsonValue value, const Place& place,
                   std::vector<WeightedVertex>& out);
/// All facets have the same `length`, 2 or 3.
bool read_facets(JsonReader& reader, JsonValue value, const Place& place,
                 std::vector<std::int32_t>& out, std::size_t& length);

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// What certificates are made of, as text: exact directions, index pairs, weighted vertices, facets.
// Every list is a key of an object; an empty one is left out when written and refused when read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sunder/certificate.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

/// Numbers in strings have at most this many digits; more is refused as too_large. Certificates of
/// ten dimensions with exponents from one end of the range to the other stay far below it.
inline constexpr std::size_t kMaxDigits = 100'000;

void append_direction(std::string& out, const std::vector<ExactNumber>& direction);
void append_pairs(std::string& out, const std::vector<IndexPair>& pairs);
void append_weighted(std::string& out, std::string_view key,
                     const std::vector<WeightedVertex>& vertices);
/// `dimension` positions a facet.
void append_facets(std::string& out, const std::vector<std::int32_t>& facets, int dimension);

bool read_direction(JsonReader& reader, JsonValue value, const Place& place,
                    std::vector<ExactNumber>& out);
bool read_pairs(JsonReader& reader, JsonValue value, const Place& place,
                std::vector<IndexPair>& out);
bool read_weighted(JsonReader& reader, JsonValue value, const Place& place,
                   std::vector<WeightedVertex>& out);
/// All facets have one `length`, 2 or 3.
bool read_facets(JsonReader& reader, JsonValue value, const Place& place,
                 std::vector<std::int32_t>& out, std::size_t& length);

}  // namespace sunder::detail

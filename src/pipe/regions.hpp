// SPDX-License-Identifier: Apache-2.0
//
// Writes and reads "regions", where bodies that are not convex meet.
#pragma once

#include <cstdint>
#include <string>

#include "sunder/body2.hpp"
#include "sunder/body_contact.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

/// Appends "regions": [REGION, ...].
void append_regions(std::string& out, const BodyContact& contact);
void append_regions(std::string& out, const BodyContact2& contact);

/// Its form alone is checked; `count` is how many there are.
bool read_regions(JsonReader& reader, JsonValue value, const Place& place, std::size_t& count);

}  // namespace sunder::detail

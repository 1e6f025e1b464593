// SPDX-License-Identifier: Apache-2.0
//
// Writes and reads the CERT of bodies that need not be convex.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "sunder/body_certificate.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

/// Appends it in one line; "null" if it proves nothing, as of empty bodies.
void append_body_certificate(std::string& out, const BodyCertificate& certificate);

/// Reads {"triangle": t, "weights": [[i, weight], ...]}; a polytope and a polygon have no triangle.
bool read_part_point(JsonReader& reader, JsonValue value, const Place& place, PartPoint& out);
/// Reads {"a": [{"part": i, "triangles": [[i, j, k], ...]}, ...], "b": [...]}.
bool read_covers(JsonReader& reader, JsonValue value, const Place& place,
                 BodyCertificate& certificate);

/// The keys that a CERT of bodies alone has, beside "a", "b" and "distance".
inline constexpr auto kBodyKeys =
    std::to_array<std::string_view>({"part_a", "part_b", "point", "separations", "covers"});
/// Reads the value of one of them.
bool read_body_key(JsonReader& reader, std::size_t key, JsonValue value, const Place& place,
                   BodyCertificate& out);

}  // namespace sunder::detail

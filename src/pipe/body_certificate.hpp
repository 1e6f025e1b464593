// SPDX-License-Identifier: Apache-2.0
//
// Writes and reads the CERT of bodies that need not be convex.
#pragma once

#include <string>
#include <vector>

#include "sunder/body_certificate.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

/// Appends it in one line; "null" if it proves nothing, as of empty bodies.
void append_body_certificate(std::string& out, const BodyCertificate& certificate);

/// Reads {"triangle": t, "weights": [[i, weight], ...]}; a polytope and a polygon have no triangle.
bool read_part_point(JsonReader& reader, JsonValue value, const Place& place, PartPoint& out);
bool read_separations(JsonReader& reader, JsonValue value, const Place& place,
                      std::vector<PartSeparation>& out);
/// Reads {"a": [{"part": i, "triangles": [[i, j, k], ...]}, ...], "b": [...]}.
bool read_covers(JsonReader& reader, JsonValue value, const Place& place,
                 BodyCertificate& certificate);

}  // namespace sunder::detail

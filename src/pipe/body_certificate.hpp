// SPDX-License-Identifier: Apache-2.0
//
// Writes and reads the CERT of bodies that need not be convex.
#pragma once

#include <string>

#include "sunder/body_certificate.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

/// Appends it in one line; "null" if it proves nothing, as of empty bodies.
void append_body_certificate(std::string& out, const BodyCertificate& certificate);

/// Reads a CERT object, or `null`. The verdict is the one that its keys can prove; where they can prove two, touching.
/// The ends of a distance stay 0.
bool read_body_certificate(JsonReader& reader, JsonValue value, const Place& place,
                           BodyCertificate& certificate);

}  // namespace sunder::detail

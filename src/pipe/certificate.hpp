// SPDX-License-Identifier: Apache-2.0
//
// Writes CERT, the pipe's text of a certificate, reads it, and rounds it to a hint.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sunder/body_certificate.hpp"
#include "sunder/certificate.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

/// Appends it in one line; "null" if it has neither direction nor pair.
void append_certificate(std::string& out, const Certificate& certificate);

/// Reads a CERT object; `null` is the certificate of an empty body. It sets the verdict by the keys
/// present. The dimension is that of the direction, else of the depth's facets, else 0. The ends of
/// a distance and of a depth stay 0.
bool read_certificate(JsonReader& reader, JsonValue value, const Place& place,
                      Certificate& certificate);

/// Reads a CERT of either kind; `bodies` is set where it is one of bodies that need not be convex. The verdict is then
/// left open, and the ends of a distance stay 0.
bool read_any_certificate(JsonReader& reader, JsonValue value, const Place& place,
                          Certificate& certificate, std::optional<BodyCertificate>& bodies);

/// Is it a JSON object? Points of parts are, those of convex bodies are lists.
bool is_object(JsonValue value);
/// Refuses a certificate of both kinds.
bool refuse_mixed(JsonReader& reader, const Place& place);

/// Returns the direction in doubles. All entries are scaled down together if one integer exceeds
/// them.
std::vector<double> rounded_direction(const std::vector<ExactNumber>& direction);

}  // namespace sunder::detail

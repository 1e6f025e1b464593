// SPDX-License-Identifier: Apache-2.0
//
// CERT, the pipe's text of a certificate: written, read, and rounded to a hint.
#pragma once

#include <string>
#include <vector>

#include "sunder/certificate.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

/// In one line; "null" where there is neither direction nor pair.
void append_certificate(std::string& out, const Certificate& certificate);

/// Reads a CERT object; `null` is the certificate of an empty body. Sets verdict (by the keys that
/// are there) and dimension (of the direction, else of the depth's facets, else 0); the ends of a
/// distance and of a depth stay 0.
bool read_certificate(JsonReader& reader, JsonValue value, const Place& place,
                      Certificate& certificate);

/// The direction in doubles, scaled down together where one of the integers is beyond them.
std::vector<double> rounded_direction(const std::vector<ExactNumber>& direction);

}  // namespace sunder::detail

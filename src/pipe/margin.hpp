// SPDX-License-Identifier: Apache-2.0
//
// Writes and reads the keys "margin" and "margin_certificate" of an answer.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "pipe/request.hpp"
#include "sunder/body_certificate.hpp"
#include "sunder/margin.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

/// Returns the margin of a question that has one; the radii are those of its bodies.
Margin margin_of(const Request& request) noexcept;

/// Appends "margin_certificate": {"direction", "a", "b", "pairs", "facets"}, each if it is not
/// empty. It is null if all are empty: an empty body needs no proof.
void append_margin_certificate(std::string& out, const MarginCertificate& certificate);

inline constexpr std::array kMarginVerdicts{MarginVerdict::closer, MarginVerdict::exactly,
                                            MarginVerdict::farther};

/// Sets neither dimension nor verdict. `null` leaves everything empty.
bool read_margin_certificate(JsonReader& reader, JsonValue value, const Place& place,
                             MarginCertificate& out);
/// Reads an MCERT of either kind; `bodies` is set where it is one of bodies that need not be convex.
bool read_any_margin_certificate(JsonReader& reader, JsonValue value, const Place& place,
                                 MarginCertificate& out, std::optional<BodyCertificate>& bodies);

/// Returns true if all its lists are empty.
bool says_nothing(const MarginCertificate& certificate) noexcept;

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// The key "contact": writes and reads it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "sunder/contact.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

/// "contact": {"normal", "dimension", "points"}, or null if the bodies neither meet nor are near.
/// `points` are those to write. D is 2 or 3.
template <int D>
void append_contact(std::string& out, const Contact<D>& answer,
                    std::span<const ContactPoint<D>> points);

extern template void append_contact(std::string&, const Contact<2>&,
                                    std::span<const ContactPoint<2>>);
extern template void append_contact(std::string&, const Contact<3>&,
                                    std::span<const ContactPoint<3>>);

/// What a contact says of the bodies: null, points of which none is deeper than 0, or others.
enum class ContactText : std::uint8_t { none, shallow, deep };

/// Contacts carry no proof: read for their form.
bool read_contact(JsonReader& reader, JsonValue value, const Place& place, ContactText& contact);

}  // namespace sunder::detail

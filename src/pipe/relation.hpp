// SPDX-License-Identifier: Apache-2.0
//
// The keys of an answer to "relation": writes and reads them.
#pragma once

#include <string>
#include <vector>

#include "sunder/relation.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

/// , "relation": WORD, "features": ..., "contact_dimension": ... and three flags.
void append_relation(std::string& out, const RelationAnswer& answer);

bool read_relation_word(JsonReader& reader, JsonValue value, const Place& place, Relation& out);
/// Features have no proof: only their form is checked. `scratch` is reused.
bool read_features(JsonReader& reader, JsonValue value, const Place& place,
                   std::vector<double>& scratch);

/// The verdict that a relation implies.
Verdict verdict_of(Relation relation) noexcept;

}  // namespace sunder::detail

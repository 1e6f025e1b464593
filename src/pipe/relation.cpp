// SPDX-License-Identifier: Apache-2.0
#include "pipe/relation.hpp"

#include <fmt/format.h>

#include "pipe/values.hpp"
#include "text/json_text.hpp"

namespace sunder::detail {
namespace {

constexpr std::array kRelations = {Relation::separated,  Relation::vertex, Relation::edge_vertex,
                                   Relation::edge_edge,  Relation::face,   Relation::piercing,
                                   Relation::containment};

void append_feature(std::string& out, std::string_view key, const Feature& feature) {
  out += fmt::format("\"{}\": {{\"kind\": \"{}\", \"vertices\": [", key, to_string(feature.kind));
  for (std::size_t i = 0; i < feature.vertices.size(); ++i) {
    if (i > 0) out += ", ";
    append_integer(out, feature.vertices[i]);
  }
  out += "]}";
}

}  // namespace

void append_relation(std::string& out, const RelationAnswer& answer) {
  out += fmt::format(", \"relation\": \"{}\", \"features\": ", to_string(answer.relation));
  if (answer) {
    out += '{';
    append_feature(out, "a", answer.feature_a);
    out += ", ";
    append_feature(out, "b", answer.feature_b);
    out += '}';
  } else {
    out += "null";
  }
  out += ", \"contact_dimension\": ";
  if (answer) {
    append_integer(out, answer.contact_dimension);
  } else {
    out += "null";
  }
  append_flag(out, "meets_relative_interiors", answer.meets_relative_interiors);
  append_flag(out, "a_in_b", answer.a_in_b);
  append_flag(out, "b_in_a", answer.b_in_a);
}

bool read_relation_word(JsonReader& reader, JsonValue value, const Place& place, Relation& out) {
  std::string_view word;
  if (!reader.string(value, place, word)) return false;
  std::string words;
  for (const Relation relation : kRelations) {
    out = relation;
    if (word == to_string(relation)) return true;
    words += fmt::format("{}{}", words.empty() ? "" : ", ", to_string(relation));
  }
  return reader.refuse(ErrorCode::not_served,
                       fmt::format("relation is {}; it must be one of {}", quoted(word), words));
}

bool read_features(JsonReader& reader, JsonValue value, const Place& place,
                   std::vector<double>& scratch) {
  if (reader.is_null(value)) return true;
  constexpr std::array<std::string_view, 2> kBodies = {"a", "b"};
  constexpr std::array<std::string_view, 2> kKeys = {"kind", "vertices"};
  return reader.fields(value, place, kBodies, [&](std::size_t body, JsonValue feature) {
    const Place here = place.key(kBodies[body]);
    return reader.fields(feature, here, kKeys, [&](std::size_t key, JsonValue item) {
      std::string_view kind;
      return key == 0 ? reader.string(item, here.key(kKeys[key]), kind)
                      : reader.numbers(item, here.key(kKeys[key]), "index", scratch);
    });
  });
}

Verdict verdict_of(Relation relation) noexcept {
  if (relation == Relation::separated) return Verdict::separated;
  return relation == Relation::piercing || relation == Relation::containment ? Verdict::overlapping
                                                                             : Verdict::touching;
}

}  // namespace sunder::detail

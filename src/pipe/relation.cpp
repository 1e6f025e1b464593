// SPDX-License-Identifier: Apache-2.0
//
// Idea:     The questions "relation", with its features and flags, and "contains" are a row of the
// pipe each.
// Bound:    Read back, the relation is held against the verdict.
// Gives up: On features and flags, which are read for their form alone.
#include "sunder/relation.hpp"

#include <array>
#include <fmt/format.h>
#include <vector>

#include "machine/enum_names.hpp"
#include "pipe/question.hpp"
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

template <int D>
std::optional<Error> append_relation(std::string& out, const Asked<D>& asked) {
  const RelationAnswer answer = relation(asked.pair.a, asked.pair.b, asked.search);
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
  return std::nullopt;
}

template <int D>
std::optional<Error> append_contains(std::string& out, const Asked<D>& asked) {
  const Containment answer = contains(asked.pair.a, asked.pair.b, asked.search);
  if (!answer && answer.outside < 0) {
    return Error{ErrorCode::not_served,
                 "a.radius is more than b.radius, and contains then takes a depth, which is known "
                 "in dimensions 2 and 3 alone"};
  }
  append_flag(out, "contains", answer.contained);
  return std::nullopt;
}

template <int D>
std::optional<Error> append_contains_of_bodies(std::string& out, const AskedOfBodies<D>& asked) {
  if (asked.has_radius()) {
    return Error{ErrorCode::not_served,
                 "contains is answered of convex bodies alone where one has a radius; leave the "
                 "radii out"};
  }
  const auto answer = contains(asked.bodies.a, asked.bodies.b);
  if (!answer) return answer.error();
  append_flag(out, "contains", answer.value().contained);
  return std::nullopt;
}

/// Returns the verdict that goes with a relation.
Verdict verdict_of(Relation relation) noexcept {
  if (relation == Relation::separated) return Verdict::separated;
  return relation == Relation::piercing || relation == Relation::containment ? Verdict::overlapping
                                                                             : Verdict::touching;
}

/// Returns why a verdict that is not `agreeing` is contradicted, by relation.
constexpr std::string_view kContradictions[] = {
    "which the relation separated contradicts",   "which the relation vertex contradicts",
    "which the relation edge-vertex contradicts", "which the relation edge-edge contradicts",
    "which the relation face contradicts",        "which the relation piercing contradicts",
    "which the relation containment contradicts"};

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

bool read_relation(JsonReader& reader, std::size_t key, JsonValue value, const Place& place,
                   Claim& claim) {
  std::vector<double> numbers;
  std::int32_t dimension = 0;
  bool flag = false;
  if (key == 1) return read_features(reader, value, place, numbers);
  if (key == 2) return reader.is_null(value) || reader.integer(value, place, dimension);
  if (key > 2) return reader.boolean(value, place, flag);
  Relation relation{};
  if (!read_word(reader, value, place, kRelations, relation)) return false;
  claim.there = true;
  claim.against.fill(name_of<Relation::containment>(kContradictions, relation, {}));
  claim.against[static_cast<std::size_t>(verdict_of(relation))] = {};
  return true;
}

bool read_contains(JsonReader& reader, std::size_t /*key*/, JsonValue value, const Place& place,
                   Claim& claim) {
  claim.there = true;
  bool flag = false;
  return reader.boolean(value, place, flag);
}

}  // namespace

const PipeQuestion pipe_questions::relation = {append_relation<2>, append_relation<3>, nullptr,
                                               read_relation};
const PipeQuestion pipe_questions::contains = {
    append_contains<2>, append_contains<3>,           append_contains<kRunTime>,
    read_contains,      append_contains_of_bodies<2>, append_contains_of_bodies<3>};

}  // namespace sunder::detail

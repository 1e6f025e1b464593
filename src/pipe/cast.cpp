// SPDX-License-Identifier: Apache-2.0
//
// Idea: The key of the question "cast" is {"result", "time", "start", "normal", "point"}, and the
// parts and triangles or edges of bodies. Read back, the start is held against the verdict, and the time
// against both.
// Cost: That of the cast.
// Gives up: It refuses motions that turn of bodies that are not convex, and their radii.
#include "sunder/cast.hpp"

#include <array>
#include <fmt/format.h>
#include <vector>

#include "pipe/bodies_answer.hpp"
#include "pipe/motion.hpp"
#include "pipe/question.hpp"
#include "pipe/values.hpp"
#include "sunder/body2.hpp"
#include "sunder/body_cast.hpp"

namespace sunder::detail {
namespace {

constexpr std::array kCastVerdicts{CastVerdict::free, CastVerdict::hit, CastVerdict::unresolved};
constexpr std::array<std::string_view, 11> kCastKeys = {
    "result", "time",       "start",      "normal", "point", "part_a",
    "part_b", "triangle_a", "triangle_b", "edge_a", "edge_b"};

/// Leaves the object open.
template <int D>
void append_result(std::string& out, const Cast<D>& answer) {
  append_key(out, "cast");
  out += '{';
  append_word(out, "result", to_string(answer.verdict));
  append_interval(out, "time", answer.time);
  append_word(out, "start", to_string(answer.start));
  const Witness<D> at = answer.witness.value_or(Witness<D>{});
  append_vector(out, "normal", answer.witness.has_value(), at.normal);
  append_vector(out, "point", answer.witness.has_value(), at.point_a);
}

template <int D>
std::optional<Error> append_cast(std::string& out, const Asked<D>& asked) {
  const auto motion_a = to_motion<D>(asked.request.a.moves, "a");
  if (!motion_a) return motion_a.error();
  const auto motion_b = to_motion<D>(asked.request.b.moves, "b");
  if (!motion_b) return motion_b.error();
  CastOptions options;
  options.tolerance = asked.request.tolerance.value_or(options.tolerance);
  append_result(out, cast(asked.pair.written_a, motion_a.value(), asked.pair.written_b,
                          motion_b.value(), options));
  out += '}';
  return std::nullopt;
}

template <int D>
std::optional<Error> append_cast_of_bodies(std::string& out, const AskedOfBodies<D>& asked) {
  if (asked.has_radius()) {
    return Error{ErrorCode::not_served,
                 "cast is answered of convex bodies alone where one has a radius; leave the radii "
                 "out, or cast the parts"};
  }
  const auto motion_a = to_motion<D>(asked.request.a.moves, "a");
  if (!motion_a) return motion_a.error();
  const auto motion_b = to_motion<D>(asked.request.b.moves, "b");
  if (!motion_b) return motion_b.error();
  const auto answer = cast(asked.bodies.a, motion_a.value(), asked.bodies.b, motion_b.value());
  if (!answer) return answer.error();
  append_result<D>(out, answer.value());
  append_places(out, answer.value());
  out += '}';
  return std::nullopt;
}

/// What can be held against the verdict of the bodies at rest.
struct CastText {
  CastVerdict result = CastVerdict::unresolved;
  Interval time;
  Verdict start = Verdict::undecided;
};

std::string_view contradiction(const CastText& cast, Verdict verdict) {
  if (cast.start != verdict) return "and yet the cast starts otherwise";
  const bool ordered =
      0 <= cast.time.lower && cast.time.lower <= cast.time.upper && cast.time.upper <= 1;
  if (!ordered) return "and yet the cast's time is no interval in [0, 1]";
  const bool at_once = cast.result == CastVerdict::hit && is_zero(cast.time.upper);
  if (verdict != Verdict::separated && !at_once) {
    return "and yet the cast is no hit at time [0, 0]";
  }
  return {};
}

bool read_cast(JsonReader& reader, std::size_t /*key*/, JsonValue value, const Place& place,
               Claim& claim) {
  claim.there = true;
  CastText cast;
  std::vector<double> scratch;
  std::int32_t index = 0;
  const auto each = [&](std::size_t key, JsonValue item) {
    const Place here = place.key(kCastKeys[key]);
    if (key == 0) return read_word(reader, item, here, kCastVerdicts, cast.result);
    if (key == 1) return read_interval(reader, item, here, cast.time);
    if (key == 2) return read_word(reader, item, here, kVerdicts, cast.start);
    if (key > 4) return reader.is_null(item) || reader.integer(item, here, index);
    return read_vector_or_null(reader, item, here, scratch);
  };
  if (!reader.fields(value, place, kCastKeys, each)) return false;
  for (const Verdict verdict : {Verdict::separated, Verdict::touching, Verdict::overlapping}) {
    claim.against[static_cast<std::size_t>(verdict)] = contradiction(cast, verdict);
  }
  return true;
}

}  // namespace

const PipeQuestion pipe_questions::cast = {
    append_cast<2>, append_cast<3>,           nullptr,
    read_cast,      append_cast_of_bodies<2>, append_cast_of_bodies<3>};

}  // namespace sunder::detail

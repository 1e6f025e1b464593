// SPDX-License-Identifier: Apache-2.0
#include "pipe/cast.hpp"

#include <array>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace sunder::detail {
namespace {

constexpr std::array<std::string_view, 5> kCastKeys = {"result", "time", "start", "normal",
                                                       "point"};

bool read_result(JsonReader& reader, JsonValue value, const Place& place, CastVerdict& out) {
  std::string_view word;
  if (!reader.string(value, place, word)) return false;
  for (const CastVerdict result : {CastVerdict::free, CastVerdict::hit, CastVerdict::unresolved}) {
    out = result;
    if (word == to_string(result)) return true;
  }
  return reader.refuse(
      ErrorCode::not_served,
      fmt::format("{} is {}; it must be free, hit or unresolved", place.text(), quoted(word)));
}

}  // namespace

template <int D>
void append_cast(std::string& out, const Cast<D>& answer) {
  append_key(out, "cast");
  out += '{';
  append_word(out, "result", to_string(answer.verdict));
  append_interval(out, "time", answer.time);
  append_word(out, "start", to_string(answer.start));
  const Witness<D> at = answer.witness.value_or(Witness<D>{});
  append_vector(out, "normal", answer.witness.has_value(), at.normal);
  append_vector(out, "point", answer.witness.has_value(), at.point_a);
  out += '}';
}

template void append_cast(std::string&, const Cast<2>&);
template void append_cast(std::string&, const Cast<3>&);

bool read_cast(JsonReader& reader, JsonValue value, const Place& place, CastText& out) {
  std::vector<double> scratch;
  return reader.fields(value, place, kCastKeys, [&](std::size_t key, JsonValue item) {
    const Place here = place.key(kCastKeys[key]);
    if (key == 0) return read_result(reader, item, here, out.result);
    if (key == 1) return read_interval(reader, item, here, out.time);
    if (key == 2) return read_verdict(reader, item, here, out.start);
    return read_vector_or_null(reader, item, here, scratch);
  });
}

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
#include "pipe/margin.hpp"

#include <array>
#include <fmt/format.h>
#include <string_view>

#include "pipe/proof_parts.hpp"
#include "pipe/values.hpp"
#include "sunder/report.hpp"

namespace sunder::detail {

Margin margin_of(const Request& request) noexcept {
  return {.distance = request.margin.value_or(0)};
}

namespace {

void append_lists(std::string& out, const MarginCertificate& certificate) {
  if (says_nothing(certificate)) {
    out += "null";
    return;
  }
  out += '{';
  append_direction(out, certificate.direction);
  append_weighted(out, "a", certificate.a);
  append_weighted(out, "b", certificate.b);
  append_pairs(out, certificate.pairs);
  append_facets(out, certificate.facets, certificate.dimension);
  out += '}';
}

}  // namespace

void append_margin_certificate(std::string& out, const MarginCertificate& certificate) {
  append_key(out, "margin_certificate");
  append_lists(out, certificate);
}

bool read_margin_word(JsonReader& reader, JsonValue value, const Place& place, MarginVerdict& out) {
  std::string_view word;
  if (!reader.string(value, place, word)) return false;
  for (const MarginVerdict verdict :
       {MarginVerdict::closer, MarginVerdict::exactly, MarginVerdict::farther}) {
    out = verdict;
    if (word == to_string(verdict)) return true;
  }
  return reader.refuse(
      ErrorCode::not_served,
      fmt::format("{} is {}; it must be closer, exactly or farther", place.text(), quoted(word)));
}

bool read_margin_certificate(JsonReader& reader, JsonValue value, const Place& place,
                             MarginCertificate& out) {
  if (reader.is_null(value)) return true;
  constexpr std::array<std::string_view, 5> kKeys = {"direction", "a", "b", "pairs", "facets"};
  std::size_t corners{};
  return reader.fields(value, place, kKeys, [&](std::size_t key, JsonValue item) {
    const Place here = place.key(kKeys[key]);
    switch (key) {
      case 0:
        return read_direction(reader, item, here, out.direction);
      case 1:
        return read_weighted(reader, item, here, out.a);
      case 2:
        return read_weighted(reader, item, here, out.b);
      case 3:
        return read_pairs(reader, item, here, out.pairs);
      default:
        return read_facets(reader, item, here, out.facets, corners);
    }
  });
}

bool says_nothing(const MarginCertificate& certificate) noexcept {
  return certificate.direction.empty() && certificate.a.empty() && certificate.b.empty() &&
         certificate.pairs.empty() && certificate.facets.empty();
}

}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

std::string to_json(const MarginCertificate& certificate) {
  std::string out;
  detail::append_lists(out, certificate);
  return out;
}

}  // namespace sunder::inline SUNDER_ABI

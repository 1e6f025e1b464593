// SPDX-License-Identifier: Apache-2.0
//
// Idea: A certificate of a margin is an object with a key for each list that is not empty. Both kinds share keys, and
// their values tell them apart.
// Cost: Linear in the text.
// Gives up: It refuses unknown keys, and a certificate of both kinds.
#include "pipe/margin.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "pipe/body_certificate.hpp"
#include "pipe/certificate.hpp"
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

bool read_margin_certificate(JsonReader& reader, JsonValue value, const Place& place,
                             MarginCertificate& out) {
  std::optional<BodyCertificate> bodies;
  return read_any_margin_certificate(reader, value, place, out, bodies) &&
         (!bodies || refuse_mixed(reader, place));
}

bool read_any_margin_certificate(JsonReader& reader, JsonValue value, const Place& place,
                                 MarginCertificate& out, std::optional<BodyCertificate>& bodies) {
  if (reader.is_null(value)) return true;
  constexpr auto kKeys =
      std::to_array<std::string_view>({"a", "b", "direction", "pairs", "facets", "part_a", "part_b",
                                       "point", "separations", "covers"});
  constexpr std::size_t kOfBodies = kKeys.size() - kBodyKeys.size();
  static_assert(std::equal(kBodyKeys.begin(), kBodyKeys.end(), kKeys.begin() + kOfBodies));
  std::size_t corners{};
  BodyCertificate found;
  bool of_bodies = false;
  const auto each = [&](std::size_t key, JsonValue item) {
    const Place here = place.key(kKeys[key]);
    if (key < 2 && is_object(item)) {
      of_bodies = true;
      return read_part_point(reader, item, here, key == 0 ? found.a : found.b);
    }
    switch (key) {
      case 0:
        return read_weighted(reader, item, here, out.a);
      case 1:
        return read_weighted(reader, item, here, out.b);
      case 2:
        return read_direction(reader, item, here, out.direction);
      case 3:
        return read_pairs(reader, item, here, out.pairs);
      case 4:
        return read_facets(reader, item, here, out.facets, corners);
      default:
        of_bodies = true;
        return read_body_key(reader, key - kOfBodies, item, here, found);
    }
  };
  if (!reader.fields(value, place, kKeys, each)) return false;
  if (!of_bodies) return true;
  if (!says_nothing(out)) return refuse_mixed(reader, place);
  bodies = std::move(found);
  return true;
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

// SPDX-License-Identifier: Apache-2.0
//
// Idea: Directions and pairs are keys of one object; a distance or depth proof is an object inside
// it. Empty lists are omitted.
// Cost: Linear in the text.
// Gives up: It refuses unknown keys, empty lists and numbers of too many digits.
#include "pipe/certificate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

#include "pipe/body_certificate.hpp"
#include "pipe/proof_parts.hpp"
#include "pipe/values.hpp"
#include "sunder/io.hpp"
#include "text/decimal.hpp"
#include "text/json_text.hpp"

namespace sunder::detail {
namespace {

/// The proof is empty where the verdict already settles the value. Bodies that meet are at distance
/// 0, and bodies that do not overlap have depth 0.
void append_distance(std::string& out, const DistanceProof& proof) {
  if (proof.direction.empty() && proof.a.empty() && proof.b.empty()) return;
  append_key(out, "distance");
  out += '{';
  append_direction(out, proof.direction);
  append_weighted(out, "a", proof.a);
  append_weighted(out, "b", proof.b);
  out += '}';
}

void append_depth(std::string& out, const DepthProof& proof, int dimension) {
  if (proof.direction.empty() && proof.pairs.empty()) return;
  append_key(out, "depth");
  out += '{';
  append_direction(out, proof.direction);
  append_pairs(out, proof.pairs);
  append_facets(out, proof.facets, dimension);
  out += '}';
}

bool read_distance(JsonReader& reader, JsonValue value, const Place& place, DistanceProof& out) {
  constexpr std::array<std::string_view, 3> kKeys = {"direction", "a", "b"};
  return reader.fields(value, place, kKeys, [&](std::size_t key, JsonValue item) {
    const Place here = place.key(kKeys[key]);
    if (key == 0) return read_direction(reader, item, here, out.direction);
    return read_weighted(reader, item, here, key == 1 ? out.a : out.b);
  });
}

/// `corners` is the number of corners of each facet; 0 if there are none.
bool read_depth(JsonReader& reader, JsonValue value, const Place& place, DepthProof& out,
                std::size_t& corners) {
  constexpr std::array<std::string_view, 3> kKeys = {"direction", "pairs", "facets"};
  corners = 0;
  const auto each = [&](std::size_t key, JsonValue item) {
    const Place here = place.key(kKeys[key]);
    if (key == 0) return read_direction(reader, item, here, out.direction);
    if (key == 1) return read_pairs(reader, item, here, out.pairs);
    return read_facets(reader, item, here, out.facets, corners);
  };
  if (!reader.fields(value, place, kKeys, each)) return false;
  return corners == 0 || out.direction.empty() || corners == out.direction.size() ||
         reader.refuse(ErrorCode::wrong_shape,
                       fmt::format("{} has a direction of length {} and facets of {} corners; "
                                   "both are the dimension",
                                   place.text(), out.direction.size(), corners));
}

/// Pairs, or of bodies with a radius points, say that they meet.
Verdict claimed_verdict(const Certificate& certificate) {
  if (certificate.pairs.empty() && certificate.a.empty()) return Verdict::separated;
  return certificate.direction.empty() ? Verdict::overlapping : Verdict::touching;
}

constexpr std::array<std::string_view, 6> kConvexKeys = {"direction", "pairs", "distance",
                                                         "depth",     "a",     "b"};

bool read_convex_key(JsonReader& reader, std::size_t key, JsonValue item, const Place& here,
                     Certificate& certificate, std::size_t& corners) {
  switch (key) {
    case 0:
      return read_direction(reader, item, here, certificate.direction);
    case 1:
      return read_pairs(reader, item, here, certificate.pairs);
    case 2:
      return read_distance(reader, item, here, certificate.distance.emplace());
    case 3:
      return read_depth(reader, item, here, certificate.depth.emplace(), corners);
    default:
      return read_weighted(reader, item, here, key == 4 ? certificate.a : certificate.b);
  }
}

/// Sets what follows from the keys that were read.
bool settle(JsonReader& reader, const Place& place, Certificate& certificate, std::size_t corners) {
  if (certificate.direction.empty() && certificate.pairs.empty() && certificate.a.empty()) {
    return reader.refuse(
        io_error::missing_key,
        fmt::format("{} has neither \"direction\" nor \"pairs\" nor \"a\"; one is needed",
                    place.text()));
  }
  certificate.verdict = claimed_verdict(certificate);
  // An overlap has no direction; the facets of its depth give the dimension for writing.
  certificate.dimension =
      static_cast<int>(certificate.direction.empty() ? corners : certificate.direction.size());
  return true;
}

bool is_object(JsonValue value) {
  return value.type().value_unsafe() == simdjson::ondemand::json_type::object;
}

/// The distance of convex bodies, or of parts.
bool read_any_distance(JsonReader& reader, JsonValue value, const Place& place,
                       DistanceProof& convex, BodyDistanceProof& bodies) {
  constexpr std::array<std::string_view, 5> kKeys = {"direction", "a", "b", "part_a", "part_b"};
  return reader.fields(value, place, kKeys, [&](std::size_t key, JsonValue item) {
    const Place here = place.key(kKeys[key]);
    if (key == 0) return read_direction(reader, item, here, convex.direction);
    if (key > 2) return reader.integer(item, here, key == 3 ? bodies.part_a : bodies.part_b);
    if (is_object(item)) return read_part_point(reader, item, here, key == 1 ? bodies.a : bodies.b);
    return read_weighted(reader, item, here, key == 1 ? convex.a : convex.b);
  });
}

/// A double holds up to 308 digits before the point.
constexpr int kRoom = 300;

/// Returns number * 10^-shift, approximately; 0 if that is below every double.
double scaled_down(const ExactNumber& number, int shift) {
  if (number.integer.empty()) return number.value * std::pow(10.0, -shift);
  return read_text_decimal(fmt::format("{}e{}", number.integer, -shift)).value_or(0);
}

}  // namespace

void append_certificate(std::string& out, const Certificate& certificate) {
  if (certificate.pairs.empty() && certificate.direction.empty() && certificate.a.empty()) {
    out += "null";
    return;
  }
  out += '{';
  append_pairs(out, certificate.pairs);
  append_direction(out, certificate.direction);
  append_weighted(out, "a", certificate.a);
  append_weighted(out, "b", certificate.b);
  if (certificate.distance) append_distance(out, *certificate.distance);
  if (certificate.depth) append_depth(out, *certificate.depth, certificate.dimension);
  out += '}';
}

bool read_certificate(JsonReader& reader, JsonValue value, const Place& place,
                      Certificate& certificate) {
  certificate = {};
  certificate.verdict = Verdict::separated;
  if (reader.is_null(value)) return true;
  std::size_t corners = 0;
  const auto each = [&](std::size_t key, JsonValue item) {
    return read_convex_key(reader, key, item, place.key(kConvexKeys[key]), certificate, corners);
  };
  if (!reader.fields(value, place, kConvexKeys, each)) return false;
  return settle(reader, place, certificate, corners);
}

/// The keys that both kinds have hold values of different kinds.
bool read_any_certificate(JsonReader& reader, JsonValue value, const Place& place,
                          Certificate& certificate, std::optional<BodyCertificate>& bodies) {
  certificate = {};
  certificate.verdict = Verdict::separated;
  bodies.reset();
  if (reader.is_null(value)) return true;
  constexpr auto kKeys =
      std::to_array<std::string_view>({"direction", "pairs", "distance", "depth", "a", "b",
                                       "part_a", "part_b", "point", "separations", "covers"});
  static_assert(std::equal(kConvexKeys.begin(), kConvexKeys.end(), kKeys.begin()));
  BodyCertificate found;
  DistanceProof distance;
  BodyDistanceProof body_distance;
  bool convex = false, other = false, has_distance = false;
  std::size_t corners = 0;
  const auto each = [&](std::size_t key, JsonValue item) {
    const Place here = place.key(kKeys[key]);
    if (key == 2) {
      has_distance = true;
      return read_any_distance(reader, item, here, distance, body_distance);
    }
    if ((key == 4 || key == 5) && is_object(item)) {
      other = true;
      return read_part_point(reader, item, here, key == 4 ? found.a : found.b);
    }
    if (key < kConvexKeys.size()) {
      convex = true;
      return read_convex_key(reader, key, item, here, certificate, corners);
    }
    other = true;
    switch (key) {
      case 6:
        return reader.integer(item, here, found.part_a);
      case 7:
        return reader.integer(item, here, found.part_b);
      case 8:
        return read_fractions(reader, item, here, found.point);
      case 9:
        return read_separations(reader, item, here, found.separations);
      default:
        return read_covers(reader, item, here, found);
    }
  };
  if (!reader.fields(value, place, kKeys, each)) return false;
  const bool of_parts = body_distance.part_a >= 0 || !body_distance.a.weights.empty() ||
                        !body_distance.b.weights.empty();
  const bool of_hulls = !distance.direction.empty() || !distance.a.empty() || !distance.b.empty();
  if ((convex && other) || (convex && of_parts) || (other && of_hulls) || (of_parts && of_hulls)) {
    return reader.refuse(
        ErrorCode::wrong_shape,
        fmt::format("{} mixes a proof about convex bodies with one about parts", place.text()));
  }
  if (!other) {
    if (has_distance) certificate.distance = std::move(distance);
    return settle(reader, place, certificate, corners);
  }
  if (has_distance) found.distance = std::move(body_distance);
  bodies = std::move(found);
  return true;
}

std::vector<double> rounded_direction(const std::vector<ExactNumber>& direction) {
  std::size_t longest = 0;
  for (const ExactNumber& number : direction) longest = std::max(longest, number.integer.size());
  const int shift = static_cast<int>(longest) - kRoom;
  std::vector<double> rounded;
  rounded.reserve(direction.size());
  for (const ExactNumber& number : direction) {
    rounded.push_back(shift > 0 ? scaled_down(number, shift) : number.value);
  }
  return rounded;
}

}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

std::string to_json(const Certificate& certificate) {
  std::string out;
  detail::append_certificate(out, certificate);
  return out;
}

Result<Certificate> certificate_from_json(std::string_view text) {
  // The reader expects the value of a key in a line; it may be null.
  constexpr std::array<std::string_view, 1> kKeys = {"certificate"};
  const std::string line = fmt::format("{{\"certificate\": {}\n}}", text);
  std::string padded = line;
  padded.resize(line.size() + detail::kLinePadding, '\n');
  detail::JsonReader reader;
  Certificate certificate;
  const detail::Place place(kKeys[0]);
  const auto each = [&](std::size_t, detail::JsonValue value) {
    return detail::read_certificate(reader, value, place, certificate);
  };
  if (reader.line({padded.data(), line.size(), false}, kKeys, each)) return certificate;
  return reader.explain().error;
}

}  // namespace sunder::inline SUNDER_ABI

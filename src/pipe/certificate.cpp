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
#include "sunder/report.hpp"
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

/// Reads the value of a key by read(reader, value, place): certificates lie in lines.
template <class Read>
std::optional<Error> read_text(std::string_view text, const Read& read) {
  // It may be null, so that it is put into an object.
  constexpr std::array<std::string_view, 1> kKeys = {"certificate"};
  const std::string line = fmt::format("{{\"certificate\": {}\n}}", text);
  std::string padded = line;
  padded.resize(line.size() + kLinePadding, '\n');
  JsonReader reader;
  const Place place(kKeys[0]);
  const auto each = [&](std::size_t, JsonValue value) { return read(reader, value, place); };
  if (reader.line({padded.data(), line.size(), false}, kKeys, each)) return std::nullopt;
  return reader.explain().error;
}

/// What the keys of a proof about bodies say that it proves.
Verdict claimed_verdict(const BodyCertificate& certificate) {
  const bool has_a = !certificate.a.weights.empty(), has_b = !certificate.b.weights.empty();
  if (certificate.part_a < 0 && !has_a && !has_b && certificate.point.empty())
    return Verdict::separated;
  if (!certificate.separations.empty()) return Verdict::touching;
  return has_a && has_b ? Verdict::undecided : Verdict::overlapping;
}

}  // namespace

bool is_object(JsonValue value) {
  return value.type().value_unsafe() == simdjson::ondemand::json_type::object;
}

bool refuse_mixed(JsonReader& reader, const Place& place) {
  return reader.refuse(
      ErrorCode::wrong_shape,
      fmt::format("{} mixes a proof about convex bodies with one about parts", place.text()));
}

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
  static_assert(std::equal(kBodyKeys.begin(), kBodyKeys.end(), kKeys.begin() + kConvexKeys.size()));
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
    return read_body_key(reader, key - kConvexKeys.size(), item, here, found);
  };
  if (!reader.fields(value, place, kKeys, each)) return false;
  const bool of_parts = body_distance.part_a >= 0 || !body_distance.a.weights.empty() ||
                        !body_distance.b.weights.empty();
  const bool of_hulls = !distance.direction.empty() || !distance.a.empty() || !distance.b.empty();
  if ((convex && other) || (convex && of_parts) || (other && of_hulls) || (of_parts && of_hulls)) {
    return refuse_mixed(reader, place);
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
  Certificate certificate;
  auto error = detail::read_text(text, [&](auto& reader, auto value, const auto& place) {
    return detail::read_certificate(reader, value, place, certificate);
  });
  if (error) return *std::move(error);
  return certificate;
}

Result<BodyCertificate> body_certificate_from_json(std::string_view text) {
  Certificate convex;
  std::optional<BodyCertificate> bodies;
  auto error = detail::read_text(text, [&](auto& reader, auto value, const auto& place) {
    if (!detail::read_any_certificate(reader, value, place, convex, bodies)) return false;
    if (bodies || reader.is_null(value)) return true;
    return reader.refuse(
        ErrorCode::wrong_shape,
        fmt::format("{} is one of convex bodies; read it as one of those", place.text()));
  });
  if (error) return *std::move(error);
  BodyCertificate certificate = std::move(bodies).value_or(BodyCertificate{});
  certificate.verdict = detail::claimed_verdict(certificate);
  return certificate;
}

}  // namespace sunder::inline SUNDER_ABI

// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each struct of the certificate is an object, each list a key. Empty lists are omitted.
// Cost: Linear in the text.
// Gives up: It refuses unknown keys, empty lists and numbers of too many digits.
#include "pipe/body_certificate.hpp"

#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <string_view>

#include "pipe/proof_parts.hpp"
#include "pipe/values.hpp"
#include "sunder/io.hpp"
#include "sunder/report.hpp"
#include "text/json_text.hpp"

namespace sunder::detail {
namespace {

/// What names nothing is written as it is: the checker refuses it.
void append_named(std::string& out, std::string_view key, std::int32_t number) {
  append_key(out, key);
  append_integer(out, number);
}

void append_place(std::string& out, std::string_view key, const PartPoint& point) {
  if (point.weights.empty()) return;
  append_key(out, key);
  out += '{';
  if (point.triangle != -1) append_named(out, "triangle", point.triangle);
  append_weighted(out, "weights", point.weights);
  out += '}';
}

void append_separation(std::string& out, const PartSeparation& separation) {
  out += '{';
  append_named(out, "part_a", separation.part_a);
  append_named(out, "part_b", separation.part_b);
  append_key(out, "cut");
  out += '{';
  append_integers(out, "order_a", separation.order_a);
  append_integers(out, "order_b", separation.order_b);
  append_key(out, "pairs");
  std::string_view before = "[";
  for (const RangeCut& cut : separation.cuts) {
    out += before;
    before = ", ";
    char bracket = '[';
    for (const std::int32_t end : {cut.a_begin, cut.a_end, cut.b_begin, cut.b_end}) {
      out += bracket;
      if (bracket == ',') out += ' ';
      bracket = ',';
      append_integer(out, end);
    }
    out += ", ";
    append_exact_list(out, cut.direction);
    out += ']';
  }
  out += separation.cuts.empty() ? "[]}" : "]}";
  if (!separation.outside_b.empty() || !separation.outside_a.empty()) {
    append_key(out, "winding");
    out += '{';
    append_integers(out, "a", separation.outside_b);
    append_integers(out, "b", separation.outside_a);
    out += '}';
  }
  out += '}';
}

void append_body_distance(std::string& out, const BodyDistanceProof& proof) {
  if (proof.a.weights.empty() && proof.b.weights.empty()) return;
  append_key(out, "distance");
  out += '{';
  append_named(out, "part_a", proof.part_a);
  append_named(out, "part_b", proof.part_b);
  append_place(out, "a", proof.a);
  append_place(out, "b", proof.b);
  out += '}';
}

void append_covers(std::string& out, std::string_view key,
                   const std::vector<PolygonCover>& covers) {
  if (covers.empty()) return;
  append_key(out, key);
  std::string_view before = "[";
  for (const PolygonCover& cover : covers) {
    out += before;
    before = ", ";
    out += '{';
    append_index(out, "part", cover.part);
    append_key(out, "triangles");
    std::string_view bracket = "[";
    for (const auto& triangle : cover.triangles) {
      out += bracket;
      bracket = ", ";
      out += fmt::format("[{}, {}, {}]", triangle[0], triangle[1], triangle[2]);
    }
    out += cover.triangles.empty() ? "[]}" : "]}";
  }
  out += ']';
}

bool read_triangle(JsonReader& reader, JsonValue value, const Place& place,
                   std::array<std::int32_t, 3>& out) {
  std::size_t count = 0;
  const auto each = [&](std::size_t index, JsonValue item) {
    ++count;
    return index > 2 || reader.integer(item, place.item(index), out[index]);
  };
  if (!reader.items(value, place, "an array of three corners", each)) return false;
  return count == 3 ||
         reader.refuse(ErrorCode::wrong_shape,
                       fmt::format("{} has length {}; it must have length 3", place.text(), count));
}

bool read_cover(JsonReader& reader, JsonValue value, const Place& place, PolygonCover& out) {
  constexpr std::array<std::string_view, 2> kKeys = {"part", "triangles"};
  return reader.fields(value, place, kKeys, [&](std::size_t key, JsonValue item) {
    const Place here = place.key(kKeys[key]);
    if (key == 0) return reader.integer(item, here, out.part);
    return reader.items(
        item, here, "an array of triangles", [&](std::size_t index, JsonValue triangle) {
          return read_triangle(reader, triangle, here.item(index), out.triangles.emplace_back());
        });
  });
}

bool read_range_cut(JsonReader& reader, JsonValue value, const Place& place, RangeCut& out) {
  const std::array ends{&out.a_begin, &out.a_end, &out.b_begin, &out.b_end};
  std::size_t count = 0;
  const auto each = [&](std::size_t index, JsonValue item) {
    ++count;
    const Place here = place.item(index);
    if (index < ends.size()) return reader.integer(item, here, *ends[index]);
    return index > ends.size() || read_direction(reader, item, here, out.direction);
  };
  if (!reader.items(value, place, "an array of four positions and a direction", each)) return false;
  return count == 5 ||
         reader.refuse(ErrorCode::wrong_shape,
                       fmt::format("{} has length {}; it must have length 5", place.text(), count));
}

bool read_cut(JsonReader& reader, JsonValue value, const Place& place, PartSeparation& out) {
  constexpr std::array<std::string_view, 3> kKeys = {"order_a", "order_b", "pairs"};
  return reader.fields(value, place, kKeys, [&](std::size_t key, JsonValue item) {
    const Place here = place.key(kKeys[key]);
    if (key == 0) return read_integers(reader, item, here, out.order_a);
    if (key == 1) return read_integers(reader, item, here, out.order_b);
    return reader.items(
        item, here, "an array of pairs of ranges", [&](std::size_t index, JsonValue pair) {
          return read_range_cut(reader, pair, here.item(index), out.cuts.emplace_back());
        });
  });
}

bool read_winding(JsonReader& reader, JsonValue value, const Place& place, PartSeparation& out) {
  constexpr std::array<std::string_view, 2> kKeys = {"a", "b"};
  return reader.fields(value, place, kKeys, [&](std::size_t key, JsonValue item) {
    return read_integers(reader, item, place.key(kKeys[key]),
                         key == 0 ? out.outside_b : out.outside_a);
  });
}

bool read_separation(JsonReader& reader, JsonValue value, const Place& place, PartSeparation& out) {
  constexpr std::array<std::string_view, 4> kKeys = {"part_a", "part_b", "cut", "winding"};
  return reader.fields(value, place, kKeys, [&](std::size_t key, JsonValue item) {
    const Place here = place.key(kKeys[key]);
    if (key == 0) return reader.integer(item, here, out.part_a);
    if (key == 1) return reader.integer(item, here, out.part_b);
    return key == 2 ? read_cut(reader, item, here, out) : read_winding(reader, item, here, out);
  });
}

}  // namespace

void append_body_certificate(std::string& out, const BodyCertificate& certificate) {
  if (certificate.part_a < 0 && certificate.separations.empty()) {
    out += "null";
    return;
  }
  out += '{';
  if (certificate.part_a >= 0) {
    append_named(out, "part_a", certificate.part_a);
    append_named(out, "part_b", certificate.part_b);
  }
  append_exact_numbers(out, "point", certificate.point);
  append_place(out, "a", certificate.a);
  append_place(out, "b", certificate.b);
  if (!certificate.separations.empty()) {
    append_key(out, "separations");
    std::string_view before = "[";
    for (const PartSeparation& separation : certificate.separations) {
      out += before;
      before = ", ";
      append_separation(out, separation);
    }
    out += ']';
  }
  if (!certificate.covers_a.empty() || !certificate.covers_b.empty()) {
    append_key(out, "covers");
    out += '{';
    append_covers(out, "a", certificate.covers_a);
    append_covers(out, "b", certificate.covers_b);
    out += '}';
  }
  if (certificate.distance) append_body_distance(out, *certificate.distance);
  out += '}';
}

bool read_part_point(JsonReader& reader, JsonValue value, const Place& place, PartPoint& out) {
  constexpr std::array<std::string_view, 2> kKeys = {"triangle", "weights"};
  return reader.fields(value, place, kKeys, [&](std::size_t key, JsonValue item) {
    const Place here = place.key(kKeys[key]);
    return key == 0 ? reader.integer(item, here, out.triangle)
                    : read_weighted(reader, item, here, out.weights);
  });
}

bool read_body_key(JsonReader& reader, std::size_t key, JsonValue value, const Place& place,
                   BodyCertificate& out) {
  switch (key) {
    case 0:
      return reader.integer(value, place, out.part_a);
    case 1:
      return reader.integer(value, place, out.part_b);
    case 2:
      return read_fractions(reader, value, place, out.point);
    case 3:
      return reader.items(
          value, place, "an array of separations", [&](std::size_t index, JsonValue item) {
            return read_separation(reader, item, place.item(index), out.separations.emplace_back());
          });
    default:
      return read_covers(reader, value, place, out);
  }
}

bool read_covers(JsonReader& reader, JsonValue value, const Place& place,
                 BodyCertificate& certificate) {
  constexpr std::array<std::string_view, 2> kKeys = {"a", "b"};
  return reader.fields(value, place, kKeys, [&](std::size_t key, JsonValue item) {
    auto& covers = key == 0 ? certificate.covers_a : certificate.covers_b;
    const Place here = place.key(kKeys[key]);
    return reader.items(item, here, "an array of covers", [&](std::size_t index, JsonValue cover) {
      return read_cover(reader, cover, here.item(index), covers.emplace_back());
    });
  });
}

}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

std::string to_json(const BodyCertificate& certificate) {
  std::string out;
  detail::append_body_certificate(out, certificate);
  return out;
}

}  // namespace sunder::inline SUNDER_ABI

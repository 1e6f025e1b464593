// SPDX-License-Identifier: Apache-2.0
#include "io/pipe_certificate.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <limits>
#include <system_error>

#include "io/json_text.hpp"
#include "sunder/io.hpp"

namespace sunder {
namespace detail {
namespace {

/// Integers of up to this many digits are doubles.
constexpr std::size_t kExactDigits = 15;

void append_exact(std::string& out, const ExactNumber& number) {
  if (number.integer.empty()) {
    append_number(out, number.value);
  } else {
    out += '"';
    out += number.integer;
    out += '"';
  }
}

template <class Items, class Append>
void append_list(std::string& out, std::string_view key, const Items& items, Append append) {
  if (out.back() != '{') out += ", ";
  out += '"';
  out += key;
  out += "\": [";
  bool first = true;
  for (const auto& item : items) {
    if (!first) out += ", ";
    first = false;
    append(item);
  }
  out += ']';
}

void append_direction(std::string& out, const std::vector<ExactNumber>& direction) {
  append_list(out, "direction", direction, [&](const auto& x) { append_exact(out, x); });
}

void append_weighted(std::string& out, std::string_view key,
                     const std::vector<WeightedVertex>& vertices) {
  append_list(out, key, vertices, [&](const WeightedVertex& vertex) {
    out += '[';
    append_integer(out, vertex.vertex);
    out += ", ";
    append_exact(out, vertex.weight);
    out += ']';
  });
}

void append_distance(std::string& out, const DistanceProof& proof) {
  out += ", \"distance\": {";
  if (!proof.direction.empty()) append_direction(out, proof.direction);
  if (!proof.a.empty()) append_weighted(out, "a", proof.a);
  if (!proof.b.empty()) append_weighted(out, "b", proof.b);
  out += '}';
}

double rounded_integer(std::string_view digits) {
  double value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (read.ec != std::errc::result_out_of_range) return value;
  constexpr double kLargest = std::numeric_limits<double>::max();
  return digits.front() == '-' ? -kLargest : kLargest;
}

/// -?[0-9]+
bool is_decimal_integer(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool read_exact(JsonReader& reader, JsonValue value, const Place& place, ExactNumber& out) {
  if (value.type().value_unsafe() != simdjson::ondemand::json_type::string) {
    return reader.number(value, place, "number", out.value);
  }
  std::string_view text;
  if (!reader.string(value, place, text)) return false;
  if (!is_decimal_integer(text)) {
    return reader.refuse(ErrorCode::wrong_type,
                         fmt::format("{} is {}; a number in a string must be a decimal integer",
                                     place.text(), quoted(text)));
  }
  if (text.size() > kMaxDigits) {
    return reader.refuse(ErrorCode::too_large, fmt::format("{} has {} digits; the limit is {}",
                                                           place.text(), text.size(), kMaxDigits));
  }
  out.value = rounded_integer(text);
  if (text.size() > kExactDigits) out.integer = text;
  return true;
}

/// Refuses an empty list: an absent key says the same and says it on purpose.
bool require_items(JsonReader& reader, const Place& place, bool empty) {
  return !empty || reader.refuse(ErrorCode::wrong_shape,
                                 fmt::format("{} is empty; leave the key out", place.text()));
}

bool read_direction(JsonReader& reader, JsonValue value, const Place& place,
                    std::vector<ExactNumber>& out) {
  const auto each = [&](std::size_t index, JsonValue item) {
    return read_exact(reader, item, place.item(index), out.emplace_back());
  };
  return reader.items(value, place, "an array of numbers", each) &&
         require_items(reader, place, out.empty());
}

/// Reads [first, second] with a function for each.
template <class First, class Second>
bool read_couple(JsonReader& reader, JsonValue value, const Place& place, First first,
                 Second second) {
  std::size_t count = 0;
  const auto each = [&](std::size_t index, JsonValue item) {
    ++count;
    if (index > 1) return true;
    return index == 0 ? first(item, place.item(0)) : second(item, place.item(1));
  };
  if (!reader.items(value, place, "an array of two numbers", each)) return false;
  return count == 2 ||
         reader.refuse(ErrorCode::wrong_shape,
                       fmt::format("{} has length {}; it must have length 2", place.text(), count));
}

bool read_pairs(JsonReader& reader, JsonValue value, const Place& place,
                std::vector<IndexPair>& out) {
  const auto each = [&](std::size_t index, JsonValue item) {
    IndexPair& pair = out.emplace_back();
    return read_couple(
        reader, item, place.item(index),
        [&](JsonValue entry, const Place& here) { return reader.integer(entry, here, pair.a); },
        [&](JsonValue entry, const Place& here) { return reader.integer(entry, here, pair.b); });
  };
  return reader.items(value, place, "an array of index pairs", each) &&
         require_items(reader, place, out.empty());
}

bool read_weighted(JsonReader& reader, JsonValue value, const Place& place,
                   std::vector<WeightedVertex>& out) {
  const auto each = [&](std::size_t index, JsonValue item) {
    WeightedVertex& vertex = out.emplace_back();
    return read_couple(
        reader, item, place.item(index),
        [&](JsonValue entry, const Place& here) {
          return reader.integer(entry, here, vertex.vertex);
        },
        [&](JsonValue entry, const Place& here) {
          return read_exact(reader, entry, here, vertex.weight);
        });
  };
  return reader.items(value, place, "an array of [index, weight]", each) &&
         require_items(reader, place, out.empty());
}

bool read_distance(JsonReader& reader, JsonValue value, const Place& place, DistanceProof& out) {
  constexpr std::array<std::string_view, 3> kKeys = {"direction", "a", "b"};
  return reader.fields(value, place, kKeys, [&](std::size_t key, JsonValue item) {
    const Place here = place.key(kKeys[key]);
    if (key == 0) return read_direction(reader, item, here, out.direction);
    return read_weighted(reader, item, here, key == 1 ? out.a : out.b);
  });
}

Verdict verdict_of(const Certificate& certificate) {
  if (certificate.pairs.empty()) return Verdict::separated;
  return certificate.direction.empty() ? Verdict::overlapping : Verdict::touching;
}

/// A double has room for 308 digits before the point.
constexpr int kRoom = 300;

/// number * 10^-shift, rounded; 0 where that is below every double.
double scaled_down(const ExactNumber& number, int shift) {
  std::string text = number.integer;
  if (text.empty()) append_number(text, number.value);
  int power = 0;
  const std::size_t exponent = text.find('e');
  if (exponent != std::string::npos) {
    std::from_chars(text.data() + exponent + 1, text.data() + text.size(), power);
    text.resize(exponent);
  }
  text += fmt::format("e{}", power - shift);
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

void append_certificate(std::string& out, const Certificate& certificate) {
  if (certificate.pairs.empty() && certificate.direction.empty()) {
    out += "null";
    return;
  }
  out += '{';
  if (!certificate.pairs.empty()) {
    append_list(out, "pairs", certificate.pairs, [&](const IndexPair& pair) {
      out += '[';
      append_integer(out, pair.a);
      out += ", ";
      append_integer(out, pair.b);
      out += ']';
    });
  }
  if (!certificate.direction.empty()) append_direction(out, certificate.direction);
  const auto& distance = certificate.distance;
  // Bodies that meet are at distance 0 by their verdict; nothing stands in the proof then.
  if (distance && !(distance->direction.empty() && distance->a.empty() && distance->b.empty())) {
    append_distance(out, *distance);
  }
  out += '}';
}

bool read_certificate(JsonReader& reader, JsonValue value, const Place& place,
                      Certificate& certificate) {
  certificate = {};
  certificate.verdict = Verdict::separated;
  if (reader.is_null(value)) return true;
  constexpr std::array<std::string_view, 4> kKeys = {"direction", "pairs", "distance", "depth"};
  const auto each = [&](std::size_t key, JsonValue item) {
    const Place here = place.key(kKeys[key]);
    switch (key) {
      case 0:
        return read_direction(reader, item, here, certificate.direction);
      case 1:
        return read_pairs(reader, item, here, certificate.pairs);
      case 2:
        return read_distance(reader, item, here, certificate.distance.emplace());
      default:
        return reader.refuse(
            ErrorCode::not_served,
            fmt::format("{} is not read by this version; leave it out", here.text()));
    }
  };
  if (!reader.fields(value, place, kKeys, each)) return false;
  if (certificate.direction.empty() && certificate.pairs.empty()) {
    return reader.refuse(
        ErrorCode::missing_key,
        fmt::format("{} has neither \"direction\" nor \"pairs\"; one is needed", place.text()));
  }
  certificate.verdict = verdict_of(certificate);
  certificate.dimension = static_cast<int>(certificate.direction.size());
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

}  // namespace detail

std::string to_json(const Certificate& certificate) {
  std::string out;
  detail::append_certificate(out, certificate);
  return out;
}

Result<Certificate> certificate_from_json(std::string_view text) {
  // A certificate is read as the value of a line's key; it may be the word null.
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

}  // namespace sunder

// SPDX-License-Identifier: Apache-2.0
//
// Idea: Short integers are written as numbers, longer ones as strings of digits. Each kind of list
// has one writer and one reader.
// Cost: Linear in the text.
// Gives up: It refuses empty lists and integers of more than kMaxDigits digits.
#include "pipe/proof_parts.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "pipe/values.hpp"
#include "text/json_text.hpp"
#include "text/json_token.hpp"

namespace sunder::detail {
namespace {

/// Integers of up to this many digits are exact as doubles.
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
void append_items(std::string& out, const Items& items, Append append) {
  char before = '[';
  for (const auto& item : items) {
    out += before;
    if (before == ',') out += ' ';
    before = ',';
    append(item);
  }
  out += ']';
}

template <class Items, class Append>
void append_list(std::string& out, std::string_view key, const Items& items, Append append) {
  if (items.empty()) return;
  append_key(out, key);
  append_items(out, items, append);
}

/// Is it "p/q", two decimal integers?
bool is_quotient(std::string_view text) {
  const std::size_t bar = text.find('/');
  return bar != std::string_view::npos && is_decimal_integer(text.substr(0, bar)) &&
         is_decimal_integer(text.substr(bar + 1));
}

bool read_exact(JsonReader& reader, JsonValue value, const Place& place, ExactNumber& out,
                bool may_divide = false) {
  if (value.type().value_unsafe() != simdjson::ondemand::json_type::string) {
    return reader.number(value, place, "number", out.value);
  }
  std::string_view text;
  if (!reader.string(value, place, text)) return false;
  const bool divides = may_divide && is_quotient(text);
  if (!divides && !is_decimal_integer(text)) {
    return reader.refuse(
        io_error::wrong_type,
        fmt::format("{} is {}; a number in a string must be a decimal integer{}", place.text(),
                    quoted(text), may_divide ? ", or a quotient of two" : ""));
  }
  if (text.size() > kMaxDigits) {
    return reader.refuse(ErrorCode::too_large, fmt::format("{} has {} digits; the limit is {}",
                                                           place.text(), text.size(), kMaxDigits));
  }
  if (!divides) out.value = reader.rounded(text);
  if (divides || text.size() > kExactDigits) out.integer = text;
  return true;
}

/// Refuses an empty list: an absent key means the same, and is deliberate.
bool require_items(JsonReader& reader, const Place& place, bool empty) {
  return !empty || reader.refuse(ErrorCode::wrong_shape,
                                 fmt::format("{} is empty; leave the key out", place.text()));
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

}  // namespace

void append_exact_numbers(std::string& out, std::string_view key,
                          const std::vector<ExactNumber>& numbers) {
  append_list(out, key, numbers, [&](const auto& x) { append_exact(out, x); });
}

void append_exact_list(std::string& out, const std::vector<ExactNumber>& numbers) {
  append_items(out, numbers, [&](const auto& x) { append_exact(out, x); });
}

void append_direction(std::string& out, const std::vector<ExactNumber>& direction) {
  append_exact_numbers(out, "direction", direction);
}

void append_integers(std::string& out, std::string_view key,
                     const std::vector<std::int32_t>& list) {
  append_list(out, key, list, [&](std::int32_t x) { append_integer(out, x); });
}

void append_pairs(std::string& out, const std::vector<IndexPair>& pairs) {
  append_list(out, "pairs", pairs, [&](const IndexPair& pair) {
    out += '[';
    append_integer(out, pair.a);
    out += ", ";
    append_integer(out, pair.b);
    out += ']';
  });
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

void append_facets(std::string& out, const std::vector<std::int32_t>& facets, int dimension) {
  if (facets.empty()) return;
  const auto d = static_cast<std::size_t>(std::max(dimension, 1));
  append_key(out, "facets");
  out += '[';
  for (std::size_t i = 0; i < facets.size(); ++i) {
    if (i > 0) out += ", ";
    if (i % d == 0) out += '[';
    append_integer(out, facets[i]);
    if (i % d + 1 == d) out += ']';
  }
  out += ']';
}

bool read_direction(JsonReader& reader, JsonValue value, const Place& place,
                    std::vector<ExactNumber>& out) {
  const auto each = [&](std::size_t index, JsonValue item) {
    return read_exact(reader, item, place.item(index), out.emplace_back());
  };
  return reader.items(value, place, "an array of numbers", each) &&
         require_items(reader, place, out.empty());
}

bool read_fractions(JsonReader& reader, JsonValue value, const Place& place,
                    std::vector<ExactNumber>& out) {
  const auto each = [&](std::size_t index, JsonValue item) {
    return read_exact(reader, item, place.item(index), out.emplace_back(), true);
  };
  return reader.items(value, place, "an array of numbers", each) &&
         require_items(reader, place, out.empty());
}

bool read_integers(JsonReader& reader, JsonValue value, const Place& place,
                   std::vector<std::int32_t>& out) {
  const auto each = [&](std::size_t index, JsonValue item) {
    return reader.integer(item, place.item(index), out.emplace_back());
  };
  return reader.items(value, place, "an array of integers", each) &&
         require_items(reader, place, out.empty());
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

bool read_facets(JsonReader& reader, JsonValue value, const Place& place,
                 std::vector<std::int32_t>& out, std::size_t& length) {
  const auto each = [&](std::size_t index, JsonValue item) {
    const Place here = place.item(index);
    const std::size_t before = out.size();
    const auto corner = [&](std::size_t position, JsonValue entry) {
      return reader.integer(entry, here.item(position), out.emplace_back());
    };
    if (!reader.items(item, here, "an array of positions in pairs", corner)) return false;
    const std::size_t count = out.size() - before;
    if (index == 0) length = count;
    return (count == length && (count == 2 || count == 3)) ||
           reader.refuse(ErrorCode::wrong_shape,
                         fmt::format("{} has length {}; a facet has 2 corners in dimension 2 and "
                                     "3 in dimension 3",
                                     here.text(), count));
  };
  return reader.items(value, place, "an array of facets", each) &&
         require_items(reader, place, out.empty());
}

}  // namespace sunder::detail

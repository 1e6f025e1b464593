// SPDX-License-Identifier: Apache-2.0
//
// Reads one JSON line strictly over simdjson. Every refusal names the place, what it found and what
// it expected. It takes one pass and builds no tree; only a refused line is scanned twice.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sunder/error.hpp"
#include "text/decimal.hpp"
#include "text/json_library.hpp"
#include "text/json_parser.hpp"
#include "text/lines.hpp"

namespace sunder::detail {

using JsonValue = simdjson::ondemand::value;
using JsonObject = simdjson::ondemand::object;

/// The place of a value, as a chain on the stack. A text such as "b.vertices[3][1]" is built only
/// when a refusal needs it.
class Place {
 public:
  explicit constexpr Place(std::string_view key, const Place* parent = nullptr) noexcept
      : parent_(parent), key_(key) {}
  constexpr Place(std::size_t index, const Place& parent) noexcept
      : parent_(&parent), index_(index) {}
  constexpr Place key(std::string_view name) const noexcept { return Place(name, this); }
  constexpr Place item(std::size_t index) const noexcept { return Place(index, *this); }
  std::string text() const;

 private:
  const Place* parent_;
  std::string_view key_{};  ///< empty: an index
  std::size_t index_ = 0;
};

/// A table of rows of equal length: vertices, or a transform.
struct Rows {
  std::vector<double> numbers;  ///< row after row
  std::size_t count = 0;
  std::size_t length = 0;  ///< of each row; 0 if there is none
};

struct Refusal {
  Error error;
  std::string id = "null";  ///< JSON text, copied from the line
};

/// Quotes a text for a message, and cuts a long one.
std::string quoted(std::string_view text);

/// Reads a line's values. Every function returns false after a refusal; explain() returns the
/// reason.
class JsonReader {
 public:
  using ReadDecimal = Decimal (*)(std::string_view json);
  /// `read` converts numbers; simdjson converts none.
  explicit JsonReader(ReadDecimal read = read_json_decimal) : read_(read) {}

  /// The line must stay valid until the next line. Calls each(key index, value) for the line's
  /// keys.
  template <std::size_t N, class Each>
  bool line(const Line& line, const std::array<std::string_view, N>& keys, Each&& each);
  /// Finds the id of a line without reading what is behind it; false where no valid one comes before
  /// what is no JSON.
  bool find_id(const Line& line, std::string_view& id);
  /// Returns the reason of the last refusal. A line that is not JSON is a syntax refusal, whatever
  /// was found first. Otherwise the refusal carries the line's id.
  Refusal explain();

  bool refuse(ErrorCode code, std::string message);

  bool number(JsonValue value, const Place& place, std::string_view noun, double& out);
  /// Reads an integer of digits alone: no point, no exponent.
  bool integer(JsonValue value, const Place& place, std::int32_t& out);
  bool string(JsonValue value, const Place& place, std::string_view& out);
  bool boolean(JsonValue value, const Place& place, bool& out);
  bool is_null(JsonValue value);
  /// Returns the nearest finite double of -?[0-9]+, of any length.
  double rounded(std::string_view integer) const;
  /// Reads an integer, a string or null; returns its bytes in the line.
  bool id(JsonValue value, const Place& place, std::string_view& out);
  /// `noun` names an entry in messages, such as "coordinate".
  bool numbers(JsonValue value, const Place& place, std::string_view noun,
               std::vector<double>& out);
  bool rows(JsonValue value, const Place& place, std::string_view noun, Rows& out);

  /// Calls each(key index, value) for the keys of an object; refuses unknown and repeated ones.
  template <std::size_t N, class Each>
  bool fields(JsonValue value, const Place& place, const std::array<std::string_view, N>& keys,
              Each&& each);
  /// Calls each(index, value) for the items of an array.
  template <class Each>
  bool items(JsonValue value, const Place& place, std::string_view expected, Each&& each);

 private:
  template <std::size_t N, class Each>
  bool fields_of(JsonObject object, const Place* place, const std::array<std::string_view, N>& keys,
                 Each&& each);
  bool open(const Line& line, JsonObject& object);
  bool close();
  bool malformed(simdjson::error_code error);
  bool wrong_type(JsonValue value, const Place& place, std::string_view expected);
  bool other_number(JsonValue value, const Place& place, std::string_view noun, double& out);
  bool refuse_number(JsonValue value, const Place& place, std::string_view remedy,
                     std::string_view expected);
  bool refuse_key(const Place* place, std::string_view key, bool repeated,
                  const std::string_view* keys, std::size_t count);

  ReadDecimal read_;
  JsonParser parser_;
  simdjson::ondemand::document document_;
  Line line_;
  Error error_;
};

template <std::size_t N, class Each>
bool JsonReader::line(const Line& line, const std::array<std::string_view, N>& keys, Each&& each) {
  JsonObject object;
  return open(line, object) && fields_of(object, nullptr, keys, each) && close();
}

template <std::size_t N, class Each>
bool JsonReader::fields(JsonValue value, const Place& place,
                        const std::array<std::string_view, N>& keys, Each&& each) {
  JsonObject object;
  if (value.get_object().get(object)) return wrong_type(value, place, "an object");
  return fields_of(object, &place, keys, each);
}

template <std::size_t N, class Each>
bool JsonReader::fields_of(JsonObject object, const Place* place,
                           const std::array<std::string_view, N>& keys, Each&& each) {
  static_assert(N <= 64);
  std::uint64_t seen = 0;
  for (auto field : object) {
    std::string_view key;
    simdjson::ondemand::field entry;
    if (const auto error = std::move(field).get(entry)) return malformed(error);
    if (const auto error = parser_.key(entry, key)) return malformed(error);
    std::size_t index = 0;
    while (index < N && keys[index] != key) ++index;
    const bool repeated = index < N && ((seen >> index) & 1) != 0;
    if (index == N || repeated) return refuse_key(place, key, repeated, keys.data(), N);
    seen |= std::uint64_t{1} << index;
    JsonValue value;
    value = entry.value();
    if (!each(index, value)) return false;
  }
  return true;
}

template <class Each>
bool JsonReader::items(JsonValue value, const Place& place, std::string_view expected,
                       Each&& each) {
  simdjson::ondemand::array array;
  if (value.get_array().get(array)) return wrong_type(value, place, expected);
  std::size_t index = 0;
  for (auto item : array) {
    JsonValue entry;
    if (const auto error = item.get(entry)) return malformed(error);
    if (!each(index++, entry)) return false;
  }
  return true;
}

}  // namespace sunder::detail

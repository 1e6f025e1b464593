// SPDX-License-Identifier: Apache-2.0
//
// Idea: simdjson finds the structure; this reader checks types, keys and shapes in one pass, and
// reads numbers by its own function.
// Cost: One pass over the line. A refused line is scanned once more, for the words and the place of
// the message.
// Gives up: It refuses at the first fault; explain() returns the reason.
#include "text/json_reader.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <utility>

#include "exact/dyadic.hpp"
#include "sunder/io.hpp"
#include "text/json_scan.hpp"
#include "text/json_text.hpp"
#include "text/json_token.hpp"

namespace sunder::detail {
namespace {

/// A quotation of the line in a message is cut after this many bytes.
constexpr std::size_t kQuotedBytes = 60;

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

/// Returns the text of a value that should have been finite, as in the line, or cut.
std::string not_finite_text(std::string_view token) {
  if (token.size() <= kQuotedBytes) return std::string(token);
  return fmt::format("{}...", token.substr(0, kQuotedBytes));
}

/// The way of nearly every number, inlined into the loops over many. Returns false for one that is followed by blanks,
/// is not finite, or is none.
[[gnu::always_inline]] inline bool read_plain(JsonReader::ReadDecimal read, std::string_view token,
                                              double& out) {
  const Decimal decimal = read(token);
  out = decimal.value;
  return decimal.length == token.size() && is_finite_bits(decimal.value);
}

}  // namespace

std::string Place::text() const {
  if (key_.empty()) return fmt::format("{}[{}]", parent_->text(), index_);
  return parent_ == nullptr ? std::string(key_) : fmt::format("{}.{}", parent_->text(), key_);
}

std::string quoted(std::string_view text) {
  const bool cut = text.size() > kQuotedBytes;
  if (cut) {
    std::size_t end = kQuotedBytes;
    while (end > 0 && is_continuation(text[end])) --end;
    text = text.substr(0, end);
  }
  return fmt::format("\"{}{}\"", text, cut ? "..." : "");
}

bool JsonReader::refuse(ErrorCode code, std::string message) {
  error_ = {code, std::move(message)};
  return false;
}

Refusal JsonReader::explain() {
  const LineScan scan = scan_line(parser_, line_);
  if (!scan.fault.empty()) {
    return {{io_error::syntax, fmt::format("the line is not JSON: {}; each line must be one JSON "
                                           "object",
                                           scan.fault)}};
  }
  if (!scan.object) {
    return {{io_error::wrong_type,
             "the line is no JSON object; each line must be a question or a definition in braces"}};
  }
  return {std::move(error_), scan.id};
}

bool JsonReader::open(const Line& line, JsonObject& object) {
  line_ = line;
  if (const auto error = parser_.iterate(line, document_)) return malformed(error);
  if (const auto error = document_.get_object().get(object)) return malformed(error);
  return true;
}

bool JsonReader::find_id(const Line& line, std::string_view& out) {
  JsonObject object;
  if (!open(line, object)) return false;
  for (auto field : object) {
    std::string_view key;
    simdjson::ondemand::field entry;
    if (std::move(field).get(entry) || parser_.key(entry, key)) return false;
    if (key == "id") return id(entry.value(), Place(key), out);
  }
  return false;
}

bool JsonReader::close() {
  return at_end(document_) || refuse(io_error::syntax, "something follows the closing brace");
}

/// explain() scans the line again, and finds the words and the place.
bool JsonReader::malformed(simdjson::error_code error) {
  return refuse(io_error::syntax, std::string(syntax_reason(error)));
}

bool JsonReader::wrong_type(JsonValue value, const Place& place, std::string_view expected) {
  const TokenKind kind = classify_token(token_text(value));
  if (kind == TokenKind::malformed) return malformed(simdjson::TAPE_ERROR);
  return refuse(io_error::wrong_type,
                fmt::format("{} is {}; it must be {}", place.text(), describe(kind), expected));
}

bool JsonReader::refuse_key(const Place* place, std::string_view key, bool repeated,
                            const std::string_view* keys, std::size_t count) {
  const std::string where = place == nullptr ? "the line" : place->text();
  if (repeated) {
    return refuse(io_error::duplicate_key,
                  fmt::format("{} has the key {} twice; keep one", where, quoted(key)));
  }
  return refuse(io_error::unknown_key,
                fmt::format("{} has the unknown key {}; the keys here are {}", where, quoted(key),
                            fmt::join(keys, keys + count, ", ")));
}

bool JsonReader::number(JsonValue value, const Place& place, std::string_view noun, double& out) {
  if (read_plain(read_, value.raw_json_token(), out)) [[likely]] {
    return true;
  }
  return other_number(value, place, noun, out);
}

/// Reads a number followed by blanks, or refuses the value.
bool JsonReader::other_number(JsonValue value, const Place& place, std::string_view noun,
                              double& out) {
  const std::string_view text = token_text(value);
  const Decimal decimal = read_(text);
  out = decimal.value;
  return (decimal.length == text.size() && is_finite_bits(out)) ||
         refuse_number(value, place, fmt::format("every {} must be finite", noun), "a number");
}

bool JsonReader::refuse_number(JsonValue value, const Place& place, std::string_view remedy,
                               std::string_view expected) {
  const std::string_view text = token_text(value);
  if (classify_token(text) != TokenKind::not_finite) return wrong_type(value, place, expected);
  return refuse(ErrorCode::not_finite,
                fmt::format("{} is {}; {}", place.text(), not_finite_text(text), remedy));
}

/// Each integer that fits is a double.
bool JsonReader::integer(JsonValue value, const Place& place, std::int32_t& out) {
  const std::string_view text = token_text(value);
  const Decimal decimal = read_(text);
  const bool whole = decimal.length == text.size() && is_decimal_integer(text);
  if (!whole || !is_finite_bits(decimal.value)) {
    return refuse_number(value, place, "it must be an integer", "an integer");
  }
  using Limits = std::numeric_limits<std::int32_t>;
  if (decimal.value < Limits::min() || decimal.value > Limits::max()) {
    return refuse(ErrorCode::too_large,
                  fmt::format("{} is {}; it must be below 2^31", place.text(), text.substr(0, 60)));
  }
  out = static_cast<std::int32_t>(decimal.value);
  return true;
}

double JsonReader::rounded(std::string_view integer) const {
  const bool negative = integer.starts_with('-');
  // JSON has no leading zeros.
  integer.remove_prefix(std::min(integer.find_first_not_of("-0"), integer.size() - 1));
  const double value = std::min(read_(integer).value, std::numeric_limits<double>::max());
  return negative ? -value : value;
}

bool JsonReader::string(JsonValue value, const Place& place, std::string_view& out) {
  const auto error = parser_.string(value, out);
  if (error == simdjson::SUCCESS) return true;
  return error == simdjson::INCORRECT_TYPE ? wrong_type(value, place, "a string")
                                           : malformed(error);
}

bool JsonReader::boolean(JsonValue value, const Place& place, bool& out) {
  return value.get_bool().get(out) == simdjson::SUCCESS ||
         wrong_type(value, place, "true or false");
}

bool JsonReader::is_null(JsonValue value) { return token_text(value) == "null"; }

bool JsonReader::id(JsonValue value, const Place& place, std::string_view& out) {
  out = token_text(value);
  if (!is_id_token(out)) return wrong_type(value, place, "an integer, a string or null");
  std::string_view text;
  return out.front() != '"' || string(value, place, text);  // for its escapes
}

bool JsonReader::numbers(JsonValue value, const Place& place, std::string_view noun,
                         std::vector<double>& out) {
  out.clear();
  return items(value, place, "an array of numbers", [&](std::size_t index, JsonValue item) {
    return number(item, place.item(index), noun, out.emplace_back());
  });
}

bool JsonReader::rows(JsonValue value, const Place& place, std::string_view noun, Rows& out) {
  out.numbers.clear();
  out.count = out.length = 0;
  const auto read_row = [&](std::size_t row, JsonValue item) {
    const Place here = place.item(row);
    const std::size_t before = out.numbers.size();
    const auto read_number = [&](std::size_t column, JsonValue entry) {
      double& into = out.numbers.emplace_back();
      if (read_plain(read_, entry.raw_json_token(), into)) [[likely]] {
        return true;
      }
      return other_number(entry, here.item(column), noun, into);
    };
    if (!items(item, here, "an array of numbers", read_number)) return false;
    const std::size_t length = out.numbers.size() - before;
    if (row == 0) out.length = length;
    ++out.count;
    if (length == 0) {
      return refuse(ErrorCode::wrong_shape,
                    fmt::format("{} is empty; every row needs at least one {}", here.text(), noun));
    }
    if (length > kPipeMaxDimension + 1) {
      return refuse(ErrorCode::too_large, fmt::format("{} has length {}; the limit is {}",
                                                      here.text(), length, kPipeMaxDimension));
    }
    if (length == out.length) return true;
    return refuse(
        ErrorCode::wrong_shape,
        fmt::format("{} has length {} and {} has length {}; all rows must be equally long",
                    here.text(), length, place.item(0).text(), out.length));
  };
  return items(value, place, "an array of rows", read_row);
}

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// Idea: Every value of a refused line is visited recursively, until a fault or the end. The scan
// also collects the ids of the top-level object.
// Cost: One pass; only refused lines take it.
// Gives up: At the depth kPipeMaxDepth, which bounds the recursion.
#include "text/json_scan.hpp"

#include <fmt/format.h>

#include "sunder/io.hpp"
#include "text/json_token.hpp"

namespace sunder::detail {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr std::string_view kBlank = " \t\r\n";
static_assert(kPipeMaxDepth == 32);
constexpr std::string_view kTooDeep = "it is nested deeper than 32 levels";

class Scanner {
 public:
  Scanner(JsonParser& parser, const Line& line) : parser_(parser), line_(line) {}
  LineScan run();

 private:
  bool root(ondemand::document& document);
  bool value(ondemand::value value, int depth);
  bool object(ondemand::object object, int depth);
  bool array(ondemand::array array, int depth);
  bool single_value();
  std::string where(ondemand::document& document) const;
  bool fault(simdjson::error_code error) {
    reason_ = syntax_reason(error);
    return false;
  }
  bool fault(std::string_view reason) {
    reason_ = reason;
    return false;
  }

  JsonParser& parser_;
  const Line& line_;
  std::string_view reason_;
  std::string_view id_ = "null";
  int ids_ = 0;
  bool object_ = false;
};

LineScan Scanner::run() {
  ondemand::document document;
  const auto error = parser_.iterate(line_, document);
  const bool well_formed = error == simdjson::SUCCESS ? root(document) : fault(error);
  LineScan result;
  if (!well_formed) {
    result.fault = fmt::format("{}{}", reason_, error ? std::string() : where(document));
  }
  result.id = well_formed && ids_ == 1 ? id_ : "null";
  result.object = object_;
  return result;
}

/// Returns the position at which the scan stopped, if it passed the first byte.
std::string Scanner::where(ondemand::document& document) const {
  const char* stop = nullptr;
  if (document.current_location().get(stop)) return {};
  if (stop <= line_.data || stop >= line_.data + line_.size) return {};
  return fmt::format(" near byte {}", stop - line_.data + 1);
}

bool Scanner::root(ondemand::document& document) {
  ondemand::json_type type;
  if (document.type().get(type)) return single_value();
  if (type == ondemand::json_type::object) {
    object_ = true;
    ondemand::object inner;
    if (const auto error = document.get_object().get(inner)) return fault(error);
    if (!object(inner, 1)) return false;
  } else if (type == ondemand::json_type::array) {
    ondemand::array inner;
    if (const auto error = document.get_array().get(inner)) return fault(error);
    if (!array(inner, 1)) return false;
  } else {
    return single_value();
  }
  return at_end(document) || fault("something follows the closing bracket");
}

/// simdjson has other rules for a lone scalar than for one in a container; it is therefore wrapped
/// in an array.
bool Scanner::single_value() {
  const simdjson::padded_string wrapped(
      fmt::format("[{}]", std::string_view(line_.data, line_.size)));
  ondemand::parser parser;
  ondemand::document document;
  ondemand::array inner;
  if (const auto error = parser.iterate(wrapped).get(document)) return fault(error);
  if (const auto error = document.get_array().get(inner)) return fault(error);
  if (!array(inner, 1)) return false;
  std::size_t count = 0;
  document.rewind();
  if (document.get_array().get(inner) || inner.count_elements().get(count)) count = 0;
  return count == 1 || fault("it is several values");
}

bool Scanner::value(ondemand::value value, int depth) {
  const std::string_view token = token_text(value);
  switch (classify_token(token)) {
    case TokenKind::malformed:
      return fault("a value is no number, string, true, false or null");
    case TokenKind::object: {
      ondemand::object inner;
      if (const auto error = value.get_object().get(inner)) return fault(error);
      return object(inner, depth + 1);
    }
    case TokenKind::array: {
      ondemand::array inner;
      if (const auto error = value.get_array().get(inner)) return fault(error);
      return array(inner, depth + 1);
    }
    case TokenKind::string: {
      std::string_view text;
      const auto error = parser_.string(value, text);
      return error == simdjson::SUCCESS || fault(error);
    }
    default:
      return true;  // the iteration steps over a scalar
  }
}

bool Scanner::object(ondemand::object object, int depth) {
  if (depth > kPipeMaxDepth) return fault(kTooDeep);
  for (auto field : object) {
    std::string_view key;
    ondemand::field entry;
    if (const auto error = std::move(field).get(entry)) return fault(error);
    if (const auto error = parser_.key(entry, key)) return fault(error);
    const bool is_id = depth == 1 && key == "id";
    const ondemand::value inner = entry.value();
    if (is_id) {
      ++ids_;
      const std::string_view token = token_text(inner);
      id_ = is_id_token(token) ? token : "null";
    }
    if (!value(inner, depth)) return false;
  }
  return true;
}

bool Scanner::array(ondemand::array array, int depth) {
  if (depth > kPipeMaxDepth) return fault(kTooDeep);
  for (auto item : array) {
    ondemand::value inner;
    if (const auto error = item.get(inner)) return fault(error);
    if (!value(inner, depth)) return false;
  }
  return true;
}

}  // namespace

LineScan scan_line(JsonParser& parser, const Line& line) { return Scanner(parser, line).run(); }

bool at_end(simdjson::ondemand::document& document) {
  return document.current_location().error() == simdjson::OUT_OF_BOUNDS;
}

bool is_id_token(std::string_view token) {
  switch (classify_token(token)) {
    case TokenKind::string:
    case TokenKind::null:
      return true;
    case TokenKind::number:
    case TokenKind::not_finite:
      return is_decimal_integer(token);
    default:
      return false;
  }
}

std::string_view token_text(simdjson::ondemand::value value) {
  const std::string_view token = value.raw_json_token();
  return token.substr(0, token.find_last_not_of(kBlank) + 1);
}

std::string_view syntax_reason(simdjson::error_code error) {
  switch (error) {
    case simdjson::UTF8_ERROR:
      return "it is not UTF-8";
    case simdjson::UNCLOSED_STRING:
      return "a string is not closed";
    case simdjson::UNESCAPED_CHARS:
      return "a string holds a control character that is not escaped";
    case simdjson::STRING_ERROR:
      return "a string has a wrong escape";
    case simdjson::INCOMPLETE_ARRAY_OR_OBJECT:
      return "a bracket or brace is not closed";
    case simdjson::TAPE_ERROR:
      return "a comma, colon, key or value is missing or misplaced";
    case simdjson::DEPTH_ERROR:
      return "it is nested too deeply";
    case simdjson::EMPTY:
      return "it is empty";
    default:
      return "it cannot be read as JSON";
  }
}

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each key of a line has its own reader. Which keys may occur together is checked once the
// line is complete.
// Cost: One pass over the line.
// Gives up: It refuses unknown keys, keys of another question, and questions inside a definition.
#include "pipe/request.hpp"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <string>

#include "pipe/certificate.hpp"
#include "pipe/values.hpp"

namespace sunder::detail {
namespace {

struct LineKey {
  enum : std::size_t {
    id,
    a,
    b,
    ask,
    algorithm,
    width,
    margin,
    tolerance,
    max_points,
    near,
    certificate,
    hint,
    raw,
    define,
    vertices,
    radius,
    triangles,
    as,
    parts,
    file,
    rings
  };
};
constexpr std::array<std::string_view, 21> kLineKeys = {
    "id",        "a",          "b",         "ask",         "algorithm", "width", "margin",
    "tolerance", "max_points", "near",      "certificate", "hint",      "raw",   "define",
    "vertices",  "radius",     "triangles", "as",          "parts",     "file",  "rings"};

/// Which key of a body each key of a line is; the number of such keys where it is none.
constexpr auto kBodyKeys = [] {
  std::array<std::size_t, kLineKeys.size()> keys{};
  for (std::size_t i = 0; i < keys.size(); ++i) {
    while (keys[i] < BodyText::kKeys.size() && BodyText::kKeys[keys[i]] != kLineKeys[i]) ++keys[i];
  }
  return keys;
}();

/// Reads the keys of one line into a Request.
class RequestReader {
 public:
  RequestReader(JsonReader& reader, Request& request) : reader_(reader), request_(request) {}
  bool run(const Line& line);

 private:
  bool read_key(std::size_t key, JsonValue value);
  bool read_ask(JsonValue value, const Place& place);
  bool read_algorithm(JsonValue value, const Place& place);
  bool read_width(JsonValue value, const Place& place);
  bool read_tolerance(JsonValue value, const Place& place);
  bool read_max_points(JsonValue value, const Place& place);
  bool read_near(JsonValue value, const Place& place);
  bool read_wish(JsonValue value, const Place& place);
  bool read_hint(JsonValue value, const Place& place);
  bool read_side(JsonValue value, std::size_t key, BodyText& body);
  bool check_definition();
  bool check_question();
  bool check_companions();
  bool check_body_companions(std::size_t key, const BodyText& body);

  JsonReader& reader_;
  Request& request_;
  std::array<bool, kLineKeys.size()> has_{};
  PartCount defined_;
};

bool RequestReader::run(const Line& line) {
  request_.id = "null";
  request_.ask = 0;
  request_.algorithm = Algorithm::automatic;
  request_.width = 0;
  request_.margin.reset();
  request_.tolerance.reset();
  request_.max_points = 0;
  request_.near = 0;
  request_.certificate = CertificateWish::short_form;
  request_.hint.reset();
  request_.raw = false;
  request_.defined.clear();
  const auto each = [this](std::size_t key, JsonValue value) {
    has_[key] = true;
    return read_key(key, value);
  };
  if (!reader_.line(line, kLineKeys, each)) return false;
  request_.is_definition = has_[LineKey::define];
  return request_.is_definition ? check_definition() : check_question();
}

bool RequestReader::read_key(std::size_t key, JsonValue value) {
  const Place place(kLineKeys[key]);
  switch (key) {
    case LineKey::id:
      return reader_.id(value, place, request_.id);
    case LineKey::a:
      return read_side(value, key, request_.a);
    case LineKey::b:
      return read_side(value, key, request_.b);
    case LineKey::ask:
      return read_ask(value, place);
    case LineKey::algorithm:
      return read_algorithm(value, place);
    case LineKey::width:
      return read_width(value, place);
    case LineKey::margin:
      return reader_.number(value, place, "margin", request_.margin.emplace());
    case LineKey::tolerance:
      return read_tolerance(value, place);
    case LineKey::max_points:
      return read_max_points(value, place);
    case LineKey::near:
      return read_near(value, place);
    case LineKey::certificate:
      return read_wish(value, place);
    case LineKey::hint:
      return read_hint(value, place);
    case LineKey::raw:
      return reader_.boolean(value, place, request_.raw);
    case LineKey::define:
      return reader_.string(value, place, request_.name);
    default:
      return read_body_key(reader_, kBodyKeys[key], value, place, request_.defined, defined_);
  }
}

bool RequestReader::read_side(JsonValue value, std::size_t key, BodyText& body) {
  PartCount count;
  return read_body(reader_, value, Place(kLineKeys[key]), body, count) &&
         check_body_keys(reader_, body, kLineKeys[key], false);
}

bool RequestReader::read_ask(JsonValue value, const Place& place) {
  const auto each = [&](std::size_t index, JsonValue item) {
    std::string_view word;
    const Place here = place.item(index);
    if (!reader_.string(item, here, word)) return false;
    if (const auto question = question_from_name(word)) {
      request_.ask |= std::uint32_t{1} << static_cast<unsigned>(*question);
      return true;
    }
    std::string words;
    for (const Question served : kQuestions) {
      words += fmt::format("{}{}", words.empty() ? "" : ", ", to_string(served));
    }
    return reader_.refuse(ErrorCode::not_served, fmt::format("{} is {}; what can be asked is {}",
                                                             here.text(), quoted(word), words));
  };
  if (!reader_.items(value, place, "an array of words", each)) return false;
  return request_.ask != 0 ||
         reader_.refuse(ErrorCode::wrong_shape,
                        "ask is empty; leave it out to ask for the verdict alone");
}

bool RequestReader::read_algorithm(JsonValue value, const Place& place) {
  std::string_view name;
  if (!reader_.string(value, place, name)) return false;
  if (const auto algorithm = algorithm_from_name(name)) {
    request_.algorithm = *algorithm;
    return true;
  }
  std::string names(to_string(Algorithm::automatic));
  for (const AlgorithmInfo& algorithm : algorithms()) names += fmt::format(", {}", algorithm.name);
  return reader_.refuse(io_error::unknown_algorithm,
                        fmt::format("algorithm is {}; there are {}", quoted(name), names));
}

bool RequestReader::read_width(JsonValue value, const Place& place) {
  if (!reader_.number(value, place, "width", request_.width)) return false;
  return (!is_zero(request_.width) && !std::signbit(request_.width)) ||
         reader_.refuse(ErrorCode::not_served,
                        "width must be greater than 0, such as 1e-9; leave it out for the default");
}

bool RequestReader::read_tolerance(JsonValue value, const Place& place) {
  double& tolerance = request_.tolerance.emplace();
  if (!reader_.number(value, place, "tolerance", tolerance)) return false;
  return (!is_zero(tolerance) && !std::signbit(tolerance)) ||
         reader_.refuse(ErrorCode::not_served,
                        "tolerance must be greater than 0, such as 1e-6: the width of the time's "
                        "interval; leave it out for the default");
}

bool RequestReader::read_max_points(JsonValue value, const Place& place) {
  if (!reader_.integer(value, place, request_.max_points)) return false;
  return request_.max_points > 0 ||
         reader_.refuse(ErrorCode::not_served,
                        "max_points must be 1 or more, such as 4; leave it out for all points");
}

bool RequestReader::read_near(JsonValue value, const Place& place) {
  if (!reader_.number(value, place, "near", request_.near)) return false;
  return !std::signbit(request_.near) || is_zero(request_.near) ||
         reader_.refuse(ErrorCode::wrong_shape,
                        "near is negative; it must be 0 or more, such as 0.01: the gap at which "
                        "bodies still have points");
}

bool RequestReader::read_wish(JsonValue value, const Place& place) {
  std::string_view word;
  if (!reader_.string(value, place, word)) return false;
  if (word == "none") {
    request_.certificate = CertificateWish::none;
  } else if (word == "short") {
    request_.certificate = CertificateWish::short_form;
  } else if (word == "full") {
    request_.certificate = CertificateWish::full;
  } else {
    return reader_.refuse(
        ErrorCode::not_served,
        fmt::format("certificate is {}; it must be short, full or none", quoted(word)));
  }
  return true;
}

/// A null, the certificate of an empty body, is no hint.
bool RequestReader::read_hint(JsonValue value, const Place& place) {
  if (reader_.is_null(value)) return true;
  return read_certificate(reader_, value, place, request_.hint.emplace());
}

bool RequestReader::check_definition() {
  for (std::size_t key = 0; key < LineKey::define; ++key) {
    if (has_[key]) {
      return reader_.refuse(
          io_error::unknown_key,
          fmt::format("a definition has no key {}; its keys are define, vertices, triangles, as, "
                      "rings, parts, file, radius",
                      quoted(kLineKeys[key])));
    }
  }
  return check_body_keys(reader_, request_.defined, "the definition", true);
}

bool RequestReader::check_question() {
  for (std::size_t key = LineKey::vertices; key < kLineKeys.size(); ++key) {
    if (has_[key]) {
      return reader_.refuse(io_error::unknown_key,
                            fmt::format("a question has no key {}; put it into a or b, or add "
                                        "\"define\" to define a body",
                                        quoted(kLineKeys[key])));
    }
  }
  for (const std::size_t key : {LineKey::a, LineKey::b}) {
    if (!has_[key]) {
      return reader_.refuse(
          io_error::missing_key,
          fmt::format("the question has no \"{}\"; it needs a and b", kLineKeys[key]));
    }
  }
  return check_companions();
}

/// Refuses keys that belong to another question; they would otherwise be ignored silently.
bool RequestReader::check_companions() {
  const auto refuse = [&](std::size_t key, Question question) {
    return reader_.refuse(
        io_error::unknown_key,
        fmt::format("{} is read with \"{}\" in ask alone; add that, or leave {} out",
                    kLineKeys[key], to_string(question), kLineKeys[key]));
  };
  if (has_[LineKey::tolerance] && !request_.asks(Question::cast)) {
    return refuse(LineKey::tolerance, Question::cast);
  }
  if (has_[LineKey::max_points] && !request_.asks(Question::contact)) {
    return refuse(LineKey::max_points, Question::contact);
  }
  if (has_[LineKey::near] && !request_.asks(Question::contact)) {
    return refuse(LineKey::near, Question::contact);
  }
  return check_body_companions(LineKey::a, request_.a) &&
         check_body_companions(LineKey::b, request_.b);
}

bool RequestReader::check_body_companions(std::size_t key, const BodyText& body) {
  return !body.has[BodyText::motion] || request_.asks(Question::cast) ||
         reader_.refuse(
             io_error::unknown_key,
             fmt::format(
                 "{}.motion is read with \"cast\" in ask alone; add that, or leave the motion out",
                 kLineKeys[key]));
}

}  // namespace

bool read_request(JsonReader& reader, const Line& line, Request& request) {
  return RequestReader(reader, request).run(line);
}

}  // namespace sunder::detail

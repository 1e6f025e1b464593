// SPDX-License-Identifier: Apache-2.0
#include "io/pipe_request.hpp"

#include <fmt/format.h>
#include <string>

#include "io/pipe_certificate.hpp"
#include "sunder/io.hpp"

namespace sunder::detail {
namespace {

enum LineKey : std::size_t {
  key_id,
  key_a,
  key_b,
  key_ask,
  key_algorithm,
  key_width,
  key_margin,
  key_certificate,
  key_hint,
  key_raw,
  key_define,
  key_vertices
};
constexpr std::array<std::string_view, 12> kLineKeys = {
    "id",     "a",           "b",    "ask", "algorithm", "width",
    "margin", "certificate", "hint", "raw", "define",    "vertices"};

/// On the bits: a host that flushes subnormals must not make a tiny number zero.
bool is_zero(double value) { return (std::bit_cast<std::uint64_t>(value) << 1) == 0; }

/// One line's keys, into a Request.
class RequestReader {
 public:
  RequestReader(JsonReader& reader, Request& request) : reader_(reader), request_(request) {}
  bool run(const Line& line);

 private:
  bool read_key(std::size_t key, JsonValue value);
  bool read_body(JsonValue value, const Place& place, BodyText& body);
  bool read_body_key(std::size_t key, JsonValue value, const Place& place, BodyText& body);
  bool check_body(const Place& place, const BodyText& body);
  bool read_fixed(JsonValue value, const Place& place, std::size_t count, std::string_view what,
                  std::vector<double>& out);
  bool read_ask(JsonValue value, const Place& place);
  bool read_algorithm(JsonValue value, const Place& place);
  bool read_width(JsonValue value, const Place& place);
  bool read_wish(JsonValue value, const Place& place);
  bool read_hint(JsonValue value, const Place& place);
  bool check_definition();
  bool check_question();

  JsonReader& reader_;
  Request& request_;
  std::array<bool, kLineKeys.size()> has_{};
};

bool RequestReader::run(const Line& line) {
  request_.id = "null";
  request_.ask = 0;
  request_.algorithm = Algorithm::automatic;
  request_.width = 0;
  request_.certificate = CertificateWish::short_form;
  request_.hint.reset();
  request_.raw = false;
  const auto each = [this](std::size_t key, JsonValue value) {
    has_[key] = true;
    return read_key(key, value);
  };
  if (!reader_.line(line, kLineKeys, each)) return false;
  request_.is_definition = has_[key_define];
  return request_.is_definition ? check_definition() : check_question();
}

bool RequestReader::read_key(std::size_t key, JsonValue value) {
  const Place place(kLineKeys[key]);
  switch (key) {
    case key_id:
      return reader_.id(value, place, request_.id);
    case key_a:
      return read_body(value, place, request_.a);
    case key_b:
      return read_body(value, place, request_.b);
    case key_ask:
      return read_ask(value, place);
    case key_algorithm:
      return read_algorithm(value, place);
    case key_width:
      return read_width(value, place);
    case key_margin:
      return reader_.refuse(ErrorCode::not_served,
                            "margin is not served by this version; leave it out and compare the "
                            "distance's interval");
    case key_certificate:
      return read_wish(value, place);
    case key_hint:
      return read_hint(value, place);
    case key_raw:
      return reader_.boolean(value, place, request_.raw);
    case key_define:
      return reader_.string(value, place, request_.name);
    default:
      return reader_.rows(value, place, "coordinate", request_.points);
  }
}

bool RequestReader::read_body(JsonValue value, const Place& place, BodyText& body) {
  body.clear();
  const auto each = [&](std::size_t key, JsonValue item) {
    body.has[key] = true;
    return read_body_key(key, item, place.key(BodyText::kKeys[key]), body);
  };
  return reader_.fields(value, place, BodyText::kKeys, each) && check_body(place, body);
}

bool RequestReader::read_body_key(std::size_t key, JsonValue value, const Place& place,
                                  BodyText& body) {
  switch (key) {
    case BodyText::vertices:
      return reader_.rows(value, place, "coordinate", body.points);
    case BodyText::body:
      return reader_.string(value, place, body.name);
    case BodyText::transform:
      body.has[key] = !reader_.is_null(value);  // null is the identity
      return !body.has[key] || reader_.rows(value, place, "entry", body.matrix);
    case BodyText::quaternion:
      return read_fixed(value, place, 4, "w, x, y, z", body.wxyz);
    default:
      return read_fixed(value, place, 3, "x, y, z", body.offset);
  }
}

bool RequestReader::check_body(const Place& place, const BodyText& body) {
  if (!body.has[BodyText::vertices] && !body.has[BodyText::body]) {
    return reader_.refuse(
        ErrorCode::missing_key,
        fmt::format("{} has neither \"vertices\" nor \"body\"; one is needed", place.text()));
  }
  if (body.has[BodyText::vertices] && body.has[BodyText::body]) {
    return reader_.refuse(
        ErrorCode::duplicate_key,
        fmt::format("{} gives its points twice, by \"vertices\" and by \"body\"; keep one",
                    place.text()));
  }
  if (body.has[BodyText::transform] &&
      (body.has[BodyText::quaternion] || body.has[BodyText::translation])) {
    return reader_.refuse(
        ErrorCode::conflicting_pose,
        fmt::format("{} has a transform beside a {}; keep one of them", place.text(),
                    body.has[BodyText::quaternion] ? "quaternion" : "translation"));
  }
  if (!body.has[BodyText::quaternion]) return true;
  for (const double entry : body.wxyz) {
    if (!is_zero(entry)) return true;
  }
  return reader_.refuse(
      ErrorCode::zero_quaternion,
      fmt::format("{}.quaternion is zero and so no rotation; [1, 0, 0, 0] is the identity",
                  place.text()));
}

bool RequestReader::read_fixed(JsonValue value, const Place& place, std::size_t count,
                               std::string_view what, std::vector<double>& out) {
  if (!reader_.numbers(value, place, "entry", out)) return false;
  return out.size() == count ||
         reader_.refuse(ErrorCode::wrong_shape,
                        fmt::format("{} has length {}; it must have length {}: {}", place.text(),
                                    out.size(), count, what));
}

bool RequestReader::read_ask(JsonValue value, const Place& place) {
  const auto each = [&](std::size_t index, JsonValue item) {
    std::string_view word;
    const Place here = place.item(index);
    if (!reader_.string(item, here, word)) return false;
    const auto question = question_from_name(word);
    if (question == Question::verdict || question == Question::distance ||
        question == Question::contains || question == Question::relation) {
      request_.ask |= std::uint32_t{1} << static_cast<unsigned>(*question);
      return true;
    }
    return reader_.refuse(ErrorCode::not_served,
                          fmt::format("{} is {}, which is not served by this version; ask for "
                                      "verdict, distance, contains or relation",
                                      here.text(), quoted(word)));
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
  for (const AlgorithmInfo& room : algorithms()) names += fmt::format(", {}", room.name);
  return reader_.refuse(ErrorCode::unknown_algorithm,
                        fmt::format("algorithm is {}; there are {}", quoted(name), names));
}

bool RequestReader::read_width(JsonValue value, const Place& place) {
  if (!reader_.number(value, place, "width", request_.width)) return false;
  return (!is_zero(request_.width) && !std::signbit(request_.width)) ||
         reader_.refuse(ErrorCode::not_served,
                        "width must be greater than 0, such as 1e-9; leave it out for the default");
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
  for (std::size_t key = 0; key < key_define; ++key) {
    if (has_[key]) {
      return reader_.refuse(ErrorCode::unknown_key,
                            fmt::format("a definition has no key {}; its keys are define, vertices",
                                        quoted(kLineKeys[key])));
    }
  }
  return has_[key_vertices] ||
         reader_.refuse(ErrorCode::missing_key, "the definition has no \"vertices\"; [] is empty");
}

bool RequestReader::check_question() {
  if (has_[key_vertices]) {
    return reader_.refuse(ErrorCode::unknown_key,
                          "a question has no key \"vertices\"; put it into a or b, or add "
                          "\"define\" to define a body");
  }
  for (const std::size_t key : {key_a, key_b}) {
    if (!has_[key]) {
      return reader_.refuse(
          ErrorCode::missing_key,
          fmt::format("the question has no \"{}\"; it needs a and b", kLineKeys[key]));
    }
  }
  if (!has_[key_ask]) request_.ask = std::uint32_t{1} << static_cast<unsigned>(Question::verdict);
  return true;
}

}  // namespace

bool read_request(JsonReader& reader, const Line& line, Request& request) {
  return RequestReader(reader, request).run(line);
}

}  // namespace sunder::detail

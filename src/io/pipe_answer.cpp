// SPDX-License-Identifier: Apache-2.0
#include "io/pipe_answer.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <vector>

#include "io/json_text.hpp"
#include "io/pipe_certificate.hpp"
#include "io/pipe_relation.hpp"
#include "sunder/query.hpp"

namespace sunder::detail {
namespace {

std::optional<Error> check_served(const Request& request, int dimension) {
  for (const Question question :
       {Question::verdict, Question::distance, Question::contains, Question::relation}) {
    const bool needed = question == Question::verdict || request.asks(question);
    if (!needed || serves(request.algorithm, question, dimension)) continue;
    if (request.algorithm == Algorithm::automatic) {
      return Error{ErrorCode::not_served, fmt::format("{} is not answered in dimension {}",
                                                      to_string(question), dimension)};
    }
    return Error{ErrorCode::not_served,
                 fmt::format("{} does not answer {} in dimension {}; use auto, or a room that "
                             "`sunder algorithms` lists for it",
                             to_string(request.algorithm), to_string(question), dimension)};
  }
  return std::nullopt;
}

/// Shape only: whether the hint helps is for the proof to say.
template <int D>
std::optional<Error> read_hint(const Certificate& text, int dimension, Hint<D>& hint) {
  const auto d = static_cast<std::size_t>(dimension);
  if (!text.direction.empty() && text.direction.size() != d) {
    return Error{ErrorCode::wrong_shape,
                 fmt::format("hint.direction has length {}; in dimension {} it must have length {}",
                             text.direction.size(), d, d)};
  }
  if (text.pairs.size() > 2 * d + 2) {
    return Error{ErrorCode::wrong_shape,
                 fmt::format("hint.pairs has length {}; in dimension {} it has at most {}",
                             text.pairs.size(), d, 2 * d + 2)};
  }
  const std::vector<double> direction = rounded_direction(text.direction);
  hint.verdict = text.verdict;
  if constexpr (D == kRunTime) {
    hint.pairs = text.pairs;
    hint.direction = direction;
  } else {
    hint.pair_count = static_cast<std::uint8_t>(text.pairs.size());
    std::copy(text.pairs.begin(), text.pairs.end(), hint.pairs.begin());
    std::copy(direction.begin(), direction.end(), hint.direction.begin());
  }
  return std::nullopt;
}

void append_key(std::string& out, std::string_view key) {
  out += ", \"";
  out += key;
  out += "\": ";
}

void append_word(std::string& out, std::string_view key, std::string_view word) {
  append_key(out, key);
  out += '"';
  out += word;
  out += '"';
}

void append_flag(std::string& out, std::string_view key, bool flag) {
  append_key(out, key);
  out += flag ? "true" : "false";
}

void append_vector(std::string& out, std::string_view key, bool valid,
                   std::span<const double> vector) {
  append_key(out, key);
  if (valid) {
    append_numbers(out, vector);
  } else {
    out += "null";
  }
}

/// Infinity, the end of an interval without one, is written as null.
void append_interval(std::string& out, std::string_view key, double lower, double upper) {
  append_key(out, key);
  out += '[';
  append_number(out, lower);
  out += ", ";
  append_number(out, upper);
  out += ']';
}

/// One answer line. D is 2, 3 or kRunTime.
template <int D>
class AnswerLine {
 public:
  using PosedD = typename PosedOf<D>::Type;
  AnswerLine(std::string& out, const Request& request, const PosedD& a, const PosedD& b)
      : out_(out), request_(request), a_(a), b_(b) {}

  std::optional<Error> append() {
    const int dimension = a_.pose.dimension();
    if (auto error = check_served(request_, dimension)) return error;
    Hint<D> hint;
    if (request_.hint) {
      if (auto error = read_hint<D>(*request_.hint, dimension, hint)) return error;
      options_.hint = &hint;
    }
    options_.algorithm = request_.algorithm;
    options_.width = request_.width;
    options_.raw = request_.raw;
    out_ += "{\"id\": ";
    out_ += request_.id;
    if (request_.asks(Question::distance)) {
      append_distance(distance(a_, b_, options_));
    } else {
      append_verdict(intersects(a_, b_, options_));
    }
    out_ += "}\n";
    return std::nullopt;
  }

 private:
  bool wants_certificate() const {
    return request_.certificate != CertificateWish::none && !request_.raw;
  }

  void append_contains() {
    if (!request_.asks(Question::contains)) return;
    append_flag(out_, "contains", contains(a_, b_, options_).contained);
  }

  void append_relation_if_asked() {
    if constexpr (D != kRunTime) {
      if (request_.asks(Question::relation)) append_relation(out_, relation(a_, b_, options_));
    }
  }

  void append_verdict(const Intersection& answer) {
    append_word(out_, "verdict", to_string(answer.verdict));
    append_contains();
    append_relation_if_asked();
    if (wants_certificate()) {
      append_key(out_, "certificate");
      append_certificate(out_, certify(a_, b_, answer));
    }
    append_proof(answer);
  }

  void append_distance(const Distance<D>& answer) {
    append_word(out_, "verdict", to_string(answer.verdict.verdict));
    append_interval(out_, "distance", answer.lower, answer.upper);
    if (answer.has_one_norm) {
      append_interval(out_, "one_norm", answer.one_norm_lower, answer.one_norm_upper);
    }
    append_contains();
    append_relation_if_asked();
    append_vector(out_, "normal", answer.has_normal, answer.normal);
    append_vector(out_, "point_a", answer.has_points, answer.point_a);
    append_vector(out_, "point_b", answer.has_points, answer.point_b);
    if (wants_certificate()) {
      append_key(out_, "certificate");
      const bool full = request_.certificate == CertificateWish::full;
      append_certificate(out_, full ? certify(a_, b_, answer) : certify(a_, b_, answer.verdict));
    }
    append_proof(answer.verdict);
  }

  void append_proof(const Intersection& answer) {
    append_word(out_, "decided_by", decided_by(answer));
    if (answer.stage == Stage::none) {
      append_key(out_, "stage");
      out_ += "null";
    } else {
      append_word(out_, "stage", to_string(answer.stage));
    }
    if (!answer.proven) append_flag(out_, "proven", false);
  }

  std::string& out_;
  const Request& request_;
  const PosedD& a_;
  const PosedD& b_;
  Options<D> options_;
};

}  // namespace

std::optional<Error> append_answer(std::string& out, const Request& request,
                                   const Definitions& definitions) {
  return with_pair(request, definitions,
                   [&]<int D>(std::integral_constant<int, D>, const auto& a, const auto& b) {
                     return AnswerLine<D>(out, request, a, b).append();
                   });
}

void append_refusal(std::string& out, std::string_view id, std::int64_t line, const Error& error) {
  out += "{\"id\": ";
  out += id;
  append_key(out, "line");
  append_integer(out, line);
  append_word(out, "error", to_string(error.code));
  append_key(out, "message");
  append_string(out, error.message);
  out += "}\n";
}

}  // namespace sunder::detail

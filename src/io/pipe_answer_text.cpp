// SPDX-License-Identifier: Apache-2.0
#include "io/pipe_answer_text.hpp"

#include <array>
#include <fmt/format.h>
#include <vector>

#include "io/pipe_certificate.hpp"
#include "io/pipe_contact.hpp"
#include "io/pipe_margin.hpp"
#include "io/pipe_relation.hpp"

namespace sunder::detail {
namespace {

enum AnswerKey : std::size_t {
  key_id,
  key_verdict,
  key_distance,
  key_one_norm,
  key_depth,
  key_margin,
  key_contains,
  key_relation,
  key_features,
  key_contact_dimension,
  key_meets_relative_interiors,
  key_a_in_b,
  key_b_in_a,
  key_contact,
  key_cast,
  key_derivative,
  key_normal,
  key_point_a,
  key_point_b,
  key_certificate,
  key_margin_certificate,
  key_decided_by,
  key_stage,
  key_proven,
  key_why,
  key_line,
  key_error,
  key_message
};
constexpr std::array<std::string_view, 28> kAnswerKeys = {"id",
                                                          "verdict",
                                                          "distance",
                                                          "one_norm",
                                                          "depth",
                                                          "margin",
                                                          "contains",
                                                          "relation",
                                                          "features",
                                                          "contact_dimension",
                                                          "meets_relative_interiors",
                                                          "a_in_b",
                                                          "b_in_a",
                                                          "contact",
                                                          "cast",
                                                          "derivative",
                                                          "normal",
                                                          "point_a",
                                                          "point_b",
                                                          "certificate",
                                                          "margin_certificate",
                                                          "decided_by",
                                                          "stage",
                                                          "proven",
                                                          "why",
                                                          "line",
                                                          "error",
                                                          "message"};

class AnswerReader {
 public:
  AnswerReader(JsonReader& reader, AnswerText& answer) : reader_(reader), answer_(answer) {}

  bool run(const Line& line) {
    answer_ = {};
    std::array<bool, kAnswerKeys.size()> has{};
    const auto each = [&](std::size_t key, JsonValue value) {
      has[key] = true;
      return read_key(key, value);
    };
    if (!reader_.line(line, kAnswerKeys, each)) return false;
    answer_.is_refusal = has[key_error];
    answer_.has_contains = has[key_contains];
    const AnswerKey needed = answer_.is_refusal ? key_line : key_verdict;
    return has[needed] ||
           reader_.refuse(ErrorCode::missing_key,
                          fmt::format("the answer has no \"{}\"", kAnswerKeys[needed]));
  }

 private:
  bool read_key(std::size_t key, JsonValue value) {
    const Place place(kAnswerKeys[key]);
    switch (key) {
      case key_id:
        return reader_.id(value, place, answer_.id);
      case key_verdict:
        return read_verdict(reader_, value, place, answer_.verdict);
      case key_distance:
        return read_interval(reader_, value, place, answer_.distance.emplace());
      case key_one_norm:
        return read_interval(reader_, value, place, answer_.one_norm.emplace());
      case key_depth:
        return read_interval(reader_, value, place, answer_.depth.emplace());
      case key_margin:
        return read_margin_word(reader_, value, place, answer_.margin.emplace());
      case key_contact:
        return read_contact(reader_, value, place, answer_.contact.emplace());
      case key_cast:
        return read_cast(reader_, value, place, answer_.cast.emplace());
      case key_derivative:
        return read_derivative(reader_, value, place, answer_.derivative.emplace());
      case key_relation:
        return read_relation_word(reader_, value, place, answer_.relation.emplace());
      case key_features:
        return read_features(reader_, value, place, numbers_);
      case key_contact_dimension:
        return reader_.is_null(value) || reader_.integer(value, place, dimension_);
      case key_proven:
        return reader_.boolean(value, place, answer_.proven);
      case key_contains:
      case key_meets_relative_interiors:
      case key_a_in_b:
      case key_b_in_a:
        return reader_.boolean(value, place, flag_);
      case key_normal:
      case key_point_a:
      case key_point_b:
        return read_vector_or_null(reader_, value, place, numbers_);
      case key_certificate:
        return read_certificate(reader_, value, place, answer_.certificate.emplace());
      case key_margin_certificate:
        return read_margin_certificate(reader_, value, place, answer_.margin_certificate.emplace());
      case key_line:
        return reader_.integer(value, place, answer_.line);
      default:
        return reader_.is_null(value) || reader_.string(value, place, word_);
    }
  }

  JsonReader& reader_;
  AnswerText& answer_;
  bool flag_ = false;            ///< read for its type alone
  std::int32_t dimension_ = 0;   ///< likewise
  std::string_view word_;        ///< likewise
  std::vector<double> numbers_;  ///< likewise
};

}  // namespace

bool read_answer(JsonReader& reader, const Line& line, AnswerText& answer) {
  return AnswerReader(reader, answer).run(line);
}

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each key of an answer has its own reader; keys without a proof are checked for their type
// only.
// Cost: One pass over the line.
// Gives up: It refuses unknown or repeated keys and values of another type.
#include "pipe/answer_text.hpp"

#include <array>
#include <fmt/format.h>
#include <vector>

#include "pipe/certificate.hpp"
#include "pipe/contact.hpp"
#include "pipe/margin.hpp"
#include "pipe/relation.hpp"

namespace sunder::detail {
namespace {

struct AnswerKey {
  enum : std::size_t {
    id,
    verdict,
    distance,
    one_norm,
    depth,
    margin,
    contains,
    relation,
    features,
    contact_dimension,
    meets_relative_interiors,
    a_in_b,
    b_in_a,
    contact,
    cast,
    derivative,
    normal,
    point_a,
    point_b,
    certificate,
    margin_certificate,
    decided_by,
    stage,
    proven,
    why,
    line,
    error,
    message
  };
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
    answer_.is_refusal = has[AnswerKey::error];
    answer_.has_contains = has[AnswerKey::contains];
    const std::size_t needed = answer_.is_refusal ? AnswerKey::line : AnswerKey::verdict;
    return has[needed] ||
           reader_.refuse(io_error::missing_key,
                          fmt::format("the answer has no \"{}\"", kAnswerKeys[needed]));
  }

 private:
  bool read_key(std::size_t key, JsonValue value) {
    const Place place(kAnswerKeys[key]);
    switch (key) {
      case AnswerKey::id:
        return reader_.id(value, place, answer_.id);
      case AnswerKey::verdict:
        return read_verdict(reader_, value, place, answer_.verdict);
      case AnswerKey::distance:
        return read_interval(reader_, value, place, answer_.distance.emplace());
      case AnswerKey::one_norm:
        return read_interval(reader_, value, place, answer_.one_norm.emplace());
      case AnswerKey::depth:
        return read_interval(reader_, value, place, answer_.depth.emplace());
      case AnswerKey::margin:
        return read_margin_word(reader_, value, place, answer_.margin.emplace());
      case AnswerKey::contact:
        return read_contact(reader_, value, place, answer_.contact.emplace());
      case AnswerKey::cast:
        return read_cast(reader_, value, place, answer_.cast.emplace());
      case AnswerKey::derivative:
        return read_derivative(reader_, value, place, answer_.derivative.emplace());
      case AnswerKey::relation:
        return read_relation_word(reader_, value, place, answer_.relation.emplace());
      case AnswerKey::features:
        return read_features(reader_, value, place, numbers_);
      case AnswerKey::contact_dimension:
        return reader_.is_null(value) || reader_.integer(value, place, dimension_);
      case AnswerKey::proven:
        return reader_.boolean(value, place, answer_.proven);
      case AnswerKey::contains:
      case AnswerKey::meets_relative_interiors:
      case AnswerKey::a_in_b:
      case AnswerKey::b_in_a:
        return reader_.boolean(value, place, flag_);
      case AnswerKey::normal:
      case AnswerKey::point_a:
      case AnswerKey::point_b:
        return read_vector_or_null(reader_, value, place, numbers_);
      case AnswerKey::certificate:
        return read_certificate(reader_, value, place, answer_.certificate.emplace());
      case AnswerKey::margin_certificate:
        return read_margin_certificate(reader_, value, place, answer_.margin_certificate.emplace());
      case AnswerKey::line:
        return reader_.integer(value, place, answer_.line);
      default:
        return reader_.is_null(value) || reader_.string(value, place, word_);
    }
  }

  JsonReader& reader_;
  AnswerText& answer_;
  bool flag_ = false;            ///< only its type is checked
  std::int32_t dimension_ = 0;   ///< only its type is checked
  std::string_view word_;        ///< only its type is checked
  std::vector<double> numbers_;  ///< only their type is checked
};

}  // namespace

bool read_answer(JsonReader& reader, const Line& line, AnswerText& answer) {
  return AnswerReader(reader, answer).run(line);
}

}  // namespace sunder::detail

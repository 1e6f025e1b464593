// SPDX-License-Identifier: Apache-2.0
//
// Idea: The keys of an answer are those of the questions, and a few more. The question's row reads its
// keys. Values with a proof are kept for the checker; the others are checked for their type only.
// Cost: One pass over the line.
// Gives up: It refuses unknown or repeated keys and values of another type.
#include "pipe/answer_text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <vector>

#include "pipe/certificate.hpp"
#include "pipe/margin.hpp"
#include "pipe/values.hpp"

namespace sunder::detail {
namespace {

/// An answer's keys: those of the questions, then what any answer or refusal may have.
constexpr auto kAnswerKeys = std::to_array<std::string_view>({
#define SUNDER_QUESTION(name, dimensions, proof, ...) __VA_ARGS__,
#include "narrow/questions.inc"
#undef SUNDER_QUESTION
    "id",
    "margin",
    "normal",
    "point_a",
    "point_b",
    "part_a",
    "part_b",
    "triangle_a",
    "triangle_b",
    "piece_a",
    "piece_b",
    "certificate",
    "margin_certificate",
    "taken_as",
    "decided_by",
    "stage",
    "proven",
    "why",
    "line",
    "error",
    "message",
    "audit",
    "theirs",
    "summary"});

constexpr std::size_t key_of(std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(kAnswerKeys, name) - kAnswerKeys.begin());
}

/// Which question a key belongs to, and the how many-th of that question it is.
struct Owner {
  Question question;
  std::size_t index;
};
constexpr std::array<Owner, key_of("id")> kOwners = [] {
  std::array<Owner, key_of("id")> owners{};
  std::size_t key = 0;
#define SUNDER_QUESTION(name, dimensions, proof, ...)                                     \
  for (std::size_t i = 0; i < std::to_array<std::string_view>({__VA_ARGS__}).size(); ++i) \
    owners[key++] = {Question::name, i};
#include "narrow/questions.inc"
#undef SUNDER_QUESTION
  return owners;
}();

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
    answer_.is_refusal = has[key_of("error")];
    if (answer_.audit || answer_.counts) return true;
    const std::size_t needed = answer_.is_refusal ? key_of("line") : key_of("verdict");
    return has[needed] ||
           reader_.refuse(io_error::missing_key,
                          fmt::format("the answer has no \"{}\"", kAnswerKeys[needed]));
  }

 private:
  bool read_key(std::size_t key, JsonValue value) {
    const Place place(kAnswerKeys[key]);
    if (key < kOwners.size()) return read_question(kOwners[key], value, place);
    switch (key) {
      case key_of("id"):
        return reader_.id(value, place, answer_.id);
      case key_of("margin"):
        return read_word(reader_, value, place, kMarginVerdicts, answer_.margin.emplace());
      case key_of("proven"):
        return reader_.boolean(value, place, answer_.proven);
      case key_of("normal"):
      case key_of("point_a"):
      case key_of("point_b"):
        return read_vector_or_null(reader_, value, place, numbers_);
      case key_of("part_a"):
      case key_of("part_b"):
      case key_of("triangle_a"):
      case key_of("triangle_b"):
      case key_of("piece_a"):
      case key_of("piece_b"):
        return reader_.is_null(value) || reader_.integer(value, place, index_);
      case key_of("taken_as"):
        return read_taken_as(value, place);
      case key_of("certificate"):
        return read_any_certificate(reader_, value, place, answer_.certificate.emplace(),
                                    answer_.body_certificate);
      case key_of("margin_certificate"):
        return read_any_margin_certificate(reader_, value, place,
                                           answer_.margin_certificate.emplace(),
                                           answer_.body_margin_certificate);
      case key_of("line"):
        return reader_.integer(value, place, answer_.line);
      case key_of("audit"):
        return read_word(reader_, value, place, kAudits, answer_.audit.emplace());
      case key_of("theirs"):
        return read_their_text(reader_, value, place, answer_.theirs);
      case key_of("summary"):
        return read_counts(value, place, answer_.counts.emplace());
      default:
        return reader_.is_null(value) || reader_.string(value, place, word_);
    }
  }

  bool read_question(const Owner& owner, JsonValue value, const Place& place) {
    const std::size_t at = row_of(owner.question);
    switch (owner.question) {
      case Question::verdict:
        return read_word(reader_, value, place, kVerdicts, answer_.verdict);
      case Question::distance:
        return read_interval(reader_, value, place,
                             (owner.index == 0 ? answer_.distance : answer_.one_norm).emplace());
      case Question::depth:
        return read_interval(reader_, value, place, answer_.depth.emplace());
      default:
        return kPipeQuestions[at]->read(reader_, owner.index, value, place, answer_.claims[at]);
    }
  }

  bool read_counts(JsonValue value, const Place& place, AuditCounts& out) {
    constexpr std::array<std::string_view, 10> kKeys = {
        "confirmed", "refuted",  "not_decidable", "touching",    "width",
        "other",     "unusable", "rows",          "definitions", "lines"};
    return reader_.fields(value, place, kKeys, [&](std::size_t key, JsonValue item) {
      const Place here = place.key(kKeys[key]);
      std::int32_t* const kept[] = {&out.confirmed, &out.refuted, &out.undecidable};
      return reader_.integer(item, here, key < std::size(kept) ? *kept[key] : index_);
    });
  }

  /// Only the form is checked: the verifier takes the triangles itself.
  bool read_taken_as(JsonValue value, const Place& place) {
    constexpr std::array<std::string_view, 2> kSides = {"a", "b"};
    return reader_.fields(value, place, kSides, [&](std::size_t side, JsonValue item) {
      const Place here = place.key(kSides[side]);
      return reader_.items(item, here, "an array of words", [&](std::size_t part, JsonValue word) {
        return reader_.string(word, here.item(part), word_);
      });
    });
  }

  JsonReader& reader_;
  AnswerText& answer_;
  std::string_view word_;        ///< only its type is checked
  std::int32_t index_ = 0;       ///< only its type is checked
  std::vector<double> numbers_;  ///< only their type is checked
};

}  // namespace

bool read_answer(JsonReader& reader, const Line& line, AnswerText& answer) {
  return AnswerReader(reader, answer).run(line);
}

}  // namespace sunder::detail

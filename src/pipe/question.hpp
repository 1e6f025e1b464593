// SPDX-License-Identifier: Apache-2.0
//
// Describes a question whose answer carries no certificate, as the pipe sees it. A row says how it
// is asked and written, how its answer is read back, and which verdicts that contradicts. It is in
// the file of the question's name.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "narrow/questions.hpp"
#include "pipe/bodies.hpp"
#include "pipe/request.hpp"
#include "sunder/query.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

/// What a question needs beside the text that its answer is appended to.
template <int D>
struct Asked {
  const Request& request;
  const PlacedPair<D>& pair;
  const Search<D>& search;
};

/// What it needs where one body at least is no polytope, in the plane or in space.
template <int D>
struct AskedOfBodies {
  const Request& request;
  const PlacedBodies<D>& bodies;

  bool has_radius() const noexcept { return is_padded(bodies); }
};

/// What an answer claims, read back.
struct Claim {
  bool there = false;
  /// By Verdict, up to undecided: why the answer contradicts it; empty where it does not.
  std::array<std::string_view, 4> against{};
};

struct PipeQuestion {
  /// Appends the answer's keys, or returns why the question is refused. Null where no body of this
  /// dimension is served.
  template <int D>
  using Ask = std::optional<Error> (*)(std::string& out, const Asked<D>& asked);
  template <int D>
  using AskBodies = std::optional<Error> (*)(std::string& out, const AskedOfBodies<D>& asked);
  /// Reads the value of one of the answer's keys in questions.inc, which `place` names.
  using Read = bool (*)(JsonReader& reader, std::size_t key, JsonValue value, const Place& place,
                        Claim& claim);
  Ask<2> in_plane;
  Ask<3> in_space;
  Ask<kRunTime> in_any;
  Read read;
  AskBodies<2> of_bodies_in_plane = nullptr;
  AskBodies<3> of_bodies_in_space = nullptr;

  template <int D>
  Ask<D> ask() const noexcept {
    if constexpr (D == 2) {
      return in_plane;
    } else if constexpr (D == 3) {
      return in_space;
    } else {
      return in_any;
    }
  }
  template <int D>
  AskBodies<D> of_bodies() const noexcept {
    if constexpr (D == 2) {
      return of_bodies_in_plane;
    } else {
      return of_bodies_in_space;
    }
  }
};

namespace pipe_questions {
#define SUNDER_QUESTION_certified(name)
#define SUNDER_QUESTION_claimed(name) extern const PipeQuestion name;
#define SUNDER_QUESTION(name, dimensions, proof, ...) SUNDER_QUESTION_##proof(name)
#include "narrow/questions.inc"
#undef SUNDER_QUESTION
#undef SUNDER_QUESTION_claimed
#undef SUNDER_QUESTION_certified
}  // namespace pipe_questions

/// By row_of() the question; null where the verdict's certificate proves the answer.
inline constexpr std::array<const PipeQuestion*, kQuestions.size()> kPipeQuestions = {
#define SUNDER_QUESTION_certified(name) nullptr,
#define SUNDER_QUESTION_claimed(name) &pipe_questions::name,
#define SUNDER_QUESTION(name, dimensions, proof, ...) SUNDER_QUESTION_##proof(name)
#include "narrow/questions.inc"
#undef SUNDER_QUESTION
#undef SUNDER_QUESTION_claimed
#undef SUNDER_QUESTION_certified
};

/// By row_of() the question.
using Claims = std::array<Claim, kQuestions.size()>;

/// Reads the key of a question's own name; the question has a row.
inline bool read_claim(JsonReader& reader, Question question, JsonValue value, const Place& place,
                       Claims& claims) {
  const std::size_t row = row_of(question);
  return kPipeQuestions[row]->read(reader, 0, value, place, claims[row]);
}

}  // namespace sunder::detail

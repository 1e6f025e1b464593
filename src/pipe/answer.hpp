// SPDX-License-Identifier: Apache-2.0
//
// Formats the lines that the pipe writes: answers and refusals.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pipe/bodies.hpp"
#include "pipe/request.hpp"
#include "sunder/query.hpp"

namespace sunder::detail {

/// What an answer line says of a pair, for those who compare it with other answers.
struct AnswerFacts {
  Verdict verdict = Verdict::undecided;
  std::optional<Interval> distance;
  std::optional<Interval> depth;
};

/// Runs the queries and appends the answer line, or returns the reason for a refusal. `facts` may be null.
std::optional<Error> append_answer(std::string& out, const Request& request,
                                   const Definitions& definitions, AnswerFacts* facts = nullptr);

void append_refusal(std::string& out, std::string_view id, std::int64_t line, const Error& error);

}  // namespace sunder::detail

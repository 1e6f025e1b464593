// SPDX-License-Identifier: Apache-2.0
//
// kQuestions is the list of questions, generated from narrow/questions.inc.
#pragma once

#include <array>
#include <cstddef>

#include "sunder/algorithm.hpp"

namespace sunder::detail {

/// All of them, in the order that refusals list.
inline constexpr std::array kQuestions = {
#define SUNDER_QUESTION(name, ...) Question::name,
#include "narrow/questions.inc"
#undef SUNDER_QUESTION
};

/// Returns the index of a question in that list.
constexpr std::size_t row_of(Question question) noexcept {
  std::size_t row = 0;
  while (row < kQuestions.size() - 1 && kQuestions[row] != question) ++row;
  return row;
}

}  // namespace sunder::detail

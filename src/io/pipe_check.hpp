// SPDX-License-Identifier: Apache-2.0
//
// One answer against its question, by verify() alone.
#pragma once

#include <string>

#include "io/pipe_answer_text.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail {

enum class CheckState { absent, accepted, refuted, unchecked };

struct CheckResult {
  CheckState state = CheckState::absent;
  std::string reason;  ///< refuted
};

struct AnswerCheck {
  CheckResult verdict;
  CheckResult distance;
};

/// `dimension` is the bodies'. An interval whose verdict is not accepted is unchecked.
template <class PosedD>
AnswerCheck check_answer(const PosedD& a, const PosedD& b, int dimension, const AnswerText& answer);

extern template AnswerCheck check_answer(const Posed2&, const Posed2&, int, const AnswerText&);
extern template AnswerCheck check_answer(const Posed3&, const Posed3&, int, const AnswerText&);
extern template AnswerCheck check_answer(const PosedN&, const PosedN&, int, const AnswerText&);

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// One answer against its question, by verify() alone. Answers that carry no proof are
// held against the verdict.
#pragma once

#include <string>

#include "pipe/answer_text.hpp"
#include "pipe/request.hpp"
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
  CheckResult depth;
};

/// `dimension` is the bodies'. An interval whose verdict is not accepted is unchecked.
template <int D>
AnswerCheck check_answer(const Posed<D>& a, const Posed<D>& b, int dimension,
                         const AnswerText& answer);

/// The answer to a margin, by its own certificate. Posed<D> is Posed2, Posed3 or PosedN.
template <int D>
CheckResult check_margin(const Posed<D>& a, const Posed<D>& b, int dimension,
                         const Request& request, const AnswerText& answer);

extern template AnswerCheck check_answer(const Posed2&, const Posed2&, int, const AnswerText&);
extern template AnswerCheck check_answer(const Posed3&, const Posed3&, int, const AnswerText&);
extern template AnswerCheck check_answer(const PosedN&, const PosedN&, int, const AnswerText&);
extern template CheckResult check_margin(const Posed2&, const Posed2&, int, const Request&,
                                         const AnswerText&);
extern template CheckResult check_margin(const Posed3&, const Posed3&, int, const Request&,
                                         const AnswerText&);
extern template CheckResult check_margin(const PosedN&, const PosedN&, int, const Request&,
                                         const AnswerText&);

}  // namespace sunder::detail

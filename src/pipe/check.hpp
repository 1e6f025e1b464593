// SPDX-License-Identifier: Apache-2.0
//
// Checks one answer against its question, by verify() alone. Answers that carry no proof are compared
// with the verdict.
#pragma once

#include <string>

#include "pipe/answer_text.hpp"
#include "pipe/bodies.hpp"
#include "pipe/request.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail {

enum class CheckState { absent, accepted, refuted, unchecked };

struct CheckResult {
  CheckState state = CheckState::absent;
  std::string reason;  ///< why it was refuted
};

struct AnswerCheck {
  CheckResult verdict;
  CheckResult distance;
  CheckResult depth;
};

/// `dimension` is that of the bodies. An interval is unchecked if its verdict is not accepted.
template <int D>
AnswerCheck check_answer(const Posed<D>& a, const Posed<D>& b, int dimension,
                         const AnswerText& answer);

/// Checks that the word of an audit's row follows from what it says of theirs, and from its answer, whose checks are
/// `checked`. It is accepted where all that the claims are held against is.
CheckResult check_audit(const AnswerText& answer, const AnswerCheck& checked);

/// Checks the answer to a margin by its own certificate. Posed<D> is Posed2, Posed3 or PosedN.
template <int D>
CheckResult check_margin(const Posed<D>& a, const Posed<D>& b, int dimension,
                         const Request& request, const AnswerText& answer);

/// Checks the answer about bodies that need not be convex. `by_theorem` is set where an accepted verdict rests on the
/// theorem of docs/bodies.md too.
template <int D>
AnswerCheck check_bodies_answer(const PlacedBodies<D>& bodies, const AnswerText& answer,
                                bool& by_theorem);
/// Checks the margin by its own certificate, or compares it with the answer's verdict where it has none.
template <int D>
CheckResult check_bodies_margin(const PlacedBodies<D>& bodies, const Request& request,
                                const AnswerText& answer);

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

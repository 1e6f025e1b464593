// SPDX-License-Identifier: Apache-2.0
#include "io/pipe_check.hpp"

#include <fmt/format.h>
#include <utility>

#include "io/pipe_relation.hpp"

namespace sunder::detail {
namespace {

CheckResult from_check(Check check) {
  return {check ? CheckState::accepted : CheckState::refuted, std::move(check.reason)};
}

template <class PosedD>
CheckResult check_verdict(const PosedD& a, const PosedD& b, const Certificate& certificate) {
  const bool says_nothing = certificate.direction.empty() && certificate.pairs.empty();
  // Only the verdict about an empty body needs no certificate.
  if (says_nothing && !a.polytope.empty() && !b.polytope.empty())
    return {CheckState::unchecked, {}};
  return from_check(verify(a, b, certificate));
}

template <class PosedD>
CheckResult check_distance(const PosedD& a, const PosedD& b, const Interval& interval,
                           Certificate certificate) {
  const bool meets = certificate.verdict != Verdict::separated;
  const bool empty = a.polytope.empty() || b.polytope.empty();
  if (!meets && !empty && !certificate.distance) {
    if (interval.upper > 0) return {CheckState::unchecked, {}};
    return {CheckState::refuted, "the bodies are apart: their distance is greater than 0"};
  }
  // Where the bodies meet, and where one is empty, the verdict settles the distance.
  if (!certificate.distance) certificate.distance.emplace();
  certificate.distance->lower = interval.lower;
  certificate.distance->upper = interval.upper;
  return from_check(verify(a, b, certificate));
}

}  // namespace

template <class PosedD>
AnswerCheck check_answer(const PosedD& a, const PosedD& b, int dimension,
                         const AnswerText& answer) {
  AnswerCheck result;
  result.verdict.state = CheckState::unchecked;
  if (answer.distance) result.distance.state = CheckState::unchecked;
  if (answer.distance &&
      !(0 <= answer.distance->lower && answer.distance->lower <= answer.distance->upper)) {
    result.distance = {CheckState::refuted, "no distance lies in such an interval"};
  }
  if (answer.relation && verdict_of(*answer.relation) != answer.verdict) {
    result.verdict = {CheckState::refuted,
                      fmt::format("it is {}, which the relation {} contradicts",
                                  to_string(answer.verdict), to_string(*answer.relation))};
    return result;
  }
  if (!answer.certificate || answer.verdict == Verdict::undecided) return result;
  Certificate certificate = *answer.certificate;
  certificate.verdict = answer.verdict;
  certificate.dimension = dimension;
  const auto proof = std::exchange(certificate.distance, std::nullopt);
  result.verdict = check_verdict(a, b, certificate);
  certificate.distance = proof;
  if (answer.distance && result.verdict.state == CheckState::accepted &&
      result.distance.state == CheckState::unchecked) {
    result.distance = check_distance(a, b, *answer.distance, std::move(certificate));
  }
  return result;
}

template AnswerCheck check_answer(const Posed2&, const Posed2&, int, const AnswerText&);
template AnswerCheck check_answer(const Posed3&, const Posed3&, int, const AnswerText&);
template AnswerCheck check_answer(const PosedN&, const PosedN&, int, const AnswerText&);

}  // namespace sunder::detail

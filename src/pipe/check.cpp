// SPDX-License-Identifier: Apache-2.0
//
// Idea: An answer is first tested against its own unproven parts. Its certificates are then checked
// by verify(), one claim at a time.
// Bound: Every accepted claim rests on exact integers.
// Cost: One exact check for each claim.
// Gives up: Claims without a certificate are unchecked, not refuted.
#include "pipe/check.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <utility>
#include <variant>

#include "pipe/margin.hpp"

namespace sunder::detail {
namespace {

CheckResult refuted(std::string reason) { return {CheckState::refuted, std::move(reason)}; }

CheckResult from_check(Check check) {
  return {check ? CheckState::accepted : CheckState::refuted, std::move(check.reason)};
}

template <int D>
bool has_empty_body(const Posed<D>& a, const Posed<D>& b) {
  return a.polytope().empty() || b.polytope().empty();
}

template <int D>
CheckResult check_verdict(const Posed<D>& a, const Posed<D>& b, const Certificate& certificate) {
  const bool says_nothing =
      certificate.direction.empty() && certificate.pairs.empty() && certificate.a.empty();
  // Only the verdict about an empty body needs no certificate.
  if (says_nothing && !has_empty_body(a, b)) return {CheckState::unchecked, {}};
  return from_check(verify(a, b, certificate));
}

/// Refutes an interval that no distance or depth can lie in: both are nonnegative.
CheckResult check_ends(const Interval& interval, std::string_view what) {
  if (0 <= interval.lower && interval.lower <= interval.upper) return {CheckState::unchecked, {}};
  return refuted(fmt::format("no {} lies in such an interval", what));
}

/// `certificate` has the proof of the distance, if any, and none of a depth.
template <int D>
CheckResult check_distance(const Posed<D>& a, const Posed<D>& b, const Interval& interval,
                           Certificate certificate) {
  const bool meets = certificate.verdict != Verdict::separated;
  if (!meets && !has_empty_body(a, b) && !certificate.distance) {
    if (interval.upper > 0) return {CheckState::unchecked, {}};
    return refuted("the bodies are apart: their distance is greater than 0");
  }
  // If the bodies meet, or one is empty, the verdict settles the distance.
  if (!certificate.distance) certificate.distance.emplace();
  certificate.distance->lower = interval.lower;
  certificate.distance->upper = interval.upper;
  return from_check(verify(a, b, certificate));
}

/// `certificate` has the proof of the depth, if any, and none of a distance.
template <int D>
CheckResult check_depth(const Posed<D>& a, const Posed<D>& b, const Interval& interval,
                        Certificate certificate) {
  if (certificate.verdict != Verdict::overlapping) {
    if (is_zero(interval.upper)) return {CheckState::accepted, {}};
    return refuted("the bodies do not overlap: their depth is [0, 0]");
  }
  if (!certificate.depth) {
    if (!is_zero(interval.upper)) return {CheckState::unchecked, {}};
    return refuted("the bodies overlap: their depth is greater than 0");
  }
  certificate.depth->lower = interval.lower;
  certificate.depth->upper = interval.upper;
  return from_check(verify(a, b, certificate));
}

/// Returns the contradiction of the verdict with answers that have no proof; empty if there is
/// none. The guess of a bare algorithm claims nothing that these answers could contradict.
std::string_view contradiction(const AnswerText& answer) {
  if (!answer.proven) return {};
  for (const Claim& claim : answer.claims) {
    const std::string_view reason = claim.against[static_cast<std::size_t>(answer.verdict)];
    if (!reason.empty()) return reason;
  }
  return {};
}

bool is_empty(const Mesh3& mesh) { return mesh.triangles().empty(); }
template <class Shape>
bool is_empty(const Shape& shape) {
  return shape.empty();
}
template <class Body, class Pose>
bool is_empty(const PosedBody<Body, Pose>& body) {
  const auto parts = body.body().parts();
  return std::all_of(parts.begin(), parts.end(), [](const auto& part) {
    return std::visit([](const auto& shape) { return is_empty(shape); }, part.shape);
  });
}

/// Claims without a proof: their forms are checked, and that no two of them contradict each other.
AnswerCheck check_claims(const AnswerText& answer) {
  AnswerCheck result;
  result.verdict.state = CheckState::unchecked;
  if (answer.distance) result.distance = check_ends(*answer.distance, "distance");
  if (answer.depth) result.depth = check_ends(*answer.depth, "depth");
  if (const std::string_view reason = contradiction(answer); !reason.empty()) {
    result.verdict = refuted(fmt::format("it is {}, {}", to_string(answer.verdict), reason));
  }
  return result;
}

}  // namespace

template <int D>
AnswerCheck check_answer(const Posed<D>& a, const Posed<D>& b, int dimension,
                         const AnswerText& answer) {
  AnswerCheck result = check_claims(answer);
  if (result.verdict.state == CheckState::refuted) return result;
  if (!answer.certificate || answer.verdict == Verdict::undecided) return result;
  if (answer.body_certificate) {
    result.verdict = refuted("it has a certificate of parts, and the bodies are convex");
    return result;
  }
  Certificate certificate = *answer.certificate;
  certificate.verdict = answer.verdict;
  certificate.dimension = dimension;
  const auto distance_proof = std::exchange(certificate.distance, std::nullopt);
  auto depth_proof = std::exchange(certificate.depth, std::nullopt);
  result.verdict = check_verdict(a, b, certificate);
  if (result.verdict.state != CheckState::accepted) return result;
  if (result.distance.state == CheckState::unchecked) {
    certificate.distance = distance_proof;
    result.distance = check_distance(a, b, *answer.distance, certificate);
    certificate.distance.reset();
  }
  if (result.depth.state == CheckState::unchecked) {
    certificate.depth = std::move(depth_proof);
    result.depth = check_depth(a, b, *answer.depth, std::move(certificate));
  }
  return result;
}

template AnswerCheck check_answer(const Posed2&, const Posed2&, int, const AnswerText&);
template AnswerCheck check_answer(const Posed3&, const Posed3&, int, const AnswerText&);
template AnswerCheck check_answer(const PosedN&, const PosedN&, int, const AnswerText&);

CheckResult check_audit(const AnswerText& answer, const AnswerCheck& checked) {
  if (!answer.audit) return {};
  if (answer.is_refusal || answer.verdict == Verdict::undecided || answer.theirs.claims.empty()) {
    if (*answer.audit == Audit::undecidable) return {CheckState::unchecked, {}};
    return refuted(
        fmt::format("the row is {}, without an answer or a claim", to_string(*answer.audit)));
  }
  const AuditClaims& claims = answer.theirs.claims;
  const AnswerFacts facts{answer.verdict, answer.distance, answer.depth};
  const Judgement judgement = judge(claims, facts, answer.theirs.rules);
  if (judgement.audit != *answer.audit) {
    return refuted(fmt::format("the row is {}, and what it says makes it {}{}{}",
                               to_string(*answer.audit), to_string(judgement.audit),
                               judgement.why.empty() ? "" : ": ", judgement.why));
  }
  const auto holds = [](const CheckResult& result) {
    return result.state == CheckState::accepted || result.state == CheckState::absent;
  };
  const bool proven = checked.verdict.state == CheckState::accepted && holds(checked.distance) &&
                      holds(checked.depth);
  return {proven ? CheckState::accepted : CheckState::unchecked, {}};
}

template <int D>
CheckResult check_margin(const Posed<D>& a, const Posed<D>& b, int dimension,
                         const Request& request, const AnswerText& answer) {
  if (!answer.margin) return {};
  if (!request.margin) return refuted("the question has no margin");
  if (!answer.margin_certificate) return {CheckState::unchecked, {}};
  if (answer.body_margin_certificate)
    return refuted("it has a certificate of parts, and the bodies are convex");
  MarginCertificate certificate = *answer.margin_certificate;
  certificate.verdict = *answer.margin;
  certificate.dimension = dimension;
  // Only the answer about an empty body needs no certificate.
  if (says_nothing(certificate) && !has_empty_body(a, b)) return {CheckState::unchecked, {}};
  return from_check(verify(a, b, margin_of(request), certificate));
}

template CheckResult check_margin(const Posed2&, const Posed2&, int, const Request&,
                                  const AnswerText&);
template CheckResult check_margin(const Posed3&, const Posed3&, int, const Request&,
                                  const AnswerText&);
template CheckResult check_margin(const PosedN&, const PosedN&, int, const Request&,
                                  const AnswerText&);

namespace {

/// Checks what is claimed of a verdict against what is claimed of a distance and a depth.
void check_consistency(const AnswerText& answer, AnswerCheck& result) {
  const bool apart = answer.verdict == Verdict::separated;
  if (result.distance.state == CheckState::unchecked && apart == is_zero(answer.distance->upper)) {
    result.distance = refuted(apart ? "the bodies are apart: their distance is greater than 0"
                                    : "the bodies meet: their distance is [0, 0]");
  }
  const bool deep = answer.verdict == Verdict::overlapping;
  if (result.depth.state == CheckState::unchecked && deep == is_zero(answer.depth->upper)) {
    result.depth = refuted(deep ? "the bodies overlap: their depth is greater than 0"
                                : "the bodies do not overlap: their depth is [0, 0]");
  }
}

/// Checks a proof about padded bodies and a margin.
template <int D>
BodyCheck verify_padded(const PlacedBodies<D>& bodies, double distance,
                        const BodyCertificate& certificate) {
  const Margin margin{
      .distance = distance, .radius_a = bodies.radius_a, .radius_b = bodies.radius_b};
  return verify(bodies.a, bodies.b, margin, certificate);
}

template <int D>
void check_certificate(const PlacedBodies<D>& bodies, const AnswerText& answer, bool& by_theorem,
                       AnswerCheck& result) {
  const bool says_nothing = !answer.body_certificate && answer.certificate->direction.empty() &&
                            answer.certificate->pairs.empty() && answer.certificate->a.empty();
  if (says_nothing && !(is_empty(bodies.a) || is_empty(bodies.b))) return;
  if (!says_nothing && !answer.body_certificate) {
    result.verdict = refuted("it has a certificate of convex bodies");
    return;
  }
  BodyCertificate certificate = answer.body_certificate.value_or(BodyCertificate{});
  certificate.verdict = answer.verdict;
  auto distance = std::exchange(certificate.distance, std::nullopt);
  const BodyCheck check = verify_padded(bodies, 0, certificate);
  result.verdict = from_check(check);
  if (!check) return;
  by_theorem = !check.complete;
  if (result.distance.state != CheckState::unchecked) return;
  if (!distance && answer.verdict == Verdict::separated && !says_nothing) return;
  certificate.distance = std::move(distance);
  if (!certificate.distance) certificate.distance.emplace();
  certificate.distance->lower = answer.distance->lower;
  certificate.distance->upper = answer.distance->upper;
  result.distance = from_check(verify_padded(bodies, 0, certificate));
}

/// The verdict of padded bodies that a word about a margin means.
Verdict padded_verdict(MarginVerdict verdict) noexcept {
  return static_cast<Verdict>(2 - static_cast<int>(verdict));
}

}  // namespace

template <int D>
AnswerCheck check_bodies_answer(const PlacedBodies<D>& bodies, const AnswerText& answer,
                                bool& by_theorem) {
  AnswerCheck result = check_claims(answer);
  if (result.verdict.state == CheckState::refuted || answer.verdict == Verdict::undecided)
    return result;
  check_consistency(answer, result);
  if (answer.certificate) check_certificate(bodies, answer, by_theorem, result);
  return result;
}
template AnswerCheck check_bodies_answer(const PlacedBodies<2>&, const AnswerText&, bool&);
template AnswerCheck check_bodies_answer(const PlacedBodies<3>&, const AnswerText&, bool&);

template <int D>
CheckResult check_bodies_margin(const PlacedBodies<D>& bodies, const Request& request,
                                const AnswerText& answer) {
  if (!answer.margin) return {};
  if (!request.margin) return refuted("the question has no margin");
  const double margin = *request.margin;
  const bool above = !is_zero(margin) && margin > 0;
  const auto at_most = [&](MarginVerdict verdict) { return *answer.margin <= verdict; };
  bool possible = true;
  if (answer.verdict == Verdict::overlapping) possible = at_most(MarginVerdict::closer);
  if (answer.verdict == Verdict::touching) {
    possible = at_most(above ? MarginVerdict::closer : MarginVerdict::exactly);
  }
  if (!possible) {
    return refuted(
        fmt::format("the bodies are {}: they are closer than that", to_string(answer.verdict)));
  }
  const bool says_nothing = !answer.body_margin_certificate;
  if (!answer.margin_certificate ||
      (says_nothing && detail::says_nothing(*answer.margin_certificate) &&
       !(is_empty(bodies.a) || is_empty(bodies.b))))
    return {CheckState::unchecked, {}};
  if (says_nothing && !detail::says_nothing(*answer.margin_certificate))
    return refuted("it has a certificate of convex bodies");
  BodyCertificate certificate = answer.body_margin_certificate.value_or(BodyCertificate{});
  certificate.verdict = padded_verdict(*answer.margin);
  return from_check(verify_padded(bodies, margin, certificate));
}
template CheckResult check_bodies_margin(const PlacedBodies<2>&, const Request&, const AnswerText&);
template CheckResult check_bodies_margin(const PlacedBodies<3>&, const Request&, const AnswerText&);

}  // namespace sunder::detail

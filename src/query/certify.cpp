// SPDX-License-Identifier: Apache-2.0
//
// Certificates in the form that verify() checks. A verdict is decided once more, this time with
// pairs and directions instead of the short cuts that only prove.
#include "query/certify.hpp"

#include "narrow/gjk/gjk.hpp"
#include "narrow/lp/exact_numbers.hpp"
#include "query/min_norm.hpp"
#include "query/proof_numbers.hpp"

namespace sunder::detail {

template <int D>
Certificate certify_verdict(const Pair<D>& pair, const Decision& answer) {
  Certificate certificate;
  certificate.dimension = pair.dimension();
  if (any_empty(pair)) {
    certificate.verdict = Verdict::separated;
    certificate.stage = answer.stage;
    return certificate;
  }
  lp::ExactDirection exact;
  const Decided<D> decision = decide(pair, Plan<D>(kCertified), &exact);
  certificate.verdict = decision.verdict;
  certificate.stage = answer.proven ? answer.stage : decision.stage;
  for (const IndexPair& kept : decision.pairs) certificate.pairs.push_back(to_caller(pair, kept));
  std::vector<ExactNumber> direction = lp::exact_numbers(exact.entries());
  if (decision.has_direction && direction.empty()) {
    for (const double entry : decision.direction) direction.push_back({entry, {}});
  }
  if (decision.verdict != Verdict::overlapping) certificate.direction = std::move(direction);
  return certificate;
}

template Certificate certify_verdict<2>(const Pair<2>&, const Decision&);
template Certificate certify_verdict<3>(const Pair<3>&, const Decision&);
template Certificate certify_verdict<kRunTime>(const Pair<kRunTime>&, const Decision&);

namespace {

/// In doubles if they prove the interval as they are, else in integers, which prove every interval
/// that holds the distance.
template <int D>
DistanceProof prove_distance(const Posed<D>& a, const Posed<D>& b, const Pair<D>& pair,
                             const Distance<D>& answer) {
  DistanceProof proof;
  proof.lower = answer.distance.lower;
  proof.upper = answer.distance.upper;
  const Measured<D> measured = gjk::measure(FilteredPair<D>(pair), Request<D>{});
  if (measured.verdict == Verdict::separated) {
    for (const double entry : measured.direction) proof.direction.push_back({entry, {}});
    for (std::size_t i = 0; i < measured.pairs.size(); ++i) {
      const IndexPair at = to_caller(pair, measured.pairs[i]);
      proof.a.push_back({at.a, {measured.weights[i], {}}});
      proof.b.push_back({at.b, {measured.weights[i], {}}});
    }
    Certificate trial;
    trial.dimension = pair.dimension();
    trial.verdict = Verdict::separated;
    trial.direction = proof.direction;
    trial.distance = proof;
    if (verify(a, b, trial)) return proof;
  }
  const MinNorm exact = find_min_norm<D>(pair, measured.pairs);
  proof.direction = negated_numbers(exact.point);
  proof.a = weights_of_a(exact, *pair.a.hull);
  proof.b = weights_of_b(exact, *pair.b.hull);
  return proof;
}

template <int D>
Certificate certify_distance(const Posed<D>& a, const Posed<D>& b, const Distance<D>& answer) {
  const Pair<D> pair{make_body(a), make_body(b)};
  Certificate certificate = certify_verdict<D>(pair, answer);
  if (certificate.verdict == Verdict::separated && !any_empty(pair)) {
    certificate.distance = prove_distance(a, b, pair, answer);
  } else {
    certificate.distance = DistanceProof{answer.distance.lower, answer.distance.upper, {}, {}, {}};
  }
  return certificate;
}

}  // namespace
}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

Certificate certify(const Posed2& a, const Posed2& b, const Decision& answer) {
  return detail::certify_verdict<2>({detail::make_body(a), detail::make_body(b)}, answer);
}
Certificate certify(const Posed3& a, const Posed3& b, const Decision& answer) {
  return detail::certify_verdict<3>({detail::make_body(a), detail::make_body(b)}, answer);
}
Certificate certify(const PosedN& a, const PosedN& b, const Decision& answer) {
  return detail::certify_verdict<kRunTime>({detail::make_body(a), detail::make_body(b)}, answer);
}
Certificate certify(const Posed2& a, const Posed2& b, const Distance2& answer) {
  return detail::certify_distance(a, b, answer);
}
Certificate certify(const Posed3& a, const Posed3& b, const Distance3& answer) {
  return detail::certify_distance(a, b, answer);
}
Certificate certify(const PosedN& a, const PosedN& b, const DistanceN& answer) {
  return detail::certify_distance(a, b, answer);
}

}  // namespace sunder::inline SUNDER_ABI

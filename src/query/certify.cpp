// SPDX-License-Identifier: Apache-2.0
//
// Idea: The normal of an answer about separated bodies is a hint. The pipeline proves it before it
// searches, and then it is the certificate, without a search. An answer without a normal is decided
// again by the ways of intersects() that yield a direction or pairs. The pipeline decides what these
// leave open, and answers whose normal rounding spoilt.
// Bound: Lemma 1 bounds the gap along the normal. Lemma 4 or verify() itself proves the interval.
// Cost: Two support queries for the verdict where there is a normal; the interval takes a walk that
// begins at it. The ways cost little more than a verdict, the pipeline some hundred nanoseconds.
// Gives up: Doubles may not prove the interval. Exact integers then do.
#include "query/certify.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "filter/fine_distance.hpp"
#include "narrow/gjk/gjk.hpp"
#include "narrow/lp/exact_numbers.hpp"
#include "query/closest_hulls.hpp"
#include "query/intersects.hpp"
#include "query/min_norm.hpp"
#include "query/proof_numbers.hpp"
#include "query/rounded/rounded.hpp"

namespace sunder::detail {

namespace {

/// Writes a direction of doubles. The numbers are made in place: moving three with their empty strings
/// takes as long as the proof of far bodies.
template <int D>
void set_direction(const Vector<D>& direction, std::vector<ExactNumber>& numbers) {
  numbers = std::vector<ExactNumber>(direction.size());
  for (std::size_t i = 0; i < direction.size(); ++i) numbers[i].value = direction[i];
}

/// Writes a proven record: a direction, or the pairs of an overlap.
void write_proof(const Hint3& proof, Certificate& certificate) {
  certificate.verdict = proof.verdict;
  certificate.stage = proof.stage;
  if (proof.verdict == Verdict::separated) {
    set_direction<3>(proof.direction, certificate.direction);
  } else {
    // One by one: the wide loads of memmove wait for the stores of the pairs, for 40 ns.
    certificate.pairs = std::vector<IndexPair>(proof.pair_count);
    for (std::size_t i = 0; i < certificate.pairs.size(); ++i)
      certificate.pairs[i] = proof.pairs[i];
  }
}

/// Proves a verdict in doubles by the ways of intersects(), which mostly end before a walk to the
/// closest point.
template <int D>
bool certify_in_filter(const Pair<D>& pair, Certificate& certificate) {
  if constexpr (D == 3) {
    Hint3 proof;
    Algorithm algorithm = Algorithm::automatic;
    if (!prove_in_filter(pair, nullptr, proof, algorithm)) return false;
    write_proof(proof, certificate);
    return true;
  }
  return false;
}

}  // namespace

template <int D>
Certificate certify_verdict(const Pair<D>& pair, const Decision& answer, const Vector<D>* normal) {
  Certificate certificate;
  certificate.dimension = pair.dimension();
  Hint<D> hint;
  Search<D> search;
  if (answer.verdict == Verdict::separated && normal != nullptr) {
    hint.verdict = Verdict::separated;
    hint.direction = *normal;
    search.hint = &hint;
  } else if (certify_in_filter(pair, certificate)) {
    return certificate;
  }
  lp::ExactDirection exact;
  const Decided<D> decision = decide(pair, Plan<D>(search, kCertified), &exact);
  certificate.verdict = decision.verdict;
  certificate.stage = decision.stage;
  certificate.pairs.reserve(decision.pairs.size());
  for (const IndexPair& kept : decision.pairs) certificate.pairs.push_back(to_caller(pair, kept));
  std::vector<ExactNumber> direction = lp::exact_numbers(exact.entries());
  if (decision.has_direction && direction.empty()) set_direction<D>(decision.direction, direction);
  if (decision.verdict != Verdict::overlapping) certificate.direction = std::move(direction);
  return certificate;
}

template Certificate certify_verdict<2>(const Pair<2>&, const Decision&, const Vector<2>*);
template Certificate certify_verdict<3>(const Pair<3>&, const Decision&, const Vector<3>*);
template Certificate certify_verdict<kRunTime>(const Pair<kRunTime>&, const Decision&,
                                               const Vector<kRunTime>*);

namespace {

/// Returns the answer's normal, or null. The answer may be about other bodies, even of another
/// dimension.
template <int D>
const Vector<D>* normal_of(const Distance<D>& answer, int dimension) noexcept {
  const bool fits =
      answer.witness && answer.witness->normal.size() == static_cast<std::size_t>(dimension);
  return fits ? &answer.witness->normal : nullptr;
}

/// An end of 0 or infinity bounds nothing, and gives no evidence about the direction or the weights.
bool proves(const DistanceBounds& bounds, const Interval& interval) noexcept {
  const bool bounded = bounds.lower > 0 && bounds.upper <= std::numeric_limits<double>::max();
  return bounded && interval.lower >= 0 && bounds.lower >= interval.lower &&
         bounds.upper <= interval.upper;
}

/// Tests whether Lemma 4 proves an interval from what was measured, in doubles or in twofold
/// arithmetic. A list longer than a body is no proof.
template <int D>
bool is_proven_by_bounds(const FilteredPair<D>& filtered, const Measured<D>& measured,
                         const Interval& interval) {
  const Pair<D>& pair = filtered.pair();
  const std::int32_t most = std::min(pair.a.hull->count, pair.b.hull->count);
  if (measured.pairs.size() > static_cast<std::size_t>(most)) return false;
  const Vector<D>& u = measured.direction;
  if (proves(distance_bounds<D>(filtered, u.data(), measured.pairs, measured.weights), interval))
    return true;
  if constexpr (D == 3) {
    return proves(fine_distance_bounds(filtered, u, measured.pairs, measured.weights), interval);
  } else {
    return false;
  }
}

/// Writes the direction and the weights of what was measured as a proof of the interval.
template <int D>
DistanceProof proof_of(const Pair<D>& pair, const Measured<D>& measured, const Interval& interval) {
  DistanceProof proof;
  proof.lower = interval.lower;
  proof.upper = interval.upper;
  set_direction<D>(measured.direction, proof.direction);
  proof.a.reserve(measured.pairs.size());
  proof.b.reserve(measured.pairs.size());
  for (std::size_t i = 0; i < measured.pairs.size(); ++i) {
    const IndexPair at = to_caller(pair, measured.pairs[i]);
    proof.a.push_back({at.a, {measured.weights[i], {}}});
    proof.b.push_back({at.b, {measured.weights[i], {}}});
  }
  return proof;
}

/// Repeats distance()'s own search: from the answer's normal, then as without one.
template <int D>
std::optional<DistanceProof> prove_at_once(const FilteredPair<D>& filtered,
                                           const Request<D>& request, const Interval& interval) {
  if constexpr (D == 3) {
    for (const Request<3>& start : {request, Request<3>{}}) {
      const Measured<3> measured = measure_nearest(filtered.pair(), start);
      if (measured.verdict == Verdict::separated &&
          is_proven_by_bounds(filtered, measured, interval)) {
        return proof_of(filtered.pair(), measured, interval);
      }
    }
  }
  return std::nullopt;
}

/// Proves the interval in doubles, by Lemma 4 or else by verify(). If neither accepts them it proves the
/// interval in integers, which prove every interval that holds the distance.
template <int D>
DistanceProof prove_distance(const Posed<D>& a, const Posed<D>& b, const Pair<D>& pair,
                             const Distance<D>& answer) {
  const FilteredPair<D> filtered(pair);
  Request<D> request;
  request.direction = normal_of(answer, pair.dimension());
  if (auto proof = prove_at_once(filtered, request, answer.distance)) return *std::move(proof);
  const Measured<D> measured = gjk::measure(filtered, request);
  if (measured.verdict == Verdict::separated) {
    Certificate trial;
    trial.distance = proof_of(pair, measured, answer.distance);
    if (is_proven_by_bounds(filtered, measured, answer.distance)) return *trial.distance;
    trial.dimension = pair.dimension();
    trial.verdict = Verdict::separated;
    trial.direction = trial.distance->direction;
    if (verify(a, b, trial)) return *trial.distance;
  }
  DistanceProof proof{answer.distance.lower, answer.distance.upper, {}, {}, {}};
  const MinNorm exact = find_min_norm<D>(pair, measured.pairs);
  proof.direction = negated_numbers(exact.point);
  proof.a = weights_of_a(exact, *pair.a.hull);
  proof.b = weights_of_b(exact, *pair.b.hull);
  return proof;
}

template <int D>
Certificate certify_distance(const Posed<D>& a, const Posed<D>& b, const Distance<D>& answer) {
  const Pair<D> pair{make_body(a), make_body(b)};
  Certificate certificate = certify_verdict(pair, answer, normal_of(answer, pair.dimension()));
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
  if (detail::rounded::has_radius(a, b)) return detail::rounded::certify(a, b, answer);
  return detail::certify_verdict<2>({detail::make_body(a), detail::make_body(b)}, answer);
}
Certificate certify(const Posed3& a, const Posed3& b, const Decision& answer) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::certify(a, b, answer);
  return detail::certify_verdict<3>({detail::make_body(a), detail::make_body(b)}, answer);
}
Certificate certify(const PosedN& a, const PosedN& b, const Decision& answer) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::certify(a, b, answer);
  return detail::certify_verdict<kRunTime>({detail::make_body(a), detail::make_body(b)}, answer);
}
Certificate certify(const Posed2& a, const Posed2& b, const Distance2& answer) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::certify_distance(a, b, answer);
  return detail::certify_distance(a, b, answer);
}
Certificate certify(const Posed3& a, const Posed3& b, const Distance3& answer) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::certify_distance(a, b, answer);
  return detail::certify_distance(a, b, answer);
}
Certificate certify(const PosedN& a, const PosedN& b, const DistanceN& answer) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::certify_distance(a, b, answer);
  return detail::certify_distance(a, b, answer);
}

}  // namespace sunder::inline SUNDER_ABI

// SPDX-License-Identifier: Apache-2.0
//
// Idea: The verdict is decided once more, this time with everything that a checker needs. A proof
// in doubles is kept if verify() accepts it. Otherwise exact integers give one.
// Bound: verify() checks each proof in doubles. The others are exact.
// Cost: A walk and one or two verifications where doubles prove a positive margin, else the exact
// stage.
// Gives up: Terms that are not finite, and empty bodies, get a proof without lists.
#include <algorithm>
#include <utility>

#include "narrow/gjk/gjk.hpp"
#include "narrow/lp/exact_numbers.hpp"
#include "query/decide.hpp"
#include "query/margin/exact.hpp"
#include "query/margin/sum.hpp"
#include "query/proof_numbers.hpp"

namespace sunder::detail {
namespace {

std::vector<ExactNumber> doubles(std::span<const double> values) {
  std::vector<ExactNumber> numbers;
  numbers.reserve(values.size());
  for (const double value : values) numbers.push_back({value, {}});
  return numbers;
}

void set_points(const MinNorm& closest, const HullBlock& a, const HullBlock& b,
                MarginCertificate& proof) {
  proof.a = weights_of_a(closest, a);
  proof.b = weights_of_b(closest, b);
}

/// Proves m > 0 by a direction, two points, or both.
template <int D>
void prove_by_distance(const Pair<D>& pair, const BigDyadic& m, std::span<const IndexPair> start,
                       MarginCertificate& proof) {
  const MinNorm closest = find_min_norm<D>(pair, start);
  proof.verdict = margin_verdict(compare_exactly(closest, m));
  if (proof.verdict != MarginVerdict::closer) proof.direction = negated_numbers(closest.point);
  if (proof.verdict != MarginVerdict::farther) {
    set_points(closest, *pair.a.hull, *pair.b.hull, proof);
  }
}

/// Proves m <= 0, for bodies that overlap, by a direction, a closed hull, or both.
template <int D>
void prove_by_depth(const Pair<D>& pair, const BigDyadic& m, std::span<const IndexPair> start,
                    MarginCertificate& proof) {
  const ExactDepth<D> depth = find_exact_depth<D>(pair, start, false);
  proof.verdict = margin_verdict(compare_exactly(depth, m));
  if (proof.verdict != MarginVerdict::closer) {
    proof.direction = exact_numbers(depth.nearest.front().normal);
  }
  if (proof.verdict != MarginVerdict::farther) write_hull(pair, depth, proof.pairs, proof.facets);
}

/// Proves m <= 0 by the verdict, which is enough where the bodies do not overlap.
template <int D>
void prove_by_verdict(const Pair<D>& pair, const BigDyadic& m, MarginCertificate& proof) {
  lp::ExactDirection exact;
  const Decided<D> decision = decide(pair, Plan<D>(kCertified), &exact);
  const std::span<const IndexPair> pairs{decision.pairs.begin(), decision.pairs.end()};
  if (decision.verdict == Verdict::overlapping) {
    if constexpr (D != kRunTime) {
      prove_by_depth(pair, m, pairs, proof);
      return;
    }
    // In a run-time dimension no margin is below 0, so the overlap itself proves the verdict
    // closer.
    proof.verdict = MarginVerdict::closer;
    for (const IndexPair& kept : decision.pairs) proof.pairs.push_back(to_caller(pair, kept));
    return;
  }
  proof.direction =
      exact.empty() ? doubles(decision.direction) : lp::exact_numbers(exact.entries());
  proof.verdict = MarginVerdict::farther;
  if (decision.verdict != Verdict::touching || !m.mantissa.is_zero()) return;
  proof.verdict = MarginVerdict::exactly;
  set_points(find_min_norm<D>(pair, pairs), *pair.a.hull, *pair.b.hull, proof);
}

/// For m > 0 it tries the result of gjk in doubles. Returns true if verify() accepts it.
template <int D>
bool prove_in_doubles(const Posed<D>& a, const Posed<D>& b, const Pair<D>& pair,
                      const Margin& margin, const Measured<D>& measured, MarginCertificate& proof) {
  MarginCertificate trial;
  trial.dimension = pair.dimension();
  trial.verdict = MarginVerdict::farther;
  if (measured.has_direction) trial.direction = doubles(measured.direction);
  if (verify(a, b, margin, trial)) {
    proof = std::move(trial);
    return true;
  }
  for (std::size_t i = 0; i < measured.pairs.size(); ++i) {
    const IndexPair at = to_caller(pair, measured.pairs[i]);
    trial.a.push_back({at.a, {measured.weights[i], {}}});
    trial.b.push_back({at.b, {measured.weights[i], {}}});
  }
  trial.verdict = MarginVerdict::closer;
  trial.direction.clear();
  if (!verify(a, b, margin, trial)) return false;
  proof = std::move(trial);
  return true;
}

template <int D>
MarginCertificate prove_margin(const Posed<D>& a, const Posed<D>& b, const Margin& margin) {
  const Pair<D> pair{make_body(a), make_body(b)};
  MarginCertificate proof;
  proof.dimension = pair.dimension();
  proof.verdict = MarginVerdict::farther;
  const MarginTerms terms = terms_of(margin, a, b);
  if (!std::all_of(terms.begin(), terms.end(), is_finite_bits)) return proof;
  if (any_empty(pair)) return proof;
  const BigDyadic m = exact_sum(terms);
  if (m.mantissa <= 0) {
    prove_by_verdict(pair, m, proof);
    return proof;
  }
  const Measured<D> measured = gjk::measure(FilteredPair<D>(pair), Request<D>{});
  if (prove_in_doubles(a, b, pair, margin, measured, proof)) return proof;
  prove_by_distance(pair, m, {measured.pairs.begin(), measured.pairs.end()}, proof);
  return proof;
}

}  // namespace
}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

MarginCertificate certify(const Posed2& a, const Posed2& b, const Margin& margin,
                          const MarginAnswer& /*answer*/) {
  return detail::prove_margin<2>(a, b, margin);
}
MarginCertificate certify(const Posed3& a, const Posed3& b, const Margin& margin,
                          const MarginAnswer& /*answer*/) {
  return detail::prove_margin<3>(a, b, margin);
}
MarginCertificate certify(const PosedN& a, const PosedN& b, const Margin& margin,
                          const MarginAnswer& /*answer*/) {
  return detail::prove_margin<kRunTime>(a, b, margin);
}

}  // namespace sunder::inline SUNDER_ABI

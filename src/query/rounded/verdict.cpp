// SPDX-License-Identifier: Apache-2.0
//
// Computes the verdict of bodies with radii, and tests proposals about it.
//
// Idea: A verdict and a proposal are those of a margin, the sum r of the radii. A direction proves
// the bodies apart where its gap is more than r. Pairs of vertices are where the exact search for
// the closest points begins.
// Cost: That of compare_to_margin(); a proof of pairs takes the exact stage.
// Gives up: prove() decides nothing where the exact verdict is not the proposed one.
#include "filter/simplex_interior.hpp"
#include "narrow/dispatch.hpp"
#include "query/decide.hpp"
#include "query/margin/bounds.hpp"
#include "query/margin/compare.hpp"
#include "query/margin/exact.hpp"
#include "query/rounded/exact_lengths.hpp"
#include "query/rounded/rounded.hpp"

namespace sunder::detail::rounded {
namespace {

Decision proven(Verdict verdict, Stage stage) noexcept {
  return {verdict, stage, Algorithm::automatic, true};
}

/// Tests the gap along the direction in doubles, then in integers, then after a walk from there.
template <int D>
Decision prove_separated(const Posed<D>& a, const Posed<D>& b, const FilteredPair<D>& filtered,
                         const Vector<D>& proposed) {
  const int d = filtered.pair().dimension();
  Vector<D> direction = proposed;
  if (direction.size() != static_cast<std::size_t>(d) || !normalise(direction.data(), d)) return {};
  const double most = sum_of_terms(radius_terms(a, b)).upper;
  if (lower_signed_distance<D>(filtered, direction) > most) {
    return proven(Verdict::separated, Stage::filter);
  }
  MarginCertificate exact;
  exact.dimension = d;
  exact.verdict = MarginVerdict::farther;
  for (const double entry : proposed) exact.direction.push_back({entry, {}});
  if (verify(a, b, Margin{}, exact)) return proven(Verdict::separated, Stage::integer);
  Request<D> request;
  request.direction = &direction;
  const Measured<D> polished = gjk::measure(filtered, request);
  const bool apart = polished.verdict == Verdict::separated &&
                     lower_distance<D>(filtered, polished.direction.data()) > most;
  return apart ? proven(Verdict::separated, Stage::filter) : Decision{};
}

/// Tests whether the pairs prove that the polytopes overlap; else finds the closest points from them.
template <int D>
Decision prove_meeting(const FilteredPair<D>& filtered, const BigDyadic& radii,
                       const Proposal<D>& proposal) {
  const Pair<D>& pair = filtered.pair();
  const PairList<D> pairs = kept_pairs<D>(pair, proposal);
  if (pairs.empty()) return {};
  if (proposal.verdict == Verdict::overlapping && proves_overlap<D>(filtered, pairs)) {
    return proven(Verdict::overlapping, Stage::filter);
  }
  const Verdict exact = compare_exactly(find_min_norm<D>(pair, pairs), radii);
  return exact == proposal.verdict ? proven(exact, Stage::integer) : Decision{};
}

}  // namespace

template <int D>
Decision intersects(const Posed<D>& a, const Posed<D>& b, const Search<D>& search) {
  if (!are_radii(a, b)) return {};
  return compare_to_sum<D>(a, b, radius_terms(a, b), search);
}

template <int D>
Proposal<D> propose(const Posed<D>& a, const Posed<D>& b, const Search<D>& search) {
  Proposal<D> proposal;
  proposal.verdict = Verdict::undecided;
  if (!are_radii(a, b)) return proposal;
  proposal = sunder::propose(core(a), core(b), search);
  if (proposal.verdict == Verdict::touching) proposal.verdict = Verdict::overlapping;
  const Pair<D> pair{make_body(a), make_body(b)};
  if (proposal.verdict != Verdict::separated || any_empty(pair)) return proposal;
  const FilteredPair<D> filtered(pair);
  const Algorithm algorithm = measuring_algorithm<D>(search.algorithm);
  const auto measured = functions_of<D>(algorithm).measure(filtered, request_of(Plan<D>(search)));
  if (!measured.has_direction) return proposal;
  Outcome<D> opinion;
  double squared = 0;
  for (const double entry : measured.direction) squared += entry * entry;
  const double gap = filtered.probe(measured.direction.data()).value / std::sqrt(squared);
  const double radii = a.radius() + b.radius();
  opinion.verdict = gap > radii   ? Verdict::separated
                    : gap < radii ? Verdict::overlapping
                                  : Verdict::touching;
  opinion.direction = &measured.direction;
  if (opinion.verdict != Verdict::separated) {
    opinion.pairs = {measured.pairs.begin(), measured.pairs.size()};
  }
  write_record<D>(pair, opinion, proposal);
  return proposal;
}

template <int D>
Decision prove(const Posed<D>& a, const Posed<D>& b, const Proposal<D>& proposal) {
  if (!are_radii(a, b)) return {};
  const Pair<D> pair{make_body(a), make_body(b)};
  if (any_empty(pair)) {
    const bool separated = proposal.verdict == Verdict::separated;
    return separated ? proven(Verdict::separated, Stage::bounds) : Decision{};
  }
  const FilteredPair<D> filtered(pair);
  switch (proposal.verdict) {
    case Verdict::separated:
      return prove_separated<D>(a, b, filtered, proposal.direction);
    case Verdict::touching:
    case Verdict::overlapping:
      return prove_meeting<D>(filtered, exact_radii(a, b), proposal);
    default:
      return {};
  }
}

#define SUNDER_INSTANTIATE(D)                                                          \
  template Decision intersects<D>(const Posed<D>&, const Posed<D>&, const Search<D>&); \
  template Proposal<D> propose<D>(const Posed<D>&, const Posed<D>&, const Search<D>&); \
  template Decision prove<D>(const Posed<D>&, const Posed<D>&, const Proposal<D>&);
SUNDER_INSTANTIATE(2)
SUNDER_INSTANTIATE(3)
SUNDER_INSTANTIATE(kRunTime)
#undef SUNDER_INSTANTIATE

}  // namespace sunder::detail::rounded

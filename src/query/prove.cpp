// SPDX-License-Identifier: Apache-2.0
//
// Idea: A proposal from outside is tested unchanged, by the filters and then in exact arithmetic. A
// direction that does not separate is the start of a walk that may find one that does.
// Bound: Lemma 1 proves a separation, a simplex around 0 an overlap. verify() decides the rest in
// integers.
// Cost: Two support queries, or a test of one simplex, where the filter proves the proposal.
// Otherwise that of verify(), and of one walk.
// Gives up: Where neither the proposal nor the walk proves the proposed verdict.

#include "filter/simplex_interior.hpp"
#include "narrow/gjk/gjk.hpp"
#include "query/decide.hpp"
#include "query/rounded/rounded.hpp"

namespace sunder::detail {
namespace {

Decision proven(Verdict verdict, Stage stage) noexcept {
  return {verdict, stage, Algorithm::automatic, true};
}

template <int D>
Certificate as_certificate(const Proposal<D>& proposal, int dimension) {
  Certificate certificate;
  certificate.dimension = dimension;
  certificate.verdict = proposal.verdict;
  if (proposal.verdict != Verdict::overlapping) {
    for (const double entry : proposal.direction) certificate.direction.push_back({entry, {}});
  }
  if (proposal.verdict != Verdict::separated) {
    certificate.pairs.assign(
        proposal.pairs.begin(),
        proposal.pairs.begin() + static_cast<std::ptrdiff_t>(recorded_pairs<D>(proposal)));
  }
  return certificate;
}

template <int D>
bool polished_walk_separates(const Pair<D>& pair, const Vector<D>& direction) {
  Request<D> request;
  request.direction = &direction;
  return gjk::propose(FilteredPair<D>(pair), request).verdict == Verdict::separated;
}

template <int D>
Decision prove_proposal(const Posed<D>& a, const Posed<D>& b, const Proposal<D>& proposal) {
  const Pair<D> pair{make_body(a), make_body(b)};
  if (any_empty(pair)) {
    const bool separated = proposal.verdict == Verdict::separated;
    return separated ? proven(Verdict::separated, Stage::bounds) : Decision{};
  }
  const bool directed = proposal.direction.size() == static_cast<std::size_t>(pair.dimension());
  Vector<D> direction = proposal.direction;
  const bool usable = directed && normalise(direction.data(), pair.dimension());
  if (proposal.verdict == Verdict::separated && usable &&
      directional_gap(pair, direction.data()).proves_separated()) {
    return proven(Verdict::separated, Stage::filter);
  }
  if (proposal.verdict == Verdict::overlapping &&
      proves_overlap<D>(FilteredPair<D>(pair), kept_pairs<D>(pair, proposal))) {
    return proven(Verdict::overlapping, Stage::filter);
  }
  const bool complete = proposal.verdict == Verdict::separated ||
                        proposal.verdict == Verdict::touching ||
                        proposal.verdict == Verdict::overlapping;
  if (complete && verify(a, b, as_certificate<D>(proposal, pair.dimension()))) {
    return proven(proposal.verdict, Stage::integer);
  }
  if (proposal.verdict == Verdict::separated && usable &&
      polished_walk_separates(pair, direction)) {
    return proven(Verdict::separated, Stage::filter);
  }
  return {};
}

template <int D>
Proposal<D> propose_unproven(const Pair<D>& pair, const Search<D>& search) {
  Proposal<D> proposal;
  proposal.verdict = Verdict::undecided;
  Search<D> into = search;
  into.hint = &proposal;
  const Plan<D> plan(into);
  record(pair, plan, raw_opinion(pair, plan));
  return proposal;
}

}  // namespace
}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

Decision prove(const Posed2& a, const Posed2& b, const Proposal2& proposal) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::prove(a, b, proposal);
  return detail::prove_proposal<2>(a, b, proposal);
}
Decision prove(const Posed3& a, const Posed3& b, const Proposal3& proposal) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::prove(a, b, proposal);
  return detail::prove_proposal<3>(a, b, proposal);
}
Decision prove(const PosedN& a, const PosedN& b, const ProposalN& proposal) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::prove(a, b, proposal);
  return detail::prove_proposal<kRunTime>(a, b, proposal);
}

Proposal2 propose(const Posed2& a, const Posed2& b, const Search2& search) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::propose(a, b, search);
  return detail::propose_unproven<2>({detail::make_body(a), detail::make_body(b)}, search);
}
Proposal3 propose(const Posed3& a, const Posed3& b, const Search3& search) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::propose(a, b, search);
  return detail::propose_unproven<3>({detail::make_body(a), detail::make_body(b)}, search);
}
ProposalN propose(const PosedN& a, const PosedN& b, const SearchN& search) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::propose(a, b, search);
  return detail::propose_unproven<kRunTime>({detail::make_body(a), detail::make_body(b)}, search);
}

}  // namespace sunder::inline SUNDER_ABI

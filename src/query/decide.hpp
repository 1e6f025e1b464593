// SPDX-License-Identifier: Apache-2.0
//
// Runs the pipeline P0 to P6 for one pair: hint, bounds, algorithms with their filters, expansions,
// integers. Everything above an algorithm is here. Each query turns the decision into its answer in
// its own file.
#pragma once

#include <utility>

#include "narrow/lp/exact_direction.hpp"
#include "query/plan.hpp"

namespace sunder::detail {

/// The pipeline's decision: a proven proposal, and the algorithm that made it. There are pairs
/// where the bodies meet and the stage gave any.
template <int D>
struct Decided : Proposed<D> {
  Algorithm decided_by = Algorithm::automatic;

  operator Outcome<D>() const noexcept {  // NOLINT(*-explicit-*): what record() takes
    return {this->verdict,
            this->stage,
            decided_by,
            false,
            this->has_direction ? &this->direction : nullptr,
            {this->pairs.begin(), this->pairs.size()}};
  }
};

/// `exact_direction` receives the direction where only integers hold one.
template <int D>
Decided<D> decide(const Pair<D>& pair, Plan<D> plan, lp::ExactDirection* exact_direction = nullptr);
/// Decides bodies that are not empty, whose filtered pair exists already.
template <int D>
Decided<D> decide(const FilteredPair<D>& filtered, Plan<D> plan,
                  lp::ExactDirection* exact_direction = nullptr);

/// Runs P0 to P4. Where its stage is none, the decision is an algorithm's last proposal, which P5
/// and P6 then decide.
template <int D>
Decided<D> decide_in_filter(const FilteredPair<D>& filtered, Plan<D> plan);

/// Shows the plan's trace the steps of the first search, for an answer that another way has proven.
void show_search(const Pair<3>& pair, const Plan<3>& plan);

/// P5 and P6 decide what an algorithm left undecided. `proposed` is the algorithm's last proposal.
template <int D>
Decided<D> decide_exactly(const FilteredPair<D>& filtered, const Proposed<D>& proposed,
                          Algorithm algorithm, Plan<D> plan,
                          lp::ExactDirection* exact_direction = nullptr);

/// Returns the verdict of a proposal that a filter inside its algorithm has proven.
template <int D>
Decided<D> accept(Proposed<D>&& proposed, Algorithm algorithm) {
  Decided<D> decided{std::move(proposed), algorithm};
  if (decided.verdict == Verdict::separated) decided.pairs.clear();
  return decided;
}

/// Returns the request that a plan makes to an algorithm.
template <int D>
Request<D> request_of(const Plan<D>& plan) noexcept {
  Request<D> request;
  request.pricing = plan.search.pricing;
  request.max_faces = plan.search.max_faces;
  request.trace = plan.search.trace;
  request.alone = plan.wants(kNamed);
  return request;
}

/// Returns the unproven opinion of the bare algorithm: its verdict, or else the sign of its best
/// gap.
template <int D>
Decided<D> raw_opinion(const Pair<D>& pair, Plan<D> plan);

}  // namespace sunder::detail

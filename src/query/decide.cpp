// SPDX-License-Identifier: Apache-2.0
//
// Idea: The stages run in order: the hint, balls, the axes of boxes, an algorithm. If the algorithm
// proves nothing, a contact in integers, an exact gap and exact pivoting follow.
// Bound: Each stage proves its verdict by itself. A search only proposes.
// Cost: Microseconds up to the filter, tens of them where integers decide.
// Gives up: Never, since exact pivoting with Bland's rule ends.
#include "query/decide.hpp"

#include <algorithm>

#include "filter/balls.hpp"
#include "filter/expanded_gap.hpp"
#include "filter/simplex_interior.hpp"
#include "narrow/dispatch.hpp"
#include "narrow/lp/contact.hpp"
#include "narrow/lp/exact.hpp"
#include "narrow/sat/sat.hpp"

namespace sunder::detail {
namespace {

template <int D>
Decided<D> proven(Verdict verdict, Stage stage, Algorithm algorithm) {
  Decided<D> decision;
  decision.verdict = verdict;
  decision.stage = stage;
  decision.decided_by = algorithm;
  return decision;
}

/// Tests P0: the last certificate at the new poses. A hint from another pair proves nothing and
/// costs little.
template <int D>
bool prove_hint(const FilteredPair<D>& filtered, const Hint<D>& hint, Decided<D>& decision) {
  const Pair<D>& pair = filtered.pair();
  const auto d = static_cast<std::size_t>(pair.dimension());
  if (hint.verdict == Verdict::separated && hint.direction.size() == d) {
    decision.direction = hint.direction;
    if (!normalise(decision.direction.data(), pair.dimension())) return false;
    if (!filtered.gap(decision.direction.data()).proves_separated()) return false;
    decision.verdict = Verdict::separated;
    decision.has_direction = true;
  } else if (hint.verdict == Verdict::overlapping) {
    // The first d + 1 pairs of any number: a depth leaves a simplex and some more.
    decision.pairs = kept_pairs<D>(pair, hint);
    while (decision.pairs.size() > d + 1) decision.pairs.pop_back();
    if (!proves_overlap<D>(filtered, decision.pairs)) return false;
    decision.verdict = Verdict::overlapping;
  } else {
    return false;
  }
  decision.stage = Stage::hint;
  return true;
}

/// Runs P5 on a proposal's direction, if its gap is close enough to zero for that to be worthwhile.
template <int D>
std::optional<int> exact_gap_sign(const FilteredPair<D>& filtered, const Vector<D>& direction) {
  const DirectionalGap gap = filtered.gap(direction.data());
  if (gap.proves_meeting_along()) return std::nullopt;
  return expanded_gap_sign(filtered.pair(), direction.data(), gap);
}

/// Runs P6 without pivots: it verifies a contact that the search's last direction and pairs
/// determine.
template <int D>
bool prove_contact(const FilteredPair<D>& filtered, const Proposed<D>& proposed,
                   Algorithm algorithm, lp::ExactDirection* exact_direction, Decided<D>& decision) {
  if constexpr (D == 3) {
    if (!proposed.has_direction) return false;
    const DirectionalGap gap = filtered.gap(proposed.direction.data());
    if (gap.proves_meeting_along()) return false;
    const lp::ContactGuess guess{proposed.direction, gap, proposed.pairs};
    auto exact = lp::verify_contact(filtered, guess, exact_direction);
    if (exact.verdict == Verdict::undecided) return false;
    decision = proven<D>(exact.verdict, Stage::integer, algorithm);
    decision.has_direction = exact.verdict != Verdict::overlapping;
    decision.direction = exact.direction;
    decision.pairs = std::move(exact.pairs);
    return true;
  } else {
    return false;
  }
}

/// A walk to the closest point ends without a direction where bodies share a vertex or an edge,
/// since that point is 0. A ray from inside C still leaves it through a facet. Its normal is the
/// contact's.
template <int D>
bool prove_by_ray(const FilteredPair<D>& filtered, lp::ExactDirection* exact_direction,
                  Decided<D>& decision) {
  if constexpr (D == 3) {
    Proposed<D> proposed = propose_by(Algorithm::mpr, filtered, Request<D>{});
    if (proposed.stage == Stage::none) {
      return prove_contact(filtered, proposed, Algorithm::mpr, exact_direction, decision);
    }
    decision = accept<D>(std::move(proposed), Algorithm::mpr);
    return true;
  } else {
    return false;
  }
}

/// Returns whether `automatic` tries the axes, a short list, before the walk.
template <int D>
bool axes_come_first(const Pair<D>& pair, const Plan<D>& plan) noexcept {
  if constexpr (D == 3) {
    return !plan.wants(kNamed | kCertified) && sat::both_boxes(pair);
  } else {
    return false;
  }
}

/// Returns the algorithm that searches: the named one, else gjk. In many dimensions the pivots of lp
/// cost less than the systems of gjk, 2 to 200 times.
template <int D>
Algorithm searching_algorithm(const Plan<D>& plan) noexcept {
  if (plan.wants(kNamed)) return plan.search.algorithm;
  return D == kRunTime ? Algorithm::lp : Algorithm::gjk;
}

}  // namespace

template <int D>
Decided<D> decide_exactly(const FilteredPair<D>& filtered, const Proposed<D>& proposed,
                          Algorithm algorithm, Plan<D> plan, lp::ExactDirection* exact_direction) {
  Decided<D> contact;
  if (prove_contact(filtered, proposed, algorithm, exact_direction, contact)) return contact;
  const bool may_shoot = !plan.wants(kNamed) && algorithm == Algorithm::gjk;
  if (may_shoot && prove_by_ray(filtered, exact_direction, contact)) return contact;
  const Vector<D>* support = nullptr;
  if constexpr (D != kRunTime) {
    if (proposed.has_direction) {
      const auto sign = exact_gap_sign<D>(filtered, proposed.direction);
      if (sign && *sign > 0) {
        auto decision = proven<D>(Verdict::separated, Stage::expansion, algorithm);
        decision.has_direction = true;
        decision.direction = proposed.direction;
        return decision;
      }
      if (sign && *sign == 0) support = &proposed.direction;
    }
  }
  auto exact = lp::decide_exactly<D>(filtered.pair(), proposed.pairs, support, exact_direction,
                                     plan.wants(kNamed));
  auto decision = exact.priced ? proven<D>(exact.verdict, Stage::lp, Algorithm::lp)
                               : proven<D>(exact.verdict, Stage::integer, algorithm);
  decision.has_direction = exact.verdict != Verdict::overlapping;
  decision.direction = std::move(exact.direction);
  decision.pairs = std::move(exact.pairs);
  return decision;
}

template <int D>
Decided<D> decide(const Pair<D>& pair, Plan<D> plan, lp::ExactDirection* exact_direction) {
  if (any_empty(pair)) return proven<D>(Verdict::separated, Stage::bounds, Algorithm::automatic);
  return decide<D>(FilteredPair<D>(pair), plan, exact_direction);
}

template <int D>
Decided<D> decide_in_filter(const FilteredPair<D>& filtered, Plan<D> plan) {
  const Pair<D>& pair = filtered.pair();
  Request<D> request = request_of(plan);
  PairList<D> basis;
  if (plan.search.algorithm == Algorithm::lp && plan.wants(kHinted)) {
    basis = kept_pairs(pair, *plan.search.hint);
    request.basis = {basis.begin(), basis.end()};
  }
  const bool looks = !plan.wants(kNamed | kLooked);
  if (looks && plan.wants(kHinted)) {
    Decided<D> decision;
    if (prove_hint(filtered, *plan.search.hint, decision)) return decision;
  }
  Vector<D> line = line_of_centres(filtered);
  request.direction = &line;
  if (looks && !plan.wants(kCertified)) {
    const Verdict verdict = prove_by_balls(filtered, line);
    if (verdict != Verdict::undecided) {
      auto decision = proven<D>(verdict, Stage::bounds, Algorithm::automatic);
      decision.has_direction =
          verdict == Verdict::separated && normalise(line.data(), pair.dimension());
      decision.direction = std::move(line);
      return decision;
    }
  }
  if (axes_come_first(pair, plan)) {
    auto proposed = propose_by(Algorithm::sat, filtered, request);
    if (proposed.stage != Stage::none) return accept<D>(std::move(proposed), Algorithm::sat);
    // A flat box, or numbers too wide for the algorithm. A walk could not decide an axis that is
    // too close to call. A common point is searched for at the extreme vertices along that axis.
    if (proposed.has_direction) {
      const DirectionalGap gap = filtered.gap(proposed.direction.data());
      if (!gap.proves_meeting_along()) {
        proposed.pairs.push_back(gap.vertices);
        return {std::move(proposed), Algorithm::sat};
      }
    }
  }
  const Algorithm algorithm = searching_algorithm(plan);
  Proposed<D> proposed = propose_by(algorithm, filtered, request);
  const bool lacks_pairs = plan.wants(kCertified) && proposed.verdict != Verdict::separated &&
                           proposed.pairs.size() <= static_cast<std::size_t>(pair.dimension());
  if (proposed.stage != Stage::none && !lacks_pairs)
    return accept<D>(std::move(proposed), algorithm);
  proposed.stage = Stage::none;
  return {std::move(proposed), algorithm};
}

void show_search(const Pair<3>& pair, const Plan<3>& plan) {
  const bool by_axes = axes_come_first(pair, plan);
  propose_by(by_axes ? Algorithm::sat : searching_algorithm(plan), FilteredPair<3>(pair),
             request_of(plan));
}

template <int D>
Decided<D> decide(const FilteredPair<D>& filtered, Plan<D> plan,
                  lp::ExactDirection* exact_direction) {
  Decided<D> decision = decide_in_filter(filtered, plan);
  if (decision.stage != Stage::none) return decision;
  return decide_exactly<D>(filtered, decision, decision.decided_by, plan, exact_direction);
}

template <int D>
Decided<D> raw_opinion(const Pair<D>& pair, Plan<D> plan) {
  Decided<D> decision;
  if (any_empty(pair)) {
    decision.verdict = Verdict::separated;
    return decision;
  }
  const Algorithm algorithm = plan.wants(kNamed) ? plan.search.algorithm : Algorithm::gjk;
  const FilteredPair<D> filtered(pair);
  const Proposed<D> proposed = propose_by(algorithm, filtered, request_of(plan));
  decision.decided_by = algorithm;
  decision.verdict = proposed.verdict;
  decision.has_direction = proposed.has_direction;
  decision.direction = proposed.direction;
  if (decision.verdict == Verdict::undecided && proposed.has_direction) {
    const bool apart = filtered.probe(proposed.direction.data()).value > 0;
    decision.verdict = apart ? Verdict::separated : Verdict::touching;
  }
  return decision;
}

#define SUNDER_INSTANTIATE(D)                                                                  \
  template Decided<D> decide_exactly<D>(const FilteredPair<D>&, const Proposed<D>&, Algorithm, \
                                        Plan<D>, lp::ExactDirection*);                         \
  template Decided<D> decide_in_filter<D>(const FilteredPair<D>&, Plan<D>);                    \
  template Decided<D> decide<D>(const Pair<D>&, Plan<D>, lp::ExactDirection*);                 \
  template Decided<D> decide<D>(const FilteredPair<D>&, Plan<D>, lp::ExactDirection*);         \
  template Decided<D> raw_opinion<D>(const Pair<D>&, Plan<D>);
SUNDER_INSTANTIATE(2)
SUNDER_INSTANTIATE(3)
SUNDER_INSTANTIATE(kRunTime)
#undef SUNDER_INSTANTIATE

}  // namespace sunder::detail

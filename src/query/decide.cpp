// SPDX-License-Identifier: Apache-2.0
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
Outcome<D> proven(Verdict verdict, Stage stage, Algorithm algorithm) {
  Outcome<D> decision;
  decision.verdict = verdict;
  decision.stage = stage;
  decision.decided_by = algorithm;
  return decision;
}

/// The verdict of a proposal that a filter inside its algorithm has proven.
template <int D>
Outcome<D> accept(Proposed<D>&& proposed, Algorithm algorithm) {
  Outcome<D> decision = proven<D>(proposed.verdict, proposed.stage, algorithm);
  decision.has_direction = proposed.has_direction;
  decision.direction = std::move(proposed.direction);
  if (proposed.verdict != Verdict::separated) decision.pairs = std::move(proposed.pairs);
  return decision;
}

/// P0: the last certificate at the new poses. A hint from another pair proves nothing and costs
/// little.
template <int D>
bool prove_hint(const FilteredPair<D>& filtered, const Hint<D>& hint, Outcome<D>& decision) {
  const Pair<D>& pair = filtered.pair();
  const auto d = static_cast<std::size_t>(pair.dimension());
  if (hint.verdict == Verdict::separated && hint.direction.size() == d) {
    decision.direction = hint.direction;
    if (!normalise(decision.direction.data(), pair.dimension())) return false;
    if (!filtered.gap(decision.direction.data()).proves_separated()) return false;
    decision.verdict = Verdict::separated;
    decision.has_direction = true;
  } else if (hint.verdict == Verdict::overlapping && recorded_pairs<D>(hint) == d + 1) {
    decision.pairs = kept_pairs<D>(pair, hint);
    if (!proves_overlap<D>(filtered, decision.pairs)) return false;
    decision.verdict = Verdict::overlapping;
  } else {
    return false;
  }
  decision.stage = Stage::hint;
  return true;
}

/// P5 on a proposal's direction, where its gap is close enough to zero to be worth it.
template <int D>
std::optional<int> exact_gap_sign(const FilteredPair<D>& filtered, const Vector<D>& direction) {
  const DirectionalGap gap = filtered.gap(direction.data());
  if (gap.proves_meeting_along()) return std::nullopt;
  return expanded_gap_sign(filtered.pair(), direction.data(), gap);
}

/// P6 without pivots: a contact that the search's last words name well enough to be verified.
template <int D>
bool prove_contact(const FilteredPair<D>& filtered, const Proposed<D>& proposed,
                   Algorithm algorithm, Wanted wanted, Outcome<D>& decision) {
  if constexpr (D == 3) {
    if (!proposed.has_direction) return false;
    const DirectionalGap gap = filtered.gap(proposed.direction.data());
    if (gap.proves_meeting_along()) return false;
    const lp::ContactGuess guess{proposed.direction, gap, proposed.pairs};
    auto exact = lp::verify_contact(filtered, guess, wanted.exact_direction);
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

/// A walk to the closest point goes blind where bodies share a vertex or an edge: that point is 0.
/// A ray from inside C leaves it through a facet all the same, whose normal is the contact's.
template <int D>
bool prove_by_ray(const FilteredPair<D>& filtered, Wanted wanted, Outcome<D>& decision) {
  if constexpr (D == 3) {
    Proposed<D> proposed = propose_by(Algorithm::mpr, filtered, Request<D>{});
    if (proposed.stage == Stage::none) {
      return prove_contact(filtered, proposed, Algorithm::mpr, wanted, decision);
    }
    decision = accept<D>(std::move(proposed), Algorithm::mpr);
    return true;
  } else {
    return false;
  }
}

/// The order in which `automatic` asks the algorithms: axes where the list is short, then the walk.
template <int D>
bool axes_come_first(const Pair<D>& pair, Wanted wanted) noexcept {
  if constexpr (D == 3) {
    return !wanted.certificate && sat::knows(pair);
  } else {
    return false;
  }
}

}  // namespace

std::int32_t search_kept_index(const HullBlock& hull, std::int32_t caller) noexcept {
  // Where points were dropped, a vertex stands that much before its caller's index.
  const std::int32_t start = std::min(caller, hull.count - 1);
  for (std::int32_t kept = start; kept >= 0; --kept) {
    if (hull.caller[kept] == caller) return kept;
  }
  for (std::int32_t kept = std::max(start, -1) + 1; kept < hull.count; ++kept) {
    if (hull.caller[kept] == caller) return kept;
  }
  return -1;
}

template <int D>
PairList<D> kept_pairs(const Pair<D>& pair, const Hint<D>& hint) {
  PairList<D> kept;
  for (std::size_t i = 0; i < recorded_pairs<D>(hint); ++i) {
    const IndexPair at{kept_index(*pair.a.hull, hint.pairs[i].a),
                       kept_index(*pair.b.hull, hint.pairs[i].b)};
    if (at.a < 0 || at.b < 0) return {};
    kept.push_back(at);
  }
  return kept;
}

template <int D>
Outcome<D> decide_exactly(const FilteredPair<D>& filtered, const Proposed<D>& proposed,
                          Algorithm algorithm, Wanted wanted) {
  Outcome<D> contact;
  if (prove_contact(filtered, proposed, algorithm, wanted, contact)) return contact;
  if (wanted.any_algorithm && algorithm == Algorithm::gjk &&
      prove_by_ray(filtered, wanted, contact))
    return contact;
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
  auto exact = lp::decide_exactly<D>(filtered.pair(), proposed.pairs, support,
                                     wanted.exact_direction, !wanted.any_algorithm);
  auto decision = exact.priced ? proven<D>(exact.verdict, Stage::lp, Algorithm::lp)
                               : proven<D>(exact.verdict, Stage::integer, algorithm);
  decision.has_direction = exact.verdict != Verdict::overlapping;
  decision.direction = std::move(exact.direction);
  decision.pairs = std::move(exact.pairs);
  return decision;
}

template <int D>
Outcome<D> decide(const Pair<D>& pair, const Search<D>& search, Wanted wanted) {
  if (any_empty(pair)) return proven<D>(Verdict::separated, Stage::bounds, Algorithm::automatic);
  return decide<D>(FilteredPair<D>(pair), search, wanted);
}

template <int D>
Outcome<D> decide(const FilteredPair<D>& filtered, const Search<D>& search, Wanted wanted) {
  const Pair<D>& pair = filtered.pair();
  Request<D> request = request_of(search);
  PairList<D> basis;
  if (search.algorithm == Algorithm::lp && search.hint != nullptr) {
    basis = kept_pairs(pair, *search.hint);
    request.basis = {basis.begin(), basis.end()};
  }
  const bool automatic = search.algorithm == Algorithm::automatic;
  wanted.any_algorithm = automatic;
  if (automatic && search.hint != nullptr && !wanted.looked) {
    Outcome<D> decision;
    if (prove_hint(filtered, *search.hint, decision)) return decision;
  }
  Vector<D> line = line_of_centres(filtered);
  request.direction = &line;
  if (automatic && !wanted.looked) {
    const Verdict verdict = prove_by_balls(filtered, line);
    if (verdict != Verdict::undecided && !wanted.certificate) {
      auto decision = proven<D>(verdict, Stage::bounds, Algorithm::automatic);
      decision.has_direction =
          verdict == Verdict::separated && normalise(line.data(), pair.dimension());
      decision.direction = std::move(line);
      return decision;
    }
  }
  if (automatic && axes_come_first(pair, wanted)) {
    auto proposed = propose_by(Algorithm::sat, filtered, request);
    if (proposed.stage != Stage::none) return accept<D>(std::move(proposed), Algorithm::sat);
    // A flat box, or numbers too wide for the algorithm. If its axis is too close to call, a walk could
    // not call it either: the axis' extreme vertices are where to look for a common point.
    if (proposed.has_direction) {
      const DirectionalGap gap = filtered.gap(proposed.direction.data());
      if (!gap.proves_meeting_along()) {
        proposed.pairs.push_back(gap.vertices);
        return decide_exactly(filtered, proposed, Algorithm::sat, wanted);
      }
    }
  }
  const Algorithm algorithm = automatic ? Algorithm::gjk : search.algorithm;
  Proposed<D> proposed = propose_by(algorithm, filtered, request);
  const bool lacks_pairs = wanted.certificate && proposed.verdict != Verdict::separated &&
                           proposed.pairs.size() <= static_cast<std::size_t>(pair.dimension());
  if (proposed.stage != Stage::none && !lacks_pairs)
    return accept<D>(std::move(proposed), algorithm);
  return decide_exactly(filtered, proposed, algorithm, wanted);
}

template <int D>
Outcome<D> raw_opinion(const Pair<D>& pair, const Search<D>& search) {
  Outcome<D> decision;
  if (any_empty(pair)) {
    decision.verdict = Verdict::separated;
    return decision;
  }
  const Request<D> request = request_of(search);
  const Algorithm algorithm =
      search.algorithm == Algorithm::automatic ? Algorithm::gjk : search.algorithm;
  const FilteredPair<D> filtered(pair);
  const Proposed<D> proposed = propose_by(algorithm, filtered, request);
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

template <int D>
void record_outcome(const Pair<D>& pair, const Outcome<D>& outcome, CertificateRecord<D>& record) {
  record.verdict = outcome.verdict;
  record.stage = outcome.stage;
  if (outcome.has_direction) record.direction = outcome.direction;
  if constexpr (D == kRunTime) {
    record.pairs.clear();
    for (const IndexPair& kept : outcome.pairs) record.pairs.push_back(to_caller(pair, kept));
  } else {
    record.pair_count = 0;
    for (const IndexPair& kept : outcome.pairs) {
      record.pairs[record.pair_count++] = to_caller(pair, kept);
    }
  }
}

template <int D>
void report(const Pair<D>& pair, const Outcome<D>& decision, const Search<D>& search) {
  count(decision.stage, decision.decided_by, search.counters);
  if (search.hint != nullptr) record_outcome<D>(pair, decision, *search.hint);
}

#define SUNDER_INSTANTIATE(D)                                                                  \
  template Outcome<D> decide_exactly<D>(const FilteredPair<D>&, const Proposed<D>&, Algorithm, \
                                        Wanted);                                               \
  template Outcome<D> decide<D>(const Pair<D>&, const Search<D>&, Wanted);                     \
  template Outcome<D> decide<D>(const FilteredPair<D>&, const Search<D>&, Wanted);             \
  template Outcome<D> raw_opinion<D>(const Pair<D>&, const Search<D>&);                        \
  template PairList<D> kept_pairs<D>(const Pair<D>&, const Hint<D>&);                          \
  template void record_outcome<D>(const Pair<D>&, const Outcome<D>&, CertificateRecord<D>&);   \
  template void report<D>(const Pair<D>&, const Outcome<D>&, const Search<D>&);
SUNDER_INSTANTIATE(2)
SUNDER_INSTANTIATE(3)
SUNDER_INSTANTIATE(kRunTime)
#undef SUNDER_INSTANTIATE

}  // namespace sunder::detail

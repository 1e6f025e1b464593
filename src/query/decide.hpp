// SPDX-License-Identifier: Apache-2.0
//
// The pipeline P0 to P6 for one pair: hint, bounds, algorithms with their filters, expansions, integers.
// Everything above an algorithm is here; what a question makes of the decision is in its own file.
#pragma once

#include <algorithm>
#include <vector>

#include "narrow/algorithm.hpp"
#include "narrow/lp/exact_direction.hpp"

namespace sunder::detail {

/// A proven verdict with what proved it, in kept indices.
template <int D>
struct Outcome {
  Verdict verdict = Verdict::undecided;
  Stage stage = Stage::none;
  Algorithm decided_by = Algorithm::automatic;
  bool has_direction = false;
  Vector<D> direction{};  ///< separated, touching: from a to b, rounded
  PairList<D> pairs;      ///< meeting: the certificate's pairs, where the stage gave any
};

/// What a caller wants beside the verdict.
struct Wanted {
  /// A certificate as it stands: no balls, no lists of axes; pairs for every meeting.
  bool certificate = false;
  /// Receives the exact direction where only integers hold one.
  lp::ExactDirection* exact_direction = nullptr;
  /// The hint and the balls have been tried.
  bool looked = false;
  /// No algorithm was named: where one goes blind another may look.
  bool any_algorithm = false;
};

template <int D>
Outcome<D> decide(const Pair<D>& pair, const Search<D>& search, Wanted wanted = {});
/// Of bodies that are not empty, whose filter is at hand.
template <int D>
Outcome<D> decide(const FilteredPair<D>& filtered, const Search<D>& search, Wanted wanted = {});

/// P5 and P6: ends what an algorithm left undecided. `proposed` is the algorithm's last word.
template <int D>
Outcome<D> decide_exactly(const FilteredPair<D>& filtered, const Proposed<D>& proposed,
                          Algorithm algorithm, Wanted wanted);

/// What a caller's options say to an algorithm.
template <int D>
Request<D> request_of(const Search<D>& search) noexcept {
  Request<D> request;
  request.pricing = search.pricing;
  request.max_faces = search.max_faces;
  request.trace = search.trace;
  request.alone = search.algorithm != Algorithm::automatic;
  return request;
}

/// What the bare algorithm says: its verdict, or where it is not sure the sign of its best gap.
template <int D>
Outcome<D> raw_opinion(const Pair<D>& pair, const Search<D>& search);

/// Whether any algorithm may answer, from nothing but the pair.
template <int D>
bool leaves_the_way_open(const Search<D>& search) noexcept {
  return search.algorithm == Algorithm::automatic && search.hint == nullptr;
}

/// Adds an answer to the caller's counters, if there are any.
inline void count(Stage stage, Algorithm decided_by, Counters* counters) noexcept {
  if (counters == nullptr) return;
  ++counters->by_stage[static_cast<std::size_t>(stage)];
  ++counters->by_algorithm[static_cast<std::size_t>(decided_by)];
}

/// Writes an outcome as a certificate's record, in the caller's indices. A direction that it does
/// not have leaves the record's own.
template <int D>
void record_outcome(const Pair<D>& pair, const Outcome<D>& outcome, CertificateRecord<D>& record);

/// Adds an answer to the caller's counters and writes it to the caller's hint.
template <int D>
void report(const Pair<D>& pair, const Outcome<D>& decision, const Search<D>& search);

template <int D>
Decision to_decision(const Outcome<D>& decision) noexcept {
  return {decision.verdict, decision.stage, decision.decided_by, decision.stage != Stage::none};
}

/// The same where points were dropped: a search.
std::int32_t search_kept_index(const HullBlock& hull, std::int32_t caller) noexcept;

/// The kept index of a caller's index, or -1. Of most bodies no point was dropped.
inline std::int32_t kept_index(const HullBlock& hull, std::int32_t caller) noexcept {
  const bool same = caller >= 0 && caller < hull.count && hull.caller[caller] == caller;
  return same ? caller : search_kept_index(hull, caller);
}

/// How many pairs a certificate's record holds.
template <int D>
std::size_t recorded_pairs(const CertificateRecord<D>& record) noexcept {
  if constexpr (D == kRunTime) {
    return record.pairs.size();
  } else {
    return std::min<std::size_t>(record.pair_count, record.pairs.size());
  }
}

/// The pairs of a hint or proposal as kept indices; none if one of them names no vertex.
template <int D>
PairList<D> kept_pairs(const Pair<D>& pair, const Hint<D>& hint);

/// In the caller's indices.
template <int D>
IndexPair to_caller(const Pair<D>& pair, IndexPair kept) noexcept {
  return {pair.a.hull->caller[kept.a], pair.b.hull->caller[kept.b]};
}

template <int D>
bool any_empty(const Pair<D>& pair) noexcept {
  return pair.a.hull->count == 0 || pair.b.hull->count == 0;
}

}  // namespace sunder::detail

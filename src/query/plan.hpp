// SPDX-License-Identifier: Apache-2.0
//
// What a caller wants (Plan), what a way to an answer found (Outcome), and the one function that
// counts it and writes it to the hint (record). A question's fast paths are rows of a table: each row
// names the wishes that it serves, and the first row that answers ends the search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>

#include "narrow/algorithm.hpp"

namespace sunder::detail {

/// What a caller wants beside the plain answer; a row names those that it serves.
enum Wish : std::uint32_t {
  kPlain = 0,
  kNamed = 1,      ///< an algorithm is named: no other, no hint, no bounds
  kHinted = 2,     ///< a hint is read first and written last
  kWatched = 4,    ///< a trace receives each step
  kCertified = 8,  ///< pairs for every meeting: balls and lists of axes are no certificate
  kLooked = 16,    ///< the hint and the balls have been tried
  kAnyWish = 31,
};

template <int D>
inline constexpr Search<D> kNoSearch{};

/// Two registers, worked out once where a question enters. It refers to the caller's search.
template <int D>
struct Plan {
  const Search<D>& search;
  std::uint32_t wishes;

  explicit Plan(const Search<D>& from, std::uint32_t more = kPlain) noexcept
      : search(from),
        wishes(more | (from.algorithm != Algorithm::automatic ? kNamed : kPlain) |
               (from.hint != nullptr ? kHinted : kPlain) |
               (from.trace != nullptr ? kWatched : kPlain)) {}
  explicit Plan(const Search<D>&& from, std::uint32_t more = kPlain) = delete;
  /// Of the library's own questions, which nobody counts or watches.
  explicit Plan(std::uint32_t more) noexcept : search(kNoSearch<D>), wishes(more) {}

  bool wants(std::uint32_t wish) const noexcept { return (wishes & wish) != 0; }
  template <class Way>
  bool is_served_by(const Way& way) const noexcept {
    return (wishes & ~way.serves) == 0 && (wishes & way.needs) == way.needs;
  }
};

/// What a way to an answer found. It refers to the direction and the pairs where the search left
/// them.
template <int D>
struct Outcome {
  Verdict verdict = Verdict::undecided;  ///< undecided: there is nothing for the hint
  Stage stage = Stage::none;
  Algorithm decided_by = Algorithm::automatic;
  bool in_hint = false;                  ///< the hint holds direction and pairs already
  const Vector<D>* direction = nullptr;  ///< from a to b, rounded; null leaves the hint's own
  std::span<const IndexPair> pairs{};    ///< kept indices
};

/// A verdict by a search of `algorithm`, which neither hint nor bounds need.
inline Algorithm deciding(Stage stage, Algorithm algorithm) noexcept {
  return stage == Stage::hint || stage == Stage::bounds ? Algorithm::automatic : algorithm;
}

/// Writes an outcome in the caller's indices.
template <int D>
void write_record(const Pair<D>& pair, const Outcome<D>& outcome, CertificateRecord<D>& record);

/// The recorder: adds an answer to the caller's counters and writes it to the caller's hint.
template <int D>
Decision record(const Pair<D>& pair, const Plan<D>& plan,
                const std::type_identity_t<Outcome<D>>& outcome) {
  if (Counters* const counters = plan.search.counters; counters != nullptr) [[unlikely]] {
    ++counters->by_stage[static_cast<std::size_t>(outcome.stage)];
    ++counters->by_algorithm[static_cast<std::size_t>(outcome.decided_by)];
  }
  if (plan.wants(kHinted) && outcome.verdict != Verdict::undecided) {
    write_record<D>(pair, outcome, *plan.search.hint);
  }
  return {outcome.verdict, outcome.stage, outcome.decided_by, outcome.stage != Stage::none};
}

/// A row of a table: the wishes that a way needs, those that it serves, and its function.
template <class Function>
struct Way {
  std::uint32_t needs;
  std::uint32_t serves;
  Function answer;
};
template <class Function>
Way(std::uint32_t, std::uint32_t, Function) -> Way<Function>;

inline bool is_answer(bool answered) noexcept { return answered; }
inline bool is_answer(const Decision& decision) noexcept { return decision.proven; }

/// Calls the rows that serve the plan, in order, up to the first that answers; the calls are direct,
/// and inlined where g++ sees fit.
template <const auto& kWays, int D, class... Arguments>
[[gnu::always_inline]] inline auto first_answer(Plan<D>& plan, Arguments&... arguments) {
  decltype(kWays[0].answer(plan, arguments...)) found{};
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    static_cast<void>((... || (plan.is_served_by(kWays[I]) &&
                               is_answer(found = kWays[I].answer(plan, arguments...)))));
  }(std::make_index_sequence<std::size(kWays)>{});
  return found;
}

/// The kept index of a caller's index where points were dropped: a search; -1 for none.
std::int32_t search_kept_index(const HullBlock& hull, std::int32_t caller) noexcept;

/// The kept index of a caller's index, or -1. Most bodies lost no point.
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

/// The direction of a hint that says apart, or null.
template <int D>
const Vector<D>* hinted_direction(const Plan<D>& plan, int dimension) noexcept {
  const Hint<D>* const hint = plan.search.hint;
  const bool apart = hint != nullptr && hint->verdict == Verdict::separated &&
                     hint->direction.size() == static_cast<std::size_t>(dimension);
  return apart ? &hint->direction : nullptr;
}

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

// SPDX-License-Identifier: Apache-2.0
//
// A Plan holds what a caller wants, and an Outcome what a way to an answer found. Only record()
// counts an outcome and writes it to the hint. The fast paths of a query are rows of a table. A row
// names the wishes that it serves, and the first row that answers ends the search.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>

#include "narrow/algorithm.hpp"

namespace sunder::detail {

/// What a caller wants beside the plain answer. A row names those that it serves.
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

/// A Plan is two registers, made once where a query enters. It refers to the caller's search, and
/// reads a wish from it where it is tested. That is a branch, as cheap as a mask and often folded.
template <int D>
struct Plan {
  const Search<D>& search;
  std::uint32_t more = kPlain;  ///< wishes that are not the caller's

  explicit Plan(const Search<D>& from, std::uint32_t more_wishes = kPlain) noexcept
      : search(from), more(more_wishes) {}
  explicit Plan(const Search<D>&& from, std::uint32_t more_wishes = kPlain) = delete;
  /// Makes a plan for queries of the library itself, which have no counters and no trace.
  explicit Plan(std::uint32_t wishes) noexcept : search(kNoSearch<D>), more(wishes) {}

  /// Returns whether one of these wishes is present.
  [[gnu::always_inline]] bool wants(std::uint32_t wishes) const noexcept {
    return ((wishes & kNamed) != 0 && search.algorithm != Algorithm::automatic) ||
           ((wishes & kHinted) != 0 && search.hint != nullptr) ||
           ((wishes & kWatched) != 0 && search.trace != nullptr) || (wishes & more) != 0;
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

/// Returns the algorithm of a verdict. A hint or bounds need none.
inline Algorithm deciding(Stage stage, Algorithm algorithm) noexcept {
  return stage == Stage::hint || stage == Stage::bounds ? Algorithm::automatic : algorithm;
}

/// Writes an outcome in the caller's indices.
template <int D>
void write_record(const Pair<D>& pair, const Outcome<D>& outcome, CertificateRecord<D>& record);

/// Adds an answer to the caller's counters and writes it to the caller's hint. `kServed` is what
/// the way serves. Where that excludes hints it spares the test for one.
template <std::uint32_t kServed = kAnyWish, int D>
[[gnu::always_inline]] inline Decision record(const Pair<D>& pair, const Plan<D>& plan,
                                              const std::type_identity_t<Outcome<D>>& outcome) {
  if (Counters* const counters = plan.search.counters; counters != nullptr) [[unlikely]] {
    ++counters->by_stage[static_cast<std::size_t>(outcome.stage)];
    ++counters->by_algorithm[static_cast<std::size_t>(outcome.decided_by)];
  }
  if constexpr ((kServed & kHinted) != 0) {
    if (plan.search.hint != nullptr && outcome.verdict != Verdict::undecided) {
      // A copy in memory: without a hint the outcome stays in registers, and no load of a Decision
      // waits for the stores of its bytes.
      const Outcome<D> written = outcome;
      write_record<D>(pair, written, *plan.search.hint);
    }
  }
  return {outcome.verdict, outcome.stage, outcome.decided_by, outcome.stage != Stage::none};
}

/// A row of a table. It has the wishes that a way needs, those that it serves, its function, and a
/// test of the pairs that it takes, if not all.
template <std::uint32_t kNeeds, std::uint32_t kServes, auto kAnswer, auto kTakes = nullptr>
struct Way {
  static constexpr bool kTakesAll = std::is_null_pointer_v<std::remove_cv_t<decltype(kTakes)>>;
  static constexpr bool kAlwaysOpen = kNeeds == kPlain && kServes == kAnyWish && kTakesAll;
  static constexpr auto kFunction = kAnswer;

  template <int D, class Bodies>
  [[gnu::always_inline]] static bool is_open_to(const Plan<D>& plan, const Bodies& bodies) {
    const bool open = !plan.wants(kAnyWish & ~kServes) && (kNeeds == kPlain || plan.wants(kNeeds));
    if constexpr (kTakesAll) {
      return open;
    } else {
      return open && kTakes(bodies);
    }
  }
};
/// Rows in the order in which they are tried.
template <class... Rows>
struct Ways {};

/// Returns an answer in one register: splitting a Decision and joining it again costs 14
/// instructions.
inline std::uint32_t packed(const Decision& decision) noexcept {
  return std::bit_cast<std::uint32_t>(decision);
}
inline bool packed(bool answered) noexcept { return answered; }
inline bool is_answer(bool answered) noexcept { return answered; }
inline bool is_answer(std::uint32_t decision) noexcept {
  return (decision & std::bit_cast<std::uint32_t>(Decision{{}, {}, {}, true})) != 0;
}

/// Calls the rows that are open to the plan and the bodies, in order, up to the first that answers.
/// The last row always does.
template <class Row, class... Rows, int D, class Bodies, class... More>
[[gnu::always_inline]] inline auto first_packed(Ways<Row, Rows...>, Plan<D>& plan, Bodies& bodies,
                                                More&... more) {
  if constexpr (sizeof...(Rows) == 0) {
    static_assert(Row::kAlwaysOpen);
    return packed(Row::kFunction(plan, bodies, more...));
  } else {
    if (Row::is_open_to(plan, bodies)) {
      const auto found = packed(Row::kFunction(plan, bodies, more...));
      if (is_answer(found)) return found;
    }
    return first_packed(Ways<Rows...>{}, plan, bodies, more...);
  }
}
template <class Rows, int D, class... Arguments>
[[gnu::always_inline]] inline Decision first_decision(Plan<D>& plan, Arguments&... arguments) {
  return std::bit_cast<Decision>(first_packed(Rows{}, plan, arguments...));
}
/// Calls the rows of a table whose answers are written in place.
template <class Rows, int D, class... Arguments>
[[gnu::always_inline]] inline void set_first_answer(Plan<D>& plan, Arguments&... arguments) {
  first_packed(Rows{}, plan, arguments...);
}

/// Returns the kept index of a caller's index where points were dropped: a search; -1 for none.
std::int32_t search_kept_index(const HullBlock& hull, std::int32_t caller) noexcept;

/// Returns the kept index of a caller's index, or -1. Most bodies lost no point.
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

/// Returns the pairs of a hint or proposal as kept indices; none if one of them names no vertex.
template <int D>
PairList<D> kept_pairs(const Pair<D>& pair, const Hint<D>& hint);

/// Returns the direction of a hint whose verdict is separated, or null.
template <int D>
const Vector<D>* hinted_direction(const Plan<D>& plan, int dimension) noexcept {
  const Hint<D>* const hint = plan.search.hint;
  const bool apart = hint != nullptr && hint->verdict == Verdict::separated &&
                     hint->direction.size() == static_cast<std::size_t>(dimension);
  return apart ? &hint->direction : nullptr;
}

/// Converts a pair to the caller's indices.
template <int D>
IndexPair to_caller(const Pair<D>& pair, IndexPair kept) noexcept {
  return {pair.a.hull->caller[kept.a], pair.b.hull->caller[kept.b]};
}

template <int D>
bool any_empty(const Pair<D>& pair) noexcept {
  return pair.a.hull->count == 0 || pair.b.hull->count == 0;
}

}  // namespace sunder::detail

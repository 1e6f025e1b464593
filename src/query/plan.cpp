// SPDX-License-Identifier: Apache-2.0
//
// Hints, read and written: the caller's indices on one side, kept indices on the other.
#include "query/plan.hpp"

namespace sunder::detail {

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
void write_record(const Pair<D>& pair, const Outcome<D>& outcome, CertificateRecord<D>& record) {
  record.verdict = outcome.verdict;
  record.stage = outcome.stage;
  if (outcome.in_hint) return;
  if (outcome.direction != nullptr) record.direction = *outcome.direction;
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

#define SUNDER_INSTANTIATE(D)                                         \
  template PairList<D> kept_pairs<D>(const Pair<D>&, const Hint<D>&); \
  template void write_record<D>(const Pair<D>&, const Outcome<D>&, CertificateRecord<D>&);
SUNDER_INSTANTIATE(2)
SUNDER_INSTANTIATE(3)
SUNDER_INSTANTIATE(kRunTime)
#undef SUNDER_INSTANTIATE

}  // namespace sunder::detail

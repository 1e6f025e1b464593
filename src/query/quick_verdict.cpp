// SPDX-License-Identifier: Apache-2.0
#include "query/quick_verdict.hpp"

#include "filter/last_proof.hpp"
#include "narrow/mpr/quick_verdict.hpp"
#include "narrow/sat/box_alike.hpp"
#include "narrow/sat/box_proof.hpp"
#include "narrow/sat/box_verdict.hpp"
#include "narrow/sat/polygon_verdict.hpp"
#include "narrow/sat/sat.hpp"

namespace sunder::detail {
namespace {

/// P0 without the filter's general bounds. False leaves the hint to decide(). A function of its
/// own, so that who has no hint yet saves no registers.
[[gnu::noinline]] bool still_holds(const Pair<3>& pair, const Hint3& hint) {
  if (hint.verdict == Verdict::separated) return still_separated(pair, hint.direction);
  if (hint.verdict != Verdict::overlapping || hint.pair_count != 4) return false;
  std::array<IndexPair, 4> kept;  // not the list of kept_pairs(), which takes a tenth of the time
  for (std::size_t i = 0; i < 4; ++i) {
    kept[i] = {kept_index(*pair.a.hull, hint.pairs[i].a),
               kept_index(*pair.b.hull, hint.pairs[i].b)};
    if (kept[i].a < 0 || kept[i].b < 0) return false;
  }
  return still_overlapping(pair, kept);
}

bool says_something(const Hint3& hint) noexcept {
  return hint.verdict == Verdict::separated || hint.verdict == Verdict::overlapping;
}

/// Of a hint that still holds.
Decision answer_of_hint(const Search3& search) {
  search.hint->stage = Stage::hint;
  if (search.hint->verdict == Verdict::separated) search.hint->pair_count = 0;
  return counted(search.hint->verdict, Stage::hint, Algorithm::automatic, search);
}

void keep(const Pair<3>& pair, const mpr::QuickVerdict& found, Hint3& hint) {
  hint.verdict = found.verdict;
  hint.stage = found.stage;
  hint.pair_count = 0;
  if (found.verdict == Verdict::separated) {
    hint.direction = found.direction;
    normalise(hint.direction.data(), 3);
  }
  if (!found.has_pairs) return;
  for (const IndexPair& kept : found.pairs) hint.pairs[hint.pair_count++] = to_caller(pair, kept);
}

/// Two boxes: by their axes, or in whole numbers where they stand alike.
Decision verdict_of_boxes(const Pair<3>& pair, const Search3& search) {
  const sat::BoxVerdict found = sat::quick_verdict(pair);
  if (found.verdict != Verdict::undecided) {
    return counted(found.verdict, found.stage, Algorithm::sat, search);
  }
  const Verdict exact = sat::verdict_of_alike(pair);
  if (exact == Verdict::undecided) return {};
  return counted(exact, Stage::integer, Algorithm::sat, search);
}

/// Any other two bodies: the hint, then a portal. A function of its own, so that boxes need not
/// save the registers that it takes.
[[gnu::noinline]] Decision verdict_of_hulls(const Pair<3>& pair, const Search3& search,
                                            Wanted& wanted) {
  if (any_empty(pair)) return {};
  if (search.hint != nullptr && still_holds(pair, *search.hint)) return answer_of_hint(search);
  mpr::QuickVerdict found;
  mpr::quick_verdict(pair, {search.trace, search.hint != nullptr}, found);
  wanted.looked = found.has_looked;
  if (found.verdict == Verdict::undecided) return {};
  if (search.hint != nullptr) keep(pair, found, *search.hint);
  return counted(found.verdict, found.stage, Algorithm::mpr, search);
}

/// Two boxes, for whom a certificate is wanted. Here, so that who calls it has nothing left to do,
/// is also where another search has to find one.
[[gnu::noinline]] Decision certified_boxes(const Pair<3>& pair, const Search3& search,
                                           Wanted& wanted) {
  Hint3& hint = *search.hint;
  if (says_something(hint) && still_holds(pair, hint)) return answer_of_hint(search);
  if (sat::prove_boxes(pair, hint) || sat::prove_alike(pair, hint)) [[likely]]
    return counted(hint.verdict, hint.stage, Algorithm::sat, search);
  return verdict_of_hulls(pair, search, wanted);
}

}  // namespace

void show_axes(const Posed2& a, const Posed2& b, const Search2& search) {
  sat::propose(FilteredPair<2>({make_body(a), make_body(b)}), request_of(search));
}

Decision quick_verdict(const Pair<3>& pair, const Search3& search, Wanted& wanted) {
  if (search.algorithm != Algorithm::automatic) return {};
  if (!sat::knows(pair)) return verdict_of_hulls(pair, search, wanted);
  const bool watched = search.trace != nullptr;
  if (search.hint == nullptr) return watched ? Decision{} : verdict_of_boxes(pair, search);
  return watched ? verdict_of_hulls(pair, search, wanted) : certified_boxes(pair, search, wanted);
}

}  // namespace sunder::detail

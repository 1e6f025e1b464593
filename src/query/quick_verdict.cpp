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
Intersection answer_of_hint(const Options3& options) {
  options.hint->stage = Stage::hint;
  if (options.hint->verdict == Verdict::separated) options.hint->pair_count = 0;
  return counted(options.hint->verdict, Stage::hint, Algorithm::automatic, options);
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
Intersection verdict_of_boxes(const Pair<3>& pair, const Options3& options) {
  const sat::BoxVerdict found = sat::quick_verdict(pair);
  if (found.verdict != Verdict::undecided) {
    return counted(found.verdict, found.stage, Algorithm::sat, options);
  }
  const Verdict exact = sat::verdict_of_alike(pair);
  if (exact == Verdict::undecided) return {};
  return counted(exact, Stage::integer, Algorithm::sat, options);
}

/// Any other two bodies: the hint, then a portal. A function of its own, so that boxes need not
/// save the registers that it takes.
[[gnu::noinline]] Intersection verdict_of_hulls(const Pair<3>& pair, const Options3& options,
                                                Wanted& wanted) {
  if (any_empty(pair)) return {};
  if (options.hint != nullptr && still_holds(pair, *options.hint)) return answer_of_hint(options);
  mpr::QuickVerdict found;
  mpr::quick_verdict(pair, {options.trace, options.hint != nullptr}, found);
  wanted.looked = found.has_looked;
  if (found.verdict == Verdict::undecided) return {};
  if (options.hint != nullptr) keep(pair, found, *options.hint);
  return counted(found.verdict, found.stage, Algorithm::mpr, options);
}

/// Two boxes, for whom a certificate is wanted. Here, so that who calls it has nothing left to do,
/// is also where another search has to find one.
[[gnu::noinline]] Intersection certified_boxes(const Pair<3>& pair, const Options3& options,
                                               Wanted& wanted) {
  Hint3& hint = *options.hint;
  if (says_something(hint) && still_holds(pair, hint)) return answer_of_hint(options);
  if (sat::prove_boxes(pair, hint) || sat::prove_alike(pair, hint)) [[likely]]
    return counted(hint.verdict, hint.stage, Algorithm::sat, options);
  return verdict_of_hulls(pair, options, wanted);
}

}  // namespace

void show_axes(const Posed2& a, const Posed2& b, const Options2& options) {
  sat::propose(FilteredPair<2>({make_body(a), make_body(b)}), search_of(options));
}

Intersection quick_verdict(const Pair<3>& pair, const Options3& options, Wanted& wanted) {
  if (options.algorithm != Algorithm::automatic || options.raw) return {};
  if (!sat::knows(pair)) return verdict_of_hulls(pair, options, wanted);
  const bool watched = options.trace != nullptr;
  if (options.hint == nullptr) return watched ? Intersection{} : verdict_of_boxes(pair, options);
  return watched ? verdict_of_hulls(pair, options, wanted) : certified_boxes(pair, options, wanted);
}

}  // namespace sunder::detail

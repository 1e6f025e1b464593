// SPDX-License-Identifier: Apache-2.0
#include "filter/last_proof.hpp"
#include "narrow/mpr/quick_verdict.hpp"
#include "narrow/sat/box_verdict.hpp"
#include "query/decide.hpp"

namespace sunder {
namespace {

bool are_boxes(const detail::Pair<3>& pair) noexcept {
  return pair.a.hull->shape == detail::Shape::box && pair.b.hull->shape == detail::Shape::box;
}

/// Of most bodies no point was dropped.
std::int32_t kept_of(const detail::HullBlock& hull, std::int32_t caller) noexcept {
  const bool same = caller >= 0 && caller < hull.count && hull.caller[caller] == caller;
  return same ? caller : detail::kept_index(hull, caller);
}

/// P0 without the filter's general bounds. False leaves the hint to decide().
bool still_holds(const detail::Pair<3>& pair, const Hint3& hint) {
  if (hint.verdict == Verdict::separated) return detail::still_separated(pair, hint.direction);
  if (hint.verdict != Verdict::overlapping || hint.pair_count != 4) return false;
  std::array<IndexPair, 4> kept;
  for (std::size_t i = 0; i < 4; ++i) {
    kept[i] = {kept_of(*pair.a.hull, hint.pairs[i].a), kept_of(*pair.b.hull, hint.pairs[i].b)};
    if (kept[i].a < 0 || kept[i].b < 0) return false;
  }
  return detail::still_overlapping(pair, kept);
}

void keep(const detail::Pair<3>& pair, const detail::mpr::QuickVerdict& found, Hint3& hint) {
  hint.verdict = found.verdict;
  hint.stage = found.stage;
  hint.pair_count = 0;
  if (found.verdict == Verdict::separated) {
    hint.direction = found.direction;
    detail::normalise(hint.direction.data(), 3);
  }
  if (!found.has_pairs) return;
  for (const IndexPair& kept : found.pairs) {
    hint.pairs[hint.pair_count++] = detail::to_caller(pair, kept);
  }
}

Intersection counted(Verdict verdict, Stage stage, Algorithm room, const Options3& options) {
  const Algorithm decided_by = stage == Stage::filter ? room : Algorithm::automatic;
  detail::count(stage, decided_by, options.counters);
  return {verdict, stage, decided_by, true};
}

/// The same verdicts at a fraction of the cost, of pairs that are not close to touching: without
/// the general pipeline's lists, where a proven verdict and at most a hint is asked for. Undecided
/// where it is for decide() to say; `looked` then tells what that need not try again.
Intersection quick_answer(const detail::Pair<3>& pair, const Options3& options, bool& looked) {
  if (options.hint != nullptr && still_holds(pair, *options.hint)) {
    options.hint->stage = Stage::hint;
    if (options.hint->verdict == Verdict::separated) options.hint->pair_count = 0;
    return counted(options.hint->verdict, Stage::hint, Algorithm::automatic, options);
  }
  if (are_boxes(pair) && options.hint == nullptr) {
    if (options.trace != nullptr) return {};
    const detail::sat::BoxVerdict found = detail::sat::quick_verdict(pair);
    if (found.verdict == Verdict::undecided) return {};
    return counted(found.verdict, found.stage, Algorithm::sat, options);
  }
  detail::mpr::QuickVerdict found;
  detail::mpr::quick_verdict(pair, {options.trace, options.hint != nullptr}, found);
  looked = found.has_looked;
  if (found.verdict == Verdict::undecided) return {};
  if (options.hint != nullptr) keep(pair, found, *options.hint);
  return counted(found.verdict, found.stage, Algorithm::mpr, options);
}

template <int D>
Intersection answer(const detail::Pair<D>& pair, const Options<D>& options) {
  detail::Wanted wanted;
  if constexpr (D == 3) {
    const bool by_order = options.algorithm == Algorithm::automatic && !options.raw;
    if (by_order && !detail::any_empty(pair)) {
      const Intersection found = quick_answer(pair, options, wanted.looked);
      if (found.proven) return found;
    }
  }
  const detail::Decision<D> decision =
      options.raw ? detail::raw_opinion(pair, options) : detail::decide(pair, options, wanted);
  detail::report(pair, decision, options);
  return detail::to_intersection(decision);
}

}  // namespace

std::string_view decided_by(const Intersection& answer) noexcept {
  if (answer.decided_by != Algorithm::automatic) return to_string(answer.decided_by);
  return answer.stage == Stage::hint ? "hint" : "bounds";
}

Intersection intersects(const Posed2& a, const Posed2& b, const Options2& options) {
  return answer<2>({detail::make_body(a), detail::make_body(b)}, options);
}
Intersection intersects(const Posed3& a, const Posed3& b, const Options3& options) {
  return answer<3>({detail::make_body(a), detail::make_body(b)}, options);
}
Intersection intersects(const PosedN& a, const PosedN& b, const OptionsN& options) {
  return answer<kRunTime>({detail::make_body(a), detail::make_body(b)}, options);
}

}  // namespace sunder

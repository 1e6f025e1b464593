// SPDX-License-Identifier: Apache-2.0
//
// Idea: Two tables list the ways, one in the plane and one in space, from the cheapest to the
// pipeline of decide(). A way before the pipeline needs neither the filtered pair nor its lists.
// Cost: Tens to hundreds of nanoseconds by the ways before the pipeline.
// Gives up: Each way leaves pairs that are close to touching to the next one. The pipeline ends
// with a verdict.
#include "query/intersects.hpp"

#include "filter/far_apart.hpp"
#include "filter/last_proof.hpp"
#include "narrow/boxes/boxes.hpp"
#include "narrow/mpr/quick_verdict.hpp"
#include "narrow/sat/polygon_verdict.hpp"
#include "narrow/sat/sat.hpp"
#include "query/contact/touching.hpp"
#include "query/decide.hpp"
#include "query/rounded/rounded.hpp"

namespace sunder::detail {
namespace {

Outcome<3> outcome_of(Verdict verdict, Stage stage, Algorithm algorithm) noexcept {
  return {verdict, stage, deciding(stage, algorithm)};
}

template <int D>
Decision by_pipeline(const Pair<D>& pair, Plan<D> plan) {
  return record(pair, plan, decide(pair, plan));
}

// ---- In the plane. Each way is a function of its own, so that the first needs no stack frame.

[[gnu::always_inline]] inline Decision plane_by_offsets(Plan<2> plan, const Posed2& a,
                                                        const Posed2& b) {
  const Pair<2> pair{make_body(a), make_body(b)};
  if (!are_far_apart(pair)) return {};
  return record<kWatched>(pair, plan, {Verdict::separated, Stage::bounds});
}

[[gnu::noinline]] Decision polygons_by_edges(Plan<2> plan, const Posed2& a, const Posed2& b) {
  const Pair<2> pair{make_body(a), make_body(b)};
  if (!sat::are_polygons(pair)) return {};
  const sat::PolygonVerdict found = sat::verdict_of_polygons(pair);
  if (found.verdict == Verdict::undecided) return {};
  if (plan.wants(kWatched) && found.stage != Stage::bounds) show_axes(a, b, plan);
  return record<kWatched>(pair, plan,
                          {found.verdict, found.stage, deciding(found.stage, Algorithm::sat)});
}

[[gnu::noinline]] Decision plane_by_pipeline(Plan<2> plan, const Posed2& a, const Posed2& b) {
  return by_pipeline<2>({make_body(a), make_body(b)}, plan);
}

using PlaneWays =
    Ways<Way<kPlain, kWatched, plane_by_offsets>, Way<kPlain, kWatched, polygons_by_edges>,
         Way<kPlain, kAnyWish, plane_by_pipeline>>;

// ---- In space

/// Tests P0 without the filter's general bounds. False leaves the hint to decide(). It is a
/// function of its own, so that a query without a hint saves no registers.
[[gnu::noinline]] bool still_holds(const Pair<3>& pair, const Hint3& hint) {
  if (hint.verdict == Verdict::separated) return still_separated(pair, hint.direction);
  if (hint.verdict != Verdict::overlapping || hint.pair_count < 4) return false;
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

/// Records a hint that still holds. The record of a separation keeps its direction and no pairs.
Decision by_hint(const Pair<3>& pair, const Plan<3>& plan) {
  const Verdict verdict = plan.search.hint->verdict;
  Outcome<3> outcome = outcome_of(verdict, Stage::hint, Algorithm::automatic);
  outcome.in_hint = verdict == Verdict::overlapping;
  return record(pair, plan, outcome);
}

/// Tests two boxes by their axes, or in integers where their axes are parallel.
[[gnu::always_inline]] inline Decision boxes_by_axes(Plan<3>& plan, const Pair<3>& pair) {
  const boxes::BoxVerdict found = boxes::verdict_of_boxes(pair);
  if (found.verdict != Verdict::undecided) {
    return record<kPlain>(pair, plan, outcome_of(found.verdict, found.stage, Algorithm::sat));
  }
  const Verdict exact = boxes::verdict_of_aligned(pair);
  if (exact == Verdict::undecided) return {};
  return record<kPlain>(pair, plan, outcome_of(exact, Stage::integer, Algorithm::sat));
}

/// Tests two boxes with a proof, which the search itself writes to the hint.
[[gnu::noinline]] Decision boxes_with_proof(Plan<3>& plan, const Pair<3>& pair) {
  Hint3& hint = *plan.search.hint;
  if (says_something(hint) && still_holds(pair, hint)) return by_hint(pair, plan);
  if (!boxes::prove_boxes(pair, hint) && !boxes::prove_aligned(pair, hint)) [[unlikely]]
    return {};
  Outcome<3> outcome = outcome_of(hint.verdict, hint.stage, Algorithm::sat);
  outcome.in_hint = true;
  return record(pair, plan, outcome);
}

/// Tests the hint or the offsets, then a portal. Boxes come only with a hint, which keeps the result.
[[gnu::noinline]] Decision hulls_by_portal(Plan<3>& plan, const Pair<3>& pair) {
  const bool hinted = plan.wants(kHinted);
  if (any_empty(pair) || (!hinted && sat::both_boxes(pair))) return {};
  if (hinted && still_holds(pair, *plan.search.hint)) return by_hint(pair, plan);
  if (!hinted && are_far_apart(pair))
    return record<kWatched>(pair, plan, {Verdict::separated, Stage::bounds});
  mpr::PortalVerdict found;
  const auto pairs = hinted ? mpr::PortalPairs::at_hand : mpr::PortalPairs::none;
  mpr::verdict_by_portal(pair, {plan.search.trace, pairs}, found);
  if (found.verdict == Verdict::undecided) {
    if (found.has_tested_balls) plan.more |= kLooked;
    return {};
  }
  Outcome<3> outcome = outcome_of(found.verdict, found.stage, Algorithm::mpr);
  if (!hinted) return record<kWatched>(pair, plan, outcome);
  if (found.verdict == Verdict::separated) {
    normalise(found.direction.data(), 3);
    outcome.direction = &found.direction;
  }
  if (found.has_pairs) outcome.pairs = found.pairs;
  return record(pair, plan, outcome);
}

/// Tests the hint, then the ways that prove a verdict in doubles with the content of a certificate.
[[gnu::noinline]] Decision solids_with_certificate(Plan<3>& plan, const Pair<3>& pair) {
  const bool hinted = plan.wants(kHinted);
  if (any_empty(pair)) return {};
  if (hinted && still_holds(pair, *plan.search.hint)) return by_hint(pair, plan);
  Hint3 own;
  Hint3& proof = hinted ? *plan.search.hint : own;
  Algorithm algorithm = Algorithm::automatic;
  if (!prove_in_filter(pair, plan.search.trace, proof, algorithm)) return {};
  Outcome<3> outcome = outcome_of(proof.verdict, proof.stage, algorithm);
  outcome.in_hint = true;
  return record(pair, plan, outcome);
}

/// Tests a touch that needs no search.
[[gnu::noinline]] Decision by_touch(Plan<3>& plan, const Pair<3>& pair) {
  Algorithm algorithm{};
  if (any_empty(pair) || !contact::touch_at_once(pair, algorithm)) return {};
  if (plan.wants(kWatched)) show_search(pair, plan);
  return record<kPlain>(pair, plan, outcome_of(Verdict::touching, Stage::integer, algorithm));
}

[[gnu::noinline]] Decision space_by_pipeline(Plan<3>& plan, const Pair<3>& pair) {
  return by_pipeline<3>(pair, plan);
}

using SpaceWays =
    Ways<Way<kPlain, kPlain, boxes_by_axes, sat::both_boxes>,
         Way<kHinted, kHinted, boxes_with_proof, sat::both_boxes>,
         Way<kCertified, kCertified | kHinted | kWatched, solids_with_certificate>,
         Way<kPlain, kHinted | kWatched, hulls_by_portal>,
         Way<kPlain, kWatched | kLooked, by_touch>, Way<kPlain, kAnyWish, space_by_pipeline>>;

}  // namespace

void show_axes(const Posed2& a, const Posed2& b, const Plan<2>& plan) {
  sat::propose(FilteredPair<2>({make_body(a), make_body(b)}), request_of(plan));
}

[[gnu::always_inline]] inline Decision verdict_of(const Posed2& a, const Posed2& b, Plan<2> plan) {
  return first_decision<PlaneWays>(plan, a, b);
}
[[gnu::always_inline]] inline Decision verdict_of(const Posed3& a, const Posed3& b, Plan<3> plan) {
  const Pair<3> pair{make_body(a), make_body(b)};
  return first_decision<SpaceWays>(plan, pair);
}

bool prove_in_filter(const Pair<3>& pair, Trace* trace, Hint3& proof, Algorithm& algorithm) {
  if (any_empty(pair)) return false;
  algorithm = Algorithm::sat;
  if (trace == nullptr && sat::both_boxes(pair) && boxes::prove_boxes(pair, proof)) {
    if (proof.verdict == Verdict::separated || proof.pair_count > 0) return true;
    // Balls alone prove an overlap without pairs, which is no certificate.
    if (boxes::prove_by_axes(pair, proof)) return true;
  }
  algorithm = Algorithm::mpr;
  mpr::PortalVerdict found;
  mpr::verdict_by_portal(pair, {trace, mpr::PortalPairs::searched}, found);
  const bool apart = found.verdict == Verdict::separated;
  // The direction is scaled by a power of two, down by at most 2^-200. It keeps its proof: what an
  // underflow takes, below 2^-1020 times the reach, is far below the least of the error bounds.
  if (apart ? !normalise(found.direction.data(), 3) : !found.has_pairs) return false;
  proof.verdict = found.verdict;
  proof.stage = Stage::filter;
  proof.pair_count = 0;
  if (apart) {
    proof.direction = found.direction;
  } else {
    for (const IndexPair& kept : found.pairs)
      proof.pairs[proof.pair_count++] = to_caller(pair, kept);
  }
  return true;
}

bool overlaps_in_filter(const Pair<2>& pair, std::optional<FacetCorners>&) {
  return sat::are_polygons(pair) && sat::verdict_of_polygons(pair).verdict == Verdict::overlapping;
}
bool overlaps_in_filter(const Pair<3>& pair, std::optional<FacetCorners>& corners) {
  if (any_empty(pair)) return false;
  if (sat::both_boxes(pair)) return boxes::verdict_of_boxes(pair).verdict == Verdict::overlapping;
  mpr::PortalVerdict found;
  mpr::verdict_by_portal(pair, {}, found);
  if (found.on_surface) corners = {found.pairs[0], found.pairs[1], found.pairs[2]};
  return found.verdict == Verdict::overlapping;
}

Decision find_verdict(const Posed2& a, const Posed2& b, Plan<2> plan) {
  return verdict_of(a, b, plan);
}
Decision find_verdict(const Posed3& a, const Posed3& b, Plan<3> plan) {
  return verdict_of(a, b, plan);
}
Decision find_verdict(const PosedN& a, const PosedN& b, Plan<kRunTime> plan) {
  return by_pipeline<kRunTime>({make_body(a), make_body(b)}, plan);
}

}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

std::string_view decided_by(const Decision& answer) noexcept {
  if (answer.decided_by != Algorithm::automatic) return to_string(answer.decided_by);
  return answer.stage == Stage::hint ? "hint" : "bounds";
}

Decision intersects(const Posed2& a, const Posed2& b, const Search2& search) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::intersects(a, b, search);
  return detail::verdict_of(a, b, detail::Plan<2>(search));
}
Decision intersects(const Posed3& a, const Posed3& b, const Search3& search) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::intersects(a, b, search);
  return detail::verdict_of(a, b, detail::Plan<3>(search));
}
Decision intersects(const PosedN& a, const PosedN& b, const SearchN& search) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::intersects(a, b, search);
  return detail::find_verdict(a, b, detail::Plan<kRunTime>(search));
}

}  // namespace sunder::inline SUNDER_ABI

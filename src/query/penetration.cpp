// SPDX-License-Identifier: Apache-2.0
//
// Idea: An algorithm measures in doubles. Two boxes need no filtered pair. A search that proves the
// overlap with its depth needs no verdict first.
// Bound: Lemma 5 bounds the measurement from both sides.
// Cost: About ten times that of intersects().
// Gives up: Where the interval is wider than requested, the exact polytope replaces it.
#include "sunder/penetration.hpp"

#include "exact/rounding.hpp"
#include "filter/simplex_interior.hpp"
#include "narrow/boxes/boxes.hpp"
#include "narrow/dispatch.hpp"
#include "narrow/epa/deepen.hpp"
#include "narrow/sat/polygon_depth.hpp"
#include "narrow/sat/polygon_verdict.hpp"
#include "narrow/sat/sat.hpp"
#include "query/contact/touching.hpp"
#include "query/decide.hpp"
#include "query/depth/exact_depth.hpp"
#include "query/depth/witness.hpp"
#include "query/interval.hpp"
#include "query/penetration.hpp"
#include "query/rounded/rounded.hpp"

namespace sunder::detail {
namespace {

/// Returns whether point_a - point_b is depth * normal, to within the interval and the rounding of
/// points of this size. A search may fail this on slivers.
template <int D>
bool points_fit(const Interval& found, const Witness<D>& witness) {
  double off = 0;
  double size = 0;
  for (std::size_t l = 0; l < D; ++l) {
    const double difference = witness.point_a[l] - witness.point_b[l];
    off = std::max(off, std::fabs(difference - found.upper * witness.normal[l]));
    size = std::max(size, std::max(std::fabs(witness.point_a[l]), std::fabs(witness.point_b[l])));
  }
  return off <= (found.upper - found.lower) + 0x1p-44 * size;
}

/// Returns false if the points are no deepest pair.
template <int D>
bool set_measured(const Pair<D>& pair, const Depth<D>& depth, Penetration<D>& answer) {
  answer.depth = {depth.lower, depth.upper};
  if (depth.has_points) {
    Witness<D>& witness = answer.witness.emplace();
    for (std::size_t l = 0; l < D; ++l) witness.normal[l] = depth.direction[l] + 0.0;
    witness.point_a = depth.point_a;
    witness.point_b = depth.point_b;
    keep_finite(answer.witness);
  } else {
    set_witness<D>(pair, depth.pairs, depth.weights, depth.direction, answer.witness);
  }
  return answer.witness && points_fit(answer.depth, *answer.witness);
}

/// Returns whether an algorithm's measurement is as narrow as requested.
template <int D>
bool is_proven(const Pair<D>& pair, const Depth<D>& depth, double width) {
  return depth.verdict == Verdict::overlapping && depth.has_direction &&
         is_narrow(pair, depth.lower, depth.upper, depth.upper, width);
}

template <int D>
bool has_points(const Depth<D>& depth) {
  return depth.has_points || !depth.pairs.empty();
}

/// Takes the points of another search if it found the same minimum translation. Where there
/// are several, it may have found another.
template <int D>
void take_points(const Depth<D>& other, Depth<D>& depth) {
  double along = 0;
  for (std::size_t l = 0; l < D; ++l) along += other.direction[l] * depth.direction[l];
  if (!(along > 1 - 0x1p-40)) return;
  depth.pairs = other.pairs;
  depth.weights = other.weights;
}

template <int D>
void set_exact_depth(const Pair<D>& pair, const PairList<D>& start, Penetration<D>& answer) {
  const ExactDepth<D> exact = find_exact_depth<D>(pair, {start.begin(), start.end()}, false);
  const auto interval = exact.depth();
  answer.depth = {interval.lower, interval.upper};
  Vector<D> direction{};
  to_unit_doubles(std::span<const BigInt>(exact.nearest.front().normal), direction.data());
  const DepthWitness witness = find_witness(pair, exact);
  set_witness<D>(pair, witness.pairs, witness.weights, direction, answer.witness);
}

/// Returns the measuring algorithm: the named one if it can, else epa. Two boxes and two small
/// hulls have so few axes that `automatic` tests them all.
template <int D>
Algorithm deepening_algorithm(const Pair<D>& pair, const Plan<D>& plan) {
  const Algorithm asked = plan.search.algorithm;
  if (plan.wants(kNamed)) {
    return functions_of<D>(asked).penetrate != nullptr ? asked : Algorithm::epa;
  }
  if constexpr (D == 3) {
    if (sat::both_boxes(pair) || (!plan.wants(kWatched) && sat::has_short_depth_list(pair)))
      return Algorithm::sat;
  }
  return Algorithm::epa;
}

/// `automatic` runs the short lists alone, and other algorithms where these prove nothing.
template <int D>
Depth<D> depth_by_axes(const FilteredPair<D>& filtered, const Plan<D>& plan) {
  if constexpr (D == 3) {
    if (!plan.wants(kNamed)) return sat::depth_from_list(filtered);
  }
  return sat::penetrate(filtered, request_of(plan));
}

/// Accepts a search that proves the overlap with its depth, so that no verdict is needed first.
/// Returns false if it proves no overlap, or too wide an interval.
template <int D>
bool accept_depth(Plan<D> plan, const Pair<D>& pair, const Depth<D>& depth, Algorithm algorithm,
                  double width, Penetration<D>& answer) {
  if (!is_proven(pair, depth, width)) return false;
  if (!has_points(depth) || !set_measured(pair, depth, answer)) return false;
  Outcome<D> outcome{Verdict::overlapping, Stage::filter, algorithm};
  if (depth.basis_holds) {
    outcome.stage = Stage::hint;
    outcome.decided_by = Algorithm::automatic;
  }
  outcome.pairs = {depth.proof.begin(), depth.proof.size()};
  static_cast<Decision&>(answer) = record(pair, plan, outcome);
  return true;
}

/// Accepts a search that proved the bodies separated, for a caller who does not keep the proof.
template <int D>
bool accept_no_depth(Plan<D> plan, const Pair<D>& pair, const Depth<D>& depth, Algorithm algorithm,
                     Penetration<D>& answer) {
  if (depth.verdict != Verdict::separated || plan.wants(kHinted)) return false;
  static_cast<Decision&>(answer) =
      record<kPlain>(pair, plan, {Verdict::separated, Stage::filter, algorithm});
  return true;
}

// ---- The ways of a pair

template <int D>
bool nothing_to_measure(Plan<D> plan, const Pair<D>& pair, double /*width*/,
                        Penetration<D>& answer) {
  static_cast<Decision&>(answer) = record(pair, plan, decide(pair, plan));
  return true;
}

/// Returns whether a complete list of axes may answer: under `automatic`, or where `sat` is named.
template <int D>
bool may_take_axes(const Plan<D>& plan) noexcept {
  return !plan.wants(kNamed) || plan.search.algorithm == Algorithm::sat;
}

/// Runs a kernel that computes the verdict and the depth from all axes. Returns undecided where
/// the interval is wider than requested.
template <auto kKernel, int D>
[[gnu::always_inline]] inline Verdict run_kernel(const Pair<D>& pair, double width,
                                                 Penetration<D>& answer) {
  answer.witness.emplace();
  const Verdict verdict = kKernel(pair, answer);
  if (verdict == Verdict::overlapping &&
      is_narrow_between_points(pair, answer.depth, *answer.witness, answer.depth.upper, width)) {
    return verdict;
  }
  answer = {};
  return verdict == Verdict::separated ? verdict : Verdict::undecided;
}

/// Measures two bodies by such a kernel. It has no direction of a separation for a hint.
template <auto kKernel, int D>
[[gnu::always_inline]] inline bool by_all_axes(Plan<D> plan, const Pair<D>& pair, double width,
                                               Penetration<D>& answer) {
  if (!may_take_axes(plan)) return false;
  const Verdict verdict = run_kernel<kKernel>(pair, width, answer);
  if (verdict == Verdict::undecided || (verdict == Verdict::separated && plan.wants(kHinted)))
    return false;
  static_cast<Decision&>(answer) =
      record<kNamed | kHinted>(pair, plan, {verdict, Stage::filter, Algorithm::sat});
  return true;
}

/// Bodies that touch along a face, for a caller without a hint, which would keep pairs.
bool touching_at_once(Plan<3> plan, const Pair<3>& pair, double /*width*/, Penetration3& answer) {
  auto touch = contact::find_touch(pair);
  if (!touch) return false;
  if (plan.wants(kWatched)) show_search(pair, plan);
  answer.depth = {};
  answer.witness = std::move(touch->witness);
  static_cast<Decision&>(answer) =
      record<kPlain>(pair, plan, {Verdict::touching, Stage::integer, touch->algorithm});
  return true;
}

/// Returns the pairs of a hint that still prove the overlap.
PairList<2> pairs_that_hold(const FilteredPair<2>& filtered, const Hint2& hint) {
  if (hint.verdict != Verdict::overlapping) return {};
  PairList<2> pairs = kept_pairs<2>(filtered.pair(), hint);
  while (pairs.size() > 3) pairs.pop_back();
  return proves_overlap<2>(filtered, pairs) ? pairs : PairList<2>{};
}

/// Measures two polygons for a caller with a hint. The list of edges has no pairs for it: those of the
/// hint stay while they hold. A hint of a separation is tried first, by the other ways.
bool polygons_with_hint(Plan<2> plan, const Pair<2>& pair, double width, Penetration2& answer) {
  if (plan.search.hint->verdict == Verdict::separated) return false;
  if (run_kernel<sat::set_depth_of_polygons>(pair, width, answer) != Verdict::overlapping) {
    answer = {};
    return false;
  }
  const FilteredPair<2> filtered(pair);
  Outcome<2> outcome{Verdict::overlapping, Stage::hint, Algorithm::automatic};
  PairList<2> pairs = pairs_that_hold(filtered, *plan.search.hint);
  outcome.in_hint = !pairs.empty();
  if (pairs.empty()) {
    const Decided<2> decision = decide(filtered, Plan<2>(kCertified | kLooked));
    if (decision.verdict != Verdict::overlapping) return false;
    pairs = decision.pairs;
    outcome.stage = Stage::filter;
    outcome.decided_by = Algorithm::sat;
  }
  outcome.pairs = {pairs.begin(), pairs.size()};
  static_cast<Decision&>(answer) = record(pair, plan, outcome);
  return true;
}

// ---- The ways of a filtered pair

/// Measures by a complete list of axes.
template <int D>
bool by_axes(Plan<D> plan, const FilteredPair<D>& filtered, double width, Penetration<D>& answer) {
  const Pair<D>& pair = filtered.pair();
  if (deepening_algorithm(pair, plan) != Algorithm::sat) return false;
  Depth<D> depth = depth_by_axes(filtered, plan);
  if (accept_no_depth(plan, pair, depth, Algorithm::sat, answer)) return true;
  if (!depth.has_points && is_proven(pair, depth, width)) {
    take_points(functions_of<D>(Algorithm::epa).penetrate(filtered, request_of(plan)), depth);
  }
  return accept_depth(plan, pair, depth, Algorithm::sat, width, answer);
}

/// Measures by one search for the verdict and the depth. Its steps are neither shown nor kept. A
/// hint's pairs are where the last search ended. A hint of a separation is the verdict's to prove.
bool by_expanding(Plan<3> plan, const FilteredPair<3>& filtered, double width,
                  Penetration3& answer) {
  const Pair<3>& pair = filtered.pair();
  Request<3> request = request_of(plan);
  PairList<3> basis;
  if (plan.wants(kHinted)) {
    const Hint3& hint = *plan.search.hint;
    if (hint.verdict == Verdict::separated) return false;
    if (hint.verdict == Verdict::overlapping) basis = kept_pairs<3>(pair, hint);
    request.basis = {basis.begin(), basis.end()};
    request.keeps_proof = true;
  }
  Depth<3> depth = epa::deepen(filtered, request);
  if (depth.verdict != Verdict::overlapping)
    return accept_no_depth(plan, pair, depth, Algorithm::epa, answer);
  if (request.keeps_proof && depth.proof.empty()) {
    plan.more |= kCertified;
    depth.proof = decide(filtered, plan).pairs;
  }
  return accept_depth(plan, pair, depth, Algorithm::epa, width, answer);
}

bool hulls_that_touch(Plan<3> plan, const FilteredPair<3>& filtered, double width,
                      Penetration3& answer) {
  return !sat::both_boxes(filtered.pair()) &&
         touching_at_once(plan, filtered.pair(), width, answer);
}

/// Computes the verdict, with the pairs of an overlap, then the depth from these.
template <int D>
bool by_verdict(Plan<D> plan, const FilteredPair<D>& filtered, double width,
                Penetration<D>& answer) {
  const Pair<D>& pair = filtered.pair();
  plan.more |= kCertified;
  lp::ExactDirection direction;
  const Decided<D> decision = decide(filtered, plan, &direction);
  static_cast<Decision&>(answer) = record(pair, plan, decision);
  if (decision.verdict == Verdict::touching) {
    answer.witness = contact::witness_of_touch<D>(pair, decision, direction);
  }
  if (decision.verdict != Verdict::overlapping) return true;
  Request<D> request = request_of(plan);
  request.basis = {decision.pairs.begin(), decision.pairs.end()};
  const Depth<D> depth = functions_of<D>(Algorithm::epa).penetrate(filtered, request);
  const bool measured =
      is_proven(pair, depth, width) && has_points(depth) && set_measured(pair, depth, answer);
  if (!measured) set_exact_depth(pair, decision.pairs, answer);
  return true;
}

using FilteredPlaneWays =
    Ways<Way<kPlain, kAnyWish, by_axes<2>>, Way<kPlain, kAnyWish, by_verdict<2>>>;
using FilteredSpaceWays =
    Ways<Way<kPlain, kAnyWish, by_axes<3>>, Way<kPlain, kHinted, by_expanding>,
         Way<kPlain, kWatched, hulls_that_touch>, Way<kPlain, kAnyWish, by_verdict<3>>>;

template <int D>
bool by_filter(Plan<D> plan, const Pair<D>& pair, double width, Penetration<D>& answer) {
  if constexpr (D == 3) {
    // Boxes whose axes have not measured them may touch: that needs no filtered pair.
    using BoxTouch = Way<kPlain, kWatched, touching_at_once, sat::both_boxes>;
    if (BoxTouch::is_open_to(plan, pair) && touching_at_once(plan, pair, width, answer))
      return true;
  }
  const FilteredPair<D> filtered(pair);
  if constexpr (D == 2) set_first_answer<FilteredPlaneWays>(plan, filtered, width, answer);
  if constexpr (D == 3) set_first_answer<FilteredSpaceWays>(plan, filtered, width, answer);
  return true;
}

using PlaneWays =
    Ways<Way<kPlain, kAnyWish, nothing_to_measure<2>, any_empty<2>>,
         Way<kPlain, kNamed, by_all_axes<sat::set_depth_of_polygons, 2>, sat::are_polygons>,
         Way<kHinted, kHinted, polygons_with_hint, sat::are_polygons>,
         Way<kPlain, kAnyWish, by_filter<2>>>;
using SpaceWays =
    Ways<Way<kPlain, kAnyWish, nothing_to_measure<3>, any_empty<3>>,
         Way<kPlain, kNamed | kHinted, by_all_axes<boxes::set_depth, 3>, sat::both_boxes>,
         Way<kPlain, kAnyWish, by_filter<3>>>;

template <auto kKernel, int D>
bool overlap_by_all_axes(Plan<D> plan, const Pair<D>& pair, double width, Penetration<D>& answer) {
  if (run_kernel<kKernel>(pair, width, answer) != Verdict::overlapping) return false;
  static_cast<Decision&>(answer) =
      record(pair, plan, {Verdict::overlapping, Stage::filter, Algorithm::sat});
  return true;
}

}  // namespace

bool measure_overlap(const Pair<2>& pair, const Plan<2>& plan, double width, Penetration2& answer) {
  return sat::are_polygons(pair) &&
         overlap_by_all_axes<sat::set_depth_of_polygons>(plan, pair, width, answer);
}
bool measure_overlap(const Pair<3>& pair, const Plan<3>& plan, double width, Penetration3& answer) {
  return sat::both_boxes(pair) && boxes::verdict_by_centred_balls(pair) != Verdict::separated &&
         overlap_by_all_axes<boxes::set_depth>(plan, pair, width, answer);
}

}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

Penetration2 penetration(const Posed2& a, const Posed2& b, const MeasureOptions2& options) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::penetration(a, b, options);
  const detail::Pair<2> pair{detail::make_body(a), detail::make_body(b)};
  Penetration2 answer;
  detail::Plan<2> plan(options.search);
  detail::set_first_answer<detail::PlaneWays>(plan, pair, options.width, answer);
  return answer;
}
Penetration3 penetration(const Posed3& a, const Posed3& b, const MeasureOptions3& options) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::penetration(a, b, options);
  const detail::Pair<3> pair{detail::make_body(a), detail::make_body(b)};
  Penetration3 answer;
  detail::Plan<3> plan(options.search);
  detail::set_first_answer<detail::SpaceWays>(plan, pair, options.width, answer);
  return answer;
}

}  // namespace sunder::inline SUNDER_ABI

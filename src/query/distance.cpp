// SPDX-License-Identifier: Apache-2.0
//
// Idea: An algorithm measures in doubles. Pairs of polygons, boxes and hulls have a shortcut each.
// Bound: Lemma 4 bounds the measurement from below and above.
// Cost: Hundreds of nanoseconds by the shortcuts, microseconds otherwise.
// Gives up: Where the interval is wider than requested, the exact min-norm point replaces it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "exact/rounding.hpp"
#include "filter/fine_distance.hpp"
#include "narrow/boxes/boxes.hpp"
#include "narrow/dispatch.hpp"
#include "narrow/sat/polygon_distance.hpp"
#include "narrow/sat/polygon_verdict.hpp"
#include "narrow/sat/sat.hpp"
#include "query/closest_hulls.hpp"
#include "query/contact/touching.hpp"
#include "query/decide.hpp"
#include "query/empty_distance.hpp"
#include "query/intersects.hpp"
#include "query/interval.hpp"
#include "query/min_norm.hpp"
#include "query/rounded/rounded.hpp"

namespace sunder::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Computes the exact answer for bodies that are apart.
template <int D>
void set_exact_distance(const Pair<D>& pair, const PairList<D>& start, Distance<D>& answer) {
  const MinNorm exact = find_min_norm<D>(pair, start);
  const MinNorm::Interval interval = exact.distance();
  answer.distance = {interval.lower, interval.upper};
  Vector<D> direction = make_vector<D>(pair.dimension());
  to_unit_doubles(std::span<const BigInt>(exact.point), direction.data());
  for (double& entry : direction) entry = -entry;
  set_witness<D>(pair, exact.pairs, exact.rounded_weights(), direction, answer.witness);
}

template <int D>
Distance<D> nothing_to_measure(const Pair<D>& pair, Plan<D> plan) {
  Distance<D> answer;
  answer.distance = {std::numeric_limits<double>::max(), kInfinity};
  static_cast<Decision&>(answer) = record(pair, plan, decide(pair, plan));
  return answer;
}

/// Returns a measurement as a proposal, whose verdict is undecided where there is no proof.
template <int D>
Proposed<D> proposal_of(const Measured<D>& measured) {
  const bool proven = measured.stage != Stage::none;
  return {proven ? measured.verdict : Verdict::undecided, measured.stage, measured.direction,
          measured.has_direction, measured.pairs};
}

/// Returns the verdict: that of the measuring algorithm if it came with a proof. Otherwise the
/// pipeline continues from its proposal. An algorithm that cannot measure still gives its verdict.
template <int D>
Decided<D> decide_measured(const FilteredPair<D>& filtered, const Measured<D>& measured,
                           Algorithm algorithm, Plan<D> plan, lp::ExactDirection* direction) {
  if (plan.wants(kNamed) && plan.search.algorithm != algorithm) {
    return decide(filtered, plan, direction);
  }
  if (measured.stage != Stage::none) return accept(proposal_of(measured), algorithm);
  return decide_exactly(filtered, proposal_of(measured), algorithm, plan, direction);
}

/// Finds a common point of bodies that touch.
template <int D>
void set_common_point(const Pair<D>& pair, const Decided<D>& decision,
                      const lp::ExactDirection& direction, Distance<D>& answer) {
  if constexpr (D == 2 || D == 3) {
    answer.witness = contact::witness_of_touch<D>(pair, decision, direction);
  } else {
    const MinNorm common = find_min_norm<D>(pair, decision.pairs);
    set_witness<D>(pair, common.pairs, common.rounded_weights(), decision.direction,
                   answer.witness);
  }
}

/// Returns bounds from the search's own direction and weights. They may be too wide.
template <int D>
DistanceBounds filtered_bounds(const FilteredPair<D>& filtered, const Measured<D>& measured,
                               double width) {
  const DistanceBounds bounds =
      distance_bounds<D>(filtered, measured.direction.data(), measured.pairs, measured.weights);
  if constexpr (D == 3) {
    if (!is_narrow(filtered.pair(), bounds.lower, bounds.upper, bounds.lower, width))
      return fine_distance_bounds(filtered, measured.direction, measured.pairs, measured.weights);
  }
  return bounds;
}

/// Computes the answer from these bounds, if they are narrow enough.
template <int D>
bool set_filtered_distance(const FilteredPair<D>& filtered, const Measured<D>& measured,
                           double width, Distance<D>& answer) {
  if (measured.verdict != Verdict::separated) return false;
  const DistanceBounds bounds = filtered_bounds<D>(filtered, measured, width);
  if (!is_narrow(filtered.pair(), bounds.lower, bounds.upper, bounds.lower, width)) return false;
  answer.distance = {bounds.lower, bounds.upper};
  set_witness<D>(filtered.pair(), measured.pairs, measured.weights, measured.direction,
                 answer.witness);
  return true;
}

/// Narrows an interval of an algorithm that is too wide. lp minimises another norm, so its basis is
/// a start for gjk, which comes before integers.
template <int D>
void finish_distance(const FilteredPair<D>& filtered, const Measured<D>& measured,
                     Algorithm algorithm, double width, Distance<D>& answer) {
  if (algorithm == Algorithm::lp) {
    Request<D> request;
    if (measured.has_direction) request.direction = &measured.direction;
    const Measured<D> closest = functions_of<D>(Algorithm::gjk).measure(filtered, request);
    if (set_filtered_distance(filtered, closest, width, answer)) return;
    set_exact_distance(filtered.pair(), closest.pairs, answer);
    return;
  }
  set_exact_distance(filtered.pair(), measured.pairs, answer);
}

/// Returns f* from lp's own interval, and from distance <= f* <= sqrt(d) distance.
template <int D>
Interval one_norm_of(const Measured<D>& measured, int dimension, const Interval& distance) {
  const double most = std::sqrt(double(dimension)) * (1 + 4 * kUnit);
  Interval found{distance.lower, distance.upper > 0 ? distance.upper * most * (1 + 4 * kUnit) : 0};
  if (!measured.has_one_norm) return found;
  found.lower = std::fmax(found.lower, measured.one_norm_lower);
  found.upper = std::fmin(found.upper, measured.one_norm_upper);
  return found;
}

template <int D>
Distance<D> measure(const Pair<D>& pair, Plan<D> plan, double width, Interval* one_norm = nullptr) {
  if (any_empty(pair)) return nothing_to_measure(pair, plan);
  const FilteredPair<D> filtered(pair);
  Distance<D> answer;
  Request<D> request = request_of(plan);
  request.width = width;
  request.direction = hinted_direction(plan, pair.dimension());
  PairList<D> basis;
  if (plan.wants(kHinted) && plan.search.algorithm == Algorithm::lp) {
    basis = kept_pairs(pair, *plan.search.hint);
    request.basis = {basis.begin(), basis.end()};
  }
  const Algorithm algorithm = measuring_algorithm<D>(plan.search.algorithm);
  const Measured<D> measured = functions_of<D>(algorithm).measure(filtered, request);
  lp::ExactDirection direction;
  const Decided<D> decision = decide_measured(filtered, measured, algorithm, plan, &direction);
  static_cast<Decision&>(answer) = record(pair, plan, decision);
  if (decision.verdict == Verdict::touching) {
    set_common_point(pair, decision, direction, answer);
  } else if (decision.verdict == Verdict::separated &&
             !set_filtered_distance(filtered, measured, width, answer)) {
    finish_distance(filtered, measured, algorithm, width, answer);
  }
  if (one_norm != nullptr) *one_norm = one_norm_of(measured, pair.dimension(), answer.distance);
  return answer;
}

template <int D>
OneNormDistance measure_one_norm(const Pair<D>& pair, Search<D> search) {
  search.algorithm = Algorithm::lp;
  OneNormDistance answer;
  answer.distance = {std::numeric_limits<double>::max(), kInfinity};
  static_cast<Decision&>(answer) = measure(pair, Plan<D>(search), 0, &answer.distance);
  return answer;
}

// ---- In the plane. Rare cases are functions of their own, so that the common ones keep the bodies
// in registers.

[[gnu::noinline]] bool is_narrow_still(const Posed2& a, const Posed2& b, const Distance2& answer,
                                       double width) {
  const Pair<2> pair{make_body(a), make_body(b)};
  return is_narrow(pair, answer.distance.lower, answer.distance.upper, answer.distance.lower,
                   width);
}

/// Measures two polygons that are not close to touching, at a fraction of the pipeline's cost.
[[gnu::always_inline]] inline bool polygons_by_edges(Plan<2> plan, const Posed2& a, const Posed2& b,
                                                     double width, Distance2& answer) {
  const Pair<2> pair{make_body(a), make_body(b)};
  if (!sat::are_polygons(pair)) return false;
  const bool narrow = sat::quick_distance(pair, width, answer);
  if (answer.verdict == Verdict::undecided) return false;
  if (answer.verdict == Verdict::separated) {
    if (!narrow && !is_narrow_still(a, b, answer, width)) return false;
    keep_finite(answer.witness);
  } else {
    answer.witness.reset();
  }
  record<kWatched>(pair, plan, {answer.verdict, answer.stage, answer.decided_by});
  if (plan.wants(kWatched) && answer.stage != Stage::bounds) show_axes(a, b, plan);
  return true;
}

[[gnu::noinline]] bool plane_by_measuring(Plan<2> plan, const Posed2& a, const Posed2& b,
                                          double width, Distance2& answer) {
  answer = measure<2>({make_body(a), make_body(b)}, plan, width);
  return true;
}

using PlaneWays =
    Ways<Way<kPlain, kWatched, polygons_by_edges>, Way<kPlain, kAnyWish, plane_by_measuring>>;

// ---- In space

/// Two boxes in the ordinary case need no filtered pair. On failure the answer's interval and
/// witness are invalid.
[[gnu::always_inline]] inline bool boxes_by_axes(Plan<3> plan, const Pair<3>& pair, double width,
                                                 Distance3& answer) {
  const auto [verdict, stage] = boxes::set_distance(pair, answer);
  const bool apart = verdict == Verdict::separated;
  if (verdict == Verdict::undecided ||
      (apart && !is_narrow_between_points(pair, answer.distance, *answer.witness,
                                          answer.distance.lower, width))) {
    answer.distance = {};
    return false;
  }
  Outcome<3> outcome{verdict, stage, deciding(stage, Algorithm::sat)};
  if (apart) {
    outcome.direction = &answer.witness->normal;
  } else {
    answer.witness.reset();
  }
  static_cast<Decision&>(answer) = record(pair, plan, outcome);
  return true;
}

[[gnu::always_inline]] inline bool hulls_by_walk(Plan<3> plan, const Pair<3>& pair, double width,
                                                 Distance3& answer) {
  return !any_empty(pair) && measure_hulls(pair, plan, width, answer);
}

/// Bodies that touch along a face, for a caller without a hint, which would keep pairs.
[[gnu::noinline]] bool touching_at_once(Plan<3> plan, const Pair<3>& pair, double /*width*/,
                                        Distance3& answer) {
  if (any_empty(pair)) return false;
  auto touch = contact::find_touch(pair);
  if (!touch) return false;
  if (plan.wants(kWatched)) show_search(pair, plan);
  answer.distance = {};
  answer.witness = std::move(touch->witness);
  static_cast<Decision&>(answer) =
      record<kPlain>(pair, plan, {Verdict::touching, Stage::integer, touch->algorithm});
  return true;
}

[[gnu::noinline]] bool space_by_measuring(Plan<3> plan, const Pair<3>& pair, double width,
                                          Distance3& answer) {
  answer = measure<3>(pair, plan, width);
  return true;
}

using SpaceWays =
    Ways<Way<kPlain, kHinted, boxes_by_axes, sat::both_boxes>, Way<kPlain, kHinted, hulls_by_walk>,
         Way<kPlain, kWatched, touching_at_once>, Way<kPlain, kAnyWish, space_by_measuring>>;

}  // namespace
}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

Distance2 distance(const Posed2& a, const Posed2& b, const MeasureOptions2& options) {
  Distance2 answer = detail::kEmptyDistance2;  // every path returns it, so that no copy is made
  if (detail::rounded::has_radius(a, b)) {
    detail::rounded::set_distance(a, b, options, answer);
    return answer;
  }
  detail::Plan<2> plan(options.search);
  detail::set_first_answer<detail::PlaneWays>(plan, a, b, options.width, answer);
  return answer;
}
Distance3 distance(const Posed3& a, const Posed3& b, const MeasureOptions3& options) {
  Distance3 answer = detail::kEmptyDistance3;
  if (detail::rounded::has_radius(a, b)) {
    detail::rounded::set_distance(a, b, options, answer);
    return answer;
  }
  const detail::Pair<3> pair{detail::make_body(a), detail::make_body(b)};
  detail::Plan<3> plan(options.search);
  detail::set_first_answer<detail::SpaceWays>(plan, pair, options.width, answer);
  return answer;
}
DistanceN distance(const PosedN& a, const PosedN& b, const MeasureOptionsN& options) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::distance(a, b, options);
  return detail::measure<kRunTime>({detail::make_body(a), detail::make_body(b)},
                                   detail::Plan<kRunTime>(options.search), options.width);
}

OneNormDistance one_norm_distance(const Posed2& a, const Posed2& b, const Search2& search) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::one_norm_distance(a, b, search);
  return detail::measure_one_norm<2>({detail::make_body(a), detail::make_body(b)}, search);
}
OneNormDistance one_norm_distance(const Posed3& a, const Posed3& b, const Search3& search) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::one_norm_distance(a, b, search);
  return detail::measure_one_norm<3>({detail::make_body(a), detail::make_body(b)}, search);
}
OneNormDistance one_norm_distance(const PosedN& a, const PosedN& b, const SearchN& search) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::one_norm_distance(a, b, search);
  return detail::measure_one_norm<kRunTime>({detail::make_body(a), detail::make_body(b)}, search);
}

}  // namespace sunder::inline SUNDER_ABI

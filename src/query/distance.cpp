// SPDX-License-Identifier: Apache-2.0
//
// How far apart: an algorithm measures in doubles, Lemma 4 bounds what it found from below and above, and
// where that interval is wider than asked the exact min-norm point takes its place.
#include <algorithm>
#include <cmath>
#include <limits>

#include "exact/rounding.hpp"
#include "filter/distance_bounds.hpp"
#include "narrow/dispatch.hpp"
#include "narrow/sat/box_quick_distance.hpp"
#include "narrow/sat/polygon_distance.hpp"
#include "narrow/sat/sat.hpp"
#include "query/closest_hulls.hpp"
#include "query/decide.hpp"
#include "query/empty_distance.hpp"
#include "query/interval.hpp"
#include "query/min_norm.hpp"
#include "query/quick_verdict.hpp"
#include "query/rounded/rounded.hpp"

namespace sunder::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The exact answer for bodies that are apart.
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
Distance<D> nothing_to_measure(const Pair<D>& pair, const MeasureOptions<D>& options) {
  Distance<D> answer;
  answer.distance = {std::numeric_limits<double>::max(), kInfinity};
  const Outcome<D> decision = decide(pair, options.search);
  report(pair, decision, options.search);
  static_cast<Decision&>(answer) = to_decision(decision);
  return answer;
}

template <int D>
Outcome<D> decision_of(const Measured<D>& measured, Algorithm algorithm) {
  Outcome<D> decision;
  decision.verdict = measured.verdict;
  decision.stage = measured.stage;
  decision.decided_by = algorithm;
  decision.has_direction = measured.has_direction;
  decision.direction = measured.direction;
  if (measured.verdict == Verdict::overlapping) decision.pairs = measured.pairs;
  return decision;
}

/// The verdict: the measuring algorithm's own if it came with a proof, else the pipeline's from where it
/// stopped. An algorithm that cannot measure still gives its verdict.
template <int D>
Outcome<D> decide_measured(const FilteredPair<D>& filtered, const Measured<D>& measured,
                           Algorithm algorithm, const MeasureOptions<D>& options) {
  if (options.search.algorithm != Algorithm::automatic && options.search.algorithm != algorithm) {
    return decide(filtered, options.search);
  }
  if (measured.stage != Stage::none) return decision_of(measured, algorithm);
  Proposed<D> proposed;
  proposed.direction = measured.direction;
  proposed.has_direction = measured.has_direction;
  proposed.pairs = measured.pairs;
  Wanted wanted;
  wanted.any_algorithm = options.search.algorithm == Algorithm::automatic;
  return decide_exactly(filtered, proposed, algorithm, wanted);
}

/// The answer from the search's own direction and weights, if its interval is narrow enough.
template <int D>
bool set_filtered_distance(const FilteredPair<D>& filtered, const Measured<D>& measured,
                           double width, Distance<D>& answer) {
  if (measured.verdict != Verdict::separated) return false;
  const DistanceBounds bounds =
      distance_bounds<D>(filtered, measured.direction.data(), measured.pairs, measured.weights);
  if (!is_narrow(filtered.pair(), bounds.lower, bounds.upper, bounds.lower, width)) return false;
  answer.distance = {bounds.lower, bounds.upper};
  set_witness<D>(filtered.pair(), measured.pairs, measured.weights, measured.direction,
                 answer.witness);
  return true;
}

/// Where an algorithm's own interval is too wide: lp minimises another norm, so its basis is no more than
/// a place to start, and gjk comes before integers.
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

/// f*: lp's own interval and what the distance says of it, distance <= f* <= sqrt(d) distance.
template <int D>
Interval one_norm_of(const Measured<D>& measured, int dimension, const Interval& distance) {
  const double most = std::sqrt(double(dimension)) * (1 + 4 * kUnit);
  Interval found{distance.lower, distance.upper > 0 ? distance.upper * most * (1 + 4 * kUnit) : 0};
  if (!measured.has_one_norm) return found;
  found.lower = std::fmax(found.lower, measured.one_norm_lower);
  found.upper = std::fmin(found.upper, measured.one_norm_upper);
  return found;
}

/// Two boxes of which nothing is special need no filtered pair. Where it says no, the answer's
/// interval and witness are spoilt.
bool set_of_boxes(const Pair<3>& pair, const MeasureOptions3& options, Distance3& answer) {
  if (options.search.algorithm != Algorithm::automatic || options.search.trace != nullptr)
    return false;
  if (!sat::knows(pair)) return false;
  const auto [verdict, stage] = sat::set_quick_distance(pair, answer);
  const bool apart = verdict == Verdict::separated;
  if (verdict == Verdict::undecided ||
      (apart && !is_narrow_between_points(pair, answer.distance, *answer.witness,
                                          answer.distance.lower, options.width))) {
    answer.distance = {};
    return false;
  }
  const Algorithm decided_by = stage == Stage::bounds ? Algorithm::automatic : Algorithm::sat;
  static_cast<Decision&>(answer) = {verdict, stage, decided_by, true};
  if (!apart) answer.witness.reset();
  if (options.search.hint == nullptr) {
    count(stage, decided_by, options.search.counters);
    return true;
  }
  Outcome<3> decision;
  decision.verdict = verdict;
  decision.stage = stage;
  decision.decided_by = decided_by;
  decision.has_direction = apart;
  if (apart) decision.direction = answer.witness->normal;
  report(pair, decision, options.search);
  return true;
}

/// Where an algorithm's words are not narrow as they stand.
[[gnu::noinline]] bool is_narrow_still(const Posed2& a, const Posed2& b, const Distance2& answer,
                                       double width) {
  const Pair<2> pair{make_body(a), make_body(b)};
  return is_narrow(pair, answer.distance.lower, answer.distance.upper, answer.distance.lower,
                   width);
}

/// Two polygons that are not close to touching: at a fraction of the cost of what follows. What is rarely asked stands by itself, so that the rest keeps the bodies
/// in registers.
bool set_of_polygons(const Posed2& a, const Posed2& b, const MeasureOptions2& options,
                     Distance2& answer) {
  const Body<2> of_a = make_body(a);
  const Body<2> of_b = make_body(b);
  if (!sat::are_polygons({of_a, of_b}) || !leaves_the_way_open(options.search)) return false;
  const bool narrow = sat::quick_distance({of_a, of_b}, options.width, answer);
  if (answer.verdict == Verdict::undecided) return false;
  if (answer.verdict == Verdict::separated) {
    if (!narrow && !is_narrow_still(a, b, answer, options.width)) return false;
    keep_finite(answer.witness);
  } else {
    answer.witness.reset();
  }
  count(answer.stage, answer.decided_by, options.search.counters);
  if (options.search.trace != nullptr && answer.stage != Stage::bounds) {
    show_axes(a, b, options.search);
  }
  return true;
}

/// The quick way for hulls in 3-D.
bool set_of_hulls(const Pair<3>& pair, const MeasureOptions3& options, Distance3& answer) {
  return options.search.algorithm == Algorithm::automatic && options.search.trace == nullptr &&
         !any_empty(pair) && measure_hulls(pair, options, answer);
}

template <int D>
Distance<D> measure(const Pair<D>& pair, const MeasureOptions<D>& options,
                    Interval* one_norm = nullptr) {
  if (any_empty(pair)) return nothing_to_measure(pair, options);
  const FilteredPair<D> filtered(pair);
  Distance<D> answer;
  Request<D> request = request_of(options.search);
  request.width = options.width;
  const Hint<D>* const hint = options.search.hint;
  if (hint != nullptr && hint->verdict == Verdict::separated &&
      hint->direction.size() == static_cast<std::size_t>(pair.dimension())) {
    request.direction = &hint->direction;
  }
  PairList<D> basis;
  if (hint != nullptr && options.search.algorithm == Algorithm::lp) {
    basis = kept_pairs(pair, *hint);
    request.basis = {basis.begin(), basis.end()};
  }
  const Algorithm algorithm = measuring_algorithm<D>(options.search.algorithm);
  const Measured<D> measured = functions_of<D>(algorithm).measure(filtered, request);
  const Outcome<D> decision = decide_measured(filtered, measured, algorithm, options);
  report(pair, decision, options.search);

  static_cast<Decision&>(answer) = to_decision(decision);
  if (decision.verdict == Verdict::touching) {
    const MinNorm common = find_min_norm<D>(pair, decision.pairs);
    set_witness<D>(pair, common.pairs, common.rounded_weights(), decision.direction,
                   answer.witness);
  } else if (decision.verdict == Verdict::separated &&
             !set_filtered_distance(filtered, measured, options.width, answer)) {
    finish_distance(filtered, measured, algorithm, options.width, answer);
  }
  if (one_norm != nullptr) *one_norm = one_norm_of(measured, pair.dimension(), answer.distance);
  return answer;
}

template <int D>
OneNormDistance measure_one_norm(const Pair<D>& pair, const Search<D>& search) {
  MeasureOptions<D> options{search};
  options.search.algorithm = Algorithm::lp;
  OneNormDistance answer;
  answer.distance = {std::numeric_limits<double>::max(), kInfinity};
  static_cast<Decision&>(answer) = measure(pair, options, &answer.distance);
  return answer;
}

/// By itself, so that polygons need not save the registers that it takes.
[[gnu::noinline]] void measure_plane(const Posed2& a, const Posed2& b,
                                     const MeasureOptions2& options, Distance2& answer) {
  answer = measure<2>({make_body(a), make_body(b)}, options);
}
/// And so for hulls.
[[gnu::noinline]] void measure_space(const Pair<3>& pair, const MeasureOptions3& options,
                                     Distance3& answer) {
  answer = measure<3>(pair, options);
}

}  // namespace
}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

Distance2 distance(const Posed2& a, const Posed2& b, const MeasureOptions2& options) {
  Distance2 answer = detail::kEmptyDistance2;  // returned everywhere, so that none is copied
  if (detail::rounded::has_radius(a, b)) {
    detail::rounded::set_distance(a, b, options, answer);
  } else if (!detail::set_of_polygons(a, b, options, answer)) {
    detail::measure_plane(a, b, options, answer);
  }
  return answer;
}
Distance3 distance(const Posed3& a, const Posed3& b, const MeasureOptions3& options) {
  Distance3 answer = detail::kEmptyDistance3;
  if (detail::rounded::has_radius(a, b)) {
    detail::rounded::set_distance(a, b, options, answer);
    return answer;
  }
  const detail::Pair<3> pair{detail::make_body(a), detail::make_body(b)};
  if (!detail::set_of_boxes(pair, options, answer) &&
      !detail::set_of_hulls(pair, options, answer)) {
    detail::measure_space(pair, options, answer);
  }
  return answer;
}
DistanceN distance(const PosedN& a, const PosedN& b, const MeasureOptionsN& options) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::distance(a, b, options);
  return detail::measure<kRunTime>({detail::make_body(a), detail::make_body(b)}, options);
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

// SPDX-License-Identifier: Apache-2.0
//
// How deep: an algorithm measures in doubles and bounds what it found from both sides (Lemma 5); where
// that interval is wider than asked the exact polytope takes its place.
#include "sunder/penetration.hpp"

#include "exact/rounding.hpp"
#include "narrow/dispatch.hpp"
#include "narrow/epa/deepen.hpp"
#include "narrow/sat/box_quick_depth.hpp"
#include "narrow/sat/sat.hpp"
#include "query/decide.hpp"
#include "query/depth/exact_depth.hpp"
#include "query/depth/witness.hpp"
#include "query/interval.hpp"
#include "query/min_norm.hpp"
#include "query/rounded/rounded.hpp"

namespace sunder::detail {
namespace {

/// Whether point_a - point_b is depth * normal to within the interval and what rounding does to
/// points of this size. On slivers a search may lose its foothold.
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

/// False if the points are no deepest pair.
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

/// Whether what an algorithm measured is as narrow as is asked.
template <int D>
bool is_proven(const Pair<D>& pair, const Depth<D>& depth, double width) {
  return depth.verdict == Verdict::overlapping && depth.has_direction &&
         is_narrow(pair, depth.lower, depth.upper, depth.upper, width);
}

template <int D>
bool has_points(const Depth<D>& depth) {
  return depth.has_points || !depth.pairs.empty();
}

/// From a search that found the same way out; where there are several it may have found another.
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

/// The answer about bodies that touch, or are apart.
template <int D>
void set_no_depth(const Pair<D>& pair, const Outcome<D>& decision, Penetration<D>& answer) {
  if (decision.verdict != Verdict::touching) return;
  const MinNorm common = find_min_norm<D>(pair, {decision.pairs.begin(), decision.pairs.end()});
  set_witness<D>(pair, common.pairs, common.rounded_weights(), decision.direction, answer.witness);
}

/// Who tells how deep for a caller who asked for this algorithm: itself if it can, else epa. Two boxes
/// and two small hulls have so few axes that `automatic` takes them all.
template <int D>
Algorithm deepening_algorithm(const Pair<D>& pair, Algorithm asked, const Trace* trace) {
  if (asked == Algorithm::automatic) {
    if constexpr (D == 3) {
      if (sat::knows(pair) || (trace == nullptr && sat::lists_depth(pair))) return Algorithm::sat;
    }
    return Algorithm::epa;
  }
  return functions_of<D>(asked).penetrate != nullptr ? asked : Algorithm::epa;
}

/// `automatic` asks for no more than the short lists, and where these prove nothing goes on as ever.
template <int D>
Depth<D> depth_by_axes(const FilteredPair<D>& filtered, const Request<D>& search, Algorithm asked) {
  if constexpr (D == 3) {
    if (asked == Algorithm::automatic) return sat::depth_of_list(filtered);
  }
  return sat::penetrate(filtered, search);
}

/// The answer of a search that proves the overlap with its depth, so that no verdict is needed
/// first. False if it does not, or not closely enough.
template <int D>
bool accept_depth(const Pair<D>& pair, const Depth<D>& depth, Algorithm algorithm,
                  const MeasureOptions<D>& options, Penetration<D>& answer) {
  if (!is_proven(pair, depth, options.width)) return false;
  if (!has_points(depth) || !set_measured(pair, depth, answer)) return false;
  Outcome<D> decision;
  decision.verdict = Verdict::overlapping;
  decision.stage = Stage::filter;
  decision.decided_by = algorithm;
  report(pair, decision, options.search);
  static_cast<Decision&>(answer) = to_decision(decision);
  return true;
}

/// Of a search that proved the bodies apart, for a caller who does not keep how.
template <int D>
bool accept_no_depth(const Depth<D>& depth, Algorithm algorithm, const MeasureOptions<D>& options,
                     Penetration<D>& answer) {
  if (depth.verdict != Verdict::separated || options.search.hint != nullptr) return false;
  static_cast<Decision&>(answer) = {Verdict::separated, Stage::filter, algorithm, true};
  count(Stage::filter, algorithm, options.search.counters);
  return true;
}

/// By a complete list of axes.
template <int D>
bool set_by_axes(const FilteredPair<D>& filtered, const MeasureOptions<D>& options,
                 Penetration<D>& answer) {
  const Pair<D>& pair = filtered.pair();
  if (deepening_algorithm(pair, options.search.algorithm, options.search.trace) != Algorithm::sat)
    return false;
  const Request<D> request = request_of(options.search);
  Depth<D> depth = depth_by_axes(filtered, request, options.search.algorithm);
  if (accept_no_depth(depth, Algorithm::sat, options, answer)) return true;
  if (!depth.has_points && is_proven(pair, depth, options.width)) {
    take_points(functions_of<D>(Algorithm::epa).penetrate(filtered, request), depth);
  }
  return accept_depth(pair, depth, Algorithm::sat, options, answer);
}

/// Two boxes of which nothing is special.
bool set_of_quick_boxes(const Pair<3>& pair, const MeasureOptions3& options, Penetration3& answer) {
  answer.witness.emplace();
  const Verdict verdict = sat::set_quick_depth(pair, answer);
  if (verdict == Verdict::undecided) return false;
  if (verdict == Verdict::overlapping) {
    if (!is_narrow_between_points(pair, answer.depth, *answer.witness, answer.depth.upper,
                                  options.width)) {
      return false;
    }
  } else {
    answer.witness.reset();
  }
  static_cast<Decision&>(answer) = {verdict, Stage::filter, Algorithm::sat, true};
  count(Stage::filter, Algorithm::sat, options.search.counters);
  return true;
}

/// Two boxes need no filtered pair.
bool set_of_boxes(const Pair<3>& pair, const MeasureOptions3& options, Penetration3& answer) {
  if (options.search.algorithm != Algorithm::automatic &&
      options.search.algorithm != Algorithm::sat)
    return false;
  if (!sat::knows(pair)) return false;
  if (options.search.hint == nullptr && options.search.trace == nullptr &&
      set_of_quick_boxes(pair, options, answer)) {
    return true;
  }
  answer = {};
  return accept_depth(pair, sat::penetrate_boxes(pair), Algorithm::sat, options, answer);
}

/// By one search for the verdict and the depth. False also if the caller wants to see or to keep how
/// it came about.
bool set_by_expanding(const FilteredPair<3>& filtered, const MeasureOptions3& options,
                      Penetration3& answer) {
  if (options.search.algorithm != Algorithm::automatic) return false;
  if (options.search.trace != nullptr || options.search.hint != nullptr) return false;
  const Depth<3> depth = epa::deepen(filtered, request_of(options.search));
  if (depth.verdict == Verdict::overlapping) {
    return accept_depth(filtered.pair(), depth, Algorithm::epa, options, answer);
  }
  return accept_no_depth(depth, Algorithm::epa, options, answer);
}

template <int D>
Penetration<D> penetrate(const Pair<D>& pair, const MeasureOptions<D>& options) {
  Penetration<D> answer;
  if (any_empty(pair)) {
    const Outcome<D> decision = decide(pair, options.search);
    report(pair, decision, options.search);
    static_cast<Decision&>(answer) = to_decision(decision);
    return answer;
  }
  if constexpr (D == 3) {
    if (set_of_boxes(pair, options, answer)) return answer;
  }
  const FilteredPair<D> filtered(pair);
  if (set_by_axes(filtered, options, answer)) return answer;
  if constexpr (D == 3) {
    if (set_by_expanding(filtered, options, answer)) return answer;
  }
  const Outcome<D> decision = decide(filtered, options.search, {.certificate = true});
  report(pair, decision, options.search);
  static_cast<Decision&>(answer) = to_decision(decision);
  if (decision.verdict != Verdict::overlapping) {
    set_no_depth(pair, decision, answer);
    return answer;
  }
  Request<D> request = request_of(options.search);
  request.basis = {decision.pairs.begin(), decision.pairs.end()};
  const Depth<D> depth = functions_of<D>(Algorithm::epa).penetrate(filtered, request);
  const bool measured = is_proven(pair, depth, options.width) && has_points(depth) &&
                        set_measured(pair, depth, answer);
  if (!measured) set_exact_depth(pair, decision.pairs, answer);
  return answer;
}

}  // namespace
}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

Penetration2 penetration(const Posed2& a, const Posed2& b, const MeasureOptions2& options) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::penetration(a, b, options);
  return detail::penetrate<2>({detail::make_body(a), detail::make_body(b)}, options);
}
Penetration3 penetration(const Posed3& a, const Posed3& b, const MeasureOptions3& options) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::penetration(a, b, options);
  return detail::penetrate<3>({detail::make_body(a), detail::make_body(b)}, options);
}

}  // namespace sunder::inline SUNDER_ABI

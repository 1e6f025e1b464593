// SPDX-License-Identifier: Apache-2.0
#include "query/closest_hulls.hpp"

#include "filter/balls.hpp"
#include "filter/distance_bounds.hpp"
#include "narrow/gjk/nearest.hpp"
#include "narrow/rounded_direction.hpp"
#include "query/interval.hpp"

namespace sunder::detail {
namespace {

void answer_overlapping(const FilteredPair<3>& filtered, const Options<3>& options, Stage stage,
                        Algorithm room, const PairList<3>& pairs, Distance<3>& answer) {
  Decision<3> decision;
  decision.verdict = Verdict::overlapping;
  decision.stage = stage;
  decision.decided_by = room;
  decision.pairs = pairs;
  report(filtered.pair(), decision, options);
  answer.verdict = to_intersection(decision);
}

bool answer_separated(const FilteredPair<3>& filtered, const Options<3>& options,
                      const gjk::Nearest& nearest, Distance<3>& answer) {
  double square = 0;
  for (const double entry : nearest.direction) square += entry * entry;
  const double lower =
      (nearest.gap.value - nearest.gap.error) / std::sqrt(square) * (1 - length_error(3));
  const std::span<const IndexPair> pairs(nearest.pairs.begin(), nearest.pairs.end());
  const std::span<const double> weights(nearest.weights.data(), pairs.size());
  const double upper = upper_distance<3>(filtered, pairs, weights);
  if (!is_narrow(filtered.pair(), lower, upper, lower, options.width)) return false;
  Decision<3> decision;
  decision.verdict = Verdict::separated;
  decision.stage = Stage::filter;
  decision.decided_by = Algorithm::gjk;
  decision.has_direction = true;
  decision.direction = nearest.direction;
  decision.pairs = nearest.pairs;
  report(filtered.pair(), decision, options);
  answer.verdict = to_intersection(decision);
  answer.lower = lower;
  answer.upper = upper;
  set_points<3>(filtered.pair(), pairs, weights, answer);
  set_normal<3>(nearest.direction, answer);
  return true;
}

}  // namespace

bool measure_hulls(const FilteredPair<3>& filtered, const Options<3>& options,
                   Distance<3>& answer) {
  gjk::NearestStart start;
  start.direction = line_of_centres(filtered);
  if (prove_by_balls(filtered, start.direction) == Verdict::overlapping) {
    answer_overlapping(filtered, options, Stage::bounds, Algorithm::automatic, {}, answer);
    return true;
  }
  if (roundness(filtered.pair()) > 0) {
    Vector3 guess = rounded_direction(filtered.pair(), start.direction);
    if (normalise(guess.data(), 3)) start.direction = guess;
  }
  gjk::Nearest nearest;
  gjk::find_nearest(filtered, start, nearest);
  if (nearest.verdict == Verdict::overlapping) {
    answer_overlapping(filtered, options, Stage::filter, Algorithm::gjk, nearest.pairs, answer);
    return true;
  }
  return nearest.verdict == Verdict::separated &&
         answer_separated(filtered, options, nearest, answer);
}

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// Idea: One kernel walks to the closest points, from a hint where there is one.
// Bound: Lemma 4, and where its interval is too wide the same bounds in twofold arithmetic.
// Cost: Some 150 nanoseconds, and 500 more for twofold arithmetic.
// Gives up: Where the kernel does, and where the interval still is too wide.
#include "query/closest_hulls.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "filter/fine_distance.hpp"
#include "narrow/gjk/nearest.hpp"
#include "query/interval.hpp"

namespace sunder::detail {
namespace {

/// Returns the largest absolute coordinate of the closest points; infinite where one is.
double largest_coordinate(const Witness<3>& witness) noexcept {
  double largest = 0;
  for (std::size_t l = 0; l < 3; ++l) {
    largest = std::max(largest, std::fabs(witness.point_a[l]));
    largest = std::max(largest, std::fabs(witness.point_b[l]));
  }
  return largest;
}

/// Returns the result of is_narrow(), which the size of the closest points mostly decides.
bool is_narrow_at(const Pair<3>& pair, const Distance<3>& answer, double largest, double width) {
  const double spread = answer.distance.upper - answer.distance.lower;
  if (!(width > 0) && answer.distance.lower > 0 && spread >= 0) {
    if (spread <= kRelativeWidth * answer.distance.lower) return true;
    if (spread * (0x1p52 / 64 * (1 + 0x1p-40)) <= largest) return true;
  }
  return is_narrow(pair, answer.distance.lower, answer.distance.upper, answer.distance.lower,
                   width);
}

/// Returns weights whose sum is 1.
ShortList<3, double> shares_of(const gjk::Nearest& nearest) {
  const double total = std::accumulate(nearest.weights.begin(), nearest.weights.end(), 0.0);
  ShortList<3, double> weights;
  for (const double weight : nearest.weights) weights.push_back(weight / total);
  return weights;
}

/// Bounds the distance anew from its direction and points, where the interval is too wide. Returns
/// false if it still is.
[[gnu::noinline]] bool is_narrow_in_twofold(const Pair<3>& pair, const gjk::Nearest& nearest,
                                            double width, Distance<3>& answer) {
  const FilteredPair<3> filtered(pair);
  const DistanceBounds bounds =
      fine_distance_bounds(filtered, nearest.direction, nearest.pairs, shares_of(nearest));
  answer.distance = {bounds.lower, bounds.upper};
  return is_narrow(pair, bounds.lower, bounds.upper, bounds.lower, width);
}

/// Reads a hint: a face to begin with, or a simplex that may prove an overlap, and a first
/// direction.
void begin_with(const Pair<3>& pair, const Hint<3>& hint, std::array<IndexPair, 4>& pairs,
                gjk::NearestStart& start) noexcept {
  const bool apart = hint.verdict == Verdict::separated;
  if (apart) start.direction = &hint.direction;
  const std::size_t count = hint.pair_count;
  const bool fits = apart ? count <= 3 : hint.verdict == Verdict::overlapping && count == 4;
  if (!fits) return;
  for (std::size_t i = 0; i < count; ++i) {
    pairs[i] = {kept_index(*pair.a.hull, hint.pairs[i].a),
                kept_index(*pair.b.hull, hint.pairs[i].b)};
    if (pairs[i].a < 0 || pairs[i].b < 0) return;
  }
  (apart ? start.face : start.simplex) = {pairs.data(), count};
}

}  // namespace

Measured<3> measure_nearest(const Pair<3>& pair, const Request<3>& request) {
  gjk::NearestStart start;
  start.direction = request.direction;
  gjk::Nearest nearest;
  Distance<3> bounds;
  bounds.witness.emplace();
  gjk::find_nearest(pair, start, nearest, bounds);
  Measured<3> measured;
  measured.verdict = nearest.verdict;
  if (nearest.verdict != Verdict::separated) return measured;
  measured.stage = nearest.stage;
  measured.direction = nearest.direction;
  measured.has_direction = normalise(measured.direction.data(), 3);
  measured.pairs = nearest.pairs;
  measured.weights = shares_of(nearest);
  return measured;
}

bool measure_hulls(const Pair<3>& pair, Plan<3> plan, double width, Distance<3>& answer) {
  gjk::NearestStart start;
  std::array<IndexPair, 4> hinted;
  if (plan.wants(kHinted)) begin_with(pair, *plan.search.hint, hinted, start);
  gjk::Nearest nearest;
  gjk::find_nearest(pair, start, nearest, answer);
  const double largest = largest_coordinate(*answer.witness);
  const bool apart = nearest.verdict == Verdict::separated;
  if (apart && (is_narrow_at(pair, answer, largest, width) ||
                is_narrow_in_twofold(pair, nearest, width, answer))) {
    if (!(largest <= std::numeric_limits<double>::max())) answer.witness.reset();
  } else if (nearest.verdict == Verdict::overlapping) {
    answer.witness.reset();
  } else {
    return false;
  }
  Outcome<3> outcome{nearest.verdict, nearest.stage, deciding(nearest.stage, Algorithm::gjk)};
  if (plan.wants(kHinted)) {
    if (apart && normalise(nearest.direction.data(), 3)) outcome.direction = &nearest.direction;
    outcome.pairs = {nearest.pairs.begin(), nearest.pairs.size()};
  }
  static_cast<Decision&>(answer) = record(pair, plan, outcome);
  return true;
}

}  // namespace sunder::detail

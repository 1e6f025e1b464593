// SPDX-License-Identifier: Apache-2.0
#include "query/closest_hulls.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "narrow/gjk/nearest.hpp"
#include "query/interval.hpp"

namespace sunder::detail {
namespace {

/// The largest coordinate of the closest points in size; infinite where one is.
double largest_coordinate(const Distance<3>& answer) noexcept {
  double largest = 0;
  for (std::size_t l = 0; l < 3; ++l) {
    largest = std::max(largest, std::fabs(answer.point_a[l]));
    largest = std::max(largest, std::fabs(answer.point_b[l]));
  }
  return largest;
}

/// As is_narrow(), which the size of the closest points mostly tells.
bool is_narrow_at(const Pair<3>& pair, const Distance<3>& answer, double largest, double width) {
  const double spread = answer.upper - answer.lower;
  if (!(width > 0) && answer.lower > 0 && spread >= 0) {
    if (spread <= 1e-12 * answer.lower) return true;
    if (spread * (0x1p52 / 64 * (1 + 0x1p-40)) <= largest) return true;
  }
  return is_narrow(pair, answer.lower, answer.upper, answer.lower, width);
}

/// Writes the counters and the hint, if anyone wants them.
void report(const Pair<3>& pair, const gjk::Nearest& nearest, const Options<3>& options,
            const Intersection& verdict) {
  if (options.hint == nullptr && options.counters == nullptr) return;
  Decision<3> decision;
  decision.verdict = verdict.verdict;
  decision.stage = verdict.stage;
  decision.decided_by = verdict.decided_by;
  decision.pairs = nearest.pairs;
  if (verdict.verdict == Verdict::separated) {
    decision.direction = nearest.direction;
    decision.has_direction = normalise(decision.direction.data(), 3);
  }
  report(pair, decision, options);
}

/// Whether a hint holds a face to begin with, or a simplex that may prove an overlap.
bool holds_pairs(const Hint<3>& hint) noexcept {
  const std::size_t count = recorded_pairs<3>(hint);
  return hint.verdict == Verdict::overlapping ? count == 4
                                              : hint.verdict == Verdict::separated && count <= 3;
}

}  // namespace

bool measure_hulls(const Pair<3>& pair, const Options<3>& options, Distance<3>& answer) {
  gjk::NearestStart start;
  PairList<3> hinted;
  if (options.hint != nullptr) {
    const Hint<3>& hint = *options.hint;
    if (holds_pairs(hint)) hinted = kept_pairs<3>(pair, hint);
    const bool apart = hint.verdict == Verdict::separated;
    (apart ? start.face : start.simplex) = {hinted.begin(), hinted.end()};
    if (apart) start.direction = &hint.direction;
  }
  gjk::Nearest nearest;
  gjk::find_nearest(pair, start, nearest, answer);
  const double largest = largest_coordinate(answer);
  if (nearest.verdict == Verdict::separated && is_narrow_at(pair, answer, largest, options.width)) {
    answer.has_points = largest <= std::numeric_limits<double>::max();
    answer.has_normal = true;
  } else if (nearest.verdict != Verdict::overlapping) {
    answer = {};
    return false;
  }
  const bool walked = nearest.stage == Stage::filter;
  answer.verdict = {nearest.verdict, nearest.stage, walked ? Algorithm::gjk : Algorithm::automatic,
                    true};
  report(pair, nearest, options, answer.verdict);
  return true;
}

}  // namespace sunder::detail

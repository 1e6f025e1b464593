// SPDX-License-Identifier: Apache-2.0
#include "query/closest_hulls.hpp"

#include "narrow/gjk/nearest.hpp"
#include "query/interval.hpp"

namespace sunder::detail {
namespace {

/// As is_narrow(), which the size of the closest points mostly tells.
bool is_narrow_at(const Pair<3>& pair, const Distance<3>& answer, double width) {
  const double spread = answer.upper - answer.lower;
  if (!(width > 0) && answer.lower > 0 && spread >= 0) {
    if (spread <= 1e-12 * answer.lower) return true;
    const double enough = spread * (0x1p52 / 64 * (1 + 0x1p-40));
    bool fits = false;
    for (std::size_t l = 0; l < 3; ++l) {
      fits =
          fits || std::fabs(answer.point_a[l]) >= enough || std::fabs(answer.point_b[l]) >= enough;
    }
    if (fits) return true;
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

/// Up to three pairs to begin with.
PairList<3> hinted_face(const Pair<3>& pair, const Hint<3>& hint) noexcept {
  if (hint.verdict != Verdict::separated || recorded_pairs<3>(hint) > 3) return {};
  return kept_pairs<3>(pair, hint);
}

/// Four pairs that may prove an overlap.
PairList<3> hinted_simplex(const Pair<3>& pair, const Hint<3>& hint) noexcept {
  if (hint.verdict != Verdict::overlapping || recorded_pairs<3>(hint) != 4) return {};
  return kept_pairs<3>(pair, hint);
}

}  // namespace

bool measure_hulls(const Pair<3>& pair, const Options<3>& options, Distance<3>& answer) {
  gjk::NearestStart start;
  PairList<3> face;
  PairList<3> simplex;
  if (options.hint != nullptr) {
    face = hinted_face(pair, *options.hint);
    simplex = hinted_simplex(pair, *options.hint);
    start.face = {face.begin(), face.end()};
    start.simplex = {simplex.begin(), simplex.end()};
    if (options.hint->verdict == Verdict::separated) start.direction = &options.hint->direction;
  }
  gjk::Nearest nearest;
  gjk::find_nearest(pair, start, nearest, answer);
  if (nearest.verdict == Verdict::separated && is_narrow_at(pair, answer, options.width)) {
    keep_finite_points(answer);
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

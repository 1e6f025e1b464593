// SPDX-License-Identifier: Apache-2.0
#include "query/closest_hulls.hpp"

#include "filter/balls.hpp"
#include "filter/distance_bounds.hpp"
#include "filter/simplex_interior.hpp"
#include "narrow/gjk/nearest.hpp"
#include "narrow/rounded_direction.hpp"
#include "query/interval.hpp"

namespace sunder::detail {
namespace {

/// Bodies of fewer vertices are not taken for ellipsoids: where the distance is of the order of
/// their size, the line of centres serves about as well.
constexpr std::int32_t kRoundNear = 24;
constexpr std::int32_t kRoundFar = 200;
/// How far the first directions are from their middle, for one vertex: about as far as vertices are
/// from each other, so that a triangle of them is about the closest point.
constexpr double kTilt = 1.6;

struct Face {
  std::size_t size = 0;
  std::array<IndexPair, 3> pairs;  // NOLINT(*-member-init): as many as `size` says
  std::array<double, 3> weights;   // NOLINT(*-member-init)
};

void answer_overlapping(const FilteredPair<3>& filtered, const Options<3>& options, Stage stage,
                        Algorithm room, const PairList<3>& pairs, Distance<3>& answer) {
  answer.verdict = {Verdict::overlapping, stage, room, true};
  if (options.hint == nullptr && options.counters == nullptr) return;
  Decision<3> decision;
  decision.verdict = Verdict::overlapping;
  decision.stage = stage;
  decision.decided_by = room;
  decision.pairs = pairs;
  report(filtered.pair(), decision, options);
}

/// The weighted mean of a body's vertices, in the world frame.
template <class VertexOf>
Vector3 mean_vertex(const Body<3>& body, const Face& face, const VertexOf& vertex_of) noexcept {
  Vector3 mean{};
  for (std::size_t i = 0; i < face.size; ++i) {
    const std::int32_t vertex = vertex_of(face.pairs[i]);
    for (int k = 0; k < 3; ++k) {
      mean[static_cast<std::size_t>(k)] += face.weights[i] * body.hull->coordinate(vertex, k);
    }
  }
  const double* const r = body.pose->linear_data();
  const double* const t = body.pose->offset_data();
  Vector3 x;
  for (std::size_t l = 0; l < 3; ++l) {
    x[l] = (r[3 * l] * mean[0] + r[3 * l + 1] * mean[1] + r[3 * l + 2] * mean[2]) + t[l];
  }
  return x;
}

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

bool answer_separated(const FilteredPair<3>& filtered, const Options<3>& options,
                      const gjk::Nearest& nearest, Distance<3>& answer) {
  double square = 0;
  for (const double entry : nearest.direction) square += entry * entry;
  const double shrink = 1 / std::sqrt(square);
  Face face;
  face.size = nearest.pairs.size();
  double total = 0;
  for (std::size_t i = 0; i < face.size; ++i) total += nearest.weights[i];
  const double share = 1 / total;
  for (std::size_t i = 0; i < face.size; ++i) {
    face.pairs[i] = nearest.pairs[i];
    face.weights[i] = nearest.weights[i] * share;
  }
  answer.lower = (nearest.gap.value - nearest.gap.error) * shrink * (1 - length_error(3));
  answer.upper = upper_distance(filtered, {nearest.points.data(), face.size},
                                {face.weights.data(), face.size});
  answer.point_a = mean_vertex(filtered.pair().a, face, [](IndexPair at) { return at.a; });
  answer.point_b = mean_vertex(filtered.pair().b, face, [](IndexPair at) { return at.b; });
  if (!is_narrow_at(filtered.pair(), answer, options.width)) {
    answer = {};
    return false;
  }
  keep_finite_points(answer);
  for (std::size_t l = 0; l < 3; ++l) answer.normal[l] = nearest.direction[l] * shrink + 0.0;
  answer.has_normal = true;
  answer.verdict = {Verdict::separated, Stage::filter, Algorithm::gjk, true};
  if (options.hint == nullptr && options.counters == nullptr) return true;
  Decision<3> decision;
  decision.verdict = Verdict::separated;
  decision.stage = Stage::filter;
  decision.decided_by = Algorithm::gjk;
  decision.has_direction = true;
  decision.direction = nearest.direction;
  decision.pairs = nearest.pairs;
  report(filtered.pair(), decision, options);
  return true;
}

/// Up to three pairs to begin with.
PairList<3> hinted_face(const Pair<3>& pair, const Hint<3>& hint) noexcept {
  if (hint.verdict != Verdict::separated || recorded_pairs<3>(hint) > 3) return {};
  return kept_pairs<3>(pair, hint);
}

/// The hint's pairs, where they prove an overlap; else none.
PairList<3> hinted_overlap(const FilteredPair<3>& filtered, const Hint<3>& hint) noexcept {
  if (hint.verdict != Verdict::overlapping || recorded_pairs<3>(hint) != 4) return {};
  const PairList<3> pairs = kept_pairs<3>(filtered.pair(), hint);
  if (pairs.empty() || !proves_overlap<3>(filtered, {pairs.begin(), pairs.end()})) return {};
  return pairs;
}

/// A direction to look in first, and around it: the hint's, or one from the bodies' places.
void look_first(const FilteredPair<3>& filtered, const Hint<3>* hint, bool far,
                gjk::NearestStart& start) noexcept {
  const Pair<3>& pair = filtered.pair();
  const std::int32_t least = std::min(pair.a.hull->count, pair.b.hull->count);
  if (!far) start.tilt = kTilt / std::sqrt(double(least));
  if (hint != nullptr && hint->verdict == Verdict::separated) {
    Vector3 direction = hint->direction;
    if (normalise(direction.data(), 3)) {
      start.direction = direction;
      return;
    }
  }
  if (least < (far ? kRoundFar : kRoundNear)) return;
  Vector3 guess = rounded_direction(pair, start.direction);
  if (normalise(guess.data(), 3)) start.direction = guess;
}

}  // namespace

bool measure_hulls(const FilteredPair<3>& filtered, const Options<3>& options,
                   Distance<3>& answer) {
  PairList<3> hinted;
  if (options.hint != nullptr) {
    hinted = hinted_overlap(filtered, *options.hint);
    if (!hinted.empty()) {
      answer_overlapping(filtered, options, Stage::hint, Algorithm::automatic, hinted, answer);
      return true;
    }
  }
  const Vector3 line = line_of_centres(filtered);
  const Verdict balls = prove_by_balls(filtered, line);
  if (balls == Verdict::overlapping) {
    answer_overlapping(filtered, options, Stage::bounds, Algorithm::automatic, {}, answer);
    return true;
  }
  gjk::NearestStart start;
  start.direction = line;
  if (options.hint != nullptr) {
    hinted = hinted_face(filtered.pair(), *options.hint);
    start.pairs = {hinted.begin(), hinted.end()};
  }
  if (hinted.empty()) look_first(filtered, options.hint, balls == Verdict::separated, start);
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

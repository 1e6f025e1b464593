// SPDX-License-Identifier: Apache-2.0
//
// Idea: GJK walks to the closest points with its simplex in SIMD registers. Ball tests come first,
// three support queries about a first direction give the first face, and each step adds one support
// point. Bounds are computed once, at the end.
// Source: Gilbert, Johnson, Keerthi 1988; the first direction is that of rounded_direction.hpp.
// Bound: Lemma 1 bounds the distance from below and Lemma 4 from above. Lemma 2 or the inscribed
// balls (P1) prove an overlap.
// Cost: At most 48 steps, each with one scan of both bodies' vertices. No allocation.
// Gives up: On bodies that touch or nearly touch, numbers outside the filters' range, and walks
// that rounding leads in a cycle.
#include "narrow/gjk/nearest.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/gjk/nearest.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "filter/bounds.hpp"
#include "filter/distance_bounds.hpp"
#include "filter/simplex_interior.hpp"
#include "narrow/gjk/closest_face-inl.hpp"
#include "narrow/gjk/first_directions-inl.hpp"
#include "narrow/gjk/nearest_supports-inl.hpp"
#include "narrow/gjk/posed_pair-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::gjk::HWY_NAMESPACE {

/// More steps than a walk needs; a longer walk cycles by rounding.
constexpr int kMostNearestSteps = 48;
/// How far C may reach beyond a face by rounding alone, in units of Lemma 1's error.
constexpr double kNoGain = 0.25;

/// The range of squared lengths of directions that need no normalisation.
constexpr double kShortestSquare = 0x1p-100;
constexpr double kLongestSquare = 0x1p400;

/// Bodies of fewer vertices are not modelled as ellipsoids. At a distance of the order of their
/// size, the line of centres is about as good.
constexpr std::int32_t kRoundNear = 48;
constexpr std::int32_t kRoundFar = 200;
/// How far the first directions are from their middle, for one vertex. It is about the distance
/// between vertices, so that their triangle surrounds the closest point. The line of centres is a
/// coarser estimate and needs a larger tilt.
constexpr double kTilt = 1.6;
constexpr double kTiltOfLine = 2.2;

/// The range of sums of weights that need no normalisation.
constexpr double kLeastWeight = 0x1p-100;
constexpr double kGreatestWeight = 0x1p200;

template <class Supports>
class NearestWalk {
 public:
  HWY_INLINE NearestWalk(const PosedPair& posed, Nearest& nearest, Distance3& answer)
      : posed_(posed), supports_(posed), nearest_(nearest), answer_(answer) {}

  HWY_INLINE void run(const NearestStart& start, bool far) {
    Vector3 u{};
    if (!start.face.empty()) {
      resume(start.face, u);
    } else {
      choose_direction(start, far, u);
      if (!fit(u)) return;
      if (far) {
        const Farthest c = supports_.ask(u);
        face_.begin(c.point, c.pair, u);
      } else {
        query_around(u);
      }
    }
    bool begun_anew = false;
    for (int step = 0; step < kMostNearestSteps; ++step) {
      if (!fit(u)) return;
      const Farthest c = supports_.ask(u);
      const double gain = -dot<3>(u, first(Sub(face_.newest(), c.point)));
      const double rounding = posed_.gap_error(u);
      const bool held = face_.holds(c.pair);
      if (gain <= (held ? 1.0 : kNoGain) * rounding || (held && begun_anew)) {
        return separate(u, c);
      }
      if (held) [[unlikely]] {
        face_.begin(c.point, c.pair, u);  // the face was not the closest one of its points
        begun_anew = true;
      } else if (face_.advance(c.point, c.pair, u) == ClosestFace::Outcome::inside) {
        return enclose(c);
      }
    }
  }

 private:
  /// Scales a direction into the range of Lemma 1 if necessary; returns false for a zero vector.
  HWY_INLINE bool fit(Vector3& u) {
    square_ = dot<3>(u, u);
    if (square_ > kShortestSquare && square_ < kLongestSquare) [[likely]]
      return true;
    if (!normalise(u.data(), 3)) return false;
    square_ = dot<3>(u, u);
    return true;
  }

  /// Chooses the first direction: the hint's, or one from the bodies' positions.
  HWY_INLINE void choose_direction(const NearestStart& start, bool far, Vector3& u) {
    if (start.direction != nullptr) {
      u = *start.direction;
      if (normalise(u.data(), 3)) return;
    }
    u = posed_.line();
    if (least_count() < (far ? kRoundFar : kRoundNear)) return;
    const Vector3 guess = rounded_guess(posed_, u);
    const double square = dot<3>(guess, guess);
    if (square > kShortestSquare && square < kLongestSquare) u = guess;
  }
  HWY_INLINE std::int32_t least_count() const {
    return std::min(posed_.a().hull->count, posed_.b().hull->count);
  }

  /// Starts with the support points of three directions about u. The three queries are independent,
  /// so they overlap in the pipeline.
  HWY_INLINE void query_around(Vector3& u) {
    Vector3 directions[3];
    const double tilt_of_one = least_count() < kRoundNear ? kTiltOfLine : kTilt;
    tilt(u, square_, tilt_of_one * fair_inverse_root(double(least_count())), directions);
    // Written out: g++ keeps the results of a loop in memory instead of registers.
    const Farthest found[3] = {supports_.ask(directions[0]), supports_.ask(directions[1]),
                               supports_.ask(directions[2])};
    const bool two = found[1].pair != found[0].pair;
    const bool three = found[2].pair != found[0].pair && found[2].pair != found[1].pair;
    if (!two && !three) return face_.begin(found[0].point, found[0].pair, u);
    if (two && three) face_.add(found[1].point, found[1].pair);
    face_.add(found[0].point, found[0].pair);
    const Farthest& last = three ? found[2] : found[1];
    face_.advance(last.point, last.pair, u);
  }

  /// Starts with up to three points. Any points will do: if the last is no corner of the closest
  /// face, the walk continues from it alone.
  HWY_INLINE void resume(std::span<const IndexPair> pairs, Vector3& u) {
    const IndexPair last = pairs.back();
    const Vec3<Packed> newest = supports_.point(last);
    if (pairs.size() == 1) return face_.begin(newest, last, u);
    for (const IndexPair& pair : pairs.first(pairs.size() - 1)) {
      face_.add(supports_.point(pair), pair);
    }
    face_.advance(newest, last, u);
  }

  HWY_INLINE void separate(const Vector3& u, const Farthest& c) {
    const double gap = supports_.gap(u, c);
    const double error = posed_.gap_error(u);
    if (!(gap > error)) return;
    const double length = std::sqrt(square_);
    answer_.distance.lower = (gap - error) * (1 / length) * (1 - length_error(3));
    // Divided, not multiplied by the inverse: along an axis the root of the square is the entry
    // itself, so the quotient is exactly 1.
    for (std::size_t l = 0; l < 3; ++l) answer_.witness->normal[l] = u[l] / length + 0.0;
    if (!set_closest_points()) return;
    nearest_.direction = u;
    const std::array<double, 3> weights = face_.weights();
    for (std::size_t i = 0; i < 3; ++i) {
      if (!face_.is_kept(i)) continue;
      nearest_.pairs.push_back(face_.pair(i));
      nearest_.weights.push_back(weights[i]);
    }
    nearest_.verdict = Verdict::separated;
  }

  /// Computes the upper bound of Lemma 4, as bound_mean_difference() for weights whose sum is not
  /// 1, and the closest points.
  HWY_INLINE bool set_closest_points() {
    std::array<double, 3> weights = face_.weights();
    double total = (weights[0] + weights[1]) + weights[2];
    if (!(total > kLeastWeight && total < kGreatestWeight)) [[unlikely]] {
      for (double& weight : weights) weight /= total;
      total = (weights[0] + weights[1]) + weights[2];
      if (!(total > kLeastWeight && total < kGreatestWeight)) return false;
    }
    if (!(weights[0] >= 0 && weights[1] >= 0 && weights[2] >= 0)) return false;
    constexpr double kRoundings = (3 + kMeanRoundings) * kUnit;
    const double least = total * (1 - 2 * kRoundings);
    const double share = 1 / least;
    alignas(32) double points[3][4];
    face_.store_points(points);
    const Vector3 errors = posed_.errors();
    Vector3 mean;
    double squared = 0;
    for (std::size_t l = 0; l < 3; ++l) {
      const double* const c = points[l];
      mean[l] = (weights[0] * c[0] + weights[1] * c[1]) + weights[2] * c[2];
      const double size = (weights[0] * std::fabs(c[0]) + weights[1] * std::fabs(c[1])) +
                          weights[2] * std::fabs(c[2]);
      const double off =
          (least * errors[l] + kRoundings * size) * (1 + kMeanShare) + kMeanUnderflow;
      const double most = std::fabs(mean[l]) + off;
      squared += most * most;
    }
    answer_.distance.upper =
        std::sqrt(squared) * share * (1 + length_error(3)) + 3 * kLengthUnderflow;
    set_points(weights, 1 / total, mean);
    return true;
  }

  HWY_INLINE void set_points(const std::array<double, 3>& weights, double share,
                             const Vector3& mean) {
    const PosedBody& a = posed_.a();
    double local[3];
    for (int k = 0; k < 3; ++k) {
      const double* const row = a.hull->row(k);
      local[k] = (weights[0] * row[face_.pair(0).a] + weights[1] * row[face_.pair(1).a]) +
                 weights[2] * row[face_.pair(2).a];
    }
    alignas(32) double at[4];
    store_packed(
        MulAdd(a.turned(local, 1), filled(share), load_packed(offset_data(*posed_.pair().a.pose))),
        at);
    for (std::size_t l = 0; l < 3; ++l) {
      answer_.witness->point_a[l] = at[l];
      answer_.witness->point_b[l] = at[l] - mean[l] * share;
    }
  }

  HWY_INLINE void enclose(const Farthest& c) {
    alignas(32) double corners[3][4];
    face_.store_points(corners);
    std::array<Vector3, 4> points;
    for (std::size_t i = 0; i < 3; ++i) points[i] = {corners[0][i], corners[1][i], corners[2][i]};
    points[3] = first(c.point);
    if (!proves_interior<3>(points, posed_.errors())) return;
    for (std::size_t i = 0; i < 3; ++i) nearest_.pairs.push_back(face_.pair(i));
    nearest_.pairs.push_back(c.pair);
    nearest_.verdict = Verdict::overlapping;
  }

  const PosedPair& posed_;
  Supports supports_;
  ClosestFace face_;
  Nearest& nearest_;
  Distance3& answer_;
  double square_ = 0;  ///< of the last support direction
};

/// Tests the simplex of a hint, with the error bounds of the posed points.
HWY_INLINE bool holds_zero(const PosedPair& posed, std::span<const IndexPair> simplex) {
  if (simplex.size() != 4) return false;
  const HullBlock& a = *posed.a().hull;
  const HullBlock& b = *posed.b().hull;
  std::array<Vector3, 4> points;
  for (std::size_t i = 0; i < 4; ++i) {
    alignas(32) double c[4];
    store_packed(
        posed.difference(a.points + simplex[i].a, a.stride, b.points + simplex[i].b, b.stride), c);
    points[i] = {c[0], c[1], c[2]};
  }
  return proves_interior<3>(points, posed.errors());
}

/// Tests P1 of balls.hpp; computes the proof only where the balls seem to meet.
HWY_INLINE bool cores_meet(const PosedPair& posed, double square) {
  const Pair<3>& pair = posed.pair();
  // The centre of a body without a ball is a rounded mean of vertices, which may lie outside it.
  if (!(pair.a.hull->inscribed > 0 && pair.b.hull->inscribed > 0)) return false;
  const double core = pair.a.hull->inscribed * least_singular_value(*pair.a.pose) +
                      pair.b.hull->inscribed * least_singular_value(*pair.b.pose);
  if (!(square < core * core)) return false;
  const Vector3 errors = posed.errors();
  constexpr double kRoundings = (3 + kBallUnits) * kUnit;
  const double between = std::sqrt(square);
  const double slack =
      ((errors[0] + errors[1]) + errors[2]) + between * kRoundings + kBallUnderflow;
  return between + slack < core * (1 - kRoundings);
}

void walk_to_nearest(const Pair<3>& pair, const NearestStart& start, Nearest& nearest,
                     Distance3& answer) {
  const PosedPair posed(pair);
  if (!posed.in_range()) return;
  if (holds_zero(posed, start.simplex)) {
    nearest.verdict = Verdict::overlapping;
    nearest.stage = Stage::hint;
    for (const IndexPair& kept : start.simplex) nearest.pairs.push_back(kept);
    return;
  }
  const Vector3 line = posed.line();
  const double square = dot<3>(line, line);
  if (cores_meet(posed, square)) {
    nearest.verdict = Verdict::overlapping;
    nearest.stage = Stage::bounds;
    return;
  }
  const double reach = pair.a.hull->circumscribed * greatest_singular_value(*pair.a.pose) +
                       pair.b.hull->circumscribed * greatest_singular_value(*pair.b.pose);
  const bool far = square > reach * reach;
  // From the face of a hint the walk makes one support query, which does not repay rotating the
  // vertices first.
  if (start.face.empty() &&
      std::max(pair.a.hull->count, pair.b.hull->count) <= TurnedSupports::kMost) {
    NearestWalk<TurnedSupports>(posed, nearest, answer).run(start, far);
  } else {
    NearestWalk<StillSupports>(posed, nearest, answer).run(start, far);
  }
}

}  // namespace sunder::detail::gjk::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::gjk {

HWY_EXPORT(walk_to_nearest);

void find_nearest(const Pair<3>& pair, const NearestStart& start, Nearest& nearest,
                  Distance3& answer) {
  HWY_DYNAMIC_DISPATCH(walk_to_nearest)(pair, start, nearest, answer);
}

}  // namespace sunder::detail::gjk
#endif

// SPDX-License-Identifier: Apache-2.0
#include "narrow/gjk/nearest.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/gjk/nearest.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "filter/simplex_interior.hpp"
#include "narrow/gjk/closest_face-inl.hpp"
#include "narrow/gjk/nearest_supports-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::gjk::HWY_NAMESPACE {

/// More steps than a walk needs; one that is longer is stuck in rounding.
constexpr int kMostNearestSteps = 48;
/// What C may reach beyond a face, in units of Lemma 1's error, that rounding alone can account for.
constexpr double kNoGain = 0.25;

/// The squared lengths of directions that are used as they are; a direction of length 2^-50 or more
/// gives a gap whose underflow, scaled up with it, is below 2^-660.
constexpr double kShortestSquare = 0x1p-100;
constexpr double kLongestSquare = 0x1p400;

class NearestWalk {
 public:
  HWY_INLINE explicit NearestWalk(const FilteredPair<3>& pair) : pair_(pair), supports_(pair) {}

  HWY_INLINE void run(const NearestStart& start, Nearest& nearest) {
    Vector3 u = start.direction;
    if (!start.pairs.empty()) {
      resume(start.pairs, u);
    } else if (start.tilt > 0) {
      look_around(start.tilt, u);
    }
    bool begun_anew = false;
    for (int step = 0; step < kMostNearestSteps; ++step) {
      const double square = dot<3>(u, u);
      const bool fits = square > kShortestSquare && square < kLongestSquare;
      if (!fits && !normalise(u.data(), 3)) return;
      const Farthest c = supports_.ask(u);
      if (face_.empty()) {
        face_.begin(c.point, c.pair, u);
      } else {
        const double gain = -c.gap - dot<3>(u, newest_);
        const double rounding = pair_.gap_error(u.data());
        if (gain <= kNoGain * rounding) return separate(u, c, nearest);
        if (face_.holds(c.pair)) [[unlikely]] {
          if (gain <= rounding || begun_anew) return separate(u, c, nearest);
          face_.begin(c.point, c.pair, u);  // the face was not the closest one of its points
          begun_anew = true;
        } else if (face_.advance(c.point, c.pair, u) == ClosestFace::Outcome::inside) {
          return enclose(c, nearest);
        }
      }
      newest_ = c.point;
    }
  }

 private:
  /// Begins with what lies in three directions about u, asked for side by side.
  HWY_INLINE void look_around(double tilt, Vector3& u) {
    const double scale = 1 / std::sqrt(dot<3>(u, u));
    const double x = u[0] * scale, y = u[1] * scale, z = u[2] * scale;
    const double sign = std::copysign(1.0, z);
    const double a = -1 / (sign + z);
    const double b = x * y * a;
    const Vector3 p{1 + sign * x * x * a, sign * b, -sign * x};
    const Vector3 q{b, sign + y * y * a, -y};
    constexpr double kTurns[3][2] = {
        {1, 0}, {-0.5, 0.8660254037844386}, {-0.5, -0.8660254037844386}};
    Vector3 ways[3];
    for (int k = 0; k < 3; ++k) {
      const double s = tilt * kTurns[k][0];
      const double t = tilt * kTurns[k][1];
      ways[k] = {x + s * p[0] + t * q[0], y + s * p[1] + t * q[1], z + s * p[2] + t * q[2]};
    }
    const Farthest first = supports_.ask(ways[0]);
    const Farthest second = supports_.ask(ways[1]);
    const Farthest third = supports_.ask(ways[2]);
    const bool two = second.pair != first.pair;
    const bool three = third.pair != first.pair && third.pair != second.pair;
    if (two && three) face_.add(second.point, second.pair);
    if (!two && !three) return begin(first.point, first.pair, u);
    face_.add(first.point, first.pair);
    const Farthest& last = three ? third : second;
    newest_ = last.point;
    face_.advance(last.point, last.pair, u);
  }

  HWY_INLINE void begin(const Vector3& point, IndexPair pair, Vector3& u) {
    newest_ = point;
    face_.begin(point, pair, u);
  }

  /// Begins with up to three points. Any will do: where the last is no corner of the closest face,
  /// the walk goes on from it alone.
  HWY_INLINE void resume(std::span<const IndexPair> pairs, Vector3& u) {
    for (const IndexPair& pair : pairs.first(pairs.size() - 1)) {
      face_.add(supports_.point(pair), pair);
    }
    newest_ = supports_.point(pairs.back());
    face_.advance(newest_, pairs.back(), u);
  }

  HWY_INLINE void separate(const Vector3& u, const Farthest& c, Nearest& nearest) const {
    nearest.direction = u;
    if (!normalise(nearest.direction.data(), 3)) return;
    const std::size_t largest = largest_entry(u);
    nearest.gap.vertices = c.pair;
    nearest.gap.value = c.gap * (nearest.direction[largest] / u[largest]);
    nearest.gap.error = pair_.gap_error(nearest.direction.data());
    if (!nearest.gap.proves_separated()) return;
    const std::array<double, 3> weights = face_.weights();
    for (std::size_t i = 0; i < 3; ++i) {
      if (!face_.is_kept(i)) continue;
      const ClosestFace::Corner corner = face_.corner(i);
      nearest.points[nearest.pairs.size()] = corner.point;
      nearest.weights[nearest.pairs.size()] = weights[i];
      nearest.pairs.push_back(corner.pair);
    }
    nearest.verdict = Verdict::separated;
  }

  HWY_INLINE void enclose(const Farthest& c, Nearest& nearest) const {
    for (std::size_t i = 0; i < 3; ++i) {
      const ClosestFace::Corner corner = face_.corner(i);
      nearest.points[i] = corner.point;
      nearest.pairs.push_back(corner.pair);
    }
    nearest.points[3] = c.point;
    nearest.pairs.push_back(c.pair);
    if (proves_interior<3>(nearest.points, pair_.errors())) nearest.verdict = Verdict::overlapping;
  }

  HWY_INLINE static std::size_t largest_entry(const Vector3& u) {
    const double x = std::fabs(u[0]);
    const double y = std::fabs(u[1]);
    const double z = std::fabs(u[2]);
    if (x >= y) return x >= z ? 0 : 2;
    return y >= z ? 1 : 2;
  }

  const FilteredPair<3>& pair_;
  NearestSupports supports_;
  ClosestFace face_;
  Vector3 newest_{};  ///< a corner of the face
};

void walk_to_nearest(const FilteredPair<3>& pair, const NearestStart& start, Nearest& nearest) {
  NearestWalk(pair).run(start, nearest);
}

}  // namespace sunder::detail::gjk::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::gjk {

HWY_EXPORT(walk_to_nearest);

void find_nearest(const FilteredPair<3>& pair, const NearestStart& start, Nearest& nearest) {
  HWY_DYNAMIC_DISPATCH(walk_to_nearest)(pair, start, nearest);
}

}  // namespace sunder::detail::gjk
#endif

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
/// What C may reach beyond a face by rounding alone, in units of Lemma 1's error.
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
    // p = u x e, for the axis e least along u, and u x p / |u|: both about as long as u.
    const double size[3] = {std::fabs(u[0]), std::fabs(u[1]), std::fabs(u[2])};
    const bool x = size[0] <= size[1] && size[0] <= size[2];
    const bool y = !x && size[1] <= size[2];
    const Vector3 p{x   ? 0.0
                    : y ? -u[2]
                        : u[1],
                    x   ? u[2]
                    : y ? 0.0
                        : -u[0],
                    x   ? -u[1]
                    : y ? u[0]
                        : 0.0};
    const Vector3 q = cross(u, p);
    const double s = 0.5 * tilt;
    const double t = 0.866 * tilt / std::sqrt(dot<3>(u, u));
    Vector3 ways[3];
    for (std::size_t l = 0; l < 3; ++l) {
      ways[0][l] = u[l] + 2 * s * p[l];
      ways[1][l] = (u[l] - s * p[l]) + t * q[l];
      ways[2][l] = (u[l] - s * p[l]) - t * q[l];
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

// SPDX-License-Identifier: Apache-2.0
#include "narrow/gjk/nearest.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/gjk/nearest.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "filter/simplex_interior.hpp"
#include "narrow/closest_simplex.hpp"
#include "narrow/gjk/closest_face-inl.hpp"
#include "narrow/scanned_supports-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::gjk::HWY_NAMESPACE {
namespace lanes = sunder::detail::HWY_NAMESPACE;

/// Hulls of up to so many vertices are turned once.
constexpr std::int32_t kTurned = 32;
/// More steps than a walk needs; one that is longer is stuck in rounding.
constexpr int kMostNearestSteps = 48;

/// The squared lengths of directions that are used as they are; a direction of length 2^-50 or more
/// gives a gap whose underflow, scaled up with it, is below 2^-660.
constexpr double kShortestSquare = 0x1p-100;
constexpr double kLongestSquare = 0x1p400;

using NearestSupports = lanes::ScannedSupports<3, Algorithm::gjk, kTurned>;

class NearestWalk {
 public:
  HWY_INLINE explicit NearestWalk(const FilteredPair<3>& pair) : pair_(pair), supports_(pair) {}

  HWY_INLINE void run(const NearestStart& start, Nearest& nearest) {
    Vector3 u = start.direction;
    for (const IndexPair& at : start.pairs) {
      newest_ = supports_.difference(at);
      if (face_.advance(newest_, at, u) == ClosestFace::Outcome::inside) return;
    }
    for (int step = 0; step < kMostNearestSteps; ++step) {
      const double square = dot<3>(u, u);
      const bool fits = square > kShortestSquare && square < kLongestSquare;
      if (!fits && !normalise(u.data(), 3)) return;
      const DirectionalGap gap = supports_.probe(u);
      const Vector3 c = supports_.difference(gap.vertices);
      if (!face_.empty() && is_reached(u, gap)) return separate(u, gap, nearest);
      if (face_.advance(c, gap.vertices, u) == ClosestFace::Outcome::inside) {
        return enclose(c, gap.vertices, nearest);
      }
      newest_ = c;
    }
  }

 private:
  /// Whether C reaches no farther along u than the face does, but for rounding.
  HWY_INLINE bool is_reached(const Vector3& u, const DirectionalGap& gap) const {
    const double gain = -gap.value - dot<3>(u, newest_);
    return gain <= 0.25 * pair_.gap_error(u.data()) || face_.holds(gap.vertices);
  }

  HWY_INLINE void separate(const Vector3& u, const DirectionalGap& gap, Nearest& nearest) const {
    nearest.direction = u;
    if (!normalise(nearest.direction.data(), 3)) return;
    const std::size_t largest = largest_entry(u);
    nearest.gap = gap;
    nearest.gap.value *= nearest.direction[largest] / u[largest];
    nearest.gap.error = pair_.gap_error(nearest.direction.data());
    if (!nearest.gap.proves_separated()) return;
    simplex_walk::Simplex<3> simplex;
    face_.each([&](IndexPair at, const Vector3& point) HWY_ATTR { simplex.add(at, point); });
    simplex_walk::reduce(simplex);
    for (std::size_t i = 0; i < simplex.size; ++i) {
      nearest.pairs.push_back(simplex.pairs[i]);
      nearest.points[i] = simplex.points[i];
      nearest.weights[i] = simplex.weights[i];
    }
    nearest.verdict = Verdict::separated;
  }

  HWY_INLINE void enclose(const Vector3& c, IndexPair newest, Nearest& nearest) const {
    face_.each([&](IndexPair at, const Vector3& point) HWY_ATTR {
      nearest.points[nearest.pairs.size()] = point;
      nearest.pairs.push_back(at);
    });
    nearest.points[3] = c;
    nearest.pairs.push_back(newest);
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

// SPDX-License-Identifier: Apache-2.0
#include "narrow/gjk/walk.hpp"

#include "filter/simplex_interior.hpp"
#include "narrow/gjk/enclose.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/gjk/walk.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "lanes/scan-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::gjk::HWY_NAMESPACE {
namespace lanes = sunder::detail::HWY_NAMESPACE;

/// More steps than any walk in 3-D needs; one that is longer is stuck in rounding.
constexpr int kMostSteps = 128;

/// Up to this many vertices a hull is turned into the world frame once, which costs three supports
/// and saves two products of matrices a step.
constexpr std::int32_t kTurnedVertices = 32;

/// The support queries of a walk. Either way a height is a sum of products u_l R_lk a_k in some
/// order, so the bounds of FilteredPair hold.
template <int D>
class Supports {
 public:
  HWY_INLINE explicit Supports(const FilteredPair<D>& filtered)
      : filtered_(filtered),
        turned_(filtered.pair().a.hull->count <= kTurnedVertices &&
                filtered.pair().b.hull->count <= kTurnedVertices) {
    if (turned_) {
      turn(filtered.pair().a, a_);
      turn(filtered.pair().b, b_);
    }
  }

  HWY_INLINE DirectionalGap probe(const Vector<D>& u) const {
    const Pair<D>& pair = filtered_.pair();
    DirectionalGap gap;
    Vector<D> against{};
    for (std::size_t l = 0; l < D; ++l) against[l] = -u[l];
    const Extreme a = turned_ ? scan_turned(pair.a, a_, u) : scan_pulled_back(pair.a, u);
    const Extreme b =
        turned_ ? scan_turned(pair.b, b_, against) : scan_pulled_back(pair.b, against);
    double along = 0;
    for (std::size_t l = 0; l < D; ++l) along += u[l] * filtered_.offset()[l];
    gap.value = (-b.value - a.value) + along;
    gap.vertices = {a.vertex, b.vertex};
    return gap;
  }

  HWY_INLINE Vector<D> difference(IndexPair kept) const {
    Vector<D> c{};
    if (!turned_) {
      filtered_.difference(kept, c.data());
      return c;
    }
    for (std::size_t l = 0; l < D; ++l) {
      const auto row = l * kTurnedVertices;
      c[l] = (a_[row + static_cast<std::size_t>(kept.a)] -
              b_[row + static_cast<std::size_t>(kept.b)]) -
             filtered_.offset()[l];
    }
    return c;
  }

 private:
  HWY_INLINE static void turn(const Body<D>& body, double* out) {
    lanes::transform<D>(body.hull->points, body.hull->stride, body.hull->count,
                        body.pose->linear_data(), out, kTurnedVertices);
  }
  HWY_INLINE static Extreme scan_turned(const Body<D>& body, const double* rows,
                                        const Vector<D>& u) {
    return lanes::scan<D>(rows, kTurnedVertices, body.hull->count, u.data(), D);
  }
  HWY_INLINE static Extreme scan_pulled_back(const Body<D>& body, const Vector<D>& u) {
    const Vector<D> p = pull_back(body, u.data(), 1.0);
    return lanes::scan<D>(body.hull->points, body.hull->stride, body.hull->count, p.data(), D);
  }

  const FilteredPair<D>& filtered_;
  bool turned_;
  alignas(64) double a_[D * kTurnedVertices];
  alignas(64) double b_[D * kTurnedVertices];
};

HWY_INLINE std::size_t largest_entry(const Vector3& u) {
  const double x = std::fabs(u[0]);
  const double y = std::fabs(u[1]);
  const double z = std::fabs(u[2]);
  if (x >= y) return x >= z ? 0 : 2;
  return y >= z ? 1 : 2;
}

/// Scales a direction of positive gap, and the gap with it, as Lemma 1 asks, and applies the lemma.
/// Scaling by a power of two commutes with every rounding but those of underflow.
HWY_INLINE bool prove_separated(const FilteredPair<3>& filtered, const Vector3& u, Walk<3>& walk) {
  walk.direction = u;
  normalise(walk.direction.data(), 3);
  const std::size_t largest = largest_entry(u);
  walk.gap.value *= walk.direction[largest] / u[largest];
  walk.gap.error = filtered.gap_error(walk.direction.data());
  if (!walk.gap.proves_separated()) return false;
  walk.verdict = Verdict::separated;
  return true;
}

/// More steps than the quick walk needs where it gets anywhere at all.
constexpr int kMostQuickSteps = 24;

/// The squared lengths of directions that are used as they are. Lemma 1 asks for entries up to 1; a
/// direction of length 2^-50 or more gives a gap whose underflow, scaled up with it, is below
/// 2^-660.
constexpr double kLeastSquare = 0x1p-100;
constexpr double kGreatestSquare = 0x1p400;

/// Tries to prove by sides of planes alone; leaves the verdict undecided where it comes to nothing.
HWY_INLINE void quick_walk(const FilteredPair<3>& filtered, const Supports<3>& supports,
                           const Vector3& start, Trace* trace, Walk<3>& walk) {
  Vector3 u = start;
  walk.simplex.size = 0;
  for (int step = 0; step < kMostQuickSteps; ++step) {
    const double square = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    const bool fits = square > kLeastSquare && square < kGreatestSquare;
    if (!fits && !normalise(u.data(), 3)) return;
    walk.gap = supports.probe(u);
    record<3>(trace, Algorithm::gjk, TraceEvent::direction, filtered.pair(),
              {&walk.gap.vertices, 1}, &u, walk.gap.value);
    if (walk.gap.value > 0) {
      // Too close to call along this direction: leave it to the walk that knows the distance.
      if (prove_separated(filtered, u, walk)) return;
    }
    if (walk.simplex.holds(walk.gap.vertices)) return;
    walk.simplex.add(walk.gap.vertices, supports.difference(walk.gap.vertices));
    if (enclose(walk.simplex, u)) {
      if (proves_interior<3>(walk.simplex.points, filtered.errors())) {
        walk.verdict = Verdict::overlapping;
      }
      return;
    }
  }
}

template <int D>
HWY_INLINE void walk(const FilteredPair<D>& filtered, const Vector<D>& start, bool first_proof,
                     Trace* trace, Walk<D>& walk) {
  const Supports<D> supports(filtered);
  if constexpr (D == 3) {
    if (first_proof) {
      quick_walk(filtered, supports, start, trace, walk);
      if (walk.verdict != Verdict::undecided) return;
    }
  }
  Vector<D> u = start;
  double shortest = std::numeric_limits<double>::infinity();
  walk.simplex.size = 0;
  for (int step = 0; step < kMostSteps; ++step) {
    if (!normalise(u.data(), D)) return;
    walk.direction = u;
    walk.gap = supports.probe(u);
    record<D>(trace, Algorithm::gjk, TraceEvent::direction, filtered.pair(),
              {&walk.gap.vertices, 1}, &walk.direction, walk.gap.value);
    if (walk.gap.value > 0) {
      walk.gap.error = filtered.gap_error(u.data());
      if (walk.gap.proves_separated()) {
        walk.verdict = Verdict::separated;
        if (first_proof) return;
      }
    }
    if (walk.simplex.holds(walk.gap.vertices)) return;
    const Simplex<D> before = walk.simplex;
    walk.simplex.add(walk.gap.vertices, supports.difference(walk.gap.vertices));
    const bool full = reduce(walk.simplex);
    record<D>(trace, Algorithm::gjk, TraceEvent::simplex, filtered.pair(),
              {walk.simplex.pairs.data(), walk.simplex.size}, nullptr, 0);
    if (full) {
      if (proves_interior<D>(walk.simplex.points, filtered.errors())) {
        walk.verdict = Verdict::overlapping;
      }
      return;
    }
    const Vector<D> v = walk.simplex.closest();
    double length = 0;
    for (std::size_t l = 0; l < D; ++l) length += v[l] * v[l];
    if (!(length < shortest)) {
      // Not shorter: the old simplex is as good, and its facets are the ones to polish.
      if (before.size > 0) walk.simplex = before;
      return;
    }
    shortest = length;
    for (std::size_t l = 0; l < D; ++l) u[l] = -v[l];
  }
}

void walk2(const FilteredPair<2>& pair, const Vector2& start, bool first_proof, Trace* trace,
           Walk<2>& state) {
  walk<2>(pair, start, first_proof, trace, state);
}
void walk3(const FilteredPair<3>& pair, const Vector3& start, bool first_proof, Trace* trace,
           Walk<3>& state) {
  walk<3>(pair, start, first_proof, trace, state);
}

}  // namespace sunder::detail::gjk::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::gjk {

HWY_EXPORT(walk2);
HWY_EXPORT(walk3);

void walk_from(const FilteredPair<2>& pair, const Vector2& start, bool first_proof, Trace* trace,
               Walk<2>& walk) {
  HWY_DYNAMIC_DISPATCH(walk2)(pair, start, first_proof, trace, walk);
}
void walk_from(const FilteredPair<3>& pair, const Vector3& start, bool first_proof, Trace* trace,
               Walk<3>& walk) {
  HWY_DYNAMIC_DISPATCH(walk3)(pair, start, first_proof, trace, walk);
}

}  // namespace sunder::detail::gjk
#endif

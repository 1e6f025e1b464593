// SPDX-License-Identifier: Apache-2.0
//
// Runs GJK's loops in 2-D and 3-D over any form of support query. A Supports<D> has
//
//   kAlgorithm           the algorithm that records the steps
//   kExtreme             true if probe() finds the support point to Lemma 1's bound; otherwise a
//                        gap is computed again, over all vertices, before it proves anything
//   probe(u)             the gap along u and the vertices that attain it
//   difference(pair)     c for kept vertices of a and of b
//
// It is for files that are compiled once for each instruction set.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_SIMPLEX_WALK_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SIMPLEX_WALK_INL_HPP
#undef SUNDER_NARROW_SIMPLEX_WALK_INL_HPP
#else
#define SUNDER_NARROW_SIMPLEX_WALK_INL_HPP
#endif

#include <cmath>
#include <cstddef>
#include <hwy/highway.h>
#include <limits>

#include "filter/simplex_interior.hpp"
#include "narrow/enclose.hpp"
#include "narrow/rounded_direction.hpp"
#include "narrow/simplex_walk.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::simplex_walk::HWY_NAMESPACE {

/// More steps than any walk in 3-D needs; a longer walk cycles by rounding.
constexpr int kMostSteps = 128;

HWY_INLINE std::size_t largest_entry(const Vector3& u) {
  const double x = std::fabs(u[0]);
  const double y = std::fabs(u[1]);
  const double z = std::fabs(u[2]);
  if (x >= y) return x >= z ? 0 : 2;
  return y >= z ? 1 : 2;
}

/// Scales a direction of positive gap, and the gap with it, into the range of Lemma 1, and applies
/// the lemma. Scaling by a power of two commutes with every rounding except those of underflow.
template <class Supports>
HWY_INLINE bool prove_separated(const FilteredPair<3>& filtered, const Vector3& u, Walk<3>& walk) {
  walk.direction = u;
  normalise(walk.direction.data(), 3);
  if constexpr (!Supports::kExtreme) {
    walk.gap = filtered.gap(walk.direction.data());
    if (walk.gap.proves_separated()) walk.verdict = Verdict::separated;
    return walk.verdict == Verdict::separated;
  }
  const std::size_t largest = largest_entry(u);
  walk.gap.value *= walk.direction[largest] / u[largest];
  walk.gap.error = filtered.gap_error(walk.direction.data());
  if (!walk.gap.proves_separated()) return false;
  walk.verdict = Verdict::separated;
  return true;
}

/// More steps than a successful quick walk needs.
constexpr int kMostQuickSteps = 24;

/// The squared lengths of directions that need no scaling. Lemma 1 requires entries up to 1. A
/// direction of length 2^-50 or more gives a gap whose underflow, scaled up with it, is below
/// 2^-660.
constexpr double kLeastSquare = 0x1p-100;
constexpr double kGreatestSquare = 0x1p400;

/// Tries to prove by sides of planes alone; leaves the verdict undecided if that fails. Between
/// round bodies the second direction is an estimate from the first, the line of centres. It may
/// find the same vertices again.
template <class Supports>
HWY_INLINE void quick_walk(const FilteredPair<3>& filtered, Supports& supports,
                           const Vector3& start, Trace* trace, Walk<3>& walk) {
  Vector3 u = start;
  const int guess = roundness(filtered.pair()) > 0 ? 1 : kMostQuickSteps;
  walk.simplex.size = 0;
  for (int step = 0; step < kMostQuickSteps; ++step) {
    const double square = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    const bool fits = square > kLeastSquare && square < kGreatestSquare;
    if (!fits && !normalise(u.data(), 3)) return;
    walk.gap = supports.probe(u);
    record<3>(trace, Supports::kAlgorithm, TraceEvent::direction, filtered.pair(),
              {&walk.gap.vertices, 1}, &u, walk.gap.value);
    if (walk.gap.value > 0) {
      // Too close to decide along this direction: left to the walk that computes the distance.
      if (prove_separated<Supports>(filtered, u, walk)) return;
    }
    if (!walk.simplex.holds(walk.gap.vertices)) {
      walk.simplex.add(walk.gap.vertices, supports.difference(walk.gap.vertices));
    } else if (step != guess) {
      return;
    }
    if (step + 1 == guess) {
      u = rounded_direction(filtered.pair(), start);
    } else if (enclose(walk.simplex, u)) {
      if (proves_interior<3>(walk.simplex.points, filtered.errors())) {
        walk.verdict = Verdict::overlapping;
      }
      return;
    }
  }
}

template <int D>
HWY_INLINE bool has_margin(const Walk<D>& walk) {
  return walk.margin < std::numeric_limits<double>::infinity();
}

/// Returns true if the gap along the direction, whose largest entry is in [1/2, 1), exceeds the
/// margin.
template <int D>
HWY_INLINE bool reaches_margin(Walk<D>& walk) {
  if (!has_margin(walk)) return false;
  double square = 0;
  for (const double entry : walk.direction) square += entry * entry;
  walk.settled = walk.gap.value - walk.gap.error > walk.margin * std::sqrt(square);
  return walk.settled;
}

/// The next directions of a walk to the closest point v. Near contact a vertex or an edge of C lies
/// almost across u, and -v leads away from a u that was nearly right. Between round bodies the
/// first two changes of direction are therefore partial, about as large as the distance of the next
/// vertices. There are no more of them, because a tetrahedron's last point has to be added toward
/// 0.
template <int D>
class Turns {
 public:
  HWY_INLINE explicit Turns(const Pair<D>& pair) {
    if constexpr (D == 3) steadiness_ = 0.6 * std::sqrt(double(roundness(pair)));
  }

  /// Returns true if u is -v. Only then does it show that v is the closest point.
  HWY_INLINE bool went_all_the_way() const { return !partly_; }

  HWY_INLINE void turn_fully(const Vector<D>& v, Vector<D>& u) {
    partly_ = false;
    for (std::size_t l = 0; l < D; ++l) u[l] = -v[l];
  }

  /// Changes u, which has this gap, toward -v, whose squared length is given.
  HWY_INLINE void turn(const Vector<D>& v, double length, double gap, Vector<D>& u) {
    const double unit = dot<D>(u, u);
    const bool across = gap > 0 && gap * gap < kAcross * unit * length;
    partly_ = steadiness_ > 0 && turns_ < kMostTurns && across;
    ++turns_;
    if (!partly_) return turn_fully(v, u);
    const double share = steadiness_ / turns_ * std::sqrt(length / unit);
    for (std::size_t l = 0; l < D; ++l) u[l] = share * u[l] - v[l];
  }

 private:
  static constexpr int kMostTurns = 2;
  static constexpr double kAcross = 0.9;  ///< squared cosine between u and -v

  double steadiness_ = 0;  ///< the weight of u beside -v, both of length 1; 0: never
  int turns_ = 0;
  bool partly_ = false;
};

/// Walks from `start`, with the contract of simplex_walk.hpp.
template <int D, class Supports>
HWY_INLINE void walk(const FilteredPair<D>& filtered, Supports& supports, const Vector<D>& start,
                     bool first_proof, Trace* trace, Walk<D>& walk) {
  if constexpr (D == 3) {
    if (first_proof) {
      quick_walk(filtered, supports, start, trace, walk);
      if (walk.verdict != Verdict::undecided) return;
    }
  }
  Vector<D> u = start;
  double shortest = std::numeric_limits<double>::infinity();
  const double near = has_margin(walk) ? walk.margin * walk.margin : 0;
  Turns<D> turns(filtered.pair());
  walk.simplex.size = 0;
  for (int step = 0; step < kMostSteps; ++step) {
    if (!normalise(u.data(), D)) return;
    walk.direction = u;
    walk.gap = supports.probe(u);
    record<D>(trace, Supports::kAlgorithm, TraceEvent::direction, filtered.pair(),
              {&walk.gap.vertices, 1}, &walk.direction, walk.gap.value);
    if (walk.gap.value > 0) {
      if constexpr (Supports::kExtreme) {
        walk.gap.error = filtered.gap_error(u.data());
      } else if (walk.verdict == Verdict::undecided) {
        walk.gap = filtered.gap(u.data());
      }
      if (walk.gap.proves_separated()) {
        walk.verdict = Verdict::separated;
        if (first_proof || reaches_margin(walk)) return;
      }
    }
    if (walk.simplex.holds(walk.gap.vertices)) {
      if (turns.went_all_the_way()) return;
      turns.turn_fully(walk.simplex.closest(), u);
      continue;
    }
    const Simplex<D> before = walk.simplex;
    walk.simplex.add(walk.gap.vertices, supports.difference(walk.gap.vertices));
    const bool full = reduce(walk.simplex);
    record<D>(trace, Supports::kAlgorithm, TraceEvent::simplex, filtered.pair(),
              {walk.simplex.pairs.data(), walk.simplex.size}, nullptr, 0);
    if (full) {
      if (proves_interior<D>(walk.simplex.points, filtered.errors())) {
        walk.verdict = Verdict::overlapping;
      }
      return;
    }
    const Vector<D> v = walk.simplex.closest();
    const double length = dot<D>(v, v);
    if (!(length < shortest)) {
      // Not shorter: the old simplex is as good, and its facets are the ones to polish.
      if (before.size > 0) walk.simplex = before;
      if (turns.went_all_the_way()) return;
      turns.turn_fully(walk.simplex.closest(), u);
      continue;
    }
    shortest = length;
    if (length < near) {
      walk.settled = true;
      return;
    }
    turns.turn(v, length, walk.gap.value, u);
  }
}

}  // namespace sunder::detail::simplex_walk::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_SIMPLEX_WALK_INL_HPP

// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each question runs a chain of searches over the Minkowski difference and keeps the best bounds
// of all of them. The walk over the cores comes first; the expanding polytope follows where it must.
// Bound: The bounds of difference.hpp, with their allowance for roundings.
// Cost: docs/shapes.md.
// Gives up: `undecided` where the allowance leaves the verdict open.
#include "query/shapes/searches.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

using detail::minus;
using detail::shapes::Difference;
using detail::shapes::Of;
using detail::shapes::SampleSimplex;
using detail::shapes::to_unit;
using detail::shapes::Until;

/// The result of a chain of searches; steps add up.
template <int D>
struct Shown {
  Verdict verdict = Verdict::undecided;
  double least = -std::numeric_limits<double>::infinity();  ///< bounds on how deep 0 is inside
  double most = std::numeric_limits<double>::infinity();
  Vector<D> direction{};
  bool has_direction = false;
  Algorithm decided_by = Algorithm::automatic;
  int steps = 0;

  void take(const Difference<D>& difference, Algorithm algorithm) {
    decided_by = algorithm;
    steps += difference.steps();
    least = std::max(least, difference.least());
    if (difference.has_direction() && difference.most() < most) {
      most = difference.most();
      direction = difference.direction();
      has_direction = true;
    }
    if (most < 0) {
      verdict = Verdict::separated;
    } else if (least > 0) {
      verdict = Verdict::overlapping;
    }
  }
  bool narrow(double tolerance) const noexcept { return most - least <= tolerance * most; }
};

template <int D>
void run_walk(const PosedShape<D>& a, const PosedShape<D>& b, const ShapeOptions& options,
              Until until, Shown<D>& shown) {
  Difference<D> cores(a, b, Of::cores, options.max_steps);
  SampleSimplex<D> simplex;
  walk(cores, until, options.tolerance, simplex);
  shown.take(cores, Algorithm::gjk);
}

template <int D>
void run_expansion(const PosedShape<D>& a, const PosedShape<D>& b, const ShapeOptions& options,
                   Until until, Of of, Shown<D>& shown) {
  Difference<D> difference(a, b, of, options.max_steps);
  expand(difference, until, options.tolerance);
  shown.take(difference, Algorithm::epa);
}

template <int D>
void run_rays(const PosedShape<D>& a, const PosedShape<D>& b, const ShapeOptions& options,
              Until until, Shown<D>& shown) {
  Difference<D> difference(a, b, Of::whole_shapes, options.max_steps);
  shoot(difference, until, options.tolerance);
  shown.take(difference, Algorithm::mpr);
}

template <int D>
ShapeDecision intersects(const PosedShape<D>& a, const PosedShape<D>& b,
                         const ShapeOptions& options) {
  Shown<D> shown;
  const bool automatic = options.algorithm == Algorithm::automatic;
  if (automatic || options.algorithm == Algorithm::gjk) {
    run_walk(a, b, options, Until::verdict, shown);
  }
  if ((automatic && shown.verdict == Verdict::undecided) || options.algorithm == Algorithm::epa) {
    run_expansion(a, b, options, Until::verdict, Of::whole_shapes, shown);
  }
  if (options.algorithm == Algorithm::mpr) run_rays(a, b, options, Until::verdict, shown);
  return {{shown.verdict, Stage::none, shown.decided_by, false}, shown.steps};
}

/// Moves the closest points of the cores to the surfaces of the shapes.
template <int D>
void place_points(const PosedShape<D>& a, const Difference<D>& cores,
                  const SampleSimplex<D>& simplex, const Vector<D>& normal,
                  ShapeDistance<D>& answer) {
  Witness<D> found{normal, simplex.combined(&detail::shapes::Sample<D>::a),
                   simplex.combined(&detail::shapes::Sample<D>::b)};
  Vector<D> toward = minus<D>(found.point_b, found.point_a);
  if (!to_unit<D>(toward)) return;
  for (std::size_t l = 0; l < D; ++l) {
    const double origin = a.pose().offset(static_cast<int>(l));
    found.point_a[l] += cores.rounding_a() * toward[l] + origin;
    found.point_b[l] += -cores.rounding_b() * toward[l] + origin;
  }
  answer.witness = found;
}

template <int D>
ShapeDistance<D> distance(const PosedShape<D>& a, const PosedShape<D>& b,
                          const ShapeOptions& options) {
  ShapeDistance<D> answer;
  const bool automatic = options.algorithm == Algorithm::automatic;
  if (!automatic && options.algorithm != Algorithm::gjk) return answer;
  Difference<D> cores(a, b, Of::cores, options.max_steps);
  SampleSimplex<D> simplex;
  walk(cores, Until::distance, options.tolerance, simplex);
  Shown<D> shown;
  shown.take(cores, Algorithm::gjk);
  if (automatic && shown.verdict == Verdict::undecided) {
    run_expansion(a, b, options, Until::verdict, Of::whole_shapes, shown);
  }
  answer.verdict = shown.verdict;
  answer.decided_by = shown.decided_by;
  answer.steps = shown.steps;
  answer.distance.upper = std::max(0.0, -shown.least);
  if (shown.verdict != Verdict::separated) return answer;
  answer.distance.lower = -shown.most;
  place_points(a, cores, simplex, shown.direction, answer);
  return answer;
}

template <int D>
ShapeDepth<D> depth(const PosedShape<D>& a, const PosedShape<D>& b, const ShapeOptions& options) {
  ShapeDepth<D> answer;
  Shown<D> shown;
  switch (options.algorithm) {
    case Algorithm::automatic:
    case Algorithm::epa:
      // The distance of separated cores gives the depth; other cores need the expanding polytope.
      run_walk(a, b, options, Until::depth, shown);
      if (shown.verdict == Verdict::separated) break;
      if (shown.verdict == Verdict::overlapping && shown.narrow(options.tolerance)) break;
      run_expansion(a, b, options, Until::depth, Of::cores, shown);
      break;
    case Algorithm::mpr:
      run_rays(a, b, options, Until::depth, shown);
      break;
    default:
      return answer;
  }
  answer.verdict = shown.verdict;
  answer.decided_by = shown.decided_by;
  answer.steps = shown.steps;
  answer.depth = {std::max(0.0, shown.least), std::max(0.0, shown.most)};
  if (shown.has_direction) answer.normal = shown.direction;
  return answer;
}

}  // namespace

ShapeDecision shape_intersects(const PosedShape2& a, const PosedShape2& b,
                               const ShapeOptions& options) {
  return intersects(a, b, options);
}
ShapeDecision shape_intersects(const PosedShape3& a, const PosedShape3& b,
                               const ShapeOptions& options) {
  return intersects(a, b, options);
}

ShapeDistance<2> shape_distance(const PosedShape2& a, const PosedShape2& b,
                                const ShapeOptions& options) {
  return distance(a, b, options);
}
ShapeDistance<3> shape_distance(const PosedShape3& a, const PosedShape3& b,
                                const ShapeOptions& options) {
  return distance(a, b, options);
}

ShapeDepth<2> shape_depth(const PosedShape2& a, const PosedShape2& b, const ShapeOptions& options) {
  return depth(a, b, options);
}
ShapeDepth<3> shape_depth(const PosedShape3& a, const PosedShape3& b, const ShapeOptions& options) {
  return depth(a, b, options);
}

}  // namespace sunder::inline SUNDER_ABI

// SPDX-License-Identifier: Apache-2.0
//
// measure() computes the article's minimum f*, between bounds proven as in Lemma 4. The lower bound
// is gap(u) / |u|_inf for a direction u; the upper bound is the 1-norm of the weighted difference
// of the basis.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "filter/distance_bounds.hpp"
#include "narrow/lp/begin.hpp"
#include "narrow/lp/lp.hpp"

namespace sunder::detail::lp {
namespace {

template <int D>
double one_norm_above(const FilteredPair<D>& pair, const PairList<D>& pairs,
                      const ShortList<D, double>& weights) {
  Vector<D> most;
  if (!bound_mean_difference<D>(pair, {pairs.begin(), pairs.end()},
                                {weights.begin(), weights.end()}, most)) {
    return std::numeric_limits<double>::infinity();
  }
  double norm = 0;
  for (const double entry : most) norm += entry;
  return norm * (1 + length_error(pair.dimension()));
}

template <int D>
double one_norm_below(const DirectionalGap& gap, const Vector<D>& u) {
  double largest = 0;
  for (const double entry : u) largest = std::max(largest, std::fabs(entry));
  return (gap.value - gap.error) / largest * (1 - 4 * kUnit);
}

}  // namespace

/// Returns the smallest 1-norm of a difference, between proven bounds, and the pair that attains
/// it.
template <int D>
Measured<D> measure(const FilteredPair<D>& filtered, const Request<D>& search) {
  Measured<D> measured;
  RevisedSimplex<D> simplex(filtered, search);
  begin<D>(filtered, search, simplex, nullptr);
  const bool meets = simplex.minimise(true) == End::zero;
  simplex.active(measured.pairs, measured.weights);
  if (meets) {
    PairList<D> inside;
    if (simplex.prove_inside(inside)) {
      measured.verdict = Verdict::overlapping;
      measured.stage = Stage::filter;
      measured.pairs = std::move(inside);
      measured.weights.clear();
    }
    return measured;
  }
  measured.direction = simplex.direction();
  measured.has_direction = normalise(measured.direction.data(), filtered.dimension());
  if (!measured.has_direction) return measured;
  const DirectionalGap gap = filtered.gap(measured.direction.data());
  record<D>(search.trace, Algorithm::lp, TraceEvent::pivot, filtered.pair(), {&gap.vertices, 1},
            &measured.direction, gap.value);
  if (!gap.proves_separated()) return measured;
  measured.verdict = Verdict::separated;
  measured.stage = Stage::filter;
  measured.one_norm_lower = one_norm_below<D>(gap, measured.direction);
  measured.one_norm_upper = one_norm_above<D>(filtered, measured.pairs, measured.weights);
  measured.has_one_norm = measured.one_norm_lower <= measured.one_norm_upper;
  return measured;
}

template Measured<2> measure<2>(const FilteredPair<2>&, const Request<2>&);
template Measured<3> measure<3>(const FilteredPair<3>&, const Request<3>&);
template Measured<kRunTime> measure<kRunTime>(const FilteredPair<kRunTime>&,
                                              const Request<kRunTime>&);

}  // namespace sunder::detail::lp

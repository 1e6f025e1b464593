// SPDX-License-Identifier: Apache-2.0
#include "narrow/lp/lp.hpp"

#include "filter/simplex_interior.hpp"
#include "narrow/lp/begin.hpp"

namespace sunder::detail::lp {
namespace {

/// Solves by the article's own form. Returns true if the proposal is proven.
template <int D>
bool propose_by_tableau(const FilteredPair<D>& filtered, const Request<D>& search,
                        Proposed<D>& proposed) {
  const Pair<D>& pair = filtered.pair();
  const Basis<D> basis = solve_tableau(pair, search.pricing, search.trace);
  proposed.pairs = basis.pairs;
  if (basis.meets) {
    if (!proves_overlap<D>(filtered, proposed.pairs)) return false;
    proposed.verdict = Verdict::overlapping;
  } else {
    proposed.direction = basis.direction;
    proposed.has_direction = normalise(proposed.direction.data(), pair.dimension());
    if (!proposed.has_direction) return false;
    const DirectionalGap gap = filtered.gap(proposed.direction.data());
    record<D>(search.trace, Algorithm::lp, TraceEvent::pivot, pair, {&gap.vertices, 1},
              &proposed.direction, gap.value);
    if (!gap.proves_separated()) return false;
    proposed.verdict = Verdict::separated;
  }
  proposed.stage = Stage::filter;
  return true;
}

template <int D>
void set_direction(const RevisedSimplex<D>& simplex, int dimension, Vector<D>& direction,
                   bool& has_direction) {
  direction = simplex.direction();
  has_direction = normalise(direction.data(), dimension);
}

}  // namespace

template <int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Request<D>& search) {
  const Pair<D>& pair = filtered.pair();
  Proposed<D> proposed;
  const bool by_rule = search.pricing == Pricing::bland || search.pricing == Pricing::dantzig;
  const bool small = pair.a.hull->count + pair.b.hull->count <= kTableauVertices;
  if (by_rule && small && search.basis.empty() && propose_by_tableau(filtered, search, proposed)) {
    return proposed;
  }
  proposed = {};
  RevisedSimplex<D> simplex(filtered, search);
  if (begin(filtered, search, simplex, &proposed.direction)) {
    proposed.has_direction = true;
    proposed.verdict = Verdict::separated;
    proposed.stage = Stage::filter;
    return proposed;
  }
  const End end = simplex.minimise(false);
  if (end == End::zero && simplex.prove_inside(proposed.pairs)) {
    proposed.verdict = Verdict::overlapping;
    proposed.stage = Stage::filter;
    return proposed;
  }
  if (end == End::optimal || end == End::gave_up) proposed.pairs = simplex.pairs();
  set_direction(simplex, pair.dimension(), proposed.direction, proposed.has_direction);
  if (end == End::apart) {
    proposed.verdict = Verdict::separated;
    proposed.stage = Stage::filter;
  }
  return proposed;
}

template Proposed<2> propose<2>(const FilteredPair<2>&, const Request<2>&);
template Proposed<3> propose<3>(const FilteredPair<3>&, const Request<3>&);
template Proposed<kRunTime> propose<kRunTime>(const FilteredPair<kRunTime>&,
                                              const Request<kRunTime>&);

}  // namespace sunder::detail::lp

// SPDX-License-Identifier: Apache-2.0
#include "narrow/lp/lp.hpp"

#include "filter/simplex_interior.hpp"

namespace sunder::detail::lp {
template <int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Search<D>& search) {
  const Pair<D>& pair = filtered.pair();
  const bool small = pair.a.hull->count + pair.b.hull->count <= kTableauVertices;
  const Basis<D> basis =
      small ? solve_tableau(pair, search.trace) : solve_revised(pair, search.trace);
  Proposed<D> proposed;
  proposed.pairs = basis.pairs;
  if (!basis.meets) {
    proposed.direction = basis.direction;
    proposed.has_direction = normalise(proposed.direction.data(), pair.dimension());
  }
  if (proposed.has_direction && filtered.gap(proposed.direction.data()).proves_separated()) {
    proposed.verdict = Verdict::separated;
    proposed.stage = Stage::filter;
  } else if (basis.meets && proves_overlap<D>(filtered, proposed.pairs)) {
    proposed.verdict = Verdict::overlapping;
    proposed.stage = Stage::filter;
  }
  return proposed;
}

template Proposed<2> propose<2>(const FilteredPair<2>&, const Search<2>&);
template Proposed<3> propose<3>(const FilteredPair<3>&, const Search<3>&);
template Proposed<kRunTime> propose<kRunTime>(const FilteredPair<kRunTime>&,
                                              const Search<kRunTime>&);

}  // namespace sunder::detail::lp

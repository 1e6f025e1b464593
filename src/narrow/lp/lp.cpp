// SPDX-License-Identifier: Apache-2.0
#include "narrow/lp/lp.hpp"

#include "filter/overlap.hpp"

namespace sunder::detail::lp {
template <int D>
Proposed<D> propose(const Pair<D>& pair, const Search<D>& search) {
  const bool small = pair.a.hull->count + pair.b.hull->count <= kTableauVertices;
  const Basis<D> basis = small ? solve_tableau(pair, search.trace) : solve_revised(pair, search.trace);
  Proposed<D> proposed;
  proposed.pairs = basis.pairs;
  if (!basis.meets) {
    proposed.direction = basis.direction;
    proposed.has_direction = normalise(proposed.direction.data(), pair.dimension());
  }
  if (proposed.has_direction &&
      directional_gap(pair, proposed.direction.data()).proves_separated()) {
    proposed.verdict = Verdict::separated;
    proposed.stage = Stage::filter;
  } else if (basis.meets && proves_overlap<D>(pair, proposed.pairs)) {
    proposed.verdict = Verdict::overlapping;
    proposed.stage = Stage::filter;
  }
  return proposed;
}

template Proposed<2> propose<2>(const Pair<2>&, const Search<2>&);
template Proposed<3> propose<3>(const Pair<3>&, const Search<3>&);
template Proposed<kRunTime> propose<kRunTime>(const Pair<kRunTime>&, const Search<kRunTime>&);

}  // namespace sunder::detail::lp

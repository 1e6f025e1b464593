// SPDX-License-Identifier: Apache-2.0
#include "algorithms/gjk_hill_climbing/gjk_hill_climbing.hpp"

#include "algorithms/gjk_hill_climbing/walk.hpp"
#include "narrow/simplex_search.hpp"

namespace sunder::detail::gjk_hill_climbing {

template <int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Request<D>& search) {
  return simplex_walk::propose<ClimbingWalker, D>(filtered, search);
}

template <int D>
Measured<D> measure(const FilteredPair<D>& filtered, const Request<D>& search) {
  return simplex_walk::measure<ClimbingWalker, D>(filtered, search);
}

template Proposed<2> propose<2>(const FilteredPair<2>&, const Request<2>&);
template Proposed<3> propose<3>(const FilteredPair<3>&, const Request<3>&);
template Measured<2> measure<2>(const FilteredPair<2>&, const Request<2>&);
template Measured<3> measure<3>(const FilteredPair<3>&, const Request<3>&);

}  // namespace sunder::detail::gjk_hill_climbing

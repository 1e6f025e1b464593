// SPDX-License-Identifier: Apache-2.0
//
// In 2-D and 3-D this is simplex_search.hpp with supports found by scans.
#include "narrow/gjk/gjk.hpp"

#include "narrow/gjk/walk.hpp"
#include "narrow/simplex_search.hpp"

namespace sunder::detail::gjk {

template <int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Request<D>& search) {
  if constexpr (D == kRunTime)
    return propose_n(filtered, search);
  else
    return simplex_walk::propose<ScanningWalker, D>(filtered, search);
}

template <int D>
Measured<D> measure(const FilteredPair<D>& filtered, const Request<D>& search) {
  if constexpr (D == kRunTime)
    return measure_n(filtered, search);
  else
    return simplex_walk::measure<ScanningWalker, D>(filtered, search);
}

template <int D>
Measured<D> measure_to(const FilteredPair<D>& filtered, const Request<D>& search, double margin) {
  return simplex_walk::measure<ScanningWalker, D>(filtered, search, margin);
}

template Proposed<2> propose<2>(const FilteredPair<2>&, const Request<2>&);
template Proposed<3> propose<3>(const FilteredPair<3>&, const Request<3>&);
template Proposed<kRunTime> propose<kRunTime>(const FilteredPair<kRunTime>&,
                                              const Request<kRunTime>&);
template Measured<2> measure<2>(const FilteredPair<2>&, const Request<2>&);
template Measured<3> measure<3>(const FilteredPair<3>&, const Request<3>&);
template Measured<kRunTime> measure<kRunTime>(const FilteredPair<kRunTime>&,
                                              const Request<kRunTime>&);
template Measured<2> measure_to<2>(const FilteredPair<2>&, const Request<2>&, double);
template Measured<3> measure_to<3>(const FilteredPair<3>&, const Request<3>&, double);

}  // namespace sunder::detail::gjk

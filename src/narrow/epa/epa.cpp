// SPDX-License-Identifier: Apache-2.0
#include "narrow/epa/epa.hpp"

#include "narrow/epa/deepen.hpp"
#include "narrow/epa/search.hpp"

namespace sunder::detail::epa {

template <int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Request<D>& search) {
  Expansion<D> expansion(filtered, search.trace);
  expansion.run(search, -1);
  return expansion.proposal();
}

template <int D>
Depth<D> penetrate(const FilteredPair<D>& filtered, const Request<D>& search) {
  if constexpr (D == 3) {
    if (search.trace == nullptr && !search.basis.empty()) {
      Depth<3> depth = deepen(filtered, search);
      if (depth.verdict == Verdict::overlapping) return depth;
    }
  }
  Expansion<D> expansion(filtered, search.trace);
  expansion.run(search, search.width);
  return expansion.depth();
}

template Proposed<2> propose<2>(const FilteredPair<2>&, const Request<2>&);
template Proposed<3> propose<3>(const FilteredPair<3>&, const Request<3>&);
template Depth<2> penetrate<2>(const FilteredPair<2>&, const Request<2>&);
template Depth<3> penetrate<3>(const FilteredPair<3>&, const Request<3>&);

}  // namespace sunder::detail::epa

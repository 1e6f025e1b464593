// SPDX-License-Identifier: Apache-2.0
//
// Idea: Grow a polytope of support points of C = K_A - K_B. Choose the face that 0 is farthest
// outside, or nearest to if 0 is inside all, and query the support point along its normal. If 0 is
// beyond the support plane, the bodies are separated. If 0 is inside all faces, they overlap; the
// distances of the nearest face and of its support plane bound the depth.
// Source: van den Bergen, Proximity queries and penetration depth computation on 3D game objects
// (2001). He starts from GJK's tetrahedron. Here any simplex works, even one that does not hold 0,
// so the algorithm needs no other. The proof of an overlap is a tetrahedron of the fan over one
// corner of the polytope.
// Bound: Everything but the proofs is rounded. Lemma 1 tests each direction, Lemma 2 a simplex;
// Lemma 5 proves both bounds of a depth.
// Cost: Two support queries a step, the update of the surface, and a pass over the distances of at
// most 512 faces. Far apart it takes 1 step; if they overlap, the start's 3 or 4 and a few more.
// The depth takes 5 to 25 more, in 3-D by a kernel in lanes (deepen.hpp).
// Gives up: On contact, where the face nearest to 0 is one of C; where rounding breaks the horizon;
// where the buffer is full. A flat C gets thickness from corners that are not in C.
#include "narrow/dispatch.hpp"
#include "narrow/epa/deepen.hpp"
#include "narrow/epa/search.hpp"

namespace sunder::detail::epa {

template <int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Request<D>& search) {
  Expansion<D> expansion(filtered, search.trace);
  expansion.run(search, -1);
  return expansion.proposal();
}

/// Expands until upper - lower <= search.width * upper, until the nearest face is one of C up to
/// rounding, or until the buffer is full. Then the interval is the best so far. Starts from
/// search.basis if that is a simplex of pairs that holds 0.
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

// SPDX-License-Identifier: Apache-2.0
//
// Idea      Do the bodies share a point? That is whether a linear program (P2 of the simplex
//           article) has minimum 0: weights on the vertices of a and of b, each summing to 1, whose
//           points agree; what is left over, in the 1-norm, is minimised. Its basis names the
//           vertices that meet, its dual is a separating direction.
// Source    Simplex article (P1, P2, tableau with Bland's rule); Dantzig, Orchard-Hays 1953 for the
//           revised form.
// Cost      Tableau: (d+2)(n+m) a pivot, for small bodies. Revised: two support queries and (d+1)^2
//           a pivot, some 2 d pivots.
// Gives up  After a fixed number of pivots, and where a basis is near singular.
// Rounded   Everything here but the filters' proofs; exact.hpp is the same program without
//           rounding.
#pragma once

#include "narrow/rooms.hpp"

namespace sunder::detail::lp {

/// Searches in double: by tableau where both bodies together have at most this many vertices.
inline constexpr int kTableauVertices = 24;

template <int D>
Proposed<D> propose(const FilteredPair<D>& pair, const Search<D>& search);

/// The end of a search in doubles: if `meets`, `pairs` are the basis; else `direction` separates.
template <int D>
struct Basis {
  bool solved = false;
  bool meets = false;
  double objective = 0;  ///< the article's f*: 0 where the bodies meet
  PairList<D> pairs;
  Vector<D> direction{};
};

template <int D>
Basis<D> solve_tableau(const Pair<D>& pair, Trace* trace);
template <int D>
Basis<D> solve_revised(const Pair<D>& pair, Trace* trace);

}  // namespace sunder::detail::lp

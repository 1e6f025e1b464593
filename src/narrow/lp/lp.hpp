// SPDX-License-Identifier: Apache-2.0
//
// Idea: Two bodies share a point if a linear program (P2 of the simplex article) has minimum 0. Its
// unknowns are weights on the vertices of a and of b, each summing to 1, whose points agree. It
// minimises the residual in the 1-norm. Its basis names the vertices that meet; its dual is a
// separating direction.
// Source: Simplex article (P1, P2, tableau with Bland's rule); Dantzig, Orchard-Hays 1953 for the
// revised form.
// Bound: Everything here is rounded except the filters' proofs; exact.hpp solves the program
// without rounding.
// Cost: Tableau: (d+2)(n+m) a pivot. Revised: two support queries and (d+1)^2 a pivot, some 2 d
// pivots, none if the basis of the last answer still holds.
// Gives up: After a fixed number of pivots, and where a basis is nearly singular: a pair that
// touches is not decided here.
#pragma once

#include "narrow/dispatch.hpp"

namespace sunder::detail::lp {

/// propose() searches in doubles. Pricing::bland and Pricing::dantzig run the article's tableau if both
/// bodies together have at most kTableauVertices vertices. Everything else runs the revised method,
/// in which Dantzig's rule selects the column of each body's support point.
inline constexpr int kTableauVertices = 256;

/// The end of the article's search: if `meets`, `pairs` are the basis; else `direction` separates.
template <int D>
struct Basis {
  bool solved = false;
  bool meets = false;
  double objective = 0;  ///< the minimum of P2: 0 if the bodies meet, and at most 2
  PairList<D> pairs;
  Vector<D> direction{};
};

template <int D>
Basis<D> solve_tableau(const Pair<D>& pair, Pricing pricing, Trace* trace);

}  // namespace sunder::detail::lp

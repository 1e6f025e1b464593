// SPDX-License-Identifier: Apache-2.0
//
// The usual way to a depth in 3-D, as one kernel for each instruction set: the surface of
// surface-inl.hpp over one set of support queries, from the rings of rings.hpp on, or from the
// simplex that GJK's walk ends with. A surface from the rings is not known to be around 0 until its
// faces say so: then all their determinants are positive, by more than rounding (Lemma 5).
#pragma once

#include "narrow/dispatch.hpp"

namespace sunder::detail::epa {

/// Starts from search.basis if that is a simplex of pairs proven to hold 0, else looks for one.
/// overlapping: as penetrate() of epa.hpp promises; separated: proven. Undecided wherever anything
/// is out of the usual, 0 close to a face among it. Keeps no trace.
Depth<3> deepen(const FilteredPair<3>& filtered, const Request<3>& search);

}  // namespace sunder::detail::epa

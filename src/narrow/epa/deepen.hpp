// SPDX-License-Identifier: Apache-2.0
//
// Computes a depth in 3-D the usual way, as one kernel for each instruction set. It expands the
// surface of surface-inl.hpp over one set of support queries. The surface starts from the rings of
// rings.hpp, or from the simplex at the end of GJK's walk. A surface from the rings may not
// surround 0 at first. The determinants of its faces decide: it does if all are positive by more
// than rounding (Lemma 5).
#pragma once

#include "narrow/dispatch.hpp"

namespace sunder::detail::epa {

/// Starts from search.basis if there is one: any pairs, of which a simplex is best.
/// Overlapping answers keep the promise of penetrate() in epa.hpp. Separated ones are proven.
/// It returns undecided in any unusual case, such as 0 close to a face. Records no trace.
Depth<3> deepen(const FilteredPair<3>& filtered, const Request<3>& search);

}  // namespace sunder::detail::epa

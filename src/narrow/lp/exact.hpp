// SPDX-License-Identifier: Apache-2.0
//
// decide_exactly() decides a pair exactly, for any doubles. It chooses the integer width and runs
// ExactSimplex on it. In 2-D and 3-D it does not allocate up to 1024 bits.
#pragma once

#include <span>

#include "geometry/body.hpp"
#include "narrow/lp/exact_direction.hpp"
#include "narrow/lp/exact_simplex.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail::lp {

template <int D>
struct ExactAnswer {
  Verdict verdict = Verdict::undecided;
  bool priced =
      false;  ///< columns beyond the proposal were needed: pivoting ended it, not the algorithm
  PairList<D> pairs;      ///< kept indices
  Vector<D> direction{};  ///< from a to b, rounded, largest entry in [1/2, 1)
};

/// Neither body is empty. `proposal` holds kept indices, in any number; it may be empty. `support`
/// may be a direction whose gap is known to be exactly 0: then bodies that meet touch along it.
/// `exact_direction`, if given, receives the direction of a separated or touching pair where
/// `direction` is rounded. It stays empty where `direction` is exact. `complete`: the proposal may
/// hold all that a proof needs, so every pivot searches it before any other pair.
template <int D>
ExactAnswer<D> decide_exactly(const Pair<D>& pair, std::span<const IndexPair> proposal,
                              const Vector<D>* support = nullptr,
                              ExactDirection* exact_direction = nullptr, bool complete = false);

}  // namespace sunder::detail::lp

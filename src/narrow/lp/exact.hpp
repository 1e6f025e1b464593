// SPDX-License-Identifier: Apache-2.0
//
// The exact decision about a pair, whatever its numbers: chooses the width of integer and runs
// ExactSimplex on it. 2-D and 3-D do not allocate up to 1024 bits.
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
      false;  ///< columns beyond the proposal were needed: pivoting, not the algorithm, ended it
  PairList<D> pairs;      ///< kept indices
  Vector<D> direction{};  ///< from a to b, rounded, largest entry in [1/2, 1)
};

/// Neither body is empty. `proposal` holds kept indices, as many as there are; none is needed.
/// `support` may be a direction whose gap is known to be exactly 0: then bodies that meet touch
/// along it. If `exact_direction` is given it receives the direction of a separated or touching
/// pair where `direction` is rounded, and stays empty where it is exact. `complete`: the proposal may hold
/// all that a proof needs, so it is looked through before any other pair, in every pivot.
template <int D>
ExactAnswer<D> decide_exactly(const Pair<D>& pair, std::span<const IndexPair> proposal,
                              const Vector<D>* support = nullptr,
                              ExactDirection* exact_direction = nullptr, bool complete = false);

}  // namespace sunder::detail::lp

// SPDX-License-Identifier: Apache-2.0
//
// verify_contact() verifies a contact of two solids instead of solving for it. From a search's last
// direction and simplex it guesses a plane that supports both bodies, and a point of both in it.
// Each guess is proven in integers or rejected; the exact simplex solves the rejected ones.
#pragma once

#include <span>

#include "filter/filtered_pair.hpp"
#include "narrow/lp/exact.hpp"

namespace sunder::detail::lp {

/// The final state of a search: its direction, the gap along it in doubles, and its pairs in kept
/// indices, in any number.
struct ContactGuess {
  const Vector3& direction;
  const DirectionalGap& gap;
  std::span<const IndexPair> pairs;
};

/// Returns separated or touching with an exact direction, overlapping with four pairs; undecided if
/// the guess does not prove it. `exact_direction` is as in decide_exactly(). Does not allocate up
/// to 1024 bits, above which it proves nothing.
ExactAnswer<3> verify_contact(const FilteredPair<3>& filtered, const ContactGuess& guess,
                              ExactDirection* exact_direction = nullptr);

}  // namespace sunder::detail::lp

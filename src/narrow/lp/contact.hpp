// SPDX-License-Identifier: Apache-2.0
//
// Contact of two solids, verified instead of solved: from a search's last direction and simplex a
// plane is guessed that supports both, and a point of both in it. Each guess is proven in integers
// or dropped; what is dropped goes to the exact simplex.
#pragma once

#include <span>

#include "filter/filtered_pair.hpp"
#include "narrow/lp/exact.hpp"

namespace sunder::detail::lp {

/// The last words of a search: its direction, with what doubles know of the gap along it, and its
/// pairs in kept indices, as many as there are.
struct ContactGuess {
  const Vector3& direction;
  const DirectionalGap& gap;
  std::span<const IndexPair> pairs;
};

/// Separated or touching with an exact direction, overlapping with four pairs; undecided if the
/// guess does not prove it. `exact_direction` as in decide_exactly(). Does not allocate up to 1024
/// bits, above which it proves nothing.
ExactAnswer<3> verify_contact(const FilteredPair<3>& filtered, const ContactGuess& guess,
                              ExactDirection* exact_direction = nullptr);

}  // namespace sunder::detail::lp

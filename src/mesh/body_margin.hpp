// SPDX-License-Identifier: Apache-2.0
//
// What the comparisons of bodies with a margin share, in space and in the plane.
#pragma once

#include "mesh/named_place.hpp"
#include "query/margin/sum.hpp"
#include "sunder/error.hpp"
#include "sunder/margin.hpp"

namespace sunder::detail::mesh {

/// Compares bodies that need not be convex with a margin. `decide` returns their decision. Where they are separated,
/// `refine` compares their distance with the sum of the terms, which is positive.
template <class Answer, class Decide, class Refine>
Result<Answer> compare_bodies_to_margin(const Margin& margin, const Decide& decide,
                                        const Refine& refine) {
  const Polytope3 nothing;
  const auto refusals = compare_to_margin(Posed3{nothing}, Posed3{nothing}, margin);
  if (!refusals) return refusals.error();
  const MarginTerms terms{margin.distance, margin.radius_a, margin.radius_b, 0, 0};
  const int sign = sum_of_terms(terms).sign;
  if (sign < 0) {
    return Error{ErrorCode::not_served,
                 "the margin and the radii sum to less than 0, an overlap that is allowed; bodies "
                 "that are not convex have no exact depth: give numbers whose sum is 0 or more"};
  }
  const auto decision = decide();
  Answer answer;
  static_cast<Decision&>(answer) = decision;
  if constexpr (requires { answer.part_a; }) copy_place(decision, answer);
  if (sign == 0 || answer.verdict == Verdict::overlapping) return answer;
  if (answer.verdict == Verdict::touching) {
    answer.verdict = Verdict::overlapping;
  } else {
    refine(terms, answer);
  }
  return answer;
}

}  // namespace sunder::detail::mesh

// SPDX-License-Identifier: Apache-2.0
//
// What the comparisons of bodies with a margin share, in space and in the plane.
#pragma once

#include <optional>

#include "mesh/proof/named_place.hpp"
#include "query/margin/sum.hpp"
#include "query/padded_distance.hpp"
#include "sunder/error.hpp"
#include "sunder/margin.hpp"

namespace sunder::detail::mesh {

inline MarginTerms terms_of(const Margin& margin) noexcept {
  return {margin.distance, margin.radius_a, margin.radius_b, 0, 0};
}

/// Refuses a margin that bodies are not compared with.
inline std::optional<Error> refuse_margin(const Margin& margin) {
  const Polytope3 nothing;
  const auto refusals = compare_to_margin(Posed3{nothing}, Posed3{nothing}, margin);
  if (!refusals) return refusals.error();
  if (sum_of_terms(terms_of(margin)).sign >= 0) return std::nullopt;
  return Error{ErrorCode::not_served,
               "the margin and the radii sum to less than 0, an overlap that is allowed; bodies "
               "that are not convex have no exact depth: give numbers whose sum is 0 or more"};
}

/// Compares bodies that need not be convex with a margin. `decide` returns their verdict, as an answer. Where they are
/// separated, `refine` compares their distance with the sum of the terms, which is positive.
template <class Decide, class Refine>
auto compare_bodies_to_margin(const Margin& margin, const Decide& decide, const Refine& refine)
    -> Result<decltype(decide())> {
  if (auto refusal = refuse_margin(margin)) return *std::move(refusal);
  const MarginTerms terms = terms_of(margin);
  auto answer = decide();
  if (sum_of_terms(terms).sign == 0 || answer.verdict == Verdict::overlapping) return answer;
  if (answer.verdict == Verdict::touching) {
    answer.verdict = Verdict::overlapping;
  } else {
    refine(terms, answer);
  }
  return answer;
}

/// Returns the distance of bodies that are padded by radii, as an answer of type Found.
template <int D, class Found, class Posed>
Result<Found> distance_of_padded(const Posed& a, const Posed& b, double radius_a, double radius_b,
                                 const BodySearch& search) {
  const auto answer = compare_to_margin(a, b, {.radius_a = radius_a, .radius_b = radius_b}, search);
  if (!answer) return answer.error();
  Found found;
  if (answer.value()) {
    copy_place(answer.value(), found);
  } else {
    found = distance(a, b, search);
    if (found.part_a >= 0 && (radius_a > 0 || radius_b > 0)) {  // none is empty
      found.distance = less_radii(found.distance, radius_a, radius_b);
      move_out<D>(found.witness, radius_a, radius_b);
    }
  }
  static_cast<Decision&>(found) = answer.value();
  return found;
}

}  // namespace sunder::detail::mesh

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sunder/body2.hpp"

namespace sunder::detail::polygon {

/// Copies which parts and pieces an answer names.
template <class From, class To>
void copy_place(const From& from, To& to) noexcept {
  to.part_a = from.part_a;
  to.part_b = from.part_b;
  to.piece_a = from.piece_a;
  to.piece_b = from.piece_b;
}

/// Returns the verdict of a distance, and what it names.
inline BodyDecision2 decision_of(const BodyDistance2& answer) noexcept {
  BodyDecision2 decision;
  static_cast<Decision&>(decision) = answer;
  copy_place(answer, decision);
  return decision;
}

}  // namespace sunder::detail::polygon

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sunder/body.hpp"

namespace sunder::detail::mesh {

/// Copies which parts and triangles an answer names.
template <class From, class To>
void copy_place(const From& from, To& to) noexcept {
  to.part_a = from.part_a;
  to.part_b = from.part_b;
  to.triangle_a = from.triangle_a;
  to.triangle_b = from.triangle_b;
}

/// Returns the verdict of a distance, and what it names, as an answer of that type.
template <class To, class From>
To verdict_of(const From& answer) noexcept {
  To verdict;
  static_cast<Decision&>(verdict) = answer;
  copy_place(answer, verdict);
  return verdict;
}

}  // namespace sunder::detail::mesh

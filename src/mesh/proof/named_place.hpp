// SPDX-License-Identifier: Apache-2.0
//
// What an answer about bodies names, in space and in the plane.
#pragma once

#include "sunder/body.hpp"

namespace sunder::detail::mesh {

/// Copies which parts, and which triangles or pieces, an answer names.
template <class From, class To>
void copy_place(const From& from, To& to) noexcept {
  to.part_a = from.part_a;
  to.part_b = from.part_b;
  if constexpr (requires { from.triangle_a; }) {
    to.triangle_a = from.triangle_a;
    to.triangle_b = from.triangle_b;
  } else {
    to.piece_a = from.piece_a;
    to.piece_b = from.piece_b;
  }
}

/// Returns the verdict of an answer, and what it names, as an answer of that type.
template <class To, class From>
To verdict_of(const From& answer) noexcept {
  To verdict;
  static_cast<Decision&>(verdict) = answer;
  copy_place(answer, verdict);
  return verdict;
}

}  // namespace sunder::detail::mesh

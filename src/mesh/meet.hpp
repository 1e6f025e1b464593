// SPDX-License-Identifier: Apache-2.0
//
// The verdict about two placed pieces.
#pragma once

#include <cstdint>

#include "mesh/placed.hpp"
#include "sunder/query.hpp"

namespace sunder::detail::mesh {

struct PieceVerdict {
  Verdict verdict = Verdict::separated;
  std::int32_t triangle_a = -1, triangle_b = -1;  ///< pieces' triangles that meet; -1 by enclosure
  bool exact = false;                             ///< integers were needed
};

/// Decides exactly whether two pieces are separated, touch or overlap. Throws std::bad_alloc.
PieceVerdict meet(const Placed& a, const Placed& b);

}  // namespace sunder::detail::mesh

// SPDX-License-Identifier: Apache-2.0
//
// When two placed pieces meet of which both move along lines.
#pragma once

#include <cstdint>

#include "mesh/piece/placed.hpp"
#include "mesh/triangles/moving_triangles.hpp"
#include "sunder/query.hpp"

namespace sunder::detail::mesh {

struct FirstMeeting {
  bool hit = false;
  Interval time{1, 1};
  std::int32_t triangle_a = -1, triangle_b = -1;  ///< the pieces'
  Witness<3> witness;
};

/// Finds the first meeting of the triangles of two pieces that are apart at time 0, in [0, 1]; decides exactly whether
/// there is one. Throws std::bad_alloc.
FirstMeeting find_first_meeting(const Placed& a, const Placed& b, const Translations& translations);

}  // namespace sunder::detail::mesh

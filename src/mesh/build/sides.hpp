// SPDX-License-Identifier: Apache-2.0
//
// On which side of each triangle of a closed and simple mesh the inside is.
#pragma once

#include <cstdint>

#include "mesh/piece/piece.hpp"

namespace sunder::detail::mesh {

struct SideCounts {
  std::int64_t turned = 0;  ///< triangles whose front was the inside
  std::int64_t buried = 0;  ///< triangles with the inside on both sides, dropped
};

/// Turns and drops triangles of a closed and simple piece, so that the inside is behind every one. Throws
/// std::bad_alloc. Cost: a ray for each sheet.
SideCounts settle_sides(Piece& piece);

}  // namespace sunder::detail::mesh

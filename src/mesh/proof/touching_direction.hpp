// SPDX-License-Identifier: Apache-2.0
//
// Directions that may separate two convex sets which touch.
#pragma once

#include <cstdint>
#include <vector>

#include "certificate/posed_part.hpp"
#include "sunder/body_certificate.hpp"

namespace sunder::detail::mesh {

/// Returns directions from a to b, one of which keeps two triangles apart (ranges may tie) if they do not overlap as convex
/// sets. A whole polytope (-1) is served up to kMostDirected vertices in space; for larger ones the list is empty.
inline constexpr std::size_t kMostDirected = 16;
std::vector<std::vector<ExactNumber>> touching_directions(const certificate::PosedPart& a,
                                                          std::int32_t triangle_a,
                                                          const certificate::PosedPart& b,
                                                          std::int32_t triangle_b);

}  // namespace sunder::detail::mesh

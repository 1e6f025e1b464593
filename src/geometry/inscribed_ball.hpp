// SPDX-License-Identifier: Apache-2.0
//
// Computes a ball inside a body, proven from its faces or edges.
#pragma once

#include "geometry/hull_block.hpp"

namespace sunder::detail {

/// Sets block.inscribed from block.topology. The ball is about the present centre, or about the
/// centroid, which then becomes the centre: the larger ball wins.
void fit_inscribed_ball(HullBlock& block);

}  // namespace sunder::detail

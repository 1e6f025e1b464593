// SPDX-License-Identifier: Apache-2.0
//
// Builds a finished block from checked points.
#pragma once

#include <memory>
#include <span>

#include "geometry/hull_block.hpp"

namespace sunder::detail {

/// Returns the block of finite points, `dimension` doubles each. `options` chooses the reduction;
/// the block gets topology and both balls.
std::shared_ptr<const HullBlock> build_block(std::span<const double> points, int dimension,
                                             BuildOptions options);

/// Sets topology, the rows of a small hull, and the inscribed ball of a block that
/// `is_standard_box`. All boxes of a dimension share the tables, which live as long as the program.
void share_box_tables(HullBlock& block);

}  // namespace sunder::detail

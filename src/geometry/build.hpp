// SPDX-License-Identifier: Apache-2.0
//
// Builds a finished block from checked points.
#pragma once

#include <memory>
#include <span>

#include "geometry/hull_block.hpp"

namespace sunder::detail {

/// The block of finite points, `dimension` doubles each. `options` chooses the reduction; the block
/// gets topology and both balls.
std::shared_ptr<const HullBlock> build_block(std::span<const double> points, int dimension,
                                             BuildOptions options);

}  // namespace sunder::detail

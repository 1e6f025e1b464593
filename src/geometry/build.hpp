// SPDX-License-Identifier: Apache-2.0
//
// From checked points to a finished block.
#pragma once

#include <memory>
#include <span>

#include "geometry/hull_block.hpp"

namespace sunder::detail {

/// The block over finite points, `dimension` doubles each: reduced as `options` says, with topology
/// and both balls.
std::shared_ptr<const HullBlock> build_block(std::span<const double> points, int dimension,
                                             BuildOptions options);

}  // namespace sunder::detail

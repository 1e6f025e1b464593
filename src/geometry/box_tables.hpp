// SPDX-License-Identifier: Apache-2.0
//
// Gives boxes about the origin the tables that do not depend on their size.
#pragma once

#include "geometry/hull_block.hpp"

namespace sunder::detail {

/// Sets topology, the rows of a small hull, and the inscribed ball of a block that
/// `is_standard_box`. All boxes of a dimension share the tables, which live as long as the program.
void share_box_tables(HullBlock& block);

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// Fills the table of lanes/candidate_table.hpp from a hull.
#pragma once

#include "geometry/hull_block.hpp"

namespace sunder::detail {

/// For fewer vertices, a scan of all of them is as quick on the widest lanes.
inline constexpr std::int32_t kLeastTableCount = 96;

/// The table of a body of at least kLeastTableCount vertices, usually a solid. It is empty if
/// coordinates are beyond the filters' range, or too far from the origin for rounded heights to
/// distinguish vertices.
/// Cost: about that of the hull, twice that for prisms. Memory: 0.2 to 0.3 KiB a vertex, for prisms
/// up to 0.5 KiB.
CandidateTable make_candidate_table(const HullBlock& block);

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// Fills the table of lanes/candidate_table.hpp from a hull.
#pragma once

#include "geometry/hull_block.hpp"
#include "lanes/candidate_table.hpp"

namespace sunder::detail {

/// For fewer vertices, a scan of all of them is as quick on the widest lanes.
inline constexpr std::int32_t kLeastTableCount = 96;

/// Returns the table of a body of at least kLeastTableCount vertices, usually a solid. It is null
/// if coordinates are beyond the filters' range, or too far from the origin for rounded heights to
/// distinguish vertices.
/// Cost: about that of the hull, twice that for prisms. Memory: 0.15 KiB a vertex, for prisms
/// up to 0.45 KiB.
Owned<CandidateTable> make_candidate_table(const HullBlock& block, bool as_scanned);

}  // namespace sunder::detail

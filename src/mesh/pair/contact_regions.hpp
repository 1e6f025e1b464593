// SPDX-License-Identifier: Apache-2.0
//
// Where the triangles of two placed pieces meet, joined to regions.
#pragma once

#include <vector>

#include "mesh/piece/placed.hpp"
#include "sunder/body_contact.hpp"

namespace sunder::detail::mesh {

/// Appends the regions in which two pieces meet; their parts are not set. Throws std::bad_alloc.
void append_regions(const Placed& a, const Placed& b, std::vector<ContactRegion>& regions);

}  // namespace sunder::detail::mesh

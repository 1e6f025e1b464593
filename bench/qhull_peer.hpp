// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sunder/polytope.hpp"

namespace sunder::bench {

/// The number of facets of the points' hull; -1 if Qhull fails.
int facets_by_qhull(const std::vector<Vector3>& points);
std::string qhull_description();

}  // namespace sunder::bench

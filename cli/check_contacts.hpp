// SPDX-License-Identifier: Apache-2.0
//
// Computes where and how deep bodies of a scene meet, for the pairs that a check found to meet.
#pragma once

#include <string>
#include <vector>

#include "sunder/contact.hpp"
#include "sunder/scene.hpp"

namespace sunder::cli {

/// A contact with all the points that the caller wants.
struct FoundContact {
  Contact3 answer;
  std::vector<ContactPoint<3>> points;
};

/// Computes one contact for each pair of the report, in its order; it is empty for pairs that do
/// not meet. Pairs with a mesh that is not its hull have none. It lists at most `max_points` points a pair, up to 8, or all of them for 0. Depths
/// have the relative `width`.
std::vector<FoundContact> find_contacts(const Scene& scene, const SceneReport& report,
                                        int max_points, double width);

/// Returns the JSON of the pipe: {"normal", "dimension", "points"}, or null.
std::string contact_json(const FoundContact& contact);

}  // namespace sunder::cli

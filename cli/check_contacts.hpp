// SPDX-License-Identifier: Apache-2.0
//
// Where the bodies of a scene meet, and how deep: for the pairs that a check found to meet.
#pragma once

#include <string>
#include <vector>

#include "sunder/contact.hpp"
#include "sunder/scene.hpp"

namespace sunder::cli {

/// A contact with all the points that were asked for.
struct FoundContact {
  Contact3 answer;
  std::vector<ContactPoint<3>> points;
};

/// One for each pair of the report, in its order; of pairs that do not meet it is empty. At most
/// `max_points` points a pair, up to 8, or all of them for 0; depths of the relative width that is asked.
std::vector<FoundContact> find_contacts(const Scene& scene, const SceneReport& report,
                                        int max_points, double width);

/// As the pipe writes it: {"normal", "dimension", "points"}, or null.
std::string contact_json(const FoundContact& contact);

}  // namespace sunder::cli

// SPDX-License-Identifier: Apache-2.0
//
// Makes FCL's shape of a polytope, with its faces.
#pragma once

#include <fcl/fcl.h>
#include <memory>
#include <vector>

#include "sunder/polytope.hpp"

namespace sunder::bench {

inline std::shared_ptr<fcl::Convexd> make_convex(const Polytope3& polytope) {
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
  for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) {
    const Vector3 v = polytope.vertex(i);
    vertices->push_back({v[0], v[1], v[2]});
  }
  auto faces = std::make_shared<std::vector<int>>();
  for (const Face& face : polytope.faces()) {
    faces->push_back(static_cast<int>(face.vertices.size()));
    faces->insert(faces->end(), face.vertices.begin(), face.vertices.end());
  }
  return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(polytope.faces().size()), faces,
                                        true);
}

}  // namespace sunder::bench

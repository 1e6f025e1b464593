// SPDX-License-Identifier: Apache-2.0
//
// Bound: That of mesh/piece/world_points.hpp, added on every side.
// Cost: O(points).
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "mesh/default_environment.hpp"
#include "mesh/pair/part_pair.hpp"
#include "mesh/piece/world_points.hpp"
#include "scene/index.hpp"

namespace sunder::inline SUNDER_ABI {

Bounds<3> world_box(const PosedBody3& body) {
  const detail::DefaultEnvironment environment;
  constexpr double kEverywhere = std::numeric_limits<double>::infinity();
  Bounds<3> box;
  box.lower.fill(kEverywhere);
  box.upper.fill(-kEverywhere);
  const auto include = [&](const Vector3& point, double error) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double reach = error + 0x1p-52 * std::fabs(point[k]) + 0x1p-1000;
      box.lower[k] = std::min(box.lower[k], point[k] - reach);
      box.upper[k] = std::max(box.upper[k], point[k] + reach);
      if (std::isfinite(point[k]) && std::isfinite(error)) continue;
      box.lower[k] = -kEverywhere;
      box.upper[k] = kEverywhere;
    }
  };
  for (std::size_t i = 0; i < body.body().parts().size(); ++i) {
    const detail::mesh::PartPair part(body, i, body, i);
    if (const auto hulls = part.hulls()) {
      const Bounds<3> own = world_box(hulls->first);
      for (std::size_t k = 0; k < 3; ++k) {
        box.lower[k] = std::min(box.lower[k], own.lower[k]);
        box.upper[k] = std::max(box.upper[k], own.upper[k]);
      }
      continue;
    }
    for (const detail::mesh::Piece& piece : part.pieces(0)) {
      const detail::mesh::WorldPoints world = detail::mesh::world_points(piece, part.chain(0));
      for (const Vector3& point : world.points) include(point, world.error);
    }
  }
  return box;
}

}  // namespace sunder::inline SUNDER_ABI

namespace sunder::detail::scene {

Polytope3 hull_around(const Body3& body) {
  const Bounds<3> box = world_box(PosedBody3(body));
  if (box.lower[0] > box.upper[0]) return {};
  constexpr double kMost = std::numeric_limits<double>::max();
  std::vector<Vector3> corners;
  for (int i = 0; i < 8; ++i) {
    Vector3 corner;
    for (std::size_t k = 0; k < 3; ++k)
      corner[k] = std::clamp((i >> k & 1) != 0 ? box.upper[k] : box.lower[k], -kMost, kMost);
    corners.push_back(corner);
  }
  return Polytope3::from_points(corners).value();
}

}  // namespace sunder::detail::scene

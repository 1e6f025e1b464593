// SPDX-License-Identifier: Apache-2.0
//
// Where triangles meet, as exact points of the world, and the directions that lead from there between their planes.
#pragma once

#include <cstdint>
#include <vector>

#include "certificate/posed_part.hpp"

namespace sunder::detail::mesh {

/// A plane direction and a normal, of any length: directions near the first, on either side of the plane.
struct PlaneWay {
  Big3 along, normal;
};

/// Returns a superset of the extreme points of the intersection of two triangles, all in it. Some may be equal.
std::vector<certificate::WorldPoint> contact_points(const certificate::PosedPart& a,
                                                    std::int32_t triangle_a,
                                                    const certificate::PosedPart& b,
                                                    std::int32_t triangle_b);

/// Returns the ways between the planes of all triangles of both parts that hold a point. Each region of directions that
/// such triangles bound has one of them near its boundary. Cost: O(n) for each part, and the planes at the point cubed.
std::vector<PlaneWay> ways_between_planes(const certificate::PosedPart& a,
                                          const certificate::PosedPart& b,
                                          const certificate::WorldPoint& p);

certificate::WorldPoint middle_of(const certificate::WorldPoint& p,
                                  const certificate::WorldPoint& q);

/// Boxes of the items of a part in the world, in doubles that are rounded outward.
class ItemBoxes {
 public:
  explicit ItemBoxes(const certificate::PosedPart& part);
  bool may_meet(std::int32_t item, const ItemBoxes& other, std::int32_t other_item) const noexcept;

 private:
  struct Box {
    Vector3 lower, upper;
  };
  std::vector<Box> boxes_;
};

}  // namespace sunder::detail::mesh

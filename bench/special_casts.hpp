// SPDX-License-Identifier: Apache-2.0
//
// Makes rays and linear casts in special positions. Rays go through vertices and edges, lie in the plane
// of a face or along an edge, and start at a vertex. Bodies meet vertex to vertex, edge on edge or face
// on face, and slide. Coordinates are
// multiples of 2^-10, so that these positions are exact. Where all is turned they hold up to rounding.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "bench/random.hpp"
#include "sunder/sunder.hpp"

namespace sunder::bench {

/// Rays at one body each, or motions of a body towards another.
struct SpecialCasts {
  std::vector<Polytope3> moving;  ///< empty for rays
  std::vector<Polytope3> resting;
  std::vector<Pose3> pose, resting_pose;
  std::vector<Vector3> from, way;  ///< of the ray, or the moving body
  std::vector<Motion3> motion;
  Cast3 ask(std::size_t i) const;
};

enum class SpecialBodies { boxes, hulls };

/// How the ray or the body goes; the first is no special position.
std::vector<std::string> special_rays();
std::vector<std::string> special_casts();
/// `turned`: both bodies have one orientation, by a quaternion.
SpecialCasts make_special_casts(bool rays, SpecialBodies bodies, const std::string& aim,
                                bool turned);

}  // namespace sunder::bench

// SPDX-License-Identifier: Apache-2.0
//
// Geometry as pages draw it: triangles, rounded to 16 bits of the box around them. What is proven is never read from it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sunder/body.hpp"
#include "sunder/polytope.hpp"

namespace sunder::cli {

struct DrawnMesh {
  std::vector<Vector3> points;
  std::vector<std::array<std::int32_t, 3>>
      triangles;  ///< counterclockwise from outside, where there is one
};

/// The boundary of a polytope. Points and segments have none.
DrawnMesh drawn_mesh(const Polytope3& polytope);
/// All parts of a body, in its frame. Points that no triangle uses are left out.
DrawnMesh drawn_mesh(const Body3& body);
/// A ball's sweep from `begin` to `end`: a sphere where both are one point.
DrawnMesh drawn_capsule(const Vector3& begin, const Vector3& end, double radius);

/// Writes a mesh as the pages read it (web/src/viewer/mesh.ts). Coordinates are base64 of little-endian 16-bit numbers
/// in the mesh's box, and indices have 16 or 32 bits. A coordinate is off by at most the box's size / 131,070.
std::string mesh_json(const DrawnMesh& mesh);
/// Writes base64 of these numbers as little-endian 32-bit floats.
std::string float32_base64(const std::vector<float>& numbers);
/// Writes base64 of numbers from -1 to 1 as little-endian 16-bit integers, 32,767 times as large.
std::string unit16_base64(const std::vector<float>& numbers);

}  // namespace sunder::cli

// SPDX-License-Identifier: Apache-2.0
//
// Lists the faces of both bodies that face the other one, by friction.
#pragma once

#include <array>
#include <cmath>

#include "filter/filtered_pair.hpp"
#include "geometry/topology.hpp"
#include "geometry/vectors.hpp"

namespace sunder::detail::plane_projection {

/// The number of faces for each body, which the paper adopts from Li's results (its section 5.2, "3
/// to 5").
inline constexpr std::size_t kFacesOfABody = 5;

struct FacingFace {
  Vector3 normal{};     ///< outward, in the world frame, of any length
  double friction = 0;  ///< cosine between the normal and the line to the other centre
};

/// A list of at most `most` faces, the greatest friction first.
template <std::size_t most>
struct FaceList {
  std::array<FacingFace, most> faces{};
  std::size_t size = 0;

  void add(const FacingFace& face) noexcept {
    if (size == most && !(face.friction > faces[most - 1].friction)) return;
    std::size_t at = size < most ? size++ : most - 1;
    for (; at > 0 && face.friction > faces[at - 1].friction; --at) faces[at] = faces[at - 1];
    faces[at] = face;
  }
};

/// `toward` points to the other body's centre. The matrix of cofactors maps normals, even if the
/// pose shears; a reflection flips them. A pose that flattens leaves none.
inline FaceList<kFacesOfABody> facing_faces(const Body<3>& body, const Vector3& toward) {
  FaceList<kFacesOfABody> list;
  if (body.hull->topology == nullptr) return list;
  std::array<Vector3, 3> rows;
  double size = 0;
  for (int l = 0; l < 3; ++l) {
    for (int k = 0; k < 3; ++k) {
      const double entry = body.pose->linear(l, k);
      rows[static_cast<std::size_t>(l)][static_cast<std::size_t>(k)] = entry;
      size = std::max(size, std::fabs(entry));
    }
  }
  if (!(size > 0x1p-900 && size < 0x1p900)) return list;
  for (Vector3& row : rows) {
    for (double& entry : row) entry *= unit_scale(size);
  }
  const std::array<Vector3, 3> cofactors = {cross(rows[1], rows[2]), cross(rows[2], rows[0]),
                                            cross(rows[0], rows[1])};
  const double flip = dot<3>(rows[0], cofactors[0]) < 0 ? -1 : 1;
  const double distance = std::sqrt(dot<3>(toward, toward));
  for (const Face& face : body.hull->topology->listed(*body.hull).faces) {
    Vector3 normal{};
    for (std::size_t l = 0; l < 3; ++l) normal[l] = flip * dot<3>(cofactors[l], face.normal);
    const double length = std::sqrt(dot<3>(normal, normal));
    const double friction = dot<3>(normal, toward) / (length * distance);
    if (friction > 0) list.add({normal, friction});
  }
  return list;
}

}  // namespace sunder::detail::plane_projection

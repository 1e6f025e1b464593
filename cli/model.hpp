// SPDX-License-Identifier: Apache-2.0
//
// The bodies of a check as triangles, to be drawn and to be proven about: each distinct mesh once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sunder/io.hpp"
#include "sunder/scene.hpp"

namespace sunder::cli {

/// The points have the indices of the file's mesh, as certificates number them. Points inside a hull are missing;
/// another point of it is there in their place.
struct ModelMesh {
  std::vector<Vector3> points;
  std::vector<std::array<std::int32_t, 3>> triangles;  ///< of a hull: its faces
  BodyForm form = BodyForm::hull;                      ///< solid, surface or hull
};

struct ModelPart {
  std::int32_t mesh = 0;
  Pose3 pose = Pose3::identity();  ///< in the body's frame
};

struct Model {
  std::vector<ModelMesh> meshes;
  std::vector<std::vector<ModelPart>> bodies;  ///< the parts of each
};

/// Returns all bodies of a scene.
Model model_of(const Scene& scene);

/// Returns a point of a frame in the frame around it, rounded.
Vector3 moved(const Pose3& pose, const Vector3& point) noexcept;

}  // namespace sunder::cli

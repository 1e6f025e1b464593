// SPDX-License-Identifier: Apache-2.0
//
// Pictures of pairs of bodies, drawn without a graphics card: both translucent, what stands around them faded, and the
// contact on top.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model.hpp"
#include "sunder/scene.hpp"

namespace sunder::cli {

/// A camera in the world's frame. Its vertical field of view is kFieldOfView, its image four wide and three high.
struct Camera {
  Vector3 eye{};
  Vector3 direction{};  ///< unit
  Vector3 up{};         ///< unit, and at a right angle to the direction
  double radius = 0;    ///< of the ball that the image holds
};
inline constexpr double kFieldOfView = 45;  ///< degrees

/// Where two bodies meet or come near each other, as it is drawn.
struct Place {
  std::vector<std::vector<Vector3>>
      outlines;      ///< points, lines, and closed lines: the first point is repeated
  Vector3 normal{};  ///< unit, or 0 where there is none
};

/// Chooses a camera that sees the smaller of two bodies and the place, from above and beside the normal. Nothing where
/// the bodies are too large to be drawn. `y_up`: y points up in the world, else z.
std::optional<Camera> camera_of(const Scene& scene, BodyPair pair, const Place& place, bool y_up);

/// Returns a PNG of what the camera sees.
std::string snapshot(const Scene& scene, const Model& model, BodyPair pair, const Place& place,
                     const Camera& camera);

}  // namespace sunder::cli

// SPDX-License-Identifier: Apache-2.0
//
// Defines sets of questions about meshes, and whom they are asked.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "sunder/sunder.hpp"

namespace sunder::bench {

/// Two triangle meshes, and the poses of the second one; the first one rests at the origin.
struct MeshSet {
  struct Triangles {
    std::vector<Vector3> points;
    std::vector<std::array<std::int32_t, 3>> corners;
  };
  Triangles a, b;
  std::vector<Pose3> poses;
};

class MeshPeer {
 public:
  virtual ~MeshPeer() = default;
  virtual bool meets(std::size_t pose) const = 0;
  virtual double distance(std::size_t pose) const = 0;
};

/// FCL's BVH of triangles with boxes and spheres swept by rectangles (OBBRSS). It knows no inside.
std::unique_ptr<MeshPeer> make_fcl_meshes(const MeshSet& set);

}  // namespace sunder::bench

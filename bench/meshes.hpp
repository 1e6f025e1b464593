// SPDX-License-Identifier: Apache-2.0
//
// Defines sets of questions about meshes, and whom they are asked.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sunder/sunder.hpp"

namespace sunder::bench {

struct Triangles {
  std::vector<Vector3> points;
  std::vector<std::array<std::int32_t, 3>> corners;
};

/// Closed meshes, outward by their corners' order.
Triangles bumpy_sphere(int rows);
/// A ring with teeth, of layers in height and rings in width. With one ring its triangles are long and slender.
Triangles gear(int columns, int layers, int rings);
/// A tube about a trefoil.
Triangles knot(int columns, int around);
/// An angle with two square holes, each cell of its lattice cut into `fine` x `fine` squares a side.
Triangles bracket(int fine);
Triangles box(const Vector3& lower, const Vector3& upper);
/// A box with an opening through it along y; `lower` and `upper` of the opening in x and z. 32 triangles.
Triangles box_with_window(const Vector3& lower, const Vector3& upper,
                          const std::array<double, 2>& open_lower,
                          const std::array<double, 2>& open_upper);

/// Meshes, and pairs of them at their places. A mesh is built once for all pairs.
struct MeshSet {
  struct Pair {
    std::size_t a, b;
    Pose3 pose_a, pose_b;
  };
  /// Pairs that are measured together.
  struct Cell {
    std::string name;
    bool measured = false;  ///< distances are asked, too
    std::size_t first = 0, count = 0;
  };
  std::vector<Triangles> meshes;
  std::vector<Pair> pairs;
  std::vector<Cell> cells;
  bool touches = false;  ///< every pair touches exactly, by construction
};

/// Two equal meshes, 30 pairs a cell: `overlapping`, by 5 to 50 % of the size deeper than the first contact along a
/// direction; `near`, 0.1 to 1 % of the size before it; `far`, 50 to 200 %.
MeshSet pairs_of(const Triangles& mesh);
/// Walls, windows and slabs on a grid, of which each pair touches by faces. They stand as they are, and in a world that is
/// turned by one quaternion.
MeshSet building_elements();
/// A machine of 500 parts: the pairs whose boxes are close.
MeshSet machine();

class MeshPeer {
 public:
  virtual ~MeshPeer() = default;
  virtual bool meets(std::size_t pair) const = 0;
  virtual double distance(std::size_t pair) const = 0;
};

/// FCL's BVH of triangles with boxes and spheres swept by rectangles (OBBRSS). It knows no inside.
std::unique_ptr<MeshPeer> make_fcl_meshes(const MeshSet& set);
/// Coal's, with boxes alone for verdicts (OBB) and OBBRSS for distances: its fastest ones. It knows no inside.
std::unique_ptr<MeshPeer> make_coal_meshes(const MeshSet& set);
/// CGAL's AABB_tree and do_intersect with exact predicates on placed corners that are rounded, with inclusions. It has no
/// distance of meshes.
std::unique_ptr<MeshPeer> make_cgal_meshes(const MeshSet& set);

}  // namespace sunder::bench

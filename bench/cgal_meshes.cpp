// SPDX-License-Identifier: Apache-2.0
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Rigid_triangle_mesh_collision_detection.h>
#include <CGAL/Surface_mesh.h>

#include "bench/meshes.hpp"

namespace sunder::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;
using Detection = CGAL::Rigid_triangle_mesh_collision_detection<Surface>;

CGAL::Aff_transformation_3<Kernel> transform_of(const Pose3& pose) {
  const auto m = [&](int row, int k) { return pose.linear(row, k); };
  return {m(0, 0), m(0, 1),        m(0, 2), pose.offset(0), m(1, 0), m(1, 1),
          m(1, 2), pose.offset(1), m(2, 0), m(2, 1),        m(2, 2), pose.offset(2)};
}

class CgalMeshes final : public MeshPeer {
 public:
  explicit CgalMeshes(const MeshSet& set) {
    for (const Triangles& mesh : set.meshes) {
      Surface& surface = *surfaces_.emplace_back(std::make_unique<Surface>());
      for (const Vector3& p : mesh.points) surface.add_vertex({p[0], p[1], p[2]});
      for (const auto& c : mesh.corners) {
        surface.add_face(Surface::Vertex_index(static_cast<std::uint32_t>(c[0])),
                         Surface::Vertex_index(static_cast<std::uint32_t>(c[1])),
                         Surface::Vertex_index(static_cast<std::uint32_t>(c[2])));
      }
      // Each mesh twice, since a pair may be of one mesh at two places.
      detection_.add_mesh(surface);
      detection_.add_mesh(surface);
    }
    for (const MeshSet::Pair& pair : set.pairs)
      pairs_.push_back(
          {2 * pair.a, 2 * pair.b + 1, transform_of(pair.pose_a), transform_of(pair.pose_b)});
  }

  bool meets(std::size_t pair) const override {
    const Placed& p = pairs_[pair];
    detection_.set_transformation(p.a, p.pose_a);
    detection_.set_transformation(p.b, p.pose_b);
    const std::array<std::size_t, 1> other{p.b};
    return !detection_.get_all_intersections_and_inclusions(p.a, other).empty();
  }
  double distance(std::size_t) const override { return 0; }

 private:
  struct Placed {
    std::size_t a, b;
    CGAL::Aff_transformation_3<Kernel> pose_a, pose_b;
  };
  std::vector<std::unique_ptr<Surface>> surfaces_;
  mutable Detection detection_;
  std::vector<Placed> pairs_;
};

}  // namespace

std::unique_ptr<MeshPeer> make_cgal_meshes(const MeshSet& set) {
  return std::make_unique<CgalMeshes>(set);
}

}  // namespace sunder::bench

// SPDX-License-Identifier: Apache-2.0
#include <fcl/fcl.h>

#include "bench/meshes.hpp"

namespace sunder::bench {
namespace {

using Model = fcl::BVHModel<fcl::OBBRSSd>;

std::unique_ptr<Model> make_model(const MeshSet::Triangles& mesh) {
  if (mesh.corners.empty()) return nullptr;
  std::vector<fcl::Vector3d> points;
  for (const Vector3& p : mesh.points) points.emplace_back(p[0], p[1], p[2]);
  std::vector<fcl::Triangle> triangles;
  for (const auto& c : mesh.corners) {
    triangles.emplace_back(static_cast<std::size_t>(c[0]), static_cast<std::size_t>(c[1]),
                           static_cast<std::size_t>(c[2]));
  }
  auto model = std::make_unique<Model>();
  model->beginModel();
  model->addSubModel(points, triangles);
  model->endModel();
  return model;
}

class FclMeshes final : public MeshPeer {
 public:
  explicit FclMeshes(const MeshSet& set) : a_(make_model(set.a)), b_(make_model(set.b)) {
    for (const Pose3& pose : set.poses) {
      fcl::Transform3d transform = fcl::Transform3d::Identity();
      for (int row = 0; row < 3; ++row) {
        for (int k = 0; k < 3; ++k) transform.matrix()(row, k) = pose.linear(row, k);
        transform.matrix()(row, 3) = pose.offset(row);
      }
      poses_.push_back(transform);
    }
  }

  bool meets(std::size_t pose) const override {
    const fcl::CollisionRequestd request;
    fcl::CollisionResultd result;
    return fcl::collide(a_.get(), fcl::Transform3d::Identity(), b_.get(), poses_[pose], request,
                        result) > 0;
  }
  double distance(std::size_t pose) const override {
    const fcl::DistanceRequestd request;
    fcl::DistanceResultd result;
    return fcl::distance(a_.get(), fcl::Transform3d::Identity(), b_.get(), poses_[pose], request,
                         result);
  }

 private:
  std::unique_ptr<Model> a_, b_;
  std::vector<fcl::Transform3d> poses_;
};

}  // namespace

std::unique_ptr<MeshPeer> make_fcl_meshes(const MeshSet& set) {
  return std::make_unique<FclMeshes>(set);
}

}  // namespace sunder::bench

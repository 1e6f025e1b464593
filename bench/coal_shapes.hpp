// SPDX-License-Identifier: Apache-2.0
//
// Sunder's bodies and poses as Coal has them. Only sources compiled with Coal's headers include this.
#pragma once

#include <coal/BVH/BVH_model.h>
#include <coal/shape/convex.h>
#include <memory>
#include <vector>

#include "sunder/polytope.hpp"

namespace sunder::bench {

inline std::shared_ptr<coal::CollisionGeometry> make_coal_convex(const Polytope3& polytope) {
  auto points = std::make_shared<std::vector<coal::Vec3s>>();
  for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) {
    const Vector3 v = polytope.vertex(i);
    points->push_back({v[0], v[1], v[2]});
  }
  auto triangles = std::make_shared<std::vector<coal::Triangle>>();
  for (const Face& face : polytope.faces()) {
    const auto corner = [&](std::size_t k) { return static_cast<std::size_t>(face.vertices[k]); };
    for (std::size_t k = 2; k < face.vertices.size(); ++k)
      triangles->emplace_back(corner(0), corner(k - 1), corner(k));
  }
  const auto point_count = static_cast<unsigned>(points->size());
  const auto triangle_count = static_cast<unsigned>(triangles->size());
  return std::make_shared<coal::Convex<coal::Triangle>>(points, point_count, triangles,
                                                        triangle_count);
}

/// `rows` are 12 doubles: the rows of R and t.
inline coal::Transform3s make_coal_transform(const double* rows) {
  coal::Matrix3s rotation;
  coal::Vec3s translation;
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) rotation(row, k) = rows[4 * row + k];
    translation[row] = rows[4 * row + 3];
  }
  return {rotation, translation};
}

inline coal::Transform3s make_coal_transform(const Pose3& pose) {
  std::vector<double> rows;
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) rows.push_back(pose.linear(row, k));
    rows.push_back(pose.offset(row));
  }
  return make_coal_transform(rows.data());
}

/// A mesh in a tree of Coal's volumes.
template <class Volume, class Points, class Corners>
std::shared_ptr<coal::BVHModel<Volume>> make_coal_mesh(const Points& from, const Corners& corners) {
  std::vector<coal::Vec3s> points;
  for (const Vector3& p : from) points.emplace_back(p[0], p[1], p[2]);
  std::vector<coal::Triangle> triangles;
  for (const auto& c : corners) {
    triangles.emplace_back(static_cast<std::size_t>(c[0]), static_cast<std::size_t>(c[1]),
                           static_cast<std::size_t>(c[2]));
  }
  auto model = std::make_shared<coal::BVHModel<Volume>>();
  model->beginModel();
  model->addSubModel(points, triangles);
  model->endModel();
  return model;
}

}  // namespace sunder::bench

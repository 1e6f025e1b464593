// SPDX-License-Identifier: Apache-2.0
//
// Idea: A mesh is found again by a hash of its bytes, and then compared.
// Cost: Linear in the size of the meshes of all bodies.
#include "model.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>

namespace sunder::cli {
namespace {

/// Appends a polygon as a fan.
void append_fan(std::span<const std::int32_t> corners, ModelMesh& mesh) {
  for (std::size_t i = 2; i < corners.size(); ++i) {
    mesh.triangles.push_back({corners[0], corners[i - 1], corners[i]});
  }
}

/// Appends the outline of a flat polytope: its vertices by their angle about the middle. That is rounded, and drawn alone.
void append_flat(const Polytope3& polytope, ModelMesh& mesh) {
  Vector3 middle{};
  const std::int32_t count = polytope.vertex_count();
  for (std::int32_t k = 0; k < count; ++k) {
    for (std::size_t l = 0; l < 3; ++l) middle[l] += polytope.vertex(k)[l] / count;
  }
  const auto from_middle = [&](std::int32_t k) {
    Vector3 v = polytope.vertex(k);
    for (std::size_t l = 0; l < 3; ++l) v[l] -= middle[l];
    return v;
  };
  const auto cross = [](const Vector3& x, const Vector3& y) {
    return Vector3{x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
  };
  const auto dot = [](const Vector3& x, const Vector3& y) {
    return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
  };
  const Vector3 first = from_middle(0);
  Vector3 normal{};
  for (std::int32_t k = 1; k < count; ++k) {
    const Vector3 n = cross(first, from_middle(k));
    if (dot(n, n) > dot(normal, normal)) normal = n;
  }
  const Vector3 second = cross(normal, first);
  std::vector<std::pair<double, std::int32_t>> order;
  for (std::int32_t k = 0; k < count; ++k) {
    const Vector3 v = from_middle(k);
    order.emplace_back(std::atan2(dot(second, v) / std::sqrt(std::max(dot(normal, normal), 1e-300)),
                                  dot(first, v)),
                       polytope.caller_index(k));
  }
  std::sort(order.begin(), order.end());
  std::vector<std::int32_t> corners;
  for (const auto& [angle, index] : order) corners.push_back(index);
  append_fan(corners, mesh);
}

ModelMesh mesh_of(const Polytope3& polytope) {
  ModelMesh mesh;
  const std::int32_t count = polytope.vertex_count();
  if (count == 0) return mesh;
  std::int32_t most = 0;
  for (std::int32_t k = 0; k < count; ++k) most = std::max(most, polytope.caller_index(k));
  mesh.points.assign(static_cast<std::size_t>(most) + 1, polytope.vertex(0));
  for (std::int32_t k = 0; k < count; ++k) {
    mesh.points[static_cast<std::size_t>(polytope.caller_index(k))] = polytope.vertex(k);
  }
  for (const Face& face : polytope.faces()) {
    std::vector<std::int32_t> corners;
    for (const std::int32_t k : face.vertices) corners.push_back(polytope.caller_index(k));
    append_fan(corners, mesh);
  }
  if (mesh.triangles.empty() && count > 2) append_flat(polytope, mesh);
  return mesh;
}

ModelMesh mesh_of(const Mesh3& given) {
  return {{given.points().begin(), given.points().end()},
          {given.triangles().begin(), given.triangles().end()},
          given.kind() == MeshKind::solid ? BodyForm::solid : BodyForm::surface};
}

template <class T>
std::string_view bytes_of(const std::vector<T>& items) {
  return {reinterpret_cast<const char*>(items.data()), items.size() * sizeof(T)};
}

bool same(const ModelMesh& x, const ModelMesh& y) {
  return x.form == y.form && bytes_of(x.points) == bytes_of(y.points) && x.triangles == y.triangles;
}

class ModelMaker {
 public:
  void add(const SceneBody& body) {
    std::vector<ModelPart>& parts = model.bodies.emplace_back();
    if (!body.body) {
      parts.push_back({index_of(mesh_of(body.polytope))});
      return;
    }
    for (const Part3& part : body.body->parts()) parts.push_back({index_of(part.shape), part.pose});
  }

  Model model;

 private:
  std::int32_t index_of(const std::variant<Polytope3, Mesh3>& shape) {
    const Mesh3* mesh = std::get_if<Mesh3>(&shape);
    if (mesh == nullptr) return index_of(mesh_of(std::get<Polytope3>(shape)));
    // Bodies that share a mesh share its points.
    const auto [known, is_new] = shared_.try_emplace(mesh->points().data(), 0);
    if (is_new) known->second = index_of(mesh_of(*mesh));
    return known->second;
  }

  std::int32_t index_of(ModelMesh mesh) {
    const std::hash<std::string_view> hash;
    const std::size_t key = hash(bytes_of(mesh.points)) * 31 + hash(bytes_of(mesh.triangles));
    const auto [begin, end] = by_hash_.equal_range(key);
    for (auto at = begin; at != end; ++at) {
      if (same(model.meshes[static_cast<std::size_t>(at->second)], mesh)) return at->second;
    }
    const auto index = static_cast<std::int32_t>(model.meshes.size());
    model.meshes.push_back(std::move(mesh));
    by_hash_.emplace(key, index);
    return index;
  }

  std::unordered_map<const Vector3*, std::int32_t> shared_;
  std::unordered_multimap<std::size_t, std::int32_t> by_hash_;
};

}  // namespace

Model model_of(const Scene& scene) {
  ModelMaker maker;
  for (std::int32_t id = 0; id < scene.size(); ++id) maker.add(scene.body(id));
  return std::move(maker.model);
}

Vector3 moved(const Pose3& pose, const Vector3& point) noexcept {
  Vector3 at{};
  for (int l = 0; l < 3; ++l) {
    double sum = pose.offset(l);
    for (int k = 0; k < 3; ++k) sum += pose.linear(l, k) * point[static_cast<std::size_t>(k)];
    at[static_cast<std::size_t>(l)] = sum;
  }
  return at;
}

}  // namespace sunder::cli

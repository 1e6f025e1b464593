// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <mujoco/mujoco.h>
#include <string>
#include <vector>

#include "bench/peers.hpp"

namespace sunder::bench {
namespace {

static_assert(sizeof(mjtNum) == sizeof(double));

/// One mesh for each body of the set; MuJoCo keeps vertices in float.
void add_meshes(mjSpec* spec, const PairSet& set) {
  for (std::size_t i = 0; i < set.bodies.size(); ++i) {
    std::vector<float> vertices;
    for (std::int32_t k = 0; k < set.bodies[i].vertex_count(); ++k) {
      for (const double entry : set.bodies[i].vertex(k))
        vertices.push_back(static_cast<float>(entry));
    }
    mjsMesh* const mesh = mjs_addMesh(spec, nullptr);
    mjs_setName(mesh->element, ("body" + std::to_string(i)).c_str());
    mjs_setFloat(mesh->uservert, vertices.data(), static_cast<int>(vertices.size()));
    mesh->inertia = mjMESH_INERTIA_SHELL;  // the other modes refuse thin meshes
  }
}

void add_geom(mjSpec* spec, std::int32_t body, const Vector3& half, bool as_boxes) {
  mjsGeom* const geom = mjs_addGeom(mjs_findBody(spec, "world"), nullptr);
  geom->type = as_boxes ? mjGEOM_BOX : mjGEOM_MESH;
  if (as_boxes) {
    std::copy(half.begin(), half.end(), geom->size);
  } else {
    mjs_setString(geom->meshname, ("body" + std::to_string(body)).c_str());
  }
}

/// Geoms 2 i and 2 i + 1 are the bodies of pair i, at their poses.
class MujocoPeer final : public Peer {
 public:
  MujocoPeer(const PairSet& set, bool as_boxes) {
    mjSpec* const spec = mj_makeSpec();
    if (!as_boxes) add_meshes(spec, set);
    for (const Pair& pair : set.pairs) {
      add_geom(spec, pair.a, pair.half_a, as_boxes);
      add_geom(spec, pair.b, pair.half_b, as_boxes);
    }
    model_ = mj_compile(spec, nullptr);
    if (model_ == nullptr) {
      std::fprintf(stderr, "MuJoCo refuses %s: %s\n", set.name.c_str(), mjs_getError(spec));
      std::exit(1);
    }
    mj_deleteSpec(spec);
    data_ = mj_makeData(model_);
    for (std::size_t i = 0; i < set.pairs.size(); ++i) {
      place(2 * i, set.pairs[i].rows_a);
      place(2 * i + 1, set.pairs[i].rows_b);
    }
  }
  ~MujocoPeer() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }
  MujocoPeer(const MujocoPeer&) = delete;
  MujocoPeer& operator=(const MujocoPeer&) = delete;

  bool intersects(std::size_t i) const override { return ask(i, mjMINVAL) <= 0; }
  double distance(std::size_t i) const override { return ask(i, mjMAXVAL); }
  double depth(std::size_t i) const override { return -ask(i, mjMAXVAL); }

 private:
  /// The signed distance, or `most` if it is larger.
  double ask(std::size_t i, double most) const {
    const int first = static_cast<int>(2 * i);
    return mj_geomDistance(model_, data_, first, first + 1, most, nullptr);
  }

  /// MuJoCo stores a mesh about its centre and along its axes, given by mesh_pos and mesh_quat.
  void place(std::size_t geom, const std::vector<double>& rows) {
    double turn[9], offset[3];
    for (std::size_t k = 0; k < 3; ++k) {
      std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(4 * k), 3, turn + 3 * k);
      offset[k] = rows[4 * k + 3];
    }
    double* const at = data_->geom_xpos + 3 * geom;
    double* const axes = data_->geom_xmat + 9 * geom;
    const int mesh = model_->geom_dataid[geom];
    if (mesh < 0) {
      std::copy_n(offset, 3, at);
      std::copy_n(turn, 9, axes);
      return;
    }
    double own[9];
    mju_quat2Mat(own, model_->mesh_quat + 4 * mesh);
    mju_mulMatMat(axes, turn, own, 3, 3, 3);
    mju_mulMatVec(at, turn, model_->mesh_pos + 3 * mesh, 3, 3);
    mju_addTo3(at, offset);
  }

  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
};

}  // namespace

std::string mujoco_description() {
  return std::string(mj_versionString()) +
         ", its wheel's binary, double on vertices in float; mj_geomDistance, for a "
         "verdict up to 1e-15";
}

std::unique_ptr<Peer> make_mujoco_peer(const PairSet& set, bool as_boxes) {
  return std::make_unique<MujocoPeer>(set, as_boxes);
}

}  // namespace sunder::bench

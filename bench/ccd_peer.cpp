// SPDX-License-Identifier: Apache-2.0
#include <ccd/ccd.h>
#include <vector>

#include "bench/peers.hpp"

namespace sunder::bench {
namespace {

struct Body {
  std::vector<double> x, y, z;
  double mean[3] = {0, 0, 0};
};

struct Placed {
  const Body* body = nullptr;
  double r[9];
  double t[3];
};

/// Rotates the direction into the body's frame, scans the vertices, and rotates the extreme one
/// back.
void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* result) {
  const Placed& placed = *static_cast<const Placed*>(object);
  const double* r = placed.r;
  const double* d = direction->v;
  const double u = r[0] * d[0] + r[3] * d[1] + r[6] * d[2];
  const double v = r[1] * d[0] + r[4] * d[1] + r[7] * d[2];
  const double w = r[2] * d[0] + r[5] * d[1] + r[8] * d[2];
  const Body& body = *placed.body;
  std::size_t best = 0;
  double most = u * body.x[0] + v * body.y[0] + w * body.z[0];
  for (std::size_t i = 1; i < body.x.size(); ++i) {
    const double value = u * body.x[i] + v * body.y[i] + w * body.z[i];
    if (value > most) {
      most = value;
      best = i;
    }
  }
  for (int k = 0; k < 3; ++k) {
    result->v[k] = r[3 * k] * body.x[best] + r[3 * k + 1] * body.y[best] +
                   r[3 * k + 2] * body.z[best] + placed.t[k];
  }
}

/// The mean of the vertices: MPR needs a point inside.
void centre(const void* object, ccd_vec3_t* result) {
  const Placed& placed = *static_cast<const Placed*>(object);
  const double* m = placed.body->mean;
  for (int k = 0; k < 3; ++k) {
    const double* row = placed.r + 3 * k;
    result->v[k] = row[0] * m[0] + row[1] * m[1] + row[2] * m[2] + placed.t[k];
  }
}

Placed place(const Body& body, const std::vector<double>& rows) {
  Placed placed;
  placed.body = &body;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t k = 0; k < 3; ++k) placed.r[3 * row + k] = rows[4 * row + k];
    placed.t[row] = rows[4 * row + 3];
  }
  return placed;
}

class CcdPeer final : public Peer {
 public:
  CcdPeer(const PairSet& set, CcdMethod method) : method_(method) {
    for (const Polytope3& polytope : set.bodies) {
      Body& body = bodies_.emplace_back();
      for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) {
        const Vector3 v = polytope.vertex(i);
        body.x.push_back(v[0]);
        body.y.push_back(v[1]);
        body.z.push_back(v[2]);
        for (std::size_t k = 0; k < 3; ++k) body.mean[k] += v[k] / polytope.vertex_count();
      }
    }
    for (const Pair& pair : set.pairs) {
      a_.push_back(place(bodies_[static_cast<std::size_t>(pair.a)], pair.rows_a));
      b_.push_back(place(bodies_[static_cast<std::size_t>(pair.b)], pair.rows_b));
    }
    CCD_INIT(&ccd_);
    ccd_.support1 = support;
    ccd_.support2 = support;
    ccd_.center1 = centre;
    ccd_.center2 = centre;
    ccd_.max_iterations = 500;
    ccd_.mpr_tolerance = 1e-6;
    ccd_.epa_tolerance = 1e-6;
  }

  bool intersects(std::size_t i) const override {
    return (method_ == CcdMethod::gjk ? ccdGJKIntersect(&a_[i], &b_[i], &ccd_)
                                      : ccdMPRIntersect(&a_[i], &b_[i], &ccd_)) != 0;
  }
  double depth(std::size_t i) const override {
    double depth = -1;
    ccd_vec3_t direction, position;
    if (method_ == CcdMethod::gjk) {
      ccdGJKPenetration(&a_[i], &b_[i], &ccd_, &depth, &direction, &position);
    } else {
      ccdMPRPenetration(&a_[i], &b_[i], &ccd_, &depth, &direction, &position);
    }
    return depth;
  }

 private:
  CcdMethod method_;
  std::vector<Body> bodies_;
  std::vector<Placed> a_, b_;
  ccd_t ccd_;
};

}  // namespace

std::unique_ptr<Peer> make_ccd_peer(const PairSet& set, CcdMethod method) {
  return std::make_unique<CcdPeer>(set, method);
}

}  // namespace sunder::bench

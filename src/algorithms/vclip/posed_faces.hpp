// SPDX-License-Identifier: Apache-2.0
//
// Computes a hull's vertices, edges and faces in the pose, on demand.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include "filter/filtered_pair.hpp"
#include "geometry/facet_normal.hpp"
#include "geometry/topology.hpp"
#include "geometry/vectors.hpp"

namespace sunder::detail::vclip {

/// Returns the sign of det(R), 0 if it is 0 in doubles.
inline double orientation(const Pose3& pose) noexcept {
  double largest = 0;
  for (int i = 0; i < 9; ++i) largest = std::fmax(largest, std::fabs(linear_data(pose)[i]));
  if (!(largest > 0x1p-900 && largest < 0x1p900)) return 0;
  std::array<Vector3, 3> rows{};
  for (int l = 0; l < 3; ++l) {
    for (int k = 0; k < 3; ++k) {
      rows[static_cast<std::size_t>(l)][static_cast<std::size_t>(k)] =
          pose.linear(l, k) * unit_scale(largest);
    }
  }
  const double det = dot<3>(rows[0], cross(rows[1], rows[2]));
  return det > 0 ? 1 : (det < 0 ? -1 : 0);
}

/// The frame has the world's axes and the caller's unit and origin. Positions are scale * (R x) +
/// shift, so bodies far from the origin lose no precision. The hull has a topology.
class PosedFaces {
 public:
  PosedFaces(const Body<3>& body, const Vector3& shift, double scale)
      : hull_(*body.hull),
        pose_(*body.pose),
        shift_(shift),
        scale_(scale),
        outward_(orientation(pose_)) {}

  const Topology& topology() const noexcept { return *hull_.topology; }
  Edge edge(std::int32_t e) const noexcept { return topology().edge(e); }
  IndexList corners(std::int32_t f) const noexcept { return topology().face(f); }
  std::int32_t face_count() const noexcept { return topology().face_count(); }
  IndexList edges_at(std::int32_t v) const noexcept { return topology().edges_around(v); }
  /// Returns the edge between two consecutive corners on the rim of a face.
  std::int32_t edge_between(std::int32_t v, std::int32_t w) const noexcept {
    const IndexList edges = edges_at(v);
    std::size_t i = 0;
    while (topology().other_end(edges[i], v) != w) ++i;
    return edges[i];
  }

  Vector3 vertex(std::int32_t v) const noexcept {
    Vector3 x = turned({hull_.coordinate(v, 0), hull_.coordinate(v, 1), hull_.coordinate(v, 2)});
    for (std::size_t l = 0; l < 3; ++l) x[l] += shift_[l];
    return x;
  }
  /// Returns the vector from v to w, from the difference of the hull's own points: accurate to its
  /// own last bits.
  Vector3 from_to(std::int32_t v, std::int32_t w) const noexcept {
    Vector3 x{};
    for (int k = 0; k < 3; ++k) {
      x[static_cast<std::size_t>(k)] = hull_.coordinate(w, k) - hull_.coordinate(v, k);
    }
    return turned(x);
  }
  /// Returns a vector perpendicular to the face; out of the body or into it, depending on the rim's
  /// orientation after the pose.
  Vector3 winding(std::int32_t f) const noexcept {
    const auto [p, q, r] = spread_triangle(corners(f));
    return cross(from_to(p, q), from_to(p, r));
  }
  /// Returns the normal out of the body; 0 if the pose flattens it.
  Vector3 normal(std::int32_t f) const noexcept {
    Vector3 n = winding(f);
    for (double& entry : n) entry *= outward_;
    return n;
  }
  /// Returns the vector in the plane of the face, perpendicular to its side v -> w, toward the
  /// face; of length 1. A reflection reverses both the rim and the winding, so this does not
  /// change.
  Vector3 inward(std::int32_t f, std::int32_t v, std::int32_t w) const noexcept {
    Vector3 in = cross(winding(f), from_to(v, w));
    const double size = length<3>(in);
    for (double& entry : in) entry /= size;
    return in;
  }

 private:
  Vector3 turned(const Vector3& x) const noexcept {
    Vector3 y{};
    for (int l = 0; l < 3; ++l) {
      y[static_cast<std::size_t>(l)] =
          scale_ *
          (pose_.linear(l, 0) * x[0] + pose_.linear(l, 1) * x[1] + pose_.linear(l, 2) * x[2]);
    }
    return y;
  }

  const HullBlock& hull_;
  const Pose3& pose_;
  Vector3 shift_;
  double scale_;
  double outward_;
};

}  // namespace sunder::detail::vclip

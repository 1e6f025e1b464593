// SPDX-License-Identifier: Apache-2.0
//
// Computes where a ray meets a solid polytope, in rational numbers: the ray is clipped by the plane
// of each face. It shares no idea with the library's walk over the faces.
#pragma once

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <optional>
#include <vector>

#include "oracle/world.hpp"
#include "sunder/cast.hpp"

namespace sunder::test {

using RayRational = boost::multiprecision::cpp_rational;
using RayPoint = std::array<RayRational, 3>;

inline RayPoint operator-(const RayPoint& p, const RayPoint& q) {
  return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}
inline RayRational dot(const RayPoint& p, const RayPoint& q) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}
inline RayPoint cross(const RayPoint& p, const RayPoint& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}
inline RayPoint exact(const Vector3& v) {
  return {RayRational(v[0]), RayRational(v[1]), RayRational(v[2])};
}

/// Returns the exact place of a vertex in the world.
inline RayPoint world_point(const Pose3& pose, const Vector3& vertex) {
  RayPoint point;
  const auto rotation = oracle::rotation_of<RayRational>(
      pose.is_quaternion() ? pose.wxyz() : std::array<double, 4>{1, 0, 0, 0});
  for (int l = 0; l < 3; ++l) {
    RayRational sum = RayRational(pose.offset(l));
    for (int k = 0; k < 3; ++k) {
      const RayRational entry =
          pose.is_quaternion() ? rotation[static_cast<std::size_t>(l)][static_cast<std::size_t>(k)]
                               : RayRational(pose.linear(l, k));
      sum += entry * RayRational(vertex[static_cast<std::size_t>(k)]);
    }
    point[static_cast<std::size_t>(l)] = sum;
  }
  return point;
}

struct RayTruth {
  Verdict start = Verdict::separated;
  std::optional<RayRational> time;  ///< of the first meeting in [0, 1]
};

class RayOracle {
 public:
  /// R must be invertible.
  RayOracle(const Polytope3& body, const Pose3& pose) {
    std::vector<RayPoint> points;
    for (std::int32_t v = 0; v < body.vertex_count(); ++v) {
      points.push_back(world_point(pose, body.vertex(v)));
    }
    RayPoint centre{};
    for (const RayPoint& p : points) {
      for (std::size_t l = 0; l < 3; ++l) centre[l] += p[l] / points.size();
    }
    for (const Face& face : body.faces()) {
      const RayPoint& base = points[static_cast<std::size_t>(face.vertices[0])];
      RayPoint normal = cross(points[static_cast<std::size_t>(face.vertices[1])] - base,
                              points[static_cast<std::size_t>(face.vertices[2])] - base);
      if (dot(normal, centre - base) > 0) normal = RayPoint{} - normal;
      planes_.push_back({normal, dot(normal, base)});
    }
  }

  RayTruth cast(const Vector3& origin, const Vector3& direction) const {
    const RayPoint o = exact(origin);
    const RayPoint d = exact(direction);
    RayTruth truth;
    truth.start = Verdict::overlapping;
    RayRational from = 0;
    RayRational to = 1;
    bool misses = false;
    for (const Plane& plane : planes_) {
      const RayRational room = plane.height - dot(plane.normal, o);
      const RayRational rate = dot(plane.normal, d);
      if (room < 0) truth.start = Verdict::separated;
      if (room == 0 && truth.start == Verdict::overlapping) truth.start = Verdict::touching;
      if (rate == 0) {
        misses = misses || room < 0;
      } else if (rate < 0) {
        from = std::max(from, RayRational(room / rate));
      } else {
        to = std::min(to, RayRational(room / rate));
      }
    }
    if (!misses && from <= to) truth.time = from;
    return truth;
  }

 private:
  struct Plane {
    RayPoint normal;
    RayRational height;
  };

  std::vector<Plane> planes_;
};

}  // namespace sunder::test

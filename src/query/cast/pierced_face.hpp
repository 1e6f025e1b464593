// SPDX-License-Identifier: Apache-2.0
//
// Projects points along a line, so that the sides of edges tell whether the line pierces a face.
//
// Let d be the line's direction, scaled to a largest entry d_j in [1/2, 1), and k, l the axes after
// j. The vectors e = d_j e_k - d_k e_j and f = d_j e_l - d_l e_j are perpendicular to d, without
// rounding. A point q relative to the line is projected to P = (e . q, f . q). Then
//
//   P_i x P_j = d_j det(q_i, q_j, d),
//
// so that its sign is the side of the edge from q_i to q_j on which the line passes. A convex face
// whose edges all have the line on their inner side is pierced in its interior.
//
// Bound: Each entry of P is a gap along e or f, off by at most E, twice Lemma 1's error (reach.hpp;
// |e|_1 and |f|_1 are at most 2). Let m be the sum of the sizes of the four entries. The computed
// side is off by at most E m + 2 E^2, and by 3 2^-52 m^2 / 4 for its roundings. E is at least 18
// 2^-52 times the reach, and m at most 8 times the reach. Hence 2 E (m + E) bounds the error.
// The area of a triangle is the sum of its sides. The sizes of their points add up to twice the size n of
// all corners, so that it is off by 4 E n + 6 E^2, and two additions: 6 E (n + E) bounds that. Boxes that
// move have a rounded direction and rounded differences of corners. An entry of a direction of size 1 is
// off by 2^-53, which changes e by as much: 2^(1/2) 2^-53 times the reach for a coordinate. A corner's
// coordinates are off by 2^-52 of themselves, and |e| is at most 2^(1/2): together less than 3 2^-52
// times the reach.
//
// Outline: A face looks toward the line's start if the sum of its sides is positive. Let the line pass
// on the outer side of an edge between such a face and one that does not look there. A positive
// combination of both normals is perpendicular to d: a supporting plane along the edge has the line
// strictly beyond it. The line misses the body.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "filter/reach.hpp"
#include "geometry/body.hpp"
#include "query/cast/bounds.hpp"

namespace sunder::detail {

struct ProjectedPoint {
  double x = 0;
  double y = 0;
};

/// Returns the side of the edge from p to q on which the origin is, positive on its left.
inline double side_of(const ProjectedPoint& p, const ProjectedPoint& q) noexcept {
  return p.x * q.y - p.y * q.x;
}
inline double size_of(const ProjectedPoint& p) noexcept { return std::fabs(p.x) + std::fabs(p.y); }
/// Returns the bound on the error of a side, for points of these sizes with entries off by `error`.
inline double side_error(double size, double error) noexcept {
  return kLineSideErrors * error * (size + error);
}

/// The weights of the second and third of three points whose mean is the origin.
struct LineWeights {
  std::array<double, 2> values;
  std::array<double, 2> errors;
};

/// Computes them by Cramer's rule from the sides opposite to the points, each off by at most `error`.
/// Returns false where the triangle is too thin for doubles.
inline bool weigh(const std::array<double, 3>& sides, double error, LineWeights& weights) noexcept {
  const double area = (sides[0] + sides[1]) + sides[2];
  const double area_error = 3 * error * (1 + kEntryShare);
  const double least_area = std::fabs(area) - area_error;
  if (!(least_area > area_error)) return false;
  const double inverse = 1 / area;
  const double share_error = (1 + kEntryShare) / least_area;
  for (std::size_t i = 0; i < 2; ++i) {
    weights.values[i] = sides[i + 1] * inverse;
    const double share = std::fabs(weights.values[i]);
    weights.errors[i] = (error + share * area_error) * share_error + kWeightUnits * kUnit * share;
  }
  return true;
}
/// Does so from points whose entries are off by at most `error`.
inline bool weigh(const std::array<ProjectedPoint, 3>& points, double error,
                  LineWeights& weights) noexcept {
  const double size = (size_of(points[0]) + size_of(points[1])) + size_of(points[2]);
  return weigh(std::array<double, 3>{side_of(points[1], points[2]), side_of(points[2], points[0]),
                                     side_of(points[0], points[1])},
               side_error(size, error), weights);
}

/// What a line pierces: the vertices of a hull, or of the difference of two boxes, rounded.
struct Solid {
  const double* points = nullptr;  ///< three rows
  std::ptrdiff_t stride = 0;
  const Topology* topology = nullptr;
};

class LineProjection {
 public:
  /// `d` is scaled.
  explicit LineProjection(const Vector3& d) noexcept : d_(d) {
    j_ = std::fabs(d[1]) > std::fabs(d[0]) ? 1 : 0;
    if (std::fabs(d[2]) > std::fabs(d[j_])) j_ = 2;
    k_ = j_ == 2 ? 0 : j_ + 1;
    l_ = k_ == 2 ? 0 : k_ + 1;
    lead_ = d[j_];
  }

  /// Returns the projection of q relative to a point of the line.
  ProjectedPoint operator()(const Vector3& q) const noexcept {
    return {lead_ * q[k_] - d_[k_] * q[j_], lead_ * q[l_] - d_[l_] * q[j_]};
  }
  /// Returns R^T e and R^T f.
  std::array<Vector3, 2> pull_back(const double* r) const noexcept {
    std::array<Vector3, 2> axes{};
    for (std::size_t m = 0; m < 3; ++m) {
      axes[0][m] = lead_ * r[3 * k_ + m] - d_[k_] * r[3 * j_ + m];
      axes[1][m] = lead_ * r[3 * l_ + m] - d_[l_] * r[3 * j_ + m];
    }
    return axes;
  }
  /// Returns x e + y f.
  Vector3 direction(double x, double y) const noexcept {
    Vector3 u{};
    u[k_] = lead_ * x;
    u[l_] = lead_ * y;
    u[j_] = -(d_[k_] * x + d_[l_] * y);
    return u;
  }
  /// Returns true if d_j is negative: projected polygons change their sense.
  bool mirrors() const noexcept { return lead_ < 0; }

 private:
  Vector3 d_;
  std::size_t j_;
  std::size_t k_;
  std::size_t l_;
  double lead_;
};

enum class Pierced : std::uint8_t { face, missed, unknown };

struct PiercedFace {
  Pierced outcome = Pierced::unknown;
  std::array<std::int32_t, 3> corners{};  ///< of the face, far apart, in its order
  LineWeights weights;                    ///< of the corners, where the line passes
  std::int32_t beside = -1;  ///< a face parallel to the line that holds the same point, or -1
};

}  // namespace sunder::detail

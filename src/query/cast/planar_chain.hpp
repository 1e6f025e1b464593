// SPDX-License-Identifier: Apache-2.0
//
// Computes vertices and edges of the difference of two polygons in doubles, and bounds the signs of
// their products.
//
// Bound: Let u = 2^-52, which bounds each rounding in any mode. An edge is a difference of vertices times
// R: a difference, two products and their sum. Its entries are off by at most 3 u times its size, the sum
// of the products' absolute values. A vertex of Q is the sum of two turned vertices, off by 3 u, and a
// rounded offset: 4 u times the reach. An entry of d is off by u. A product of two such vectors loses 2 u
// more. All signs are then off by at most (3 + 3 + 2) u times the sizes of both vectors, and what is of
// second order is less than another unit.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "geometry/body.hpp"
#include "geometry/polygon.hpp"
#include "geometry/topology.hpp"
#include "geometry/vectors.hpp"
#include "query/cast/bounds.hpp"

namespace sunder::detail {

inline double planar_product(const Vector2& p, const Vector2& q) noexcept {
  return p[0] * q[1] - p[1] * q[0];
}
inline double planar_size(const Vector2& v) noexcept { return std::fabs(v[0]) + std::fabs(v[1]); }

/// K_B or -K_A: its vertices counter-clockwise, without the pose's offset.
class PlanarChain {
 public:
  PlanarChain(const Body<2>& body, double sign) noexcept
      : hull_(*body.hull), rows_(hull_.polygon == nullptr ? nullptr : hull_.polygon->rows()) {
    const double* const r = linear_data(*body.pose);
    for (std::size_t i = 0; i < 4; ++i) r_[i] = sign * r[i];
    // A determinant of entries up to s is off by at most 4 units of s^2. R is the same for -R.
    const double determinant = r[0] * r[3] - r[1] * r[2];
    const double size = greatest_singular_value(*body.pose);
    if (!(size > 0x1p-100 && size < 0x1p100)) return;
    if (!(std::fabs(determinant) > 4 * kUnit * size * size)) return;
    order_ = determinant > 0 ? 1 : -1;
  }

  /// Returns false for a body that is no polygon and no point, and for a nearly singular R.
  bool usable() const noexcept { return order_ != 0 && (rows_ != nullptr || hull_.count == 1); }
  bool has_edges() const noexcept { return rows_ != nullptr; }
  std::int32_t next(std::int32_t place, int step) const noexcept {
    const std::int32_t moved = place + step * order_;
    return moved < 0 ? moved + hull_.count : moved == hull_.count ? 0 : moved;
  }
  /// Returns the kept index of the vertex at a place.
  std::int32_t vertex(std::int32_t place) const noexcept {
    return has_edges() ? hull_.topology->edge(place).vertices[0] : 0;
  }
  Vector2 point(std::int32_t place) const noexcept {
    if (!has_edges()) return turned(hull_.coordinate(0, 0), hull_.coordinate(0, 1));
    return turned(rows_[place], rows_[hull_.polygon->stride + place]);
  }
  /// Returns the edge from a place to another, and its size.
  Vector2 edge(std::int32_t from, std::int32_t to, double& size) const noexcept {
    const double* const y = rows_ + hull_.polygon->stride;
    const double dx = rows_[to] - rows_[from];
    const double dy = y[to] - y[from];
    size = (std::fabs(r_[0]) + std::fabs(r_[2])) * std::fabs(dx) +
           (std::fabs(r_[1]) + std::fabs(r_[3])) * std::fabs(dy);
    return turned(dx, dy);
  }
  /// Returns the place that is likely lowest along d.
  std::int32_t lowest(const Vector2& d) const noexcept {
    if (!has_edges()) return 0;
    const double* const y = rows_ + hull_.polygon->stride;
    const double u = r_[0] * d[0] + r_[2] * d[1];
    const double v = r_[1] * d[0] + r_[3] * d[1];
    std::int32_t best = 0;
    double least = u * rows_[0] + v * y[0];
    for (std::int32_t i = 1; i < hull_.count; ++i) {
      const double height = u * rows_[i] + v * y[i];
      if (height < least) best = i;
      least = height < least ? height : least;
    }
    return best;
  }

  /// Returns R x, or -R x.
  Vector2 turned(double x, double y) const noexcept {
    return {r_[0] * x + r_[1] * y, r_[2] * x + r_[3] * y};
  }

 private:
  const HullBlock& hull_;
  const double* rows_;  ///< null for a point
  std::array<double, 4> r_{};
  int order_ = 0;  ///< 1, or -1 if R changes the sense
};

/// Returns a vertex of Q from those of both chains.
inline Vector2 planar_point(const Vector2& p, const Vector2& q, const Vector2& offset) noexcept {
  return {(q[0] + p[0]) + offset[0], (q[1] + p[1]) + offset[1]};
}
/// Bounds the error of a product of vectors; `size` is the product of their sizes.
inline double planar_error(double size) noexcept {
  return kPlanarUnits * kUnit * size + kLeastPlanar;
}
inline bool is_certain_sign(double value, double size) noexcept {
  return std::fabs(value) > planar_error(size);
}

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// Stores points of R^3 in two forms. Exact signs read them as given. A side-of-plane test reads
// them moved and scaled to the middle of the doubles' range: it costs three products and a
// comparison.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "exact/orientation.hpp"
#include "geometry/bounds.hpp"

namespace sunder::detail {

/// Three vertices, counter-clockwise from outside, and the triangle across each edge. The triangle
/// neighbours[i] shares the edge from vertices[i] to vertices[(i + 1) % 3].
struct Triangle {
  std::array<std::int32_t, 3> vertices{};
  std::array<std::int32_t, 3> neighbours{};
};

/// A plane in local coordinates: |height(x) - N.(X - A)| <= bound for each of the points that it
/// was made among. Here N = (B - A) x (C - A), and capitals are exact.
struct PlaneFilter {
  std::array<double, 3> normal{};
  double offset = 0;
  double bound = 0;
  double normal_error = 0;  ///< bound on the error of each entry of the normal

  double height(const double* x) const noexcept {
    return normal[0] * x[0] + normal[1] * x[1] + normal[2] * x[2] - offset;
  }
};

/// Marks a missing index of a point or a facet.
inline constexpr std::int32_t kNoIndex = -1;

double largest_entry(const std::array<double, 3>& v) noexcept;

inline std::array<double, 3> difference(const double* x, const double* y) noexcept {
  return {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
}

class SpacePoints {
 public:
  /// `points` are `count` triples, at least one, that must outlive this object.
  SpacePoints(const double* points, std::int32_t count);

  std::int32_t count() const noexcept { return count_; }
  const double* exact(std::int32_t i) const noexcept { return points_ + std::ptrdiff_t{i} * 3; }
  const double* local(std::int32_t i) const noexcept {
    return local_.data() + std::ptrdiff_t{i} * 3;
  }
  /// Returns the point in the given frame, approximately, of these local coordinates.
  std::array<double, 3> from_local(const std::array<double, 3>& x) const noexcept;
  /// A local length of 1 is 2^scale() in the given frame.
  int scale() const noexcept { return scale_; }

  /// Returns bound on the error of each local coordinate.
  double local_error() const noexcept { return kLocalUnits * kUnit * extent_ + kLocalUnderflow; }

  PlaneFilter plane(const std::array<std::int32_t, 3>& triangle) const noexcept;

  /// Returns +1 if point i is above the triangle, exactly.
  int side(const PlaneFilter& plane, const std::array<std::int32_t, 3>& triangle,
           std::int32_t i) const noexcept {
    const double height = plane.height(local(i));
    if (height > plane.bound) return 1;
    if (height < -plane.bound) return -1;
    return orient3d(exact(triangle[0]), exact(triangle[1]), exact(triangle[2]), exact(i));
  }

 private:
  std::array<double, 3> to_local(const double* point) const noexcept;

  const double* points_;
  std::int32_t count_;
  int scale_ = 0;
  double extent_ = 0;  ///< every |local coordinate| is at most this
  std::array<double, 3> origin_{};
  std::vector<double> local_;
};

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
//
// Computes the quantities that the filters bound, in rationals from a test's doubles. It shares
// with the library only the definition of bodies, x -> R x + t.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "filter/filtered_pair.hpp"
#include "geometry/rational.hpp"

namespace sunder::test {

using Doubles = std::vector<double>;
using Point = std::vector<Rational>;
using Points = std::vector<Point>;

/// A body in a test: vertices, and a matrix or a quaternion (w, x, y, z).
struct BodySpec {
  std::vector<Doubles> vertices;
  Doubles linear;  ///< d x d, row-major; ignored beside a quaternion
  Doubles offset;
  std::optional<std::array<double, 4>> wxyz;

  std::size_t dimension() const { return offset.size(); }
};

inline Doubles identity_matrix(std::size_t d, double scale = 1) {
  Doubles rows(d * d);
  for (std::size_t i = 0; i < d; ++i) rows[i * d + i] = scale;
  return rows;
}

/// The body as a library object. Every vertex is kept, in the given order.
template <int D>
struct Made {
  Polytope<D> polytope;
  Pose<D> pose;
  detail::Body<D> body() const { return detail::make_body_of(polytope, pose); }
};

template <int D>
Made<D> make(const BodySpec& spec, bool reduce = false) {
  const std::size_t d = spec.dimension();
  Doubles packed;
  for (const Doubles& vertex : spec.vertices) {
    packed.insert(packed.end(), vertex.begin(), vertex.end());
  }
  auto polytope = Polytope<D>::from_points(
      packed.data(), static_cast<std::int64_t>(spec.vertices.size()), static_cast<int>(d),
      static_cast<std::int64_t>(d * sizeof(double)), {.reduce = reduce});
  if constexpr (D == 3) {
    if (spec.wxyz) {
      const Vector3 t{spec.offset[0], spec.offset[1], spec.offset[2]};
      return {polytope.value(), Pose3::from_wxyz(*spec.wxyz, t).value()};
    }
  }
  Doubles rows;
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t k = 0; k < d; ++k) rows.push_back(spec.linear[i * d + k]);
    rows.push_back(spec.offset[i]);
  }
  return {polytope.value(), Pose<D>::from_matrix(rows, static_cast<int>(d)).value()};
}

template <int D>
struct MadePair {
  Made<D> a;
  Made<D> b;
  MadePair(const BodySpec& of_a, const BodySpec& of_b) : a(make<D>(of_a)), b(make<D>(of_b)) {}
  detail::Pair<D> pair() const { return {a.body(), b.body()}; }
};

/// Returns the exact R.
inline Point exact_linear(const BodySpec& spec) {
  Point r;
  if (!spec.wxyz) {
    for (const double entry : spec.linear) r.emplace_back(entry);
    return r;
  }
  const Rational w((*spec.wxyz)[0]), x((*spec.wxyz)[1]), y((*spec.wxyz)[2]), z((*spec.wxyz)[3]);
  const Rational norm = w * w + x * x + y * y + z * z;
  r = {w * w + x * x - y * y - z * z, 2 * (x * y - w * z),           2 * (x * z + w * y),
       2 * (x * y + w * z),           w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
       2 * (x * z - w * y),           2 * (y * z + w * x),           w * w - x * x - y * y + z * z};
  for (Rational& entry : r) entry /= norm;
  return r;
}

/// R x + t of every vertex.
inline Points world(const BodySpec& spec) {
  const std::size_t d = spec.dimension();
  const Point r = exact_linear(spec);
  Points points;
  for (const Doubles& vertex : spec.vertices) {
    Point& x = points.emplace_back();
    for (std::size_t l = 0; l < d; ++l) {
      Rational sum(spec.offset[l]);
      for (std::size_t k = 0; k < d; ++k) {
        if (vertex[k] != 0) sum += r[l * d + k] * Rational(vertex[k]);
      }
      x.push_back(sum);
    }
  }
  return points;
}

inline Rational dot(const Point& x, const Point& y) {
  Rational sum = 0;
  for (std::size_t l = 0; l < x.size(); ++l) sum += x[l] * y[l];
  return sum;
}

inline Point exact(const double* u, std::size_t d) {
  Point point;
  for (std::size_t l = 0; l < d; ++l) point.emplace_back(u[l]);
  return point;
}

/// g(u) = min over b of u . y - max over a of u . x.
inline Rational exact_gap(const Points& a, const Points& b, const Point& u) {
  Rational most = dot(u, a[0]);
  for (const Point& x : a) most = std::max(most, dot(u, x));
  Rational least = dot(u, b[0]);
  for (const Point& y : b) least = std::min(least, dot(u, y));
  return least - most;
}

inline Point minus(const Point& x, const Point& y) {
  Point difference;
  for (std::size_t l = 0; l < x.size(); ++l) difference.push_back(x[l] - y[l]);
  return difference;
}

/// True if 0 is in the interior of the simplex of d + 1 points. It solves for the weights.
inline bool holds_zero_inside(const Points& points) {
  const std::size_t n = points.size();
  std::vector<Point> rows(n, Point(n + 1));
  for (std::size_t c = 0; c < n; ++c) {
    for (std::size_t l = 0; l + 1 < n; ++l) rows[l][c] = points[c][l];
    rows[n - 1][c] = 1;
  }
  rows[n - 1][n] = 1;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    while (pivot < n && rows[pivot][k] == 0) ++pivot;
    if (pivot == n) return false;
    std::swap(rows[k], rows[pivot]);
    for (std::size_t r = 0; r < n; ++r) {
      if (r == k || rows[r][k] == 0) continue;
      const Rational factor = rows[r][k] / rows[k][k];
      for (std::size_t c = k; c <= n; ++c) rows[r][c] -= factor * rows[k][c];
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    if (rows[k][n] / rows[k][k] <= 0) return false;
  }
  return true;
}

}  // namespace sunder::test

// SPDX-License-Identifier: Apache-2.0
#include "narrow/gjk/simplex.hpp"

#include <limits>

namespace sunder::detail::gjk {
namespace {

template <int D>
double dot(const Vector<D>& p, const Vector<D>& q) noexcept {
  double sum = 0;
  for (std::size_t l = 0; l < D; ++l) sum += p[l] * q[l];
  return sum;
}

template <int D>
Vector<D> minus(const Vector<D>& p, const Vector<D>& q) noexcept {
  Vector<D> r{};
  for (std::size_t l = 0; l < D; ++l) r[l] = p[l] - q[l];
  return r;
}

Vector3 cross(const Vector3& p, const Vector3& q) noexcept {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}

/// The face of a triangle that is closest to 0: which of its corners, and their weights.
struct ClosestFace {
  std::size_t size = 0;
  std::array<std::size_t, 3> corners{};
  std::array<double, 3> weights{};
};

template <int D>
ClosestFace closest_on_segment(const Vector<D>& p, const Vector<D>& q, std::size_t at_p,
                               std::size_t at_q) noexcept {
  const Vector<D> edge = minus<D>(q, p);
  const double along = -dot<D>(p, edge);
  const double length = dot<D>(edge, edge);
  if (!(along > 0)) return {1, {at_p}, {1.0}};
  if (along >= length) return {1, {at_q}, {1.0}};
  const double t = along / length;
  return {2, {at_p, at_q}, {1 - t, t}};
}

/// Ericson, Real-Time Collision Detection (2005), section 5.1.5, for the point 0.
template <int D>
ClosestFace closest_on_triangle(const std::array<Vector<D>, 3>& p,
                                const std::array<std::size_t, 3>& at) noexcept {
  const Vector<D> ab = minus<D>(p[1], p[0]);
  const Vector<D> ac = minus<D>(p[2], p[0]);
  const double d1 = -dot<D>(ab, p[0]), d2 = -dot<D>(ac, p[0]);
  if (d1 <= 0 && d2 <= 0) return {1, {at[0]}, {1.0}};
  const double d3 = -dot<D>(ab, p[1]), d4 = -dot<D>(ac, p[1]);
  if (d3 >= 0 && d4 <= d3) return {1, {at[1]}, {1.0}};
  const double d5 = -dot<D>(ab, p[2]), d6 = -dot<D>(ac, p[2]);
  if (d6 >= 0 && d5 <= d6) return {1, {at[2]}, {1.0}};
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return closest_on_segment<D>(p[0], p[1], at[0], at[1]);
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return closest_on_segment<D>(p[0], p[2], at[0], at[2]);
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    return closest_on_segment<D>(p[1], p[2], at[1], at[2]);
  }
  const double sum = va + vb + vc;
  return {3, {at[0], at[1], at[2]}, {va / sum, vb / sum, vc / sum}};
}

template <int D>
void apply(Simplex<D>& simplex, const ClosestFace& face) noexcept {
  if (face.size == 1) {
    simplex.template keep<1>({face.corners[0]}, {1.0});
  } else if (face.size == 2) {
    simplex.template keep<2>({face.corners[0], face.corners[1]}, {face.weights[0], face.weights[1]});
  } else {
    simplex.template keep<3>(face.corners, face.weights);
  }
}

template <int D>
void reduce_segment(Simplex<D>& simplex) noexcept {
  apply(simplex, closest_on_segment<D>(simplex.points[0], simplex.points[1], 0, 1));
}

template <int D>
double squared_distance(const Simplex<D>& simplex, const ClosestFace& face) noexcept {
  Vector<D> v{};
  for (std::size_t i = 0; i < face.size; ++i) {
    for (std::size_t l = 0; l < D; ++l) {
      v[l] += face.weights[i] * simplex.points[face.corners[i]][l];
    }
  }
  return dot<D>(v, v);
}

}  // namespace

bool reduce(Simplex<2>& simplex) noexcept {
  if (simplex.size == 1) {
    simplex.weights[0] = 1;
    return false;
  }
  if (simplex.size == 2) {
    reduce_segment(simplex);
    return false;
  }
  const auto& p = simplex.points;
  const ClosestFace face = closest_on_triangle<2>({p[0], p[1], p[2]}, {0, 1, 2});
  if (face.size == 3) {
    simplex.weights = face.weights;
    return true;
  }
  apply(simplex, face);
  return false;
}

bool reduce(Simplex<3>& simplex) noexcept {
  if (simplex.size == 1) {
    simplex.weights[0] = 1;
    return false;
  }
  if (simplex.size == 2) {
    reduce_segment(simplex);
    return false;
  }
  const auto& p = simplex.points;
  if (simplex.size == 3) {
    apply(simplex, closest_on_triangle<3>({p[0], p[1], p[2]}, {0, 1, 2}));
    return false;
  }
  // A face counts if 0 is not strictly on the side of the opposite corner; of those, the closest.
  static constexpr std::size_t kFaces[4][4] = {{0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}, {0, 1, 2, 3}};
  ClosestFace best;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [i, j, k, opposite] : kFaces) {
    const Vector3 normal = cross(minus<3>(p[j], p[i]), minus<3>(p[k], p[i]));
    const double origin_side = -dot<3>(normal, p[i]);
    const double corner_side = dot<3>(normal, minus<3>(p[opposite], p[i]));
    if (origin_side * corner_side > 0) continue;
    const ClosestFace face = closest_on_triangle<3>({p[i], p[j], p[k]}, {i, j, k});
    const double distance = squared_distance(simplex, face);
    if (distance < least) {
      least = distance;
      best = face;
    }
  }
  if (best.size == 0) return true;
  apply(simplex, best);
  return false;
}

}  // namespace sunder::detail::gjk

// SPDX-License-Identifier: Apache-2.0
//
// Rounds a body's vertices at its pose, in a frame that both bodies of a pair share. It has the
// world's axes, b's translation as origin, and a power of two as unit. Bodies far from the world's
// origin lose no precision, and no product of lengths overflows or underflows.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "filter/filtered_pair.hpp"
#include "geometry/vectors.hpp"

namespace sunder::detail::contact {

template <int D>
class PosedPoints {
 public:
  PosedPoints(const Body<D>& body, const Vector<D>& shift, double scale) noexcept
      : body_(body), shift_(shift), scale_(scale) {}

  const HullBlock& hull() const noexcept { return *body_.hull; }
  const Pose<D>& pose() const noexcept { return *body_.pose; }
  const Vector<D>& shift() const noexcept { return shift_; }
  double scale() const noexcept { return scale_; }
  std::int32_t count() const noexcept { return body_.hull->count; }
  std::int32_t caller(std::int32_t v) const noexcept { return body_.hull->caller[v]; }

  Vector<D> at(std::int32_t v) const noexcept {
    Vector<D> x{};
    for (int k = 0; k < D; ++k) x[static_cast<std::size_t>(k)] = body_.hull->coordinate(v, k);
    x = turned(x);
    for (std::size_t l = 0; l < D; ++l) x[l] += shift_[l];
    return x;
  }
  /// Transforms the difference of the hull's own points, so the error is relative to that
  /// difference.
  Vector<D> from_to(std::int32_t v, std::int32_t w) const noexcept {
    Vector<D> x{};
    for (int k = 0; k < D; ++k) {
      x[static_cast<std::size_t>(k)] = body_.hull->coordinate(w, k) - body_.hull->coordinate(v, k);
    }
    return turned(x);
  }
  /// Returns the covector whose product with a vertex is u . at(v), less a constant.
  Vector<D> pulled_back(const Vector<D>& u) const noexcept {
    Vector<D> covector{};
    for (int k = 0; k < D; ++k) {
      // A column without a coordinate contributes nothing, even where its entries overflow.
      if (!(body_.hull->max_abs[k] > 0)) continue;
      double sum = 0;
      for (int l = 0; l < D; ++l) sum += body_.pose->linear(l, k) * u[static_cast<std::size_t>(l)];
      covector[static_cast<std::size_t>(k)] = scale_ * sum;
    }
    return covector;
  }
  /// Returns the diagonal of the body's bounds, posed: at least the distance of any two points, and at
  /// most 2 sqrt(D) times the largest.
  double size() const noexcept {
    double squared = 0;
    for (int k = 0; k < D; ++k) {
      const double side = body_.hull->upper[k] - body_.hull->lower[k];
      for (int l = 0; l < D; ++l) {
        const double entry = scale_ * (body_.pose->linear(l, k) * side);
        squared += entry * entry;
      }
    }
    return std::sqrt(squared);
  }
  /// Returns world coordinates, directly from the pose.
  Vector<D> in_world(std::int32_t v) const noexcept {
    Vector<D> x{};
    for (int l = 0; l < D; ++l) {
      double sum = 0;
      for (int k = 0; k < D; ++k) sum += body_.pose->linear(l, k) * body_.hull->coordinate(v, k);
      x[static_cast<std::size_t>(l)] = sum + body_.pose->offset(l);
    }
    return x;
  }
  /// Returns the sign of det(R), or 0 where doubles compute 0.
  int orientation() const noexcept {
    std::array<double, static_cast<std::size_t>(D) * D> r;
    std::copy_n(linear_data(*body_.pose), r.size(), r.begin());
    if (!normalise(r.data(), static_cast<int>(r.size()))) return 0;
    double forward = 0;
    double backward = 0;
    if constexpr (D == 2) {
      forward = r[0] * r[3];
      backward = r[1] * r[2];
    } else {
      forward = r[0] * r[4] * r[8] + r[1] * r[5] * r[6] + r[2] * r[3] * r[7];
      backward = r[2] * r[4] * r[6] + r[0] * r[5] * r[7] + r[1] * r[3] * r[8];
    }
    return forward > backward ? 1 : (forward < backward ? -1 : 0);
  }

 private:
  Vector<D> turned(const Vector<D>& x) const noexcept {
    Vector<D> y{};
    for (int l = 0; l < D; ++l) {
      double sum = 0;
      for (int k = 0; k < D; ++k) sum += body_.pose->linear(l, k) * x[static_cast<std::size_t>(k)];
      y[static_cast<std::size_t>(l)] = scale_ * sum;
    }
    return y;
  }

  Body<D> body_;
  Vector<D> shift_;
  double scale_;
};

}  // namespace sunder::detail::contact

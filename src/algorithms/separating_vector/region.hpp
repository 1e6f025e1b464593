// SPDX-License-Identifier: Apache-2.0
//
// Stores the directions that may still separate: all u with n_i . u > 0 for the half-spaces n_i
// found so far. They are an arc in 2-D, a convex polygon on the sphere in 3-D. Each border stores
// the number of its half-space.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "geometry/vectors.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail::separating_vector {

/// Scales a vector of size near 1, or of products of such, to length 1; returns false for zero.
template <int D>
bool make_unit(Vector<D>& v) noexcept {
  const double length = std::sqrt(dot<D>(v, v));
  if (!(length > 0x1p-500)) return false;
  for (double& entry : v) entry /= length;
  return true;
}

/// The effect of a new half-space on the region.
enum class Cut : std::uint8_t { smaller, none, empty, full_list };

/// More half-spaces than a successful search needs.
inline constexpr std::size_t kMostHalfSpaces = 64;

/// A corner of the region, and the half-spaces on both sides of it. They are equal at the ends of a
/// half circle, and at a point within a long border.
template <int D>
struct Corner {
  Vector<D> at{};
  std::size_t before = 0;
  std::size_t after = 0;
};

/// The list of corners, counter-clockwise seen from outside; corner i's border `after` leads to
/// corner i+1. An arc has only its two ends.
template <int D>
struct Corners {
  static constexpr std::size_t kMost = D == 2 ? 2 : 40;
  std::array<Corner<D>, kMost> items;
  std::size_t size = 0;

  void push(const Vector<D>& at, std::size_t before, std::size_t after) noexcept {
    items[size++] = {at, before, after};
  }
  const Corner<D>& next(std::size_t i) const noexcept { return items[i + 1 == size ? 0 : i + 1]; }
  const Corner<D>* begin() const noexcept { return items.data(); }
  const Corner<D>* end() const noexcept { return items.data() + size; }
};

/// Half-spaces are given normalised: their largest entry is in [1/2, 1).
template <int D>
class Region {
 public:
  /// Starts with the whole half-space; its number is 0.
  void start(const Vector<D>& n) noexcept;
  /// Intersects with the next half-space. Unless the region gets smaller, it does not change.
  Cut cut(const Vector<D>& n) noexcept;
  /// Returns some direction in the middle; zero if rounding leaves none.
  Vector<D> centre() const noexcept;
  bool contains(const Vector<D>& u) const noexcept;
  const Corners<D>& corners() const noexcept { return corners_; }
  /// Returns a corner's direction from its two half-spaces alone, without the accumulated roundings
  /// of the cuts; zero if they are parallel.
  Vector<D> sharp(const Corner<D>& corner) const noexcept;

 private:
  std::array<Vector<D>, kMostHalfSpaces> half_spaces_;
  std::size_t count_ = 0;
  Corners<D> corners_;
};

template <>
inline void Region<2>::start(const Vector2& n) noexcept {
  half_spaces_[0] = n;
  count_ = 1;
  corners_.size = 0;
  corners_.push({n[1], -n[0]}, 0, 0);
  corners_.push({-n[1], n[0]}, 0, 0);
}

template <>
inline Cut Region<2>::cut(const Vector2& n) noexcept {
  if (count_ == kMostHalfSpaces) return Cut::full_list;
  const bool keeps_first = dot<2>(n, corners_.items[0].at) > 0;
  const bool keeps_last = dot<2>(n, corners_.items[1].at) > 0;
  if (!keeps_first && !keeps_last) return Cut::empty;
  if (keeps_first && keeps_last) return Cut::none;
  half_spaces_[count_] = n;
  if (keeps_last) corners_.items[0] = {{n[1], -n[0]}, count_, count_};
  if (keeps_first) corners_.items[1] = {{-n[1], n[0]}, count_, count_};
  ++count_;
  return Cut::smaller;
}

template <>
inline Vector2 Region<2>::centre() const noexcept {
  Vector2 first = corners_.items[0].at;
  Vector2 last = corners_.items[1].at;
  if (!make_unit<2>(first) || !make_unit<2>(last)) return {};
  // The two ends cancel if they are opposite, and their inward normals cancel if they are close.
  // Both sums lie on the bisector.
  return {first[0] + last[0] - first[1] + last[1], first[1] + last[1] + first[0] - last[0]};
}

template <>
inline Vector2 Region<2>::sharp(const Corner<2>& corner) const noexcept {
  return corner.at;
}

template <>
inline void Region<3>::start(const Vector3& n) noexcept {
  half_spaces_[0] = n;
  count_ = 1;
  corners_.size = 0;
  std::size_t least = 0;
  for (std::size_t l = 1; l < 3; ++l) {
    if (std::fabs(n[l]) < std::fabs(n[least])) least = l;
  }
  Vector3 axis{};
  axis[least] = 1;
  Vector3 u = cross(axis, n);
  make_unit<3>(u);
  Vector3 v = cross(n, u);
  make_unit<3>(v);
  // Four corners on the rim, so that no border is longer than a quarter of a circle.
  corners_.push(u, 0, 0);
  corners_.push(v, 0, 0);
  corners_.push({-u[0], -u[1], -u[2]}, 0, 0);
  corners_.push({-v[0], -v[1], -v[2]}, 0, 0);
}

/// Returns the intersection of the border from p to q with the plane to which their heights are sp
/// and sq.
inline Vector3 crossing(const Vector3& p, double sp, const Vector3& q, double sq) noexcept {
  Vector3 x{};
  for (std::size_t l = 0; l < 3; ++l) x[l] = (p[l] * sq - q[l] * sp) * (sp > 0 ? -1 : 1);
  return make_unit<3>(x) ? x : p;
}

template <>
inline Cut Region<3>::cut(const Vector3& n) noexcept {
  if (count_ == kMostHalfSpaces) return Cut::full_list;
  std::array<double, Corners<3>::kMost> height;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < corners_.size; ++i) {
    height[i] = dot<3>(n, corners_.items[i].at);
    if (height[i] > 0) ++kept;
  }
  if (kept == 0) return Cut::empty;
  if (kept == corners_.size) return Cut::none;
  // A cut adds two crossings and the middle of a long new border.
  if (kept + 3 > Corners<3>::kMost) return Cut::full_list;
  Corners<3> rest;
  for (std::size_t i = 0; i < corners_.size; ++i) {
    const Corner<3>& here = corners_.items[i];
    const std::size_t j = i + 1 == corners_.size ? 0 : i + 1;
    if (height[i] > 0) rest.push(here.at, here.before, here.after);
    if ((height[i] > 0) == (height[j] > 0)) continue;
    // More than one crossing outward is a rounding error: the region is then practically a point.
    if (rest.size + 2 > Corners<3>::kMost) return Cut::full_list;
    const Vector3 x = crossing(here.at, height[i], corners_.items[j].at, height[j]);
    if (height[i] > 0) {
      rest.push(x, here.after, count_);
    } else {
      rest.push(x, count_, here.after);
    }
  }
  corners_.size = 0;
  for (std::size_t i = 0; i < rest.size; ++i) {
    const Corner<3>& here = rest.items[i];
    corners_.push(here.at, here.before, here.after);
    const Vector3& there = rest.next(i).at;
    if (here.after != count_ || !(dot<3>(here.at, there) < 0)) continue;
    // Between opposite points of a half-space's rim the great circle is not unique.
    const Vector3 apart{here.at[0] - there[0], here.at[1] - there[1], here.at[2] - there[2]};
    Vector3 middle = cross(n, apart);
    if (make_unit<3>(middle) && corners_.size < Corners<3>::kMost) {
      corners_.push(middle, count_, count_);
    }
  }
  half_spaces_[count_++] = n;
  return Cut::smaller;
}

/// Returns the middle of a small region: the centroid of the flat polygon with its corners.
inline Vector3 middle_of_flat(const Corners<3>& corners) noexcept {
  const Vector3& apex = corners.items[0].at;
  Vector3 middle{};
  for (std::size_t i = 1; i + 1 < corners.size; ++i) {
    const Vector3& p = corners.items[i].at;
    const Vector3& q = corners.items[i + 1].at;
    const Vector3 normal = cross({p[0] - apex[0], p[1] - apex[1], p[2] - apex[2]},
                                 {q[0] - apex[0], q[1] - apex[1], q[2] - apex[2]});
    const double area = std::sqrt(dot<3>(normal, normal));
    for (std::size_t l = 0; l < 3; ++l) middle[l] += area * (apex[l] + p[l] + q[l]);
  }
  return middle;
}

/// Returns the middle of a large region, which may be all rim: the sum of the borders' inward
/// normals.
inline Vector3 middle_of_borders(const Corners<3>& corners) noexcept {
  Vector3 middle{};
  for (std::size_t i = 0; i < corners.size; ++i) {
    const Vector3 normal = cross(corners.items[i].at, corners.next(i).at);
    for (std::size_t l = 0; l < 3; ++l) middle[l] += normal[l];
  }
  return middle;
}

template <>
inline Vector3 Region<3>::centre() const noexcept {
  bool large = false;
  for (const Corner<3>& corner : corners_) {
    large = large || dot<3>(corner.at, corners_.items[0].at) < 0.5;
  }
  Vector3 u = large ? middle_of_borders(corners_) : middle_of_flat(corners_);
  if (make_unit<3>(u) && contains(u)) return u;
  u = {};
  for (const Corner<3>& corner : corners_) {
    for (std::size_t l = 0; l < 3; ++l) u[l] += corner.at[l];
  }
  return u;
}

template <>
inline Vector3 Region<3>::sharp(const Corner<3>& corner) const noexcept {
  if (corner.before == corner.after) return corner.at;
  const Vector3 u = cross(half_spaces_[corner.before], half_spaces_[corner.after]);
  if (dot<3>(u, corner.at) >= 0) return u;
  return {-u[0], -u[1], -u[2]};
}

template <int D>
bool Region<D>::contains(const Vector<D>& u) const noexcept {
  for (const Corner<D>& corner : corners_) {
    if (!(dot<D>(half_spaces_[corner.after], u) > 0)) return false;
  }
  return true;
}

}  // namespace sunder::detail::separating_vector

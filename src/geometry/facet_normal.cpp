// SPDX-License-Identifier: Apache-2.0
#include "geometry/facet_normal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/double_bits.hpp"

namespace sunder::detail {
namespace {

using Triple = std::array<double, 3>;

/// Entries of exact normals are cut to this many bits before they become doubles.
constexpr int kBits = 53;

double largest_entry(const Triple& v) noexcept {
  return std::max(std::fabs(v[0]), std::max(std::fabs(v[1]), std::fabs(v[2])));
}

Triple normalised(Triple v) noexcept {
  const double largest = largest_entry(v);
  for (double& x : v) x /= largest;
  const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (double& x : v) x /= length;
  return v;
}

/// Coordinates of the three points as integers over one power of two.
std::array<BigInt, 9> integers(const std::array<const double*, 3>& corners) {
  int base = std::numeric_limits<int>::max();
  for (const double* corner : corners) {
    for (int k = 0; k < 3; ++k) {
      const Dyadic value = decode(corner[k]);
      if (value.mantissa != 0) base = std::min(base, value.exponent);
    }
  }
  std::array<BigInt, 9> result;
  for (std::size_t i = 0; i < 9; ++i) {
    const Dyadic value = decode(corners[i / 3][i % 3]);
    if (value.mantissa != 0) result[i] = BigInt(value.mantissa) << (value.exponent - base);
  }
  return result;
}

/// The direction of an exact vector: its largest entry is cut to kBits, the others by the same
/// power.
Triple direction_of(const std::array<BigInt, 3>& v) {
  unsigned bits = 0;
  for (const BigInt& x : v) {
    if (x != 0) bits = std::max(bits, static_cast<unsigned>(msb(abs(x))) + 1);
  }
  const unsigned shift = bits > kBits ? bits - kBits : 0;
  Triple result{};
  for (std::size_t k = 0; k < 3; ++k) {
    const BigInt cut = abs(v[k]) >> shift;
    const auto size = static_cast<double>(static_cast<std::int64_t>(cut));
    result[k] = v[k] < 0 ? -size : size;
  }
  return normalised(result);
}

Triple exact_normal(const std::array<const double*, 3>& corners) {
  const std::array<BigInt, 9> x = integers(corners);
  std::array<BigInt, 3> p;
  std::array<BigInt, 3> q;
  for (std::size_t k = 0; k < 3; ++k) {
    p[k] = x[3 + k] - x[k];
    q[k] = x[6 + k] - x[k];
  }
  return direction_of(
      {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]});
}

}  // namespace

std::array<std::int32_t, 3> spread_triangle(const Face& face) noexcept {
  const std::size_t corners = face.vertices.size();
  return {face.vertices[0], face.vertices[corners / 3], face.vertices[2 * corners / 3]};
}

Triple facet_normal(const SpacePoints& points, const std::array<std::int32_t, 3>& triangle) {
  const PlaneFilter plane = points.plane(triangle);
  if (plane.normal_error <= 0x1p-36 * largest_entry(plane.normal)) return normalised(plane.normal);
  return exact_normal(
      {points.exact(triangle[0]), points.exact(triangle[1]), points.exact(triangle[2])});
}

}  // namespace sunder::detail

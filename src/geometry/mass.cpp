// SPDX-License-Identifier: Apache-2.0
//
// Idea: The body is cut into triangles (tetrahedra) with one vertex of the body as common corner.
// Their moments are polynomials of the coordinates, summed in integers. Each number of the answer
// is a quotient of such sums, rounded once.
// Source: Eberly, "Polyhedral mass properties (revisited)" (2002), has the same integrals over
// faces. Let a simplex have corners 0, v_1 ... v_d and determinant s. Its volume is s / d!. Its
// first moment is s / (d+1)! times the sum of the v_k. Let w be the sum of the v_k. The second
// moment is s / (d+2)! times the sum of w w^T and all v_k v_k^T.
// Bound: With coordinates of b bits, differences have b + 1, and a determinant d (b + 1) + 3. A
// second moment has 2 b + 8 more, and a sum of less than 2^32 of them 32 more: sum_bits() below.
// Cost: O(n) products of such integers, in fixed width up to 1023 bits. A body without faces needs
// its hull first.
// Gives up: Never.
#include "geometry/mass.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "exact/nearest.hpp"
#include "exact/orientation.hpp"
#include "exact/rounding.hpp"
#include "geometry/hull.hpp"
#include "geometry/hull_block.hpp"
#include "geometry/integer_pair.hpp"
#include "geometry/planar_hull.hpp"
#include "geometry/quickhull.hpp"
#include "sunder/polytope.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

using detail::BigInt;
using detail::HullBlock;

template <int D>
using CornersOf = std::array<std::int32_t, D>;  ///< the corners besides the common one, ordered

/// Points whose coordinates lie one point after the other.
struct Points {
  const double* packed;
  std::size_t d;
  detail::ExponentSpan exponents;
  double coordinate(std::int32_t vertex, int axis) const noexcept {
    return packed[static_cast<std::size_t>(vertex) * d + static_cast<std::size_t>(axis)];
  }
};

/// Returns the coordinates of the vertices, one vertex after the other.
std::vector<double> packed_vertices(const HullBlock& hull) {
  std::vector<double> packed;
  for (std::int32_t i = 0; i < hull.count; ++i) {
    for (int k = 0; k < hull.dimension; ++k) packed.push_back(hull.coordinate(i, k));
  }
  return packed;
}

std::vector<double> chosen_points(const std::vector<double>& packed, std::size_t d,
                                  std::span<const std::int32_t> chosen) {
  std::vector<double> points;
  for (const std::int32_t i : chosen) {
    const auto first =
        packed.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(i) * d);
    points.insert(points.end(), first, first + static_cast<std::ptrdiff_t>(d));
  }
  return points;
}

void add_fans(const detail::Topology& topology, std::vector<CornersOf<3>>& triangles) {
  for (const detail::IndexList& face : topology.faces()) {
    for (std::size_t i = 2; i < face.size(); ++i) {
      triangles.push_back({face[0], face[i - 1], face[i]});
    }
  }
}

/// Returns the boundary of a solid as triangles, outward.
std::vector<CornersOf<3>> boundary_of(const HullBlock& hull, const std::vector<double>& packed) {
  std::vector<CornersOf<3>> triangles;
  if (hull.topology) {
    add_fans(*hull.topology, triangles);
    return triangles;
  }
  const detail::Reduction reduced = detail::reduce(packed.data(), hull.count, 3);
  if (reduced.topology) {
    add_fans(*reduced.topology, triangles);
  } else {
    // The body is too thin for a double point inside. The mesh is right all the same, since every
    // sign is exact.
    const std::vector<double> points = chosen_points(packed, 3, reduced.kept);
    const auto count = static_cast<std::int32_t>(reduced.kept.size());
    const std::vector<std::int32_t> basis = detail::affine_basis(points.data(), count, 3);
    for (const detail::Triangle& triangle :
         detail::quickhull(detail::SpacePoints(points.data(), count), basis)) {
      triangles.push_back(triangle.vertices);
    }
  }
  for (CornersOf<3>& triangle : triangles) {
    for (std::int32_t& v : triangle) v = reduced.kept[static_cast<std::size_t>(v)];
  }
  return triangles;
}

/// A polygon, in the plane or in space: its rim, and two coordinates in which it is a polygon.
struct Rim {
  std::vector<std::int32_t> vertices;
  std::array<std::size_t, 2> axes{0, 1};
};

/// Returns the rim of a body of affine dimension 2. Dropping a coordinate along which the plane's
/// normal is not zero preserves the polygon and its centroid. One of the three coordinates
/// qualifies.
Rim rim_of(const HullBlock& hull, const std::vector<double>& packed) {
  const std::vector<std::int32_t> kept =
      detail::reduce(packed.data(), hull.count, hull.dimension).kept;
  constexpr std::array<std::array<int, 2>, 3> kAxes{{{0, 1}, {0, 2}, {1, 2}}};
  Rim rim;
  for (const auto& [first, second] : kAxes) {
    // If the projection degenerates to a segment, points may coincide in it; that does no harm.
    rim.vertices = detail::planar_hull({packed.data(), hull.dimension, first, second}, kept);
    rim.axes = {static_cast<std::size_t>(first), static_cast<std::size_t>(second)};
    if (rim.vertices.size() >= 3) break;
  }
  return rim;
}

template <class Int>
Int determinant(const std::array<std::array<Int, 2>, 2>& v) {
  return v[0][0] * v[1][1] - v[0][1] * v[1][0];
}
template <class Int>
Int determinant(const std::array<std::array<Int, 3>, 3>& v) {
  return v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) -
         v[0][1] * (v[1][0] * v[2][2] - v[1][2] * v[2][0]) +
         v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
}

/// Moments about the common corner, in units of the coordinates' last bit: volume * d!, first
/// moment * (d+1)!, second moments * (d+2)!.
template <int D>
struct Moments {
  BigInt volume = 0;
  std::array<BigInt, D> first{};
  std::array<std::array<BigInt, D>, D> second{};
};

template <int D, class Int>
Moments<D> moments_in(const Points& points, std::int32_t corner,
                      std::span<const CornersOf<D>> simplices) {
  constexpr auto kAxes = static_cast<std::size_t>(D);
  using IntVector = std::array<Int, kAxes>;
  const int low = points.exponents.low;
  const auto relative = [&](std::int32_t vertex) {
    IntVector v{};
    for (std::size_t k = 0; k < kAxes; ++k) {
      const int axis = static_cast<int>(k);
      v[k] = detail::to_integer<Int>(points.coordinate(vertex, axis), low) -
             detail::to_integer<Int>(points.coordinate(corner, axis), low);
    }
    return v;
  };
  Int volume(0);
  IntVector first{};
  std::array<IntVector, kAxes> second{};
  for (std::size_t k = 0; k < kAxes; ++k) {
    first[k] = Int(0);
    for (std::size_t l = 0; l < kAxes; ++l) second[k][l] = Int(0);
  }
  for (const CornersOf<D>& simplex : simplices) {
    std::array<IntVector, kAxes> v{};
    for (std::size_t i = 0; i < kAxes; ++i) v[i] = relative(simplex[i]);
    const Int scale = determinant(v);
    if (scale == Int(0)) continue;
    IntVector sum = v[0];
    for (std::size_t i = 1; i < kAxes; ++i) {
      for (std::size_t k = 0; k < kAxes; ++k) sum[k] += v[i][k];
    }
    volume += scale;
    for (std::size_t k = 0; k < kAxes; ++k) {
      first[k] += scale * sum[k];
      for (std::size_t l = k; l < kAxes; ++l) {
        Int products = sum[k] * sum[l];
        for (std::size_t i = 0; i < kAxes; ++i) products += v[i][k] * v[i][l];
        second[k][l] += scale * products;
      }
    }
  }
  Moments<D> moments;
  moments.volume = detail::to_big(volume);
  for (std::size_t k = 0; k < kAxes; ++k) {
    moments.first[k] = detail::to_big(first[k]);
    for (std::size_t l = k; l < kAxes; ++l) moments.second[k][l] = detail::to_big(second[k][l]);
  }
  return moments;
}

template <int D>
Moments<D> moments_of(const Points& points, std::int32_t corner,
                      std::span<const CornersOf<D>> simplices) {
  const int sum_bits = (D + 2) * (points.exponents.bits() + 1) + 44;
  if (sum_bits <= 127) return moments_in<D, detail::Int128>(points, corner, simplices);
  if (sum_bits <= 511) return moments_in<D, detail::Wide<8>>(points, corner, simplices);
  if (sum_bits <= 1023) return moments_in<D, detail::Wide<16>>(points, corner, simplices);
  return moments_in<D, BigInt>(points, corner, simplices);
}

constexpr int factorial(int n) noexcept { return n < 2 ? 1 : n * factorial(n - 1); }

/// Returns the mass properties of a solid with volume S / d!, centre g = F / ((d+1) S) and second
/// moments Q / (d+2)! about the corner. The second moments about g are Q / (d+2)! - (S / d!) g g^T.
template <int D>
MassProperties<D> properties_of(const Points& points, std::int32_t corner,
                                const Moments<D>& moments) {
  constexpr auto kAxes = static_cast<std::size_t>(D);
  const int low = points.exponents.low;
  const BigInt& s = moments.volume;
  MassProperties<D> mass;
  mass.volume = detail::nearest_quotient(s, factorial(D), D * low);
  const BigInt weight = (D + 1) * s;
  for (std::size_t k = 0; k < kAxes; ++k) {
    const BigInt origin =
        detail::to_integer<BigInt>(points.coordinate(corner, static_cast<int>(k)), low);
    mass.centre[k] = detail::nearest_quotient(weight * origin + moments.first[k], weight, low);
  }
  // The common denominator is (d+2)! (d+1) S, which is d+2 times that of S / d! g g^T.
  const BigInt denominator = factorial(D + 2) * weight;
  const auto central = [&](std::size_t k, std::size_t l) -> BigInt {
    return weight * moments.second[std::min(k, l)][std::max(k, l)] -
           (D + 2) * moments.first[k] * moments.first[l];
  };
  const int exponent = (D + 2) * low;
  if constexpr (D == 2) {
    mass.inertia = detail::nearest_quotient(central(0, 0) + central(1, 1), denominator, exponent);
  } else {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t l = (k + 1) % 3;
      const std::size_t m = (k + 2) % 3;
      mass.inertia[k][k] =
          detail::nearest_quotient(central(l, l) + central(m, m), denominator, exponent);
      mass.inertia[k][l] = detail::nearest_quotient(-central(k, l), denominator, exponent);
      mass.inertia[l][k] = mass.inertia[k][l];
    }
  }
  return mass;
}

/// Returns the point sum of weight_i * vertex_i / sum of weight_i, rounded.
template <int D>
Vector<D> weighted_mean(const Points& points, std::span<const std::int32_t> vertices,
                        std::span<const BigInt> weights) {
  BigInt total = 0;
  for (const BigInt& weight : weights) total += weight;
  Vector<D> mean{};
  for (int k = 0; k < D; ++k) {
    BigInt sum = 0;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      sum += weights[i] *
             detail::to_integer<BigInt>(points.coordinate(vertices[i], k), points.exponents.low);
    }
    mean[static_cast<std::size_t>(k)] =
        detail::nearest_quotient(sum, total, points.exponents.empty() ? 0 : points.exponents.low);
  }
  return mean;
}

/// Returns the centroid of a polygon in space: each triangle of the fan adds its area to the
/// weights of its corners.
Vector3 polygon_centre(const Points& points, const Rim& rim) {
  const auto integer = [&](std::size_t i, std::size_t axis) {
    return detail::to_integer<BigInt>(
        points.coordinate(rim.vertices[i], static_cast<int>(rim.axes[axis])), points.exponents.low);
  };
  std::vector<BigInt> weights(rim.vertices.size());
  for (std::size_t i = 2; i < rim.vertices.size(); ++i) {
    std::array<std::array<BigInt, 2>, 2> v;
    for (std::size_t k = 0; k < 2; ++k) {
      v[0][k] = integer(i - 1, k) - integer(0, k);
      v[1][k] = integer(i, k) - integer(0, k);
    }
    const BigInt area = determinant(v);
    for (const std::size_t corner : {std::size_t{0}, i - 1, i}) weights[corner] += area;
  }
  return weighted_mean<3>(points, rim.vertices, weights);
}

}  // namespace
}  // namespace sunder::inline SUNDER_ABI

namespace sunder::detail {

MassProperties<3> solid_mass(std::span<const double> packed, const ExponentSpan& exponents,
                             std::span<const std::array<std::int32_t, 3>> triangles) {
  const Points points{packed.data(), 3, exponents};
  const Moments<3> moments = moments_of<3>(points, 0, triangles);
  return moments.volume > 0 ? properties_of<3>(points, 0, moments) : MassProperties<3>{};
}

}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

template <int D>
MassProperties<D> Polytope<D>::mass_properties() const
  requires(D != kRunTime)
{
  const HullBlock& hull = *block_;
  MassProperties<D> mass;
  const int rank = hull.report->affine_dimension;
  if (rank < 0) return mass;
  const std::vector<double> packed = packed_vertices(hull);
  const Points points{packed.data(), static_cast<std::size_t>(D), hull.exponents};
  if (rank < 2) {
    const std::vector<std::int32_t> ends = detail::reduce(packed.data(), hull.count, D).kept;
    mass.centre = weighted_mean<D>(points, ends, std::vector<BigInt>(ends.size(), BigInt(1)));
    return mass;
  }
  std::vector<CornersOf<D>> simplices;
  if constexpr (D == 2) {
    const Rim rim = rim_of(hull, packed);
    for (std::size_t i = 2; i < rim.vertices.size(); ++i) {
      simplices.push_back({rim.vertices[i - 1], rim.vertices[i]});
    }
    return properties_of<D>(points, rim.vertices[0],
                            moments_of<D>(points, rim.vertices[0], simplices));
  } else {
    if (rank == 2) {
      mass.centre = polygon_centre(points, rim_of(hull, packed));
      return mass;
    }
    simplices = boundary_of(hull, packed);
    return properties_of<D>(points, 0, moments_of<D>(points, 0, simplices));
  }
}

template MassProperties<2> Polytope<2>::mass_properties() const;
template MassProperties<3> Polytope<3>::mass_properties() const;

}  // namespace sunder::inline SUNDER_ABI

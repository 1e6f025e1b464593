// SPDX-License-Identifier: Apache-2.0
//
// Idea: Points become integers over one power of two; normals and heights are products of these.
// Bound: Heights are truncated at each step, so that a distance is never rounded up.
// Cost: A dozen products of big integers, and a root of 102 to 105 bits.
// Gives up: Never.
#include "geometry/exact_plane.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "exact/integer.hpp"
#include "geometry/double_bits.hpp"

namespace sunder::detail {
namespace {

using IntegerVector = std::array<BigInt, 3>;

/// Points as integers times 2^base.
template <std::size_t N>
struct IntegerPoints {
  std::array<IntegerVector, N> at;
  int base = 0;

  IntegerVector edge(std::size_t from, std::size_t to) const {
    return {at[to][0] - at[from][0], at[to][1] - at[from][1], at[to][2] - at[from][2]};
  }
};

template <std::size_t N>
IntegerPoints<N> integer_points(const std::array<const double*, N>& points) {
  int base = std::numeric_limits<int>::max();
  for (const double* point : points) {
    for (int k = 0; k < 3; ++k) {
      const Dyadic value = decode(point[k]);
      if (value.mantissa != 0) base = std::min(base, value.exponent);
    }
  }
  IntegerPoints<N> result;
  result.base = base;
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Dyadic value = decode(points[i][k]);
      if (value.mantissa != 0) {
        result.at[i][k] = BigInt(value.mantissa) << (value.exponent - base);
      }
    }
  }
  return result;
}

IntegerVector cross(const IntegerVector& u, const IntegerVector& v) {
  return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

BigInt dot(const IntegerVector& u, const IntegerVector& v) {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

int bits_of(const BigInt& positive) { return static_cast<int>(msb(positive)) + 1; }

BigInt shifted(const BigInt& value, int left) {
  return left >= 0 ? BigInt(value << left) : BigInt(value >> -left);
}

/// Returns (numerator / sqrt(square)) * 2^base rounded down, for square > 0; 0 if it is not
/// positive. The root is that of a quotient of 102 to 105 bits; every step rounds down.
double ratio_below(const BigInt& numerator, const BigInt& square, int base) {
  if (numerator <= 0) return 0;
  const BigInt squared = numerator * numerator;
  const int half_shift = (104 - bits_of(squared) + bits_of(square)) / 2;
  const BigInt quotient = shifted(squared, 2 * half_shift) / square;
  const auto root = static_cast<std::uint64_t>(BigInt(sqrt(quotient)));
  return compose(root, base - half_shift, false);
}

}  // namespace

std::array<double, 3> exact_normal(const double* a, const double* b, const double* c) {
  const IntegerPoints<3> points = integer_points<3>({a, b, c});
  const IntegerVector normal = cross(points.edge(0, 1), points.edge(0, 2));
  int bits = 0;
  for (const BigInt& x : normal) {
    if (x != 0) bits = std::max(bits, bits_of(abs(x)));
  }
  std::array<double, 3> direction{};
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto cut = static_cast<std::uint64_t>(shifted(abs(normal[k]), 53 - bits));
    direction[k] = compose(cut, -53, normal[k] < 0);
    sum += direction[k] * direction[k];
  }
  for (double& x : direction) x /= std::sqrt(sum);
  return direction;
}

double exact_depth_below(const double* a, const double* b, const double* c, const double* x) {
  const IntegerPoints<4> points = integer_points<4>({a, b, c, x});
  const IntegerVector normal = cross(points.edge(0, 1), points.edge(0, 2));
  return ratio_below(dot(normal, points.edge(3, 0)), dot(normal, normal), points.base);
}

double exact_depth_left_of(const double* a, const double* b, const double* x) {
  const IntegerPoints<3> points = integer_points<3>({a, b, x});
  const IntegerVector along = points.edge(0, 1);
  return ratio_below(cross(along, points.edge(0, 2))[2], dot(along, along), points.base);
}

}  // namespace sunder::detail

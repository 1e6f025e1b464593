// SPDX-License-Identifier: Apache-2.0
//
// Computes with integer vectors and matrices, to construct the suite's pairs: every step is exact.
#pragma once

#include <cstdint>
#include <vector>

#include "suite/random.hpp"

namespace sunder::suite {

using Point = std::vector<std::int64_t>;

Point operator+(const Point& x, const Point& y);
Point operator-(const Point& x, const Point& y);
Point operator*(std::int64_t factor, const Point& x);
std::int64_t dot(const Point& x, const Point& y);
Point unit_vector(int dimension, int axis);

/// A square integer matrix, stored by columns.
struct Matrix {
  std::vector<Point> columns;

  static Matrix identity(int dimension);
  int dimension() const noexcept { return static_cast<int>(columns.size()); }
  Point operator*(const Point& x) const;
  Matrix operator*(const Matrix& other) const;
  Matrix transposed() const;
};

/// A matrix and its inverse times `scale`: matrix * inverse = scale * identity.
struct Invertible {
  Matrix matrix;
  Matrix inverse;
  std::int64_t scale = 1;
};

/// Returns a random vector with entries in [-magnitude, magnitude], not zero.
Point random_vector(Random& random, int dimension, int magnitude);

/// d - 1 independent vectors orthogonal to u.
std::vector<Point> hyperplane_basis(const Point& u);

/// Entries 0 and +-1, one nonzero entry in each row and column.
Invertible signed_permutation(Random& random, int dimension);

/// A product of shears and signed permutations: its determinant is +-1, so that the inverse is
/// integer too.
Invertible unimodular(Random& random, int dimension, int shears);

/// Returns a similarity: matrix^T matrix = scale * identity. A Pythagorean rotation in 2-D and 3-D,
/// the reflection v.v I - 2 v v^T in any dimension.
Invertible similarity(Random& random, int dimension);

/// |q|^2 times the rotation of the integer quaternion (w, x, y, z).
Matrix quaternion_matrix(const Point& q);

}  // namespace sunder::suite

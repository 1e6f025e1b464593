// SPDX-License-Identifier: Apache-2.0
#include "suite/lattice.hpp"

#include <cstdlib>
#include <numeric>

namespace sunder::suite {

Point operator+(const Point& x, const Point& y) {
  Point sum(x);
  for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += y[k];
  return sum;
}

Point operator-(const Point& x, const Point& y) { return x + (-1) * y; }

Point operator*(std::int64_t factor, const Point& x) {
  Point product(x);
  for (auto& entry : product) entry *= factor;
  return product;
}

std::int64_t dot(const Point& x, const Point& y) {
  return std::inner_product(x.begin(), x.end(), y.begin(), std::int64_t{0});
}

Point unit_vector(int dimension, int axis) {
  Point e(static_cast<std::size_t>(dimension), 0);
  e[static_cast<std::size_t>(axis)] = 1;
  return e;
}

Matrix Matrix::identity(int dimension) {
  Matrix result;
  for (int k = 0; k < dimension; ++k) result.columns.push_back(unit_vector(dimension, k));
  return result;
}

Point Matrix::operator*(const Point& x) const {
  Point result(columns.size(), 0);
  for (std::size_t k = 0; k < columns.size(); ++k) result = result + x[k] * columns[k];
  return result;
}

Matrix Matrix::operator*(const Matrix& other) const {
  Matrix result;
  for (const Point& column : other.columns) result.columns.push_back(*this * column);
  return result;
}

Matrix Matrix::transposed() const {
  Matrix result = *this;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) result.columns[i][j] = columns[j][i];
  }
  return result;
}

Point random_vector(Random& random, int dimension, int magnitude) {
  Point v(static_cast<std::size_t>(dimension), 0);
  do {
    for (auto& entry : v) entry = random.in(-magnitude, magnitude);
  } while (dot(v, v) == 0);
  return v;
}

std::vector<Point> hyperplane_basis(const Point& u) {
  std::size_t pivot = 0;
  for (std::size_t k = 0; k < u.size(); ++k) {
    if (std::abs(u[k]) > std::abs(u[pivot])) pivot = k;
  }
  std::vector<Point> basis;
  for (std::size_t k = 0; k < u.size(); ++k) {
    if (k == pivot) continue;
    Point w(u.size(), 0);
    w[k] = u[pivot];
    w[pivot] = -u[k];
    const std::int64_t divisor = std::gcd(w[k], w[pivot]);
    w[k] /= divisor;
    w[pivot] /= divisor;
    basis.push_back(std::move(w));
  }
  return basis;
}

Invertible signed_permutation(Random& random, int dimension) {
  std::vector<int> order(static_cast<std::size_t>(dimension));
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(order);
  Invertible result;
  for (const int axis : order) {
    result.matrix.columns.push_back((random.chance(1, 2) ? 1 : -1) * unit_vector(dimension, axis));
  }
  result.inverse = result.matrix.transposed();
  return result;
}

Invertible unimodular(Random& random, int dimension, int shears) {
  Invertible result = signed_permutation(random, dimension);
  for (int step = 0; step < shears; ++step) {
    const int from = random.in(0, dimension - 1);
    const int to = (from + random.in(1, dimension - 1)) % dimension;
    const std::int64_t factor = random.nonzero(2);
    Matrix shear = Matrix::identity(dimension);
    Matrix back = shear;
    shear.columns[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)] = factor;
    back.columns[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)] = -factor;
    result.matrix = shear * result.matrix;
    result.inverse = result.inverse * back;
  }
  return result;
}

Matrix quaternion_matrix(const Point& q) {
  const std::int64_t w = q[0], x = q[1], y = q[2], z = q[3];
  Matrix r;
  r.columns = {{w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)},
               {2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)},
               {2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z}};
  return r;
}

Invertible similarity(Random& random, int dimension) {
  Invertible result;
  if (dimension == 2 && random.chance(2, 3)) {
    const Point v = random_vector(random, 2, 9);
    result.matrix.columns = {{v[0], v[1]}, {-v[1], v[0]}};
    result.scale = dot(v, v);
  } else if (dimension == 3 && random.chance(2, 3)) {
    const Point q = random_vector(random, 4, 4);
    result.matrix = quaternion_matrix(q);
    result.scale = dot(q, q) * dot(q, q);
  } else {
    const Point v = random_vector(random, dimension, 2);
    const std::int64_t length = dot(v, v);
    for (int k = 0; k < dimension; ++k) {
      result.matrix.columns.push_back(length * unit_vector(dimension, k) -
                                      2 * v[static_cast<std::size_t>(k)] * v);
    }
    result.scale = length * length;
  }
  result.inverse = result.matrix.transposed();
  return result;
}

}  // namespace sunder::suite

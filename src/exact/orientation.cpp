// SPDX-License-Identifier: Apache-2.0
//
// Idea: A filter in doubles computes signs of orientation determinants; integers just wide enough
// follow. A rank is the size of an affine basis, chosen by signs up to three dimensions. Above,
// points are tested modulo a prime first, then by Bareiss's fraction-free elimination.
// Source: Shewchuk (1997) for the filters; Bareiss (1968) for the elimination.
// Bound: Each integer width is proven at its function below; the filters' bounds are in
// orientation_stages.hpp.
// Cost: The filter answers in general position. Exact signs take products of 128 to 1024 bits,
// beyond those big integers.
#include "exact/orientation.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>

#include "exact/double_rank.hpp"
#include "exact/int128.hpp"
#include "exact/integer.hpp"
#include "exact/orientation_stages.hpp"
#include "exact/residue_basis.hpp"

namespace sunder::detail {
namespace {

/// N coordinates as integers over one common power of two.
template <std::size_t N>
class CommonScale {
 public:
  explicit CommonScale(const std::array<double, N>& coordinates) noexcept {
    for (std::size_t i = 0; i < N; ++i) {
      values_[i] = decode(coordinates[i]);
      exponents_.include(coordinates[i]);
    }
  }
  /// Every integer is below 2^bits() in size.
  int bits() const noexcept { return exponents_.bits(); }
  template <class Int>
  Int integer(std::size_t i) const {
    const Int mantissa = values_[i].mantissa;
    return values_[i].mantissa == 0 ? mantissa
                                    : Int(mantissa << (values_[i].exponent - exponents_.low));
  }

 private:
  std::array<Dyadic, N> values_;
  ExponentSpan exponents_;
};

template <class Int>
int exact_sign_2d(const CommonScale<6>& scale) {
  const Int ax = scale.integer<Int>(0);
  const Int ay = scale.integer<Int>(1);
  const Int bx = scale.integer<Int>(2) - ax;
  const Int by = scale.integer<Int>(3) - ay;
  const Int cx = scale.integer<Int>(4) - ax;
  const Int cy = scale.integer<Int>(5) - ay;
  return sign_of(Int(bx * cy - by * cx));
}

/// The type Edge is wide enough for differences; Int holds the minors and the sum.
template <class Edge, class Int>
int exact_sign_3d(const CommonScale<12>& scale) {
  std::array<Int, 9> edge;
  for (std::size_t k = 0; k < 3; ++k) {
    const Edge origin = scale.integer<Edge>(k);
    for (std::size_t point = 1; point < 4; ++point) {
      edge[3 * (point - 1) + k] = Int(Edge(scale.integer<Edge>(3 * point + k) - origin));
    }
  }
  const Int nx = edge[1] * edge[5] - edge[2] * edge[4];
  const Int ny = edge[2] * edge[3] - edge[0] * edge[5];
  const Int nz = edge[0] * edge[4] - edge[1] * edge[3];
  return sign_of(Int(nx * edge[6] + ny * edge[7] + nz * edge[8]));
}

bool equal_points(const double* a, const double* b, int dimension) noexcept {
  return std::equal(a, a + dimension, b, [](double x, double y) {
    return (is_zero_bits(x) && is_zero_bits(y)) ||
           std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

/// Rows of integers in echelon form, extended by one independent row at a time in fraction-free
/// steps.
class Echelon {
 public:
  explicit Echelon(std::size_t dimension) : dimension_(dimension) {}

  /// Adds the row if it is independent of the held rows.
  bool add(std::vector<BigInt> row) {
    for (std::size_t r = 0; r < rows_.size(); ++r) eliminate(row, r);
    const auto pivot = std::find_if(row.begin(), row.end(), [](const BigInt& x) { return x != 0; });
    if (pivot == row.end()) return false;
    pivots_.push_back(static_cast<std::size_t>(pivot - row.begin()));
    rows_.push_back(std::move(row));
    return true;
  }

 private:
  // Bareiss: the division by the previous pivot is exact, so that entries stay minors of the input.
  void eliminate(std::vector<BigInt>& row, std::size_t r) const {
    const BigInt& pivot = rows_[r][pivots_[r]];
    const BigInt factor = row[pivots_[r]];
    for (std::size_t k = 0; k < dimension_; ++k) {
      row[k] = pivot * row[k] - factor * rows_[r][k];
      if (r > 0) row[k] /= rows_[r - 1][pivots_[r - 1]];
    }
  }

  std::size_t dimension_;
  std::vector<std::vector<BigInt>> rows_;
  std::vector<std::size_t> pivots_;
};

std::vector<std::int32_t> basis_by_elimination(const double* points, std::int32_t count,
                                               int dimension) {
  const auto d = static_cast<std::size_t>(dimension);
  ExponentSpan exponents;
  for (const double x : std::span(points, static_cast<std::size_t>(count) * d)) {
    exponents.include(x);
  }
  const auto integer = [low = exponents.low](double x) {
    const Dyadic value = decode(x);
    return value.mantissa == 0 ? BigInt(0) : BigInt(value.mantissa) << (value.exponent - low);
  };
  std::vector<std::int32_t> basis{0};
  Echelon echelon(d);
  std::vector<BigInt> row(d);
  for (std::int32_t i = 1; i < count && basis.size() <= d; ++i) {
    const double* point = points + static_cast<std::size_t>(i) * d;
    for (std::size_t k = 0; k < d; ++k) row[k] = integer(point[k]) - integer(points[k]);
    if (echelon.add(row)) basis.push_back(i);
  }
  return basis;
}

/// Returns up to three dimensions: the first point that raises the rank to 1, to 2 and to 3.
std::vector<std::int32_t> basis_by_signs(const double* points, std::int32_t count, int dimension) {
  const auto at = [&](std::int32_t i) { return points + std::ptrdiff_t{i} * dimension; };
  std::vector<std::int32_t> basis{0};
  std::int32_t i = 1;
  while (i < count && equal_points(at(0), at(i), dimension)) ++i;
  if (i == count) return basis;
  basis.push_back(i);
  if (dimension == 1) return basis;
  const auto on_line = [&](std::int32_t c) {
    return dimension == 2 ? orient2d(at(0), at(basis[1]), at(c)) == 0
                          : collinear3d(at(0), at(basis[1]), at(c));
  };
  while (i < count && on_line(i)) ++i;
  if (i == count) return basis;
  basis.push_back(i);
  if (dimension == 2) return basis;
  while (i < count && orient3d(at(0), at(basis[1]), at(basis[2]), at(i)) == 0) ++i;
  if (i < count) basis.push_back(i);
  return basis;
}

}  // namespace

// A determinant is linear in each of its points, so that it is greatest at corners of their box.
// With coordinates below 2^w in size, the points lie in a square of side s < 2^(w+1). The
// determinant and both its products are then at most s^2 < 2^(2w+2).
int orientation::exact2d(const double* a, const double* b, const double* c) {
  const CommonScale<6> scale({a[0], a[1], b[0], b[1], c[0], c[1]});
  if (scale.bits() < 63) return exact_sign_2d<Int128>(scale);
  if (scale.bits() < 128) return exact_sign_2d<FixedInt<256>>(scale);
  return exact_sign_2d<BigInt>(scale);
}

// In space, minors are at most s^2, and their products with edges s^3. The sum of two of these is
// at most 2 s^3 < 2^(3w+4). The determinant has the same bound: between corners of the unit cube it
// is at most 2.
int orientation::exact3d(const double* a, const double* b, const double* c, const double* d) {
  const CommonScale<12> scale(
      {a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], d[0], d[1], d[2]});
  if (scale.bits() < 42) return exact_sign_3d<Int128, Int128>(scale);
  if (scale.bits() < 85) return exact_sign_3d<Int128, FixedInt<256>>(scale);
  if (scale.bits() < 170) return exact_sign_3d<FixedInt<512>, FixedInt<512>>(scale);
  if (scale.bits() < 341) return exact_sign_3d<FixedInt<1024>, FixedInt<1024>>(scale);
  return exact_sign_3d<BigInt, BigInt>(scale);
}

int orient2d(const double* a, const double* b, const double* c) noexcept {
  const int sign = orientation::filtered2d(a, b, c);
  return sign != 0 ? sign : orientation::exact2d(a, b, c);
}

int orient3d(const double* a, const double* b, const double* c, const double* d) noexcept {
  const int sign = orientation::filtered3d(a, b, c, d);
  return sign != 0 ? sign : orientation::exact3d(a, b, c, d);
}

// Three points are collinear if and only if their projections to all three coordinate planes are.
bool collinear3d(const double* a, const double* b, const double* c) noexcept {
  constexpr std::array<std::array<std::size_t, 2>, 3> kPlanes{{{1, 2}, {0, 2}, {0, 1}}};
  for (const auto& [k, l] : kPlanes) {
    const std::array<double, 2> p{a[k], a[l]};
    const std::array<double, 2> q{b[k], b[l]};
    const std::array<double, 2> r{c[k], c[l]};
    if (orient2d(p.data(), q.data(), r.data()) != 0) return false;
  }
  return true;
}

std::vector<std::int32_t> affine_basis(const double* points, std::int32_t count, int dimension) {
  if (count == 0) return {};
  if (dimension < 4) return basis_by_signs(points, count, dimension);
  std::vector<std::int32_t> basis = basis_by_residues(points, count, dimension);
  const bool spans = basis.size() == static_cast<std::size_t>(std::min(count, dimension + 1));
  return spans ? basis : basis_by_elimination(points, count, dimension);
}

int affine_dimension(const double* points, std::int32_t count, int dimension) {
  if (count == 0) return -1;
  if (dimension > 3 && spans_by_doubles(points, count, dimension)) {
    return std::min(count - 1, dimension);
  }
  return static_cast<int>(affine_basis(points, count, dimension).size()) - 1;
}

}  // namespace sunder::detail

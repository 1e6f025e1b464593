// SPDX-License-Identifier: Apache-2.0
#include "exact/orientation.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>

#include "exact/double_rank.hpp"
#include "exact/int128.hpp"
#include "exact/integer.hpp"
#include "exact/residue_basis.hpp"

namespace sunder::detail {
namespace {

// One rounding in any mode changes a result by at most this factor of it (nearest: half of it).
constexpr double kUnit = 0x1p-52;

// The filters hold while every difference of coordinates is at most this; an infinity or a NaN from
// an overflow fails the test too.
constexpr double kLargestDifference = 0x1p200;

// A coordinate or result below 2^-1022 may be flushed to zero by the host. Each of the three places
// in a difference (two inputs, one result) then errs by less than 2^-1022, and other factors
// magnify that by at most 2^200 in the plane and 2^400 in space; a flushed product errs by less
// than 2^-1022. Over the fewer than 32 such places this stays below these terms.
constexpr double kFlushed2d = 0x1p-800;
constexpr double kFlushed3d = 0x1p-600;

/// The sign of value if |value| > bound, else 0: not certain.
int certain_sign(double value, double bound) noexcept {
  if (value > bound) return 1;
  if (value < -bound) return -1;
  return 0;
}

/// N coordinates as integers over one common power of two.
template <std::size_t N>
struct CommonScale {
  std::array<Dyadic, N> values;
  int base = 0;   ///< the least exponent
  int width = 0;  ///< |value / 2^base| < 2^width for all

  template <class Int>
  Int integer(std::size_t i) const {
    const Int mantissa = values[i].mantissa;
    return values[i].mantissa == 0 ? mantissa : Int(mantissa << (values[i].exponent - base));
  }
};

int bit_length(std::int64_t mantissa) noexcept {
  return static_cast<int>(
      std::bit_width(static_cast<std::uint64_t>(mantissa < 0 ? -mantissa : mantissa)));
}

template <std::size_t N>
CommonScale<N> common_scale(const std::array<double, N>& coordinates) noexcept {
  CommonScale<N> scale;
  int base = std::numeric_limits<int>::max();
  int top = std::numeric_limits<int>::min();
  for (std::size_t i = 0; i < N; ++i) {
    const Dyadic value = decode(coordinates[i]);
    scale.values[i] = value;
    if (value.mantissa == 0) continue;
    base = std::min(base, value.exponent);
    top = std::max(top, value.exponent + bit_length(value.mantissa));
  }
  if (top >= base) {
    scale.base = base;
    scale.width = top - base;
  }
  return scale;
}

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

/// Edges are of type Edge, wide enough for differences; minors and the sum of type Int.
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

// With coordinates below 2^w, differences are below 2^(w+1) and the determinant below 2^(2w+3).
int exact_orient2d(const double* a, const double* b, const double* c) {
  const CommonScale<6> scale = common_scale<6>({a[0], a[1], b[0], b[1], c[0], c[1]});
  if (scale.width <= 62) return exact_sign_2d<Int128>(scale);
  if (scale.width <= 126) return exact_sign_2d<FixedInt<256>>(scale);
  return exact_sign_2d<BigInt>(scale);
}

// With coordinates below 2^w the determinant is below 6 * 2^(3w+3) < 2^(3w+6), and so is every sum
// on the way to it.
int exact_orient3d(const double* a, const double* b, const double* c, const double* d) {
  const CommonScale<12> scale =
      common_scale<12>({a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], d[0], d[1], d[2]});
  if (scale.width <= 40) return exact_sign_3d<Int128, Int128>(scale);
  if (scale.width <= 83) return exact_sign_3d<Int128, FixedInt<256>>(scale);
  if (scale.width <= 168) return exact_sign_3d<FixedInt<512>, FixedInt<512>>(scale);
  if (scale.width <= 339) return exact_sign_3d<FixedInt<1024>, FixedInt<1024>>(scale);
  return exact_sign_3d<BigInt, BigInt>(scale);
}

bool equal_points(const double* a, const double* b, int dimension) noexcept {
  return std::equal(a, a + dimension, b, [](double x, double y) {
    return (is_zero_bits(x) && is_zero_bits(y)) ||
           std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

/// Rows of integers in echelon form, grown one independent row at a time by fraction-free steps.
class Echelon {
 public:
  explicit Echelon(std::size_t dimension) : dimension_(dimension) {}

  /// Adds the row if it is independent of those held.
  bool add(std::vector<BigInt> row) {
    for (std::size_t r = 0; r < rows_.size(); ++r) eliminate(row, r);
    const auto pivot = std::find_if(row.begin(), row.end(), [](const BigInt& x) { return x != 0; });
    if (pivot == row.end()) return false;
    pivots_.push_back(static_cast<std::size_t>(pivot - row.begin()));
    rows_.push_back(std::move(row));
    return true;
  }

 private:
  // Bareiss: the division by the pivot before is exact, so entries stay minors of the input.
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
  const std::size_t total = static_cast<std::size_t>(count) * d;
  int base = std::numeric_limits<int>::max();
  for (std::size_t i = 0; i < total; ++i) {
    const Dyadic value = decode(points[i]);
    if (value.mantissa != 0) base = std::min(base, value.exponent);
  }
  const auto integer = [base](double x) {
    const Dyadic value = decode(x);
    return value.mantissa == 0 ? BigInt(0) : BigInt(value.mantissa) << (value.exponent - base);
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

/// Up to three dimensions: the first point of each kind that raises the rank.
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

// Each product carries three roundings and their difference one more, 4 units of |left| + |right|
// exactly; the computed sum of magnitudes is short of the exact one by at most 4 units of itself.
// 6 units hold both, with their second-order terms.
int orient2d(const double* a, const double* b, const double* c) noexcept {
  const double bx = b[0] - a[0];
  const double by = b[1] - a[1];
  const double cx = c[0] - a[0];
  const double cy = c[1] - a[1];
  const double largest =
      std::max(std::max(std::fabs(bx), std::fabs(by)), std::max(std::fabs(cx), std::fabs(cy)));
  if (largest <= kLargestDifference) {
    const double left = bx * cy;
    const double right = by * cx;
    const double bound = 6 * kUnit * (std::fabs(left) + std::fabs(right)) + kFlushed2d;
    if (const int sign = certain_sign(left - right, bound); sign != 0) return sign;
  }
  return exact_orient2d(a, b, c);
}

// Each of the six products carries three roundings from its differences, two from its products, one
// from its minor and two from the last sums: 8 units of the exact sum of magnitudes. The computed
// sum of magnitudes is short of that by at most 8 units of itself. 10 units hold both.
int orient3d(const double* a, const double* b, const double* c, const double* d) noexcept {
  const std::array<double, 3> u{b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  const std::array<double, 3> v{c[0] - a[0], c[1] - a[1], c[2] - a[2]};
  const std::array<double, 3> w{d[0] - a[0], d[1] - a[1], d[2] - a[2]};
  bool in_range = true;
  for (std::size_t k = 0; k < 3; ++k) {
    in_range = in_range && std::fabs(u[k]) <= kLargestDifference &&
               std::fabs(v[k]) <= kLargestDifference && std::fabs(w[k]) <= kLargestDifference;
  }
  if (in_range) {
    double determinant = 0;
    double magnitude = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t l = (k + 1) % 3;
      const std::size_t m = (k + 2) % 3;
      const double left = u[l] * v[m];
      const double right = u[m] * v[l];
      determinant += (left - right) * w[k];
      magnitude += (std::fabs(left) + std::fabs(right)) * std::fabs(w[k]);
    }
    const double bound = 10 * kUnit * magnitude + kFlushed3d;
    if (const int sign = certain_sign(determinant, bound); sign != 0) return sign;
  }
  return exact_orient3d(a, b, c, d);
}

// Points are on one line if and only if they are in all three projections.
bool collinear3d(const double* a, const double* b, const double* c) noexcept {
  for (std::size_t drop = 0; drop < 3; ++drop) {
    const std::size_t k = drop == 0 ? 1 : 0;
    const std::size_t l = drop == 2 ? 1 : 2;
    const std::array<double, 2> p{a[k], a[l]};
    const std::array<double, 2> q{b[k], b[l]};
    const std::array<double, 2> r{c[k], c[l]};
    if (orient2d(p.data(), q.data(), r.data()) != 0) return false;
  }
  return true;
}

std::vector<std::int32_t> affine_basis(const double* points, std::int32_t count, int dimension) {
  if (count == 0) return {};
  if (dimension <= 3) return basis_by_signs(points, count, dimension);
  std::vector<std::int32_t> basis = basis_by_residues(points, count, dimension);
  const bool spans = basis.size() == static_cast<std::size_t>(std::min(count, dimension + 1));
  return spans ? basis : basis_by_elimination(points, count, dimension);
}

int affine_dimension(const double* points, std::int32_t count, int dimension) {
  if (dimension > 3 && count > 0 && spans_by_doubles(points, count, dimension)) {
    return std::min(count - 1, dimension);
  }
  return static_cast<int>(affine_basis(points, count, dimension).size()) - 1;
}

}  // namespace sunder::detail

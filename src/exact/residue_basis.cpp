// SPDX-License-Identifier: Apache-2.0
#include "exact/residue_basis.hpp"

#include <cstddef>

#include "exact/dyadic.hpp"

namespace sunder::detail {
namespace {

__extension__ using Product = unsigned __int128;

constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;

std::uint64_t reduced(std::uint64_t x) noexcept { return x >= kPrime ? x - kPrime : x; }

std::uint64_t times(std::uint64_t x, std::uint64_t y) noexcept {
  const Product product = Product{x} * y;
  return reduced((static_cast<std::uint64_t>(product) & kPrime) +
                 static_cast<std::uint64_t>(product >> 61));
}

std::uint64_t minus(std::uint64_t x, std::uint64_t y) noexcept {
  return x >= y ? x - y : x + kPrime - y;
}

/// x^(p-2), by Fermat.
std::uint64_t inverse(std::uint64_t x) noexcept {
  std::uint64_t result = 1;
  for (std::uint64_t power = kPrime - 2; power != 0; power >>= 1) {
    if ((power & 1) != 0) result = times(result, x);
    x = times(x, x);
  }
  return result;
}

std::uint64_t residue(double value) noexcept {
  const Dyadic dyadic = decode(value);
  const bool negative = dyadic.mantissa < 0;
  const auto size = static_cast<std::uint64_t>(negative ? -dyadic.mantissa : dyadic.mantissa);
  const int shift = ((dyadic.exponent % 61) + 61) % 61;
  const std::uint64_t rotated = ((size << shift) & kPrime) | (size >> (61 - shift));
  return negative ? minus(0, rotated) : rotated;
}

}  // namespace

std::vector<std::int32_t> basis_by_residues(const double* points, std::int32_t count,
                                            int dimension) {
  const auto d = static_cast<std::size_t>(dimension);
  std::vector<std::int32_t> basis{0};
  std::vector<std::uint64_t> first(d);
  for (std::size_t k = 0; k < d; ++k) first[k] = residue(points[k]);
  // Rows in echelon form: row r has a 1 in column pivots[r], where the rows after it have 0.
  std::vector<std::uint64_t> rows;
  std::vector<std::size_t> pivots;
  rows.reserve(d * d);
  for (std::int32_t i = 1; i < count && pivots.size() < d; ++i) {
    const double* const point = points + static_cast<std::ptrdiff_t>(i) * dimension;
    rows.resize((pivots.size() + 1) * d);
    std::uint64_t* const row = rows.data() + pivots.size() * d;
    for (std::size_t k = 0; k < d; ++k) row[k] = minus(residue(point[k]), first[k]);
    for (std::size_t r = 0; r < pivots.size(); ++r) {
      const std::uint64_t factor = row[pivots[r]];
      if (factor == 0) continue;
      const std::uint64_t* const other = rows.data() + r * d;
      for (std::size_t k = 0; k < d; ++k) row[k] = minus(row[k], times(factor, other[k]));
    }
    std::size_t pivot = 0;
    while (pivot < d && row[pivot] == 0) ++pivot;
    if (pivot == d) continue;
    const std::uint64_t scale = inverse(row[pivot]);
    for (std::size_t k = 0; k < d; ++k) row[k] = times(row[k], scale);
    pivots.push_back(pivot);
    basis.push_back(i);
  }
  return basis;
}

}  // namespace sunder::detail

// SPDX-License-Identifier: Apache-2.0
#include "exact/residue_basis.hpp"

#include <cstddef>

#include "exact/dyadic.hpp"

namespace sunder::detail {
namespace {

// A product of two residues fits in 64 bits, so that a vector register holds four or more of them.
constexpr std::uint64_t kPrime = (std::uint64_t{1} << 31) - 1;

/// Reduces x < 2^62 to at most kPrime; 0 may come out as kPrime.
std::uint64_t folded(std::uint64_t x) noexcept {
  x = (x & kPrime) + (x >> 31);
  return (x & kPrime) + (x >> 31);
}

std::uint64_t reduced(std::uint64_t x) noexcept {
  x = folded(x);
  return x == kPrime ? 0 : x;
}

/// The inverse x^(p-2), by Fermat's little theorem.
std::uint64_t inverse(std::uint64_t x) noexcept {
  std::uint64_t result = 1;
  for (std::uint64_t power = kPrime - 2; power != 0; power >>= 1) {
    if ((power & 1) != 0) result = folded(result * x);
    x = folded(x * x);
  }
  return result;
}

}  // namespace

std::uint64_t residue_of(double value) noexcept {
  const Dyadic dyadic = decode(value);
  const bool negative = dyadic.mantissa < 0;
  const auto size = static_cast<std::uint64_t>(negative ? -dyadic.mantissa : dyadic.mantissa);
  const std::uint64_t small = reduced(size);
  const int shift = ((dyadic.exponent % 31) + 31) % 31;
  const std::uint64_t rotated = ((small << shift) & kPrime) | (small >> (31 - shift));
  return negative ? kPrime - rotated : rotated;
}

std::vector<std::int32_t> basis_by_residues(const double* points, std::int32_t count,
                                            int dimension) {
  const auto d = static_cast<std::size_t>(dimension);
  std::vector<std::int32_t> basis{0};
  std::vector<std::uint64_t> first(d);
  for (std::size_t k = 0; k < d; ++k) first[k] = residue_of(points[k]);
  // Rows in echelon form: the first nonzero entry of row r is a 1 in column pivots[r].
  std::vector<std::uint64_t> rows;
  std::vector<std::size_t> pivots;
  rows.reserve(d * d);
  for (std::int32_t i = 1; i < count && pivots.size() < d; ++i) {
    const double* const point = points + static_cast<std::ptrdiff_t>(i) * dimension;
    rows.resize((pivots.size() + 1) * d);
    std::uint64_t* const row = rows.data() + pivots.size() * d;
    for (std::size_t k = 0; k < d; ++k) row[k] = reduced(residue_of(point[k]) + kPrime - first[k]);
    for (std::size_t r = 0; r < pivots.size(); ++r) {
      const std::uint64_t factor = kPrime - reduced(row[pivots[r]]);
      if (factor == kPrime) continue;
      const std::uint64_t* const other = rows.data() + r * d;
      for (std::size_t k = pivots[r]; k < d; ++k) row[k] = folded(row[k] + factor * other[k]);
    }
    std::size_t pivot = 0;
    while (pivot < d && reduced(row[pivot]) == 0) ++pivot;
    if (pivot == d) continue;
    const std::uint64_t scale = inverse(reduced(row[pivot]));
    for (std::size_t k = 0; k < d; ++k) row[k] = reduced(row[k] * scale);
    pivots.push_back(pivot);
    basis.push_back(i);
  }
  return basis;
}

}  // namespace sunder::detail

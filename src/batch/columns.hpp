// SPDX-License-Identifier: Apache-2.0
//
// Reads a caller's arrays by byte strides, without a requirement of alignment. The caller of these
// functions has checked the index against the table.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "exact/dyadic.hpp"
#include "sunder/batch.hpp"

namespace sunder::detail::batch {

template <class T>
const std::byte* bytes_at(const T* data, std::int64_t stride, std::int64_t i) noexcept {
  return reinterpret_cast<const std::byte*>(data) + i * stride;
}

/// Returns the index that a list has for item i. -1, which no table has, if the number does not
/// fit.
inline std::int32_t index_at(const Indices& list, std::int64_t i) noexcept {
  if (list.data == nullptr) {
    const std::int64_t entry = list.stride == 0 ? 0 : i;
    return entry <= 0x7fffffff ? static_cast<std::int32_t>(entry) : -1;
  }
  std::int32_t index;
  std::memcpy(&index, bytes_at(list.data, list.stride, i), sizeof(index));
  return index;
}

/// Returns an object of a table, by reference.
template <class T>
const T& entry_at(const T* data, std::int64_t stride, std::int32_t index) noexcept {
  return *reinterpret_cast<const T*>(bytes_at(data, stride, index));
}

/// Returns entry i of a column of aligned objects, by reference.
template <class T>
const T& entry_at(const Column<T>& column, std::int64_t i) noexcept {
  return *reinterpret_cast<const T*>(bytes_at(column.data, column.stride, i));
}

/// Returns number i of a column that may be unaligned.
inline double number_at(const Column<double>& column, std::int64_t i) noexcept {
  double number;
  std::memcpy(&number, bytes_at(column.data, column.stride, i), sizeof(number));
  return number;
}

/// Converts a float to the same double from its bits. The host may read subnormals as zero.
inline double widen(float value) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint64_t sign = std::uint64_t{bits >> 31} << 63;
  const std::uint64_t fraction = bits & 0x7fffff;
  const std::uint64_t field = (bits >> 23) & 0xff;
  if (field == 0) {
    const double magnitude = static_cast<double>(fraction) * 0x1p-149;
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(magnitude) | sign);
  }
  const std::uint64_t exponent = field == 0xff ? 0x7ff : field + (1023 - 127);
  return std::bit_cast<double>(sign | (exponent << 52) | (fraction << 29));
}

template <int D>
using MatrixRows = std::conditional_t<D == kRunTime, std::vector<double>,
                                      std::array<double, std::size_t{D} * (D + 1)>>;

/// Reads a matrix of a table; floats are widened exactly. Returns false if an entry is not finite.
template <int D>
bool read_matrix(const PoseTable<D>& table, std::int32_t index, MatrixRows<D>& rows) {
  const std::byte* const from =
      bytes_at(static_cast<const std::byte*>(table.data), table.stride, index);
  if constexpr (D == kRunTime) {
    const auto d = static_cast<std::size_t>(table.dimension);
    rows.resize(d * (d + 1));
  }
  if (table.form == PoseTable<D>::Form::doubles) {
    std::memcpy(rows.data(), from, rows.size() * sizeof(double));
  } else {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      float narrow;
      std::memcpy(&narrow, from + k * sizeof(narrow), sizeof(narrow));
      rows[k] = widen(narrow);
    }
  }
  bool finite = true;
  for (const double entry : rows) finite = finite && is_finite_bits(entry);
  return finite;
}

}  // namespace sunder::detail::batch

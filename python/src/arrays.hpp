// SPDX-License-Identifier: Apache-2.0
//
// Reads numbers from Python: arrays of any strides as they lie in memory, sequences by way of NumPy.
// Every number keeps its value, or is refused: nothing is rounded on the way in.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>
#include <span>
#include <string_view>
#include <vector>

#include "sunder/batch.hpp"

namespace sunder::python {

namespace nb = nanobind;

/// str(object), and the name of its class.
inline std::string text_of(nb::handle object) { return nb::cast<std::string>(nb::str(object)); }
inline std::string class_name(nb::handle object) {
  return text_of(nb::object(object.type().attr("__name__")));
}

/// An array of doubles or floats, read-only. It keeps the memory alive.
class Numbers {
 public:
  /// Refuses what is no array of finite dimension of real numbers. Integers that no double holds
  /// are refused too.
  Numbers(nb::handle source, std::string_view where);

  std::size_t ndim() const noexcept { return array_.ndim(); }
  std::int64_t shape(std::size_t axis) const noexcept {
    return static_cast<std::int64_t>(array_.shape(axis));
  }
  /// In bytes.
  std::int64_t stride(std::size_t axis) const noexcept {
    return array_.stride(axis) * (floats_ ? 4 : 8);
  }
  const std::byte* data() const noexcept { return static_cast<const std::byte*>(array_.data()); }
  bool floats() const noexcept { return floats_; }
  double at() const noexcept { return read(data()); }
  double at(std::int64_t i) const noexcept { return read(data() + i * stride(0)); }
  double at(std::int64_t i, std::int64_t j) const noexcept {
    return read(data() + i * stride(0) + j * stride(1));
  }
  double at(std::int64_t i, std::int64_t j, std::int64_t k) const noexcept {
    return read(data() + i * stride(0) + j * stride(1) + k * stride(2));
  }
  /// "(3, 4)", for messages.
  std::string shape_text() const;
  /// Whether the last two axes lie in memory as dense rows.
  bool has_dense_rows() const noexcept;

 private:
  double read(const std::byte* from) const noexcept;

  nb::ndarray<nb::ro> array_;
  bool floats_ = false;
};

/// Numbers in the form of a point of dimension D. Their number must be the dimension.
template <int D>
Vector<D> to_vector(std::span<const double> numbers) {
  Vector<D> v{};
  if constexpr (D == kRunTime) v.resize(numbers.size());
  std::copy(numbers.begin(), numbers.end(), v.begin());
  return v;
}

/// A row of an array of two axes.
template <int D>
Vector<D> row(const Numbers& numbers, std::int64_t i) {
  Vector<D> v{};
  for (std::size_t k = 0; k < D; ++k) v[k] = numbers.at(i, static_cast<std::int64_t>(k));
  return v;
}

/// One number an axis, finite or infinite. Refuses another length; `dimension` 0 takes any but 0.
std::vector<double> read_vector(nb::handle source, int dimension, std::string_view where);
template <int D>
Vector<D> read_fixed(nb::handle source, std::string_view where) {
  return to_vector<D>(read_vector(source, D, where));
}
/// One real number, of Python or NumPy.
double read_number(nb::handle source, std::string_view where);

/// Such a number that is a length: finite, and not negative.
double read_length(nb::handle source, std::string_view where);

/// Indices of items: None (item i uses entry i), one integer (for every item), or int32 or int64 of
/// any stride. Int32 is not copied. Indices that no int32 holds are refused.
class IndexList {
 public:
  IndexList(nb::handle source, std::string_view where);
  /// The number of entries, or -1 where the list fits every number of items.
  std::int64_t size() const noexcept { return size_; }
  Indices column() const noexcept { return column_; }
  /// The index of an item.
  std::int64_t at(std::int64_t item) const noexcept;

 private:
  nb::ndarray<nb::ro> array_;
  std::vector<std::int32_t> copied_;
  Indices column_;
  std::int64_t size_ = -1;
};

/// Triangles of shape (m, 3), as IndexList reads integers. Refuses another shape.
std::vector<std::array<std::int32_t, 3>> read_triangles(nb::handle source, std::string_view where);

/// A new NumPy array that owns a vector's memory.
template <class T>
nb::object to_numpy(std::vector<T> values, std::initializer_list<std::size_t> shape) {
  auto* const owned = new std::vector<T>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, T>(owned->data(), shape.size(), shape.begin(), owner));
}
/// A new one-dimensional array of doubles.
inline nb::object to_numpy(std::span<const double> values) {
  return to_numpy(std::vector<double>(values.begin(), values.end()), {values.size()});
}

/// (lower, upper), new arrays.
template <class Bounds>
nb::object bounds_tuple(const Bounds& bounds) {
  return nb::make_tuple(to_numpy(bounds.lower), to_numpy(bounds.upper));
}

/// An array to be written: the caller's `out`, or a new one. `out` must be C-contiguous, writable,
/// and have the type and shape.
template <class T>
class Output {
 public:
  Output(nb::handle out, std::vector<std::size_t> shape, std::string_view where);
  std::span<T> span() const noexcept { return span_; }
  nb::object object() const { return object_; }
  /// Sets the first entries of a new array, which the call will not write.
  void fill_new(std::int64_t count, T value) const noexcept {
    const auto most = static_cast<std::size_t>(std::max<std::int64_t>(count, 0));
    if (is_new_) std::fill_n(span_.begin(), std::min(most, span_.size()), value);
  }

 private:
  nb::object object_;
  std::span<T> span_;
  bool is_new_ = false;
};

}  // namespace sunder::python

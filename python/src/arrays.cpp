// SPDX-License-Identifier: Apache-2.0
//
// Idea: nanobind imports an array by the buffer protocol, with its strides. Whatever it does not
//   import goes through numpy.asarray() once: lists, foreign byte order, unaligned views.
// Cost: A tenth of a microsecond for an array of doubles or floats; a copy for anything else.
// Gives up: Numbers that no double holds exactly are refused.
#include "arrays.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "refusal.hpp"

namespace sunder::python {
namespace {

nb::object numpy(const char* name) { return nb::module_::import_("numpy").attr(name); }

/// Imports a NumPy array as it lies in memory. Scalars of NumPy are left to asarray(): the buffer of
/// a datetime64 has no format, which nanobind does not expect.
template <class Array>
bool import_array(nb::handle source, Array& array) {
  static const nb::handle type = numpy("ndarray").release();
  return PyObject_TypeCheck(source.ptr(), reinterpret_cast<PyTypeObject*>(type.ptr())) != 0 &&
         nb::try_cast(source, array, false);
}

/// Imports an array of int32 or int64, or an empty one of any type. Other sources go through
/// numpy.asarray() once.
void import_indices(nb::handle source, nb::ndarray<nb::ro>& array, std::string_view where) {
  nb::object object = nb::borrow(source);
  if (!import_array(object, array)) {
    try {
      object = numpy("asarray")(source);
    } catch (const nb::python_error&) {
      refuse_shape(where, "rows of different lengths", "give an array of int32 or int64");
    }
    if (!import_array(object, array)) {
      refuse_type(where, "no array of integers", "give an array of int32 or int64");
    }
  }
  const nb::dlpack::dtype type = array.dtype();
  if (type != nb::dtype<std::int32_t>() && type != nb::dtype<std::int64_t>() && array.size() > 0) {
    refuse_type(where, "indices of another type than int32 and int64",
                "convert them, such as by astype(np.int32)");
  }
}

bool is_double(const nb::ndarray<nb::ro>& array) noexcept {
  return array.dtype() == nb::dtype<double>();
}
bool is_float(const nb::ndarray<nb::ro>& array) noexcept {
  return array.dtype() == nb::dtype<float>();
}

/// Converts by NumPy. The values must survive the way to doubles and back.
nb::object as_doubles(nb::handle source, std::string_view where) {
  nb::object array;
  try {
    array = numpy("asarray")(source);
  } catch (const nb::python_error&) {
    refuse_shape(where, "rows of different lengths, or no numbers",
                 "give an array of real numbers");
  }
  const std::string kind = text_of(nb::object(array.attr("dtype").attr("kind")));
  if (kind != "f" && kind != "i" && kind != "u") {
    refuse_type(where, "an array of " + text_of(nb::object(array.attr("dtype"))),
                "give real numbers; integers of any size must fit into doubles");
  }
  nb::object doubles = numpy("ascontiguousarray")(array, nb::arg("dtype") = "float64");
  doubles =
      doubles.attr("reshape")(array.attr("shape"));  // ascontiguousarray() makes 0-d arrays 1-d
  if (kind != "f" || nb::cast<int>(array.attr("dtype").attr("itemsize")) > 8) {
    const nb::object back = doubles.attr("astype")(array.attr("dtype"));
    const nb::object same =
        numpy("logical_or")(back.attr("__eq__")(array), array.attr("__ne__")(array));
    if (!nb::cast<bool>(numpy("all")(same).attr("item")())) {
      refuse_type(where, "a number that no double holds exactly", "give float64");
    }
  }
  return doubles;
}

}  // namespace

Numbers::Numbers(nb::handle source, std::string_view where) {
  if (import_array(source, array_) && (is_double(array_) || is_float(array_))) {
    floats_ = is_float(array_);
    return;
  }
  if (source.is_none() || nb::isinstance<nb::str>(source)) {
    refuse_type(where, "an array was expected, not " + class_name(source), "give real numbers");
  }
  if (!import_array(as_doubles(source, where), array_)) {
    refuse_type(where, "an array that NumPy does not hand on", "give float64");
  }
}

double Numbers::read(const std::byte* from) const noexcept {
  if (floats_) {
    float x;
    std::memcpy(&x, from, sizeof(x));
    return static_cast<double>(x);
  }
  double x;
  std::memcpy(&x, from, sizeof(x));
  return x;
}

std::string Numbers::shape_text() const {
  std::string text = "(";
  for (std::size_t k = 0; k < ndim(); ++k) {
    text += (k > 0 ? ", " : "") + std::to_string(shape(k));
  }
  return text + (ndim() == 1 ? ",)" : ")");
}

bool Numbers::has_dense_rows() const noexcept {
  const std::size_t last = ndim() - 1;
  const std::int64_t size = floats_ ? 4 : 8;
  return (shape(last) == 1 || stride(last) == size) &&
         (shape(last - 1) == 1 || stride(last - 1) == size * shape(last));
}

std::vector<double> read_vector(nb::handle source, int dimension, std::string_view where) {
  const Numbers numbers(source, where);
  const bool fits = numbers.ndim() == 1 && numbers.shape(0) > 0 &&
                    (dimension == 0 || numbers.shape(0) == dimension);
  if (!fits) {
    refuse_shape(where, "shape " + numbers.shape_text(),
                 dimension == 0 ? "give one number an axis"
                                : "give " + std::to_string(dimension) + " numbers");
  }
  std::vector<double> read;
  for (std::int64_t k = 0; k < numbers.shape(0); ++k) read.push_back(numbers.at(k));
  return read;
}

double read_number(nb::handle source, std::string_view where) {
  if (nb::isinstance<nb::float_>(source)) return nb::cast<double>(source);
  const Numbers numbers(source, where);
  if (numbers.ndim() != 0) {
    refuse_shape(where, "shape " + numbers.shape_text(), "give one number");
  }
  return numbers.at();
}

double read_length(nb::handle source, std::string_view where) {
  const double length = read_number(source, where);
  if (!std::isfinite(length)) {
    throw Refusal("not_finite", where, "no finite number", "give a length");
  }
  if (length < 0) refuse_shape(where, "a negative length", "give 0 or more");
  return length;
}

IndexList::IndexList(nb::handle source, std::string_view where) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (source.is_none()) return;
  if (nb::isinstance<nb::int_>(source)) {
    std::int64_t one = -1;
    if (!nb::try_cast(source, one) || one < 0 || one > kMost) {
      throw Refusal("wrong_shape", where, "an index that no table has", "give 0 to 2^31 - 1");
    }
    copied_ = {static_cast<std::int32_t>(one)};
    column_ = Indices::same(copied_.front());
    return;
  }
  import_indices(source, array_, where);
  if (array_.ndim() != 1) {
    refuse_shape(where, std::to_string(array_.ndim()) + " axes", "give an index for each item");
  }
  size_ = static_cast<std::int64_t>(array_.shape(0));
  if (array_.dtype() == nb::dtype<std::int32_t>()) {
    column_ = {static_cast<const std::int32_t*>(array_.data()), size_, array_.stride(0) * 4};
    return;
  }
  copied_.reserve(static_cast<std::size_t>(size_));
  const auto* const entries = static_cast<const std::int64_t*>(array_.data());
  for (std::int64_t i = 0; i < size_; ++i) {
    const std::int64_t index = entries[i * array_.stride(0)];
    if (index < 0 || index > kMost) {
      throw Refusal("wrong_shape", where,
                    "index " + std::to_string(index) + " at position " + std::to_string(i),
                    "give 0 to 2^31 - 1");
    }
    copied_.push_back(static_cast<std::int32_t>(index));
  }
  column_ = {copied_.data(), size_, 4};
}

std::int64_t IndexList::at(std::int64_t item) const noexcept {
  if (column_.data == nullptr) return item;
  std::int32_t index;
  std::memcpy(&index, reinterpret_cast<const std::byte*>(column_.data) + item * column_.stride,
              sizeof(index));
  return index;
}

std::vector<std::array<std::int32_t, 3>> read_triangles(nb::handle source, std::string_view where) {
  nb::ndarray<nb::ro> array;
  import_indices(source, array, where);
  if (array.ndim() != 2 || array.shape(1) != 3) {
    refuse_shape(where, std::to_string(array.ndim()) + " axes, or rows that are not 3 long",
                 "give an array of shape (m, 3)");
  }
  const auto count = static_cast<std::int64_t>(array.shape(0));
  if (count >= std::int64_t{1} << 29) {
    throw Refusal("too_large", where, std::to_string(count) + " triangles",
                  "give fewer than 2^29; split the mesh");
  }
  const auto read = [&]<class T>(T) {
    std::vector<std::array<std::int32_t, 3>> triangles(static_cast<std::size_t>(count));
    const auto* const first = static_cast<const T*>(array.data());
    for (std::int64_t i = 0; i < count; ++i) {
      for (std::int64_t k = 0; k < 3; ++k) {
        const T index = first[i * array.stride(0) + k * array.stride(1)];
        const auto kept = static_cast<std::int32_t>(index);
        if (kept != index) {
          refuse_shape(where,
                       "triangle " + std::to_string(i) + " names point " + std::to_string(index),
                       "give indices of vertices");
        }
        triangles[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)] = kept;
      }
    }
    return triangles;
  };
  if (array.dtype() == nb::dtype<std::int32_t>()) return read(std::int32_t{});
  return read(std::int64_t{});
}

template <class T>
Output<T>::Output(nb::handle out, std::vector<std::size_t> shape, std::string_view where) {
  std::size_t size = 1;
  for (const std::size_t axis : shape) size *= axis;
  if (out.is_none()) {
    auto* const owned = new T[std::max<std::size_t>(size, 1)];
    nb::capsule owner(owned, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    object_ = nb::cast(nb::ndarray<nb::numpy, T>(owned, shape.size(), shape.data(), owner));
    span_ = {owned, size};
    is_new_ = true;
    return;
  }
  nb::ndarray<T, nb::c_contig, nb::device::cpu> array;
  bool fits = import_array(out, array) && array.ndim() == shape.size();
  for (std::size_t k = 0; fits && k < shape.size(); ++k) fits = array.shape(k) == shape[k];
  if (!fits) {
    std::string text;
    for (const std::size_t axis : shape) text += std::to_string(axis) + ", ";
    refuse_shape(where, "an array of another shape or type, read-only, or not C-contiguous",
                 "give an array of shape (" + text.substr(0, text.size() - 2) + ") and its type");
  }
  object_ = nb::borrow(out);
  span_ = {array.data(), size};
}

template class Output<std::uint8_t>;
template class Output<std::int32_t>;
template class Output<std::int64_t>;
template class Output<double>;

}  // namespace sunder::python
